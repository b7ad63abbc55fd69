// router_layout.h - where the parts of a router's state lie in one block of memory.
//
// A network owns one array of blocks. What a cycle touches first comes first: header and pins
// share a cache line, so a router in which nothing happens costs one line a cycle. With 5 ports,
// 4 VCs, depth 4 and flits of up to 62 bits a block is 1024 bytes, its channels included.

#pragma once

#include <cstddef>
#include <cstdint>

#include "model/router/input_unit.h"
#include "model/router/output_unit.h"
#include "model/router/router_params.h"
#include "model/router/starvation_guard.h"

namespace turnpike::model {

struct RouterHeader {
  PortMask occupied = 0;  // input ports with a waiting flit
  StarvationGuard guard;
  std::uint8_t rotation = 0;  // rotation_q
  std::uint8_t error = 0;     // error_o
  std::uint8_t unused[6] = {};
};
static_assert(sizeof(RouterHeader) == 16);

// Where a port's wires lead; the meaning of `index` is the network's.
using Wire = std::uint32_t;

constexpr std::uint8_t kNoFlit = 0xff;   // pins: no flit; else the VC
constexpr std::uint8_t kNoCredit = 0;    // pins: no credit; else the VC plus one

template <unsigned kWords>
class RouterLayout {
 public:
  using Flit = FlitWords<kWords>;

  explicit RouterLayout(const RouterParams& params)
      : vcs_(params.virtual_channels), depth_(params.buffer_depth) {
    const unsigned ports = params.ports;
    const std::size_t ivcs = std::size_t{ports} * vcs_;
    pin_bytes_ = (ports + 7) / 8 * 8;
    std::size_t at = sizeof(RouterHeader) + 4 * pin_bytes_;
    at = place<OutputPort>(at, ports, outputs_);
    at = place<InputPort>(at, ports, inputs_);
    at = place<InputVc>(at, ivcs, input_vcs_);
    at = place<Wire>(at, ports, output_wires_);
    at = place<Wire>(at, ports, input_wires_);
    at = place<OutputVc>(at, ivcs, output_vcs_);
    at = place<Flit>(at, ivcs * depth_, flits_);
    bytes_ = (at + 63) / 64 * 64;
  }

  std::size_t bytes() const { return bytes_; }
  unsigned pin_bytes() const { return pin_bytes_; }

  static RouterHeader& header(std::byte* block) { return *reinterpret_cast<RouterHeader*>(block); }
  // Input pins of the cycles with this parity: a flit's VC per input port ...
  std::uint8_t* flit_pins(std::byte* block, unsigned parity) const {
    return reinterpret_cast<std::uint8_t*>(block + sizeof(RouterHeader) + parity * pin_bytes_);
  }
  // ... and a credit's VC per output port.
  std::uint8_t* credit_pins(std::byte* block, unsigned parity) const {
    return flit_pins(block, 2 + parity);
  }
  InputPort* inputs(std::byte* block) const { return part<InputPort>(block, inputs_); }
  OutputPort* outputs(std::byte* block) const { return part<OutputPort>(block, outputs_); }
  InputVc* input_vcs(std::byte* block, PortId port) const {
    return part<InputVc>(block, input_vcs_) + port * vcs_;
  }
  OutputVc* output_vcs(std::byte* block, PortId port) const {
    return part<OutputVc>(block, output_vcs_) + port * vcs_;
  }
  Wire* output_wires(std::byte* block) const { return part<Wire>(block, output_wires_); }
  Wire* input_wires(std::byte* block) const { return part<Wire>(block, input_wires_); }
  // Slot 0 of the buffer of an input VC.
  Flit* flits(std::byte* block, PortId port, VcId vc) const {
    return part<Flit>(block, flits_) + (port * vcs_ + vc) * depth_;
  }

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

  unsigned vcs_;
  unsigned depth_;
  unsigned pin_bytes_ = 0;
  std::size_t inputs_ = 0;
  std::size_t outputs_ = 0;
  std::size_t input_vcs_ = 0;
  std::size_t output_vcs_ = 0;
  std::size_t output_wires_ = 0;
  std::size_t input_wires_ = 0;
  std::size_t flits_ = 0;
  std::size_t bytes_ = 0;
};

}  // namespace turnpike::model
