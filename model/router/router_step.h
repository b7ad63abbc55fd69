// router_step.h - one cycle of a router: the body of router_core.h.
//
// The order of the steps is that of docs/timing.md, section 2. What is common to all lanes lives in
// registers for the cycle and is written back at its end.

#pragma once

#include "model/router/input_unit.h"
#include "model/router/output_unit.h"
#include "model/router/router_core.h"
#include "model/router/vc_allocator.h"
#include "model/router/vc_buffer.h"

// What a step knows must stay in registers, so all of it becomes one function.
#define TURNPIKE_INLINE __attribute__((always_inline)) inline

namespace turnpike::model {

template <unsigned kWords, class Shape, class RouteUnit>
template <class Identify, class OnSend>
struct RouterCore<kWords, Shape, RouteUnit>::Step {
  const RouterCore& core;
  const Layout& layout;
  std::byte* const memory;
  std::byte* const block;
  std::byte* const next_pins;  // the memory, moved to the pins of the next cycle
  const unsigned parity;
  const Identify& identify;
  const OnSend& on_send;
  RouterHeader<Mask>& header;
  const unsigned depth;  // from one VC's buffer to the next

  const Mask holding;  // as in the header
  const Mask busy;     // as in the header
  Mask starved;        // as in the header, with the credits of this cycle
  Mask usable;         // output lanes with a credit, that of this cycle included
  Mask credited;       // output lanes that got a credit in this cycle
  Mask arrived;        // input lanes that got a flit in this cycle
  Mask into_empty;     // of these: nothing was before it
  Mask sent{};         // output lanes that a flit was sent on
  Mask finished{};     // input lanes whose tail was sent
  Mask released{};     // output lanes of these
  bool is_privileged;  // the watched lane
  TURNPIKE_INLINE Step(const RouterCore& router, std::byte* start, std::byte* state,
                       unsigned cycle_parity, const Identify& identity, const OnSend& hook)
      : core(router),
        layout(router.layout_),
        memory(start),
        block(state),
        next_pins(start + (cycle_parity ^ 1u) * router.layout_.parity_stride()),
        parity(cycle_parity),
        identify(identity),
        on_send(hook),
        header(Layout::header(state)),
        depth(router.layout_.depth()),
        holding(header.holding),
        busy(header.busy) {}

  unsigned ports() const { return core.shape_.ports(); }
  unsigned vcs() const { return core.shape_.vcs(); }
  PortId port_of(unsigned l) const { return core.shape_.port_of(l); }
  VcId vc_of(unsigned l) const { return core.shape_.vc_of(l); }
  Mask lanes_of(PortId port) const { return place<Mask>(all_vcs(vcs()), port * vcs()); }

  TURNPIKE_INLINE void run() {
    const bool watched_waits = test(header.waiting, header.guard.lane);
    is_privileged = watched_waits & (header.guard.wait == core.params_.patience);
    take_credits();
    const Mask candidates = take_flits();
    Mask granted{};
    if (any(candidates)) {  // the router is active
      // By input lane that requests: the output lanes that its flit could be sent on, in the end
      // the one that is granted. Uninitialized on purpose.
      Mask eligible[Shape::kLanes];
      granted = allocate(candidates, eligible);
      for (Mask left = granted; any(left); left = without_lowest(left)) {
        const unsigned l = lowest(left);
        move(l, lowest(eligible[l]));
      }
      const bool is_done = !watched_waits | test(granted, header.guard.lane);
      header.guard.tick(is_done, ports() * vcs(), core.params_.patience);
      header.rotation = slot_after(header.rotation, ports());
    }
    write_back(granted);
  }

  // The lanes on a row of pins, which are cleared.
  TURNPIKE_INLINE Mask take(Pin* row) const {
    const Mask lanes = gather_lanes<Mask>(row, ports(), vcs());
    std::memset(row, 0, layout.pin_row());
    return lanes;
  }

  TURNPIKE_INLINE void take_credits() {
    credited = take(layout.credit_pins(block, parity));
    usable = header.with_credit | credited;
    if constexpr (Identity::kCanPause) {
      for (PortMask left = layout.pauses(block).pausing; left != 0; left &= left - 1) {
        usable &= ~lanes_of(static_cast<PortId>(__builtin_ctz(left)));
      }
    }
    starved = header.starved;
    const typename Shape::Lane* holders = layout.holders(block);
    for (Mask fed = credited & busy & ~header.with_credit; any(fed); fed = without_lowest(fed)) {
      starved &= ~only<Mask>(holders[lowest(fed)]);
    }
  }

  // Returns the lanes that offer a flit to the switch in this cycle.
  TURNPIKE_INLINE Mask take_flits() {
    arrived = take(layout.flit_pins(block, parity));
    into_empty = arrived & ~header.waiting;
    for (Mask heads = into_empty & ~holding; any(heads); heads = without_lowest(heads)) {
      core.set_route(block, identify(), lowest(heads));
    }
    if (core.params_.checks_routes) core.check_routes(block, identify(), arrived & ~into_empty);
    return core.params_.pipeline_cycles == 2 ? header.waiting & ~into_empty
                                             : header.waiting | arrived;
  }

  // Requests and, where two want the same port, the switch allocator. Returns the input lanes that
  // are granted, the output lane of each in eligible[].
  TURNPIKE_INLINE Mask allocate(const Mask& candidates, Mask* eligible) {
    Mask entering = candidates & core.local_lanes_ & ~holding;
    if (is_privileged) entering &= ~only<Mask>(header.guard.lane);
    Mask roomy{};
    if (any(entering)) {
      roomy = roomy_lanes(layout.credits(block), ports(), vcs(), core.params_.buffer_depth);
    }
    const Mask* routes = layout.routes(block);
    Mask requesting{};
    PortMask asking = 0;
    PortMask asked = 0;
    Mask askers[kMaxPorts];  // by output: the input lanes that ask for it
    for (PortId output = 0; output < ports(); ++output) askers[output] = Mask{};
    bool is_contended = false;  // a lane asks for several outputs, or several for the same port
    SwitchAllocator<typename Shape::Pairs> allocator(core.diagonals_, header.rotation);
    for (Mask left = candidates & ~starved; any(left); left = without_lowest(left)) {
      const unsigned l = lowest(left);
      const Mask closed = busy | when(test(entering, l), ~roomy);
      const Mask lanes = eligible_lanes(routes[l], test(holding, l), usable, closed);
      if (!any(lanes)) continue;
      eligible[l] = lanes;
      requesting |= only<Mask>(l);
      const PortId input = port_of(l);
      const PortId output = port_of(lowest(lanes));
      allocator.request(input, output);
      askers[output] |= only<Mask>(l);
      asking |= 1u << input;
      asked |= 1u << output;
      for (Mask others = lanes & ~lanes_of(output); any(others);) {
        is_contended = true;
        const PortId another = port_of(lowest(others));
        allocator.request(input, another);
        askers[another] |= only<Mask>(l);
        others &= ~lanes_of(another);
      }
    }
    const unsigned requests = count(requesting);
    is_contended |= requests != count(asking) || requests != count(asked);
    return is_contended ? match(allocator, requesting, askers, eligible) : requesting;
  }

  // The matching of the requests; leaves of eligible[] what is granted.
  TURNPIKE_INLINE Mask match(SwitchAllocator<typename Shape::Pairs>& allocator,
                             const Mask& requesting, const Mask* askers, Mask* eligible) {
    Mask granted{};
    if (is_privileged && test(requesting, header.guard.lane)) {
      const unsigned l = header.guard.lane;
      granted |= only<Mask>(l);
      allocator.pregrant(port_of(l), port_of(lowest(eligible[l])));
    }
    allocator.match([&](PortId input, PortId output) {
      const VcMask asking = field(askers[output], input * vcs(), vcs());
      const unsigned l = input * vcs() + pick_vc(asking, layout.turns(block)[input]);
      eligible[l] &= lanes_of(output);
      granted |= only<Mask>(l);
    });
    return granted;
  }

  // Switch traversal: the front flit of input lane `l` leaves on output lane `to`.
  TURNPIKE_INLINE void move(unsigned l, unsigned to) {
    const PortId input = port_of(l);
    const PortId output = port_of(to);
    const VcId vc = vc_of(to);
    std::uint8_t& front = layout.fronts(block)[l];
    const Flit flit = layout.flits(block, l)[front];
    front = slot_after(front, layout.depth_of(input));
    layout.turns(block)[input] = turn_after(vc_of(l), vcs());

    const FlitWire wire = layout.flit_wires(block)[output];
    const CreditWire back = layout.credit_wires(block)[input];
    std::uint8_t& slot = layout.slots(block)[to];
    auto* buffer = reinterpret_cast<Flit*>(memory + wire.flit_block * kBlockUnit +
                                           wire.flits * std::size_t{8});
    buffer[vc * depth + slot] = flit;
    slot = slot_after(slot, layout.depth_of(output));
    put(wire.pin_block, wire.pin, vc);
    put(back.pin_block, back.pin, vc_of(l));
    ++layout.sent(block)[output];
    on_send(output, vc, flit);

    const Mask in_bit = only<Mask>(l);
    const Mask out_bit = only<Mask>(to);
    layout.routes(block)[l] = out_bit;
    layout.holders(block)[to] = static_cast<typename Shape::Lane>(l);
    sent |= out_bit;
    finished |= when(core.params_.format.is_tail(flit.word), in_bit);
    released |= when(core.params_.format.is_tail(flit.word), out_bit);
  }

  TURNPIKE_INLINE void put(std::uint32_t pin_block, std::size_t pin, VcId vc) const {
    std::byte* at = next_pins + pin_block * kBlockUnit + pin;
    *reinterpret_cast<Pin*>(at) = static_cast<Pin>(1u << vc);
  }

  // The paced outputs count the cycles; after a flit they pause.
  void pause() const {
    Pauses& pauses = layout.pauses(block);
    for (PortMask left = pauses.pausing; left != 0; left &= left - 1) {
      const auto port = static_cast<PortId>(__builtin_ctz(left));
      if (--pauses.pause[port] == 0) pauses.pausing &= ~(1u << port);
    }
    for (PortMask left = core.pace_ > 1 ? identify().paced : 0; left != 0; left &= left - 1) {
      const auto port = static_cast<PortId>(__builtin_ctz(left));
      if (!any(sent & lanes_of(port))) continue;
      pauses.pause[port] = static_cast<std::uint16_t>(core.pace_ - 1);
      pauses.pausing |= 1u << port;
    }
  }

  TURNPIKE_INLINE void write_back(const Mask& granted) {
    if constexpr (Identity::kCanPause) pause();
    header.waiting = layout.counts(block).step(arrived & ~granted, granted & ~arrived);
    header.with_credit = layout.credits(block).step(credited & ~sent, sent & ~credited);
    header.holding = (holding | granted) & ~finished;
    header.busy = (busy | sent) & ~released;
    for (Mask out = sent & header.busy & ~header.with_credit; any(out); out = without_lowest(out)) {
      starved |= only<Mask>(layout.holders(block)[lowest(out)]);
    }
    header.starved = starved;
    for (Mask next = finished & header.waiting; any(next); next = without_lowest(next)) {
      core.set_route(block, identify(), lowest(next));
    }
  }
};

template <unsigned kWords, class Shape, class RouteUnit>
template <class Identify, class OnSend>
void RouterCore<kWords, Shape, RouteUnit>::cycle(std::byte* memory, std::byte* block,
                                                 unsigned parity, const Identify& identify,
                                                 const OnSend& on_send) const {
  Step<Identify, OnSend>(*this, memory, block, parity, identify, on_send).run();
}

}  // namespace turnpike::model

#undef TURNPIKE_INLINE
