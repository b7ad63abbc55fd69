// A model that runs alone keeps no payload of flits: nothing of a run shows it but its speed.

#include <gtest/gtest.h>

#include <string>
#include <vector>

#include "model/network/standstill.h"
#include "tests/support/deadlock_ring.h"
#include "tests/unit/network/packet_experiments.h"

namespace turnpike::test {
namespace {

struct PayloadCase {
  NamedTopology topology;
  unsigned flit_bits;
};

std::vector<PayloadCase> wide_flits_on_every_topology() {
  std::vector<PayloadCase> cases;
  for (const NamedTopology& topology : every_topology()) {
    for (const unsigned bits : {63u, 64u, 512u}) cases.push_back({topology, bits});
  }
  return cases;
}

class PayloadTest : public testing::TestWithParam<PayloadCase> {};

TEST_P(PayloadTest, IsNotMissedByAnybody) {
  Experiment experiment;
  experiment.topology = GetParam().topology.spec;
  experiment.router.flit_bits = GetParam().flit_bits;
  experiment.traffic.load = 0.3;
  const model::Network whole = experiment.build();
  ASSERT_GT(whole.router.format.words(), 1u);
  model::Network without = whole;
  without.drop_payload();
  EXPECT_EQ(without.router.format.words(), 1u);

  const auto run = [&](const model::Network& network, EventRecorder& recorder) {
    model::Traffic traffic(experiment.traffic, network, 7);
    const auto engine = model::make_model_engine(network, traffic, experiment.run);
    engine->log_events(&recorder);
    engine->advance(200);
    engine->restart_collector({200, 800});
    engine->advance(800);
    return std::make_pair(engine->collected(), engine->flits_sent());
  };
  EventRecorder expected;
  EventRecorder found;
  const auto [collector, sent] = run(whole, expected);
  const auto [same_collector, same_sent] = run(without, found);
  EXPECT_TRUE(same_collector == collector);
  EXPECT_EQ(same_sent, sent);
  ASSERT_GT(expected.events.size(), 100u);
  ASSERT_EQ(found.events.size(), expected.events.size());
  for (std::size_t i = 0; i < expected.events.size(); ++i) {
    const model::Event& event = found.events[i];
    EXPECT_EQ(event.cycle, expected.events[i].cycle);
    EXPECT_EQ(event.kind, expected.events[i].kind);
    EXPECT_EQ(event.source, expected.events[i].source);
    EXPECT_EQ(event.destination, expected.events[i].destination);
    EXPECT_EQ(event.packet, expected.events[i].packet);
  }
}

INSTANTIATE_TEST_SUITE_P(EveryTopology, PayloadTest,
                         testing::ValuesIn(wide_flits_on_every_topology()), [](const auto& test) {
                           return test.param.topology.name + std::string("Of") +
                                  std::to_string(test.param.flit_bits) + "Bits";
                         });

// Heads that stand still are read from the buffers.
TEST(StandstillPayloadTest, PacketsThatWaitForEachOtherAreNamed) {
  Experiment experiment;
  experiment.router.flit_bits = 200;
  experiment.run.watchdog = 200;
  const ScratchFolder folder;
  experiment.traffic.pattern = model::Pattern::trace;
  experiment.traffic.file = (folder.path() / "trace.txt").string();
  std::ofstream(experiment.traffic.file) << messages_that_block_each_other();
  model::Network network = ring_without_dateline(experiment);
  const auto error = [&] {
    model::Traffic traffic(experiment.traffic, network, 1);
    const auto engine = model::make_model_engine(network, traffic, experiment.run);
    try {
      engine->advance(2000);
    } catch (const model::NetworkError& found) {
      return std::string(found.what());
    }
    return std::string();
  };
  const std::string expected = error();
  EXPECT_NE(expected.find("deadlock"), std::string::npos) << expected;
  network.drop_payload();
  EXPECT_EQ(error(), expected);
}

}  // namespace
}  // namespace turnpike::test
