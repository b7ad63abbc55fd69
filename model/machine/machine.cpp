// machine.cpp - what stands at the pins of a node, cycle by cycle.

#include "model/machine/machine.h"

#include <string>

#include "model/common/check.h"
#include "model/common/configuration_error.h"

namespace turnpike::model {

Machine::Machine(Fabric& fabric, const MachineSpec& spec)
    : fabric_(fabric), spec_(spec), nodes_(fabric.nodes()) {
  if (spec.system.base % 8 != 0) {
    throw ConfigurationError("system.base", std::to_string(spec.system.base), "a multiple of 8");
  }
  if (spec.system.size_log2 < 6 || spec.system.size_log2 > 31) {
    throw ConfigurationError("system.size_log2", std::to_string(spec.system.size_log2), "6 .. 31");
  }
  const std::uint64_t end =
      spec.system.base + (std::uint64_t{params().system_buffers} << spec.system.size_log2);
  if (end > spec.memory.bytes) {
    throw ConfigurationError("system.size_log2", std::to_string(spec.system.size_log2),
                             "system buffers that fit into the memory");
  }
  memories_.reserve(fabric.nodes());
  for (NodeId node = 0; node < fabric.nodes(); ++node) {
    memories_.push_back(std::make_unique<NodeMemory>(spec.memory, node));
    nodes_[node].target = memories_[node].get();
    CoprocessorIn& pins = fabric.inputs(node);
    pins.system_base = spec.system.base;
    pins.system_size_log2 = spec.system.size_log2;
  }
}

std::uint32_t Machine::system_end() const {
  return spec_.system.base + (params().system_buffers << spec_.system.size_log2);
}

void Machine::issue_code(NodeId node, std::uint32_t operation, std::uint32_t pointer) {
  require(can_issue(node), "an instruction is issued while another one waits");
  CoprocessorIn& pins = fabric_.inputs(node);
  pins.instruction_valid = true;
  pins.operation = operation;
  pins.pointer = pointer;
  nodes_[node].is_issuing = true;
  fabric_.wake(node);
}

void Machine::watch(NodeId node, std::uint32_t address, unsigned bytes) {
  require(!nodes_[node].is_watching, "two accesses of a processor in one cycle");
  require(bytes >= 1 && bytes <= 8, "an access has 1 to 8 bytes");
  CoprocessorIn& pins = fabric_.inputs(node);
  pins.watch_valid = true;
  pins.watch_address = address;
  pins.watch_bytes = bytes;
  nodes_[node].is_watching = true;
  fabric_.wake(node);
}

std::vector<InstructionError> Machine::take_errors(NodeId node) {
  std::deque<InstructionError>& errors = nodes_[node].errors;
  std::vector<InstructionError> taken(errors.begin(), errors.end());
  errors.clear();
  return taken;
}

bool Machine::is_idle() const {
  for (NodeId node = 0; node < nodes(); ++node) {
    if (nodes_[node].is_issuing || nodes_[node].target->outstanding() != 0) return false;
    if (fabric_.is_awake(node) && !fabric_.outputs(node).idle) return false;
  }
  return true;
}

// Inputs of the present cycle from outputs of the present cycle: memory answers in the same cycle
// whether it takes a request.
void Machine::drive(NodeId node) {
  const CoprocessorOut& out = fabric_.outputs(node);
  CoprocessorIn& in = fabric_.inputs(node);
  MemoryTarget& memory = *nodes_[node].target;
  in.memory_response = memory.outstanding() != 0 && memory.respond(now(), in.memory_read_data);
  in.memory_ready = out.memory_valid && memory.ready(now());
  if (in.memory_ready) {
    memory.take({out.memory_write, out.memory_fence, out.memory_address, out.memory_data,
                 out.memory_strobe},
                now());
  }
  note_events(node);
}

void Machine::note_events(NodeId node) {
  const CoprocessorOut& out = fabric_.outputs(node);
  Node& state = nodes_[node];
  state.sent += out.sent ? 1u : 0u;
  state.received += out.received ? 1u : 0u;
  if (out.error_valid) {
    state.errors.push_back({static_cast<MessageError>(out.error_code), out.error_pointer});
  }
}

void Machine::begin_cycle() {
  for (NodeId node = 0; node < nodes(); ++node) {
    if (fabric_.is_awake(node)) drive(node);
  }
  // What the present cycle's outputs say about instructions must be read before the edge.
  for (NodeId node = 0; node < nodes(); ++node) {
    Node& state = nodes_[node];
    if (state.is_issuing && fabric_.outputs(node).instruction_ready) state.is_issuing = false;
  }
}

void Machine::end_cycle() {
  for (NodeId node = 0; node < nodes(); ++node) {
    Node& state = nodes_[node];
    CoprocessorIn& in = fabric_.inputs(node);
    in.memory_response = false;
    in.memory_ready = false;
    if (in.instruction_valid && !state.is_issuing) in.instruction_valid = false;
    if (state.is_watching) {
      in.watch_valid = false;
      state.is_watching = false;
    }
  }
}

}  // namespace turnpike::model
