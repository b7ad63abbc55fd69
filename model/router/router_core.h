// router_core.h - one cycle of a router, on state that the caller owns.
//
// The order of the steps is that of docs/timing.md, section 2. Virtual channels are lanes of the whole
// router (lane_mask.h), so that what all have in common is done for all at once and without a
// branch. A granted flit is stored straight into the buffer slot that it will have downstream; the
// receiver's pins of the next cycle then say which VC got it.

#pragma once

#include <cstdint>
#include <cstring>
#include <new>

#include "model/router/input_unit.h"
#include "model/router/output_unit.h"
#include "model/router/route_compute.h"
#include "model/router/router_layout.h"
#include "model/router/switch_allocator.h"
#include "model/router/vc_allocator.h"
#include "model/router/vc_buffer.h"

namespace turnpike::model {

template <unsigned kWords, class Shape>
class RouterCore {
 public:
  using Flit = FlitWords<kWords>;
  using Mask = typename Shape::Mask;
  using Layout = RouterLayout<kWords, Shape>;

  explicit RouterCore(const RouterParams& params);

  const RouterParams& params() const { return params_; }
  const Layout& layout() const { return layout_; }

  // Everything but the wires; the flits are left as they are.
  void reset(std::byte* block) const;

  // False: no clock edge would change anything.
  bool can_move(std::byte* block, unsigned parity) const {
    std::uint64_t pins = 0;
    const Pin* flits = layout_.flit_pins(block, parity);
    const Pin* credits = layout_.credit_pins(block, parity);
    for (unsigned at = 0; at < layout_.pin_bytes(); at += 8) {
      pins |= eight(flits + at) | eight(credits + at);
    }
    return pins != 0 || any(Layout::header(block).waiting);
  }

  // The clock edge that ends a cycle of this parity. `memory` is where the wires' blocks are counted
  // from. on_send(output, vc, flit) hears of every flit that is granted.
  template <class OnSend>
  void cycle(std::byte* memory, std::byte* block, unsigned parity, const RouterIdentity& self,
             OnSend&& on_send) const {
    Step<OnSend>(*this, memory, block, parity, self, on_send).run();
  }

 private:
  static std::uint64_t eight(const Pin* pins) {
    std::uint64_t all;
    std::memcpy(&all, pins, sizeof all);
    return all;
  }

  template <class OnSend>
  struct Step;

  RouterParams params_;
  Layout layout_;
  RouteCompute route_;
  Shape shape_;
  Mask local_lanes_{};  // of input ports with terminals
};

template <unsigned kWords, class Shape>
RouterCore<kWords, Shape>::RouterCore(const RouterParams& params)
    : params_(params),
      layout_(params),
      route_(params.routing, params.format.address_bits),
      shape_(params) {
  const unsigned vcs = params.virtual_channels;
  for (PortId port = params.network_ports(); port < params.ports; ++port) {
    local_lanes_ |= place<Mask>(all_vcs(vcs), port * vcs);
  }
}

template <unsigned kWords, class Shape>
void RouterCore<kWords, Shape>::reset(std::byte* block) const {
  auto* header = new (block) RouterHeader<Mask>;
  const unsigned vcs = params_.virtual_channels;
  std::memset(layout_.flit_pins(block, 0), 0, 4 * layout_.pin_bytes());
  std::memset(layout_.counts(block), 0, 8 * layout_.lane_words());
  std::memset(layout_.fronts(block), 0, 8 * layout_.lane_words());
  std::memset(layout_.credits(block), 0, 8 * layout_.lane_words());
  std::memset(layout_.credits(block), static_cast<int>(params_.buffer_depth),
              params_.ports * vcs);
  std::memset(layout_.slots(block), 0, 8 * layout_.lane_words());
  std::memset(layout_.turns(block), 0, params_.ports);
  std::memset(layout_.sent(block), 0, params_.ports * sizeof(std::uint32_t));
  for (PortId port = 0; port < params_.ports; ++port) {
    header->with_credit |= place<Mask>(all_vcs(vcs), port * vcs);
  }
}

// The working state of one cycle.
template <unsigned kWords, class Shape>
template <class OnSend>
struct RouterCore<kWords, Shape>::Step {
  const RouterCore& core;
  const Layout& layout;
  std::byte* const memory;
  std::byte* const block;
  const unsigned parity;
  const RouterIdentity& self;
  OnSend& on_send;

  RouterHeader<Mask>& header;
  const unsigned depth;

  Mask credited{};              // output lanes that got a credit in this cycle
  bool is_privileged = false;   // the watched lane
  bool guard_is_done = false;   // it was empty or is granted
  unsigned requests = 0;        // entries of lane[]
  bool is_contended = false;    // some input or output is asked for more than once
  std::uint16_t lane[kMaxLanes];  // input lanes that request, and by lane: the output lanes that each
  Mask eligible[kMaxLanes];       // could be sent on; uninitialized on purpose

  Step(const RouterCore& router, std::byte* start, std::byte* state, unsigned cycle_parity,
       const RouterIdentity& identity, OnSend& hook)
      : core(router),
        layout(router.layout_),
        memory(start),
        block(state),
        parity(cycle_parity),
        self(identity),
        on_send(hook),
        header(Layout::header(state)),
        depth(router.params_.buffer_depth) {}

  unsigned ports() const { return core.shape_.ports(); }
  unsigned vcs() const { return core.shape_.vcs(); }
  PortId port_of(unsigned l) const { return core.shape_.port_of(l); }
  VcId vc_of(unsigned l) const { return core.shape_.vc_of(l); }

  void run() {
    const bool watched_waits = test(header.waiting, header.guard.lane);
    is_privileged = watched_waits && header.guard.wait == core.params_.patience;
    guard_is_done = !watched_waits;
    take_credits();
    const Mask candidates = take_flits();
    if (!any(candidates)) return;  // not active
    request(candidates);
    if (!is_contended) {
      for (unsigned i = 0; i < requests; ++i) move(lane[i], lowest(eligible[lane[i]]));
    } else {
      allocate();
    }
    header.guard.tick(guard_is_done, ports() * vcs(), core.params_.patience);
    header.rotation = slot_after(header.rotation, ports());
  }

  // The lanes on a row of pins, which are cleared.
  Mask take(Pin* pins) const {
    Mask lanes{};
    for (PortId port = 0; port < ports(); ++port) {
      lanes |= place<Mask>(1u << pins[port] >> 1, port * vcs());
    }
    std::memset(pins, 0, layout.pin_bytes());
    return lanes;
  }

  void take_credits() {
    credited = take(layout.credit_pins(block, parity));
    increment_lanes(layout.credits(block), credited, layout.lane_words());
    header.with_credit |= credited;
  }

  // Returns the lanes that offer a flit to the switch in this cycle.
  Mask take_flits() {
    const Mask arrived = take(layout.flit_pins(block, parity));
    const Mask into_empty = arrived & ~header.waiting;
    increment_lanes(layout.counts(block), arrived, layout.lane_words());
    header.waiting |= arrived;
    for (Mask heads = into_empty & ~header.holding; any(heads); heads = without_lowest(heads)) {
      set_route(lowest(heads));
    }
    if (core.params_.checks_routes) check_routes(arrived & ~into_empty);
    return core.params_.pipeline_cycles == 2 ? header.waiting & ~into_empty : header.waiting;
  }

  const Flit& front(unsigned l) const {
    return layout.flits(block, l)[layout.fronts(block)[l]];
  }

  Route route_of(const Flit& head, unsigned l) const {
    return core.route_(self, core.params_.format.destination(head.word), port_of(l),
                       vc_of(l));
  }

  // The route of the head at the front, as output lanes.
  void set_route(unsigned l) {
    const Route route = route_of(front(l), l);
    Mask lanes{};
    for (PortMask left = route.outputs; left != 0; left &= left - 1) {
      lanes |= place<Mask>(route.vcs, static_cast<unsigned>(__builtin_ctz(left)) * vcs());
    }
    if (route.outputs == 0) header.error = 1;
    layout.routes(block)[l] = lanes;
  }

  // Heads that came in behind other flits are routed when they get to the front; that one can
  // never leave is to show in the cycle after its arrival all the same.
  void check_routes(Mask behind) {
    for (; any(behind); behind = without_lowest(behind)) {
      const unsigned l = lowest(behind);
      const unsigned last = layout.counts(block)[l] - 1u;
      const Flit& flit =
          layout.flits(block, l)[free_slot(layout.fronts(block)[l], last, depth)];
      if (!core.params_.format.is_head(flit.word)) continue;
      if (route_of(flit, l).outputs == 0) header.error = 1;
    }
  }

  void request(Mask candidates) {
    Mask roomy = ~Mask{};
    const Mask entering = candidates & core.local_lanes_ & ~header.holding;
    if (any(entering)) {
      roomy = roomy_lanes(layout.credits(block), credited, ports(), vcs(), depth);
    }
    PortMask asking = 0;
    PortMask asked = 0;
    const Mask* routes = layout.routes(block);
    for (; any(candidates); candidates = without_lowest(candidates)) {
      const unsigned l = lowest(candidates);
      Mask lanes = eligible_lanes(routes[l], test(header.holding, l), header.with_credit,
                                  header.busy);
      if (test(entering, l) && !(is_privileged && l == header.guard.lane)) lanes &= roomy;
      if (!any(lanes)) continue;
      const PortId output = port_of(lowest(lanes));
      const PortMask input_bit = 1u << port_of(l);
      const PortMask output_bit = 1u << output;
      const Mask one_output = place<Mask>(all_vcs(vcs()), output * vcs());
      is_contended |= (asking & input_bit) != 0 || (asked & output_bit) != 0 ||
                      any(lanes & ~one_output);
      asking |= input_bit;
      asked |= output_bit;
      eligible[l] = lanes;
      lane[requests++] = static_cast<std::uint16_t>(l);
    }
  }

  void allocate() {
    SwitchAllocator allocator(ports(), core.params_.network_ports(),
                              core.params_.routing.highest_first);
    VcMask requesting[kMaxPorts][kMaxPorts];  // [input][output] VCs, where wanted[] says so
    PortMask wanted[kMaxPorts];               // [input] outputs, where asking says so
    PortMask asking = 0;
    for (unsigned i = 0; i < requests; ++i) {
      const PortId input = port_of(lane[i]);
      if ((asking >> input & 1) == 0) wanted[input] = 0;
      asking |= 1u << input;
      for (Mask lanes = eligible[lane[i]]; any(lanes);) {
        const PortId output = port_of(lowest(lanes));
        const bool is_first = (wanted[input] >> output & 1) == 0;
        requesting[input][output] =
            (is_first ? 0 : requesting[input][output]) | 1u << vc_of(lane[i]);
        wanted[input] |= 1u << output;
        lanes &= ~place<Mask>(all_vcs(vcs()), output * vcs());
      }
    }
    for (PortMask left = asking; left != 0; left &= left - 1) {
      const PortId input = static_cast<PortId>(__builtin_ctz(left));
      allocator.request(input, wanted[input]);
    }
    if (is_privileged) grant_privileged(allocator);
    allocator.match(header.rotation, [&](PortId input, PortId output) {
      const VcId vc = pick_vc(requesting[input][output], layout.turns(block)[input]);
      const unsigned l = input * vcs() + vc;
      move(l, lowest(eligible[l] & place<Mask>(all_vcs(vcs()), output * vcs())));
    });
  }

  void grant_privileged(SwitchAllocator& allocator) {
    for (unsigned i = 0; i < requests; ++i) {
      if (lane[i] != header.guard.lane) continue;
      const unsigned to = lowest(eligible[lane[i]]);
      allocator.pregrant(port_of(lane[i]), port_of(to));
      move(lane[i], to);
      return;
    }
  }

  // Switch traversal: the front flit of input lane `l` leaves on output lane `to`.
  void move(unsigned l, unsigned to) {
    const PortId input = port_of(l);
    const PortId output = port_of(to);
    const Flit& flit = front(l);
    const bool is_tail = core.params_.format.is_tail(flit.word);

    const FlitWire& wire = layout.flit_wires(block)[output];
    std::uint8_t& slot = layout.slots(block)[to];
    auto* buffer = reinterpret_cast<Flit*>(memory + wire.flit_block * kBlockUnit +
                                           wire.flits * std::size_t{8});
    buffer[vc_of(to) * depth + slot] = flit;
    slot = slot_after(slot, depth);
    const unsigned next = (parity ^ 1u) * layout.pin_bytes();
    put(wire.pin_block, wire.pin + next, vc_of(to));
    const CreditWire& back = layout.credit_wires(block)[input];
    put(back.pin_block, back.pin + next, vc_of(l));
    on_send(output, vc_of(to), flit);
    ++layout.sent(block)[output];

    const Mask in_bit = place<Mask>(1, l);
    const Mask out_bit = place<Mask>(1, to);
    if (--layout.credits(block)[to] == 0) header.with_credit &= ~out_bit;
    layout.turns(block)[input] = turn_after(vc_of(l), vcs());
    guard_is_done |= l == header.guard.lane;
    layout.fronts(block)[l] = slot_after(layout.fronts(block)[l], depth);
    const bool is_empty = --layout.counts(block)[l] == 0;
    if (is_empty) header.waiting &= ~in_bit;
    if (!is_tail) {
      header.busy |= out_bit;
      header.holding |= in_bit;
      layout.routes(block)[l] = out_bit;
      return;
    }
    if (test(header.holding, l)) {
      header.busy &= ~out_bit;
      header.holding &= ~in_bit;
    }
    if (!is_empty) set_route(l);
  }

  void put(std::uint32_t pin_block, std::size_t pin, VcId vc) const {
    memory[pin_block * kBlockUnit + pin] = static_cast<std::byte>(vc + 1);
  }
};

}  // namespace turnpike::model
