// Emitted networks: Verilated whole, they show at all terminals in every cycle what the model
// shows.
//
// The configurations are those of tests/emit, which `make lint` holds against other tools. They are
// small, as a network costs some seconds to build: together they have all topologies, both kinds of
// routers, interchanges, links with and without registers, tables, one to five VCs.

#include "sim/hardware/engines/emitted_engine.h"

#include <gtest/gtest.h>

#include <algorithm>
#include <filesystem>

#include "sim/experiment/config/read_experiment.h"
#include "sim/experiment/run/network_checks.h"
#include "sim/hardware/emit/emitted.h"
#include "tests/support/places.h"

namespace turnpike::test {
namespace {

namespace fs = std::filesystem;

std::vector<std::string> configurations() {
  std::vector<std::string> names;
  for (const fs::directory_entry& entry : fs::directory_iterator(source_path("tests/emit"))) {
    if (entry.path().extension() == ".toml") names.push_back(entry.path().stem().string());
  }
  std::sort(names.begin(), names.end());
  return names;
}

// With traffic that fills buffers and stalls sinks now and then.
sim::Experiment read(const std::string& name) {
  sim::Experiment experiment =
      sim::read_experiment(source_path("tests/emit/" + name + ".toml"), sim::Overrides());
  experiment.traffic.load = 0.4;
  experiment.run.sink_stall = 0.1;
  return experiment;
}

class EmittedTest : public testing::TestWithParam<std::string> {};

TEST_P(EmittedTest, ShowsAtItsTerminalsWhatTheModelShows) {
  const sim::Experiment experiment = read(GetParam());
  const model::Network network = sim::build_network(experiment);
  model::Traffic traffic(experiment.traffic, network, experiment.run.seed);
  sim::EmittedEngine engine(network, traffic, experiment.run);
  ASSERT_NO_THROW(engine.advance(2000));
  EXPECT_EQ(engine.now(), 2000u);
  EXPECT_GT(engine.collected().totals().packets_delivered, 50u);
}

INSTANTIATE_TEST_SUITE_P(Networks, EmittedTest, testing::ValuesIn(configurations()),
                         [](const auto& tested) { return tested.param; });

// What the engine says of a network in whose text the first `old` has become `changed`.
std::string complaint(const std::string& name, const std::string& old, const std::string& changed) {
  const sim::Experiment experiment = read(name);
  const model::Network network = sim::build_network(experiment);
  model::Traffic traffic(experiment.traffic, network, experiment.run.seed);
  sim::Shape shape = sim::EmittedEngine::shape(network);
  for (sim::GeneratedSource& source : shape.generated) {
    const std::size_t at = source.text.find(old);
    if (at == std::string::npos) continue;
    source.text.replace(at, old.size(), changed);
    sim::EmittedEngine engine(network, traffic, experiment.run, shape);
    try {
      engine.advance(2000);
    } catch (const sim::LockstepError& error) {
      return error.what();
    }
    return "";
  }
  return "no " + old;
}

TEST(EmittedFaultsTest, ALineOfARoutingTableIsWrong) {
  const std::string said = complaint("irregular", "outputs_0 = 5'b00010", "outputs_0 = 5'b00001");
  EXPECT_NE(said.find(" differ at "), std::string::npos) << said;
}

TEST(EmittedFaultsTest, ARouterHasTheAddressOfAnother) {
  const std::string said = complaint("hypercube", ".node_i       (2'h1)", ".node_i       (2'h2)");
  EXPECT_NE(said.find(" differ at "), std::string::npos) << said;
}

}  // namespace
}  // namespace turnpike::test
