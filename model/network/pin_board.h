// pin_board.h - the pins of all components and terminals of a network, and the wires between them.
//
// A pin place is a port of a component, a terminal, or the middle of a channel with registers on
// its wires. Flits arrive and credits return there. Pins exist twice, for even and odd cycles: only
// the receiver reads, and clears, in cycle t + 1 what was sent in cycle t. The order in which units
// are evaluated, and their threads, therefore do not matter. A unit (a component, a node, a channel
// with registers) without anything on its pins has nothing to look at.

#pragma once

#include <atomic>
#include <cstdint>
#include <vector>

#include "model/common/flit.h"
#include "model/common/lane_mask.h"
#include "model/network/delay_line.h"
#include "model/topology/network.h"

namespace turnpike::model {

// Where a wire ends, and which unit is there.
struct PinWire {
  std::uint32_t place = 0;
  std::uint32_t unit = 0;
};

template <unsigned kWords>
class PinBoard {
 public:
  using Flit = FlitWords<kWords>;
  using Pin = std::uint16_t;  // one bit per VC

  explicit PinBoard(const Network& network);

  // Places: of port 0 of a component, of a terminal, of the n-th channel with latency.
  std::size_t component(ComponentId c) const { return std::size_t{c} * stride_; }
  std::size_t terminal(NodeId n) const { return terminals_ + n; }
  std::size_t line(std::size_t n) const { return lines_ + n; }
  // Units.
  std::size_t node_unit(NodeId node) const { return components_ + node; }
  std::size_t line_unit(std::size_t n) const { return components_ + nodes_ + n; }

  bool has_pins(std::size_t unit, unsigned parity) const {
    return active_[parity][unit].load(std::memory_order_relaxed) != 0;
  }
  bool has_any_pins(unsigned parity) const {
    for (const std::atomic<std::uint8_t>& active : active_[parity]) {
      if (active.load(std::memory_order_relaxed) != 0) return true;
    }
    return false;
  }
  void clear_unit(std::size_t unit, unsigned parity) {
    active_[parity][unit].store(0, std::memory_order_relaxed);
  }

  // Bit p: place `first` + p has a flit, a credit. Up to kMaxPorts places of one unit.
  PortMask flits_at(std::size_t first, unsigned places, unsigned parity) const {
    return which(flit_pins_[parity], first, places);
  }
  PortMask credits_at(std::size_t first, unsigned places, unsigned parity) const {
    return which(credit_pins_[parity], first, places);
  }
  Pin flit_pin(std::size_t place, unsigned parity) const { return flit_pins_[parity][place]; }
  const Flit& flit(std::size_t place, unsigned parity) const { return flits_[parity][place]; }
  Pin credit_pin(std::size_t place, unsigned parity) const { return credit_pins_[parity][place]; }
  void clear(std::size_t place, unsigned parity) {
    flit_pins_[parity][place] = 0;
    credit_pins_[parity][place] = 0;
  }

  // Puts a flit on the pins of the unit at `place`, in the cycle of this parity.
  void send(std::size_t place, unsigned parity, Pin vc, const Flit& flit) {
    const PinWire& to = flit_wires_[place];
    flit_pins_[parity][to.place] = vc;
    flits_[parity][to.place] = flit;
    active_[parity][to.unit].store(1, std::memory_order_relaxed);
  }
  void give_back(std::size_t place, unsigned parity, Pin vcs) {
    const PinWire& to = credit_wires_[place];
    credit_pins_[parity][to.place] |= vcs;
    active_[parity][to.unit].store(1, std::memory_order_relaxed);
  }
  // The same, seen from outside.
  Pin sent(std::size_t place, unsigned parity) const {
    return flit_pins_[parity][flit_wires_[place].place];
  }
  const Flit& sent_flit(std::size_t place, unsigned parity) const {
    return flits_[parity][flit_wires_[place].place];
  }
  Pin given_back(std::size_t place, unsigned parity) const {
    return credit_pins_[parity][credit_wires_[place].place];
  }

  // Flits and credits of a VC on the pins of a place.
  unsigned flits_on(std::size_t place, VcId vc) const {
    return (flit_pins_[0][place] >> vc & 1u) + (flit_pins_[1][place] >> vc & 1u);
  }
  unsigned credits_on(std::size_t place, VcId vc) const {
    return (credit_pins_[0][place] >> vc & 1u) + (credit_pins_[1][place] >> vc & 1u);
  }
  void visit_state(StateStream& state, unsigned vcs) {
    for (unsigned parity = 0; parity < 2; ++parity) {
      state.list(flit_pins_[parity]);
      state.list(credit_pins_[parity]);
      state.list(flits_[parity]);
      for (const Pin pin : flit_pins_[parity]) {
        state.check((pin & (pin - 1)) == 0 && pin >> vcs == 0, "pins of a flit");
      }
      for (const Pin pin : credit_pins_[parity]) state.check(pin >> vcs == 0, "pins of credits");
      for (std::atomic<std::uint8_t>& active : active_[parity]) {
        std::uint8_t value = active.load(std::memory_order_relaxed);
        state.value(value);
        active.store(value, std::memory_order_relaxed);
      }
    }
  }

  // A flit went to a port that is not connected.
  bool has_lost_flits() const {
    return flit_pins_[0][nowhere()] != 0 || flit_pins_[1][nowhere()] != 0;
  }

 private:
  std::size_t nowhere() const { return flit_wires_.size() - 1; }

  static PortMask which(const std::vector<Pin>& pins, std::size_t first, unsigned places) {
    PortMask set = 0;
    for (unsigned at = 0; at < places; at += 4) {
      std::uint64_t four;
      std::memcpy(&four, pins.data() + first + at, sizeof four);
      set |= static_cast<PortMask>(which_are_set<Pin>(four)) << at;
    }
    return places >= kMaxPorts ? set : set & ((PortMask{1} << places) - 1);
  }
  void connect(const Network& network);
  void wire(std::size_t from, std::size_t from_unit, std::size_t to, std::size_t to_unit) {
    flit_wires_[from] = {static_cast<std::uint32_t>(to), static_cast<std::uint32_t>(to_unit)};
    credit_wires_[to] = {static_cast<std::uint32_t>(from), static_cast<std::uint32_t>(from_unit)};
  }

  std::size_t stride_;  // places of a component: four are read at a time, none of a neighbour's
  std::size_t components_;
  std::size_t nodes_;
  std::size_t terminals_;              // place of the first
  std::size_t lines_;                  // place of the first
  std::vector<PinWire> flit_wires_;    // [place] where the flits that are sent here go
  std::vector<PinWire> credit_wires_;  // [place] where the credits that are given here go
  std::vector<Pin> flit_pins_[2];      // [parity][place]
  std::vector<Pin> credit_pins_[2];
  std::vector<Flit> flits_[2];
  std::vector<std::atomic<std::uint8_t>> active_[2];  // [parity][unit]
};

template <unsigned kWords>
PinBoard<kWords>::PinBoard(const Network& network)
    : stride_((network.max_ports() + 3) / 4 * 4),
      components_(network.components.size()),
      nodes_(network.terminals.size() / network.local_channels),
      terminals_(components_ * stride_),
      lines_(terminals_ + network.terminals.size()) {
  std::size_t lines = 0;
  for (const Channel& channel : network.channels) lines += channel.latency != 0 ? 1 : 0;
  const std::size_t places = lines_ + lines + 1;
  const std::size_t units = components_ + nodes_ + lines + 1;
  const PinWire nowhere_wire{static_cast<std::uint32_t>(places - 1),
                             static_cast<std::uint32_t>(units - 1)};
  flit_wires_.assign(places, nowhere_wire);
  credit_wires_.assign(places, nowhere_wire);
  for (unsigned parity = 0; parity < 2; ++parity) {
    flit_pins_[parity].resize(places);
    credit_pins_[parity].resize(places);
    flits_[parity].resize(places);
    active_[parity] = std::vector<std::atomic<std::uint8_t>>(units);
  }
  connect(network);
}

template <unsigned kWords>
void PinBoard<kWords>::connect(const Network& network) {
  std::size_t lines = 0;
  for (const Channel& channel : network.channels) {
    const std::size_t from = component(channel.from) + channel.from_port;
    const std::size_t to = component(channel.to) + channel.to_port;
    if (channel.latency == 0) {
      wire(from, channel.from, to, channel.to);
      continue;
    }
    const std::size_t n = lines++;
    wire(from, channel.from, line(n), line_unit(n));
    wire(line(n), line_unit(n), to, channel.to);
  }
  for (NodeId n = 0; n < network.terminals.size(); ++n) {
    const Terminal& ends = network.terminals[n];
    const std::size_t unit = node_unit(n / network.local_channels);
    wire(terminal(n), unit, component(ends.inject.component) + ends.inject.port,
         ends.inject.component);
    wire(component(ends.eject.component) + ends.eject.port, ends.eject.component, terminal(n),
         unit);
  }
}

// A channel with registers on its wires, both ways.
template <unsigned kWords>
class PinLine {
 public:
  explicit PinLine(unsigned latency)
      : flit_pins_(latency), credit_pins_(latency), flits_(latency - 1) {}

  // Cycle `now` of the n-th line of the board.
  void cycle(PinBoard<kWords>& board, std::size_t n, Cycle now) {
    const auto parity = static_cast<unsigned>(now & 1);
    const std::size_t place = board.line(n);
    board.clear_unit(board.line_unit(n), parity);
    const DelayLine::Pin in = board.flit_pin(place, parity);
    FlitWords<kWords> flit = board.flit(place, parity);
    if (!flits_.empty()) std::swap(flit, flits_[now % flits_.size()]);
    const DelayLine::Pin out = flit_pins_.shift(now, in);
    const DelayLine::Pin back = credit_pins_.shift(now, board.credit_pin(place, parity));
    board.clear(place, parity);
    if (out != 0) board.send(place, parity ^ 1u, out, flit);
    if (back != 0) board.give_back(place, parity ^ 1u, back);
  }

  void visit_state(StateStream& state, unsigned vcs) {
    flit_pins_.visit_state(state, vcs, true);
    credit_pins_.visit_state(state, vcs, false);
    state.list(flits_);
  }
  bool is_empty() const { return flit_pins_.is_empty() && credit_pins_.is_empty(); }
  // Flits and credits of a VC under way.
  unsigned count(VcId vc) const { return flit_pins_.count(vc) + credit_pins_.count(vc); }

 private:
  DelayLine flit_pins_;
  DelayLine credit_pins_;
  std::vector<FlitWords<kWords>> flits_;
};

}  // namespace turnpike::model
