// indirect_part.cpp - butterflies of packet switches beside (13) with (14), in cycles.

#include "papers/agarwal/indirect_part.h"

#include <fmt/format.h>

#include <algorithm>
#include <cmath>

#include "papers/agarwal/curves.h"
#include "papers/agarwal/findings.h"

namespace turnpike::sim::agarwal {

namespace {

std::vector<NetworkCase> lines(bool quick) {
  std::vector<NetworkCase> networks = {{Shape::butterfly, 4, 3, 8, 0, 1}};
  if (!quick) networks.push_back({Shape::butterfly, 4, 3, 4, 0, 1});
  networks.push_back({Shape::butterfly, 4, 5, 8, 0, 1});
  if (!quick) networks.push_back({Shape::butterfly, 4, 5, 4, 0, 1});
  return networks;
}

// Without what messages wait at their source: (13) begins at the first stage.
double in_network(const MeasuredPoint& point) { return point.latency.mean - point.local_wait.mean; }

double network_excess(const MeasuredPoint& point) {
  return in_network(point) / formula(point.network) - 1;
}

Table indirect_table(const std::vector<MeasuredPoint>& points) {
  Table table;
  table.id = "indirect";
  table.title = "Indirect networks, cycles";
  table.columns = {"network",    "rho",
                   "m",          "latency",
                   "local wait", "in the network",
                   "(13)",       "in the network over (13), %"};
  for (const MeasuredPoint& point : points) {
    table.rows.push_back({name_of(point.network), exact(point.rho(), 2),
                          exact(point.network.rate, 4), Cell(point.latency, 2),
                          Cell(point.local_wait, 2), exact(in_network(point), 2),
                          exact(formula(point.network), 2), exact(100 * network_excess(point), 1)});
  }
  table.note =
      "A source's channel carries as much as any other of an indirect network; (13) counts from "
      "the first stage on, so the wait before that channel is not in it.";
  return table;
}

Plot indirect_plot(const std::vector<NetworkCase>& networks,
                   const std::vector<MeasuredPoint>& points) {
  Plot plot;
  plot.id = "indirect";
  plot.title = "Indirect networks of 4 x 4 switches, from the first stage on";
  plot.x_label = "m, messages per node and cycle";
  plot.y_label = "latency, cycles";
  plot.y_limit = 120;
  for (const NetworkCase& network : networks) {
    std::vector<MeasuredPoint> inside = points;
    for (MeasuredPoint& point : inside) point.latency.mean = in_network(point);
    add_network(plot, network, fmt::format("n = {}, B = {}", network.dimensions, network.flits),
                inside);
  }
  return plot;
}

}  // namespace

std::vector<Judgement> judge_indirect(const std::vector<MeasuredPoint>& points) {
  double low = 0;
  double high = 0;
  bool above = true;
  for (const MeasuredPoint& point : points) {
    double& most = point.rho() < .5 + 1e-6 ? low : high;
    most = std::max(most, std::abs(network_excess(point)));
    above = above && (point.rho() < .5 || network_excess(point) > 0);
  }
  const std::vector<Finding> findings = {
      {"accurate up to rho = 0.5", fmt::format("within {:.1f} %", 100 * low), low <= .1},
      {"accurate at 0.6 to 0.8",
       fmt::format("within {:.1f} %{}", 100 * high, above ? ", always measured higher" : ""),
       high <= .1}};
  return {judge({"indirect_model",
                 "V-B: (13) with (14), in cycles, is accurate for indirect networks and several "
                 "packet sizes",
                 "k = 4, from the first stage on; agrees: within 10 %.",
                 above ? "(14) is the wait of the first stage, whose arrivals are independent; "
                         "later stages wait longer, as the paper's footnote on [17] says"
                       : "the deviation has both signs"},
                findings)};
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
  for (Judgement& judgement : judge_indirect(points)) {
    report.judgements.push_back(std::move(judgement));
  }
  Section section;
  section.title = "Indirect networks, measured (V-B)";
  section.paragraphs = {
      "C1-13: k, n, W and B of the indirect network are not those of the direct one: 4 x 4 "
      "switches, five stages for 1024 nodes, 128 pins a switch, so 16 bits a channel and 8 flits "
      "a message of 128 bits."};
  section.plots = {indirect_plot(lines(options.quick), points)};
  section.tables = {indirect_table(points)};
  report.sections.push_back(std::move(section));
}

}  // namespace turnpike::sim::agarwal
