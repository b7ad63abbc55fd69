// batch_reach.cpp - which runs the batch engine carries.

#include "model/batch/batch_reach.h"

#include <algorithm>
#include <limits>

#include "model/traffic/workload.h"

namespace turnpike::model {
namespace {

// Four windows, at whose ends a batch looks whether anything has moved (statistics/run_control.h).
constexpr Cycle kLeastWatchdog = 4000;
constexpr std::uint32_t kLongest = (1u << 31) - 1;  // flits that a packet can have

bool is_plain(const Channel& channel) { return channel.latency == 0 && !channel.is_narrow(); }

// Each router has one terminal, behind its last port.
bool has_terminal_each(const Network& network) {
  if (network.terminals.size() != network.components.size()) return false;
  for (NodeId n = 0; n < network.terminals.size(); ++n) {
    const Terminal& terminal = network.terminals[n];
    for (const Attachment* end : {&terminal.inject, &terminal.eject}) {
      if (end->component != n || end->port + 1 != network.router.ports) return false;
    }
  }
  return true;
}

// What travels with a head fits into the words that there are for it.
bool fits(const Network& network) {
  const RouterParams& router = network.router;
  const unsigned bits = router.routing.coordinate_bits + (router.routing.kind.has_pairs ? 1 : 0) +
                        (router.routing.has_dateline_classes() ? 1 : 0);
  return router.ports <= kBatchPorts && router.virtual_channels <= kBatchVcs &&
         router.buffer_depth <= kBatchDepth && router.routing.dimensions <= kBatchSteps &&
         router.routing.dimensions * bits + number_planes(network) <= kBatchPlanes;
}

std::string network_obstacle(const Network& network) {
  const RoutingParams& routing = network.router.routing;
  if (network.packets) return "routers of kind \"packet\"";
  if (network.local_channels > 1) return "several local channels a node";
  if (!network.interchanges.empty()) return "express channels";
  if (!routing.kind.function->follows_dimensions) return "a routing other than dimension order";
  if (network.router.turns_last) return "router.turns \"last\"";
  if (routing.message_classes > 1) return "several message classes";
  if (!std::all_of(network.channels.begin(), network.channels.end(), is_plain)) {
    return "registers on channels, or narrow channels";
  }
  if (!has_terminal_each(network)) return "several terminals at a router, or none";
  return fits(network) ? "" : "a router of more than 16 ports, VCs or flits a VC, or 64 planes";
}

// The mean of an exponential length times what no draw exceeds (traffic/message_length.cpp).
std::uint32_t longest_of(const TrafficSpec& traffic) {
  switch (traffic.length_kind) {
    case LengthKind::exponential:
      return static_cast<std::uint32_t>(std::min<std::uint64_t>(45ull * traffic.length, kLongest));
    case LengthKind::bimodal:
      return std::max(traffic.length, traffic.long_length);
    case LengthKind::fixed:
      break;
  }
  return traffic.length;
}

}  // namespace

std::string batch_obstacle(const Network& network, const TrafficSpec& traffic, const RunSpec& run) {
  if (&workload_of(traffic) != Workload::traffic) return "messages that are not drawn";
  if (traffic.broadcast.fraction > 0) return "broadcasts";
  if (run.sink_stall > 0) return "sinks that stall";
  if (run.watchdog < kLeastWatchdog) return "a watchdog below 4000 cycles";
  if (run.max_cycles > std::numeric_limits<std::uint32_t>::max() / 2) {
    return "more than 2^31 cycles";
  }
  return network_obstacle(network);
}

BatchTraffic batch_traffic(const TrafficSpec& traffic, const RunSpec& run) {
  BatchTraffic shared;
  shared.longest = longest_of(traffic);
  shared.shortest = traffic.length;
  if (traffic.length_kind == LengthKind::exponential) shared.shortest = 1;
  if (traffic.length_kind == LengthKind::bimodal) {
    shared.shortest = std::min(traffic.length, traffic.long_length);
  }
  shared.max_cycles = run.max_cycles;
  return shared;
}

BatchTraffic joined(const BatchTraffic& a, const BatchTraffic& b) {
  return {std::min(a.shortest, b.shortest), std::max(a.longest, b.longest),
          std::max(a.max_cycles, b.max_cycles)};
}

}  // namespace turnpike::model
