// Traffic on each level against all messages walked one by one; splits against all splits.

#include "model/analysis/express_load.h"

#include <gtest/gtest.h>

#include <algorithm>
#include <cmath>
#include <functional>
#include <stdexcept>

#include "tests/unit/analysis/express_walk.h"

namespace turnpike::test {
namespace {

namespace dally = model::dally;

struct Array {
  std::int64_t radix;
  dally::Spacing spacing;
};

std::vector<Array> arrays() {
  return {{64, {2, 2, 2}}, {64, {4, 4}}, {48, {4, 2}},  {50, {4, 2}},      {36, {5, 2}},
          {23, {3}},       {40, {16}},   {9, {4}},      {31, {3, 2, 2}},   {50, {2, 2, 2, 2}},
          {2, {2}},        {5, {2, 2}},  {100, {7, 4}}, {27, {2, 3, 2, 2}}};
}

model::CutTraffic walked(const Array& array, std::int64_t cut,
                         const model::DistanceWeight& weight) {
  const ExpressWalk walk({array.spacing.begin(), array.spacing.end()});
  model::CutTraffic traffic;
  traffic.up.assign(array.spacing.size() + 1, 0.0);
  traffic.down = traffic.up;
  const auto share = [&](std::int64_t a, std::int64_t b) {
    return weight(static_cast<std::uint64_t>(std::abs(a - b)));
  };
  for (std::int64_t source = 0; source < array.radix; ++source) {
    double all = 0;
    for (std::int64_t other = 0; other < array.radix; ++other) all += share(source, other);
    for (std::int64_t other = 0; other < array.radix; ++other) {
      if (other == source || share(source, other) == 0) continue;
      for (const Step& step : walk(source, other)) {
        if ((step.from.node < cut) == (step.to.node < cut)) continue;
        (other > source ? traffic.up : traffic.down)[step.level] += share(source, other) / all;
      }
    }
  }
  return traffic;
}

void expect_equal(const std::vector<double>& found, const std::vector<double>& expected,
                  const std::string& where) {
  ASSERT_EQ(found.size(), expected.size()) << where;
  for (std::size_t level = 0; level < found.size(); ++level) {
    EXPECT_NEAR(found[level], expected[level], 1e-9) << where << ", level " << level;
  }
}

TEST(ExpressLoadTest, EveryCutCarriesWhatMessagesWalkedOneByOneCarry) {
  const std::vector<std::pair<std::string, model::DistanceWeight>> kinds = {
      {"random", model::random_traffic()},
      {"local", model::local_traffic(5)},
      {"falling", [](std::uint64_t distance) { return 1.0 / static_cast<double>(distance + 1); }},
      {"odd", [](std::uint64_t distance) { return distance % 2 == 1 ? 0.3 : 0.0; }}};
  for (const Array& array : arrays()) {
    for (std::int64_t cut = 1; cut < array.radix; ++cut) {
      for (const auto& [name, weight] : kinds) {
        const std::string where = name + ", radix " + std::to_string(array.radix) + ", cut " +
                                  std::to_string(cut) + ", first spacing " +
                                  std::to_string(array.spacing[0]) + ", " +
                                  std::to_string(array.spacing.size()) + " levels";
        const model::CutTraffic expected = walked(array, cut, weight);
        const model::CutTraffic found =
            model::cut_traffic(static_cast<std::uint64_t>(array.radix), array.spacing,
                               static_cast<std::uint64_t>(cut), weight);
        expect_equal(found.up, expected.up, where + ", up");
        expect_equal(found.down, expected.down, where + ", down");
      }
    }
  }
}

TEST(ExpressLoadTest, CentreOfTheExample) {
  const model::CutTraffic random = model::centre_traffic(64, {2, 2, 2}, model::random_traffic());
  expect_equal(random.fractions(), {0.0625, 0.0625, 0.125, 0.75}, "shares");
  expect_equal(random.up, {1, 1, 2, 12}, "k / 4 messages a cycle each way");
  expect_equal(random.down, {1, 1, 2, 12}, "k / 4 messages a cycle each way");
}

TEST(ExpressLoadTest, FirstOrderIsExactAtAnAlignedCentre) {
  for (const Array& array :
       std::vector<Array>{{64, {4, 4}}, {120, {3, 4, 5}}, {256, {2, 2, 2, 2}}}) {
    const auto radix = static_cast<std::uint64_t>(array.radix);
    expect_equal(model::centre_traffic(radix, array.spacing, model::random_traffic()).fractions(),
                 dally::traffic_fractions_first_order(radix, array.spacing), std::to_string(radix));
  }
}

TEST(ExpressLoadTest, PlainArrayIsAllLocal) {
  const model::CutTraffic traffic = model::centre_traffic(8, {}, model::random_traffic());
  expect_equal(traffic.up, {2}, "up");
  expect_equal(traffic.fractions(), {1}, "shares");
}

TEST(ExpressLoadTest, NothingCrossesWhenAllTalkToThemselves) {
  const auto to_self = [](std::uint64_t distance) { return distance == 0 ? 1.0 : 0.0; };
  expect_equal(model::centre_traffic(8, {2}, to_self).fractions(), {0, 0}, "shares");
  const auto nobody = [](std::uint64_t) { return 0.0; };
  expect_equal(model::centre_traffic(8, {2}, nobody).fractions(), {0, 0}, "shares");
}

TEST(ExpressLoadTest, ALargeArrayIsCountedAtOnce) {
  const model::CutTraffic traffic =
      model::centre_traffic(1 << 20, {16, 16, 16, 16}, model::random_traffic());
  expect_equal(traffic.fractions(), dally::traffic_fractions_first_order(1 << 20, {16, 16, 16, 16}),
               "2^20 nodes");
}

// All ways to give each level at least one channel.
void every_split(std::size_t levels, unsigned channels, std::vector<unsigned>& split,
                 const std::function<void(const std::vector<unsigned>&)>& use) {
  if (split.size() + 1 == levels) {
    split.push_back(channels);
    use(split);
    split.pop_back();
    return;
  }
  const auto others = static_cast<unsigned>(levels - split.size() - 1);
  for (unsigned here = 1; here + others <= channels; ++here) {
    split.push_back(here);
    every_split(levels, channels - here, split, use);
    split.pop_back();
  }
}

// The largest first; in units that all of 1 .. 14 divide, so that equal loads compare as equal.
std::vector<std::uint64_t> sorted_loads(const std::vector<unsigned>& weights,
                                        const std::vector<unsigned>& split) {
  std::vector<std::uint64_t> loads;
  for (std::size_t level = 0; level < weights.size(); ++level) {
    loads.push_back(std::uint64_t{720720} * weights[level] / split[level]);
  }
  std::sort(loads.rbegin(), loads.rend());
  return loads;
}

TEST(ExpressLoadTest, SplitLoadsItsWorstChannelsLeast) {
  const std::vector<std::vector<unsigned>> weights = {
      {1, 2, 4, 9}, {1, 1, 2, 12}, {5, 5, 5},    {1, 3},          {3, 1}, {7, 3, 0}, {0, 0, 4},
      {4, 1, 2},    {2, 4, 2, 4},  {6, 3, 2, 1}, {1, 2, 3, 4, 5}, {9},    {10, 4, 4}};
  for (const std::vector<unsigned>& weight : weights) {
    const std::vector<double> fractions(weight.begin(), weight.end());
    for (auto channels = static_cast<unsigned>(weight.size()); channels <= 14; ++channels) {
      std::vector<unsigned> best;
      std::vector<unsigned> split;
      every_split(weight.size(), channels, split, [&](const std::vector<unsigned>& candidate) {
        if (best.empty()) best = candidate;
        const auto found = sorted_loads(weight, candidate);
        const auto known = sorted_loads(weight, best);
        if (found < known || (found == known && candidate > best)) best = candidate;
      });
      EXPECT_EQ(model::split_channels(fractions, channels), best)
          << testing::PrintToString(weight) << ", " << channels << " channels";
    }
  }
}

TEST(ExpressLoadTest, SplitsOfTheExample) {
  const std::vector<double> printed = dally::traffic_fractions(64, {2, 2, 2});
  EXPECT_EQ(model::split_channels(printed, 8), (std::vector<unsigned>{1, 1, 2, 4}));
  EXPECT_EQ(model::balanced_split(printed, 8), (std::vector<double>{0.5, 1, 2, 4.5}));
  const std::vector<double> counted =
      model::centre_traffic(64, {2, 2, 2}, model::random_traffic()).fractions();
  EXPECT_EQ(model::split_channels(counted, 8), (std::vector<unsigned>{1, 1, 1, 5}));
  expect_equal(model::balanced_split(counted, 8), {0.5, 0.5, 1, 6}, "balanced");
  const std::vector<double> loads = model::channel_loads(counted, {1, 1, 2, 4});
  expect_equal(loads, {0.0625, 0.0625, 0.0625, 0.1875}, "loads");
  EXPECT_EQ(model::bottleneck_level(loads), 3u);
  EXPECT_EQ(model::bottleneck_level({0.25, 0.5, 0.5}), 1u);
}

TEST(ExpressLoadTest, RoundingBreaksNoTie) {
  // 0.1 + 0.2 is a little more than 0.3; the level with fewer channels gets the next.
  EXPECT_EQ(model::split_channels({0.3, 0.1 + 0.2}, 3), (std::vector<unsigned>{2, 1}));
  EXPECT_EQ(model::bottleneck_level({0.3, 0.1 + 0.2}), 0u);
}

TEST(ExpressLoadTest, ArgumentsOutOfRangeAreRefused) {
  const model::DistanceWeight random = model::random_traffic();
  EXPECT_THROW(model::cut_traffic(1, {2}, 1, random), std::invalid_argument);
  EXPECT_THROW(model::cut_traffic((1 << 24) + 1, {2}, 1, random), std::invalid_argument);
  EXPECT_THROW(model::cut_traffic(8, {2}, 0, random), std::invalid_argument);
  EXPECT_THROW(model::cut_traffic(8, {2}, 8, random), std::invalid_argument);
  EXPECT_THROW(model::cut_traffic(8, {1}, 4, random), std::invalid_argument);
  EXPECT_THROW(model::cut_traffic(8, {2}, 4, [](std::uint64_t) { return -1.0; }),
               std::invalid_argument);
  EXPECT_THROW(model::cut_traffic(8, {2}, 4, [](std::uint64_t) { return std::nan(""); }),
               std::invalid_argument);
  EXPECT_THROW(model::local_traffic(0), std::invalid_argument);
  EXPECT_THROW(model::split_channels({}, 1), std::invalid_argument);
  EXPECT_THROW(model::split_channels({0.5, 0.5}, 1), std::invalid_argument);
  EXPECT_THROW(model::channel_loads({0.5, 0.5}, {1}), std::invalid_argument);
  EXPECT_THROW(model::channel_loads({0.5, 0.5}, {1, 0}), std::invalid_argument);
  EXPECT_THROW(model::bottleneck_level({}), std::invalid_argument);
}

}  // namespace
}  // namespace turnpike::test
