// runtime.h - Verilator's context for the components of one network.

#pragma once

#include "sim/rtl_components/component_abi.h"
#include "verilated.h"

namespace turnpike::sim {

class Runtime final : public RtlRuntime {
 public:
  explicit Runtime(std::uint32_t seed);

  RtlWaveform* create_waveform() override;
  const char* violation() const override;
  void clear_violation() override;

  VerilatedContext* context() { return &context_; }

 private:
  VerilatedContext context_;
};

}  // namespace turnpike::sim
