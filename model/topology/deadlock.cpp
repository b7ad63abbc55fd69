// deadlock.cpp - the channel dependency graph and the search for a cycle in it.

#include "model/topology/deadlock.h"

#include <algorithm>
#include <map>
#include <numeric>
#include <set>

#include "model/topology/route_explorer.h"

namespace turnpike::model {

namespace {

// What a head that holds a state may wait for, of all destinations: of each class the outputs.
class Dependencies {
 public:
  Dependencies(const Network& network, const Wiring& wiring, const RouteExplorer& explorer)
      : network_(network),
        wiring_(wiring),
        explorer_(explorer),
        outputs_(explorer.states() * explorer.classes(), 0) {}

  // A visitor of the explorer.
  void at(std::size_t state, ComponentId, PortId, const Route&, Steps onward) {
    if (state != RouteExplorer::kInjected) add(state, onward);
  }
  void loop(std::size_t) {}  // such a loop is a cycle of dependencies too

  void add(std::size_t state, Steps onward) {
    for (std::uint32_t left = onward.classes; left != 0; left &= left - 1) {
      outputs(state, static_cast<unsigned>(__builtin_ctz(left))) |= onward.outputs;
    }
    for (std::uint32_t left = onward.escape_classes; left != 0; left &= left - 1) {
      outputs(state, static_cast<unsigned>(__builtin_ctz(left))) |= onward.escape;
    }
  }

  // Depth-first search; the states of a cycle in order, empty if there is none. `finished`: all
  // states, those that depend on nothing first.
  std::vector<std::size_t> find_cycle(std::vector<std::size_t>* finished = nullptr) const;

 private:
  enum class Mark : std::uint8_t { fresh, on_stack, done };
  struct Frame {
    std::size_t state;
    unsigned vc_class;  // of the states behind that are next
    PortMask left;      // outputs to them
  };

  PortMask& outputs(std::size_t state, unsigned vc_class) {
    return outputs_[state * explorer_.classes() + vc_class];
  }
  PortMask outputs(std::size_t state, unsigned vc_class) const {
    return outputs_[state * explorer_.classes() + vc_class];
  }
  // The next state behind the one of the frame; none: explorer.states().
  std::size_t next_of(Frame& frame) const {
    while (frame.left == 0) {
      if (++frame.vc_class == explorer_.classes()) return explorer_.states();
      frame.left = outputs(frame.state, frame.vc_class);
    }
    const auto out = static_cast<PortId>(__builtin_ctz(frame.left));
    frame.left &= frame.left - 1;
    const Channel& channel = network_.channels[explorer_.channel_of(frame.state)];
    return explorer_.state(wiring_.channel_from(channel.to, out), frame.vc_class);
  }

  const Network& network_;
  const Wiring& wiring_;
  const RouteExplorer& explorer_;
  std::vector<PortMask> outputs_;  // [state, class behind]
};

std::vector<std::size_t> Dependencies::find_cycle(std::vector<std::size_t>* finished) const {
  std::vector<Mark> mark(explorer_.states(), Mark::fresh);
  std::vector<Frame> stack;
  for (std::size_t start = 0; start < mark.size(); ++start) {
    if (mark[start] != Mark::fresh) continue;
    mark[start] = Mark::on_stack;
    stack.push_back({start, 0, outputs(start, 0)});
    while (!stack.empty()) {
      Frame& top = stack.back();
      const std::size_t next = next_of(top);
      if (next == mark.size()) {
        mark[top.state] = Mark::done;
        if (finished != nullptr) finished->push_back(top.state);
        stack.pop_back();
        continue;
      }
      if (mark[next] == Mark::done) continue;
      if (mark[next] == Mark::on_stack) {
        std::vector<std::size_t> cycle;
        auto at = std::find_if(stack.begin(), stack.end(),
                               [&](const Frame& frame) { return frame.state == next; });
        for (; at != stack.end(); ++at) cycle.push_back(at->state);
        return cycle;
      }
      mark[next] = Mark::on_stack;
      stack.push_back({next, 0, outputs(next, 0)});
    }
  }
  return {};
}

// An escape layer (Duato 1993): channels that close no circle, which a packet never leaves, and
// which it may take wherever it stands. Then each packet can always go on in the end, whatever the
// other channels wait for: a packet of the escape waits for what is later in its order, and all
// others may wait for the escape alone.
class Escape {
 public:
  static constexpr unsigned kClass = 1;
  static constexpr std::uint32_t kBit = 1u << kClass;

  Escape(const Network& network, const Wiring& wiring, const RouteExplorer& explorer)
      : layer_(network, wiring, explorer), explorer_(explorer) {}

  // A visitor of the explorer.
  void at(std::size_t state, ComponentId, PortId, const Route&, Steps onward) {
    if (state != RouteExplorer::kInjected) add(state, onward);
  }
  void loop(std::size_t) {}

  void add(std::size_t state, const Steps& onward) {
    const std::uint32_t classes = (onward.outputs != 0 ? onward.classes : 0) |
                                  (onward.escape != 0 ? onward.escape_classes : 0);
    if (classes == 0) return;  // its way ends here
    is_open_ = is_open_ && (classes & kBit) != 0;
    if (explorer_.class_of(state) != kClass) return;
    is_open_ = is_open_ && classes == kBit;
    layer_.add(state, onward);
  }

  // Every packet has it before it, and none leaves it.
  bool is_open() const { return is_open_; }
  const Dependencies& layer() const { return layer_; }

 private:
  Dependencies layer_;
  const RouteExplorer& explorer_;
  bool is_open_ = true;
};

// Cube of packet routers: a broadcast in the buffer behind a channel waits for the outputs of
// the binomial tree there, and every channel is on the way of one.
void add_broadcasts(const Network& network, const Wiring& wiring, const RouteExplorer& explorer,
                    Dependencies& dependencies) {
  if (!network.packets || !network.topology->is_cube) return;
  for (ChannelId id = 0; id < network.channels.size(); ++id) {
    const Channel& channel = network.channels[id];
    const PacketRoute route =
        packet_route_at(network, channel.to, PacketKind::broadcast, 0, channel.to_port, 0);
    for (PortMask left = route.outputs; left != 0; left &= left - 1) {
      const auto out = static_cast<PortId>(__builtin_ctz(left));
      if (wiring.channel_from(channel.to, out) == kNoChannel) continue;
      dependencies.add(explorer.state(id, 0), {PortMask{1} << out, 1u << route.vc});
    }
  }
}

std::vector<std::pair<ChannelId, VcId>> named(const RouteExplorer& explorer,
                                              const std::vector<std::size_t>& states) {
  std::vector<std::pair<ChannelId, VcId>> cycle;
  cycle.reserve(states.size());
  for (const std::size_t state : states) {
    cycle.emplace_back(explorer.channel_of(state), explorer.first_vc(explorer.class_of(state)));
  }
  return cycle;
}

// Follows the routes of all pairs of these terminals.
template <class Visitor>
void follow(const Network& network, const std::vector<NodeId>& terminals, RouteExplorer& explorer,
            Visitor& visitor) {
  NodeId last = kNoTerminal;  // node: the terminals of one have the same routes to them
  for (const NodeId to : terminals) {
    if (network.node_of(to) != last) explorer.explore(to, terminals, visitor);
    last = network.node_of(to);
  }
}

constexpr const char* kByEscape =
    ": every packet has the escape layer before it, whose channels close no circle";

std::vector<NodeId> all_terminals(const Network& network) {
  std::vector<NodeId> all(network.terminals.size());
  std::iota(all.begin(), all.end(), 0u);
  return all;
}

// Follows the routes of these pairs; null: of all.
template <class Visitor>
void follow(const Network& network, const UsedPairs* pairs, RouteExplorer& explorer,
            Visitor& visitor) {
  if (pairs == nullptr) return follow(network, all_terminals(network), explorer, visitor);
  for (NodeId to = 0; to < network.nodes(); ++to) {
    if (pairs->sources_of(to).empty()) continue;
    explorer.explore(network.first_terminal(to), pairs->terminals_of(network, to), visitor);
  }
}

// A circle of the escape layer, if every packet has one before it; else one of all channels.
void check_escape(const Network& network, const UsedPairs* pairs, DeadlockReport& report) {
  const Wiring wiring(network);
  RouteExplorer explorer(network, wiring);
  Escape escape(network, wiring, explorer);
  follow(network, pairs, explorer, escape);
  if (!escape.is_open()) return;
  report.cycle = named(explorer, escape.layer().find_cycle());
  report.deadlock_free = report.cycle.empty();
  if (report.deadlock_free) report.method += kByEscape;
}

void check_all_routes(const Network& network, DeadlockReport& report) {
  detail::check_between(network, all_terminals(network), report);
  report.method = "all routes";
  const bool may_escape = network.router.routing.has_escape && !report.deadlock_free;
  if (may_escape) check_escape(network, nullptr, report);
}

// Routing tables: behind each channel, the outputs that any line of its port and layer permits, for
// whatever destination and whether such a packet comes there or not. These are all dependencies of
// all routes and perhaps more, so without a cycle nothing can deadlock. Under Up*/Down* no line
// after a way down leads up, so there is none. A cycle may be of lines that no packet meets: it
// decides nothing.
void check_all_lines(const Network& network, DeadlockReport& report) {
  const Wiring wiring(network);
  const RouteExplorer explorer(network, wiring);
  const RouterParams& router = network.router;
  Dependencies dependencies(network, wiring, explorer);
  Escape escape(network, wiring, explorer);
  std::map<const TableWord*, TableWord> outputs;  // of a line, which ports may share
  for (std::size_t state = 0; state < explorer.states(); ++state) {
    const Channel& channel = network.channels[explorer.channel_of(state)];
    const unsigned layer = explorer.class_of(state);
    const TableWord* const line = network.line_of(channel.to, channel.to_port, layer);
    const auto add = [&](TableWord word) {
      const Route route = table_route(router.routing, word, explorer.first_vc(layer));
      const Steps steps = explorer.steps_of(channel.to, route);
      dependencies.add(state, steps);
      escape.add(state, steps);
    };
    if (router.routing.layers == 1) {  // all outputs of the line together
      const auto [all, is_new] = outputs.try_emplace(line, 0);
      for (std::size_t i = 0; is_new && i < network.line_words(); ++i) all->second |= line[i];
      add(all->second);
      continue;
    }
    std::vector<TableWord> seen;  // most words say one of few things
    for (std::size_t i = 0; i < network.line_words(); ++i) {
      if (std::find(seen.begin(), seen.end(), line[i]) != seen.end()) continue;
      if (seen.size() < 8) seen.push_back(line[i]);
      add(line[i]);
    }
  }
  const bool has_escape =
      router.routing.has_escape && escape.is_open() && escape.layer().find_cycle().empty();
  report.checked = report.deadlock_free = has_escape || dependencies.find_cycle().empty();
  const std::string lines = "all lines of the routing tables";
  report.method = has_escape       ? lines + kByEscape
                  : report.checked ? lines + ": no circle of channels"
                                   : "not checked: lines of the routing tables close a circle, "
                                     "and there are too many terminals to see whether packets "
                                     "meet them all";
}

// From the first class that the order comes to again, to where it does.
std::vector<unsigned> cycle_of_classes(const std::vector<unsigned>& order) {
  for (auto again = order.begin(); again != order.end(); ++again) {
    const auto first = std::find(order.begin(), again, *again);
    if (first != again) return {first, again};
  }
  return {};
}

void check_order_of_classes(const Network& network, DeadlockReport& report) {
  if (network.class_order.empty()) return;
  report.method += "; order of message classes";
  report.class_cycle = cycle_of_classes(network.class_order);
  if (report.class_cycle.empty()) return;
  report.checked = true;  // whatever the routes do
  report.deadlock_free = false;
}

}  // namespace

namespace detail {

void check_between(const Network& network, const std::vector<NodeId>& terminals,
                   DeadlockReport& report) {
  const Wiring wiring(network);
  RouteExplorer explorer(network, wiring);
  Dependencies dependencies(network, wiring, explorer);
  follow(network, terminals, explorer, dependencies);
  add_broadcasts(network, wiring, explorer, dependencies);
  report.cycle = named(explorer, dependencies.find_cycle());
  report.checked = true;
  report.deadlock_free = report.cycle.empty();
}

// Dimension order: a packet never returns to a dimension that it has left, so all channels of a
// cycle are in one dimension, hence in one ring (array, pair) of it. What the routing function
// permits there depends only on the coordinates in this dimension, on the VC, and on whether the
// packet continues in the dimension, where coming from another dimension is the same as coming
// from a terminal; and in every ring any node may send to any. So all rings of radix k have the
// same dependencies, those of the ring through node 0 among them, and that is checked, per radix.
// Interchanges that serve one dimension stand at the same places in all rings of radix k.
void check_one_ring_per_radix(const Network& network, DeadlockReport& report) {
  report.deadlock_free = true;
  std::set<unsigned> checked;
  NodeId stride = 1;
  for (const unsigned k : network.radix) {
    if (report.deadlock_free && checked.insert(k).second) {
      std::vector<NodeId> ring;
      for (unsigned x = 0; x < k; ++x) ring.push_back(network.first_terminal(x * stride));
      check_between(network, ring, report);
    }
    stride *= k;
  }
  report.checked = true;
  report.method = "one ring or array of each radix (dimension order: the others are alike)";
}

bool fits_one_ring_per_radix(const Network& network) {
  for (const InterchangeParams& shape : network.interchanges) {
    if (shape.routing.is_joint) return false;  // they stand elsewhere in each line
  }
  const std::set<unsigned> radices(network.radix.begin(), network.radix.end());
  std::size_t work = 0;
  for (const unsigned k : radices) work += std::size_t{k} * k * 2;
  return work <= kMaxDeadlockWork;
}

}  // namespace detail

DeadlockReport check_deadlock(const Network& network, std::size_t max_work) {
  DeadlockReport report;
  report.nodes = network.nodes();
  report.channels = network.channels.size();
  if (report.nodes * std::max<std::size_t>(report.channels, 1) <= max_work) {
    check_all_routes(network, report);
  } else if (network.router.routing.kind.function->looks_up()) {
    check_all_lines(network, report);
  } else {
    network.topology->prove_large(network, report);
  }
  check_order_of_classes(network, report);
  return report;
}

DeadlockReport check_deadlock(const Network& network, const UsedPairs& pairs) {
  const Wiring wiring(network);
  RouteExplorer explorer(network, wiring);
  Dependencies dependencies(network, wiring, explorer);
  follow(network, &pairs, explorer, dependencies);
  add_broadcasts(network, wiring, explorer, dependencies);
  DeadlockReport report;
  report.nodes = network.nodes();
  report.channels = network.channels.size();
  report.cycle = named(explorer, dependencies.find_cycle());
  report.checked = true;
  report.deadlock_free = report.cycle.empty();
  report.method = "all routes of the pairs";
  const bool may_escape = network.router.routing.has_escape && !report.deadlock_free;
  if (may_escape) check_escape(network, &pairs, report);
  check_order_of_classes(network, report);
  return report;
}

ChannelOrder channel_order(const Network& network, const UsedPairs* pairs) {
  const Wiring wiring(network);
  RouteExplorer explorer(network, wiring);
  Dependencies dependencies(network, wiring, explorer);
  follow(network, pairs, explorer, dependencies);
  add_broadcasts(network, wiring, explorer, dependencies);
  std::vector<std::size_t> finished;
  ChannelOrder order;
  order.classes = explorer.classes();
  if (!dependencies.find_cycle(&finished).empty()) {
    if (!network.router.routing.has_escape) return order;
    Escape escape(network, wiring, explorer);
    follow(network, pairs, explorer, escape);
    finished.clear();
    if (!escape.is_open() || !escape.layer().find_cycle(&finished).empty()) return order;
    order.escape = Escape::kClass;
    const auto is_other = [&](std::size_t state) {
      return explorer.class_of(state) != Escape::kClass;
    };
    finished.erase(std::remove_if(finished.begin(), finished.end(), is_other), finished.end());
  }
  for (auto state = finished.rbegin(); state != finished.rend(); ++state) {
    order.places.emplace_back(explorer.channel_of(*state), explorer.class_of(*state));
  }
  return order;
}

std::string cycle_text(const Network& network, const DeadlockReport& report) {
  std::string text;
  for (std::size_t i = 0; i < report.cycle.size(); ++i) {
    const auto& [channel, vc] = report.cycle[i];
    text += "VC " + std::to_string(vc) + " of " + channel_name(network, channel) +
            (i + 1 < report.cycle.size() ? " waits for\n" : " waits for the first\n");
  }
  for (std::size_t i = 0; i < report.class_cycle.size(); ++i) {
    text += "a delivered message of class " + std::to_string(report.class_cycle[i]) +
            " waits for one of class " +
            std::to_string(report.class_cycle[(i + 1) % report.class_cycle.size()]) +
            " to be sent\n";
  }
  return text;
}

}  // namespace turnpike::model
