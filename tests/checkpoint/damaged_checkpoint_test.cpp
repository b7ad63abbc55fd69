// Checkpoints whose state was changed and whose checksum was mended: each is refused with the name
// of the file, or the run goes on to an end of its own. None crashes or hangs; under sanitizers
// none touches memory that is not its own.

#include <gtest/gtest.h>
#include <sys/stat.h>

#include <algorithm>
#include <fstream>
#include <random>

#include "model/network/engine.h"
#include "sim/base/config_error.h"
#include "sim/experiment/config/read_experiment.h"
#include "sim/experiment/config/settings.h"
#include "sim/experiment/results/result_keys.h"
#include "sim/experiment/results/standard_output.h"
#include "sim/experiment/run/checkpoint.h"
#include "sim/experiment/run/network_checks.h"
#include "sim/experiment/run/run_experiment.h"
#include "tests/support/damage.h"
#include "tests/support/places.h"
#include "tests/support/scratch_folder.h"

namespace turnpike::test {
namespace {

struct Kind {
  const char* name;
  const char* text;  // of network, router, link and traffic
};

// Networks of all kinds are in tests/unit/network/damaged_state_test.cpp; these are files.
const Kind kKinds[] = {
    {"MeshStalls",
     "[network]\ntopology='mesh'\nradix=[4,4]\n[router]\nvirtual_channels=4\npatience=5\n"
     "[traffic]\nload=0.5\narrivals='poisson'\nlength=6\n[run]\nsink_stall=0.3\n"},
    {"ExpressMesh",
     "[network]\ntopology='mesh'\nradix=[8,4]\n[network.express]\nspacing=2\n[traffic]\nload=0."
     "2\n"},
    {"CubePackets",
     "[network]\ntopology='hypercube'\ndimensions=3\n[router]\nkind='packet'\n[traffic]\nload=0.3\n"
     "length=12\nbroadcast_fraction=0.1\nbroadcast='router'\n"},
};

constexpr unsigned kRounds = 40;  // of changes

// One to three places of the state: a bit, a byte, a number of four or eight bytes.
void change(std::string& state, std::mt19937& draw) {
  for (std::size_t left = 1 + draw() % 3; left != 0; --left) {
    // Numbers of a run come first, then those of its traffic and terminals.
    const std::size_t span =
        draw() % 3 == 0 ? std::min<std::size_t>(state.size(), 2000) : state.size();
    const std::size_t at = draw() % span;
    damage(state, at, draw);
  }
}

class DamagedCheckpoint : public testing::Test {
 protected:
  std::string file(const std::string& name) const { return (folder_.path() / name).string(); }

  static sim::Experiment small(const std::string& text) {
    sim::Overrides overrides;
    for (const char* set : {"run.engine=model", "run.measurement=400", "run.max_cycles=1500",
                            "run.warmup=300", "run.watchdog=300"}) {
      overrides.set(set);
    }
    return sim::make_experiment(sim::parse_settings(text, "kind.toml"), overrides);
  }

  // Leaves the checkpoint of a run that was stopped.
  void stop(const sim::Experiment& experiment, model::Cycle at, bool has_events) const {
    sim::RunOptions options;
    options.checkpoint = {file("checkpoint"), 1, ""};
    if (has_events) options.events = file("events.csv");
    options.on_progress = [at](const sim::Progress& progress) { return progress.cycle < at; };
    ASSERT_TRUE(
        sim::run_experiment(experiment, sim::build_network(experiment), options).interrupted);
  }

  // What came of going on from it: "" for an end of the run, else what was said.
  std::string go_on(const sim::Experiment& experiment, bool has_events) const {
    sim::RunOptions options;
    options.checkpoint.from = file("checkpoint");
    if (has_events) options.events = file("other.csv");
    try {
      sim::run_experiment(experiment, sim::build_network(experiment), options);
    } catch (const sim::ConfigError& error) {
      EXPECT_NE(std::string(error.what()).find(file("checkpoint")), std::string::npos)
          << error.what();
      return error.what();
    } catch (const model::NetworkError& error) {
      return error.what();
    } catch (const std::logic_error& error) {  // a duty of a component, as common/check.h has it
      return error.what();
    }
    return "";
  }

  void damage(const sim::Experiment& experiment, std::uint32_t seed, bool has_events) const {
    const sim::CheckpointIdentity identity = sim::CheckpointIdentity::of(experiment);
    const sim::Checkpoint whole = sim::Checkpoint::read(file("checkpoint"), identity, false);
    EXPECT_EQ(go_on(experiment, has_events), "");
    std::mt19937 draw(seed);
    unsigned refused = 0;
    for (unsigned round = 0; round < kRounds; ++round) {
      SCOPED_TRACE(round);
      sim::Checkpoint changed = whole;
      change(changed.state, draw);
      if (draw() % 20 == 0) changed.state.resize(draw() % changed.state.size());
      if (draw() % 20 == 0) changed.state.append(8, '\1');
      if (draw() % 20 == 0) changed.cycle = draw();
      changed.write(file("checkpoint"));
      refused += go_on(experiment, has_events).empty() ? 0u : 1u;
    }
    EXPECT_GT(refused, 0u) << "nothing is checked";
  }

  ScratchFolder folder_;
};

class DamagedCheckpointTest : public DamagedCheckpoint, public testing::WithParamInterface<Kind> {};

TEST_P(DamagedCheckpointTest, IsRefusedOrRunsToAnEnd) {
  const sim::Experiment experiment = small(GetParam().text);
  for (const model::Cycle at : {200u, 500u}) {  // warm-up, measurement
    SCOPED_TRACE(at);
    stop(experiment, at, at == 500);
    damage(experiment, static_cast<std::uint32_t>(at), at == 500);
  }
}

INSTANTIATE_TEST_SUITE_P(Kinds, DamagedCheckpointTest, testing::ValuesIn(kKinds),
                         [](const auto& kind) { return std::string(kind.param.name); });

class DamagedTraceTest : public DamagedCheckpoint {};

TEST_F(DamagedTraceTest, IsRefusedOrRunsToAnEnd) {
  std::string trace = "# a comment\n";
  for (unsigned cycle = 0; cycle < 600; ++cycle) {
    trace += std::to_string(cycle) + " " + std::to_string(cycle % 16) + " " +
             std::to_string(cycle * 7 % 16) + " 3\n";
  }
  std::ofstream(file("trace.txt")) << trace;
  sim::Overrides overrides;
  for (const char* set :
       {"run.engine=model", "run.measurement=400", "run.max_cycles=1500", "run.watchdog=300"}) {
    overrides.set(set);
  }
  const sim::Experiment experiment = sim::make_experiment(
      sim::parse_settings("[network]\ntopology='mesh'\nradix=[4,4]\n[traffic]\npattern='trace'\n"
                          "file='" +
                              file("trace.txt") + "'\n",
                          "trace.toml"),
      overrides);
  stop(experiment, 300, false);
  damage(experiment, 3, false);
}

class CheckpointOwnerTest : public DamagedCheckpoint {};

// What Verilated hardware reads of its state it uses as it is.
TEST_F(CheckpointOwnerTest, OthersMayNotHaveWrittenThatOfHardware) {
  const sim::Experiment experiment = small(kKinds[0].text);
  stop(experiment, 300, false);
  const std::string path = file("checkpoint");
  struct stat status {};
  ASSERT_EQ(::stat(path.c_str(), &status), 0);
  EXPECT_EQ(status.st_mode & (S_IWGRP | S_IWOTH), 0u);
  const sim::CheckpointIdentity identity = sim::CheckpointIdentity::of(experiment);
  sim::Checkpoint::read(path, identity, true);
  ASSERT_EQ(::chmod(path.c_str(), 0664), 0);
  sim::Checkpoint::read(path, identity, false);
  try {
    sim::Checkpoint::read(path, identity, true);
    FAIL() << "taken";
  } catch (const sim::ConfigError& error) {
    EXPECT_NE(std::string(error.what()).find(path + ": found a checkpoint that other users may"),
              std::string::npos)
        << error.what();
  }
}

}  // namespace
}  // namespace turnpike::test
