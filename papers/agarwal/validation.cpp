// validation.cpp - the networks and loads of Figs. 2 to 5, beside the model and ideal queues.

#include "papers/agarwal/validation.h"

#include <fmt/format.h>

#include <algorithm>
#include <cmath>
#include <iterator>
#include <string>

#include "papers/agarwal/ideal_queues.h"

namespace turnpike::sim::agarwal {

namespace {

std::vector<double> loads(const std::string& figure, bool quick) {
  if (quick) return {.1, .5, .9};
  if (figure == "2") return {.1, .3, .5, .7, .8, .9};  // a thousand nodes
  return {.1, .2, .3, .4, .5, .6, .7, .8, .9};
}

std::vector<NetworkCase> at_loads(const std::vector<NetworkCase>& networks,
                                  const std::vector<double>& loads) {
  std::vector<NetworkCase> points;
  for (const NetworkCase& network : networks) {
    for (const double rho : loads) points.push_back(at_utilisation(network, rho));
  }
  return points;
}

}  // namespace

std::vector<NetworkCase> validation_networks(const char* figure, bool quick) {
  const std::string name = figure;
  std::vector<NetworkCase> networks;
  if (name == "2" || name == "3") {
    const unsigned dimensions = name == "2" ? 3 : 2;
    for (const unsigned flits :
         quick ? std::vector<unsigned>{2, 8} : std::vector<unsigned>{2, 4, 8, 12}) {
      networks.push_back({Shape::torus, 10, dimensions, flits, 0, 1});
    }
  } else if (name == "4") {
    for (const unsigned dimensions : {2u, 3u, 4u}) {
      networks.push_back({Shape::torus, 4, dimensions, 4, 0, 1});
    }
  } else {
    networks = {{Shape::torus, 10, 2, 2, 0, 1}, {Shape::torus, 10, 3, 2, 0, 1}};
    if (!quick) networks.push_back({Shape::torus, 4, 2, 2, 0, 1});
    if (!quick) networks.push_back({Shape::torus, 4, 4, 2, 0, 1});
  }
  return networks;
}

std::vector<MeasuredPoint> ValidationStudy::high_radix() const {
  if (figure_2.empty() || figure_3.empty()) return {};
  std::vector<MeasuredPoint> both = figure_2;
  both.insert(both.end(), figure_3.begin(), figure_3.end());
  return both;
}

ValidationStudy run_validation(const PaperOptions& options, PaperReport& report) {
  ValidationStudy study;
  const auto run = [&](const char* figure, const char* what) -> std::vector<MeasuredPoint> {
    if (!options.wants(figure) || report.interrupted) return {};
    const auto networks = validation_networks(figure, options.quick);
    auto points = measure(at_loads(networks, loads(figure, options.quick)), options, what, report);
    if (!report.interrupted) add_ideal(points, options, what, report);
    return points;
  };
  study.figure_2 = run("2", "figure 2");
  study.figure_3 = run("3", "figure 3");
  study.figure_4 = run("4", "figure 4");
  if (options.wants("3") && !report.interrupted) {
    NetworkCase few = {Shape::torus, 10, 2, options.quick ? 8u : 4u, 0, 1, kFewBuffers};
    study.few_buffers = measure(at_loads({few}, {.1, .3, .5, .7}), options, "few buffers", report);
  }
  if (options.wants("5") && !report.interrupted) {
    std::vector<NetworkCase> sizes;
    for (NetworkCase network : validation_networks("5", options.quick)) {
      for (network.flits = 2; network.flits <= 12; network.flits += 2) {
        sizes.push_back(at_utilisation(network, kPacketSizeUtilisation));
      }
    }
    study.figure_5 = measure(sizes, options, "figure 5", report);
  }
  return study;
}

namespace {

constexpr unsigned kLargePacket = 8;    // flits
constexpr double kNearSaturation = .9;  // rho

using Points = std::vector<MeasuredPoint>;
using Found = std::optional<Values>;

Points chosen(const Points& points, double low, double high) {
  Points some;
  std::copy_if(points.begin(), points.end(), std::back_inserter(some),
               [&](const auto& p) { return p.rho() > low - 1e-6 && p.rho() < high + 1e-6; });
  return some;
}

using Excess = Measured (MeasuredPoint::*)() const;
constexpr Excess kRouter = &MeasuredPoint::excess;
constexpr Excess kIdeal = &MeasuredPoint::ideal_excess;

Measured absolute(const Measured& number) { return {std::abs(number.mean), number.half_width}; }

std::vector<Measured> excesses(const Points& points, Excess excess) {
  std::vector<Measured> all;
  all.reserve(points.size());
  for (const MeasuredPoint& point : points) all.push_back((point.*excess)());
  return all;
}

// The largest deviation, of either sign; percent.
Measured farthest(const Points& points, Excess excess) {
  std::vector<Measured> all = excesses(points, excess);
  std::transform(all.begin(), all.end(), all.begin(), absolute);
  return highest(all);
}

Points of_dimension(const Points& points, unsigned n) {
  Points some;
  std::copy_if(points.begin(), points.end(), std::back_inserter(some),
               [&](const auto& p) { return p.network.dimensions == n; });
  return some;
}

Points with_packets(const Points& points, unsigned least) {
  Points some;
  std::copy_if(points.begin(), points.end(), std::back_inserter(some),
               [&](const auto& p) { return p.network.flits >= least; });
  return some;
}

Found accuracy(const Points& points) {
  if (points.empty()) return std::nullopt;
  const Points low = chosen(points, 0, .5);
  const Points high = chosen(points, .51, 1);
  return Values{{"low", farthest(low, kIdeal)},
                {"high", farthest(high, kIdeal)},
                {"router_low", farthest(low, kRouter)},
                {"router_high", farthest(high, kRouter)}};
}

Found robust(const Points& points) {
  if (points.empty()) return std::nullopt;
  const Points some = chosen(points, 0, .5);
  return Values{{"half", farthest(some, kIdeal)}, {"router_half", farthest(some, kRouter)}};
}

// Of each n the point of large packets whose excess reaches highest.
Values large_packets(const Points& points) {
  std::vector<Values> rows;
  for (const unsigned n : {3u, 2u}) {
    const Points large = with_packets(chosen(of_dimension(points, n), .3, .5), kLargePacket);
    if (large.empty()) continue;
    rows.push_back({{"n", n},
                    {"points", large.size()},
                    {"most", highest(excesses(large, kIdeal))},
                    {"router", highest(excesses(large, kRouter))}});
  }
  return {{"dimensions", rows}};
}

// Of several points that are measured apart.
Measured mean_of(const std::vector<Measured>& all) {
  Measured mean = {0, 0};
  for (const Measured& one : all) {
    mean.mean += one.mean;
    mean.half_width = std::hypot(mean.half_width, one.half_width);
  }
  const auto count = static_cast<double>(all.size());
  return {mean.mean / count, mean.half_width / count};
}

// Mean over B near saturation; over (10), and over (10) with the complete V.
Values high_loads(const Points& points) {
  std::vector<Values> rows;
  double least_exact = 1e9;
  for (const unsigned n : {3u, 2u}) {
    const Points some = chosen(of_dimension(points, n), kNearSaturation, 1);
    if (some.empty()) continue;
    std::vector<Measured> exact;
    for (const MeasuredPoint& p : some) {
      exact.push_back(percent_over(p.ideal, formula_exact(p.network)));
    }
    const Measured over_exact = mean_of(exact);
    least_exact = std::min(least_exact, over_exact.mean - over_exact.half_width);
    rows.push_back({{"n", n},
                    {"ideal", mean_of(excesses(some, kIdeal))},
                    {"router", mean_of(excesses(some, kRouter))},
                    {"exact", over_exact}});
  }
  return {{"dimensions", rows}, {"least_exact", least_exact}};
}

Values small_radix(const Points& points) {
  std::vector<Values> rows;
  for (const MeasuredPoint& point : chosen(points, kNearSaturation, 1)) {
    rows.push_back({{"n", point.network.dimensions},
                    {"ideal", point.ideal},
                    {"router", point.latency},
                    {"formula", formula(point.network)}});
  }
  return {{"points", rows}};
}

// Of k = 4 the least excess, of k = 10 the most.
Found radix_gap(const Points& high, const Points& low) {
  if (high.empty() || low.empty()) return std::nullopt;
  return Values{{"least", lowest(excesses(low, kIdeal))},
                {"most", highest(excesses(high, kIdeal))},
                {"router_least", lowest(excesses(low, kRouter))},
                {"router_most", highest(excesses(high, kRouter))}};
}

Found exact_variance(const Points& points) {
  if (points.empty()) return std::nullopt;
  double most = 0;
  for (const MeasuredPoint& p : points) {
    most = std::max(most, std::abs(formula_exact(p.network) / formula(p.network) - 1));
  }
  return Values{{"most", 100 * most}};
}

// Near saturation, the wait in the highest dimension over the mean of all.
Values higher_dimensions(const Points& points) {
  std::vector<Values> rows;
  for (const unsigned n : {3u, 2u}) {
    std::vector<Measured> leads;
    for (const MeasuredPoint& p : chosen(of_dimension(points, n), kNearSaturation, 1)) {
      leads.push_back(p.ideal_highest);
    }
    if (!leads.empty()) rows.push_back({{"n", n}, {"lead", lowest(leads)}});
  }
  return {{"dimensions", rows}};
}

// Few buffers beside many, at the same load.
Found few_buffers(const Points& few, const Points& many) {
  std::vector<Measured> ratios;
  for (const MeasuredPoint& one : few) {
    for (const MeasuredPoint& other : many) {
      NetworkCase same = one.network;
      same.buffers = other.network.buffers;
      if (!is_same_but_for_rate(same, other.network)) continue;
      if (std::abs(one.rho() - other.rho()) > 1e-6) continue;
      ratios.push_back(ratio(one.latency, other.latency));
    }
  }
  if (ratios.empty()) return std::nullopt;
  return Values{{"most", highest(ratios)}};
}

// Of each network: waiting at the largest B over that at the least.
Values packet_size(const Points& points) {
  std::vector<Values> rows;
  for (const MeasuredPoint& small : points) {
    if (small.network.flits != 2) continue;
    for (const MeasuredPoint& large : points) {
      NetworkCase same = large.network;
      same.flits = 2;
      if (large.network.flits != 12 || !is_same_but_for_rate(same, small.network)) continue;
      rows.push_back({{"k", large.network.radix},
                      {"n", large.network.dimensions},
                      {"ratio", ratio(large.wait(), small.wait())}});
    }
  }
  return {{"networks", rows}};
}

Found small_packets(const Points& points) {
  std::vector<Measured> steps;
  for (std::size_t i = 1; i < points.size(); ++i) {
    if (points[i].network.flits < points[i - 1].network.flits) continue;
    steps.push_back(difference(points[i].latency, points[i - 1].latency));
  }
  if (steps.empty()) return std::nullopt;
  return Values{{"least", lowest(steps)}, {"steps", steps.size()}};
}

Plot rate_plot(const char* figure, const std::string& title, const std::vector<NetworkCase>& lines,
               const std::vector<MeasuredPoint>& points, bool by_dimension) {
  Plot plot;
  plot.id = fmt::format("figure_{}", figure);
  plot.title = title + "; dashes (10), rings ideal queues, dots router";
  plot.x_label = "m, messages per node and cycle";
  plot.y_label = "latency, cycles";
  plot.y_limit = 150;
  for (const NetworkCase& line : lines) {
    const std::string label =
        by_dimension ? fmt::format("n = {}", line.dimensions) : fmt::format("B = {}", line.flits);
    add_network(plot, line, label, points);
  }
  return plot;
}

Table exact_table(const Part& part, const Points& points) {
  Table table = part.table("figure_4_exact");
  for (const MeasuredPoint& point : points) {
    table.rows.push_back({name_of(point.network), exact(point.rho(), 2), Cell(point.latency, 2),
                          exact(formula(point.network), 2),
                          exact(formula_exact(point.network), 2)});
  }
  return table;
}

Plot size_plot(const Part& part, const std::vector<NetworkCase>& lines, const Points& points) {
  Plot plot = part.plot("figure_5");
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
    plot.series.push_back(formula_line(label, formulas.points, ++colour));
    plot.series.back().dashed = true;
    plot.series.push_back(measured_series("", measured_points, colour));
  }
  return plot;
}

void add_high_radix(const char* figure, const std::vector<MeasuredPoint>& points, bool quick,
                    std::vector<Plot>& plots, std::vector<Table>& tables) {
  if (points.empty()) return;
  const unsigned n = points.front().network.dimensions;
  const std::string title = fmt::format("Figure {}: k = 10, n = {}", figure, n);
  plots.push_back(rate_plot(figure, title, validation_networks(figure, quick), points, false));
  tables.push_back(points_table(fmt::format("figure_{}", figure), title, points));
}

}  // namespace

std::vector<Judgement> judge_validation(const ValidationStudy& study) {
  const Points high = study.high_radix();
  return Part("agarwal", "validation")
      .judge({{"validation_accuracy", accuracy(high)},
              {"validation_large_packets", large_packets(high)},
              {"validation_high_loads", high_loads(high)},
              {"validation_robust", robust(study.figure_4)},
              {"validation_small_radix", small_radix(study.figure_4)},
              {"validation_radix_gap", radix_gap(chosen(high, kNearSaturation, 1),
                                                 chosen(study.figure_4, kNearSaturation, 1))},
              {"validation_higher_dimensions", higher_dimensions(high)},
              {"few_buffers", few_buffers(study.few_buffers, study.figure_3)},
              {"validation_exact_variance", exact_variance(study.figure_4)},
              {"validation_packet_size", packet_size(study.figure_5)},
              {"validation_small_packets", small_packets(study.figure_5)}});
}

void add_validation(const PaperOptions& options, PaperReport& report) {
  if (!options.wants("2") && !options.wants("3") && !options.wants("4") && !options.wants("5")) {
    return;
  }
  const ValidationStudy study = run_validation(options, report);
  if (report.interrupted) return;
  const Part part("agarwal", "validation");
  std::vector<Plot> plots;
  std::vector<Table> tables;
  add_high_radix("2", study.figure_2, options.quick, plots, tables);
  add_high_radix("3", study.figure_3, options.quick, plots, tables);
  if (!study.figure_4.empty()) {
    const auto lines = validation_networks("4", options.quick);
    plots.push_back(
        rate_plot("4", "Figure 4: k = 4, B = 4, n = 2, 3, 4", lines, study.figure_4, true));
    tables.push_back(points_table("figure_4", "Figure 4: k = 4, B = 4", study.figure_4));
    tables.push_back(exact_table(part, study.figure_4));
  }
  if (!study.figure_5.empty()) {
    plots.push_back(size_plot(part, validation_networks("5", options.quick), study.figure_5));
    tables.push_back(
        points_table("figure_5", "Figure 5: packet size at rho = 0.4", study.figure_5));
  }
  part.add_to(report, options.quick, judge_validation(study), tables, plots);
}

}  // namespace turnpike::sim::agarwal
