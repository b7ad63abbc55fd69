// router_step.h - one cycle of a block of routers: the body of router_core.h.
//
// docs/timing.md, section 2. All decisions use the registers as they are at the beginning of the
// cycle. Each step therefore reads `state` and writes to members of its own, and write_back() makes
// the registers of the next cycle. Values that all lanes share are kept in processor registers.

#pragma once

#include "model/router/router_core.h"
#include "model/router/vc_buffer.h"

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

  const Mask waiting;  // as in the header
  Mask credited;       // output lanes that got a credit in this cycle
  Mask credit_next;    // output lanes with a credit, this one included
  Mask arrived;        // input lanes that got a flit in this cycle
  Mask into_empty;     // of these: nothing was before it
  Mask free;           // output lanes that can be offered from the next cycle on
  Mask head_lanes;     // output lanes on offer
  Mask for_heads;      // of these: open to all heads
  Mask pausing{};      // output lanes that may not send in this cycle
  Mask privileged{};   // input lanes, at most one a router

  Mask presented{};  // input lanes
  Mask may_go{};     // input lanes with a front flit that may go
  Mask granted{};    // input lanes, those included whose flit is discarded
  Mask finished{};   // of these: it was a tail
  Mask sent{};       // output lanes
  Mask taken{};      // of these: by a head
  Mask released{};   // of these: by a tail
  Mask closing{};    // output lanes that are closed in the next cycle

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
  bool selects() const { return vcs() > 2; }  // a half of the VCs is several
  bool passes_by() const { return core.params_.pipeline_cycles == 1; }  // 2.10
  PortId port_of(unsigned l) const { return core.shape_.port_of(l); }
  VcId vc_of(unsigned l) const { return core.shape_.vc_of(l); }
  PortId own_port(PortId port) const { return core.shape_.own_port(port); }
  Mask lanes_of(PortId port) const { return core.lanes_of(port); }

  TURNPIKE_INLINE void run() {
    take_credits();
    take_flits();
    if (any(waiting | arrived)) {  // something can happen to some router
      privileged = state.guards.due & state.stayed;
      Requests requests;
      examine(requests);
      if (any(core.last_lanes_)) let_others_go_first(requests);
      grant(requests);
      if (header.error != 0) discard();
      if (selects()) state.selected = select();
      state.guards.tick(core.shape_, core.shape_.whole_routers(waiting),
                        ~waiting | state.left_before, core.params_.patience);
    }
    if constexpr (Layout::kCanPause) pause();
    write_back();
  }

  using OwnPorts = typename Shape::OwnPorts;
  static constexpr unsigned kBlockPorts = Shape::kBlockPorts;
  // The requests of the presented flits, and which of them may go.
  struct Requests {
    Mask asking{};                 // input lanes whose flit requests its output
    Mask may_take[Shape::kLanes];  // [input lane] output lanes, of one output
    PortMask asked = 0;            // outputs that are requested
    OwnPorts lower[kBlockPorts];   // [output] input ports, as the router numbers them, of which
    OwnPorts upper[kBlockPorts];   // the lower, or the upper half of the VCs requests it
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
    free = credit_next & ~state.busy & ~state.offered;
    head_lanes = state.offered | (state.with_credit & ~state.busy & core.single_lanes_);
    if constexpr (Layout::kCanPause) {
      const Pauses& pauses = layout.pauses(block);
      for (PortMask left = pauses.pausing; left != 0; left &= left - 1) {
        const auto port = static_cast<PortId>(__builtin_ctz(left));
        pausing |= lanes_of(port);
      }
    }
    for_heads = head_lanes & ~pausing & ~state.closed;
  }

  TURNPIKE_INLINE void take_flits() {
    arrived = take(layout.flit_pins(block, parity));
    into_empty = arrived & ~waiting;
    if (core.params_.checks_routes | core.rules_.looks_up) {
      core.check_heads(block, identify, arrived);
    }
    for (Mask heads = into_empty & ~state.holding; any(heads); heads = without_lowest(heads)) {
      const unsigned l = lowest(heads);
      core.set_route(block, identify(core.router_of(l)), l);
    }
  }

  // 2.3, and what 2.6 wants to know of the flits in buffers.
  TURNPIKE_INLINE void examine(Requests& requests) {
    presented = selects() ? state.selected & waiting : waiting;
    if (passes_by()) {
      presented |= selects() ? into_empty & ~core.shape_.whole_halves(presented) : into_empty;
    }
    for (PortId port = 0; port < block_ports(); ++port) requests.lower[port] = 0;
    for (PortId port = 0; port < block_ports(); ++port) requests.upper[port] = 0;
    const Mask favoured = privileged & ~state.holding;  // heads that go by their own rules
    const Mask open[3] = {state.with_credit, for_heads, for_heads & state.roomy};
    const Mask here = (selects() ? presented | waiting : presented) & ~favoured;
    for (Mask left = here; any(left); left = without_lowest(left)) {
      const unsigned l = lowest(left);
      const unsigned is_head = test(state.holding, l) ? 0 : 1;
      const unsigned kind = is_head + (is_head & (test(core.entering_lanes_, l) ? 1 : 0));
      Mask lanes = layout.routes(block)[l] & open[kind];
      if (core.rules_.looks_up) lanes = of_first_output(without_escape(lanes), l);
      examine(requests, l, lanes);
    }
    for (Mask left = favoured; any(left); left = without_lowest(left)) {
      const unsigned l = lowest(left);
      const Mask way = of_first_output(by_escape(layout.routes(block)[l]), l);
      if (selects()) closing |= way;
      examine(requests, l, way & head_lanes);
    }
  }
  // The lanes of the first of several outputs, counted from the input port's number up (2.9).
  TURNPIKE_INLINE Mask of_first_output(Mask lanes, unsigned l) const {
    if (!any(lanes)) return lanes;
    return lanes & lanes_of(core.first_output(lanes, port_of(l)));
  }
  // The escape layer is for heads that may take nothing else, and for privileged heads.
  TURNPIKE_INLINE Mask without_escape(Mask lanes) const {
    const Mask others = lanes & ~core.escape_lanes_;
    return any(others) ? others : lanes;
  }
  TURNPIKE_INLINE Mask by_escape(Mask lanes) const {
    const Mask escape = lanes & core.escape_lanes_;
    return any(escape) ? escape : lanes;
  }
  // One lane: output lanes, of one output, that its front flit may take.
  TURNPIKE_INLINE void examine(Requests& requests, unsigned l, Mask lanes) {
    // A flit that may go nowhere asks for nothing at the last port.
    const PortId output = port_of(lowest(lanes | only<Mask>(Shape::kLanes - 1)));
    const PortMask input = PortMask{1} << own_port(port_of(l));
    const bool can_go = any(lanes);
    const bool is_paused = any(lanes & pausing);
    const bool asks = can_go & !is_paused & test(presented, l);
    const bool is_lower = test(core.lower_half_, l);
    requests.may_take[l] = lanes;
    requests.asking |= when(asks, only<Mask>(l));
    requests.asked |= when(asks, PortMask{1} << output);
    OwnPorts& lower = requests.lower[output];
    OwnPorts& upper = requests.upper[output];
    lower = static_cast<OwnPorts>(lower | when(asks & is_lower, input));
    upper = static_cast<OwnPorts>(upper | when(asks & !is_lower, input));
    may_go |= when(can_go & (!is_paused | test(privileged, l)), only<Mask>(l));
  }

  // 2.4, TURNS_LAST: the requests of heads that turn count only where there is no other.
  void let_others_go_first(Requests& requests) const {
    const Mask heads = requests.asking & core.last_lanes_ & ~state.holding & ~privileged;
    PortMask others = 0;  // outputs that a flit requests which does not go last
    Mask last{};
    for (Mask left = requests.asking; any(left); left = without_lowest(left)) {
      const unsigned l = lowest(left);
      const PortId output = port_of(lowest(requests.may_take[l]));
      const bool turns = (core.rules_.last[own_port(port_of(l))] >> own_port(output) & 1) != 0;
      const bool goes_last = turns & test(heads, l);
      others |= when(!goes_last, PortMask{1} << output);
      last |= when(goes_last, only<Mask>(l));
    }
    for (; any(last); last = without_lowest(last)) {
      const unsigned l = lowest(last);
      const PortId output = port_of(lowest(requests.may_take[l]));
      if ((others >> output & 1) == 0) continue;
      const auto input = static_cast<OwnPorts>(PortMask{1} << own_port(port_of(l)));
      OwnPorts& half = test(core.lower_half_, l) ? requests.lower[output] : requests.upper[output];
      half = static_cast<OwnPorts>(half & ~input);
      requests.asking &= ~only<Mask>(l);
    }
  }

  // 2.4
  TURNPIKE_INLINE void grant(const Requests& requests) {
    ArbiterTrees::Nodes* nodes = layout.nodes(block);
    PortMask* upper_first = layout.upper_first(block);
    for (PortMask left = requests.asked; left != 0; left &= left - 1) {
      const auto output = static_cast<PortId>(__builtin_ctz(left));
      const PortId own = own_port(output);
      const PortId first = output - own;  // of the router's ports
      const PortMask lower = requests.lower[output];
      const PortMask upper = requests.upper[output];
      const PortId input = core.trees_.grant(own, lower | upper, nodes[output]);
      nodes[output] = core.trees_.after_grant(own, input, nodes[output]);
      const PortMask winner = PortMask{1} << input;
      const bool takes_upper =
          (upper & winner) != 0 && ((lower & winner) == 0 || (upper_first[output] & winner) != 0);
      upper_first[output] = (upper_first[output] & ~winner) | when(!takes_upper, winner);
      const Mask half = takes_upper ? ~core.lower_half_ : core.lower_half_;
      const unsigned l = lowest(requests.asking & lanes_of(first + input) & half);
      move(l, lowest(requests.may_take[l]));
    }
  }

  // Presented front flits of packets without a way leave to nowhere (2.12).
  TURNPIKE_INLINE void discard() {
    for (Mask left = waiting; any(left); left = without_lowest(left)) {
      const unsigned l = lowest(left);
      if (any(layout.routes(block)[l])) continue;
      may_go |= only<Mask>(l);
      if (test(presented, l)) leave(l);
    }
  }

  // Switch traversal: the front flit of input lane `l` leaves on output lane `to`.
  TURNPIKE_INLINE void move(unsigned l, unsigned to) {
    const PortId output = port_of(to);
    const VcId vc = vc_of(to);
    const Flit flit = leave(l);
    const FlitWire wire = layout.flit_wires(block)[output];
    std::uint8_t& slot = layout.slots(block)[to];
    auto* buffer = reinterpret_cast<Flit*>(memory + wire.flit_block * kBlockUnit +
                                           wire.flits * std::size_t{8});
    buffer[vc * depth + slot] = flit;
    slot = slot_after(slot, layout.depth_of(output));
    add(wire.pin_block, wire.pin, vc);
    ++layout.sent(block)[output];
    on_send(output, vc, flit);

    const Mask out_bit = only<Mask>(to);
    layout.routes(block)[l] = out_bit;
    sent |= out_bit;
    taken |= when(!test(state.holding, l), out_bit);
    released |= when(core.params_.format.is_tail(flit.word), out_bit);
  }

  // The front flit of input lane `l`, which leaves its buffer; its credit goes back.
  TURNPIKE_INLINE Flit leave(unsigned l) {
    const PortId input = port_of(l);
    std::uint8_t& front = layout.fronts(block)[l];
    const Flit flit = layout.flits(block, l)[front];
    front = slot_after(front, layout.depth_of(input));
    const CreditWire back = layout.credit_wires(block)[input];
    add(back.pin_block, back.pin, vc_of(l));  // of the other half there may be one, too
    granted |= only<Mask>(l);
    finished |= when(core.params_.format.is_tail(flit.word), only<Mask>(l));
    return flit;
  }

  TURNPIKE_INLINE void add(std::uint32_t pin_block, std::size_t pin, VcId vc) const {
    std::byte* at = next_pins + pin_block * kBlockUnit + pin;
    auto& vcs = *reinterpret_cast<Pin*>(at);
    vcs = static_cast<Pin>(vcs | 1u << vc);
  }

  // 2.6. Returns the input lanes to present in the next cycle, for all halves of ports at once.
  TURNPIKE_INLINE Mask select() const {
    const auto& shape = core.shape_;
    const Mask selected = state.selected;
    const Mask can_go = may_go & waiting;
    const Mask favoured = can_go & privileged;
    const Mask empty = shape.whole_halves(selected & ~waiting);  // all lanes of such halves
    Mask open = ~shape.whole_halves(favoured);                   // halves that are not decided
    Mask next = favoured | (arrived & empty & open);
    open &= ~(shape.whole_halves(arrived) & empty);
    const Mask others = can_go & ~selected & open & ~shape.whole_halves(streaming(can_go));
    next |= first_above(others, selected);
    open &= ~shape.whole_halves(others);
    const Mask stored = waiting & empty & open;
    next |= first_above(stored, selected);
    open &= ~shape.whole_halves(stored);
    return next | (selected & open);
  }
  // The first lane of the set above the selected one, cyclically, in each half.
  TURNPIKE_INLINE Mask first_above(Mask lanes, Mask selected) const {
    const Mask above = lanes & core.shape_.above_in_halves(selected);
    return core.shape_.lowest_of_halves(above | (lanes & ~core.shape_.whole_halves(above)));
  }
  // Selected lanes in the middle of a packet: a body flit that may go and is no tail.
  TURNPIKE_INLINE Mask streaming(Mask can_go) const {
    Mask lanes = can_go & state.selected & state.holding & ~finished;
    for (Mask left = lanes & ~granted; any(left); left = without_lowest(left)) {
      const unsigned l = lowest(left);
      const Flit& flit = layout.flits(block, l)[layout.fronts(block)[l]];
      lanes &= ~when(core.params_.format.is_tail(flit.word), only<Mask>(l));
    }
    return lanes;
  }

  // The paced outputs count the cycles; after a flit they pause.
  void pause() const {
    Pauses& pauses = layout.pauses(block);
    for (PortMask left = pauses.pausing; left != 0; left &= left - 1) {
      const auto port = static_cast<PortId>(__builtin_ctz(left));
      if (--pauses.pause[port] == 0) pauses.pausing &= ~(1u << port);
    }
    if (core.rules_.pace == 1) return;
    const auto& self = identify(0);
    for (PortMask left = self.paced; left != 0; left &= left - 1) {
      const auto port = static_cast<PortId>(__builtin_ctz(left));
      if (!any(sent & lanes_of(port))) continue;
      pauses.pause[port] = static_cast<std::uint16_t>(self.pause_after(port, core.rules_.pace));
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
    if constexpr (Shape::kHasHalves) {  // of an odd number the halves are others
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
    state.closed = closing;
    state.left_before = granted;
    state.stayed = waiting & ~granted;
    // Offers that can be made in the next cycle, room of VCs that are always on offer, what is
    // closed, and what the guard does not know yet.
    Mask unsettled = closing | granted | (state.unoffered & state.with_credit & ~state.busy);
    if (any(core.entering_lanes_ & core.single_lanes_)) {
      unsettled |= (state.roomy ^ with_room()) & core.single_lanes_;
    }
    header.restless = any(unsettled) ? 1 : 0;
    for (Mask next = finished & header.waiting; any(next); next = without_lowest(next)) {
      const unsigned l = lowest(next);
      core.set_route(block, identify(core.router_of(l)), l);
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
