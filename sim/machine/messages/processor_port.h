// processor_port.h - the interface of a program on a node: memory, instructions, time.
//
// The message-passing library uses only this interface of the machine. One implementation uses the
// C++ machine (sim/machine/fabric/machine_processor.h), another a TLM-2.0 socket
// (sim/machine/fabric/tlm_processor.h). Time may pass in every function.

#pragma once

#include <cstdint>

#include "model/common/types.h"
#include "model/coprocessor/coprocessor_params.h"

namespace turnpike::sim {

class ProcessorPort {
 public:
  virtual ~ProcessorPort() = default;

  virtual model::NodeId node() const = 0;
  virtual unsigned dimensions() const = 0;  // of the cube: 2^dimensions nodes
  virtual model::Cycle now() const = 0;

  // Reads under the eyes of the overrun check. False: a byte has not arrived yet, nothing was
  // read; later it will have.
  virtual bool read(std::uint32_t address, void* to, std::uint32_t bytes) = 0;
  virtual void write(std::uint32_t address, const void* from, std::uint32_t bytes) = 0;
  // Returns when the co-processor has taken the instruction.
  virtual void issue(model::Operation operation, std::uint32_t pointer) = 0;
  // Lets `cycles` pass, at least 1.
  virtual void pause(model::Cycle cycles) = 0;
};

}  // namespace turnpike::sim
