// router_step.h - one cycle of a block of routers: the body of router_core.h.
//
// docs/timing.md, section 2. All decisions are made from the registers as they are at the beginning
// of the cycle, so each step reads `state` and writes to members of its own; write_back() makes the
// registers of the next cycle. What is common to all lanes lives in registers of the processor.

#pragma once

#include "model/router/router_core.h"
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
  RouterState<Shape>& state;
  const unsigned depth;  // from one VC's buffer to the next

  const Mask waiting;    // as in the header
  Mask credited;         // output lanes that got a credit in this cycle
  Mask credit_next;      // output lanes with a credit, this one included
  Mask several_credits;  // output lanes with two or more, this one included
  Mask arrived;          // input lanes that got a flit in this cycle
  Mask into_empty;       // of these: nothing was before it
  Mask free;             // output lanes that can be offered from the next cycle on
  Mask head_lanes;       // output lanes on offer
  Mask for_heads;        // of these: open to all heads
  Mask soon;             // output lanes that will be on offer, if nobody takes them (2.6)
  Mask pausing{};        // output lanes that may not send in this cycle
  Mask still_pausing{};  // nor in the next one
  Mask hinted;           // input lanes that are hinted in this cycle
  Mask privileged{};     // input lanes, at most one a router
  PortMask privileged_outputs = 0;  // that their front flits go to

  Mask presented{};    // input lanes
  Mask ready{};        // input lanes
  Mask granted{};      // input lanes
  Mask finished{};     // of these: it was a tail
  Mask streams{};      // of these: no tail, and the output lane has another credit
  Mask sent{};         // output lanes
  Mask taken{};        // of these: by a head
  Mask released{};     // of these: by a tail
  Mask next_hinted{};  // input lanes

  TURNPIKE_INLINE Step(const RouterCore& router, std::byte* start, std::byte* of_block,
                       unsigned cycle_parity, const Identify& identity, const OnSend& hook)
      : core(router),
        layout(router.layout_),
        memory(start),
        block(of_block),
        next_pins(start + (cycle_parity ^ 1u) * router.layout_.parity_stride()),
        parity(cycle_parity),
        identify(identity),
        on_send(hook),
        header(Layout::header(of_block)),
        state(router.layout_.state(of_block)),
        depth(router.layout_.depth()),
        waiting(header.waiting) {}

  PortId block_ports() const { return core.block_ports(); }
  unsigned vcs() const { return core.shape_.vcs(); }
  bool selects() const { return vcs() > 1; }
  bool passes_by() const { return core.params_.pipeline_cycles == 1; }  // 2.10
  PortId port_of(unsigned l) const { return core.shape_.port_of(l); }
  VcId vc_of(unsigned l) const { return core.shape_.vc_of(l); }
  PortId own_port(PortId port) const { return core.shape_.own_port(port); }
  Mask lanes_of(PortId port) const { return core.lanes_of(port); }

  TURNPIKE_INLINE void run() {
    take_credits();
    take_flits();
    privilege();
    if (any(waiting | arrived)) {  // the cycle is active for some router
      Requests requests;
      examine(requests);
      grant(requests);
      if (core.rules_.looks_up) turn_to_others();
      turn_to_hints();
      if (selects()) {
        make_hints(requests);
        state.selected = select();
      }
      end_active_cycle();
    } else {
      turn_to_hints();
    }
    if constexpr (Identity::kCanPause) pause();
    write_back();
  }

  using OwnPorts = typename Shape::OwnPorts;
  static constexpr unsigned kBlockPorts = Shape::kBlockPorts;
  // What the flits that are there want, and may.
  struct Requests {
    Mask can{};                    // input lanes whose front flit may go
    Mask may_take[Shape::kLanes];  // [input lane] output lanes, where there is a flit
    PortMask asked = 0;            // outputs that presented flits request
    OwnPorts asking[kBlockPorts];  // [output] input ports, as the router numbers them
    PortMask hoped = 0;            // outputs that buffered flits ask for (2.7)
    OwnPorts hoping[kBlockPorts];
  };

  // The lanes on a row of pins, which are cleared.
  TURNPIKE_INLINE Mask take(Pin* row) const {
    const Mask lanes = gather_lanes<Mask>(row, block_ports(), vcs());
    std::memset(row, 0, layout.pin_row());
    return lanes;
  }

  TURNPIKE_INLINE void take_credits() {
    credited = take(layout.credit_pins(block, parity));
    credit_next = layout.credits(block).step(credited, Mask{});
    several_credits = selects() ? layout.credits(block).at_least_two() : Mask{};
    free = credit_next & ~state.busy & ~state.offered;
    head_lanes = state.offered | (state.with_credit & ~state.busy & core.single_lanes_);
    if constexpr (Identity::kCanPause) {
      const Pauses& pauses = layout.pauses(block);
      for (PortMask left = pauses.pausing; left != 0; left &= left - 1) {
        const auto port = static_cast<PortId>(__builtin_ctz(left));
        pausing |= lanes_of(port);
        still_pausing |= when(pauses.pause[port] > 1, lanes_of(port));
      }
    }
    for_heads = head_lanes & ~pausing & ~state.closed;
    soon = (state.offered | free) & ~still_pausing & ~state.closed;
  }

  TURNPIKE_INLINE void take_flits() {
    arrived = take(layout.flit_pins(block, parity));
    into_empty = arrived & ~waiting;
    if (core.params_.checks_routes | core.rules_.looks_up) {
      core.check_heads(block, identify, arrived);
    }
    for (Mask heads = into_empty & ~state.holding; any(heads); heads = without_lowest(heads)) {
      const unsigned l = lowest(heads);
      const bool is_local = test(core.entering_lanes_, l);
      core.set_route(block, identify(core.router_of(l)), l,
                     is_local ? for_heads & state.roomy : for_heads);
    }
  }

  // 2.8: what the guards do to this cycle.
  TURNPIKE_INLINE void privilege() {
    privileged = state.guards.due & waiting;
    if (!passes_by()) privileged &= ~state.left_before;
    hinted = state.hinted;
    if (!any(privileged) || !selects()) return;
    hinted = (hinted & ~core.shape_.whole_ports(privileged)) | privileged;
    for (Mask left = privileged; any(left); left = without_lowest(left)) {
      const Mask way = layout.routes(block)[lowest(left)];
      if (any(way)) privileged_outputs |= 1u << port_of(lowest(way));
    }
  }

  // 2.3, and what 2.6 and 2.7 want to know of all flits that are there.
  TURNPIKE_INLINE void examine(Requests& requests) {
    const Mask have = waiting | arrived;
    presented = selects() ? state.selected : waiting;
    if (passes_by()) presented |= into_empty & ~core.shape_.whole_ports(presented);
    for (PortId port = 0; port < block_ports(); ++port) requests.asking[port] = 0;
    for (PortId port = 0; port < block_ports(); ++port) requests.hoping[port] = 0;
    const Mask favoured = have & ~state.holding & privileged;  // heads that go by their own rules
    const Mask open[3] = {state.with_credit & ~pausing, for_heads, for_heads & state.roomy};
    const Mask expected[3] = {credit_next & ~still_pausing, soon, soon};
    for (Mask left = have & ~favoured; any(left); left = without_lowest(left)) {
      const unsigned l = lowest(left);
      const unsigned is_head = test(state.holding, l) ? 0 : 1;
      const unsigned kind = is_head + (is_head & (test(core.entering_lanes_, l) ? 1 : 0));
      examine(requests, l, open[kind], expected[kind]);
    }
    if (!passes_by()) {
      for (Mask left = have & ~state.holding & ~favoured; any(left); left = without_lowest(left)) {
        const unsigned l = lowest(left);
        ready |= when(!any(layout.routes(block)[l] & still_pausing), only<Mask>(l));
      }
    } else if (core.rules_.looks_up) {
      for (Mask left = undecided(); any(left); left = without_lowest(left)) {
        const unsigned l = lowest(left);
        ready |= when(any(layout.legal(block)[l] & soon), only<Mask>(l));
      }
    }
    const Mask offered = passes_by() ? state.offered | free : head_lanes;
    for (Mask left = favoured; any(left); left = without_lowest(left)) {
      examine(requests, lowest(left), head_lanes & ~pausing, offered & ~still_pausing);
    }
  }
  // One lane: output lanes that are open to its front flit now, and that are expected to be.
  TURNPIKE_INLINE void examine(Requests& requests, unsigned l, Mask open, Mask expected) {
    const Mask way = layout.routes(block)[l];
    const Mask lanes = way & open;
    // A head that can never leave has no way: it asks for nothing at the last port.
    const PortId output = port_of(lowest(way | only<Mask>(Shape::kLanes - 1)));
    const PortMask input = PortMask{1} << own_port(port_of(l));
    const bool can_go = any(lanes);
    const bool asks = can_go & test(presented, l);
    const bool hopes = can_go & test(waiting, l);
    requests.may_take[l] = lanes;
    layout.outputs(block, parity)[l] = static_cast<std::uint8_t>(output);
    requests.can |= when(can_go, only<Mask>(l));
    requests.asked |= when(asks, PortMask{1} << output);
    requests.hoped |= when(hopes, PortMask{1} << output);
    OwnPorts& asking = requests.asking[output];
    OwnPorts& hoping = requests.hoping[output];
    asking = static_cast<OwnPorts>(asking | when(asks, input));
    hoping = static_cast<OwnPorts>(hoping | when(hopes, input));
    ready |= when(any(way & expected), only<Mask>(l));
  }

  // 2.4
  TURNPIKE_INLINE void grant(const Requests& requests) {
    ArbiterTrees::Nodes* nodes = layout.nodes(block);
    const Mask asking = requests.can & presented;
    for (PortMask left = requests.asked; left != 0; left &= left - 1) {
      const auto output = static_cast<PortId>(__builtin_ctz(left));
      const PortId own = own_port(output);
      const PortId first = output - own;  // of the router's ports
      const PortId input = core.trees_.grant(own, requests.asking[output], nodes[output]);
      nodes[output] = core.trees_.after_grant(own, input, nodes[output]);
      const unsigned l = lowest(asking & lanes_of(first + input));
      move(l, lowest(requests.may_take[l]));
    }
  }

  // Input lanes with a head at the front that may yet take another output: several are legal, and
  // it is not privileged.
  TURNPIKE_INLINE Mask undecided() const {
    return layout.undecided(block) & (waiting | arrived) & ~state.holding & ~privileged;
  }

  // 2.12: of those the ones that were not sent. One that was presented leaves its output if it can.
  void turn_to_others() const {
    for (Mask left = undecided() & ~granted; any(left); left = without_lowest(left)) {
      const unsigned l = lowest(left);
      Mask& way = layout.routes(block)[l];
      const Mask open = layout.legal(block)[l] & soon;
      if (!any(open) || (!test(presented, l) && any(open & way))) continue;
      const PortId output = port_of(lowest(way));
      const Mask others = open & ~lanes_of(output);  // its own comes last
      if (any(others)) way = layout.legal(block)[l] & lanes_of(core.first_output(others, output));
    }
  }

  // Switch traversal: the front flit of input lane `l` leaves on output lane `to`.
  TURNPIKE_INLINE void move(unsigned l, unsigned to) {
    const PortId input = port_of(l);
    const PortId output = port_of(to);
    const VcId vc = vc_of(to);
    std::uint8_t& front = layout.fronts(block)[l];
    const Flit flit = layout.flits(block, l)[front];
    front = slot_after(front, layout.depth_of(input));

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
    const bool is_tail = core.params_.format.is_tail(flit.word);
    layout.routes(block)[l] = out_bit;
    granted |= in_bit;
    sent |= out_bit;
    taken |= when(!test(state.holding, l), out_bit);
    streams |= when(!is_tail & test(several_credits, to), in_bit);
    finished |= when(is_tail, in_bit);
    released |= when(is_tail, out_bit);
  }

  TURNPIKE_INLINE void put(std::uint32_t pin_block, std::size_t pin, VcId vc) const {
    std::byte* at = next_pins + pin_block * kBlockUnit + pin;
    *reinterpret_cast<Pin*>(at) = static_cast<Pin>(1u << vc);
  }

  // 2.4, last: the inputs that are hinted go first in the next cycle.
  TURNPIKE_INLINE void turn_to_hints() const {
    ArbiterTrees::Nodes* nodes = layout.nodes(block);
    for (Mask left = hinted; any(left); left = without_lowest(left)) {
      const unsigned l = lowest(left);
      const PortId input = port_of(l);
      PortId output = layout.outputs(block, parity ^ 1u)[l];
      if (any(privileged)) {
        if (test(privileged, l)) {
          const Mask way = layout.routes(block)[l];
          if (!any(way)) continue;  // its front flit can never leave
          output = port_of(lowest(way));
        } else if ((privileged_outputs >> output & 1) != 0) {
          continue;
        }
      }
      const PortId own = own_port(output);
      nodes[output] = core.trees_.after_hint(own, input - (output - own), nodes[output]);
    }
  }

  // 2.7
  TURNPIKE_INLINE void make_hints(const Requests& requests) {
    PortId chosen[kMaxPorts];  // [output] the input that it chose
    for (PortMask left = requests.hoped; left != 0; left &= left - 1) {
      const auto output = static_cast<PortId>(__builtin_ctz(left));
      const PortId own = own_port(output);
      const PortId first = output - own;
      const unsigned lane = output * vcs();
      const unsigned turn =
          (test(state.turn[0], lane) ? 1 : 0) | (test(state.turn[1], lane) ? 2 : 0);
      chosen[output] = first + core.trees_.grant(own, requests.hoping[output],
                                                 ArbiterTrees::order_of_turn(turn));
    }
    Mask won{};  // lanes that ask for an output that chose their input
    for (Mask left = requests.can & waiting; any(left); left = without_lowest(left)) {
      const unsigned l = lowest(left);
      won |= when(chosen[layout.outputs(block, parity)[l]] == port_of(l), only<Mask>(l));
    }
    // Of each input the first one, cyclically, from a VC that changes with the turn.
    const Mask later = won & lanes_from_turn();
    next_hinted = core.shape_.lowest_of_ports(later | (won & ~core.shape_.whole_ports(later)));
  }
  // Of each router the lanes from VC floor(r * VCS / 4) up; r is `turn` with its bits exchanged.
  TURNPIKE_INLINE Mask lanes_from_turn() const {
    const Mask* from = core.lanes_from_.data();
    const Mask low = state.turn[1];
    const Mask high = state.turn[0];
    return (high & ((low & from[3]) | (~low & from[2]))) |
           (~high & ((low & from[1]) | (~low & from[0])));
  }

  // 2.6. Returns the input lanes to present in the next cycle, for all ports at once.
  TURNPIKE_INLINE Mask select() const {
    const Mask more = waiting & (layout.counts(block).at_least_two() | arrived);
    const Mask goes_on = streams & more & ~pacing();
    const Mask follows = finished & more;
    const Mask waits = presented & ~granted & ready;
    const Mask others = ready & ~presented;
    const Mask preferred = others & hinted;
    const Mask with_other = core.shape_.whole_ports(others);  // all lanes of such ports
    const Mask with_preferred = core.shape_.whole_ports(preferred);
    const Mask stays =
        (goes_on & ~with_preferred) | ((follows | waits) & ~with_other) | (waits & hinted);
    const Mask decided = core.shape_.whole_ports(stays);
    // Of the others the preferred one, or the first one above the presented one, cyclically.
    const Mask higher = others & core.shape_.above(presented);
    const Mask from_here = (higher | (others & ~core.shape_.whole_ports(higher))) & ~with_preferred;
    return stays | ((preferred | core.shape_.lowest_of_ports(from_here)) & ~decided);
  }
  // Input lanes whose flit was sent by an output that pauses now.
  TURNPIKE_INLINE Mask pacing() const {
    Mask lanes{};
    if constexpr (Identity::kCanPause) {
      if (core.rules_.pace == 1) return lanes;
      for (Mask left = granted; any(left); left = without_lowest(left)) {
        const unsigned l = lowest(left);
        const PortId output = port_of(lowest(layout.routes(block)[l]));  // held, or that it held
        lanes |= when((identify(0).paced >> output & 1) != 0, only<Mask>(l));
      }
    }
    return lanes;
  }

  // 2.8 and 2.7: what moves in active cycles alone.
  TURNPIKE_INLINE void end_active_cycle() {
    const Mask active = core.shape_.whole_routers(waiting | arrived);
    const Mask done = ~waiting | (passes_by() ? granted : state.left_before);
    state.guards.tick(core.shape_, active, done, core.params_.patience);
    if (!selects()) return;
    state.closed = Mask{};
    for (Mask closing = privileged & ~granted & ~state.holding; any(closing);
         closing = without_lowest(closing)) {
      state.closed |= layout.routes(block)[lowest(closing)];
    }
    state.turn[1] ^= active & state.turn[0];
    state.turn[0] ^= active;
  }

  // The paced outputs count the cycles; after a flit they pause.
  void pause() const {
    Pauses& pauses = layout.pauses(block);
    for (PortMask left = pauses.pausing; left != 0; left &= left - 1) {
      const auto port = static_cast<PortId>(__builtin_ctz(left));
      if (--pauses.pause[port] == 0) pauses.pausing &= ~(1u << port);
    }
    for (PortMask left = core.rules_.pace > 1 ? identify(0).paced : 0; left != 0;
         left &= left - 1) {
      const auto port = static_cast<PortId>(__builtin_ctz(left));
      if (!any(sent & lanes_of(port))) continue;
      pauses.pause[port] = static_cast<std::uint16_t>(core.rules_.pace - 1);
      pauses.pausing |= 1u << port;
    }
  }

  // whole(lanes): all lanes of the groups that have one of them; lowest_of_groups(lanes): of each
  // the lowest one.
  template <class Whole, class Lowest>
  TURNPIKE_INLINE void offer_at_once(Mask ended, const Whole& whole,
                                     const Lowest& lowest_of_groups) {
    state.unoffered |= whole(ended);
    const Mask offers = lowest_of_groups(free & state.unoffered);
    state.offered |= offers;
    state.unoffered &= ~whole(offers);
  }
  // 2.5. Groups that are whole ports or halves of them at once, others one by one.
  TURNPIKE_INLINE void make_offers() {
    state.offered &= ~taken;
    const Mask ended = taken & ~core.single_lanes_;
    const auto& shape = core.shape_;
    if (core.rules_.groups == 1) {
      offer_at_once(
          ended, [&](Mask lanes) { return shape.whole_ports(lanes); },
          [&](Mask lanes) { return shape.lowest_of_ports(lanes); });
      return;
    }
    if constexpr (Shape::kHasHalves) {
      if (core.rules_.groups == 2) {
        offer_at_once(
            ended, [&](Mask lanes) { return shape.whole_halves(lanes); },
            [&](Mask lanes) { return shape.lowest_of_halves(lanes); });
        return;
      }
    }
    for (Mask left = ended; any(left); left = without_lowest(left)) {
      state.unoffered |= core.group_of(lowest(left));
    }
    for (Mask left = free & state.unoffered; any(left);) {
      const unsigned l = lowest(left);
      const Mask group = core.group_of(l);
      state.offered |= only<Mask>(l);
      state.unoffered &= ~group;
      left &= ~group;
    }
  }

  // Output lanes that are empty enough for a new packet.
  TURNPIKE_INLINE Mask with_room() const {
    return layout.credits(block).at_least(core.params_.injection_room()) | core.unbound_lanes_;
  }

  TURNPIKE_INLINE void write_back() {
    make_offers();
    if (any(core.entering_lanes_)) {
      const Mask room = with_room();
      state.roomy = room & (state.offered | core.single_lanes_);
    }
    header.waiting = layout.counts(block).step(arrived & ~granted, granted & ~arrived);
    state.with_credit = layout.credits(block).step(Mask{}, sent);
    state.holding = (state.holding | granted) & ~finished;
    state.busy = (state.busy | sent) & ~released;
    state.hinted = next_hinted;
    // Offers that can be made in the next cycle, hints that turn nodes, room of VCs that are always
    // on offer, and what the guard does not know yet.
    Mask unsettled = state.hinted | (state.unoffered & state.with_credit & ~state.busy);
    if (any(core.entering_lanes_ & core.single_lanes_)) {
      unsettled |= (state.roomy ^ with_room()) & core.single_lanes_;
    }
    if (!passes_by()) {
      state.left_before = granted;
      unsettled |= granted;
    }
    header.restless = any(unsettled) ? 1 : 0;
    for (Mask next = finished & header.waiting; any(next); next = without_lowest(next)) {
      const unsigned l = lowest(next);
      core.set_route(block, identify(core.router_of(l)), l, soon);
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
