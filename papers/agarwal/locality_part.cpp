// locality_part.cpp - table and figure of V-A, Fig. 12.

#include "papers/agarwal/locality_part.h"

#include <fmt/format.h>

#include <cmath>

#include "papers/agarwal/curves.h"
#include "papers/agarwal/locality_claims.h"

namespace turnpike::sim::agarwal {

namespace {

constexpr double kLeastSide = .1;

double side_of(const MeasuredPoint& point) { return std::sqrt(point.network.share); }

Plot locality_plot(const LocalityStudy& study) {
  Plot plot;
  plot.id = "figure_12";
  plot.title = "Figure 12: locality, N = 1K, k = 32, n = 2, B = 4";
  plot.x_label = "l^(1/2), side of the window over k";
  plot.y_label = "latency, cycles";
  unsigned colour = 0;
  for (const MeasuredPoint& first : study.points) {
    if (first.network.share != study.points.front().network.share) continue;
    const double rate = first.network.rate;
    const auto at = [&](double side) { return locality_formula(rate, side); };
    std::vector<PlotPoint> measured_points;
    for (const MeasuredPoint& point : study.points) {
      if (point.network.rate == rate) measured_points.push_back(plotted(point, side_of(point)));
    }
    const std::string label = fmt::format("m = {}", rate);
    plot.series.push_back(
        formula_line(label + ", formula", curve(at, kLeastSide, 1, 90, 1e9), ++colour));
    plot.series.back().dashed = true;
    plot.series.push_back(measured_series(label + ", measured", measured_points, colour));
  }
  return plot;
}

Table locality_table(const LocalityStudy& study) {
  Table table;
  table.id = "figure_12";
  table.title = "Figure 12: cycles; both readings of the window in the formula";
  table.columns = {"m",
                   "l",
                   "l^(1/2)",
                   "nodes a side",
                   "hops",
                   "latency",
                   "local wait",
                   "formula, whole nodes",
                   "formula, k_dl of V-A"};
  for (const MeasuredPoint& point : study.points) {
    const double side = side_of(point);
    table.rows.push_back({exact(point.network.rate, 3), exact(point.network.share, 2),
                          exact(side, 2), exact(2 * mean_distance(point.network) + 1, 0),
                          Cell(point.hops, 2), Cell(point.latency, 2), Cell(point.local_wait, 2),
                          exact(formula(point.network), 2),
                          exact(locality_formula(point.network.rate, side), 2)});
  }
  return table;
}

}  // namespace

void add_locality(const PaperOptions& options, PaperReport& report) {
  if (!options.wants("12")) return;
  const LocalityStudy study = run_locality(options, report);
  if (report.interrupted) return;
  for (Judgement& judgement : judge_locality(study)) {
    report.judgements.push_back(std::move(judgement));
  }
  Section section;
  section.title = "Locality (V-A, figure 12)";
  section.paragraphs = {
      "C1-10: the text has the window centred at the source, but its set of destinations begins "
      "there; on a torus with channels one way only that makes sense, and it is what k_dl is for. "
      "C1-9: the window's side l^(1/2) k is no whole number; hardware has whole nodes, and the "
      "numbers of the text are those of a window cut to whole nodes. C1-11: throughput grows by "
      "(k - 1) / (l^(1/n) k - 1), which is 1 / l^(1/n) only for large k."};
  section.plots = {locality_plot(study)};
  section.tables = {locality_table(study)};
  report.sections.push_back(std::move(section));
}

}  // namespace turnpike::sim::agarwal
