// router_layout.h - where the parts of a router's state lie in one block of memory.
//
// A network owns one array of blocks. What a cycle touches first comes first: header and pins
// share a cache line, so a router in which nothing happens costs one line a cycle. With 5 ports,
// 4 VCs, depth 4 and flits of up to 62 bits a block is 1024 bytes, its channels included.

#pragma once

#include <cstddef>
#include <cstdint>

#include "model/common/flit.h"
#include "model/common/lane_mask.h"
#include "model/router/router_params.h"
#include "model/router/router_shape.h"
#include "model/router/starvation_guard.h"

namespace turnpike::model {

template <class Mask>
struct RouterHeader {
  Mask waiting{};      // input lanes whose buffer is not empty
  Mask holding{};      // input lanes whose packet holds an output VC
  Mask busy{};         // output lanes held by a packet
  Mask with_credit{};  // output lanes with a credit to spend
  StarvationGuard guard;
  std::uint8_t rotation = 0;  // rotation_q
  std::uint8_t error = 0;     // error_o
};

// Pins of one port in one cycle: 0, or the VC of the flit or credit plus one.
using Pin = std::uint8_t;

// Where a port's wires end: blocks of 64 bytes, counted from the start of the memory, and offsets.
struct FlitWire {
  std::uint32_t pin_block = 0;
  std::uint32_t flit_block = 0;   // the flits' buffers; never written while they could be read
  std::uint16_t pin = 0;          // bytes, of the pin for even cycles
  std::uint16_t flits = 0;        // units of 8 bytes, of slot 0 of VC 0
};
struct CreditWire {
  std::uint32_t pin_block = 0;
  std::uint32_t pin = 0;
};

constexpr std::size_t kBlockUnit = 64;

template <unsigned kWords, class Shape>
class RouterLayout {
 public:
  using Flit = FlitWords<kWords>;
  using Mask = typename Shape::Mask;

  explicit RouterLayout(const RouterParams& params)
      : shape_(params), depth_(params.buffer_depth) {
    const unsigned ports = shape_.ports();
    const std::size_t lanes = std::size_t{ports} * shape_.vcs();
    std::size_t at = sizeof(RouterHeader<Mask>);
    at = place<std::uint64_t>(at, pin_bytes() / 8 * 4, pins_);
    at = place<std::uint64_t>(at, lane_words(), counts_);
    at = place<std::uint64_t>(at, lane_words(), fronts_);
    at = place<std::uint64_t>(at, lane_words(), credits_);
    at = place<std::uint64_t>(at, lane_words(), slots_);
    at = place<Mask>(at, lanes, routes_);
    at = place<FlitWire>(at, ports, flit_wires_);
    at = place<CreditWire>(at, ports, credit_wires_);
    at = place<std::uint32_t>(at, ports, sent_);
    at = place<std::uint8_t>(at, ports, turns_);
    at = place<Flit>(at, lanes * depth_, flits_);
    bytes_ = (at + kBlockUnit - 1) / kBlockUnit * kBlockUnit;
  }

  std::size_t bytes() const { return bytes_; }
  // A row of pins, a byte per port.
  constexpr unsigned pin_bytes() const { return (shape_.ports() + 7) / 8 * 8; }
  // Words of 8 lanes.
  constexpr unsigned lane_words() const { return (shape_.ports() * shape_.vcs() + 7) / 8; }

  static RouterHeader<Mask>& header(std::byte* block) {
    return *reinterpret_cast<RouterHeader<Mask>*>(block);
  }
  // Input pins of the cycles with this parity: flits by input port ...
  std::size_t flit_pins_offset(unsigned parity) const { return pins_ + parity * pin_bytes(); }
  // ... and credits by output port.
  std::size_t credit_pins_offset(unsigned parity) const {
    return pins_ + (2 + parity) * pin_bytes();
  }
  Pin* flit_pins(std::byte* b, unsigned parity) const {
    return part<Pin>(b, flit_pins_offset(parity));
  }
  Pin* credit_pins(std::byte* b, unsigned parity) const {
    return part<Pin>(b, credit_pins_offset(parity));
  }
  // [input lane]
  std::uint8_t* counts(std::byte* b) const { return part<std::uint8_t>(b, counts_); }
  std::uint8_t* fronts(std::byte* b) const { return part<std::uint8_t>(b, fronts_); }
  // Output lanes that the packet at the front may take, or the one that it holds.
  Mask* routes(std::byte* b) const { return part<Mask>(b, routes_); }
  // [output lane]
  std::uint8_t* credits(std::byte* b) const { return part<std::uint8_t>(b, credits_); }
  // Slot of the next flit in the buffer downstream: flits are stored straight where they go.
  std::uint8_t* slots(std::byte* b) const { return part<std::uint8_t>(b, slots_); }
  // [output port]
  FlitWire* flit_wires(std::byte* b) const { return part<FlitWire>(b, flit_wires_); }
  std::uint32_t* sent(std::byte* b) const { return part<std::uint32_t>(b, sent_); }
  // [input port]
  CreditWire* credit_wires(std::byte* b) const { return part<CreditWire>(b, credit_wires_); }
  std::uint8_t* turns(std::byte* b) const { return part<std::uint8_t>(b, turns_); }
  // Slot 0 of the buffer of an input lane.
  std::size_t flits_offset(unsigned lane) const { return flits_ + lane * depth_ * sizeof(Flit); }
  Flit* flits(std::byte* b, unsigned lane) const { return part<Flit>(b, flits_offset(lane)); }

 private:
  template <class T>
  static std::size_t place(std::size_t at, std::size_t count, std::size_t& offset) {
    offset = (at + alignof(T) - 1) / alignof(T) * alignof(T);
    return offset + count * sizeof(T);
  }
  template <class T>
  static T* part(std::byte* block, std::size_t offset) {
    return reinterpret_cast<T*>(block + offset);
  }

  Shape shape_;
  unsigned depth_;
  std::size_t pins_ = 0;
  std::size_t counts_ = 0;
  std::size_t fronts_ = 0;
  std::size_t credits_ = 0;
  std::size_t slots_ = 0;
  std::size_t routes_ = 0;
  std::size_t flit_wires_ = 0;
  std::size_t credit_wires_ = 0;
  std::size_t sent_ = 0;
  std::size_t turns_ = 0;
  std::size_t flits_ = 0;
  std::size_t bytes_ = 0;
};

}  // namespace turnpike::model
