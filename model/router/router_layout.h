// router_layout.h - the places of the parts of a router's state in one block of memory.
//
// A network owns one array of blocks, each of one router or a few (router_shape.h). The parts that
// a cycle touches first come first, so a block in which nothing happens costs two cache lines a
// cycle. "Ports" are those of the whole block here.

#pragma once

#include <array>
#include <cstddef>
#include <cstdint>

#include "model/common/flit.h"
#include "model/common/lane_mask.h"
#include "model/router/arbiter_trees.h"
#include "model/router/lane_counters.h"
#include "model/router/router_params.h"
#include "model/router/router_shape.h"
#include "model/router/starvation_guard.h"

namespace turnpike::model {

// The state that says whether anything can happen; it lies in front of the pins.
template <class Mask>
struct RouterHeader {
  Mask waiting{};             // input lanes whose buffer is not empty
  std::uint16_t error = 0;    // error_o, a bit for each router
  std::uint8_t restless = 0;  // there is more to do, with no flit in a buffer
};

// The registers that docs/timing.md, 2.2, has for each VC.
template <class Shape>
struct RouterState {
  using Mask = typename Shape::Mask;
  Mask holding{};      // input lanes that are `active`
  Mask selected{};     // input lanes that are selected, one of each half of the VCs of a port
  Mask busy{};         // output lanes held by a packet
  Mask with_credit{};  // output lanes with a credit to spend
  Mask offered{};      // output lanes on offer, at most one a group; none of groups of one VC
  Mask roomy{};        // of these those with `room`, and of the groups of one VC
  Mask unoffered{};    // all output lanes of the groups that have no offer
  Mask closed{};       // output lanes that the guard keeps for the watched lane
  Mask left_before{};  // input lanes that sent a flit in the cycle before
  Mask stayed{};       // input lanes that had a flit in that cycle, and sent none
  StarvationGuards<Shape> guards;
};

constexpr std::size_t kBlockUnit = 64;

// Where a port's wires end: units of kBlockUnit bytes from the start of the memory, and offsets in
// the unit. The pins are those of even cycles; those of odd cycles lie
// RouterLayout::parity_stride() further.
struct FlitWire {
  std::uint32_t pin_block = 0;
  std::uint32_t flit_block = 0;  // the flits' buffers; never written while they could be read
  std::uint16_t pin = 0;         // bytes
  std::uint16_t flits = 0;       // units of 8 bytes, of slot 0 of VC 0

  // To the pin, and to the buffer, so many bytes behind a unit.
  void lead_to_pin(std::uint32_t unit, std::size_t bytes) {
    pin_block = unit + static_cast<std::uint32_t>(bytes / kBlockUnit);
    pin = static_cast<std::uint16_t>(bytes % kBlockUnit);
  }
  void lead_to_flits(std::uint32_t unit, std::size_t bytes) {
    flit_block = unit + static_cast<std::uint32_t>(bytes / kBlockUnit);
    flits = static_cast<std::uint16_t>(bytes % kBlockUnit / 8);
  }
};
struct CreditWire {
  std::uint32_t pin_block = 0;
  std::uint32_t pin = 0;
};

// The common frame of the blocks of a network. Wires lead from block to block, so all blocks have
// their parts in the same places, which are those of the largest component.
struct BlockFrame {
  unsigned ports = 0;  // of a router
  unsigned depth = 0;  // flits from one VC's buffer to the next
};

// Flits per VC of the buffers of each port, of the own at inputs and of the receiver's at outputs.
using PortDepths = std::array<std::uint8_t, kMaxPorts>;

// Outputs with a narrow channel behind them, which may not send a flit in every cycle; general
// shapes only.
struct Pauses {
  PortMask pausing = 0;              // pause not 0
  std::uint16_t pause[kMaxPorts]{};  // [output port] cycles until it may send again
};

// Offsets that depend on the shape only, so that they are constants where it is fixed.
template <class Shape>
struct RouterOffsets {
  std::size_t pins = 0;
  std::size_t pin_row = 0;  // bytes of a row, a pin per port: a power of two of words
  std::size_t fronts = 0;
  std::size_t slots = 0;
  std::size_t state = 0;
  std::size_t nodes = 0;
  std::size_t halves = 0;
  std::size_t routes = 0;
  std::size_t flit_wires = 0;
  std::size_t credit_wires = 0;
  std::size_t sent = 0;
  std::size_t pauses = 0;
  std::size_t planes = 0;

  constexpr RouterOffsets(unsigned ports, unsigned vcs) {
    using Mask = typename Shape::Mask;
    const std::size_t lanes = std::size_t{ports} * vcs;
    std::size_t at = sizeof(RouterHeader<Mask>);
    pin_row = 8;
    while (pin_row < ports * sizeof(typename Shape::Pin)) pin_row *= 2;
    pins = place<std::uint64_t>(at, pin_row / 8 * 4);
    state = place<RouterState<Shape>>(at, 1);
    fronts = place<std::uint8_t>(at, lanes);
    slots = place<std::uint8_t>(at, lanes);
    nodes = place<ArbiterTrees::Nodes>(at, ports);
    halves = place<PortMask>(at, ports);
    routes = place<Mask>(at, lanes);
    flit_wires = place<FlitWire>(at, ports);
    credit_wires = place<CreditWire>(at, ports);
    sent = place<std::uint32_t>(at, ports);
    pauses = place<Pauses>(at, Shape::kIsFixed ? 0 : 1);
    planes = place<Mask>(at, 0);
  }

 private:
  // The next part: `count` of T. Moves `at` past it.
  template <class T>
  static constexpr std::size_t place(std::size_t& at, std::size_t count) {
    const std::size_t start = (at + alignof(T) - 1) / alignof(T) * alignof(T);
    at = start + count * sizeof(T);
    return start;
  }
};

template <unsigned kWords, class Shape>
class RouterLayout {
 public:
  using Flit = FlitWords<kWords>;
  using Mask = typename Shape::Mask;
  using Pin = typename Shape::Pin;
  static constexpr bool kCanPause = !Shape::kIsFixed;  // it has room for pauses

  RouterLayout(const BlockFrame& frame, unsigned vcs, const PortDepths& depths)
      : offsets_(Shape::kRouters * frame.ports, vcs),
        depth_(frame.depth),
        planes_(planes_for(depth_)),
        depths_(depths) {
    const std::size_t lanes = std::size_t{Shape::kRouters} * frame.ports * vcs;
    flits_ = (at().planes + 2 * (planes_ * sizeof(Mask)) + 7) / 8 * 8;
    const std::size_t end = flits_ + lanes * depth_ * sizeof(Flit);
    bytes_ = (end + kBlockUnit - 1) / kBlockUnit * kBlockUnit;
  }

  std::size_t bytes() const { return bytes_; }
  // Flits from the buffer of one VC to that of the next.
  unsigned depth() const { return depth_; }
  // Flits per VC of this port.
  unsigned depth_of(PortId port) const {
    if constexpr (Shape::kIsFixed) {
      return depth_;
    } else {
      return depths_[port];
    }
  }

  static RouterHeader<Mask>& header(std::byte* block) {
    return *reinterpret_cast<RouterHeader<Mask>*>(block);
  }

  RouterState<Shape>& state(std::byte* b) const { return *part<RouterState<Shape>>(b, at().state); }

  // Pins of the cycles of one parity: flits by input port, then credits by output port. A row of
  // pins is a whole number of 64-bit words.
  std::size_t pin_row() const { return at().pin_row; }
  std::size_t parity_stride() const { return 2 * pin_row(); }
  std::size_t flit_pins_offset() const { return at().pins; }  // even cycles
  std::size_t credit_pins_offset() const { return at().pins + pin_row(); }
  Pin* flit_pins(std::byte* b, unsigned parity) const {
    return part<Pin>(b, flit_pins_offset() + parity * parity_stride());
  }
  Pin* credit_pins(std::byte* b, unsigned parity) const {
    return part<Pin>(b, credit_pins_offset() + parity * parity_stride());
  }

  // The header and all pins, which tell whether a router can move, lie before this. (Pauses of
  // interchanges do not.)
  std::size_t pins_end() const { return at().pins + 2 * parity_stride(); }

  // [input lane] slot of the front flit
  std::uint8_t* fronts(std::byte* b) const { return part<std::uint8_t>(b, at().fronts); }
  // [input lane] output lanes that the head at the front may take, or the one that its packet holds
  Mask* routes(std::byte* b) const { return part<Mask>(b, at().routes); }
  // [input lane] flits in the buffer
  LaneCounters<Mask> counts(std::byte* b) const { return {part<Mask>(b, at().planes), planes_}; }
  // [output lane]
  LaneCounters<Mask> credits(std::byte* b) const {
    return {part<Mask>(b, at().planes) + planes_, planes_};
  }
  // [output lane] slot of the next flit downstream: flits are stored straight where they go
  std::uint8_t* slots(std::byte* b) const { return part<std::uint8_t>(b, at().slots); }
  // [output port] nodes of its arbiter
  ArbiterTrees::Nodes* nodes(std::byte* b) const {
    return part<ArbiterTrees::Nodes>(b, at().nodes);
  }
  // [output port] of each input port, as the router numbers them: its upper half goes first
  PortMask* upper_first(std::byte* b) const { return part<PortMask>(b, at().halves); }
  // [output port]
  FlitWire* flit_wires(std::byte* b) const { return part<FlitWire>(b, at().flit_wires); }
  std::uint32_t* sent(std::byte* b) const { return part<std::uint32_t>(b, at().sent); }
  // General shapes only.
  Pauses& pauses(std::byte* b) const { return *part<Pauses>(b, at().pauses); }
  // [input port]
  CreditWire* credit_wires(std::byte* b) const { return part<CreditWire>(b, at().credit_wires); }
  // Slot 0 of the buffer of an input lane.
  std::size_t flits_offset(unsigned lane) const { return flits_ + lane * (depth_ * sizeof(Flit)); }
  Flit* flits(std::byte* b, unsigned lane) const { return part<Flit>(b, flits_offset(lane)); }

 private:
  const RouterOffsets<Shape>& at() const {
    if constexpr (Shape::kIsFixed) {
      return kFixed<Shape>;
    } else {
      return offsets_;
    }
  }
  template <class S>
  static constexpr RouterOffsets<S> kFixed{S::kRouters * S::ports(), S::vcs()};

  template <class T>
  static T* part(std::byte* block, std::size_t offset) {
    return reinterpret_cast<T*>(block + offset);
  }

  RouterOffsets<Shape> offsets_;
  unsigned depth_;
  unsigned planes_;
  PortDepths depths_;  // used by general shapes alone: fixed ones have the same at all ports
  std::size_t flits_ = 0;
  std::size_t bytes_ = 0;
};

}  // namespace turnpike::model
