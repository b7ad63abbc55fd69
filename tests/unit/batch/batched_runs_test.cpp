// batched_runs_test.cpp - every run of a batch leaves the bytes that the model leaves.

#include "sim/experiment/run/batched_runs.h"

#include <gtest/gtest.h>

#include <map>
#include <random>
#include <string>
#include <vector>

#include "model/batch/kernel_shape.h"
#include "sim/experiment/config/read_experiment.h"
#include "sim/experiment/results/node_table.h"
#include "sim/experiment/results/result_keys.h"
#include "sim/experiment/results/run_folder.h"
#include "sim/experiment/run/network_checks.h"
#include "sim/experiment/run/run_experiment.h"

namespace turnpike::sim {
namespace {

class Choice {
 public:
  explicit Choice(unsigned seed) : random_(seed) {}
  unsigned below(unsigned count) { return static_cast<unsigned>(random_() % count); }
  std::string number(unsigned least, unsigned most) {
    return std::to_string(least + below(most - least + 1));
  }
  template <std::size_t kCount>
  const char* one_of(const char* const (&words)[kCount]) {
    return words[below(kCount)];
  }

 private:
  std::mt19937 random_;
};

using Sets = std::vector<std::string>;

// The shape of all runs of a batch.
Sets random_network(Choice& choice) {
  static constexpr const char* kNetworks[] = {
      "mesh 2 2",  "mesh 3 2",  "mesh 4 2",  "mesh 5 1",      "mesh 2 3",     "torus 4 2",
      "torus 3 2", "torus 5 1", "torus 3 3", "hypercube 2 3", "hypercube 2 1"};
  const std::string network = choice.one_of(kNetworks);
  const std::size_t space = network.find(' ');
  const unsigned depth = 1 + choice.below(9);
  return {"network.topology=" + network.substr(0, space),
          "network.radix=" + network.substr(space + 1, 1),
          "network.dimensions=" + network.substr(space + 3),
          "router.virtual_channels=" + choice.number(1, 8),
          "router.buffer_depth=" + std::to_string(depth),
          "router.injection=" + choice.number(1, depth),
          "router.pipeline_cycles=" + choice.number(1, 2)};
}

// Lengths of messages: fixed, exponential or bimodal.
Sets random_length(Choice& choice) {
  switch (choice.below(3)) {
    case 0:
      return {"traffic.length=" + choice.number(1, 9)};
    case 1:
      return {"traffic.length.kind=exponential", "traffic.length.mean=" + choice.number(2, 8)};
    default:
      return {"traffic.length.kind=bimodal", "traffic.length.short=" + choice.number(1, 4),
              "traffic.length.long=" + choice.number(5, 20)};
  }
}

// What differs between them: load up to far beyond saturation, lengths, arrivals, rules of the run.
Sets random_run(Choice& choice) {
  static constexpr const char* kPatterns[] = {"uniform", "uniform_other", "hot_spot"};
  static constexpr const char* kArrivals[] = {"bernoulli", "poisson", "on_off"};
  Sets sets = {"run.engine=model",
               "run.seed=" + choice.number(1, 1000000),
               "run.measurement=" + choice.number(200, 2000),
               "run.max_cycles=" + choice.number(4000, 9000),
               "traffic.load=0." + choice.number(0, 8) + choice.number(1, 9),
               std::string("traffic.arrivals=") + choice.one_of(kArrivals),
               std::string("traffic.pattern=") + choice.one_of(kPatterns)};
  for (const std::string& set : random_length(choice)) sets.push_back(set);
  if (choice.below(2) == 0) sets.push_back("run.warmup=" + choice.number(0, 500));
  if (choice.below(4) == 0) sets.push_back("run.precision=\"5 %\"");
  return sets;
}

Experiment experiment_of(const Sets& network, const Sets& run) {
  Overrides overrides;
  for (const Sets* sets : {&network, &run}) {
    for (const std::string& set : *sets) overrides.set(set);
  }
  return make_experiment(Settings(), overrides);
}

std::vector<const Experiment*> pointers_to(const std::vector<Experiment>& experiments) {
  std::vector<const Experiment*> pointers;
  pointers.reserve(experiments.size());
  for (const Experiment& one : experiments) pointers.push_back(&one);
  return pointers;
}

// All files that a run leaves.
std::string files_of(const Experiment& experiment, const model::Network& network,
                     const RunOutcome& outcome) {
  const model::Results& results = outcome.results;
  return run_to_json(experiment, outcome).dump(2) + channels_csv(network, results) +
         histogram_csv(results.latency_bins) + slowest_csv(results.slowest) + nodes_csv(results) +
         flows_csv(results);
}

class BatchedRunsTest : public testing::TestWithParam<unsigned> {};

TEST_P(BatchedRunsTest, EveryRunLeavesTheBytesOfTheModel) {
  Choice choice(GetParam());
  const Sets network = random_network(choice);
  std::vector<Experiment> experiments;
  for (unsigned run = 0; run < 50; ++run) {
    experiments.push_back(experiment_of(network, random_run(choice)));
  }
  const std::vector<const Experiment*> all = pointers_to(experiments);
  const std::vector<BatchedNumbers> batches = plan_batches(all, 1).batches;
  ASSERT_EQ(batches.size(), 1u) << to_toml(experiments.front());
  std::map<std::size_t, std::string> batched;
  run_batch(all, batches.front(), false,
            [&](std::size_t number, const model::Network& built, const RunOutcome& outcome) {
              batched[number] = files_of(experiments[number], built, outcome);
            });
  EXPECT_EQ(batched.size(), experiments.size());
  const model::Network built = build_network(experiments.front());
  for (const auto& [number, text] : batched) {
    SCOPED_TRACE(to_toml(experiments[number]));
    const RunOutcome outcome = run_experiment(experiments[number], built, RunOptions());
    ASSERT_EQ(text, files_of(experiments[number], built, outcome));
  }
}

// Its routers do not fit into a near cache: some cycles follow each other through blocks of them.
TEST(LargeBatchTest, RunsOfALargeMeshLeaveTheBytesOfTheModel) {
  const Sets network = {"network.topology=mesh", "network.radix=16", "network.dimensions=2"};
  std::vector<Experiment> experiments;
  for (const char* load : {"0.05", "0.3", "0.6"}) {
    experiments.push_back(
        experiment_of(network, {"run.engine=batch", std::string("traffic.load=") + load,
                                "run.warmup=130", "run.measurement=300", "run.max_cycles=1000"}));
  }
  const std::vector<const Experiment*> all = pointers_to(experiments);
  const model::Network built = build_network(experiments.front());
  std::size_t runs = 0;
  run_batch(all, plan_batches(all, 1).batches.at(0), false,
            [&](std::size_t number, const model::Network&, const RunOutcome& outcome) {
              Experiment by_model = experiments[number];
              by_model.engine = EngineKind::model;
              const RunOutcome expected = run_experiment(by_model, built, RunOptions());
              EXPECT_GT(outcome.results.packets, 0u);
              EXPECT_EQ(files_of(by_model, built, outcome), files_of(by_model, built, expected));
              ++runs;
            });
  EXPECT_EQ(runs, experiments.size());
}

INSTANTIATE_TEST_SUITE_P(Networks, BatchedRunsTest, testing::Range(0u, 8u));

Experiment small_mesh(const Sets& more) {
  return experiment_of({"network.topology=mesh", "network.radix=2", "network.dimensions=2",
                        "run.engine=model", "traffic.load=0.2", "run.measurement=200"},
                       more);
}

TEST(BatchPlanTest, OnlyRunsOfEqualNetworksThatAreCarriedShareABatch) {
  std::vector<Experiment> experiments;
  for (unsigned n = 0; n < 200; ++n) {
    const Sets odd = {"router.virtual_channels=2"};
    const Sets stalls = {"run.sink_stall=0.1"};
    const Sets hardware = {"run.engine=rtl"};
    experiments.push_back(small_mesh(n % 2 == 1    ? odd
                                     : n % 10 == 0 ? stalls
                                     : n % 10 == 2 ? hardware
                                                   : Sets()));
  }
  const std::vector<const Experiment*> all = pointers_to(experiments);
  const std::vector<BatchedNumbers> batches = plan_batches(all, 1).batches;
  ASSERT_EQ(batches.size(), 3u);
  std::size_t runs = 0;
  for (const BatchedNumbers& batch : batches) {
    EXPECT_LE(batch.size(), model::kLanes);
    for (const std::size_t number : batch) {
      EXPECT_EQ(number % 2, batch.front() % 2);
      EXPECT_TRUE(number % 2 == 1 || number % 10 > 2) << number;
      ++runs;
    }
  }
  EXPECT_EQ(runs, 160u);
}

TEST(BatchPlanTest, EngineBatchTakesFewRunsAndSaysWhatItDoesNotCarry) {
  const std::vector<Experiment> experiments = {
      small_mesh({"run.engine=batch"}), small_mesh({"run.engine=batch", "run.sink_stall=0.1"})};
  const BatchPlan plan = plan_batches({&experiments[0], &experiments[1]}, 1);
  ASSERT_EQ(plan.batches.size(), 1u);
  EXPECT_EQ(plan.batches.front(), BatchedNumbers{0});
  ASSERT_EQ(plan.remarks.size(), 1u);
  EXPECT_EQ(plan.remarks.front(),
            "engine batch does not carry sinks that stall: engine model runs it, with the same "
            "results");
}

// But for its own name.
TEST(BatchPlanTest, ARunOnEngineBatchHasTheResultsOfTheModel) {
  const Experiment batch = small_mesh({"run.engine=batch"});
  const Experiment by_model = small_mesh({});
  const model::Network network = build_network(by_model);
  const RunOutcome outcome = run_experiment(batch, network, RunOptions());
  const RunOutcome expected = run_experiment(by_model, network, RunOptions());
  EXPECT_GT(outcome.results.packets, 0u);
  EXPECT_EQ(files_of(by_model, network, outcome), files_of(by_model, network, expected));
}

TEST(BatchPlanTest, FewRunsAreLeftToTheModel) {
  std::vector<Experiment> experiments(5, small_mesh({}));
  const std::vector<const Experiment*> all = pointers_to(experiments);
  EXPECT_TRUE(plan_batches(all, 1).batches.empty());
}

}  // namespace
}  // namespace turnpike::sim
