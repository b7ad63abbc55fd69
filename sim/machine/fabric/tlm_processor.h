// tlm_processor.h - a program on a node, as a SystemC module with an initiator socket.

#pragma once

#include <tlm_utils/simple_initiator_socket.h>

#include <exception>
#include <systemc>
#include <tlm>

#include "sim/machine/fabric/machine_processor.h"
#include "sim/machine/fabric/tlm_machine.h"

namespace turnpike::sim {

class TlmProcessor final : public sc_core::sc_module, public ProcessorPort {
 public:
  SC_HAS_PROCESS(TlmProcessor);

  tlm_utils::simple_initiator_socket<TlmProcessor> bus{"bus"};

  // Runs `program` once, from the start of simulation on.
  TlmProcessor(const sc_core::sc_module_name& name, model::NodeId node, unsigned dimensions,
               const ProgramMemory& memory, Program program);

  bool has_ended() const { return has_ended_; }
  // Throws what the program threw.
  void check() const {
    if (failure_ != nullptr) std::rethrow_exception(failure_);
  }

  model::NodeId node() const override { return node_; }
  unsigned dimensions() const override { return dimensions_; }
  model::Cycle now() const override;
  bool read(std::uint32_t address, void* to, std::uint32_t bytes) override;
  void write(std::uint32_t address, const void* from, std::uint32_t bytes) override;
  void issue(model::Operation operation, std::uint32_t pointer) override;
  void pause(model::Cycle cycles) override;

 private:
  void run();
  tlm::tlm_response_status transport(tlm::tlm_command command, std::uint64_t address, void* data,
                                     std::uint32_t bytes);

  model::NodeId node_;
  unsigned dimensions_;
  ProgramMemory memory_;
  Program program_;
  bool has_ended_ = false;
  std::exception_ptr failure_;
};

}  // namespace turnpike::sim
