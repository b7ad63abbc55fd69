// router_core.h - a block of routers of the reference model, on state that the caller owns.
//
// A block is one router or a few of the same shape (router_shape.h). Virtual channels are lanes of
// the whole block (lane_mask.h), so the common work is done for all of them at once and without
// branches. The sender stores a granted flit directly in its buffer slot at the receiver, whose
// pins of the next cycle then say which VC got it. router_step.h contains a cycle.

#pragma once

#include <algorithm>
#include <cstdint>
#include <cstring>
#include <new>

#include "model/common/state_stream.h"
#include "model/router/arbiter_trees.h"
#include "model/router/route_compute.h"
#include "model/router/router_layout.h"
#include "model/router/turns.h"
#include "model/router/vc_buffer.h"

namespace turnpike::model {

// The rules in which a router differs from an interchange.
struct CoreRules {
  Turns turns{};              // [input port] legal outputs
  PortDepths depths{};        // flits per VC
  unsigned groups = 1;        // of VCs, with an offer each (docs/timing.md, 2.8)
  PortMask entering = 0;      // input ports whose heads need room at an output (2.5)
  PortMask without_room = 0;  // but not at these output ports
  Turns last{};               // [input port] outputs at which its heads go last (2.4)
  bool looks_up = false;      // routes are made on arrival (2.9), several outputs may be legal
  unsigned pace = 1;          // the most cycles from flit to flit at an output
};

// RouteUnit: what routes a head; it names the type that tells one component from another. An
// interchange (model/interchange/interchange_core.h) is this core with another one.
template <unsigned kWords, class Shape, class RouteUnit = RouteCompute>
class RouterCore {
 public:
  using Identity = typename RouteUnit::Identity;
  using Flit = FlitWords<kWords>;
  using Mask = typename Shape::Mask;
  using Pin = typename Shape::Pin;
  using Layout = RouterLayout<kWords, Shape>;

  RouterCore(const RouterParams& params, const RouteUnit& route, const BlockFrame& frame,
             const CoreRules& rules);

  const RouterParams& params() const { return params_; }
  const Layout& layout() const { return layout_; }

  // Everything but the wires; the flits are left as they are.
  void reset(std::byte* block) const;

  // False: no clock edge would change anything.
  bool can_move(std::byte* block, unsigned parity) const {
    const auto* pins = reinterpret_cast<const std::byte*>(layout_.flit_pins(block, parity));
    std::uint64_t set = 0;
    for (std::size_t at = 0; at < layout_.parity_stride(); at += sizeof set) {
      std::uint64_t word = 0;
      std::memcpy(&word, pins + at, sizeof word);
      set |= word;
    }
    if constexpr (Layout::kCanPause) set |= layout_.pauses(block).pausing;
    const RouterHeader<Mask>& header = Layout::header(block);
    return set != 0 || any(header.waiting) || header.restless != 0;
  }

  // Checks a block that was read, before a cycle of this parity; `routers` of its routers exist.
  // Throws StateError (router_check.h).
  void check_state(const StateStream& stream, std::byte* block, unsigned parity,
                   unsigned routers) const;

  // The clock edge that ends a cycle of this parity. `memory` is where the wires' blocks are
  // counted from. identify(r) says which router the r-th of the block is. on_send(output, vc, flit)
  // hears of every flit that is granted; the output is a port of the block.
  template <class Identify, class OnSend>
  void cycle(std::byte* memory, std::byte* block, unsigned parity, const Identify& identify,
             const OnSend& on_send) const;

 private:
  template <class Identify, class OnSend>
  struct Step;
  struct Check;

  // Route of the head at the front. Not in Step: what this does not see can live in registers.
  void set_route(std::byte* block, const Identity& self, unsigned l) const;
  // Heads in the newest slots of lanes `arrived`: that one has no way shows in the next cycle.
  template <class Identify>
  void check_heads(std::byte* block, const Identify& identify, Mask arrived) const;
  // The first output with a lane of the set, from port `start` up and cyclically, within the router
  // of that port; there must be one.
  PortId first_output(const Mask& lanes, PortId start) const {
    const PortId first = first_port(shape_.router_of(start));
    PortId output = start;
    while (!any(lanes & lanes_of(output))) output = first + (output + 1 - first) % shape_.ports();
    return output;
  }
  // Lanes `vcs` of the lowest one of these outputs of a router.
  Mask output_lanes(unsigned router, PortMask outputs, VcMask vcs) const {
    const PortId output = first_port(router) + static_cast<PortId>(__builtin_ctz(outputs));
    return place<Mask>(vcs, output * shape_.vcs());
  }
  Route legal_route(const Identity& self, const Flit& head, unsigned l) const {
    const PortId input = shape_.own_port(shape_.port_of(l));
    Route route = route_(self, params_.format.destination(head.word), input, shape_.vc_of(l));
    route.outputs &= rules_.turns[input];
    route.escape &= rules_.turns[input];
    return route;
  }
  PortId block_ports() const { return Shape::kRouters * shape_.ports(); }
  PortId first_port(unsigned router) const { return router * shape_.ports(); }
  unsigned router_of(unsigned l) const { return shape_.router_of(shape_.port_of(l)); }
  Mask lanes_of(PortId port) const {
    return place<Mask>(all_vcs(shape_.vcs()), port * shape_.vcs());
  }
  // All lanes of the group that an output lane is in.
  Mask group_of(unsigned l) const {
    const PortId port = shape_.port_of(l);
    return place<Mask>(group_vcs_[shape_.vc_of(l)], port * shape_.vcs());
  }

  RouterParams params_;
  CoreRules rules_;
  Layout layout_;
  RouteUnit route_;
  Shape shape_;
  ArbiterTrees trees_;
  Mask entering_lanes_{};                    // of CoreRules::entering
  Mask unbound_lanes_{};                     // of CoreRules::without_room
  Mask last_lanes_{};                        // input lanes of CoreRules::last
  Mask single_lanes_{};                      // output lanes that are a group of their own
  Mask lower_half_{};                        // VCs of the first lane of each input port
  Mask escape_lanes_{};                      // output lanes of the escape layer (2.9)
  std::array<VcMask, kMaxVcs> group_vcs_{};  // [vc]
};

// Groups of VCs at an output of a router: message classes, halved where there are dateline classes,
// or their layers.
inline unsigned groups_of(const RoutingParams& routing) {
  return routing.message_classes * routing.layers * (routing.has_dateline_classes() ? 2 : 1);
}

// A router alone: a block with nothing to spare, and the same depth at all ports.
template <unsigned kWords, class Shape>
RouterCore<kWords, Shape> make_router_core(const RouterParams& params, BlockFrame frame) {
  CoreRules rules;
  rules.turns = legal_turns(params);
  rules.last = last_turns(params);
  for (PortId port = params.network_ports(); port < params.ports; ++port) {
    rules.entering |= 1u << port;
  }
  rules.depths.fill(static_cast<std::uint8_t>(params.buffer_depth));
  rules.groups = groups_of(params.routing);
  rules.looks_up = params.routing.kind.function->looks_up();
  rules.pace = params.pace;
  return {params, RouteCompute(params.routing, params.checks_routes), frame, rules};
}
template <unsigned kWords, class Shape>
RouterCore<kWords, Shape> make_router_core(const RouterParams& params) {
  return make_router_core<kWords, Shape>(params, {params.ports, params.buffer_depth});
}

template <unsigned kWords, class Shape, class RouteUnit>
RouterCore<kWords, Shape, RouteUnit>::RouterCore(const RouterParams& params, const RouteUnit& route,
                                                 const BlockFrame& frame, const CoreRules& rules)
    : params_(params),
      rules_(rules),
      layout_(frame, params.virtual_channels, rules.depths),
      route_(route),
      shape_(params),
      trees_(params.ports, rules.turns) {
  const unsigned vcs = params.virtual_channels;
  lower_half_ = shape_.lower_half();
  for (PortId port = 0; port < block_ports(); ++port) {
    const PortId own = shape_.own_port(port);
    if ((rules.entering >> own & 1) != 0) entering_lanes_ |= lanes_of(port);
    if ((rules.without_room >> own & 1) != 0) unbound_lanes_ |= lanes_of(port);
    if (rules.last[own] != 0) last_lanes_ |= lanes_of(port);
  }
  for (PortId port = 0; params.routing.has_escape && port < block_ports(); ++port) {
    for (VcId vc = 0; vc < vcs; ++vc) {
      if (layer_of(params.routing, vc) == 1) escape_lanes_ |= only<Mask>(port * vcs + vc);
    }
  }
  for (unsigned group = 0; group < rules.groups; ++group) {
    const VcId first = group * vcs / rules.groups;
    const VcId end = (group + 1) * vcs / rules.groups;
    for (VcId vc = first; vc < end; ++vc) group_vcs_[vc] = all_vcs(end) & ~all_vcs(first);
    if (end - first > 1) continue;
    for (PortId port = 0; port < block_ports(); ++port) {
      single_lanes_ |= only<Mask>(port * vcs + first);
    }
  }
}

template <unsigned kWords, class Shape, class RouteUnit>
void RouterCore<kWords, Shape, RouteUnit>::reset(std::byte* block) const {
  new (block) RouterHeader<Mask>;
  auto& state = *new (&layout_.state(block)) RouterState<Shape>;
  const unsigned vcs = params_.virtual_channels;
  const unsigned lanes = block_ports() * vcs;
  for (PortId port = 0; port < block_ports(); ++port) {
    state.with_credit |= lanes_of(port);
    for (VcId vc = 0; vc < vcs; ++vc) {  // the lowest VC of each group is on offer
      const bool is_first = (group_vcs_[vc] & all_vcs(vc)) == 0;
      if (is_first) state.offered |= only<Mask>(port * vcs + vc);
    }
  }
  state.selected = shape_.lowest_of_halves(state.with_credit);
  state.roomy = state.offered;
  state.offered &= ~single_lanes_;
  std::memset(layout_.flit_pins(block, 0), 0, 2 * layout_.parity_stride());
  std::memset(layout_.fronts(block), 0, lanes);
  std::memset(layout_.slots(block), 0, lanes);
  std::memset(layout_.nodes(block), 0, block_ports() * sizeof(ArbiterTrees::Nodes));
  std::memset(layout_.upper_first(block), 0, block_ports() * sizeof(PortMask));
  std::memset(layout_.sent(block), 0, block_ports() * sizeof(std::uint32_t));
  state.guards.reset(shape_);
  if constexpr (Layout::kCanPause) layout_.pauses(block) = Pauses{};
  layout_.counts(block).set(state.with_credit, 0);
  for (PortId port = 0; port < block_ports(); ++port) {
    layout_.credits(block).set(lanes_of(port), layout_.depth_of(port));
  }
}

template <unsigned kWords, class Shape, class RouteUnit>
void RouterCore<kWords, Shape, RouteUnit>::set_route(std::byte* block, const Identity& self,
                                                     unsigned l) const {
  const Route route = legal_route(self, layout_.flits(block, l)[layout_.fronts(block)[l]], l);
  Mask& way = layout_.routes(block)[l];
  way = Mask{};
  for (PortMask left = route.outputs; left != 0; left &= left - 1) {
    way |= output_lanes(router_of(l), left, route.vcs);
  }
  for (PortMask left = route.escape; left != 0; left &= left - 1) {
    way |= output_lanes(router_of(l), left, route.escape_vcs);
  }
}

template <unsigned kWords, class Shape, class RouteUnit>
template <class Identify>
void RouterCore<kWords, Shape, RouteUnit>::check_heads(std::byte* block, const Identify& identify,
                                                       Mask arrived) const {
  if (!rules_.looks_up) arrived &= entering_lanes_;  // other routes were checked on their way here
  for (; any(arrived); arrived = without_lowest(arrived)) {
    const unsigned l = lowest(arrived);
    const unsigned slot = free_slot(layout_.fronts(block)[l], layout_.counts(block).value(l),
                                    layout_.depth_of(shape_.port_of(l)));
    const Flit& flit = layout_.flits(block, l)[slot];
    if (!params_.format.is_head(flit.word)) continue;
    const unsigned router = router_of(l);
    const Route route = legal_route(identify(router), flit, l);
    if ((route.outputs | route.escape) != 0) continue;
    Layout::header(block).error |= static_cast<std::uint16_t>(1u << router);
  }
}

}  // namespace turnpike::model

#include "model/router/router_step.h"
