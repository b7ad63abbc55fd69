// locality.cpp - networks and loads of Fig. 12, measured and by both readings of the window.

#include "papers/agarwal/locality.h"

#include <fmt/format.h>

#include <cmath>

#include "model/analysis/agarwal.h"

namespace turnpike::sim::agarwal {

const MeasuredPoint* LocalityStudy::at(double rate, double side) const {
  for (const MeasuredPoint& point : points) {
    const bool same_side = std::abs(std::sqrt(point.network.share) - side) < 1e-6;
    if (same_side && std::abs(point.network.rate - rate) < 1e-9) return &point;
  }
  return nullptr;
}

NetworkCase locality_network(double rate, double side) {
  return {Shape::torus, 32, 2, 4, rate, side * side};
}

double locality_formula(double rate, double side) {
  const NetworkCase network = locality_network(rate, side);
  return model::agarwal::latency_locality(network.nodes(), network.dimensions, rate, network.flits,
                                          network.share);
}

Reduction reduction(double from, double to, double hops_from, double hops_to) {
  return {from, to, (hops_from - hops_to) / from};
}

LocalityStudy run_locality(const PaperOptions& options, PaperReport& report) {
  const std::vector<double> rates = options.quick
                                        ? std::vector<double>{kLightRate, kHeavyRate}
                                        : std::vector<double>{kLightRate, .004, .008, kHeavyRate};
  const std::vector<double> sides = options.quick
                                        ? std::vector<double>{.5, kNearbySide, 1}
                                        : std::vector<double>{.3, .5, .7, .8, kNearbySide, 1};
  std::vector<NetworkCase> networks;
  for (const double rate : rates) {
    for (const double side : sides) networks.push_back(locality_network(rate, side));
  }
  return {measure(networks, options, "figure 12", report)};
}

namespace {

Reduction window_reduction(double rate) {
  const NetworkCase all = locality_network(rate, 1);
  const NetworkCase near = locality_network(rate, kNearbySide);
  return reduction(formula(all), formula(near), all.dimensions * mean_distance(all),
                   near.dimensions * mean_distance(near));
}

Reduction formula_reduction(double rate) {
  // n (k - 1) / 2 and n k_dl = l^(1/2) k - 1, n = 2.
  constexpr double kRadix = 32;
  return reduction(locality_formula(rate, 1), locality_formula(rate, kNearbySide), kRadix - 1,
                   kNearbySide * kRadix - 1);
}

// Cycles and percent: what is measured, and the model with the same window.
Values measured_values(const LocalityStudy& study, double rate) {
  const MeasuredPoint& all = *study.at(rate, 1);
  const MeasuredPoint& near = *study.at(rate, kNearbySide);
  const Measured share = ratio(near.latency, all.latency);
  const Measured total = {100 * (1 - share.mean), 100 * share.half_width};
  const Measured fewer = ratio(difference(all.hops, near.hops), all.latency);
  const Measured hops = {100 * fewer.mean, 100 * fewer.half_width};
  const Measured bandwidth = difference(total, hops);
  const Reduction window = window_reduction(rate);
  return {{"from", all.latency},
          {"to", near.latency},
          {"total", total},
          {"bandwidth", bandwidth},
          {"hops", hops},
          {"times", ratio(bandwidth, hops)},
          {"window_from", window.from},
          {"window_to", window.to},
          {"window_total", 100 * window.total()},
          {"window_bandwidth", 100 * window.bandwidth()},
          {"window_hops", 100 * window.hops}};
}

double side_of(const MeasuredPoint& point) { return std::sqrt(point.network.share); }
unsigned nodes_a_side(const MeasuredPoint& point) {
  return static_cast<unsigned>(std::lround(2 * mean_distance(point.network) + 1));
}

// Windows of s whole nodes a side at light load: hops a dimension beside (s - 1) / 2, and what
// they save beside the k / s of the text.
Values distance_values(const LocalityStudy& study) {
  std::vector<Measured> off;
  std::vector<Values> gains;
  const MeasuredPoint& all = *study.at(kLightRate, 1);
  for (const MeasuredPoint& point : study.points) {
    if (point.network.rate != kLightRate) continue;
    const Measured excess = percent_over(point.hops, 2 * mean_distance(point.network));
    off.push_back({std::abs(excess.mean), excess.half_width});
    if (point.network.share == 1) continue;
    gains.push_back({{"side", nodes_a_side(point)},
                     {"gain", ratio(all.hops, point.hops)},
                     {"printed", double(point.network.radix) / nodes_a_side(point)}});
  }
  return {{"off", highest(off)}, {"gains", gains}};
}

constexpr double kLeastSide = .1;

Plot locality_plot(const Part& part, const LocalityStudy& study) {
  Plot plot = part.plot("figure_12");
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
    plot.series.push_back(formula_line(label, curve(at, kLeastSide, 1, 90, 1e9), ++colour));
    plot.series.back().dashed = true;
    plot.series.push_back(measured_series("", measured_points, colour));
  }
  return plot;
}

Table locality_table(const Part& part, const LocalityStudy& study) {
  Table table = part.table("figure_12");
  for (const MeasuredPoint& point : study.points) {
    const double side = side_of(point);
    table.rows.push_back({exact(point.network.rate, 3), exact(point.network.share, 2),
                          exact(side, 2), exact(nodes_a_side(point), 0), Cell(point.hops, 2),
                          Cell(point.latency, 2), Cell(point.local_wait, 2),
                          exact(formula(point.network), 2),
                          exact(locality_formula(point.network.rate, side), 2)});
  }
  return table;
}

}  // namespace

std::vector<Judgement> judge_locality(const LocalityStudy& study) {
  const Values light = measured_values(study, kLightRate);
  const Values heavy = measured_values(study, kHeavyRate);
  // The text's numbers against the formula it gives for them.
  const Reduction few = formula_reduction(kLightRate);
  const Reduction many = formula_reduction(kHeavyRate);
  Values both = light;
  both.insert_or_assign("times", heavy.at("times"));
  return Part("agarwal", "locality")
      .judge({{"locality_light", light},
              {"locality_heavy", heavy},
              {"locality_formula", Values{{"light_from", few.from},
                                          {"light_to", few.to},
                                          {"heavy_from", many.from},
                                          {"heavy_to", many.to},
                                          {"window_to", window_reduction(kHeavyRate).to}}},
              {"locality_distance", distance_values(study)},
              {"locality_gain", distance_values(study)},
              {"locality_split", heavy},
              {"locality_bandwidth", both}});
}

void add_locality(const PaperOptions& options, PaperReport& report) {
  if (!options.wants("12")) return;
  const LocalityStudy study = run_locality(options, report);
  if (report.interrupted) return;
  const Part part("agarwal", "locality");
  part.add_to(report, options.quick, judge_locality(study), {locality_table(part, study)},
              {locality_plot(part, study)});
}

}  // namespace turnpike::sim::agarwal
