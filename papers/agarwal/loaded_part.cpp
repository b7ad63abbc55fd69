// loaded_part.cpp - tables and figures of V: latency against the rate of messages.

#include "papers/agarwal/loaded_part.h"

#include <fmt/format.h>

#include <cmath>
#include <functional>

#include "papers/agarwal/curves.h"
#include "papers/agarwal/loaded_claims.h"
#include "papers/agarwal/loaded_networks.h"

namespace turnpike::sim::agarwal {

using model::agarwal::Constraint;

namespace {

constexpr double kHighest = 500;  // T_w(2), upper end of the axes

struct LoadedLine {
  std::string label;
  std::function<double(double rate)> latency;
};

struct LoadedFigure {
  std::string id;
  std::string title;
  double last_rate = 0;
  std::vector<LoadedLine> lines;
};

LoadedLine direct_line(Constraint constraint, unsigned n, double share, const std::string& label) {
  return {label, [=](double rate) { return direct_latency(constraint, n, rate, share); }};
}

std::vector<LoadedLine> all_dimensions(Constraint constraint, double share) {
  std::vector<LoadedLine> lines;
  for (unsigned n = kFirstDimension; n <= kLastDimension; ++n) {
    lines.push_back(direct_line(constraint, n, share, fmt::format("n = {}", n)));
  }
  return lines;
}

LoadedLine indirect_line() { return {"indirect, k = 4, n = 5", indirect_latency}; }

std::vector<LoadedFigure> figures_of(const std::string& figure) {
  const auto all = all_dimensions;
  if (figure == "11") {
    return {{"figure_11a", "Figure 11a: no wire delay, W = 32", .1, all(Constraint::none, 1)},
            {"figure_11b", "Figure 11b: wire delay, W = 32", .1, all(Constraint::width, 1)},
            {"figure_11c", "Figure 11c: fixed bisection", .02, all(Constraint::bisection, 1)},
            {"figure_11d", "Figure 11d: fixed node size", .05, all(Constraint::node, 1)}};
  }
  if (figure == "13") {
    return {{"figure_13", "Figure 13: fixed node size, locality l = 0.3", .08,
             all(Constraint::node, kNearShare)}};
  }
  LoadedFigure a = {"figure_14a", "Figure 14a: direct and indirect networks, l = 1", .08,
                    all(Constraint::node, 1)};
  a.lines.push_back(indirect_line());
  LoadedFigure b = {
      "figure_14b", "Figure 14b: n = 2 with locality, and the indirect network", .05, {}};
  for (const double share : {1., .8, .6, .4, .3, .2, .1}) {
    b.lines.push_back(direct_line(Constraint::node, 2, share, fmt::format("n = 2, l = {}", share)));
  }
  b.lines.push_back(indirect_line());
  return {a, b};
}

Plot loaded_plot(const LoadedFigure& figure) {
  Plot plot;
  plot.id = figure.id;
  plot.title = figure.title + "; 1K nodes";
  plot.x_label = "m, messages per node and cycle";
  plot.y_label = "latency, T_w(2)";
  plot.y_limit = kHighest;
  unsigned colour = 0;
  for (const LoadedLine& line : figure.lines) {
    plot.series.push_back(formula_line(
        line.label, curve(line.latency, 0, figure.last_rate, 400, kHighest), ++colour));
  }
  return plot;
}

Table loaded_table(const LoadedFigure& figure) {
  constexpr unsigned kRows = 10;
  Table table;
  table.id = figure.id;
  table.title = figure.title + "; T_w(2)";
  table.columns = {"m"};
  for (const LoadedLine& line : figure.lines) table.columns.push_back(line.label);
  for (unsigned i = 0; i <= kRows; ++i) {
    const double rate = figure.last_rate * i / kRows;
    std::vector<Cell> row = {exact(rate, 3)};
    for (const LoadedLine& line : figure.lines) {
      const double latency = line.latency(rate);
      row.push_back(std::isfinite(latency) ? exact(latency, 1) : Cell("saturated"));
    }
    table.rows.push_back(row);
  }
  return table;
}

}  // namespace

void add_loaded(const PaperOptions& options, PaperReport& report) {
  Section section;
  section.title = "Latency with contention (V, figures 11, 13, 14)";
  section.paragraphs = {
      "Computed from (12), (13) and (14). C1-6: under Fig. 11c the text gives a five-dimensional "
      "network 8-bit channels and 16 flits; W = N^(1/n) is 4, so 32 flits. C1-7: 2/(k-1) is 1/62 "
      "per B = 4, not 1/64. C1-8: the print of (13) has lost its clock; with s + N^(1/2 - 1/n), n "
      "the stages, the shares of Fig. 14b come out. C1-11: throughput grows by exactly (k - 1) / "
      "(l^(1/n) k - 1)."};
  for (const char* number : {"11", "13", "14"}) {
    if (!options.wants(number)) continue;
    for (Judgement& judgement : judge_loaded(number)) {
      report.judgements.push_back(std::move(judgement));
    }
    for (const LoadedFigure& figure : figures_of(number)) {
      section.plots.push_back(loaded_plot(figure));
      section.tables.push_back(loaded_table(figure));
    }
  }
  if (!section.plots.empty()) report.sections.push_back(std::move(section));
}

}  // namespace turnpike::sim::agarwal
