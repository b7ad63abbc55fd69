// zero_load.cpp - a sample of the traffic, message by message.

#include "model/network/zero_load.h"

#include <algorithm>
#include <stdexcept>

#include "model/topology/route.h"
#include "model/traffic/destinations.h"
#include "model/traffic/message_length.h"

namespace turnpike::model {
namespace {

constexpr NodeId kSources = 512;     // at most, evenly over the nodes
constexpr unsigned kMessages = 512;  // at least, unless one node is all there is

class ZeroLoad {
 public:
  ZeroLoad(const Network& network, double sink_stall)
      : network_(network), wiring_(network), sink_cycles_(1 / (1 - sink_stall)) {}

  // By the path that message number `turn` of the sample takes, of those that there are.
  double latency(NodeId source, NodeId destination, std::uint32_t flits, unsigned turn) const {
    NodeId from = network_.first_terminal(source);
    const NodeId to = network_.first_terminal(destination);
    if (network_.packets && network_.packets->first_hop && source != destination) {
      from += bit_to_correct(network_.router.routing,
                             network_.terminals[from].address ^ network_.terminals[to].address);
    }
    const std::vector<PathStep> path =
        route_by(network_, wiring_, from, to, path_in_turn(network_.paths_between(from, to), turn));
    double pace = std::max(sink_cycles_, pace_of(1, 0));
    for (const PathStep& step : path) {
      if (step.channel == kNoChannel) continue;
      const Channel& channel = network_.channels[step.channel];
      pace =
          std::max(pace, pace_of(double{1} * channel.phits * channel.clock_ratio, channel.latency));
    }
    return static_cast<double>(zero_load_latency(network_, path)) + pace * (flits - 1);
  }

 private:
  // Cycles from flit to flit on a channel: one pays for the next where the buffer is shallow.
  double pace_of(double cycles, unsigned latency) const {
    const unsigned loop = 2 * latency + network_.router.pipeline_cycles + 2;
    return std::max(cycles, double{1} * loop / network_.router.buffer_depth);
  }

  const Network& network_;
  Wiring wiring_;
  double sink_cycles_;  // from flit to flit into a sink
};

}  // namespace

double mean_zero_load(const Network& network, const Traffic& traffic, double sink_stall) {
  if (traffic.is_offered() || !workload_of(traffic.spec()).is_drawn) return 0;
  const Destinations destinations(traffic.spec(), network, traffic.seed());
  const MessageLength length(traffic.spec(), traffic.seed());
  const ZeroLoad zero_load(network, sink_stall);
  const NodeId sources = std::min(network.nodes(), kSources);
  const unsigned messages = std::max(1u, kMessages / sources);
  double sum = 0;
  unsigned count = 0;
  for (NodeId i = 0; i < sources; ++i) {
    const auto source = static_cast<NodeId>(std::uint64_t{i} * network.nodes() / sources);
    if (!destinations.sends(source)) continue;
    for (unsigned m = 0; m < messages; ++m) {
      try {
        sum += zero_load.latency(source, destinations.pick(source, m), length.pick(source, m), m);
        ++count;
      } catch (const std::runtime_error&) {
        // No route: the run itself will tell.
      }
    }
  }
  return count == 0 ? 0 : sum / count;
}

}  // namespace turnpike::model
