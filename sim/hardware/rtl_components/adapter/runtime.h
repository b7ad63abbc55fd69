// runtime.h - Verilator's context for the components of one network.

#pragma once

#include <random>
#include <string>

#include "sim/hardware/rtl_components/component_abi.h"
#include "verilated.h"

namespace turnpike::sim {

class Runtime final : public RtlRuntime {
 public:
  explicit Runtime(std::uint32_t seed);

  RtlWaveform* create_waveform() override;
  const char* violation(std::size_t index) const override;
  void clear_violation() override;

  VerilatedContext* context() { return &context_; }

  // The same for components that Verilator knows nothing of: what a register holds before reset,
  // and a violated REQUIRE or ENSURE.
  std::uint64_t draw() { return draws_(); }
  static void violated(const std::string& what);

 private:
  VerilatedContext context_;
  std::mt19937_64 draws_;
};

}  // namespace turnpike::sim
