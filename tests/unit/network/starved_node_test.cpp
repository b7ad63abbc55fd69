// A node that gets less than it offers is named, and no other ever.

#include <gtest/gtest.h>

#include <fstream>
#include <string>
#include <vector>

#include "model/network/model_engine.h"
#include "model/network/simulation.h"
#include "model/network/zero_load.h"
#include "tests/support/experiment.h"
#include "tests/support/scratch_folder.h"

namespace turnpike::test {
namespace {

using model::Cycle;

model::Results results_under(const Experiment& experiment) {
  const model::Network network = experiment.build();
  model::Traffic traffic(experiment.traffic, network, experiment.run.seed);
  const auto engine = model::make_model_engine(network, traffic, experiment.run);
  return model::simulate(*engine, traffic, experiment.run, {}).results;
}

class StarvedNodeTest : public testing::Test {
 protected:
  // Nodes 0 and 1 of an 8x8 mesh send to the end of their row, over one channel; these two
  // send nothing, all others to themselves.
  Experiment two_on_one_channel(double load) const {
    std::string pairs = "0 7\n1 6\n";
    for (unsigned n = 2; n < 64; ++n) {
      if (n != 6 && n != 7) pairs += std::to_string(n) + " " + std::to_string(n) + "\n";
    }
    Experiment experiment;
    experiment.traffic.pattern = model::Pattern::permutation;
    experiment.traffic.file = file("pairs", pairs);
    experiment.traffic.load = load;
    return experiment;
  }

  std::string file(const std::string& name, const std::string& text) const {
    const std::string path = (folder_.path() / name).string();
    std::ofstream(path) << text;
    return path;
  }

  ScratchFolder folder_;
};

TEST_F(StarvedNodeTest, ASourceThatGetsLessThanItOffersIsNamed) {
  const model::Results results = results_under(two_on_one_channel(0.6));
  EXPECT_GT(results.accepted, 0.98 * results.generated);  // on the whole nothing is missing
  EXPECT_LT(results.latency, 500);
  EXPECT_TRUE(results.saturated);
  ASSERT_FALSE(results.fairness.starved.empty());
  for (const model::StarvedNode& starved : results.fairness.starved) {
    const std::vector<model::NodeId> affected =
        starved.is_source ? std::vector<model::NodeId>{0, 1} : std::vector<model::NodeId>{7, 6};
    EXPECT_TRUE(starved.node == affected[0] || starved.node == affected[1]) << starved.text();
    EXPECT_GT(starved.wait_growth, 500);
  }
  EXPECT_NE(results.reason.find("node "), std::string::npos) << results.reason;
  EXPECT_NE(results.reason.find(" cycles longer"), std::string::npos) << results.reason;
  EXPECT_LE(results.fairness.worst_source, 1u);
  EXPECT_LT(results.fairness.jain, 0.9999);
}

TEST_F(StarvedNodeTest, WhereTheChannelIsWideEnoughNobodyIsNamed) {
  const model::Results results = results_under(two_on_one_channel(0.4));
  EXPECT_FALSE(results.saturated) << results.reason;
  EXPECT_TRUE(results.fairness.starved.empty());
  EXPECT_GT(results.fairness.jain, 0.999);
}

struct SoundNetwork {
  const model::Topology* kind;
  std::vector<unsigned> radix;  // irregular: terminals of two switches with one link
  const model::Pattern* pattern;
  unsigned length;
  double load;  // up to 90 % of what it carries in runs of 60,000 cycles
  double sink_stall;
};

// Messages of 40 flits among those of one flit where the length is 40.
Experiment experiment_of(const SoundNetwork& sound) {
  Experiment experiment;
  experiment.topology.kind = sound.kind;
  experiment.topology.radix = sound.radix;
  if (sound.kind == model::Topology::irregular) {
    experiment.topology.radix = {};
    experiment.topology.links = {{0, 1}};
    experiment.topology.hosts = {sound.radix[0], sound.radix[0]};
  }
  experiment.traffic.pattern = sound.pattern;
  experiment.traffic.length = sound.length;
  if (sound.length == 40) {
    experiment.traffic.length_kind = model::LengthKind::bimodal;
    experiment.traffic.length = 1;
    experiment.traffic.long_length = 40;
  }
  experiment.traffic.load = sound.load;
  experiment.run.sink_stall = sound.sink_stall;
  return experiment;
}

TEST_F(StarvedNodeTest, NoSoundNetworkIsAccused) {
  using model::Pattern;
  using model::Topology;
  const std::vector<SoundNetwork> networks = {
      {Topology::irregular, {1}, Pattern::uniform_other, 5, 0.86, 0},
      {Topology::irregular, {2}, Pattern::uniform_other, 16, 0.55, 0},
      {Topology::irregular, {2}, Pattern::uniform_other, 5, 0.38, 0.5},
      {Topology::mesh, {2}, Pattern::uniform_other, 5, 0.86, 0},
      {Topology::mesh, {4, 4}, Pattern::hot_spot, 1, 0.33, 0},
      {Topology::mesh, {4, 4}, Pattern::transpose, 5, 0.29, 0},
      {Topology::mesh, {4, 4}, Pattern::uniform, 64, 0.4, 0},
      {Topology::mesh, {4, 4}, Pattern::uniform, 40, 0.5, 0},
      {Topology::torus, {4, 4}, Pattern::tornado, 5, 0.85, 0},
      {Topology::mesh, {8, 8}, Pattern::uniform, 5, 0.01, 0},
      {Topology::mesh, {2}, Pattern::uniform_other, 5, 0.001, 0},
  };
  for (const SoundNetwork& sound : networks) {
    Experiment experiment = experiment_of(sound);
    for (const Cycle cycles : {100, 700, 2000}) {
      experiment.run.measurement = cycles;
      for (std::uint64_t seed = 1; seed <= 30; ++seed) {
        experiment.run.seed = seed;
        experiment.run.warmup.reset();
        if (seed % 3 == 0) experiment.run.warmup = 0;
        const model::Results results = results_under(experiment);
        EXPECT_FALSE(results.saturated)
            << "network " << &sound - networks.data() << ", load " << sound.load << ", " << cycles
            << " cycles, seed " << seed << ": " << results.reason;
        EXPECT_TRUE(results.fairness.starved.empty()) << results.fairness.starved[0].text();
      }
    }
  }
}

TEST_F(StarvedNodeTest, TheSumsOfNodesAndFlowsAreThoseOfTheRunOnAnyNumberOfThreads) {
  Experiment experiment;
  experiment.topology.radix = {16, 16};
  experiment.traffic.load = 0.1;
  experiment.run.measurement = 2000;
  const model::Results one = results_under(experiment);
  experiment.run.threads = 3;
  const model::Results three = results_under(experiment);
  std::uint64_t offered = 0;
  std::uint64_t packets = 0;
  for (std::size_t n = 0; n < 256; ++n) {
    const model::NodeSums& a = one.node_table.from[n];
    const model::NodeSums& b = three.node_table.from[n];
    offered += a.offered_flits;
    packets += one.node_table.to[n].packets;
    EXPECT_EQ(a.accepted_flits, b.accepted_flits);
    EXPECT_EQ(one.node_table.to[n].latency, three.node_table.to[n].latency);
    EXPECT_EQ(one.node_table.to[n].latency_max, three.node_table.to[n].latency_max);
  }
  EXPECT_EQ(static_cast<double>(offered) / (256 * 2000), one.generated);
  EXPECT_EQ(packets, one.packets);
  ASSERT_EQ(one.node_table.flows.size(), three.node_table.flows.size());
  std::uint64_t of_flows = 0;
  for (std::size_t i = 0; i < one.node_table.flows.size(); ++i) {
    of_flows += one.node_table.flows[i].sums.offered_flits;
    EXPECT_EQ(one.node_table.flows[i].sums.accepted_flits,
              three.node_table.flows[i].sums.accepted_flits);
  }
  EXPECT_EQ(of_flows, offered);
  EXPECT_EQ(one.fairness.jain, three.fairness.jain);
  EXPECT_EQ(one.fairness.wait_growth, three.fairness.wait_growth);
}

TEST_F(StarvedNodeTest, ATraceIsNotJudged) {
  std::string lines;
  for (int i = 0; i < 2000; ++i) lines += std::to_string(i) + " 0 7 5\n";  // five times too fast
  Experiment experiment;
  experiment.traffic.pattern = model::Pattern::trace;
  experiment.traffic.file = file("trace", lines);
  const model::Results results = results_under(experiment);
  EXPECT_FALSE(results.saturated) << results.reason;
  EXPECT_TRUE(results.fairness.starved.empty());
  EXPECT_EQ(results.fairness.jain, 1);
  EXPECT_LT(results.latency_limit, 0);
}

TEST_F(StarvedNodeTest, TheLatencyLimitFollowsTheZeroLoadLatency) {
  Experiment experiment;
  experiment.topology.kind = model::Topology::irregular;
  experiment.topology.radix = {};
  experiment.topology.links = {{0, 1}};
  experiment.topology.hosts = {1, 1};
  experiment.topology.link_latency = {600};
  experiment.router.buffer_depth = 64;
  experiment.traffic.pattern = model::Pattern::uniform_other;
  experiment.traffic.length = 1;
  experiment.traffic.load = 0.001;
  const model::Results results = results_under(experiment);
  EXPECT_FALSE(results.saturated) << results.reason;
  EXPECT_NEAR(results.latency_limit, 20 * 603, 20);
  experiment.run.latency_limit = 500;
  const model::Results limited = results_under(experiment);
  EXPECT_TRUE(limited.saturated);
  EXPECT_NE(limited.reason.find("(zero-load latency): set a limit above it"), std::string::npos)
      << limited.reason;
}

}  // namespace
}  // namespace turnpike::test
