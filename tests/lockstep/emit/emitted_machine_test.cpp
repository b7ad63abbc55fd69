// Emitted networks with co-processors: Verilated whole, they show at all buses in every cycle what
// the model shows.

#include <gtest/gtest.h>

#include "model/machine/machine.h"
#include "model/machine/machine_network.h"
#include "sim/machine/check/random_messages.h"
#include "sim/machine/fabric/emitted_fabric.h"
#include "sim/machine/fabric/lockstep_fabric.h"
#include "sim/machine/fabric/machine_processor.h"
#include "sim/machine/programs/collectives.h"

namespace turnpike::test {
namespace {

model::CoprocessorParams square() {
  model::CoprocessorParams params;
  params.dimensions = 2;
  params.buffer_depth = params.packet_flits() + 2;
  return params;
}

sim::BusSpec busy_buses() {
  sim::BusSpec buses;
  buses.stall = 0.2;
  buses.error = 0.02;
  return buses;
}

model::MachineSpec stalling_memory() {
  model::MachineSpec spec;
  spec.memory.stall = 0.2;
  spec.memory.extra_latency = 5;
  return spec;
}

void exchange_random_messages(model::Machine& machine) {
  sim::ExerciseSpec exercise;
  exercise.messages = 200;
  exercise.longest = 1'000;
  sim::RandomMessages(machine, exercise).run();
}

TEST(EmittedMachineTest, RandomMessagesOverBusesThatStallAndFail) {
  const model::Network network = model::machine_network(square());
  sim::EmittedFabric fabric(network, square(), busy_buses());
  model::Machine machine(fabric, stalling_memory());
  exchange_random_messages(machine);
}

TEST(EmittedMachineTest, ExamplePrograms) {
  const model::Network network = model::machine_network(square());
  sim::EmittedFabric fabric(network, square(), sim::BusSpec());
  model::Machine machine(fabric, model::MachineSpec());
  for (const sim::Collective& collective : sim::collectives()) {
    SCOPED_TRACE(collective.name);
    sim::run_on_all_nodes(machine, [&](sim::Messenger& messenger, sim::Region data) {
      collective.program(messenger, data, 100);
    });
  }
}

// In the text of the network.
TEST(EmittedMachineFaultsTest, ARouterHasTheAddressOfAnother) {
  model::CoprocessorParams params = square();
  params.dimensions = 1;
  const model::Network network = model::machine_network(params);
  sim::Shape shape = sim::EmittedFabric::shape(network);
  const std::string old = "(router_1_address)";
  std::string& text = shape.generated.front().text;
  const std::size_t at = text.rfind(old);  // behind the co-processor, which gives it
  ASSERT_NE(at, std::string::npos);
  text.replace(at, old.size(), "(router_0_address)");
  sim::EmittedFabric fabric(network, params, busy_buses(), shape);
  model::Machine machine(fabric, stalling_memory());
  EXPECT_THROW(exchange_random_messages(machine), model::NetworkError);
}

}  // namespace
}  // namespace turnpike::test
