// Nobody waits for ever, however many want the same node.

#include <gtest/gtest.h>

#include <algorithm>
#include <vector>

#include "tests/unit/network/every_network.h"

namespace turnpike::test {
namespace {

using model::Cycle;
using model::NodeId;

struct Progress {
  std::vector<std::uint64_t> packets;  // delivered, [source]
  std::vector<Cycle> longest_gap;      // between two deliveries, [source]
};

// All nodes send all they can to node `hot` for `cycles` cycles.
Progress flood(Experiment experiment, NodeId hot, Cycle cycles) {
  experiment.traffic.pattern = model::Pattern::hot_spot;
  experiment.traffic.hot_node = hot;
  experiment.traffic.hot_fraction = 1.0;
  experiment.traffic.load = 1.0;
  const model::Network network = experiment.build();
  model::Traffic traffic(experiment.traffic, network, 3);
  const auto engine = model::make_model_engine(network, traffic, experiment.run);
  EventRecorder log;
  engine->log_events(&log);
  engine->advance(cycles);
  const std::size_t nodes = network.terminals.size();
  Progress progress{std::vector<std::uint64_t>(nodes), std::vector<Cycle>(nodes)};
  std::vector<Cycle> last(nodes, 0);
  for (const model::Event& event : log.events) {
    if (event.kind != model::EventKind::delivered) continue;
    ++progress.packets[event.source];
    progress.longest_gap[event.source] =
        std::max(progress.longest_gap[event.source], event.cycle - last[event.source]);
    last[event.source] = event.cycle;
  }
  for (std::size_t n = 0; n < nodes; ++n) {
    progress.longest_gap[n] = std::max(progress.longest_gap[n], cycles - last[n]);
  }
  return progress;
}

class HotSpotTest : public testing::TestWithParam<NamedTopology> {};

TEST_P(HotSpotTest, EverySourceGetsThroughAgainAndAgain) {
  // Long: a guard serves up to 20 VCs in turn, a flit each, and a packet that enters an express
  // channel waits for one more guard on its way.
  constexpr Cycle kCycles = 240000;
  Experiment experiment;
  experiment.topology = GetParam().spec;
  const Progress progress = flood(experiment, 0, kCycles);
  for (std::size_t n = 0; n < progress.packets.size(); ++n) {
    SCOPED_TRACE(testing::Message()
                 << "source " << n << " got " << progress.packets[n] << " packets through");
    EXPECT_LT(progress.longest_gap[n], kCycles / 3);
  }
}

INSTANTIATE_TEST_SUITE_P(EveryTopology, HotSpotTest, testing::ValuesIn(every_topology()),
                         [](const auto& tested) { return name_of(tested.param); });

// Through traffic goes before injection; only the guard lets the node next to the hot spot speak.
TEST(StarvationGuardTest, WithoutItANodeBesideAFloodStarves) {
  Experiment experiment;
  experiment.topology = spec_of(model::Topology::mesh, {6});
  experiment.router.virtual_channels = 1;
  const auto packets_of_neighbour = [&](unsigned patience) {
    experiment.router.patience = patience;
    return flood(experiment, 0, 20000).packets[1];
  };
  const std::uint64_t guarded = packets_of_neighbour(64);
  const std::uint64_t hardly_guarded = packets_of_neighbour(60000);
  EXPECT_GT(guarded, 20u);
  EXPECT_LT(hardly_guarded, guarded / 4);
}

// `router.injection`: the node beside the flood takes turns with it, and needs no guard.
TEST(InjectionTest, FairANodeBesideAFloodGetsHalf) {
  Experiment experiment;
  experiment.topology = spec_of(model::Topology::mesh, {6});
  experiment.router.virtual_channels = 1;
  experiment.router.patience = 60000;
  experiment.router.room = 1;
  const Progress fair = flood(experiment, 0, 20000);
  std::uint64_t through = 0;
  for (std::size_t source = 2; source < 6; ++source) through += fair.packets[source];
  EXPECT_GT(fair.packets[1], through / 2);
  EXPECT_GT(through, fair.packets[1] / 2);
}

}  // namespace
}  // namespace turnpike::test
