// route_explorer.h - every state that packets for one destination can be in.
//
// A packet's state is (channel, VC class): its head stands in the buffer behind that channel. The
// routing functions treat all VCs of a dateline class alike, and permit whole classes, so one VC
// stands for its class: a torus with two VCs or more has two classes, all other networks one. Of
// the at most two VCs of packet routers each is a class of its own. Message classes never meet and
// have the same ways, so the first speaks for all.

#pragma once

#include <cstdint>
#include <vector>

#include "model/topology/wiring.h"

namespace turnpike::model {

// The ways on from one state: bit 2 * output port + class.
using StepMask = std::uint64_t;

class RouteExplorer {
 public:
  static constexpr unsigned kClasses = 2;

  RouteExplorer(const Network& network, const Wiring& wiring)
      : network_(network), wiring_(wiring), mark_(network.channels.size() * kClasses, 0) {
    const RoutingParams& routing = network.router.routing;
    const VcMask all = class_vcs(routing, 0);
    class_vcs_[0] = routing.has_dateline_classes() ? dateline_class_0(routing, all) : all;
    if (network.packets) class_vcs_[0] = 1;
    class_vcs_[1] = all & ~class_vcs_[0];
  }

  // Channel and class as one number below states(); the lowest VC of a class.
  std::size_t states() const { return mark_.size(); }
  static std::size_t state(ChannelId channel, unsigned vc_class) {
    return std::size_t{channel} * kClasses + vc_class;
  }
  VcId first_vc(unsigned vc_class) const {
    return static_cast<VcId>(__builtin_ctz(class_vcs_[vc_class]));
  }

  // Depth first from the injection ports of `sources`, over all outputs and classes that a route
  // permits. Calls, each state once,
  //   visitor.at(state, component, in_port, route, steps)   state: kInjected at the source
  //   visitor.loop(state)          a packet can come back to where it was
  static constexpr std::size_t kInjected = ~std::size_t{0};
  template <class Visitor>
  void explore(NodeId destination, const std::vector<NodeId>& sources, Visitor& visitor) {
    const Address address = network_.terminals[destination].address;
    epoch_ += 2;
    if (epoch_ < 2) {  // wrapped around
      mark_.assign(mark_.size(), 0);
      epoch_ = 2;
    }
    for (const NodeId source : sources) {
      if (!may_enter(network_, source, address)) continue;
      const Attachment& inject = network_.terminals[source].inject;
      enter(kInjected, inject.component, inject.port, 0, address, visitor);
      while (!stack_.empty()) advance(address, visitor);
    }
  }

 private:
  struct Frame {
    std::size_t state;
    ComponentId component;
    StepMask steps;
  };

  template <class Visitor>
  void enter(std::size_t state, ComponentId component, PortId in_port, VcId vc, Address address,
             Visitor& visitor) {
    const Route route = route_at(network_, component, address, in_port, vc);
    StepMask steps = 0;
    for (PortMask left = route.outputs; left != 0; left &= left - 1) {
      const auto out = static_cast<PortId>(__builtin_ctz(left));
      if (out >= network_.ports_of(component)) continue;
      if (wiring_.channel_from(component, out) == kNoChannel) continue;
      for (unsigned c = 0; c < kClasses; ++c) {
        if ((route.vcs & class_vcs_[c]) != 0) steps |= StepMask{1} << (kClasses * out + c);
      }
    }
    visitor.at(state, component, in_port, route, steps);
    stack_.push_back({state, component, steps});
  }

  template <class Visitor>
  void advance(Address address, Visitor& visitor) {
    Frame& top = stack_.back();
    if (top.steps == 0) {
      if (top.state != kInjected) mark_[top.state] = epoch_ + 1;
      stack_.pop_back();
      return;
    }
    const auto step = static_cast<unsigned>(__builtin_ctzll(top.steps));
    top.steps &= top.steps - 1;
    const ChannelId id = wiring_.channel_from(top.component, step / kClasses);
    const std::size_t next = state(id, step % kClasses);
    if (mark_[next] == epoch_ + 1) return;
    if (mark_[next] == epoch_) return visitor.loop(next);
    mark_[next] = epoch_;
    const Channel& channel = network_.channels[id];
    enter(next, channel.to, channel.to_port, first_vc(step % kClasses), address, visitor);
  }

  const Network& network_;
  const Wiring& wiring_;
  VcMask class_vcs_[kClasses] = {};
  std::vector<std::uint32_t> mark_;  // [state]: epoch_ on the stack, epoch_ + 1 done
  std::uint32_t epoch_ = 0;
  std::vector<Frame> stack_;
};

}  // namespace turnpike::model
