// waveform.h - what the shared objects know of tracing.

#pragma once

#include "sim/hardware/rtl_components/component_abi.h"
#include "verilated_fst_c.h"

namespace turnpike::sim {

// Every component that a shared object makes is one of these.
class TraceableComponent : public RtlComponent {
 public:
  virtual void trace(VerilatedFstC* file) = 0;
};

}  // namespace turnpike::sim
