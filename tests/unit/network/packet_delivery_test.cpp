// Messages through networks of packet routers: all arrive, whatever the order of evaluation, the
// threads and the sinks.

#include <gtest/gtest.h>

#include "tests/unit/network/packet_experiments.h"

namespace turnpike::test {
namespace {

using model::ListedSend;
using model::NodeId;

class PacketDeliveryTest : public testing::TestWithParam<NamedExperiment> {
 protected:
  static std::vector<ListedSend> messages(const Experiment& experiment) {
    return random_messages(experiment.build().nodes(), 600, 40, 300, 7);
  }
};

TEST_P(PacketDeliveryTest, EverythingArrivesOnce) {
  const Experiment& experiment = GetParam().experiment;
  const std::vector<ListedSend> list = messages(experiment);
  ListedRun run(experiment, list);
  ASSERT_TRUE(run.drain(20000));
  EXPECT_EQ(run.engine->collected().totals().packets_delivered, list.size());
  EXPECT_EQ(run.engine->collected().totals().flits_delivered,
            run.engine->collected().totals().flits_queued);
  for (std::size_t i = 0; i < list.size(); ++i) {
    const model::MessageTimes& times = run.traffic.times()[i];
    ASSERT_TRUE(times.is_delivered);
    EXPECT_LT(list[i].queued, times.injected);
    EXPECT_LE(times.injected, times.first);
    EXPECT_LE(times.first, times.last);
  }
  run.engine->advance(20);
  for (const std::uint32_t flits : run.engine->flits_buffered()) EXPECT_EQ(flits, 0u);
}

TEST_P(PacketDeliveryTest, SinksThatStallLoseNothing) {
  Experiment experiment = GetParam().experiment;
  experiment.run.sink_stall = 0.6;
  ListedRun run(experiment, messages(experiment));
  EXPECT_TRUE(run.drain(40000));
}

TEST_P(PacketDeliveryTest, ThreadsAndOrderOfEvaluationChangeNothing) {
  Experiment experiment = GetParam().experiment;
  experiment.run.sink_stall = 0.1;
  const std::vector<ListedSend> list = messages(experiment);
  ListedRun reference(experiment, list);
  EventRecorder expected;
  reference.engine->log_events(&expected);
  reference.engine->advance(900);
  const auto expect_the_same = [&](unsigned threads, std::uint64_t shuffle) {
    experiment.run.threads = threads;
    ListedRun run(experiment, list);
    if (shuffle != 0) run.engine->shuffle_evaluation(shuffle);
    EventRecorder log;
    run.engine->log_events(&log);
    run.engine->advance(900);
    EXPECT_TRUE(run.engine->collected() == reference.engine->collected());
    EXPECT_EQ(run.engine->flits_sent(), reference.engine->flits_sent());
    ASSERT_EQ(log.events.size(), expected.events.size());
    for (std::size_t i = 0; i < log.events.size(); ++i) {
      ASSERT_EQ(log.events[i].cycle, expected.events[i].cycle);
      ASSERT_EQ(log.events[i].source, expected.events[i].source);
      ASSERT_EQ(log.events[i].packet, expected.events[i].packet);
      ASSERT_EQ(log.events[i].component, expected.events[i].component);
    }
  };
  expect_the_same(2, 0);
  expect_the_same(3, 0);
  expect_the_same(1, 11);
}

INSTANTIATE_TEST_SUITE_P(EveryNetwork, PacketDeliveryTest,
                         testing::ValuesIn(every_packet_network()),
                         [](const auto& tested) { return tested.param.name; });

TEST(PacketBroadcastTest, BroadcastsAndMessagesArriveTogether) {
  for (const double stall : {0.0, 0.3}) {
    Experiment experiment = message_cube(4);
    experiment.run.sink_stall = stall;
    std::vector<ListedSend> list = random_messages(16, 500, 60, 400, 3);
    for (std::size_t i = 0; i < list.size(); i += 5) {
      list[i].kind = model::PacketKind::broadcast;
      if (i % 2 == 0) continue;
      list[i].kind = model::PacketKind::near_neighbour_broadcast;
      list[i].destination = 1 + list[i].destination % 15;
    }
    ListedRun run(experiment, list);
    EXPECT_TRUE(run.drain(60000));
  }
}

// The header has room for 16; broadcasts go by the last, which looks like the fourth.
TEST(PacketBroadcastTest, MoreLocalChannelsThanTheHeaderTellsApart) {
  Experiment experiment = message_cube(3, false);
  experiment.router.local_channels = 20;
  std::vector<ListedSend> list = random_messages(8, 200, 30, 400, 3);
  for (std::size_t i = 0; i < list.size(); i += 5) list[i].kind = model::PacketKind::broadcast;
  ListedRun run(experiment, list);
  EXPECT_TRUE(run.drain(60000));
}

// With broadcasts drawn among the messages of the traffic.
TEST(PacketBroadcastTest, AShareOfTheTrafficCanBeBroadcasts) {
  Experiment experiment = message_cube(4);
  experiment.traffic.load = 0.1;
  experiment.traffic.length = 20;
  experiment.traffic.broadcast.fraction = 0.1;
  experiment.traffic.broadcast.kind = model::BroadcastKind::router;
  const model::Network network = experiment.build();
  model::Traffic traffic(experiment.traffic, network, 1);
  EXPECT_EQ(traffic.nodes(), 16u);
  const auto engine = model::make_message_engine(network, traffic, experiment.run,
                                                 model::terminal_spec(network, experiment.run));
  engine->restart_collector({0, 20000});
  engine->advance(20000);
  const model::WindowSummary totals = engine->collected().totals();
  EXPECT_LE(engine->packets_outstanding(), 20u);
  // A message is delivered to one node, a broadcast to fifteen.
  const double messages = 20000 * 16 * 0.1 / 20;
  const auto flits = static_cast<double>(totals.flits_delivered);
  EXPECT_NEAR(flits / (20 * messages), 0.9 + 0.1 * 15, 0.25);
  EXPECT_NEAR(flits, static_cast<double>(totals.flits_queued), 20 * 20 * 15);
  EXPECT_NEAR(static_cast<double>(engine->collected().broadcasts().delivered), 0.1 * messages, 40);
}

// Two messages to the far corner at the same time go by different channels; fixed e-cube sends both
// by the highest dimension.
TEST(FirstHopTest, TheShortestQueueSpreadsMessages) {
  for (const bool is_adaptive : {true, false}) {
    const std::vector<ListedSend> list(4, ListedSend{0, 0, 15, 200});
    ListedRun run(message_cube(4, is_adaptive), list);
    ASSERT_TRUE(run.drain(3000));
    const std::vector<std::uint64_t> sent = run.engine->flits_sent();
    for (unsigned d = 0; d < 4; ++d) {
      const std::uint64_t expected = is_adaptive ? 200 : d == 3 ? 800 : 0;
      EXPECT_EQ(sent[d], expected) << "dimension " << d;
    }
  }
}

// The same worms with the same latencies at message terminals as at those of single packets.
TEST(MessageEngineTest, WormsAreThoseOfTheTerminalBank) {
  Experiment experiment = on(model::Topology::mesh, {4, 4});
  experiment.router.virtual_channels = 1;
  experiment.traffic.load = 0.3;
  experiment.link.cycles_per_hop = 1;
  const model::Network network = experiment.build();
  model::Traffic traffic(experiment.traffic, network, 1);
  const auto own = model::make_model_engine(network, traffic, experiment.run);
  model::Traffic same(experiment.traffic, network, 1);
  const auto engine = model::make_message_engine(network, same, experiment.run,
                                                 model::terminal_spec(network, experiment.run));
  own->advance(3000);
  engine->advance(3000);
  EXPECT_GT(engine->collected().totals().packets_delivered, 1000u);
  EXPECT_TRUE(engine->collected() == own->collected());
  EXPECT_EQ(engine->flits_sent(), own->flits_sent());
}

TEST(MessageEngineTest, WormsLeaveByAnyLocalChannel) {
  Experiment experiment = on(model::Topology::hypercube, {2, 2, 2, 2});
  experiment.router.virtual_channels = 1;
  experiment.router.local_channels = 4;
  experiment.router.flit_bits = 16;
  ListedRun run(experiment, random_messages(16, 500, 60, 300, 5));
  EXPECT_TRUE(run.drain(20000));
}

// Those of a router of 14 ports, 16 VCs and 64 flits of more than a word take more than half a
// megabyte.
TEST(MessageEngineTest, TheLargestBuffersAreReached) {
  Experiment experiment = on(model::Topology::hypercube, {2, 2, 2, 2, 2, 2, 2});
  experiment.router.virtual_channels = 16;
  experiment.router.buffer_depth = 64;
  experiment.router.local_channels = 7;
  experiment.router.flit_bits = 65;
  ListedRun run(experiment, random_messages(128, 500, 60, 300, 5));
  EXPECT_TRUE(run.drain(20000));
}

// A worm at a sink that stalls is overtaken by the next one of its source, at another sink.
TEST(MessageEngineTest, WormsPassEachOtherAtSinksThatStall) {
  for (const unsigned channels : {2u, 3u}) {
    Experiment experiment = on(model::Topology::hypercube, {2, 2, 2});
    experiment.router.virtual_channels = 1;
    experiment.router.local_channels = channels;
    experiment.traffic.load = 1;
    experiment.run.sink_stall = 0.4;
    const model::Network network = experiment.build();
    model::Traffic traffic(experiment.traffic, network, 1);
    const auto engine = model::make_model_engine(network, traffic, experiment.run);
    engine->advance(3000);
    EXPECT_GT(engine->collected().totals().packets_delivered, 500u);
  }
}

}  // namespace
}  // namespace turnpike::test
