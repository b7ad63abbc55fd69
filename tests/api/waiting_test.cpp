// What waits: idle networks for packets, classes at their sources, nodes that take nothing in.

#include <gtest/gtest.h>

#include <cstdint>
#include <numeric>
#include <optional>
#include <string>
#include <vector>

#include "api/turnpike.hpp"
#include "tests/system/commands/program.h"

namespace turnpike::test {
namespace {

constexpr const char* kTwoClasses =
    "[network]\ntopology = 'mesh'\nradix = 4\ndimensions = 2\n[router]\nmessage_classes = 2\n"
    "virtual_channels = 4\n[run]\nengine = 'model'\nwatchdog = 200\n";

TEST(IdleNetworkTest, PassesAnyPauseAtOnce) {
  Options options;
  for (const unsigned threads : {1u, 2u}) {
    options.threads = threads;
    Simulation simulation = Simulation::from_text(kTwoClasses, options);
    EXPECT_EQ(simulation.next_event(), std::nullopt);
    constexpr std::uint64_t kPause = 1'000'000'000'000'000;
    simulation.step(kPause);
    EXPECT_EQ(simulation.next_event(), std::nullopt);
    EXPECT_TRUE(simulation.offer(0, 15, 5));
    EXPECT_EQ(simulation.next_event(), kPause);
    EXPECT_EQ(simulation.step_until_delivery(100), Wait::reached);
    EXPECT_EQ(simulation.take_deliveries().at(0).delivered, kPause + 12);  // as from cycle 0
    simulation.step(kPause);
    EXPECT_EQ(simulation.cycle(), 2 * kPause + 13);
    EXPECT_EQ(simulation.statistics().cycles, 2 * kPause + 13);
  }
}

TEST(IdleNetworkTest, HasReachedWhatStepUntilIdleWaitsFor) {
  Simulation simulation = Simulation::from_text(kTwoClasses);
  EXPECT_EQ(turnpike_step_until_idle(simulation.get(), 10, nullptr), TURNPIKE_OK);
  EXPECT_EQ(simulation.cycle(), 0u);
}

TEST(ErrorTextTest, IsThatOfTheLastCallThatWasNoSuccess) {
  Simulation simulation = Simulation::from_text(kTwoClasses);
  EXPECT_THROW((void)simulation.offer(99, 0, 1), Error);
  EXPECT_EQ(simulation.error(), "source: found 99, allowed: 0 .. 15");
  EXPECT_EQ(simulation.step_until_delivery(5), Wait::idle);
  EXPECT_EQ(simulation.error(), "nothing is under way");
  EXPECT_TRUE(simulation.offer(0, 15, 1));
  EXPECT_EQ(simulation.step_until_delivery(2), Wait::not_reached);
  EXPECT_EQ(simulation.error(), "the bound in cycles came first");
  EXPECT_THROW((void)simulation.offer(0, 99, 1), Error);
  EXPECT_EQ(simulation.error(), "destination: found 99, allowed: 0 .. 15");
}

TEST(ChannelStatisticsTest, AreThoseOfEachChannelOfOfferedPackets) {
  Simulation simulation = Simulation::from_text(kTwoClasses);
  EXPECT_TRUE(simulation.channel_utilisation().empty());
  EXPECT_TRUE(simulation.channel_flits().empty());
  EXPECT_TRUE(simulation.offer(0, 1, 5));
  simulation.step(20);
  const std::vector<double> used = simulation.channel_utilisation();
  const std::vector<std::uint64_t> flits = simulation.channel_flits();
  ASSERT_EQ(used.size(), simulation.shape().channels);
  ASSERT_EQ(flits.size(), used.size());
  for (std::uint32_t i = 0; i < used.size(); ++i) {
    const Channel channel = simulation.channel(i);
    const bool is_on_the_way = channel.from == 0 && channel.to == 1;
    EXPECT_EQ(used[i], is_on_the_way ? 0.25 : 0) << channel.from << " to " << channel.to;
    EXPECT_EQ(flits[i], is_on_the_way ? 5u : 0u) << channel.from << " to " << channel.to;
  }
  double first = -1;
  std::size_t count = 0;
  EXPECT_EQ(turnpike_channel_utilisation(simulation.get(), &first, 1, &count), TURNPIKE_OK);
  EXPECT_EQ(count, used.size());
  EXPECT_EQ(first, used[0]);
  EXPECT_EQ(turnpike_channel_flits(simulation.get(), nullptr, 1, &count), TURNPIKE_ERROR_NULL);

  simulation.measure(10);  // what was carried before is forgotten, what comes later not counted
  EXPECT_TRUE(simulation.offer(0, 1, 3));
  simulation.step(10);
  EXPECT_TRUE(simulation.offer(0, 1, 7));
  simulation.step(20);
  const std::vector<std::uint64_t> again = simulation.channel_flits();
  EXPECT_EQ(std::accumulate(again.begin(), again.end(), std::uint64_t{0}), 3u);
}

TEST(ClassQueueTest, AFullClassDoesNotKeepAnotherOneOut) {
  Options options;
  options.queue_limit = 2;
  Simulation simulation = Simulation::from_text(kTwoClasses, options);
  EXPECT_TRUE(simulation.offer(3, 12, 5, 0));
  EXPECT_TRUE(simulation.offer(3, 12, 7, 0));
  EXPECT_FALSE(simulation.offer(3, 12, 5, 0));
  EXPECT_EQ(simulation.error(),
            "source 3: its queue of class 0 has no room within the limit of 2 packets");
  EXPECT_TRUE(simulation.offer(3, 12, 4, 1));
  EXPECT_EQ(simulation.class_queue(3, 0).packets, 2u);
  EXPECT_EQ(simulation.class_queue(3, 0).flits, 12u);
  EXPECT_EQ(simulation.class_queue(3, 1).flits, 4u);
  EXPECT_EQ(simulation.queue_length(3), 3u);
  simulation.step(3);  // both heads of class 0 are not yet sent: each class has two VCs
  EXPECT_LT(simulation.class_queue(3, 0).flits + simulation.class_queue(3, 1).flits, 16u);
  EXPECT_EQ(simulation.step_until_idle(1000), Wait::reached);
  EXPECT_EQ(simulation.class_queue(3, 0).flits, 0u);
  EXPECT_THROW(simulation.class_queue(16, 0), Error);
  EXPECT_THROW(simulation.class_queue(0, 2), Error);
}

// Far more than all buffers on the way hold.
void offer_many(Simulation& simulation, std::uint32_t message_class) {
  for (std::uint64_t tag = 0; tag < 60; ++tag) {
    EXPECT_TRUE(simulation.offer(0, 15, 5, message_class, tag));
  }
}

TEST(HeldDeliveriesTest, StallTheNetworkUntilTheyAreTakenInAgain) {
  Simulation simulation = Simulation::from_text(kTwoClasses);
  simulation.hold_deliveries(15, 0);
  offer_many(simulation, 0);
  simulation.step(5000);  // the watchdog's 200 cycles many times over
  EXPECT_EQ(simulation.deliveries_waiting(), 0u);
  const std::uint64_t waiting = simulation.class_queue(0, 0).packets;
  EXPECT_GT(waiting, 0u);  // the stall has reached the source
  simulation.step(5000);
  EXPECT_EQ(simulation.class_queue(0, 0).packets, waiting);
  simulation.hold_deliveries(15, 0, false);
  EXPECT_EQ(simulation.step_until_idle(5000), Wait::reached);
  EXPECT_EQ(simulation.deliveries_waiting(), 60u);
  EXPECT_THROW(simulation.hold_deliveries(16), Error);
  EXPECT_THROW(simulation.hold_deliveries(0, 2), Error);
}

TEST(HeldDeliveriesTest, OfOneClassLetTheOtherPass) {
  Simulation simulation = Simulation::from_text(kTwoClasses);
  simulation.hold_deliveries(15, 0);
  offer_many(simulation, 0);
  simulation.step(1000);
  offer_many(simulation, 1);
  simulation.step(2000);
  const std::vector<Delivery> deliveries = simulation.take_deliveries();
  EXPECT_EQ(deliveries.size(), 60u);
  for (const Delivery& delivery : deliveries) EXPECT_EQ(delivery.message_class, 1u);
}

TEST(HeldDeliveriesTest, ThatAreNeverWaitedForChangeNothing) {
  const auto deliveries_of = [](bool holds, const char* toml) {
    Simulation simulation = Simulation::from_text(toml);
    if (holds) {
      simulation.hold_deliveries(15);
      simulation.hold_deliveries(15, 0, false);
    }
    offer_many(simulation, 0);
    for (std::uint32_t node = 1; node < 15; ++node) {
      EXPECT_TRUE(simulation.offer(node, 15, 3));
    }
    simulation.step_until_idle(5000);
    std::vector<std::uint64_t> times;
    for (const Delivery& d : simulation.take_deliveries()) times.push_back(d.delivered);
    return times;
  };
  for (const char* toml : {kTwoClasses,
                           "[network]\ntopology = 'hypercube'\ndimensions = 4\n[router]\n"
                           "kind = 'packet'\n[run]\nengine = 'model'\n"}) {
    const std::vector<std::uint64_t> expected = deliveries_of(false, toml);
    EXPECT_EQ(expected.size(), 74u);
    EXPECT_EQ(deliveries_of(true, toml), expected);
  }
}

TEST(HeldDeliveriesTest, StallPacketRoutersToo) {
  Simulation simulation = Simulation::from_text(
      "[network]\ntopology = 'hypercube'\ndimensions = 3\n[router]\nkind = 'packet'\n"
      "[run]\nengine = 'model'\nwatchdog = 200\n");
  simulation.hold_deliveries(7);
  for (std::uint64_t tag = 0; tag < 200; ++tag) {
    EXPECT_TRUE(simulation.offer(0, 7, 8, 0, tag));
  }
  simulation.step(5000);
  EXPECT_EQ(simulation.deliveries_waiting(), 0u);
  EXPECT_GT(simulation.class_queue(0, 0).packets, 0u);
  simulation.hold_deliveries(7, 0, false);
  EXPECT_EQ(simulation.step_until_idle(20000), Wait::reached);
  EXPECT_EQ(simulation.deliveries_waiting(), 200u);
}

// Random pairs under a load that fills the network; true: no packet of a pair overtook another.
bool keeps_order(const std::string& virtual_channels) {
  Simulation simulation = Simulation::from_text(
      "[network]\ntopology = 'mesh'\nradix = 4\ndimensions = 2\n[router]\nvirtual_channels = " +
      virtual_channels + "\n[run]\nengine = 'model'\n");
  std::uint32_t random = 1;
  for (std::uint64_t tag = 0; tag < 3000; ++tag) {
    random = random * 1664525 + 1013904223;
    EXPECT_TRUE(simulation.offer(random >> 28, random >> 24 & 3, 1 + (random >> 20 & 7), 0, tag));
  }
  EXPECT_EQ(simulation.step_until_idle(100000), Wait::reached);
  std::vector<std::uint64_t> last(256);
  bool is_kept = true;
  for (const Delivery& d : simulation.take_deliveries()) {
    std::uint64_t& before = last[d.source * 16 + d.destination];
    is_kept = is_kept && before <= d.tag;
    before = d.tag;
  }
  return is_kept;
}

TEST(OrderTest, IsKeptByAClassWithOneVirtualChannelAlone) {
  EXPECT_TRUE(keeps_order("1"));
  EXPECT_FALSE(keeps_order("4"));
}

}  // namespace
}  // namespace turnpike::test
