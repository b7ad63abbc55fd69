// Quasi-adaptive messages through FIFOs deadlock in a small cube; with a VC of their own for
// contrary packets they do not (docs/timing.md, section 7).
//
// The rule of Buzzard & Mudge 1988, section 5.2, keeps a slot of each output free of contrary
// packets, so that a packet which e-cube sent there can always get in. But all packets of an output
// are sent in one order over one channel: once the input buffer behind the channel is full and a
// packet that was contrary stands at its front, what is behind waits with it, e-cube's packets too.
// And that front packet is on the way from a low dimension to a high one. So chains of waiting that
// e-cube lets only descend can ascend again, and close: the traffic is more than the cube can
// carry, so every queue is full, and a closed chain comes within a few hundred packets.

#include <gtest/gtest.h>

#include <sstream>

#include "tests/unit/network/packet_experiments.h"

namespace turnpike::test {
namespace {

constexpr model::Cycle kStill = 500;

Experiment overloaded_cube(unsigned virtual_channels, unsigned slots, std::uint64_t seed) {
  Experiment experiment = message_cube(4);
  experiment.router.virtual_channels = virtual_channels;
  experiment.router.packets.slots = slots;
  experiment.run.seed = seed;
  experiment.run.watchdog = kStill;
  experiment.traffic.pattern = model::Pattern::uniform_other;
  experiment.traffic.arrivals = model::Arrivals::poisson;
  experiment.traffic.load = 4;     // flits per node and cycle; four channels carry two at most
  experiment.traffic.length = 10;  // a packet
  return experiment;
}

struct Outcome {
  std::string error;
  std::uint64_t delivered_late = 0;  // messages, in the second half
};

Outcome outcome_of(const Experiment& experiment) {
  const model::Network network = experiment.build();
  model::Traffic traffic(experiment.traffic, network, experiment.run.seed);
  const auto engine = model::make_model_engine(network, traffic, experiment.run);
  Outcome outcome;
  try {
    engine->advance(3000);
    const std::uint64_t before = engine->collected().totals().packets_delivered;
    engine->advance(3000);
    outcome.delivered_late = engine->collected().totals().packets_delivered - before;
  } catch (const model::NetworkError& error) {
    outcome.error = error.what();
  }
  return outcome;
}

// Slots, seed.
class ContraryDeadlockTest : public testing::TestWithParam<std::tuple<unsigned, unsigned>> {};

TEST_P(ContraryDeadlockTest, ItHappensInOneFifoAndTheWatchdogNamesTheCycle) {
  const auto [slots, seed] = GetParam();
  const Outcome outcome = outcome_of(overloaded_cube(1, slots, seed));
  EXPECT_NE(outcome.error.find("deadlock, these packets wait for each other"), std::string::npos)
      << outcome.error;
  EXPECT_NE(outcome.error.find("output port"), std::string::npos) << outcome.error;
  EXPECT_NE(outcome.error.find("input port"), std::string::npos) << outcome.error;
  // Every packet of the circle is told by name.
  std::istringstream lines(outcome.error);
  for (std::string line; std::getline(lines, line);) {
    if (line.find(" port ") == std::string::npos) continue;
    EXPECT_NE(line.find(": packet "), std::string::npos) << line;
    EXPECT_NE(line.find(" to node "), std::string::npos) << line;
  }
}

TEST_P(ContraryDeadlockTest, ItDoesNotHappenWithAVcForContraryPackets) {
  const auto [slots, seed] = GetParam();
  const Outcome outcome = outcome_of(overloaded_cube(2, slots, seed));
  EXPECT_EQ(outcome.error, "");
  // Some 1.5 of at most 2 flits per node and cycle.
  EXPECT_GT(outcome.delivered_late, 16u * 3000 / 10);
}

INSTANTIATE_TEST_SUITE_P(SlotsSeed, ContraryDeadlockTest,
                         testing::Combine(testing::Values(2u, 4u, 16u), testing::Values(1u, 2u)));

TEST(PacketWatchdogTest, SinksThatNeverConsumeAreNotCalledADeadlock) {
  Experiment experiment = packet_network(model::Topology::mesh, {3});
  experiment.run.sink_stall = 1;
  experiment.run.watchdog = 100;
  ListedRun run(experiment, {{0, 0, 2, 200}});
  try {
    run.engine->advance(1000);
    FAIL() << "nothing was noticed";
  } catch (const model::NetworkError& error) {
    const std::string what = error.what();
    EXPECT_NE(what.find("no cycle of waiting packets"), std::string::npos) << what;
    EXPECT_NE(what.find("router_2 output port 2"), std::string::npos) << what;
  }
}

TEST(PacketWatchdogTest, ANetworkWithNothingToDoIsNotStuck) {
  Experiment experiment = packet_network(model::Topology::mesh, {3});
  experiment.run.watchdog = 50;
  ListedRun run(experiment, {{0, 0, 2, 5}, {3000, 1, 0, 5}});
  run.engine->advance(6000);
  EXPECT_TRUE(run.engine->drained());
}

}  // namespace
}  // namespace turnpike::test
