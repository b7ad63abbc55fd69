// Packets of one pair and an ordered class come in the order in which they were offered.

#include <gtest/gtest.h>

#include <map>
#include <string>
#include <tuple>
#include <vector>

#include "api/turnpike.hpp"
#include "tests/system/commands/program.h"

namespace turnpike::test {
namespace {

// Four virtual channels in two classes: packets overtake (docs/embedding.md).
const std::string kOvertakingMesh =
    "[network]\ntopology = 'mesh'\nradix = 4\ndimensions = 2\n[router]\nmessage_classes = 2\n"
    "virtual_channels = 4\n[run]\nengine = 'model'\n";
constexpr std::uint32_t kOvertaking = 3000;

std::vector<Delivery> run_overtaking(std::uint32_t ordered_classes, std::uint64_t& cycles) {
  Options options;
  options.ordered_classes = ordered_classes;
  Simulation net = Simulation::from_text(kOvertakingMesh, options);
  std::uint32_t random = 1;
  for (std::uint32_t tag = 0; tag < kOvertaking; ++tag) {
    random = random * 1664525 + 1013904223;
    EXPECT_TRUE(net.offer(random >> 28, 5 * (random >> 26 & 3), 1 + (random >> 20 & 7),
                          random >> 19 & 1, tag));
  }
  std::vector<Delivery> all;
  std::vector<Delivery> some;
  while (net.outstanding() != 0) {
    net.step();
    net.take_deliveries(some);
    for (const Delivery& d : some) {
      EXPECT_EQ(d.released + 1, net.cycle());
      EXPECT_GE(d.released, d.delivered);
      all.push_back(d);
    }
  }
  cycles = net.cycle();
  const turnpike_reorder_state state = net.reorder_state();
  EXPECT_EQ(state.packets, 0u);
  EXPECT_EQ(state.most_flits != 0, ordered_classes != 0);
  return all;
}

// [class] packets that came after one that was offered later.
std::vector<unsigned> overtaken(const std::vector<Delivery>& deliveries) {
  std::map<std::tuple<std::uint32_t, std::uint32_t, std::uint32_t>, std::uint64_t> last;
  std::vector<unsigned> count(2);
  for (const Delivery& d : deliveries) {
    std::uint64_t& latest = last[{d.source, d.destination, d.message_class}];
    if (d.tag < latest) ++count[d.message_class];
    latest = std::max(latest, d.tag);
  }
  return count;
}

TEST(OrderTest, OrderedClassesKeepItAndTheNetworkDoesWhatItDid) {
  std::uint64_t cycles = 0;
  const std::vector<Delivery> free = run_overtaking(0, cycles);
  ASSERT_EQ(free.size(), kOvertaking);
  EXPECT_GT(overtaken(free)[0], 50u);
  EXPECT_GT(overtaken(free)[1], 50u);
  std::map<std::uint64_t, std::uint64_t> delivered;
  for (const Delivery& d : free) delivered[d.tag] = d.delivered;
  for (const std::uint32_t classes : {1u, 2u, 3u}) {
    std::uint64_t same = 0;
    const std::vector<Delivery> ordered = run_overtaking(classes, same);
    ASSERT_EQ(ordered.size(), kOvertaking);
    EXPECT_EQ(same, cycles);
    for (const Delivery& d : ordered) EXPECT_EQ(d.delivered, delivered[d.tag]);
    const std::vector<unsigned> left = overtaken(ordered);
    EXPECT_EQ(left[0] == 0, (classes & 1) != 0);
    EXPECT_EQ(left[1] == 0, (classes & 2) != 0);
  }
}

struct Cost {
  double latency = 0;  // in the network and its source queues, cycles
  double wait = 0;     // behind it, cycles
  double held = 0;     // share of packets
  std::uint64_t most_flits = 0;
};

// 5 flits a packet, 0.2 flits a node and cycle; four destinations a node, so that the packets of a
// pair follow each other closely.
Cost cost_of(unsigned virtual_channels, std::uint32_t ordered_classes) {
  Options options;
  options.ordered_classes = ordered_classes;
  options.overrides = {"router.virtual_channels=" + std::to_string(virtual_channels)};
  Simulation net = Simulation::from_text(
      "[network]\ntopology = 'mesh'\nradix = 8\ndimensions = 2\n[run]\nengine = 'model'\n",
      options);
  double packets = 0;
  Cost cost;
  net.on_delivery([&](const Delivery& d) {
    ++packets;
    cost.held += d.released != d.delivered ? 1 : 0;
    cost.wait += static_cast<double>(d.released - d.delivered);
    cost.latency += static_cast<double>(d.delivered - d.queued);
  });
  std::uint64_t random = 1;
  for (int cycle = 0; cycle < 5000; ++cycle) {
    for (std::uint32_t node = 0; node < 64; ++node) {
      random = random * 6364136223846793005u + 1442695040888963407u;
      if ((random >> 40) % 25 != 0) continue;
      EXPECT_TRUE(net.offer(node, (node + 9 * (1 + (random >> 33 & 3))) % 64, 5));
    }
    net.step();
  }
  EXPECT_EQ(net.step_until_idle(100000), Wait::reached);
  for (double* sum : {&cost.latency, &cost.wait, &cost.held}) *sum /= packets;
  cost.most_flits = net.reorder_state().most_flits;
  return cost;
}

// docs/embedding.md has the figures.
TEST(OrderTest, AReorderBufferCostsLessThanOneVirtualChannel) {
  const Cost buffer = cost_of(4, 1);
  const Cost one_channel = cost_of(1, 0);
  EXPECT_NEAR(buffer.latency, 20.95, 0.01);
  EXPECT_NEAR(buffer.wait, 0.094, 0.001);
  EXPECT_NEAR(buffer.held, 0.017, 0.001);
  EXPECT_EQ(buffer.most_flits, 10u);
  EXPECT_NEAR(one_channel.latency, 23.59, 0.01);
}

TEST(OrderTest, AClassThatIsNotThereIsRefused) {
  Options options;
  options.ordered_classes = 5;
  try {
    Simulation::from_text(kOvertakingMesh, options);
    FAIL();
  } catch (const Error& error) {
    EXPECT_EQ(std::string(error.what()),
              "options.ordered_classes: found 0x5, allowed: bits of 2 message classes, 0 .. 0x3");
  }
}

}  // namespace
}  // namespace turnpike::test
