// irregular_report.h - facts about an irregular network, reported before it runs.

#pragma once

#include <cstddef>
#include <optional>
#include <string>
#include <vector>

#include "model/topology/network.h"
#include "model/topology/up_down_load.h"
#include "model/topology/wiring.h"
#include "sim/experiment/config/experiment.h"
#include "sim/experiment/results/result_keys.h"

namespace turnpike::sim {

// The root of Up*/Down*, what channels carry with it, and whether another would be better.
struct RootReport {
  model::ComponentId root = 0;
  model::RootPlan plan;   // of the search for the best one
  bool is_exact = false;  // it compared them by all destinations
  model::ComponentId best = 0;
  double best_saturation = 0;            // of the channel that is full first from there
  model::Bottleneck bottleneck;          // uniform traffic, an even split of legal ways
  double bound = 0;                      // of all splits
  std::vector<model::ChannelId> unused;  // channels on no route
  std::vector<std::string> names;        // of the switches; empty: they are numbers

  std::string name_of(model::ComponentId at) const {
    return names.empty() ? std::to_string(at) : names[at];
  }
};
RootReport report_root(const Experiment& experiment, const model::Network& network);

// "root 6 (...)", and lines that say where the network is full first. Each line is indented.
std::string root_text(const RootReport& report);
std::string saturation_text(const RootReport& report);
Json saturation_json(const RootReport& report);

// What the routes of any network carry, an even split where they choose, under uniform traffic.
struct RouteReport {
  model::ChannelId bottleneck = model::kNoChannel;  // none: no packet takes a channel
  double channel_saturation =
      0;                    // flits per cycle and terminal at which it is full; infinite: none
  double saturation = 0;    // at which it or a terminal is full
  bool has_choice = false;  // routes choose, so another split may carry more
};
// Nothing above 1,024 nodes.
std::optional<RouteReport> report_routes(const model::Network& network);
std::string routes_text(const model::Network& network, const RouteReport& report);

// What the reader of an anynet file took for granted, a sentence each.
std::vector<std::string> link_assumptions(const Experiment& experiment);
// These, and what latencies mean and where they differ.
std::vector<std::string> link_remarks(const Experiment& experiment, const model::Network& network);

}  // namespace turnpike::sim
