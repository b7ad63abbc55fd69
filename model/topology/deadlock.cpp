// deadlock.cpp - the channel dependency graph and the search for a cycle in it.

#include "model/topology/deadlock.h"

#include <algorithm>
#include <numeric>
#include <set>

#include "model/topology/build.h"
#include "model/topology/route_explorer.h"

namespace turnpike::model {

namespace {

// Collects the dependencies of all states, whatever the destination.
struct Dependencies {
  std::vector<StepMask> steps;  // [state]

  void at(std::size_t state, ComponentId, PortId, const Route&, StepMask onward) {
    if (state != RouteExplorer::kInjected) steps[state] |= onward;
  }
  void loop(std::size_t) {}  // such a loop is a cycle of dependencies too
};

// Depth-first search; the states of a cycle in order, empty if there is none.
std::vector<std::size_t> find_cycle(const Network& network, const Wiring& wiring,
                                    const std::vector<StepMask>& dependencies) {
  enum class Mark : std::uint8_t { fresh, on_stack, done };
  struct Frame {
    std::size_t state;
    StepMask left;
  };
  std::vector<Mark> mark(dependencies.size(), Mark::fresh);
  std::vector<Frame> stack;
  for (std::size_t start = 0; start < dependencies.size(); ++start) {
    if (mark[start] != Mark::fresh) continue;
    mark[start] = Mark::on_stack;
    stack.push_back({start, dependencies[start]});
    while (!stack.empty()) {
      Frame& top = stack.back();
      if (top.left == 0) {
        mark[top.state] = Mark::done;
        stack.pop_back();
        continue;
      }
      const auto step = static_cast<unsigned>(__builtin_ctzll(top.left));
      top.left &= top.left - 1;
      const Channel& channel = network.channels[top.state / RouteExplorer::kClasses];
      const std::size_t next =
          RouteExplorer::state(wiring.channel_from(channel.to, step / RouteExplorer::kClasses),
                               step % RouteExplorer::kClasses);
      if (mark[next] == Mark::done) continue;
      if (mark[next] == Mark::on_stack) {
        std::vector<std::size_t> cycle;
        auto at = std::find_if(stack.begin(), stack.end(),
                               [&](const Frame& frame) { return frame.state == next; });
        for (; at != stack.end(); ++at) cycle.push_back(at->state);
        return cycle;
      }
      mark[next] = Mark::on_stack;
      stack.push_back({next, dependencies[next]});
    }
  }
  return {};
}

void check_all_routes(const Network& network, DeadlockReport& report) {
  const Wiring wiring(network);
  RouteExplorer explorer(network, wiring);
  std::vector<NodeId> sources(network.terminals.size());
  std::iota(sources.begin(), sources.end(), 0u);
  Dependencies dependencies{std::vector<StepMask>(explorer.states(), 0)};
  for (const NodeId to : sources) explorer.explore(to, sources, dependencies);
  for (const std::size_t state : find_cycle(network, wiring, dependencies.steps)) {
    report.cycle.emplace_back(static_cast<ChannelId>(state / RouteExplorer::kClasses),
                              explorer.first_vc(state % RouteExplorer::kClasses));
  }
  report.checked = true;
  report.deadlock_free = report.cycle.empty();
  report.method = "all routes";
}

// Dimension order: a packet never returns to a dimension that it has left, so all channels of a
// cycle are in one dimension, hence in one ring (array, pair) of it. What the routing function
// permits there depends only on the coordinates in this dimension, on the VC, and on whether the
// packet continues in the dimension, where coming from another dimension is the same as coming
// from a terminal; and in every ring any node may send to any. So each ring of radix k has the
// dependencies of the one-dimensional network of radix k, and that is checked, per radix.
void check_one_ring_per_radix(const Network& network, DeadlockReport& report) {
  const std::set<unsigned> radices(network.radix.begin(), network.radix.end());
  std::size_t work = 0;
  for (const unsigned k : radices) work += std::size_t{k} * k * 2;
  if (work > kMaxDeadlockWork) {
    report.method = "not checked: rings too long";
    return;
  }
  TopologySpec topology;
  topology.kind = network.topology;
  topology.bidirectional = network.bidirectional;
  RouterSpec router;
  router.virtual_channels = network.router.virtual_channels;
  router.flit_bits = kMaxFlitBits;
  report.deadlock_free = true;
  for (const unsigned k : radices) {
    topology.radix = {k};
    DeadlockReport ring;
    check_all_routes(build_network(topology, router, LinkSpec{}), ring);
    report.deadlock_free = report.deadlock_free && ring.deadlock_free;
  }
  report.checked = true;
  report.method = "one ring or array of each radix (dimension order: the others are alike)";
}

// Butterfly: if every channel leads from one stage to the next, no way comes back.
void check_stages(const Network& network, DeadlockReport& report) {
  const std::size_t per_stage = network.components.size() / network.radix.size();
  report.deadlock_free =
      std::all_of(network.channels.begin(), network.channels.end(), [&](const Channel& channel) {
        return channel.to / per_stage == channel.from / per_stage + 1;
      });
  report.checked = true;
  report.method = "channels lead from stage to stage";
}

}  // namespace

DeadlockReport check_deadlock(const Network& network, std::size_t max_work) {
  DeadlockReport report;
  report.nodes = network.terminals.size();
  report.channels = network.channels.size();
  if (report.nodes * std::max<std::size_t>(report.channels, 1) <= max_work) {
    check_all_routes(network, report);
  } else if (network.router.routing.kind == RoutingKind::table) {
    report.method = "not checked: terminals * channels is above " + std::to_string(max_work);
  } else if (network.topology == TopologyKind::butterfly) {
    check_stages(network, report);
  } else {
    check_one_ring_per_radix(network, report);
  }
  return report;
}

std::string cycle_text(const Network& network, const DeadlockReport& report) {
  std::string text;
  for (std::size_t i = 0; i < report.cycle.size(); ++i) {
    const auto& [channel, vc] = report.cycle[i];
    text += "VC " + std::to_string(vc) + " of " + channel_name(network, channel) +
            (i + 1 < report.cycle.size() ? " waits for\n" : " waits for the first\n");
  }
  return text;
}

}  // namespace turnpike::model
