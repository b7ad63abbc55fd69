// Messages followed through small express arrays, and the channels across their centre.

#include <gtest/gtest.h>

#include "papers/dally/decompositions.h"
#include "papers/dally/levels.h"
#include "papers/dally/load_runs.h"
#include "papers/dally/quiet_network.h"

namespace turnpike::test {
namespace {

namespace dally = sim::dally;
using Levels = std::vector<std::uint8_t>;

dally::QuietRun array_of_16(const std::string& express, const std::string& link = "") {
  dally::QuietRun run;
  run.network = sim::experiment_from(dally::array_text(16, express, link), "array");
  return run;
}

TEST(DallyNetworkTest, AWayIsItsChannelsInOrder) {
  std::vector<dally::QuietRun> runs = {array_of_16("spacing = 2\nlevels = 2"),
                                       array_of_16("spacing = 4"), array_of_16("")};
  for (dally::QuietRun& run : runs) run.messages = {{0, 1, 14}, {50, 14, 1}, {50, 1, 2}};
  ASSERT_TRUE(run_quiet(runs, {}, "arrays"));
  EXPECT_EQ(runs[0].ways[0].levels, Levels({0, 1, 2, 2, 1, 0}));
  EXPECT_EQ(runs[0].ways[0].latency, 6u);
  EXPECT_EQ(runs[0].ways[0].climb(2), 2u);
  EXPECT_EQ(runs[0].ways[0].local(), 2u);
  EXPECT_EQ(runs[0].ways[2].levels, Levels({0, 0}));  // across an interchange
  EXPECT_EQ(runs[1].ways[0].levels, Levels({0, 0, 0, 1, 1, 0, 0, 0}));
  EXPECT_EQ(runs[1].ways[1].levels, Levels({0, 0, 0, 1, 1, 0, 0, 0}));
  EXPECT_EQ(runs[2].ways[1].hops(), 13u);
  EXPECT_EQ(runs[2].ways[1].latency, 13u);
}

// A head flit has few bits for the number of a packet where addresses are long.
TEST(DallyNetworkTest, ManyMessagesOfASourceInALongArray) {
  std::vector<dally::QuietRun> runs(1);
  runs[0].network = sim::experiment_from(dally::array_text(16384, "spacing = 4"), "array");
  for (unsigned n = 0; n < 20; ++n) runs[0].messages.push_back({50 * n, 64, 68 + 4 * n});
  ASSERT_TRUE(run_quiet(runs, {}, "arrays"));
  for (unsigned n = 0; n < 20; ++n) EXPECT_EQ(runs[0].ways[n].hops(), n + 1 + 4) << n;
}

TEST(DallyNetworkTest, LatencyIsHopsAndWire) {
  std::vector<dally::QuietRun> runs = {
      array_of_16("spacing = 4", "cycles_per_unit = 1\ncycles_per_hop = 9")};
  runs[0].messages = {{0, 1, 14}};
  ASSERT_TRUE(run_quiet(runs, {}, "arrays"));
  EXPECT_EQ(runs[0].ways[0].latency, 8u * 10 + 13);
}

TEST(DallyNetworkTest, ChannelsInsideAnInterchangeAreMarked) {
  std::vector<dally::QuietRun> runs = {
      array_of_16("spacing = 2\nlevels = 2\ndecomposition = \"full\"")};
  runs[0].messages = {{0, 1, 14}, {100, 3, 4}};
  ASSERT_TRUE(run_quiet(runs, {}, "arrays"));
  EXPECT_EQ(runs[0].ways[0].hops() - runs[0].ways[0].channels_of(dally::kInside), 6u);
  EXPECT_EQ(runs[0].ways[1].levels, Levels({0, dally::kInside, 0}));
}

TEST(DallyNetworkTest, StopsWhenTold) {
  std::vector<dally::QuietRun> runs = {array_of_16("")};
  runs[0].messages = {{0, 1, 2}, {1000000000, 2, 1}};  // hours
  sim::PaperOptions options;
  options.on_progress = [](const std::string&) { return false; };
  EXPECT_FALSE(run_quiet(runs, options, "arrays"));
}

TEST(DallyNetworkTest, CentreOfAnArray) {
  const auto experiment = sim::experiment_from(
      dally::array_text(16, "spacing = 2\nlevels = 2\nchannels = [2, 3]"), "array");
  const model::Network network = dally::network_of(experiment);
  std::vector<double> utilisation;
  for (const model::Channel& channel : network.channels) {
    utilisation.push_back(channel.level == 0 ? .5 : channel.level == 1 ? .25 : .125);
  }
  const dally::CentreChannels centre = dally::centre_channels(network, utilisation);
  EXPECT_EQ(centre.channels, std::vector<unsigned>({1, 2, 3}));
  EXPECT_EQ(centre.all(), 6u);
  EXPECT_DOUBLE_EQ(centre.share(0), .5 / (.5 + .5 + .375));
  EXPECT_DOUBLE_EQ(dally::busiest(network, utilisation), .5);
}

// 1, 2, 4: the top level of the centre, .75 of 16 messages a cycle on four channels. 1, 1, 5: level
// 2, before its messages have reached the top.
TEST(DallyNetworkTest, ExpectedGainOfASplit) {
  EXPECT_NEAR(dally::expected_gain({1, 2, 4}), 4 / .75, 1e-12);
  EXPECT_NEAR(dally::expected_gain({1, 1, 5}), 16 / 3.5, 1e-12);
  EXPECT_EQ(dally::counted_split(), dally::Split({1, 1, 5}));
}

}  // namespace
}  // namespace turnpike::test
