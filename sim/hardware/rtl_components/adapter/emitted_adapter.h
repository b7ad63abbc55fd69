// emitted_adapter.h - a Verilated network, its terminals side by side
// (sim/hardware/emit/flat_module.h), behind RtlEmitted.

#pragma once

#include "sim/hardware/rtl_components/adapter/members.h"
#include "sim/hardware/rtl_components/adapter/signal_bits.h"
#include "sim/hardware/rtl_components/component_abi.h"
#include "verilated.h"

namespace turnpike::sim {

// Shape: kPorts (terminals), kVcs, kFlitBits, kRouteBits, kQueueBits as of ComponentAdapter.
template <class Top, class Root, class Shape>
class EmittedAdapter final : public RtlEmitted {
 public:
  EmittedAdapter(VerilatedContext* context, const char* name)
      : top_(context, name), root_(*top_.rootp) {
    root_.clk_i = 0;
    root_.rst_i = 1;
    root_.enable_i = 1;
    top_.eval();
  }

  ~EmittedAdapter() override { top_.final(); }

  void reset() override {
    root_.rst_i = 1;
    clear(root_.in_valid_i);
    clear(root_.in_route_i);
    clear(root_.out_credit_i);
    edge();
    root_.rst_i = 0;
  }

  void tick(const TerminalPins* in, TerminalPins* out) override {
    drive(in);
    edge();
    show(out);
  }

  void hold(const TerminalPins* in, TerminalPins* out) override {
    drive(in);
    root_.enable_i = 0;
    edge();
    root_.enable_i = 1;
    top_.eval();
    show(out);
  }

  std::uint32_t error() const override { return root_.error_o; }

  std::uint32_t queue(unsigned index) const override {
    if constexpr (has_queue<Root>) {
      return bits(root_.queue_o, index * Shape::kQueueBits, Shape::kQueueBits);
    } else {
      (void)index;
      return 0;
    }
  }

 private:
  static constexpr unsigned kVcs = Shape::kVcs;
  static constexpr unsigned kVcBits = kVcs <= 2 ? 1 : kVcs <= 4 ? 2 : kVcs <= 8 ? 3 : 4;

  void drive(const TerminalPins* in) {
    for (unsigned i = 0; i < Shape::kPorts; ++i) {
      set_bits(root_.in_valid_i, i, 1, in[i].valid);
      set_bits(root_.out_credit_i, i * Shape::kVcs, Shape::kVcs, in[i].credit);
      set_bits(root_.in_route_i, i * Shape::kRouteBits, Shape::kRouteBits, in[i].route);
      set_bits(root_.in_vc_i, i * kVcBits, kVcBits, in[i].vc);
      for (unsigned bit = 0; bit < Shape::kFlitBits; bit += 64) {
        set_bits(root_.in_flit_i, i * Shape::kFlitBits + bit, word_bits(bit), in[i].flit[bit / 64]);
      }
    }
  }

  void show(TerminalPins* out) const {
    for (unsigned i = 0; i < Shape::kPorts; ++i) {
      out[i].valid = bits(root_.out_valid_o, i, 1);
      out[i].credit = bits(root_.in_credit_o, i * Shape::kVcs, Shape::kVcs);
      out[i].vc = bits(root_.out_vc_o, i * kVcBits, kVcBits);
      for (unsigned bit = 0; bit < Shape::kFlitBits; bit += 64) {
        out[i].flit[bit / 64] =
            get_bits(root_.out_flit_o, i * Shape::kFlitBits + bit, word_bits(bit));
      }
    }
  }

  static constexpr unsigned word_bits(unsigned from) {
    return Shape::kFlitBits - from < 64 ? Shape::kFlitBits - from : 64;
  }

  template <class Signal>
  static std::uint32_t bits(const Signal& signal, unsigned low, unsigned width) {
    return static_cast<std::uint32_t>(get_bits(signal, low, width));
  }

  void edge() {
    root_.clk_i = 0;
    top_.eval();
    root_.clk_i = 1;
    top_.eval();
  }

  Top top_;
  Root& root_;
};

}  // namespace turnpike::sim
