// saturation_bound.cpp - the bound of a network whose messages have one way each.

#include "sim/experiment/run/saturation_bound.h"

#include <fmt/format.h>

#include <cmath>

#include "model/analysis/channel_load.h"
#include "model/traffic/destinations.h"
#include "sim/experiment/run/network_checks.h"
#include "sim/experiment/run/saturation_search.h"

namespace turnpike::sim {
namespace {

constexpr model::NodeId kMostNodes = 1024;  // every pair's way is counted

}  // namespace

std::optional<double> exact_bound(const Experiment& experiment) {
  const model::TrafficSpec& traffic = experiment.traffic;
  if (!model::workload_of(traffic).is_drawn || traffic.broadcast.fraction > 0 ||
      traffic.generator == model::Generator::xorshift) {
    return std::nullopt;
  }
  try {
    const model::Network network = build_network(experiment);
    if (network.nodes() > kMostNodes) return std::nullopt;
    const model::Destinations destinations(traffic, network, experiment.run.seed);
    const model::ChannelLoads loads =
        model::count_loads(network, [&](model::NodeId source, model::NodeId destination) {
          return destinations.share(source, destination);
        });
    // What fills short packets up to their header only lowers it.
    const double bound = loads.saturation(network);
    if (loads.has_choice || !std::isfinite(bound)) return std::nullopt;
    return bound;
  } catch (const std::exception&) {
    return std::nullopt;  // a point tells what is wrong with it
  }
}

std::string fault_above_bound(const Json& run, double load, double bound) {
  if (load <= bound || !follows(run)) return "";
  return fmt::format(
      "load {:.4g} is above {:.4g}, which no run can exceed, and its run of {} cycles did not see "
      "it: it is too short; raise run.measurement",
      load, bound, run.at("measurement_cycles").get<std::uint64_t>());
}

}  // namespace turnpike::sim
