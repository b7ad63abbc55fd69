// machine_processor.cpp - a processor's accesses in cycles, and who runs when.

#include "sim/machine/fabric/machine_processor.h"

#include <algorithm>
#include <string>

#include "model/network/engine.h"
#include "sim/base/interrupt.h"

namespace turnpike::sim {

ProgramMemory program_memory(const model::Machine& machine) {
  constexpr std::uint32_t kBlocks = 0x1000;  // not at 0: that is the null pointer
  const std::uint32_t data = (machine.system_end() + 0xfffu) & ~0xfffu;
  return {{kBlocks, machine.spec().system.base - kBlocks},
          {data, machine.spec().memory.bytes - data}};
}

bool MachineProcessor::read(std::uint32_t address, void* to, std::uint32_t bytes) {
  bool arrived = true;
  auto* out = static_cast<std::uint8_t*>(to);
  for (std::uint32_t done = 0; done < bytes && arrived; done += 8) {
    const std::uint32_t here = std::min(8u, bytes - done);
    machine_.watch(node_, address + done, here);
    machine_.memory(node_).read(address + done, out + done, here);
    pause(1);
    arrived = !machine_.excepted(node_);
  }
  return arrived;
}

void MachineProcessor::write(std::uint32_t address, const void* from, std::uint32_t bytes) {
  machine_.memory(node_).write(address, from, bytes);
  if (bytes != 0) pause((bytes + 7) / 8);
}

void MachineProcessor::issue(model::Operation operation, std::uint32_t pointer) {
  machine_.issue(node_, operation, pointer);
  while (!machine_.can_issue(node_)) pause(1);
}

void MachineProcessor::pause(model::Cycle cycles) {
  wakes_at_ = machine_.now() + cycles;
  fiber_->leave();
}

model::Cycle run_on_all_nodes(model::Machine& machine, const Program& program, model::Cycle limit) {
  struct Node {
    std::unique_ptr<MachineProcessor> processor;
    std::unique_ptr<Fiber> fiber;
  };
  const model::Cycle start = machine.now();
  const ProgramMemory memory = program_memory(machine);
  std::vector<Node> nodes(machine.nodes());
  for (model::NodeId n = 0; n < machine.nodes(); ++n) {
    Node& node = nodes[n];
    node.processor = std::make_unique<MachineProcessor>(machine, n);
    node.fiber = std::make_unique<Fiber>([&program, &memory, processor = node.processor.get()] {
      Messenger messenger(*processor, memory.blocks);
      program(messenger, memory.data);
    });
    node.processor->set_fiber(*node.fiber);
  }
  for (model::NodeId left = machine.nodes();;) {
    for (Node& node : nodes) {
      if (node.fiber->has_ended() || node.processor->wakes_at() > machine.now()) continue;
      node.fiber->resume();
      if (node.fiber->has_ended()) --left;
    }
    if (left == 0) return machine.now() - start;
    if (interrupt_signal() != 0) {
      throw Interrupted("in cycle " + std::to_string(machine.now()) + ", before the programs on " +
                        std::to_string(left) + " nodes had ended");
    }
    if (machine.now() - start >= limit) {
      throw model::NetworkError("cycle " + std::to_string(machine.now()) + ": programs on " +
                                std::to_string(left) + " nodes have not ended");
    }
    machine.advance();
  }
}

}  // namespace turnpike::sim
