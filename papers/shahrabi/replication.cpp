// replication.cpp - what it saves when packet routers copy a broadcast instead of the nodes.

#include <algorithm>

#include "papers/network_runs.h"
#include "papers/shahrabi/panels.h"
#include "papers/shahrabi/shahrabi.h"
#include "papers/sheet.h"

namespace turnpike::sim::shahrabi {

namespace {

struct Kind {
  const char* label;
  const char* router;
  const char* broadcast;
};
constexpr Kind kKinds[] = {{"wormhole, nodes copy", "wormhole", "tree"},
                           {"packets, nodes copy", "packet", "tree"},
                           {"packets, routers copy", "packet", "router"}};

Measured busiest(const NetworkPoint& point) {
  std::vector<double> values;
  for (const model::Results& results : point.results) {
    const auto& all = results.channel_utilisation;
    values.push_back(*std::max_element(all.begin(), all.end()));
  }
  return measured(values);
}

}  // namespace

void add_replication(const PaperOptions& options, PaperReport& report) {
  const Panel& panel = panels().front();
  const Effort how = effort(options);
  const std::vector<double> shares =
      options.quick ? std::vector<double>{.5} : std::vector<double>{.1, .5, .9};
  std::vector<NetworkPoint> points;
  for (const double share : shares) {
    for (const Kind& kind : kKinds) {
      Variation variation;
      variation.router = kind.router;
      variation.broadcast = kind.broadcast;
      points.push_back({experiment_of(panel, rate_at(panel, share), how.discarded(panel) / 2,
                                      how.measured(panel) / 2, variation),
                        {}});
    }
  }
  if (!run_network_points(points, how.seeds, options, "replication")) {
    report.interrupted = true;
    return;
  }
  const Part part("shahrabi", "replication");
  Table table =
      part.table("replication",
                 {{"network", panel.id}, {"flits", panel.flits}, {"copies", panel.nodes() - 1}});
  for (std::size_t i = 0; i < points.size(); ++i) {
    const Kind& kind = kKinds[i % std::size(kKinds)];
    const bool by_router = std::string(kind.broadcast) == "router";
    const double injected = by_router ? 1 : panel.nodes() - 1.0;
    table.rows.push_back({Cell(Measured{shares[i / std::size(kKinds)], 0}, 1), kind.label,
                          Cell(over_seeds(points[i], &model::Results::broadcast_latency), 0),
                          Cell(over_seeds(points[i], &model::Results::latency), 1),
                          Cell(Measured{injected, 0}, 0), Cell(busiest(points[i]), 3)});
  }
  part.add_to(report, options.quick, {}, {table});
}

}  // namespace turnpike::sim::shahrabi
