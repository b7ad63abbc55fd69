// indirect.cpp - butterflies of packet switches beside (13) with (14), in cycles.

#include "papers/agarwal/other_networks.h"

#include <fmt/format.h>

#include <algorithm>
#include <cmath>

namespace turnpike::sim::agarwal {

namespace {

std::vector<NetworkCase> lines(bool quick) {
  std::vector<NetworkCase> networks = {{Shape::butterfly, 4, 3, 8, 0, 1}};
  if (!quick) networks.push_back({Shape::butterfly, 4, 3, 4, 0, 1});
  networks.push_back({Shape::butterfly, 4, 5, 8, 0, 1});
  if (!quick) networks.push_back({Shape::butterfly, 4, 5, 4, 0, 1});
  networks.push_back({Shape::butterfly, 4, 1, 8, 0, 1});  // the first stage alone
  return networks;
}

// Without what messages wait at their source: (13) begins at the first stage.
Measured in_network(const MeasuredPoint& point) {
  return {point.latency.mean - point.local_wait.mean, point.latency.half_width};
}

Measured network_excess(const MeasuredPoint& point) {
  return percent_over(in_network(point), formula(point.network));
}

Table indirect_table(const Part& part, const std::vector<MeasuredPoint>& points) {
  Table table = part.table("indirect");
  for (const MeasuredPoint& point : points) {
    table.rows.push_back({name_of(point.network), exact(point.rho(), 2),
                          exact(point.network.rate, 4), Cell(point.latency, 2),
                          Cell(point.local_wait, 2), Cell(in_network(point), 2),
                          exact(formula(point.network), 2), exact(network_excess(point).mean, 1)});
  }
  return table;
}

Plot indirect_plot(const Part& part, const std::vector<NetworkCase>& networks,
                   const std::vector<MeasuredPoint>& points) {
  Plot plot = part.plot("indirect");
  for (const NetworkCase& network : networks) {
    std::vector<MeasuredPoint> inside = points;
    for (MeasuredPoint& point : inside) point.latency = in_network(point);
    add_network(plot, network, fmt::format("n = {}, B = {}", network.dimensions, network.flits),
                inside);
  }
  return plot;
}

}  // namespace

std::vector<Judgement> judge_indirect(const std::vector<MeasuredPoint>& points) {
  std::vector<Measured> low;
  std::vector<Measured> high;
  std::vector<Measured> first;  // stage, alone
  for (const MeasuredPoint& point : points) {
    const Measured excess = network_excess(point);
    auto& some = point.network.dimensions == 1 ? first : point.rho() < .5 + 1e-6 ? low : high;
    some.push_back({std::abs(excess.mean), excess.half_width});
  }
  return Part("agarwal", "indirect")
      .judge({{"indirect_model",
               Values{{"low", highest(low)}, {"high", highest(high)}, {"first", highest(first)}}}});
}

void add_indirect(const PaperOptions& options, PaperReport& report) {
  if (!options.wants("indirect")) return;
  const std::vector<double> loads = options.quick
                                        ? std::vector<double>{.1, .4, .7}
                                        : std::vector<double>{.1, .2, .3, .4, .5, .6, .7, .8};
  std::vector<NetworkCase> networks;
  for (const NetworkCase& line : lines(options.quick)) {
    for (const double rho : loads) networks.push_back(at_utilisation(line, rho));
  }
  const auto points = measure(networks, options, "indirect networks", report);
  if (report.interrupted) return;
  const Part part("agarwal", "indirect");
  part.add_to(report, options.quick, judge_indirect(points), {indirect_table(part, points)},
              {indirect_plot(part, lines(options.quick), points)});
}

}  // namespace turnpike::sim::agarwal
