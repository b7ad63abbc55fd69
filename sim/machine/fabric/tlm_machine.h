// tlm_machine.h - a machine for virtual platforms: TLM-2.0 sockets at every node.
//
// processor[n] is the target for node n's processor (blocking transport, debug transport):
//
//   0 .. memory bytes - 1   node memory, under the eyes of the overrun check: a read of a byte that
//                           has not arrived gets TLM_GENERIC_ERROR_RESPONSE; byte enables are
//                           served
//   kRegisters + ...        words: see TlmRegister; a write of `pointer` issues the instruction
//
// Other addresses get TLM_ADDRESS_ERROR_RESPONSE. A read of up to 8 bytes takes one cycle; an
// instruction takes until the co-processor accepts it. With external memory the accesses of
// co-processor and processor leave by memory[n], an initiator socket; else the machine has memory.
//
// All actions happen at the falling edge of the clock, between two cycles.

#pragma once

#include <tlm_utils/simple_initiator_socket.h>
#include <tlm_utils/simple_target_socket.h>

#include <exception>
#include <memory>
#include <systemc>
#include <tlm>
#include <vector>

#include "model/machine/machine.h"
#include "sim/machine/fabric/lockstep_fabric.h"
#include "sim/machine/fabric/make_fabric.h"

namespace turnpike::sim {

// Offsets of registers, as in the AXI4-Lite wrapper.
enum class TlmRegister : std::uint32_t {
  identity = 0x00,       // read: "TPKE"
  node = 0x0c,           // read
  operation = 0x18,      // of the next instruction
  pointer = 0x1c,        // write: issues it, and returns when it is taken
  status = 0x20,         // read: bit 0 an instruction can be issued, bit 1 the co-processor is idle
  error_code = 0x2c,     // read: of the last error without a header block
  error_pointer = 0x30,  // read
  sent = 0x40,           // read: completion flags of sends
  received = 0x44,       // read: completion flags of receives
  errors = 0x48,         // read: errors without a header block
  cycles = 0x50,         // read, low half; high half at 0x54
};

class TlmMachine final : public sc_core::sc_module {
 public:
  SC_HAS_PROCESS(TlmMachine);
  using ProcessorSocket = tlm_utils::simple_target_socket_tagged<TlmMachine>;
  using MemorySocket = tlm_utils::simple_initiator_socket_tagged<TlmMachine>;

  static constexpr std::uint64_t kRegisters = 0xf0000000u;

  sc_core::sc_vector<ProcessorSocket> processor;  // [node]
  sc_core::sc_vector<MemorySocket> memory;        // [node]; empty without external memory

  TlmMachine(const sc_core::sc_module_name& name, const FabricSpec& fabric,
             const model::MachineSpec& machine, bool external_memory = false);
  ~TlmMachine() override;

  // Ends elaboration; after all other modules are built and bound.
  void start();
  // Runs SystemC for so many cycles, or until sc_stop(). Throws what went wrong in the machine.
  void run(model::Cycle cycles);

  model::Machine& machine() { return *machine_; }
  sc_core::sc_time period() const;

 private:
  class SocketMemory;
  struct Node;

  void transport(int node, tlm::tlm_generic_payload& payload, sc_core::sc_time& delay);
  unsigned debug(int node, tlm::tlm_generic_payload& payload);
  tlm::tlm_response_status access_memory(model::NodeId node, tlm::tlm_generic_payload& payload);
  tlm::tlm_response_status access_register(model::NodeId node, tlm::tlm_generic_payload& payload);
  std::uint32_t read_register(model::NodeId node, std::uint64_t offset, bool& exists);
  bool watch(model::NodeId node, std::uint32_t address, std::uint32_t bytes);
  void copy(model::NodeId node, tlm::tlm_generic_payload& payload);
  void next_cycle();
  void serve(model::NodeId node);

  model::Network network_;
  std::unique_ptr<model::ModelFabric> model_fabric_;
  std::unique_ptr<RtlFabric> rtl_fabric_;
  std::unique_ptr<LockstepFabric> lockstep_fabric_;
  model::Fabric* fabric_ = nullptr;
  std::unique_ptr<sc_core::sc_clock> own_clock_;
  std::unique_ptr<model::Machine> machine_;
  std::vector<std::unique_ptr<Node>> nodes_;
  std::exception_ptr failure_;
};

}  // namespace turnpike::sim
