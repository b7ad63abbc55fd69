// A run that is stopped at the end of windows and gone on with, each time by another engine, is the
// same as one in peace: figures, event log, everything. Bad checkpoints are refused.

#include <gtest/gtest.h>

#include <algorithm>
#include <filesystem>
#include <fstream>

#include "sim/base/config_error.h"
#include "sim/base/text_file.h"
#include "sim/experiment/config/read_experiment.h"
#include "sim/experiment/config/settings.h"
#include "sim/experiment/results/result_keys.h"
#include "sim/experiment/results/standard_output.h"
#include "sim/experiment/run/network_checks.h"
#include "sim/experiment/run/run_experiment.h"
#include "tests/support/netrace_writer.h"
#include "tests/support/places.h"
#include "tests/support/scratch_folder.h"

namespace turnpike::test {
namespace {

namespace fs = std::filesystem;

struct Finished {
  std::string json;
  std::string events;
};

// Everything is written into one folder, under the same names each time.
class Runs {
 public:
  std::string file(const std::string& name) const { return (folder_.path() / name).string(); }
  void write(const std::string& name, const std::string& text) const {
    std::ofstream(file(name), std::ios::binary) << text;
  }

  // Stopped after every `windows` windows, 0: never.
  Finished run(const sim::Experiment& experiment, unsigned windows, unsigned& stops) const {
    const model::Network network = sim::build_network(experiment);
    sim::RunOptions options;
    options.events = file("events.csv");
    if (windows != 0) options.checkpoint = {file("checkpoint"), 1, ""};
    for (stops = 0;; ++stops) {
      unsigned left = windows;
      options.on_progress = [&](const sim::Progress&) { return windows == 0 || --left != 0; };
      const sim::RunOutcome outcome = sim::run_experiment(experiment, network, options);
      if (!outcome.interrupted) {
        return {sim::json_text(sim::run_to_json(experiment, outcome)),
                sim::read_text_file(options.events)};
      }
      options.checkpoint.from = options.checkpoint.file;
    }
  }

 private:
  ScratchFolder folder_;
};

void expect_the_same(const Runs& runs, const sim::Experiment& experiment) {
  unsigned stops = 0;
  const Finished whole = runs.run(experiment, 0, stops);
  EXPECT_EQ(stops, 0u);
  EXPECT_GT(std::count(whole.events.begin(), whole.events.end(), '\n'), 100);
  const Finished in_pieces = runs.run(experiment, 2, stops);
  EXPECT_GE(stops, 2u);
  EXPECT_EQ(in_pieces.json, whole.json);
  EXPECT_TRUE(in_pieces.events == whole.events);
  EXPECT_FALSE(fs::exists(runs.file("events.csv.partial")));
}

class CheckpointTest : public testing::TestWithParam<std::string> {};

TEST_P(CheckpointTest, ARunInPiecesIsTheRunInPeace) {
  const Runs runs;
  sim::Experiment experiment =
      sim::make_experiment(sim::parse_settings(sim::read_text_file(GetParam()), GetParam()));
  experiment.engine = sim::EngineKind::model;
  experiment.run.warmup.reset();
  experiment.run.measurement = 100;
  experiment.run.max_cycles = 400;
  for (const unsigned threads : {1u, 2u}) {
    SCOPED_TRACE(threads);
    experiment.run.threads = threads;
    expect_the_same(runs, experiment);
  }
}

INSTANTIATE_TEST_SUITE_P(Examples, CheckpointTest, testing::ValuesIn(example_configurations()),
                         [](const auto& path) { return fs::path(path.param).stem().string(); });

const std::string kMesh =
    "[network]\ntopology = 'mesh'\nradix = 4\ndimensions = 2\n"
    "[traffic]\npattern = 'uniform'\nload = 0.2\n[run]\nengine = 'model'\nmeasurement = 500\n";

sim::Experiment small(const std::vector<std::string>& sets) {
  sim::Overrides overrides;
  for (const std::string& set : sets) overrides.set(set);
  return sim::make_experiment(sim::parse_settings(kMesh, "small.toml"), overrides);
}

TEST(CheckpointStateTest, EveryKindOfTrafficAndTerminalGoesOn) {
  const Runs runs;
  std::string trace;
  for (unsigned cycle = 0; cycle < 600; ++cycle) {
    trace += std::to_string(cycle) + " " + std::to_string(cycle % 16) + " " +
             std::to_string(cycle * 7 % 16) + " 3\n";
  }
  runs.write("trace.txt", trace);
  const std::vector<std::vector<std::string>> cases = {
      {"run.sink_stall=0.3"},
      {"traffic.generator=xorshift"},
      {"traffic.arrivals=poisson", "traffic.load=0.3"},
      {"traffic.arrivals=on_off", "traffic.burst_cycles=30"},
      {"router.message_classes=2", "traffic.class[0].load=0.1", "traffic.class[1].length=2"},
      {"router.message_classes=2", "traffic.class_shares=[1, 3]"},
      {"router.flit_bits=12", "traffic.load=0.1"},
      {"link.cycles_per_hop=3"},
      {"run.latency_limit=20", "traffic.load=0.9"},
      {"run.precision='2 %'", "run.max_cycles=9000"},
      {"traffic.pattern=trace", "traffic.file=" + runs.file("trace.txt")},
  };
  for (const std::vector<std::string>& sets : cases) {
    SCOPED_TRACE(sets.front());
    sim::Experiment experiment = small({});
    experiment = sets.front() == "traffic.pattern=trace"
                     ? sim::make_experiment(sim::parse_settings(
                           "[network]\ntopology = 'mesh'\nradix = 4\n"
                           "dimensions = 2\n[traffic]\npattern = 'trace'\n"
                           "file = '" +
                               runs.file("trace.txt") + "'\n[run]\nengine = 'model'\n",
                           "trace.toml"))
                     : small(sets);
    expect_the_same(runs, experiment);
  }
}

TEST(CheckpointStateTest, ANetraceTraceGoesOn) {
  const Runs runs;
  write_netrace(runs.file("trace.tra.bz2"), netrace_bytes_of(random_netrace(300), 100));
  expect_the_same(runs, sim::make_experiment(sim::parse_settings(
                            "[network]\ntopology = 'mesh'\nradix = 8\ndimensions = 2\n"
                            "[workload]\nkind = 'netrace'\nfile = '" +
                                runs.file("trace.tra.bz2") + "'\n[run]\nengine = 'model'\n",
                            "trace.toml")));
}

TEST(CheckpointStateTest, AMeasurementThatIsMadeLongerGoesOnWhereverItIsStopped) {
  const Runs runs;
  const sim::Experiment experiment =
      small({"run.warmup=200", "run.precision='1 %'", "run.max_cycles=3200", "traffic.load=0.4"});
  unsigned stops = 0;
  const Finished whole = runs.run(experiment, 0, stops);
  EXPECT_GE(sim::Json::parse(whole.json).at("measurement_cycles"), 2000) << whole.json;
  for (const unsigned windows : {3u, 7u}) {
    SCOPED_TRACE(windows);
    const Finished in_pieces = runs.run(experiment, windows, stops);
    EXPECT_GE(stops, 3u);
    EXPECT_EQ(in_pieces.json, whole.json);
    EXPECT_TRUE(in_pieces.events == whole.events);
  }
}

// Of a run that was stopped; what is done to the checkpoint is refused with this text.
class BadCheckpointTest : public testing::Test {
 protected:
  void SetUp() override {
    options_.checkpoint = {runs_.file("checkpoint"), 1, ""};
    options_.events = runs_.file("events.csv");
    options_.on_progress = [](const sim::Progress& progress) { return progress.cycle < 300; };
    ASSERT_TRUE(run(small({})).interrupted);
    options_.on_progress = {};
    options_.checkpoint.from = options_.checkpoint.file;
  }
  sim::RunOutcome run(const sim::Experiment& experiment) const {
    return sim::run_experiment(experiment, sim::build_network(experiment), options_);
  }
  void expect_refused(const std::string& text, const sim::Experiment& experiment = small({})) {
    try {
      run(experiment);
      ADD_FAILURE() << "taken, not: " << text;
    } catch (const sim::ConfigError& error) {
      EXPECT_NE(std::string(error.what()).find(text), std::string::npos) << error.what();
    }
  }

  Runs runs_;
  sim::RunOptions options_;
};

TEST_F(BadCheckpointTest, AnotherConfigurationIsToldByItsKey) {
  expect_refused("[run] 'seed = 1' in it and 'seed = 2' here", small({"run.seed=2"}));
  expect_refused("'threads = 1' in it and 'threads = 2' here", small({"run.threads=2"}));
}

TEST_F(BadCheckpointTest, AnyByteThatIsChangedOrMissingIsNoticed) {
  const std::string whole = sim::read_text_file(options_.checkpoint.file);
  for (std::size_t at = 0; at < whole.size(); at += 1 + whole.size() / 40) {
    std::string changed = whole;
    changed[at] = static_cast<char>(changed[at] ^ 4);
    runs_.write("checkpoint", changed);
    expect_refused(runs_.file("checkpoint") + ": found a");
    runs_.write("checkpoint", whole.substr(0, at));
    expect_refused(runs_.file("checkpoint") + ": found a");
  }
  fs::remove(options_.checkpoint.file);
  expect_refused("found no file");
  fs::create_directory(options_.checkpoint.file);
  expect_refused("found no regular file");
}

TEST_F(BadCheckpointTest, AnEventLogOfAnotherRunIsRefused) {
  const std::string partial = options_.events + ".partial";
  const std::string log = sim::read_text_file(partial);
  const std::string other = log.substr(0, 100) + "x" + log.substr(101);
  runs_.write("events.csv.partial", other);
  expect_refused("events.csv.partial: found another event log");
  runs_.write("events.csv.partial", log.substr(0, log.size() / 2));
  expect_refused("fewer than the");
  fs::remove(partial);
  expect_refused("events.csv.partial: cannot be continued");
  options_.events.clear();
  expect_refused("found a checkpoint of a run with --events");
}

TEST_F(BadCheckpointTest, WhatCameAfterTheCheckpointIsCutOff) {
  std::ofstream(options_.events + ".partial", std::ios::app) << "half a li";
  EXPECT_FALSE(run(small({})).interrupted);
  const std::string in_pieces = sim::read_text_file(options_.events);
  options_.checkpoint = {};
  run(small({}));
  EXPECT_TRUE(sim::read_text_file(options_.events) == in_pieces);
}

// Killed between the last event and the results: the log has its last name.
TEST_F(BadCheckpointTest, ALogThatWasFinishedIsGoneOnWith) {
  EXPECT_FALSE(run(small({})).interrupted);
  const std::string whole = sim::read_text_file(options_.events);
  EXPECT_FALSE(fs::exists(options_.events + ".partial"));
  EXPECT_FALSE(run(small({})).interrupted);
  EXPECT_TRUE(sim::read_text_file(options_.events) == whole);
  // One of another run stays as it is.
  runs_.write("events.csv", whole.substr(0, 200) + "x" + whole.substr(200));
  expect_refused("found another event log");
  EXPECT_EQ(sim::read_text_file(options_.events).size(), whole.size() + 1);
}

TEST_F(BadCheckpointTest, ANewRunForgetsTheOld) {
  options_.checkpoint.from.clear();
  options_.checkpoint.every = 1000000;
  EXPECT_FALSE(run(small({"run.seed=2"})).interrupted);
  EXPECT_FALSE(fs::exists(options_.checkpoint.file));
}

TEST_F(BadCheckpointTest, ACloseLookHasTheResultsOfTheWholeRun) {
  options_.checkpoint = {"", 0, runs_.file("checkpoint")};
  options_.events.clear();
  const sim::RunOutcome end = run(small({}));
  options_.checkpoint = {};
  EXPECT_EQ(sim::json_text(sim::run_to_json(small({}), end)),
            sim::json_text(sim::run_to_json(small({}), run(small({})))));
}

}  // namespace
}  // namespace turnpike::test
