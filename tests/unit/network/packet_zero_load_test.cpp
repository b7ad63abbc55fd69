// Alone in a network of packet routers, a packet takes exactly the cycles that docs/timing.md
// counts: one a hop; with store and forward, as many as it has flits.

#include <gtest/gtest.h>

#include "model/topology/route.h"
#include "tests/unit/network/packet_experiments.h"

namespace turnpike::test {
namespace {

using model::NodeId;

constexpr model::Cycle kAlone = 100;  // longer than any packet is under way

class PacketZeroLoadTest : public testing::TestWithParam<NamedExperiment> {};

TEST_P(PacketZeroLoadTest, LatencyOfEveryPairIsTheExactCount) {
  const Experiment& experiment = GetParam().experiment;
  constexpr std::uint32_t kFlits = 4;
  std::vector<model::ListedSend> list;
  const model::Network built = experiment.build();
  for (NodeId from = 0; from < built.nodes(); ++from) {
    for (NodeId to = 0; to < built.nodes(); ++to) {
      list.push_back({kAlone * list.size(), from, to, kFlits});
    }
  }
  ListedRun run(experiment, list);
  ASSERT_TRUE(run.drain(kAlone * (list.size() + 1)));

  const model::Network& network = run.network;
  for (std::size_t i = 0; i < list.size(); ++i) {
    SCOPED_TRACE(testing::Message() << "from " << list[i].source << " to " << list[i].destination);
    // By the local channel of broadcasts, or the only one, where e-cube is allowed.
    const NodeId last = network.local_channels - 1;
    const auto path = model::route(network, network.first_terminal(list[i].source) + last,
                                   network.first_terminal(list[i].destination) + last);
    model::Cycle head = model::zero_load_latency(network, path);
    const model::PacketSwitching& packets = experiment.router.packets;
    // Stored and forwarded; the latency of a route is that of a whole packet.
    if (!packets.cut_through) head -= (packets.packet_flits - kFlits) * path.size();
    const model::MessageTimes& times = run.traffic.times()[i];
    ASSERT_EQ(times.injected - list[i].queued, 1u);
    ASSERT_EQ(times.last - list[i].queued, head + kFlits - 1);
  }
}

INSTANTIATE_TEST_SUITE_P(EveryNetwork, PacketZeroLoadTest,
                         testing::ValuesIn(every_packet_network()),
                         [](const auto& tested) { return tested.param.name; });

// The channels of a broadcast's tree are equally long for all: the last node is as far away as the
// cube has dimensions, and copies go out to all channels of a router in the same cycle.
TEST(PacketBroadcastTest, AloneItReachesEveryNodeAtACycleAHop) {
  const unsigned dimensions = 5;
  ListedRun run(message_cube(dimensions), {{3, 9, 0, 10, model::PacketKind::broadcast}});
  ASSERT_TRUE(run.drain(200));
  EXPECT_EQ(run.traffic.times()[0].last, 3 + 1 + (dimensions + 1) + 9);
}

TEST(PacketBroadcastTest, NearNeighboursGetItAndNobodyElse) {
  ListedRun run(message_cube(4), {{0, 5, 0b1010, 25, model::PacketKind::near_neighbour_broadcast}});
  ASSERT_TRUE(run.drain(200));
  EXPECT_EQ(run.engine->collected().totals().flits_delivered, 2 * 25u);
  EXPECT_EQ(run.traffic.times()[0].last, 1 + 2 + 24u);
}

// Gaps between packets of one message: none with room for a packet and the flit that is on its way;
// one cycle with room for a packet alone.
TEST(PacketFullRateTest, AChannelRunsAtFullRateWithRoomForAPacketAndAFlit) {
  for (const unsigned wire : {0u, 1u, 4u}) {
    for (const unsigned room : {0u, 1u, 2u, 3u, 9u}) {
      Experiment experiment = packet_network(model::Topology::mesh, {2});
      experiment.router.buffer_depth = 5 + room;
      experiment.link.cycles_per_hop = wire;
      const unsigned packets = 40;
      ListedRun run(experiment, {{0, 0, 1, 5 * packets}});
      ASSERT_TRUE(run.drain(2000));
      const model::MessageTimes& times = run.traffic.times()[0];
      const unsigned on_the_way = 1 + 2 * wire;
      const unsigned gap = on_the_way > room ? on_the_way - room : 0;
      EXPECT_EQ(times.last - times.first, (packets - 1) * (5 + gap))
          << "room " << room << ", wire " << wire;
    }
  }
}

}  // namespace
}  // namespace turnpike::test
