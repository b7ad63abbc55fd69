// broadcast_test.cpp - broadcasts along a tree of messages: whom they reach, over which channels,
// how long they take, and what is refused.

#include <gtest/gtest.h>

#include <map>
#include <memory>
#include <vector>

#include "model/common/configuration_error.h"
#include "model/network/broadcast_trees.h"
#include "model/network/expected_messages.h"
#include "model/network/message_engine.h"
#include "tests/support/experiment.h"

namespace turnpike::test {
namespace {

using model::BroadcastBase;
using model::BroadcastKind;
using model::NodeId;

// The copies of broadcasts carried by hand, one partition: no network in between.
class CarriedTrees {
 public:
  CarriedTrees(unsigned dimensions, BroadcastBase base)
      : trees_({0.5, BroadcastKind::tree, base, 1}, dimensions, NodeId{1} << dimensions, 1, 1),
        collector_(0, 1000000) {}

  // Copies that each node got of a broadcast of `root`; counts those over each channel.
  std::vector<unsigned> carry(NodeId root) {
    const unsigned n = trees_.dimensions();
    std::vector<unsigned> got(std::size_t{1} << n);
    trees_.begin(root, 8, now_);
    std::vector<NodeId> awake = {root};
    for (unsigned step = 0; step <= n; ++step) {
      ++now_;
      std::vector<NodeId> next;
      for (const NodeId node : awake) send(node, next, got);
      complete_ += trees_.settle(0, static_cast<unsigned>(now_ & 1), collector_);
      awake = next;
    }
    return got;
  }

  std::uint64_t complete() const { return complete_; }
  const model::Collector& collector() const { return collector_; }
  const std::map<std::pair<NodeId, unsigned>, unsigned>& over_channel() const {
    return over_channel_;
  }

 private:
  void send(NodeId node, std::vector<NodeId>& reached, std::vector<unsigned>& got) {
    model::BroadcastStart start;
    while (trees_.take_start(node, now_, start)) {
      for (; start.copy.place < trees_.dimensions(); ++start.copy.place) {
        const unsigned d =
            model::tree_dimension(start.copy.base, start.copy.place, trees_.dimensions());
        const NodeId to = node ^ (NodeId{1} << d);
        trees_.receive(to, 0, 0, start.copy, start.flits, now_);
        ++got[to];
        ++over_channel_[{node, d}];
        reached.push_back(to);
      }
    }
  }

  model::BroadcastTrees trees_;
  model::Collector collector_;
  model::Cycle now_ = 0;
  std::uint64_t complete_ = 0;
  std::map<std::pair<NodeId, unsigned>, unsigned> over_channel_;
};

// Two messages of two packets each from node 0 to node 5, on the border of the numbers' 16 bits; a
// message of another node has the same number.
TEST(ExpectedMessagesTest, APacketIsOfTheOldestMessageThatHasItsNumber) {
  model::ExpectedMessages expected(8, 2);
  for (const std::uint32_t number : {0xffffu, 0x10001u}) {
    model::ExpectedMessage message;
    message.delivery = {0, 5, 9, 10, 11};
    message.delivery.tag = number;
    message.number = number;
    message.packets = message.missing = 2;
    expected.send(0, 1, message, 20);
    message.delivery.source = 1;
    expected.send(1, 1, message, 20);
  }
  model::ExpectedMessage whole;
  const auto comes = [&](std::uint32_t number, model::Cycle first, model::Cycle last) {
    const auto is_of = [&](const model::ExpectedMessage& one) {
      return ((number - one.number) & 0xffff) < one.packets;
    };
    return expected.receive(5, 0, first, last, is_of, whole);
  };
  EXPECT_FALSE(comes(0xffff, 24, 28));  // nobody at node 5 has been told
  expected.settle(1, 0);
  EXPECT_FALSE(comes(0x0001, 30, 34));
  EXPECT_FALSE(comes(0x0000, 25, 29));  // the second packet of the first message
  EXPECT_TRUE(comes(0xffff, 24, 36));
  EXPECT_EQ(whole.delivery.tag, 0xffffu);
  EXPECT_EQ(whole.delivery.first, 24u);
  EXPECT_EQ(whole.delivery.last, 36u);
  EXPECT_TRUE(comes(0x0002, 37, 41));
  EXPECT_EQ(whole.delivery.tag, 0x10001u);
  EXPECT_FALSE(comes(0x0002, 37, 41));  // of node 1 only
}

TEST(BroadcastTreesTest, EveryOtherNodeGetsOneCopyInAtMostAsManyStepsAsDimensions) {
  for (unsigned n = 1; n <= 6; ++n) {
    CarriedTrees trees(n, BroadcastBase::random);
    const NodeId nodes = NodeId{1} << n;
    for (NodeId root = 0; root < nodes; ++root) {
      std::vector<unsigned> expected(nodes, 1);
      expected[root] = 0;
      ASSERT_EQ(trees.carry(root), expected) << "root " << root << " of " << nodes;
    }
    EXPECT_EQ(trees.complete(), nodes);
    EXPECT_EQ(trees.collector().broadcasts().delivered, nodes);
  }
}

// Each of n successive broadcasts of a node has another base: then all of the n 2^n channels carry
// 2^n - 1 copies. With a fixed base the channels of the last dimension carry half of all.
TEST(BroadcastTreesTest, RotatingBasesSpreadTheCopiesEvenlyOverAllChannels) {
  constexpr unsigned kN = 4;
  CarriedTrees rotating(kN, BroadcastBase::rotating);
  CarriedTrees fixed(kN, BroadcastBase::fixed);
  for (NodeId root = 0; root < 16; ++root) {
    for (unsigned turn = 0; turn < kN; ++turn) {
      rotating.carry(root);
      fixed.carry(root);
    }
  }
  EXPECT_EQ(rotating.over_channel().size(), 64u);
  for (const auto& [channel, copies] : rotating.over_channel()) EXPECT_EQ(copies, 15u);
  for (const auto& [channel, copies] : fixed.over_channel()) {
    EXPECT_EQ(copies, 4u << (kN - 1 - channel.second));
  }
}

Experiment cube(unsigned dimensions, double load, double fraction) {
  Experiment experiment = on(model::Topology::hypercube, std::vector<unsigned>(dimensions, 2));
  experiment.router.virtual_channels = 2;
  experiment.router.local_channels = dimensions;
  experiment.traffic.load = load;
  experiment.traffic.length = 16;
  experiment.traffic.broadcast.fraction = fraction;
  return experiment;
}

// An engine that has run, with all that it needs.
struct BroadcastRun {
  BroadcastRun(const Experiment& experiment, model::Cycle cycles, std::uint64_t shuffled = 0)
      : network(experiment.build()),
        traffic(experiment.traffic, network, experiment.run.seed),
        engine(model::make_model_engine(network, traffic, experiment.run)) {
    if (shuffled != 0) engine->shuffle_evaluation(shuffled);
    engine->restart_collector({0, cycles});
    engine->advance(cycles);
  }
  model::Network network;
  model::Traffic traffic;
  std::unique_ptr<model::ModelEngine> engine;
};

// A step: start-up, the cycle of injection, two routers, and the rest of the flits.
TEST(BroadcastTest, ZeroLoadLatencyIsAsManyStepsAsDimensions) {
  for (const unsigned startup : {1u, 9u}) {
    for (const unsigned n : {2u, 3u, 5u}) {
      for (const bool by_packets : {false, true}) {
        Experiment experiment = cube(n, 1e-4, 1);
        experiment.traffic.broadcast.startup = startup;
        if (by_packets) {
          experiment.router.kind = model::RouterKind::packet;
          experiment.router.packets.packet_flits = 8;  // two packets a message
          experiment.router.buffer_depth = 10;
        }
        BroadcastRun run(experiment, 400000);
        const model::BroadcastSums sums = run.engine->collected().broadcasts();
        ASSERT_GT(sums.delivered, 5u);
        EXPECT_NEAR(sums.latencies.estimate().mean, n * (16 + 2 + startup), 0.5)
            << n << " dimensions, packets " << by_packets;
        EXPECT_LE(sums.paths.estimate().mean, sums.latencies.estimate().mean);
        EXPECT_GT(sums.paths.estimate().mean, n * (16 + 2 + startup) - .5);
      }
    }
  }
}

TEST(BroadcastTest, RoutersCopyInOneStep) {
  Experiment experiment = cube(4, 1e-4, 1);
  experiment.router.kind = model::RouterKind::packet;
  experiment.router.packets.packet_flits = 16;
  experiment.router.buffer_depth = 18;
  experiment.traffic.broadcast.kind = BroadcastKind::router;
  BroadcastRun run(experiment, 400000);
  EXPECT_NEAR(run.engine->collected().broadcasts().latencies.estimate().mean, 16 + 4 + 1 + 1, 0.5);
}

TEST(BroadcastTest, ChannelsCarryEveryCopyAndNoMore) {
  const Experiment experiment = cube(4, 0.3, 0.05);
  BroadcastRun run(experiment, 60000);
  const std::vector<std::uint64_t> sent = run.engine->flits_sent();
  double carried = 0;
  for (std::size_t i = 0; i < sent.size(); ++i) {
    if (i % run.network.max_ports() < 4) carried += static_cast<double>(sent[i]);
  }
  const double rate = 0.3 / 16 * 60000 * 16;  // messages
  const double hops = 2;                      // uniform, the node itself included
  EXPECT_NEAR(carried / 16 / rate, 0.95 * hops + 0.05 * 15, 0.1);
  const model::Collector all = run.engine->collected();
  EXPECT_NEAR(static_cast<double>(all.broadcasts().queued), 0.05 * rate, 120);
  EXPECT_LE(all.broadcasts().queued - all.broadcasts().delivered, 8u);
  EXPECT_NEAR(static_cast<double>(all.totals().flits_delivered) / 16 / rate, 0.95 + 0.05 * 15, 0.1);
}

TEST(BroadcastTest, ThreadsAndOrderOfEvaluationChangeNothing) {
  Experiment experiment = cube(4, 0.5, 0.05);
  experiment.traffic.messages_at_once = 2;
  const BroadcastRun reference(experiment, 1000);
  const model::Collector expected = reference.engine->collected();
  ASSERT_GT(expected.broadcasts().delivered, 10u);
  for (const unsigned threads : {2u, 3u}) {
    experiment.run.threads = threads;
    EXPECT_TRUE(BroadcastRun(experiment, 1000).engine->collected() == expected) << threads;
  }
  experiment.run.threads = 1;
  EXPECT_TRUE(BroadcastRun(experiment, 1000, 17).engine->collected() == expected);
}

// Short messages overtake a long one that is under way from the same local channel.
TEST(MessagesAtOnceTest, ALongMessageHoldsUpNoOther) {
  double slow[2] = {};
  for (const unsigned at_once : {1u, 2u}) {
    Experiment experiment = cube(2, 0.25, 0);
    experiment.traffic.pattern = model::Pattern::bit_complement;
    experiment.traffic.length_kind = model::LengthKind::bimodal;
    experiment.traffic.length = 2;
    experiment.traffic.long_length = 2000;
    experiment.traffic.long_fraction = 0.01;
    experiment.traffic.messages_at_once = at_once;
    const BroadcastRun run(experiment, 100000);
    const model::Collector all = run.engine->collected();
    slow[at_once - 1] = static_cast<double>(all.latencies().percentile(0.9));
  }
  EXPECT_LT(10 * slow[1], slow[0]) << slow[1];
}

std::string refused_key(const Experiment& experiment) {
  try {
    const model::Network network = experiment.build();
    model::Traffic traffic(experiment.traffic, network, 1);
    const auto engine = model::make_model_engine(network, traffic, experiment.run);
  } catch (const model::ConfigurationError& error) {
    return error.key;
  }
  return "";
}

TEST(BroadcastTest, NetworksThatCannotHaveItRefuseIt) {
  EXPECT_EQ(refused_key(cube(3, 0.1, 0.1)), "");
  EXPECT_EQ(refused_key(cube(3, 0.1, 1.5)), "traffic.broadcast_fraction");

  Experiment mesh = on(model::Topology::mesh, {4, 4});
  mesh.traffic.broadcast.fraction = 0.1;
  EXPECT_EQ(refused_key(mesh), "traffic.broadcast_fraction");

  Experiment copied = cube(3, 0.1, 0.1);
  copied.traffic.broadcast.kind = BroadcastKind::router;
  EXPECT_EQ(refused_key(copied), "traffic.broadcast");

  Experiment one = cube(3, 0.1, 0.1);
  one.router.local_channels = 1;
  EXPECT_EQ(refused_key(one), "router.local_channels");

  Experiment at_once = cube(3, 0.1, 0.1);
  at_once.traffic.broadcast.startup = 0;
  EXPECT_EQ(refused_key(at_once), "traffic.broadcast_startup");

  Experiment many = cube(3, 0.1, 0);
  many.traffic.messages_at_once = 3;
  EXPECT_EQ(refused_key(many), "traffic.messages_at_once");
  many.traffic.messages_at_once = 2;
  EXPECT_EQ(refused_key(many), "");
  many.router.local_channels = 1;
  EXPECT_EQ(refused_key(many), "traffic.messages_at_once");
}

}  // namespace
}  // namespace turnpike::test
