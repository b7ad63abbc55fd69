// axi_coprocessor.h - a node's buses, between a co-processor that the caller owns and the code at
// the node's terminal. Mirror of rtl/adapters/axi_coprocessor.v with enable_i high.

#pragma once

#include "model/adapters/axi_memory.h"
#include "model/adapters/axi_registers.h"

namespace turnpike::model {

class AxiCoprocessor {
 public:
  // After reset. `node`: node_i.
  AxiCoprocessor(const CoprocessorParams& params, std::uint32_t node) : registers_(params, node) {}

  // Pins in the present cycle.
  const AxiLiteOut& registers() const { return registers_.bus(); }
  const AxiOut& memory() const { return memory_.bus(); }
  bool idle() const { return idle_; }
  // The input pins of the co-processor, but for its channels and the watch pins. `out`: its outputs
  // in the present cycle.
  void drive(const CoprocessorOut& out, CoprocessorIn& in) const {
    registers_.drive(in);
    in.memory_ready = memory_.ready(out);
    in.memory_response = memory_.has_response();
    if (in.memory_response) in.memory_read_data = memory_.response();
  }

  // Ends the present cycle.
  void tick(const CoprocessorOut& out, const AxiLiteIn& processor, const AxiIn& memory) {
    const bool idle = out.idle && memory_.idle() && !registers_.instruction_valid();
    registers_.tick(processor, out, memory_, idle_);
    memory_.tick(out, memory);
    idle_ = idle;
  }

 private:
  AxiRegisters registers_;
  AxiMemory memory_;
  bool idle_ = true;
};

}  // namespace turnpike::model
