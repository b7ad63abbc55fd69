// Rule 2 of docs/timing.md: components may be evaluated on any number of threads and in any order.
// Nor does it matter in how many words the lanes of a router lie (model/common/lane_mask.h).

#include <gtest/gtest.h>

#include <algorithm>
#include <cstdint>
#include <memory>
#include <string>
#include <tuple>
#include <vector>

#include "model/network/model_engine.h"
#include "tests/unit/network/every_network.h"

namespace turnpike::test {
namespace {

constexpr model::Cycle kWarmUp = 300;
constexpr model::Cycle kRun = 1200;

// Everything that a run leaves behind.
struct Outcome {
  model::Collector collector;
  std::vector<std::uint64_t> sent;
  std::vector<std::uint32_t> buffered;
  std::uint64_t outstanding = 0;
};

Outcome run(const Experiment& experiment, unsigned threads, std::uint64_t shuffle_seed = 0) {
  const model::Network network = experiment.build();
  model::RunSpec spec = experiment.run;
  spec.threads = threads;
  model::Traffic traffic(experiment.traffic, network, spec.seed);
  const auto engine = model::make_model_engine(network, traffic, spec);
  if (shuffle_seed != 0) engine->shuffle_evaluation(shuffle_seed);
  engine->advance(kWarmUp);
  engine->restart_collector({kWarmUp, kWarmUp + kRun});
  engine->advance(kRun);
  Outcome outcome;
  outcome.collector = engine->collected();
  outcome.sent = engine->flits_sent();
  outcome.buffered = engine->flits_buffered();
  outcome.outstanding = engine->packets_outstanding();
  return outcome;
}

void expect_equal(const Outcome& a, const Outcome& b) {
  EXPECT_TRUE(a.collector == b.collector);
  EXPECT_EQ(a.sent, b.sent);
  EXPECT_EQ(a.buffered, b.buffered);
  EXPECT_EQ(a.outstanding, b.outstanding);
}

struct Case {
  const char* name;
  Experiment experiment;
};

// Large enough that each of four threads has nodes of its own.
std::vector<Case> cases() {
  Case mesh{"Mesh", on(model::Topology::mesh, {16, 16})};
  mesh.experiment.traffic.load = 0.2;
  Case overload{"MeshInOverload", on(model::Topology::mesh, {16, 16})};
  overload.experiment.traffic.load = 0.6;
  overload.experiment.run.seed = 2;
  Case torus{"TorusWithWiresAndStalls", on_torus({17, 15}, true)};
  torus.experiment.router.virtual_channels = 2;
  torus.experiment.link.cycles_per_unit = 2;
  torus.experiment.run.sink_stall = 0.3;
  Case cube{"HypercubeTwoCyclesAHop", on(model::Topology::hypercube, std::vector<unsigned>(8, 2))};
  cube.experiment.router.pipeline_cycles = 2;
  cube.experiment.traffic.load = 0.5;
  Case many{"ManyVcs", on(model::Topology::mesh, {16, 16})};
  many.experiment.router.virtual_channels = 16;
  many.experiment.traffic.load = 0.3;
  Case butterfly{"Butterfly", on(model::Topology::butterfly, std::vector<unsigned>(8, 2))};
  butterfly.experiment.traffic.load = 0.4;
  return {mesh, overload, torus, cube, many, butterfly};
}

class EvaluationOrderTest : public testing::TestWithParam<Case> {};

TEST_P(EvaluationOrderTest, TwoAndFourThreadsGiveWhatOneGives) {
  const Outcome one = run(GetParam().experiment, 1);
  ASSERT_GT(one.collector.totals().packets_delivered, 100u);
  for (const unsigned threads : {2u, 4u}) {
    SCOPED_TRACE(threads);
    expect_equal(run(GetParam().experiment, threads), one);
  }
}

TEST_P(EvaluationOrderTest, AnyOrderGivesTheSame) {
  const Outcome in_order = run(GetParam().experiment, 1);
  for (const std::uint64_t seed : {1u, 2u}) {
    SCOPED_TRACE(seed);
    expect_equal(run(GetParam().experiment, 1, seed), in_order);
  }
}

INSTANTIATE_TEST_SUITE_P(Networks, EvaluationOrderTest, testing::ValuesIn(cases()),
                         [](const auto& test) { return std::string(test.param.name); });

// Flits of one word have sets of lanes of as few words as fit; wide flits have those of eight.
TEST(WordsOfLanesTest, WideFlitsTakeTheWaysOfNarrowOnes) {
  const std::vector<unsigned> cube(8, 2);
  for (const auto& [topology, radix, vcs] :
       {std::tuple(model::Topology::mesh, std::vector<unsigned>{6, 6}, 13u),
        std::tuple(model::Topology::mesh, std::vector<unsigned>{6, 6}, 16u),
        std::tuple(model::Topology::hypercube, cube, 15u)}) {
    SCOPED_TRACE(vcs);
    Experiment narrow = on(topology, radix);
    narrow.router.virtual_channels = vcs;
    narrow.traffic.load = 0.4;
    Experiment wide = narrow;
    wide.router.flit_bits = 200;
    const Outcome expected = run(wide, 1);
    ASSERT_GT(expected.collector.totals().packets_delivered, 1000u);
    expect_equal(run(narrow, 1), expected);
  }
}

bool same(const model::Event& a, const model::Event& b) {
  return a.cycle == b.cycle && a.kind == b.kind && a.source == b.source &&
         a.destination == b.destination && a.packet == b.packet && a.component == b.component &&
         a.port == b.port && a.vc == b.vc && a.flits == b.flits;
}

TEST(EventOrderTest, EventsComeInTheSameOrderFromAnyNumberOfThreads) {
  const Experiment experiment = on(model::Topology::mesh, {16, 16});
  const model::Network network = experiment.build();
  std::vector<EventRecorder> logs(3);
  for (unsigned i = 0; i < logs.size(); ++i) {
    model::RunSpec spec = experiment.run;
    spec.threads = 1u << i;
    model::Traffic traffic(experiment.traffic, network, spec.seed);
    const auto engine = model::make_model_engine(network, traffic, spec);
    engine->log_events(&logs[i]);
    engine->advance(400);
  }
  ASSERT_GT(logs[0].events.size(), 1000u);
  for (unsigned i = 1; i < logs.size(); ++i) {
    ASSERT_EQ(logs[i].events.size(), logs[0].events.size());
    EXPECT_TRUE(
        std::equal(logs[0].events.begin(), logs[0].events.end(), logs[i].events.begin(), same));
  }
}

}  // namespace
}  // namespace turnpike::test
