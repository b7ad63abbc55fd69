// Networks with express channels: hardware and model show the same outputs in every cycle, every
// message arrives, and every level of channels is used.
//
// The messages are drawn here and end, so that the network must run empty. Together the shapes
// cover one to three levels, one and two parallel channels, one to four VCs, both pipelines,
// aligned and other distances, rings, and all ways to build an interchange (Dally 1991, III). Where
// it does no harm two tests share a shape, as each costs some seconds to build.

#include <gtest/gtest.h>

#include <fstream>
#include <set>

#include "model/common/random.h"
#include "sim/hardware/engines/lockstep_engine.h"
#include "tests/support/experiment.h"
#include "tests/support/scratch_folder.h"

namespace turnpike::test {
namespace {

// Cycles in which messages are queued, and cycles after which all must have arrived.
constexpr model::Cycle kQueued = 1500;
constexpr model::Cycle kPatience = 60000;

// Messages of 1 to 6 flits from every node to others, one every `gap` cycles on average. Returns
// their number.
std::uint64_t write_messages(const std::filesystem::path& file, model::NodeId nodes, unsigned gap,
                             std::uint64_t seed) {
  const model::RandomStream random(seed, model::Stream::test);
  std::ofstream out(file);
  std::uint64_t messages = 0;
  for (model::Cycle cycle = 0; cycle < kQueued; ++cycle) {
    for (model::NodeId node = 0; node < nodes; ++node) {
      const std::uint64_t bits = random.draw(node, cycle);
      if (bits % gap != 0) continue;
      const auto other = static_cast<model::NodeId>((bits >> 16) % (nodes - 1));
      out << cycle << " " << node << " " << (node + 1 + other) % nodes << " "
          << 1 + (bits >> 48) % 6 << "\n";
      ++messages;
    }
  }
  return messages;
}

// Levels of the channels that a flit has crossed.
std::set<unsigned> levels_used(const model::Network& network, const model::Engine& engine) {
  const std::vector<std::uint64_t> sent = engine.flits_sent();
  std::set<unsigned> levels;
  for (const model::Channel& channel : network.channels) {
    const std::size_t index = channel.from * network.max_ports() + channel.from_port;
    if (sent.at(index) != 0) levels.insert(channel.level);
  }
  return levels;
}

void stay_equal_and_deliver(Experiment experiment, unsigned gap) {
  const ScratchFolder scratch;
  const model::Network network = experiment.build();
  experiment.traffic.pattern = model::Pattern::trace;
  experiment.traffic.file = (scratch.path() / "messages").string();
  const std::uint64_t messages =
      write_messages(experiment.traffic.file, static_cast<model::NodeId>(network.terminals.size()),
                     gap, experiment.run.seed);
  model::Traffic traffic(experiment.traffic, network, experiment.run.seed);
  sim::LockstepOptions options;
  options.folder = scratch.path();
  sim::LockstepEngine engine(network, traffic, experiment.run, options);
  engine.restart_collector({0, kPatience});
  while (!engine.drained()) {
    ASSERT_LT(engine.now(), kPatience) << engine.packets_outstanding() << " messages are lost";
    ASSERT_NO_THROW(engine.advance(100)) << "seed " << experiment.run.seed;
  }
  EXPECT_EQ(engine.collected().totals().packets_delivered, messages);
  EXPECT_EQ(levels_used(network, engine).size(), experiment.topology.express->levels + 1);
}

Experiment express_on(const model::Topology* kind, std::vector<unsigned> radix,
                      std::vector<unsigned> spacing, std::vector<unsigned> channels = {}) {
  Experiment experiment = on(kind, std::move(radix));
  experiment.router.flit_bits = 24;
  experiment.topology.express.emplace();
  experiment.topology.express->levels = static_cast<unsigned>(spacing.size());
  experiment.topology.express->spacing = std::move(spacing);
  experiment.topology.express->channels = std::move(channels);
  return experiment;
}

// Three levels on a line of 20 nodes: what the tests of decompositions share.
Experiment three_levels() {
  Experiment experiment = express_on(model::Topology::mesh, {20}, {2, 2, 2});
  experiment.router.virtual_channels = 2;
  experiment.router.buffer_depth = 3;
  return experiment;
}

TEST(ExpressLockstepTest, LineWithOneVirtualChannelAndADistanceThatIsNoPowerOfTwo) {
  Experiment experiment = express_on(model::Topology::mesh, {13}, {3});
  experiment.router.virtual_channels = 1;
  experiment.router.buffer_depth = 1;
  experiment.router.patience = 3;
  stay_equal_and_deliver(experiment, 60);
}

TEST(ExpressLockstepTest, MeshWithParallelChannelsAndTwoCycleHops) {
  Experiment experiment = express_on(model::Topology::mesh, {6, 5}, {2}, {2});
  experiment.router.virtual_channels = 4;
  experiment.router.buffer_depth = 2;
  experiment.router.pipeline_cycles = 2;
  experiment.topology.express->buffer_depth = 5;
  experiment.link.cycles_per_unit = 1;
  stay_equal_and_deliver(experiment, 30);
}

TEST(ExpressLockstepTest, LineOfTwoLevelsWithASpacingForEach) {
  Experiment experiment = express_on(model::Topology::mesh, {16}, {2, 3}, {2, 1});
  experiment.router.virtual_channels = 2;
  experiment.router.buffer_depth = 3;
  experiment.router.pipeline_cycles = 2;
  experiment.router.patience = 8;
  stay_equal_and_deliver(experiment, 40);
}

TEST(ExpressLockstepTest, LineOfThreeLevels) { stay_equal_and_deliver(three_levels(), 40); }

TEST(ExpressLockstepTest, EveryModuleOfTheFullDecomposition) {
  Experiment experiment = three_levels();
  experiment.topology.express->decomposition = model::ExpressDecomposition::full;
  stay_equal_and_deliver(experiment, 40);
}

TEST(ExpressLockstepTest, DecompositionWithoutAscendingModules) {
  Experiment experiment = three_levels();
  experiment.topology.express->decomposition = model::ExpressDecomposition::no_ascent;
  stay_equal_and_deliver(experiment, 40);
}

TEST(ExpressLockstepTest, TopModulesAlone) {
  Experiment experiment = three_levels();
  experiment.topology.express->decomposition = model::ExpressDecomposition::top_only;
  experiment.topology.express->levels = 2;
  experiment.topology.express->spacing = {2, 2};
  stay_equal_and_deliver(experiment, 40);
}

TEST(ExpressLockstepTest, TorusOfTwoLevels) {
  Experiment experiment = express_on(model::Topology::torus, {12, 4}, {2, 2});
  experiment.router.virtual_channels = 2;
  experiment.router.buffer_depth = 2;
  stay_equal_and_deliver(experiment, 30);
}

TEST(ExpressLockstepTest, UnidirectionalRingWithThreeVirtualChannels) {
  Experiment experiment = express_on(model::Topology::torus, {9}, {3}, {2});
  experiment.topology.bidirectional = false;
  experiment.router.virtual_channels = 3;
  experiment.router.buffer_depth = 2;
  experiment.router.pipeline_cycles = 2;
  stay_equal_and_deliver(experiment, 60);
}

TEST(ExpressLockstepTest, InterleavedInterchanges) {
  Experiment experiment = express_on(model::Topology::mesh, {13}, {4}, {2});
  experiment.topology.express->insertion = model::ExpressInsertion::interleaved;
  experiment.router.virtual_channels = 1;
  experiment.router.buffer_depth = 1;
  experiment.router.patience = 3;
  stay_equal_and_deliver(experiment, 60);
}

TEST(ExpressLockstepTest, ModulesWithNarrowAndFewerChannelsBetweenThem) {
  Experiment experiment = express_on(model::Topology::mesh, {13}, {3}, {2});
  experiment.topology.express->boundary = model::BoundarySpec{6, 3, 2, 1};
  experiment.router.virtual_channels = 1;
  experiment.router.buffer_depth = 1;
  experiment.router.patience = 3;
  stay_equal_and_deliver(experiment, 120);
}

TEST(ExpressLockstepTest, JointInterchangesInWhichMessagesTurn) {
  Experiment experiment = express_on(model::Topology::mesh, {8, 8}, {2});
  experiment.topology.express->dimensions = model::ExpressDimensions::joint;
  experiment.router.virtual_channels = 2;
  experiment.router.buffer_depth = 2;
  stay_equal_and_deliver(experiment, 30);
}

}  // namespace
}  // namespace turnpike::test
