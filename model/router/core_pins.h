// core_pins.h - a single component of the reference model, with the pins of the hardware.
//
// It wraps the state and the steps of RouterCore, on which whole networks run. Here the component
// stands alone, and its wires end in a block that nobody else reads. It accepts any shape, and
// serves tests and studies of one router or interchange; it is not fast.

#pragma once

#include <array>
#include <cstddef>
#include <cstdint>
#include <cstdlib>
#include <cstring>
#include <memory>
#include <new>
#include <stdexcept>
#include <string>
#include <utility>
#include <vector>

#include "model/common/check.h"
#include "model/router/router_core.h"
#include "model/router/vc_buffer.h"

namespace turnpike::model {

using PinFlit = FlitWords<kMaxFlitWords>;

// The pins that routers and interchanges have in common.
struct CoreIn {
  bool enable = true;
  PortMask in_valid = 0;
  std::array<VcId, kMaxPorts> in_vc{};         // [input port], while its bit of in_valid is set
  std::array<PinFlit, kMaxPorts> in_flit{};    // [input port]
  std::array<VcMask, kMaxPorts> out_credit{};  // [output port]
};

struct CoreOut {
  std::array<VcMask, kMaxPorts> in_credit{};  // [input port]
  PortMask out_valid = 0;
  std::array<VcId, kMaxPorts> out_vc{};       // [output port], while its bit of out_valid is set
  std::array<PinFlit, kMaxPorts> out_flit{};  // [output port]
  bool error = false;
  bool idle = true;
};

// Beside them: routers and interchanges send the route at the next router with each flit.
struct RoutedOut : CoreOut {
  std::array<std::uint64_t, kMaxPorts> out_route{};  // [output port], zero without a flit
};

// For the checks of parameters: throws std::invalid_argument.
inline void require_value(bool holds, const char* what, unsigned value, const char* allowed) {
  if (holds) return;
  throw std::invalid_argument(std::string(what) + " is " + std::to_string(value) +
                              "; allowed: " + allowed);
}
constexpr bool is_within(unsigned value, unsigned low, unsigned high) {
  return value >= low && value <= high;
}

template <class Core>
class CorePins {
 public:
  explicit CorePins(const Core& core);

  // All outputs are registers: those of this cycle.
  const RoutedOut& eval() const { return out_; }
  // The edge that ends a cycle that counts. Throws std::logic_error when a neighbour breaks its
  // duty: a flit without a credit or on a VC that does not exist, a body without a head, a credit
  // too many. ahead(output, vc, destination) is the route behind an output, of a head.
  template <class Ahead>
  void tick(const CoreIn& in, const typename Core::Identity& self, const Ahead& ahead);
  void reset();

 private:
  struct FreeMemory {
    void operator()(std::byte* memory) const { std::free(memory); }
  };

  const RouterParams& params() const { return core_.params(); }
  std::byte* block() const { return memory_.get(); }
  std::byte* outside() const { return memory_.get() + core_.layout().bytes(); }
  unsigned lane(PortId port, VcId vc) const { return port * params().virtual_channels + vc; }

  void connect();
  void take_flits(const CoreIn& in);
  void take_credits(const CoreIn& in);
  void show_credits();
  bool is_empty() const;

  Core core_;
  std::unique_ptr<std::byte, FreeMemory> memory_;  // the component, then what its wires lead to
  std::vector<std::uint8_t> open_;                 // [input lane] a packet's tail is still to come
  std::vector<std::uint64_t> routes_;              // [output lane] route of the packet there
  unsigned parity_ = 0;
  RoutedOut out_;
};

template <class Core>
CorePins<Core>::CorePins(const Core& core) : core_(core) {
  const std::size_t bytes = 2 * core_.layout().bytes();
  memory_.reset(static_cast<std::byte*>(std::aligned_alloc(kBlockUnit, bytes)));
  if (memory_ == nullptr) throw std::bad_alloc();
  std::memset(memory_.get(), 0, bytes);
  reset();
}

template <class Core>
void CorePins<Core>::reset() {
  core_.reset(block());
  core_.reset(outside());
  connect();
  open_.assign(std::size_t{params().ports} * params().virtual_channels, 0);
  routes_.assign(open_.size(), 0);
  parity_ = 0;
  out_ = RoutedOut{};
}

// Output p leads to input p of the block outside, input p gives its credits to output p of it.
template <class Core>
void CorePins<Core>::connect() {
  const typename Core::Layout& layout = core_.layout();
  const auto unit = static_cast<std::uint32_t>(layout.bytes() / kBlockUnit);
  for (PortId port = 0; port < params().ports; ++port) {
    const std::size_t pin = port * sizeof(typename Core::Pin);
    FlitWire& wire = layout.flit_wires(block())[port];
    wire.lead_to_pin(unit, layout.flit_pins_offset() + pin);
    wire.lead_to_flits(unit, layout.flits_offset(lane(port, 0)));
    CreditWire& back = layout.credit_wires(block())[port];
    back.pin_block = unit;
    back.pin = static_cast<std::uint32_t>(layout.credit_pins_offset() + pin);
  }
}

template <class Core>
template <class Ahead>
void CorePins<Core>::tick(const CoreIn& in, const typename Core::Identity& self,
                          const Ahead& ahead) {
  take_flits(in);
  take_credits(in);
  out_.out_valid = 0;
  out_.out_vc = {};
  out_.out_flit = {};
  out_.out_route = {};
  core_.cycle(
      memory_.get(), block(), parity_, [&self](unsigned) { return self; },
      [&](PortId output, VcId vc, const PinFlit& flit) {
        std::uint64_t& route = routes_[lane(output, vc)];  // body flits get that of their head
        if (params().format.is_head(flit.word)) {
          route = ahead(output, vc, params().format.destination(flit.word));
        }
        out_.out_route[output] = route;
        out_.out_valid |= 1u << output;
        out_.out_vc[output] = vc;
        out_.out_flit[output] = flit;
      });
  parity_ ^= 1u;
  show_credits();
  out_.error = Core::Layout::header(block()).error != 0;
  out_.idle &= is_empty() && out_.out_valid == 0;
}

template <class Core>
void CorePins<Core>::take_flits(const CoreIn& in) {
  const typename Core::Layout& layout = core_.layout();
  for (PortMask left = in.in_valid; left != 0; left &= left - 1) {
    const auto port = static_cast<PortId>(__builtin_ctz(left));
    const VcId vc = in.in_vc[port];
    require(port < params().ports, "a flit comes in by a port that exists");
    require(vc < params().virtual_channels, "a flit names a VC that exists");
    const unsigned l = lane(port, vc);
    const unsigned count = layout.counts(block()).value(l);
    const unsigned depth = layout.depth_of(port);
    require(count < depth, "push only while there is room");
    const PinFlit& flit = in.in_flit[port];
    require(params().format.is_head(flit.word) == (open_[l] == 0), "a head after each tail");
    open_[l] = params().format.is_tail(flit.word) ? 0 : 1;
    layout.flits(block(), l)[free_slot(layout.fronts(block())[l], count, depth)] = flit;
    layout.flit_pins(block(), parity_)[port] = static_cast<typename Core::Pin>(1u << vc);
  }
}

template <class Core>
void CorePins<Core>::take_credits(const CoreIn& in) {
  const typename Core::Layout& layout = core_.layout();
  for (PortId port = 0; port < params().ports; ++port) {
    const VcMask credit = in.out_credit[port];
    require(credit >> params().virtual_channels == 0, "a credit names a VC that exists");
    for (VcMask left = credit; left != 0; left &= left - 1) {
      const auto vc = static_cast<VcId>(__builtin_ctz(left));
      require(layout.credits(block()).value(lane(port, vc)) < layout.depth_of(port),
              "one credit for each flit that went out, and a credit for each that goes");
    }
    layout.credit_pins(block(), parity_)[port] = static_cast<typename Core::Pin>(credit);
  }
}

// Reads the outputs that the component has put on its wires for the cycle that begins.
template <class Core>
void CorePins<Core>::show_credits() {
  const typename Core::Layout& layout = core_.layout();
  typename Core::Pin* credits = layout.credit_pins(outside(), parity_);
  out_.idle = true;
  for (PortId port = 0; port < params().ports; ++port) {
    out_.in_credit[port] = credits[port];
    out_.idle &= credits[port] == 0;
  }
  std::memset(credits, 0, layout.pin_row());
  std::memset(layout.flit_pins(outside(), parity_), 0, layout.pin_row());
}

template <class Core>
bool CorePins<Core>::is_empty() const {
  bool is_pausing = false;
  if constexpr (Core::Layout::kCanPause) {
    is_pausing = core_.layout().pauses(block()).pausing != 0;
  }
  return !any(Core::Layout::header(block()).waiting) && !is_pausing;
}

}  // namespace turnpike::model
