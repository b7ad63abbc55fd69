// Emitted AXI4 networks: Verilated whole, they show at all pins of all AXI4 ports in every cycle
// what the model shows, and every manager and memory sees what it should.

#include <gtest/gtest.h>

#include <string>
#include <vector>

#include "model/axi/axi4_exercise.h"
#include "model/network/engine.h"
#include "sim/axi/axi4_hardware.h"
#include "sim/experiment/config/read_experiment.h"
#include "sim/experiment/run/network_checks.h"
#include "tests/support/places.h"

namespace turnpike::test {
namespace {

sim::Experiment axi_network(const sim::Overrides& overrides = {}) {
  return sim::read_experiment(source_path("tests/emit/axi.toml"), overrides);
}

// Until all requests of the first `cycles` are answered.
void run_beside(const sim::Experiment& experiment, const sim::Shape& shape, model::Cycle cycles) {
  const model::Network network = sim::build_network(experiment);
  sim::Axi4Hardware hardware(network, experiment.axi, shape, experiment.run.seed);
  model::Axi4Exercise exercise(network, experiment.axi, experiment.run.seed);
  std::vector<sim::Axi4BusPins> pins(exercise.ports().size());
  while (exercise.now() < cycles || !exercise.is_done()) {
    ASSERT_LT(exercise.now(), cycles + 100'000) << "a request is not answered";
    exercise.drive(exercise.now() < cycles ? 0.1 : 0.0);
    for (std::size_t port = 0; port < pins.size(); ++port) {
      pins[port] = {exercise.manager(port), exercise.subordinate(port)};
    }
    hardware.compare(exercise.now(), pins);
    hardware.tick(pins);
    exercise.advance();
  }
  for (std::size_t port = 0; port < pins.size(); ++port) {
    if (!exercise.ports()[port].is_manager) continue;
    EXPECT_GT(exercise.counts(port).reads, 50u);
    EXPECT_GT(exercise.counts(port).writes, 50u);
    EXPECT_GT(exercise.counts(port).errors, 5u);
  }
}

sim::Shape shape_of(const sim::Experiment& experiment) {
  return sim::Axi4Hardware::shape(sim::build_network(experiment), experiment.axi);
}

TEST(EmittedAxi4Test, AllPinsOfAllPortsEqualTheModel) {
  const sim::Experiment experiment = axi_network();
  run_beside(experiment, shape_of(experiment), 5'000);
}

// In the text of the network: its map leads to another node.
TEST(EmittedAxi4FaultyTest, AnAddressMapThatIsNotTheConfigurationsIsNoticed) {
  const sim::Experiment experiment = axi_network();
  sim::Experiment other = axi_network();
  other.axi.regions[1].base ^= std::uint64_t{1} << 31;
  EXPECT_THROW(run_beside(experiment, shape_of(other), 5'000), sim::Axi4Mismatch);
}

// A limit of an adapter, which no bit in a packet shows.
TEST(EmittedAxi4FaultyTest, LessRoomForBeatsIsNoticed) {
  const sim::Experiment experiment = axi_network();
  sim::Experiment other = axi_network();
  other.axi.read_beats /= 4;
  EXPECT_THROW(run_beside(experiment, shape_of(other), 5'000), sim::Axi4Mismatch);
}

}  // namespace
}  // namespace turnpike::test
