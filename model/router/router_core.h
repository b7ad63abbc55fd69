// router_core.h - a router of the reference model, on state that the caller owns.
//
// Virtual channels are lanes of the whole router (lane_mask.h), so that what all have in common is
// done for all at once and without a branch. A granted flit is stored straight into the buffer slot
// that it will have downstream; the receiver's pins of the next cycle then say which VC got it.
// One cycle is in router_step.h.

#pragma once

#include <cstdint>
#include <cstring>
#include <new>

#include "model/router/route_compute.h"
#include "model/router/router_layout.h"
#include "model/router/switch_allocator.h"
#include "model/router/vc_buffer.h"

namespace turnpike::model {

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

  // `pace`: cycles from flit to flit at the paced outputs.
  RouterCore(const RouterParams& params, const RouteUnit& route, const BlockFrame& frame,
             const PortDepths& depths, unsigned pace = 1);

  const RouterParams& params() const { return params_; }
  const Layout& layout() const { return layout_; }

  // Everything but the wires; the flits are left as they are.
  void reset(std::byte* block) const;

  // False: no clock edge would change anything.
  bool can_move(std::byte* block, unsigned parity) const {
    const auto* pins = reinterpret_cast<const std::byte*>(layout_.flit_pins(block, parity));
    std::uint64_t set = 0;
    for (std::size_t at = 0; at < layout_.parity_stride(); at += sizeof set) {
      std::uint64_t word;
      std::memcpy(&word, pins + at, sizeof word);
      set |= word;
    }
    if constexpr (Identity::kCanPause) set |= layout_.pauses(block).pausing;
    return set != 0 || any(Layout::header(block).waiting);
  }

  // The clock edge that ends a cycle of this parity. `memory` is where the wires' blocks are
  // counted from. identify() says which router it is. on_send(output, vc, flit) hears of every flit
  // that is granted.
  template <class Identify, class OnSend>
  void cycle(std::byte* memory, std::byte* block, unsigned parity, const Identify& identify,
             const OnSend& on_send) const;

 private:
  template <class Identify, class OnSend>
  struct Step;

  // The route of the head at the front of input lane `l`, as output lanes. Not in Step: what this
  // does not see can live in registers.
  void set_route(std::byte* block, const Identity& self, unsigned l) const;
  // Heads that came in behind other flits are routed when they get to the front; that one can
  // never leave is to show in the cycle after its arrival all the same.
  void check_routes(std::byte* block, const Identity& self, Mask behind) const;
  Route route_of(const Identity& self, const Flit& head, unsigned l) const {
    return route_(self, params_.format.destination(head.word), shape_.port_of(l), shape_.vc_of(l));
  }

  RouterParams params_;
  unsigned pace_;
  Layout layout_;
  RouteUnit route_;
  Shape shape_;
  DiagonalOrder<typename Shape::Pairs> diagonals_;
  Mask local_lanes_{};  // of input ports with terminals
};

// A router alone: a block with nothing to spare, and the same depth at all ports.
template <unsigned kWords, class Shape>
RouterCore<kWords, Shape> make_router_core(const RouterParams& params, const BlockFrame& frame) {
  PortDepths depths{};
  depths.fill(static_cast<std::uint8_t>(params.buffer_depth));
  return {params, RouteCompute(params.routing, params.format.address_bits, params.checks_routes),
          frame, depths};
}
template <unsigned kWords, class Shape>
RouterCore<kWords, Shape> make_router_core(const RouterParams& params) {
  return make_router_core<kWords, Shape>(params, {params.ports, params.buffer_depth});
}

template <unsigned kWords, class Shape, class RouteUnit>
RouterCore<kWords, Shape, RouteUnit>::RouterCore(const RouterParams& params, const RouteUnit& route,
                                                 const BlockFrame& frame, const PortDepths& depths,
                                                 unsigned pace)
    : params_(params),
      pace_(pace),
      layout_(frame, params.virtual_channels, depths),
      route_(route),
      shape_(params),
      diagonals_(params.ports, params.network_ports(), params.routing.highest_first) {
  const unsigned vcs = params.virtual_channels;
  for (PortId port = params.network_ports(); port < params.ports; ++port) {
    local_lanes_ |= place<Mask>(all_vcs(vcs), port * vcs);
  }
}

template <unsigned kWords, class Shape, class RouteUnit>
void RouterCore<kWords, Shape, RouteUnit>::reset(std::byte* block) const {
  auto* header = new (block) RouterHeader<Mask>;
  const unsigned vcs = params_.virtual_channels;
  const unsigned lanes = params_.ports * vcs;
  for (PortId port = 0; port < params_.ports; ++port) {
    header->with_credit |= place<Mask>(all_vcs(vcs), port * vcs);
  }
  std::memset(layout_.flit_pins(block, 0), 0, 2 * layout_.parity_stride());
  std::memset(layout_.fronts(block), 0, lanes);
  std::memset(layout_.slots(block), 0, lanes);
  std::memset(layout_.turns(block), 0, params_.ports);
  std::memset(layout_.sent(block), 0, params_.ports * sizeof(std::uint32_t));
  if constexpr (Identity::kCanPause) layout_.pauses(block) = Pauses{};
  layout_.counts(block).set(header->with_credit, 0);
  for (PortId port = 0; port < params_.ports; ++port) {
    layout_.credits(block).set(place<Mask>(all_vcs(vcs), port * vcs), layout_.depth_of(port));
  }
}

template <unsigned kWords, class Shape, class RouteUnit>
void RouterCore<kWords, Shape, RouteUnit>::set_route(std::byte* block, const Identity& self,
                                                     unsigned l) const {
  const Route route = route_of(self, layout_.flits(block, l)[layout_.fronts(block)[l]], l);
  Mask lanes{};
  for (PortMask left = route.outputs; left != 0; left &= left - 1) {
    lanes |= place<Mask>(route.vcs, static_cast<unsigned>(__builtin_ctz(left)) * shape_.vcs());
  }
  if (route.outputs == 0) Layout::header(block).error = 1;
  layout_.routes(block)[l] = lanes;
}

template <unsigned kWords, class Shape, class RouteUnit>
void RouterCore<kWords, Shape, RouteUnit>::check_routes(std::byte* block, const Identity& self,
                                                        Mask behind) const {
  for (; any(behind); behind = without_lowest(behind)) {
    const unsigned l = lowest(behind);
    const unsigned slot = free_slot(layout_.fronts(block)[l], layout_.counts(block).value(l),
                                    layout_.depth_of(shape_.port_of(l)));
    const Flit& flit = layout_.flits(block, l)[slot];
    if (!params_.format.is_head(flit.word)) continue;
    if (route_of(self, flit, l).outputs == 0) Layout::header(block).error = 1;
  }
}

}  // namespace turnpike::model

#include "model/router/router_step.h"
