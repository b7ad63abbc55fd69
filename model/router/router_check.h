// router_check.h - checks that a block of routers that was read is a state in which a cycle can
// begin.
//
// It checks the range of every index, count and set that router_step.h uses without a check of its
// own, and that sets agree with each other as a cycle leaves them. It ignores flits, because any
// bits lead to a legal output or to none. The network checks that the credits and flits of a
// channel add up to a buffer (model/network/credit_check.h).

#pragma once

#include "model/common/state_stream.h"
#include "model/router/router_core.h"

namespace turnpike::model {

template <unsigned kWords, class Shape, class RouteUnit>
struct RouterCore<kWords, Shape, RouteUnit>::Check {
  const RouterCore& core;
  const StateStream& stream;
  std::byte* const block;
  const unsigned parity;   // of the cycle that comes next
  const unsigned routers;  // of the block that exist

  const Layout& layout = core.layout_;
  const RouterHeader<Mask>& header = Layout::header(block);
  const RouterState<Shape>& state = core.layout_.state(block);
  const unsigned vcs = core.params_.virtual_channels;
  Mask all{};    // lanes of the block
  Mask exist{};  // of these: of routers that exist

  void run() {
    for (PortId port = 0; port < core.block_ports(); ++port) {
      all |= core.lanes_of(port);
      if (core.shape_.router_of(port) < routers) exist |= core.lanes_of(port);
    }
    check_pins();
    check_buffers();
    check_sets();
    check_ways();
    for (PortId port = 0; port < core.block_ports(); ++port) check_offers(port);
    check_guards();
    if constexpr (Layout::kCanPause) check_pauses();
  }

  void expect(bool holds, const char* what) const { stream.check(holds, what); }
  static bool is_in(const Mask& lanes, const Mask& set) { return !any(lanes & ~set); }
  static bool are_equal(const Mask& a, const Mask& b) { return !any(a ^ b); }

  // On a port's pins there is a flit of one VC at most. A cycle reads a row as whole words: also
  // what lies behind the pins of its ports, which is zero.
  void check_pins() const {
    const auto pins = static_cast<PortId>(layout.pin_row() / sizeof(typename Layout::Pin));
    for (unsigned of = 0; of < 2; ++of) {
      for (PortId port = 0; port < pins; ++port) {
        const unsigned flit = layout.flit_pins(block, of)[port];
        const unsigned credit = layout.credit_pins(block, of)[port];
        const bool is_there = port < core.block_ports() && core.shape_.router_of(port) < routers;
        expect((flit & (flit - 1)) == 0 && (flit | credit) >> vcs == 0, "pins of a router");
        expect(is_there || (flit | credit) == 0, "pins of a router that does not exist");
      }
    }
  }

  void check_buffers() const {
    const auto counts = layout.counts(block);
    const auto credits = layout.credits(block);
    expect(are_equal(header.waiting, counts.not_zero()), "input VCs with flits");
    expect(are_equal(state.with_credit, credits.not_zero()), "output VCs with credits");
    expect(is_in(header.waiting, exist) && is_in(state.with_credit, all), "VCs of a router");
    for (Mask left = all; any(left); left = without_lowest(left)) {
      const unsigned l = lowest(left);
      const unsigned depth = layout.depth_of(core.shape_.port_of(l));
      expect(counts.value(l) <= depth && layout.fronts(block)[l] < depth, "buffer of a router");
      expect(credits.value(l) <= depth && layout.slots(block)[l] < depth, "credits of a router");
    }
  }

  void check_sets() const {
    for (const Mask& lanes : {state.holding, state.busy, state.left_before}) {
      expect(is_in(lanes, exist), "VCs of a router");
    }
    expect(is_in(state.stayed, header.waiting & ~state.left_before), "input VCs with flits");
    expect(is_in(state.selected, all) &&
               are_equal(state.selected, core.shape_.lowest_of_halves(state.selected)) &&
               is_in(all, core.shape_.whole_halves(state.selected)),
           "one VC of each half of a port");
    expect(is_in(state.roomy, all) && is_in(state.closed, all), "output VCs of a router");
    expect(header.error >> routers == 0 && header.restless <= 1, "flags of routers");
  }

  // Output lanes that packets from this input lane may ever take.
  Mask legal_lanes(unsigned l) const {
    const PortId input = core.shape_.port_of(l);
    const PortId first = core.first_port(core.shape_.router_of(input));
    Mask lanes{};
    for (PortMask left = core.rules_.turns[core.shape_.own_port(input)]; left != 0;
         left &= left - 1) {
      lanes |= core.lanes_of(first + static_cast<PortId>(__builtin_ctz(left)));
    }
    return lanes;
  }

  // A packet holds an output VC of its own; a head that waits wants VCs of one output.
  void check_ways() const {
    Mask held{};
    for (Mask left = exist; any(left); left = without_lowest(left)) {
      const unsigned l = lowest(left);
      const Mask way = layout.routes(block)[l];
      if (test(state.holding, l)) {
        const bool has_way = any(way) || header.error != 0;  // else it is discarded
        expect(
            has_way && !any(without_lowest(way)) && is_in(way, legal_lanes(l)) && !any(way & held),
            "output VC of a packet");
        held |= way;
      } else if (test(header.waiting, l)) {
        expect(is_in(way, legal_lanes(l)), "route of a head");
      }
    }
    expect(are_equal(held, state.busy), "output VCs that packets hold");
  }

  void check_offers(PortId port) const {
    for (VcId vc = 0; vc < vcs; ++vc) {
      const Mask group = core.group_of(port * vcs + vc);
      const Mask offered = state.offered & group;
      expect(!any(without_lowest(offered)), "offer of a group");
      const bool has_none = !any(offered) && !any(group & core.single_lanes_);
      expect(are_equal(state.unoffered & group, when(has_none, group)), "groups without an offer");
    }
    expect(is_in(state.offered, state.with_credit & ~state.busy & ~core.single_lanes_ & all) &&
               is_in(state.unoffered, all),
           "output VCs on offer");
  }

  void check_guards() const {
    const StarvationGuards<Shape>& guards = state.guards;
    expect(is_in(guards.watched, all) && is_in(guards.waited, guards.watched) &&
               is_in(guards.due, guards.waited),
           "input VCs that are watched");
    Mask seen{};
    for (Mask left = guards.watched; any(left); left = without_lowest(left)) {
      const unsigned l = lowest(left);
      expect(!test(seen, l), "one input VC that is watched");
      seen |= core.shape_.whole_routers(only<Mask>(l));
      const unsigned wait = guards.wait[core.router_of(l)];
      const bool is_due = test(guards.due, l);
      expect(!test(guards.waited, l) || (wait >= 1 && wait <= core.params_.patience &&
                                         is_due == (wait == core.params_.patience)),
             "cycles that a watched VC has waited");
    }
    expect(is_in(exist, seen), "an input VC of each router that is watched");
  }

  void check_pauses() const {
    const Pauses& pauses = layout.pauses(block);
    expect(std::uint64_t{pauses.pausing} >> core.block_ports() == 0, "outputs that pause");
    for (PortMask left = pauses.pausing; left != 0; left &= left - 1) {
      const unsigned pause = pauses.pause[__builtin_ctz(left)];
      expect(pause >= 1 && pause < core.rules_.pace, "cycles of a pause");
    }
  }
};

template <unsigned kWords, class Shape, class RouteUnit>
void RouterCore<kWords, Shape, RouteUnit>::check_state(const StateStream& stream, std::byte* block,
                                                       unsigned parity, unsigned routers) const {
  Check{*this, stream, block, parity, routers}.run();
}

}  // namespace turnpike::model
