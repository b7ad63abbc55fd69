// machine.h - a hypercube of nodes, each with a processor's port and a memory, around a fabric.
//
// The caller plays the processors: between two cycles it sets their actions of the next one. The
// pins are registers on the co-processor's side. It takes an instruction that is issued before
// cycle t at the end of t at the earliest, and answers an access of cycle t in t + 1
// (docs/timing.md, section 8).

#pragma once

#include <deque>
#include <memory>
#include <vector>

#include "model/machine/fabric.h"
#include "model/machine/node_memory.h"

namespace turnpike::model {

struct SystemBuffers {
  std::uint32_t base = 0x10000;  // a multiple of 8
  unsigned size_log2 = 12;       // bytes of a buffer, its 32 own bytes included
};

struct MachineSpec {
  MemorySpec memory;
  SystemBuffers system;
};

// error_valid_o for one cycle.
struct InstructionError {
  MessageError code = MessageError::none;
  std::uint32_t pointer = 0;
};

class Machine {
 public:
  // `fabric` must outlive this and stand after reset.
  Machine(Fabric& fabric, const MachineSpec& spec);

  NodeId nodes() const { return fabric_.nodes(); }
  unsigned dimensions() const { return fabric_.params().dimensions; }
  const CoprocessorParams& params() const { return fabric_.params(); }
  const MachineSpec& spec() const { return spec_; }
  Cycle now() const { return fabric_.now(); }
  // First byte behind the system buffers.
  std::uint32_t system_end() const;

  // The node's own memory; with a target of one's own in its place nothing happens there.
  NodeMemory& memory(NodeId node) { return *memories_[node]; }
  const NodeMemory& memory(NodeId node) const { return *memories_[node]; }
  // `target` serves the node's co-processor from now on; it outlives this.
  void set_memory_target(NodeId node, MemoryTarget& target) { nodes_[node].target = &target; }

  // Instructions: one at a time; issue() only when can_issue().
  bool can_issue(NodeId node) const { return !nodes_[node].is_issuing; }
  void issue(NodeId node, Operation operation, std::uint32_t pointer) {
    issue_code(node, static_cast<std::uint32_t>(operation), pointer);
  }
  // Any three bits, to see unknown operations refused.
  void issue_code(NodeId node, std::uint32_t operation, std::uint32_t pointer);

  // An access of the processor to 1 .. 8 bytes in the present cycle; excepted() answers in the
  // next. Data that is read before the cycle advances belongs to this access.
  void watch(NodeId node, std::uint32_t address, unsigned bytes);
  bool excepted(NodeId node) const { return fabric_.outputs(node).watch_exception; }

  // Errors without a header block since the last call, oldest first.
  std::vector<InstructionError> take_errors(NodeId node);
  // Completion flags that said "finished" so far.
  std::uint64_t sent(NodeId node) const { return nodes_[node].sent; }
  std::uint64_t received(NodeId node) const { return nodes_[node].received; }

  // No instruction waits, every co-processor is idle, no memory read is outstanding. (A flit may
  // still be in the network.)
  bool is_idle() const;

  // Ends the present cycle.
  void advance() {
    begin_cycle();
    fabric_.advance();
    end_cycle();
  }
  // A cycle in steps, for code that advances the fabric itself: memory answers the requests of the
  // present cycle; after the edge, pins that were set for one cycle fall.
  void begin_cycle();
  void end_cycle();

  Fabric& fabric() { return fabric_; }

 private:
  struct Node {
    MemoryTarget* target = nullptr;
    bool is_issuing = false;
    bool is_watching = false;
    std::uint64_t sent = 0;
    std::uint64_t received = 0;
    std::deque<InstructionError> errors;
  };

  void drive(NodeId node);
  void note_events(NodeId node);

  Fabric& fabric_;
  MachineSpec spec_;
  std::vector<std::unique_ptr<NodeMemory>> memories_;
  std::vector<Node> nodes_;
};

}  // namespace turnpike::model
