// channel_load.cpp - flows to one destination after the other, pushed along the routes.

#include "model/analysis/channel_load.h"

#include <algorithm>
#include <limits>

#include "model/topology/wiring.h"

namespace turnpike::model {

namespace {

class LoadCounter {
 public:
  LoadCounter(const Network& network, const TrafficShare& share)
      : network_(network),
        share_(share),
        wiring_(network),
        flow_(network.channels.size() * network.router.routing.layers, 0),
        ends_(flow_.size()) {
    loads_.channel.assign(network.channels.size(), 0);
    loads_.inject.assign(network.terminals.size(), 0);
    loads_.eject.assign(network.terminals.size(), 0);
  }

  ChannelLoads count() {
    for (NodeId node = 0; node < network_.nodes(); ++node) count_to(node);
    double sent = 0;
    for (const double load : loads_.inject) sent += load;
    for (ChannelId id = 0; sent > 0 && id < loads_.channel.size(); ++id) {
      loads_.hops += loads_.channel[id] / sent;
      loads_.wire_cycles += loads_.channel[id] / sent * network_.channels[id].latency;
    }
    return std::move(loads_);
  }

 private:
  // Where the head of a packet for destination_ stands, and the outputs that are legal there.
  struct Place {
    ComponentId component = 0;
    PortMask outputs = 0;
    VcId vc = 0;              // lowest permitted behind these outputs
    std::uint32_t epoch = 0;  // of the destination for which this was found
  };
  struct Frame {
    std::size_t state;  // channel and layer; kNoState: the terminal
    Place place;
    PortMask left;
  };

  static constexpr std::size_t kNoState = ~std::size_t{0};

  // A packet on this VC of a channel: routing tables may treat layers differently.
  std::size_t state_of(ChannelId channel, VcId vc) const {
    const RoutingParams& routing = network_.router.routing;
    return std::size_t{channel} * routing.layers + layer_of(routing, vc);
  }

  void count_to(NodeId node) {
    for (unsigned path = 0; path < network_.path_count(); ++path) count_to(node, path);
  }

  void count_to(NodeId node, unsigned path) {
    const NodeId to = network_.first_terminal(node);
    destination_ = network_.address_by(to, path);
    ++epoch_;
    order_.clear();
    for (NodeId source = 0; source < network_.nodes(); ++source) {
      const std::uint64_t legal = network_.paths_between(network_.first_terminal(source), to);
      if ((legal >> path & 1) == 0) continue;
      const double share = share_(source, node);
      const int paths = __builtin_popcountll(legal);
      loads_.has_choice = loads_.has_choice || (share > 0 && paths > 1);
      if (share > 0) inject(source, share / paths);
    }
    // From the sources on: every channel after all that lead to it.
    for (auto id = order_.rbegin(); id != order_.rend(); ++id) {
      loads_.channel[*id / network_.router.routing.layers] += flow_[*id];
      push(ends_[*id], flow_[*id]);
      flow_[*id] = 0;
    }
  }

  // The local channels by which a message may go in, a bit each. Of several it takes that of the
  // dimension which it corrects first; where the channel says the first hop, any that brings it
  // nearer.
  Address entries_of(NodeId first) const {
    const Address differs = network_.terminals[first].address ^ destination_;
    if (network_.local_channels == 1 || differs == 0) return 1;
    if (network_.packets && network_.packets->first_hop) return differs;
    const unsigned dimension = bit_to_correct(network_.router.routing, differs);
    return Address{1} << (dimension % network_.local_channels);
  }

  void inject(NodeId source, double share) {
    const NodeId first = network_.first_terminal(source);
    Address entries = entries_of(first);
    loads_.has_choice = loads_.has_choice || (entries & (entries - 1)) != 0;
    const double part = share / __builtin_popcount(entries);
    for (; entries != 0; entries &= entries - 1) {
      const NodeId terminal = first + static_cast<NodeId>(__builtin_ctz(entries));
      const Attachment& at = network_.terminals[terminal].inject;
      loads_.inject[terminal] += part;
      const Place place = place_at(at.component, at.port, 0);
      explore(place);
      push(place, part);
    }
  }

  Place place_at(ComponentId component, PortId in_port, VcId vc) {
    const Route route = route_at(network_, component, destination_, in_port, vc);
    const VcId next = route.vcs == 0 ? 0 : static_cast<VcId>(__builtin_ctz(route.vcs));
    return {component, route.outputs, next, epoch_};
  }

  // Appends to order_ what can be reached from a terminal and is not in it yet, the end first.
  void explore(const Place& start) {
    stack_.push_back({kNoState, start, start.outputs});
    while (!stack_.empty()) {
      Frame& top = stack_.back();
      if (top.left == 0) {
        if (top.state != kNoState) order_.push_back(top.state);
        stack_.pop_back();
        continue;
      }
      const auto out = static_cast<PortId>(__builtin_ctz(top.left));
      top.left &= top.left - 1;
      const ChannelId id = wiring_.channel_from(top.place.component, out);
      if (id == kNoChannel) continue;
      const std::size_t state = state_of(id, top.place.vc);
      if (ends_[state].epoch == epoch_) continue;
      const Channel& channel = network_.channels[id];
      ends_[state] = place_at(channel.to, channel.to_port, top.place.vc);
      stack_.push_back({state, ends_[state], ends_[state].outputs});
    }
  }

  void push(const Place& from, double flow) {
    const int ways = __builtin_popcount(from.outputs);
    bool goes_on = false;
    for (PortMask left = from.outputs; left != 0; left &= left - 1) {
      const auto out = static_cast<PortId>(__builtin_ctz(left));
      const ChannelId id = wiring_.channel_from(from.component, out);
      if (id != kNoChannel) {
        flow_[state_of(id, from.vc)] += flow / ways;
        goes_on = true;
      } else if (const NodeId end = wiring_.terminal_at(from.component, out); end != kNoTerminal) {
        loads_.eject[end] += flow / ways;
      }
    }
    loads_.has_choice = loads_.has_choice || (goes_on && ways > 1);
  }

  const Network& network_;
  const TrafficShare& share_;
  Wiring wiring_;
  ChannelLoads loads_;
  Address destination_ = 0;
  std::uint32_t epoch_ = 0;
  std::vector<double> flow_;  // [channel, layer] to this destination
  std::vector<Place> ends_;   // [channel, layer] behind it
  std::vector<std::size_t> order_;
  std::vector<Frame> stack_;
};

double fullest(const std::vector<double>& loads) {
  return loads.empty() ? 0 : *std::max_element(loads.begin(), loads.end());
}

}  // namespace

ChannelLoads count_loads(const Network& network, const TrafficShare& share) {
  return LoadCounter(network, share).count();
}

double ChannelLoads::saturation(const Network& network) const {
  double most = std::max(fullest(inject), fullest(eject));
  const ChannelId worst = bottleneck(network);
  if (worst != kNoChannel)
    most = std::max(most, channel[worst] / capacity(network.channels[worst]));
  return most > 0 ? 1 / most : std::numeric_limits<double>::infinity();
}

ChannelId ChannelLoads::bottleneck(const Network& network) const {
  ChannelId worst = kNoChannel;
  double most = 0;
  for (ChannelId id = 0; id < channel.size(); ++id) {
    const double load = channel[id] / capacity(network.channels[id]);
    // Sums of the same flows in another order are the same load.
    if (load <= most * (1 + 1e-9)) continue;
    most = load;
    worst = id;
  }
  return worst;
}

}  // namespace turnpike::model
