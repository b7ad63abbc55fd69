// base_part.cpp - tables and figures of IV and the appendix.

#include "papers/agarwal/base_part.h"

#include <algorithm>

#include "papers/agarwal/base_claims.h"
#include "papers/agarwal/base_figures.h"
#include "papers/agarwal/curves.h"

namespace turnpike::sim::agarwal {

namespace {

constexpr unsigned kLastDrawn = 10;  // dimensions

Plot base_plot(const BaseFigure& figure) {
  Plot plot;
  plot.id = figure.id;
  plot.title = figure.title;
  plot.x_label = "network dimension n";
  plot.y_label = "latency, T_w(2)";
  plot.log_y = true;
  unsigned colour = 0;
  for (const BaseLine& line : figure.lines) {
    const unsigned last = std::min(kLastDrawn, line.last_dimension());
    plot.series.push_back(
        formula_line(line.label, curve(line.latency, 2, last, 10 * (last - 2), 1e12), ++colour));
  }
  return plot;
}

Table base_table(const BaseFigure& figure) {
  Table table;
  table.id = figure.id;
  table.title = figure.title + "; T_w(2)";
  table.columns = {"n"};
  for (const BaseLine& line : figure.lines) table.columns.push_back(line.label);
  for (unsigned n = 2; n <= kLastDrawn; ++n) {
    std::vector<Cell> row = {exact(n, 0)};
    for (const BaseLine& line : figure.lines) {
      row.push_back(n <= line.last_dimension() ? exact(line.latency(n), 1) : Cell("-"));
    }
    table.rows.push_back(row);
  }
  std::vector<Cell> best = {"best n"};
  for (const BaseLine& line : figure.lines) best.push_back(exact(line.best_dimension(), 0));
  table.rows.push_back(best);
  return table;
}

void add_judgements(const std::string& figure, PaperReport& report) {
  for (Judgement& judgement : judge_base(figure)) report.judgements.push_back(std::move(judgement));
}

}  // namespace

void add_base(const PaperOptions& options, PaperReport& report) {
  Section section;
  section.title = "Latency without contention (IV and appendix, figures 6 to 10, 15, 16)";
  section.paragraphs = {
      "Computed from (2) and its forms of IV-B, IV-C and the appendix; k = N^(1/n) is real. C1-1: "
      "the longest wire of a layout in z dimensions is k^(n/z - 1), not k^(z/2 - 1). C1-2: IV-B "
      "prints s + N^(1/n) - 1/n for s + N^(1/2 - 1/n), which the appendix has. C1-3: with a pitch "
      "proportional to W the longest wire is W N^(1/2 - 1/n) = N^(1/2) / 2 for every n, the "
      "constant that the text announces."};
  std::string last;
  for (const BaseFigure& figure : base_figures()) {
    if (!options.wants(figure.figure)) continue;
    if (figure.figure != last) add_judgements(figure.figure, report);
    last = figure.figure;
    section.plots.push_back(base_plot(figure));
    section.tables.push_back(base_table(figure));
  }
  if (!section.plots.empty()) report.sections.push_back(std::move(section));
}

}  // namespace turnpike::sim::agarwal
