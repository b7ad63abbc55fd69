// The page of `turnpike report` plays what happened: from the events of a lockstep run its script
// finds as many flits in each buffer, in each cycle, as the model has, whose pins are those of the
// hardware.

#include <gtest/gtest.h>

#include <fstream>
#include <string>

#include "sim/base/child_process.h"
#include "sim/hardware/engines/lockstep_engine.h"
#include "sim/studies/page/play_log.h"
#include "tests/lockstep/network/networks.h"
#include "tests/support/places.h"
#include "tests/support/scratch_folder.h"

namespace turnpike::test {
namespace {

using sim::Json;

// [index, flits] of the buffers that are not empty.
Json filled_buffers(const model::Engine& engine) {
  Json json = Json::array();
  const std::vector<std::uint32_t> flits = engine.flits_buffered();
  for (std::size_t i = 0; i < flits.size(); ++i) {
    if (flits[i] != 0) json.push_back({i, flits[i]});
  }
  return json;
}

void play_equals_run(const Experiment& experiment, model::Cycle cycles) {
  const ScratchFolder scratch;
  const model::Network network = experiment.build();
  model::Traffic traffic(experiment.traffic, network, experiment.run.seed);
  sim::LockstepOptions options;
  options.folder = scratch.path();
  sim::LockstepEngine engine(network, traffic, experiment.run, options);
  sim::PlayLog log(network, std::size_t{1} << 30);
  engine.log_events(&log);
  Json run;
  Json& buffers = run["buffers"] = Json::array();
  for (model::Cycle t = 0; t < cycles; ++t) {
    buffers.push_back(filled_buffers(engine));
    engine.advance(1);
  }
  run["play"] = log.to_json();
  run["components"] = network.components.size();
  run["vcs"] = network.router.virtual_channels;
  run["depth"] = network.router.buffer_depth;
  Json& channels = run["channels"] = Json::array();
  for (const model::Channel& channel : network.channels) {
    channels.push_back({channel.from, channel.from_port, channel.to, channel.to_port});
  }
  const std::string file = scratch.path() / "run.json";
  std::ofstream(file) << run;
  sim::ChildProcess node({"node", source_path("tests/page/play_test.js"), file});
  node.wait();
  EXPECT_EQ(node.exit_status(), 0) << node.standard_output() << node.standard_error();
}

TEST(PlayTest, MeshWithStalledSinks) {
  Experiment experiment;
  experiment.traffic.load = 0.5;
  experiment.run.sink_stall = 0.3;
  play_equals_run(experiment, 1000);
}

TEST(PlayTest, TorusWithLongWiresAndTwoCycleHops) {
  play_equals_run(torus_with_long_wires(), 1000);
}

TEST(PlayTest, UnidirectionalTorusWithTheShallowestBuffers) {
  Experiment experiment = shallow_one_way_torus();
  experiment.router.flit_bits = 24;  // room for numbers: the log tells all packets apart
  play_equals_run(experiment, 1000);
}

TEST(PlayTest, TorusWithMessageClasses) { play_equals_run(torus_with_classes(), 1000); }

}  // namespace
}  // namespace turnpike::test
