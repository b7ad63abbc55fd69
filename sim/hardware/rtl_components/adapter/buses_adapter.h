// buses_adapter.h - a Verilated network with co-processors, the pins of its nodes side by side
// (sim/hardware/emit/flat_module.h), behind RtlBuses.

#pragma once

#include "sim/hardware/rtl_components/adapter/signal_bits.h"
#include "sim/hardware/rtl_components/component_abi.h"
#include "verilated.h"

namespace turnpike::sim {

template <class Top, class Root>
class BusesAdapter final : public RtlBuses {
 public:
  BusesAdapter(VerilatedContext* context, const char* name)
      : top_(context, name), root_(*top_.rootp) {
    root_.clk_i = 0;
    root_.rst_i = 1;
    root_.enable_i = 1;
    top_.eval();
  }

  ~BusesAdapter() override { top_.final(); }

  void reset(std::uint64_t* out) override {
    root_.rst_i = 1;
    clear(root_.in_i);
    edge();
    root_.rst_i = 0;
    show(out);
  }

  void tick(const std::uint64_t* in, std::uint64_t* out) override {
    for (unsigned i = 0; i < words(root_.in_i); ++i) {
      root_.in_i.at(i) = static_cast<EData>(in[i / 2] >> (32 * (i % 2)));
    }
    edge();
    show(out);
  }

  std::uint32_t error() const override { return root_.error_o; }

 private:
  // A cube has two nodes or more: both are wider than 64 bits.
  template <std::size_t kWords>
  static constexpr unsigned words(const VlWide<kWords>&) {
    return kWords;
  }

  void show(std::uint64_t* out) const {
    for (unsigned i = 0; i < words(root_.out_o); ++i) {
      const std::uint64_t bits = root_.out_o.at(i);
      out[i / 2] = i % 2 == 0 ? bits : out[i / 2] | bits << 32;
    }
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
