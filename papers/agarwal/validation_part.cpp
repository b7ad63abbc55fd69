// validation_part.cpp - tables and figures of the validation (III-C, Figs. 2 to 5).

#include "papers/agarwal/validation_part.h"

#include <fmt/format.h>

#include "model/analysis/agarwal.h"
#include "papers/agarwal/curves.h"
#include "papers/agarwal/validation_claims.h"

namespace turnpike::sim::agarwal {

namespace {

constexpr const char* kRateAxis = "m, messages per node and cycle";

Plot rate_plot(const char* figure, const std::string& title, const std::vector<NetworkCase>& lines,
               const std::vector<MeasuredPoint>& points, bool by_dimension) {
  Plot plot;
  plot.id = fmt::format("figure_{}", figure);
  plot.title = title;
  plot.x_label = kRateAxis;
  plot.y_label = "latency, cycles";
  plot.y_limit = 150;
  for (const NetworkCase& line : lines) {
    const std::string label =
        by_dimension ? fmt::format("n = {}", line.dimensions) : fmt::format("B = {}", line.flits);
    add_network(plot, line, label, points);
  }
  return plot;
}

// The complete V of (5) beside its approximation.
void add_exact_lines(Plot& plot, const std::vector<NetworkCase>& lines) {
  unsigned colour = 0;
  for (const NetworkCase& line : lines) {
    const auto at = [&](double rate) {
      NetworkCase one = line;
      one.rate = rate;
      return formula_exact(one);
    };
    const double last = at_utilisation(line, .97).rate;
    plot.series.push_back(formula_line(fmt::format("n = {}, formula, exact V", line.dimensions),
                                       curve(at, 0, last, 97, plot.y_limit), ++colour));
  }
}

Table exact_table(const std::vector<MeasuredPoint>& points) {
  Table table;
  table.id = "figure_4_exact";
  table.title = "Figure 4: the approximation of V and the complete expression (5), cycles";
  table.columns = {"network", "rho", "measured", "(10) with (8)", "(10) with exact V"};
  for (const MeasuredPoint& point : points) {
    table.rows.push_back({name_of(point.network), exact(point.rho(), 2), Cell(point.latency, 2),
                          exact(formula(point.network), 2),
                          exact(formula_exact(point.network), 2)});
  }
  return table;
}

Plot size_plot(const std::vector<NetworkCase>& lines, const std::vector<MeasuredPoint>& points) {
  Plot plot;
  plot.id = "figure_5";
  plot.title = "Figure 5: packet size, channels at a utilisation of 0.4";
  plot.x_label = "B, flits";
  plot.y_label = "latency, cycles";
  unsigned colour = 0;
  for (const NetworkCase& line : lines) {
    PlotSeries formulas;
    std::vector<PlotPoint> measured_points;
    for (const MeasuredPoint& point : points) {
      NetworkCase of_line = line;
      of_line.flits = point.network.flits;
      if (!is_same_but_for_rate(of_line, point.network)) continue;
      formulas.points.push_back({double(point.network.flits), formula(point.network), 0});
      measured_points.push_back(plotted(point, point.network.flits));
    }
    const std::string label = fmt::format("k = {}, n = {}", line.radix, line.dimensions);
    plot.series.push_back(formula_line(label + ", formula", formulas.points, ++colour));
    plot.series.back().dashed = true;
    plot.series.push_back(measured_series(label + ", measured", measured_points, colour));
  }
  return plot;
}

void add_high_radix(const char* figure, const std::vector<MeasuredPoint>& points, bool quick,
                    Section& section) {
  if (points.empty()) return;
  const unsigned n = points.front().network.dimensions;
  const std::string title = fmt::format("Figure {}: k = 10, n = {}", figure, n);
  section.plots.push_back(
      rate_plot(figure, title, validation_networks(figure, quick), points, false));
  section.tables.push_back(points_table(fmt::format("figure_{}", figure), title, points));
}

}  // namespace

void add_validation(const PaperOptions& options, PaperReport& report) {
  if (!options.wants("2") && !options.wants("3") && !options.wants("4") && !options.wants("5")) {
    return;
  }
  const ValidationStudy study = run_validation(options, report);
  if (report.interrupted) return;
  for (Judgement& judgement : judge_validation(study)) {
    report.judgements.push_back(std::move(judgement));
  }
  Section section;
  section.title = "Validation of the model (III-C, figures 2 to 5)";
  section.paragraphs = {
      "Dashed: (10) with (8). Points: the packet router. In the paper's model all messages that "
      "want an output enter its queue at once; in the router an output takes one head a cycle, and "
      "the others wait in their input buffers, where messages behind them wait too. Close to "
      "saturation that costs about the same number of cycles for every B, so it shows most with "
      "short packets. Beside it the tables have the same messages in ideal queues, an event "
      "simulation without routers."};
  add_high_radix("2", study.figure_2, options.quick, section);
  add_high_radix("3", study.figure_3, options.quick, section);
  if (!study.figure_4.empty()) {
    const auto lines = validation_networks("4", options.quick);
    section.plots.push_back(
        rate_plot("4", "Figure 4: k = 4, B = 4, n = 2, 3, 4", lines, study.figure_4, true));
    add_exact_lines(section.plots.back(), lines);
    section.tables.push_back(points_table("figure_4", "Figure 4: k = 4, B = 4", study.figure_4));
    section.tables.push_back(exact_table(study.figure_4));
  }
  if (!study.figure_5.empty()) {
    section.plots.push_back(size_plot(validation_networks("5", options.quick), study.figure_5));
    section.tables.push_back(
        points_table("figure_5", "Figure 5: packet size at rho = 0.4", study.figure_5));
  }
  report.sections.push_back(std::move(section));
}

}  // namespace turnpike::sim::agarwal
