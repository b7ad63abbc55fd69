// route_explorer.h - all states that packets for one destination can be in.
//
// A packet's state is (channel, VC class): its head stands in the buffer behind that channel. The
// routing functions treat all VCs of a dateline class or of a layer alike, and permit whole ones,
// so one VC stands for its class. A torus with two VCs or more has two classes, a network with
// layers has a class for each layer, and all other networks have one. Each of the at most two VCs
// of packet routers is a class. Message classes never meet and have the same paths, so the first
// stands for all.

#pragma once

#include <cstdint>
#include <vector>

#include "model/topology/wiring.h"

namespace turnpike::model {

// The ways on from one state: by each of these outputs on each of these classes, a bit for each.
struct Steps {
  PortMask outputs = 0;
  std::uint32_t classes = 0;
  // With an escape layer: besides, by each of these outputs on it.
  PortMask escape = 0;
  std::uint32_t escape_classes = 0;
};

class RouteExplorer {
 public:
  RouteExplorer(const Network& network, const Wiring& wiring)
      : network_(network), wiring_(wiring), class_vcs_(classes_of(network)) {
    mark_.assign(network.channels.size() * classes(), 0);
  }

  // Channel and class as one number below states(); the lowest VC of a class.
  unsigned classes() const { return static_cast<unsigned>(class_vcs_.size()); }
  std::size_t states() const { return mark_.size(); }
  std::size_t state(ChannelId channel, unsigned vc_class) const {
    return std::size_t{channel} * classes() + vc_class;
  }
  ChannelId channel_of(std::size_t state) const {
    return static_cast<ChannelId>(state / classes());
  }
  unsigned class_of(std::size_t state) const { return static_cast<unsigned>(state % classes()); }
  VcMask vcs_of(unsigned vc_class) const { return class_vcs_[vc_class]; }
  VcId first_vc(unsigned vc_class) const {
    return static_cast<VcId>(__builtin_ctz(class_vcs_[vc_class]));
  }
  // The classes that have one of these VCs.
  std::uint32_t classes_among(VcMask vcs) const {
    std::uint32_t some = 0;
    for (unsigned c = 0; c < classes(); ++c) {
      if ((vcs & class_vcs_[c]) != 0) some |= 1u << c;
    }
    return some;
  }

  Steps steps_of(ComponentId component, const Route& route) const {
    return {with_channels(component, route.outputs), classes_among(route.vcs),
            with_channels(component, route.escape), classes_among(route.escape_vcs)};
  }

  // Depth first from the injection ports of `sources`, over all outputs and classes that a route
  // permits. Calls, for each path to the destination each state once,
  //   visitor.at(state, component, in_port, route, steps)   state: kInjected at the source
  //   visitor.loop(state)          a packet can come back to where it was
  static constexpr std::size_t kInjected = ~std::size_t{0};
  template <class Visitor>
  void explore(NodeId destination, const std::vector<NodeId>& sources, Visitor& visitor) {
    for (path_ = 0; path_ < network_.path_count(); ++path_) {
      explore_path(destination, sources, visitor);
    }
  }
  // The one that is explored.
  unsigned path() const { return path_; }

 private:
  struct Frame {
    std::size_t state;
    ComponentId component;
    PortMask outputs;
    std::uint32_t classes;  // of each output,
    std::uint32_t left;     // and those that are left of the lowest one
    PortMask escape;        // comes when no output is left
    std::uint32_t escape_classes;
  };

  template <class Visitor>
  void explore_path(NodeId destination, const std::vector<NodeId>& sources, Visitor& visitor) {
    const Address address = network_.address_by(destination, path_);
    epoch_ += 2;
    if (epoch_ < 2) {  // wrapped around
      mark_.assign(mark_.size(), 0);
      epoch_ = 2;
    }
    for (const NodeId source : sources) {
      if ((network_.paths_between(source, destination) >> path_ & 1) == 0) continue;
      if (!may_enter(network_, source, address)) continue;
      const Attachment& inject = network_.terminals[source].inject;
      enter(kInjected, inject.component, inject.port, 0, address, visitor);
      while (!stack_.empty()) advance(address, visitor);
    }
  }

  static std::vector<VcMask> classes_of(const Network& network) {
    const RoutingParams& routing = network.router.routing;
    const VcMask all = class_vcs(routing, 0);
    std::vector<VcMask> classes;
    if (network.packets) {
      classes = {1, all & ~VcMask{1}};
    } else if (routing.has_dateline_classes()) {
      const VcMask lower = dateline_class_0(routing, all);
      classes = {lower, all & ~lower};
    } else {
      const unsigned width = class_width(routing) / routing.layers;
      for (unsigned layer = 0; layer < routing.layers; ++layer) {
        classes.push_back(all_vcs(width) << layer * width);
      }
    }
    if (classes.back() == 0) classes.pop_back();
    return classes;
  }

  template <class Visitor>
  void enter(std::size_t state, ComponentId component, PortId in_port, VcId vc, Address address,
             Visitor& visitor) {
    const Route route = route_at(network_, component, address, in_port, vc);
    const Steps steps = steps_of(component, route);
    visitor.at(state, component, in_port, route, steps);
    const PortMask outputs = steps.classes == 0 ? 0 : steps.outputs;
    stack_.push_back({state, component, outputs, steps.classes, steps.classes, steps.escape,
                      steps.escape_classes});
  }

  // The outputs among these that lead to another component.
  PortMask with_channels(ComponentId component, PortMask outputs) const {
    PortMask some = 0;
    for (PortMask left = outputs; left != 0; left &= left - 1) {
      const auto out = static_cast<PortId>(__builtin_ctz(left));
      if (out >= network_.ports_of(component)) continue;
      if (wiring_.channel_from(component, out) != kNoChannel) some |= PortMask{1} << out;
    }
    return some;
  }

  template <class Visitor>
  void advance(Address address, Visitor& visitor) {
    Frame& top = stack_.back();
    if (top.outputs == 0 && top.escape != 0) {
      top.outputs = top.escape;
      top.classes = top.left = top.escape_classes;
      top.escape = 0;
    }
    if (top.outputs == 0) {
      if (top.state != kInjected) mark_[top.state] = epoch_ + 1;
      stack_.pop_back();
      return;
    }
    const auto out = static_cast<PortId>(__builtin_ctz(top.outputs));
    const auto vc_class = static_cast<unsigned>(__builtin_ctz(top.left));
    top.left &= top.left - 1;
    if (top.left == 0) {
      top.left = top.classes;
      top.outputs &= top.outputs - 1;
    }
    const ChannelId id = wiring_.channel_from(top.component, out);
    const std::size_t next = state(id, vc_class);
    if (mark_[next] == epoch_ + 1) return;
    if (mark_[next] == epoch_) return visitor.loop(next);
    mark_[next] = epoch_;
    const Channel& channel = network_.channels[id];
    enter(next, channel.to, channel.to_port, first_vc(vc_class), address, visitor);
  }

  const Network& network_;
  const Wiring& wiring_;
  std::vector<VcMask> class_vcs_;    // [class]
  std::vector<std::uint32_t> mark_;  // [state]: epoch_ on the stack, epoch_ + 1 done
  std::uint32_t epoch_ = 0;
  unsigned path_ = 0;
  std::vector<Frame> stack_;
};

}  // namespace turnpike::model
