// A run through the library leaves what `turnpike run` leaves, byte for byte.

#include <gtest/gtest.h>

#include <nlohmann/json.hpp>
#include <string>
#include <vector>

#include "api/turnpike.hpp"
#include "tests/system/commands/program.h"

namespace turnpike::test {
namespace {

// `inputs` names the program that ran, and these are two.
std::string without_inputs(const std::string& text) {
  const std::size_t at = text.find("\"inputs\": \"");
  EXPECT_NE(at, std::string::npos);
  const std::size_t value = at + 11;
  return text.substr(0, value) + text.substr(text.find('"', value));
}

Options drawn() {
  Options options;
  options.drawn_traffic = true;
  return options;
}

TEST(RunTest, PrintsTheJsonOfTheProgram) {
  const TemporaryFolder folder;
  const std::string file = folder.write("mesh.toml", kSmallMesh);
  const ProgramResult program = turnpike({"run", file, "--json", "--seed", "3"});
  ASSERT_EQ(program.status, 0) << program.error;
  Options options = drawn();
  options.overrides = {"--seed=3"};
  Simulation simulation = Simulation::from_file(file, options);
  EXPECT_EQ(simulation.run(), Run::finished);
  EXPECT_EQ(without_inputs(simulation.statistics_json()), without_inputs(program.out));
  EXPECT_EQ(simulation.run(), Run::finished);  // once more from cycle 0
  EXPECT_EQ(without_inputs(simulation.statistics_json()), without_inputs(program.out));
}

TEST(RunTest, ManyRunsTogetherLeaveWhatEachLeavesAlone) {
  const TemporaryFolder folder;
  std::vector<Simulation> all;
  std::vector<Simulation*> networks;
  std::vector<std::string> folders;
  for (unsigned seed = 1; seed <= 130; ++seed) {
    Options options = drawn();
    options.engine = "model";
    options.overrides = {"--seed=" + std::to_string(seed), "traffic.load=0.2"};
    if (seed == 130) options.overrides.push_back("run.sink_stall=0.1");  // is not carried
    all.push_back(Simulation::from_text(kSmallMesh, options));
  }
  for (Simulation& one : all) {
    networks.push_back(&one);
    folders.push_back(folder.file("together_" + std::to_string(folders.size())));
  }
  const std::vector<bool> done = Simulation::run_together(networks, folders);
  ASSERT_EQ(done.size(), 130u);
  EXPECT_FALSE(done.back());
  for (const std::size_t i : {0u, 64u, 128u}) {
    ASSERT_TRUE(done[i]) << i;
    const std::string together = all[i].statistics_json();
    RunOptions alone;
    alone.folder = folder.file("alone_" + std::to_string(i));
    EXPECT_EQ(all[i].run(alone), Run::finished);
    EXPECT_EQ(together, all[i].statistics_json());
    EXPECT_EQ(folder.texts("together_" + std::to_string(i)),
              folder.texts("alone_" + std::to_string(i)));
  }
}

TEST(RunTest, LeavesTheFilesOfTheProgram) {
  const TemporaryFolder folder;
  const std::string file = folder.write("mesh.toml", kSmallMesh);
  const ProgramResult program = turnpike(
      {"run", file, "--out", folder.file("program"), "--events", folder.file("program/log.csv")});
  ASSERT_EQ(program.status, 0) << program.error;
  Simulation simulation = Simulation::from_file(file, drawn());
  RunOptions run;
  run.folder = folder.file("library");
  run.events = folder.file("library/log.csv");
  EXPECT_EQ(simulation.run(run), Run::finished);
  auto expected = folder.texts("program");
  auto found = folder.texts("library");
  EXPECT_EQ(expected.size(), 9u);
  const auto clean = [](std::string text, const std::string& name) {
    text = without_inputs(text);
    for (std::size_t at = 0; (at = text.find(name)) != std::string::npos;)
      text.erase(at, name.size());
    return text;
  };
  expected["results.json"] = clean(expected["results.json"], folder.file("program"));
  found["results.json"] = clean(found["results.json"], folder.file("library"));
  EXPECT_EQ(found, expected);
}

TEST(RunTest, InputsAreKnownBeforeTheRunAndAreThoseOfItsResults) {
  Simulation simulation = Simulation::from_text(kSmallMesh, drawn());
  const std::string inputs = simulation.inputs();
  EXPECT_EQ(inputs.size(), 32u);
  EXPECT_EQ(simulation.run(), Run::finished);
  EXPECT_NE(simulation.statistics_json().find("\"inputs\": \"" + inputs + '"'), std::string::npos);
  Options other = drawn();
  other.overrides = {"--seed=3"};
  EXPECT_NE(Simulation::from_text(kSmallMesh, other).inputs(), inputs);
  other.overrides = {};
  other.threads = 2;  // changes no result
  EXPECT_EQ(Simulation::from_text(kSmallMesh, other).inputs(), inputs);
}

TEST(RunTest, StopsWhenItIsAskedTo) {
  Simulation simulation = Simulation::from_text(kSmallMesh, drawn());
  RunOptions run;
  run.on_progress = [](std::uint64_t, const std::string&) { return false; };
  EXPECT_EQ(simulation.run(run), Run::stopped);
  EXPECT_THROW(simulation.statistics(), Error);
  EXPECT_EQ(simulation.run(), Run::finished);
}

TEST(RunTest, GoesOnFromACheckpoint) {
  const TemporaryFolder folder;
  Simulation whole = Simulation::from_text(kSmallMesh, drawn());
  EXPECT_EQ(whole.run(), Run::finished);
  RunOptions run;
  run.checkpoint = folder.file("checkpoint");
  run.checkpoint_every = 100;
  run.on_progress = [](std::uint64_t cycle, const std::string&) { return cycle < 1000; };
  EXPECT_EQ(Simulation::from_text(kSmallMesh, drawn()).run(run), Run::stopped);
  run.on_progress = {};
  run.from_checkpoint = run.checkpoint;
  Simulation rest = Simulation::from_text(kSmallMesh, drawn());
  EXPECT_EQ(rest.run(run), Run::finished);
  EXPECT_EQ(rest.statistics_json(), whole.statistics_json());
  Options other = drawn();
  other.overrides = {"--seed=3"};
  try {
    Simulation::from_text(kSmallMesh, other).run(run);
    ADD_FAILURE() << "taken";
  } catch (const Error& error) {
    EXPECT_EQ(error.status(), TURNPIKE_ERROR_CONFIGURATION);
    EXPECT_NE(std::string(error.what()).find("'seed = 1' in it"), std::string::npos);
  }
}

TEST(RunTest, TellsWhyItIsUnfinished) {
  Options options = drawn();
  options.overrides = {"run.max_cycles=1500", "run.warmup=0", "run.measurement=1499"};
  Simulation simulation = Simulation::from_text(kSmallMesh, options);
  EXPECT_EQ(simulation.run(), Run::unfinished);
  EXPECT_NE(simulation.error().find("max_cycles"), std::string::npos) << simulation.error();
  EXPECT_EQ(simulation.statistics().status, std::uint32_t{TURNPIKE_RUN_UNFINISHED});
}

TEST(GraphTest, IsThatOfTheMesh) {
  Simulation simulation = Simulation::from_text(kSmallMesh);
  const Shape shape = simulation.shape();
  EXPECT_EQ(simulation.topology(), "mesh");
  EXPECT_EQ(shape.nodes, 16u);
  EXPECT_EQ(shape.components, 16u);
  EXPECT_EQ(shape.channels, 48u);
  ASSERT_EQ(shape.dimensions, 2u);
  EXPECT_EQ(shape.radix[0], 4u);
  EXPECT_EQ(simulation.component_name(7), "router_3_1");
  const Node node = simulation.node(7);
  EXPECT_EQ(node.inject_component, 7u);
  ASSERT_EQ(node.coordinates_count, 2u);
  EXPECT_EQ(node.coordinates[0], 3u);
  EXPECT_EQ(node.coordinates[1], 1u);
  for (std::uint32_t c = 0; c < shape.channels; ++c) {
    const Channel channel = simulation.channel(c);
    const Component from = simulation.component(channel.from);
    const Component to = simulation.component(channel.to);
    const int apart = std::abs(int(from.coordinates[0]) - int(to.coordinates[0])) +
                      std::abs(int(from.coordinates[1]) - int(to.coordinates[1]));
    EXPECT_EQ(apart, 1) << c;
  }
}

}  // namespace
}  // namespace turnpike::test
