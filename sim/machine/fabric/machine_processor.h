// machine_processor.h - programs on the nodes of a machine: one fiber per node, in lockstep with
// it.
//
// A processor makes one access a cycle. The answer to a read of up to 8 bytes comes in the next
// cycle, so a word takes two cycles and a block one cycle for each 8 bytes and one more. A write
// takes one cycle for each 8 bytes and is visible at once.

#pragma once

#include <functional>
#include <memory>
#include <vector>

#include "model/machine/machine.h"
#include "sim/machine/fabric/fiber.h"
#include "sim/machine/messages/messenger.h"

namespace turnpike::sim {

// Where programs find room in node memory.
struct ProgramMemory {
  Region blocks;  // of the messenger
  Region data;    // of the program
};
ProgramMemory program_memory(const model::Machine& machine);

class MachineProcessor final : public ProcessorPort {
 public:
  MachineProcessor(model::Machine& machine, model::NodeId node) : machine_(machine), node_(node) {}

  model::NodeId node() const override { return node_; }
  unsigned dimensions() const override { return machine_.dimensions(); }
  model::Cycle now() const override { return machine_.now(); }
  bool read(std::uint32_t address, void* to, std::uint32_t bytes) override;
  void write(std::uint32_t address, const void* from, std::uint32_t bytes) override;
  void issue(model::Operation operation, std::uint32_t pointer) override;
  void pause(model::Cycle cycles) override;

  // For who runs the fibers.
  void set_fiber(Fiber& fiber) { fiber_ = &fiber; }
  model::Cycle wakes_at() const { return wakes_at_; }

 private:
  model::Machine& machine_;
  model::NodeId node_;
  Fiber* fiber_ = nullptr;
  model::Cycle wakes_at_ = 0;
};

using Program = std::function<void(Messenger& messenger, Region data)>;

// Runs `program` on every node until all have ended; returns the cycles that took. Throws what a
// program threw, model::NetworkError when nothing has ended after `limit` cycles, and Interrupted
// when a signal comes.
model::Cycle run_on_all_nodes(model::Machine& machine, const Program& program,
                              model::Cycle limit = 100'000'000);

}  // namespace turnpike::sim
