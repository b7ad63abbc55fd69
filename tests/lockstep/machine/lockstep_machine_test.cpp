// lockstep_machine_test.cpp - whole machines: hardware beside the model, all pins of all
// co-processors and routers in every cycle.

#include <gtest/gtest.h>

#include <memory>

#include "model/machine/machine.h"
#include "model/machine/machine_network.h"
#include "sim/machine/check/random_messages.h"
#include "sim/machine/fabric/lockstep_fabric.h"
#include "sim/machine/fabric/machine_processor.h"
#include "sim/machine/fabric/make_fabric.h"
#include "sim/machine/fabric/tlm_machine.h"
#include "sim/machine/fabric/tlm_processor.h"
#include "sim/machine/programs/collectives.h"

namespace turnpike::test {
namespace {

// One shape for all tests of this file: 8 nodes.
sim::FabricSpec cube(sim::EngineKind engine) {
  sim::FabricSpec spec;
  spec.params.dimensions = 3;
  spec.engine = engine;
  return spec;
}

model::MachineSpec stalling() {
  model::MachineSpec spec;
  spec.memory.stall = 0.2;
  spec.memory.extra_latency = 5;
  return spec;
}

void run_collectives(model::Machine& machine) {
  for (const sim::Collective& collective : sim::collectives()) {
    SCOPED_TRACE(collective.name);
    sim::run_on_all_nodes(machine, [&](sim::Messenger& messenger, sim::Region data) {
      collective.program(messenger, data, 100);
    });
  }
}

TEST(LockstepMachineTest, ExampleProgramsOnEightNodes) {
  const sim::FabricHolder fabric = sim::make_fabric(cube(sim::EngineKind::lockstep));
  model::Machine machine(*fabric, stalling());
  run_collectives(machine);
}

TEST(LockstepMachineTest, ExampleProgramsOnTheHardwareAlone) {
  const sim::FabricHolder fabric = sim::make_fabric(cube(sim::EngineKind::rtl));
  model::Machine machine(*fabric, model::MachineSpec{});
  run_collectives(machine);
}

TEST(LockstepMachineTest, RandomMessages) {
  const sim::FabricHolder fabric = sim::make_fabric(cube(sim::EngineKind::lockstep));
  model::Machine machine(*fabric, stalling());
  sim::ExerciseSpec spec;
  spec.messages = 1'500;
  spec.longest = 3'000;
  const sim::ExerciseResult result = sim::RandomMessages(machine, spec).run();
  EXPECT_GT(result.broadcasts, 0u);
  EXPECT_GT(result.system_buffers, 0u);
}

// A processor shows the hardware of node 5 another pointer than the model.
class FaultyFabric final : public sim::LockstepFabric {
 public:
  using LockstepFabric::LockstepFabric;

 private:
  void copy_inputs(model::NodeId node) override {
    LockstepFabric::copy_inputs(node);
    if (node == 5) rtl().inputs(node).pointer ^= 0x8000;
  }
};

TEST(LockstepMachineTest, SeesTheFirstPinThatDiffers) {
  const sim::FabricSpec spec = cube(sim::EngineKind::lockstep);
  const model::Network network = model::machine_network(spec.params);
  FaultyFabric fabric(network, spec.params, 1);
  model::Machine machine(fabric, model::MachineSpec{});
  try {
    run_collectives(machine);
    FAIL() << "nothing was seen";
  } catch (const sim::MachineMismatch& mismatch) {
    EXPECT_EQ(mismatch.node, 5u);
    EXPECT_EQ(mismatch.pin, "coprocessor memory_address_o");
    EXPECT_EQ(mismatch.expected ^ mismatch.actual, 0x8000u);
  }
}

TEST(LockstepMachineTest, BehindTlmSockets) {
  sim::TlmMachine machine("machine", cube(sim::EngineKind::lockstep), model::MachineSpec{});
  const sim::ProgramMemory memory = sim::program_memory(machine.machine());
  std::vector<std::unique_ptr<sim::TlmProcessor>> processors;
  for (model::NodeId node = 0; node < 8; ++node) {
    processors.push_back(std::make_unique<sim::TlmProcessor>(
        ("processor_" + std::to_string(node)).c_str(), node, 3, memory,
        [](sim::Messenger& messenger, sim::Region data) {
          sim::all_to_all(messenger, data, 100);
        }));
    processors.back()->bus.bind(machine.processor[node]);
  }
  machine.start();
  machine.run(10'000);
  for (const auto& processor : processors) {
    processor->check();
    EXPECT_TRUE(processor->has_ended());
  }
}

}  // namespace
}  // namespace turnpike::test
