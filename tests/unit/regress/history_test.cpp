// Nights in a file, and what is told of one against those before.

#include "sim/studies/regress/history.h"

#include <gtest/gtest.h>

#include <atomic>
#include <fstream>
#include <thread>
#include <vector>

#include "sim/base/config_error.h"
#include "tests/support/scratch_folder.h"

namespace turnpike::test {
namespace {

using sim::Json;

constexpr std::size_t kPoints = 20;

class HistoryTest : public testing::Test {
 protected:
  HistoryTest() {
    plan_.suite = sim::make_suite(
        sim::parse_settings("[case.a]\nseeds = 20\nset.network.topology = \"mesh\"\n", "s.toml"));
    begin_night(0);
  }

  // Of a suite that has one, other seeds with each.
  void begin_night(std::uint64_t reseed) {
    plan_.points = sim::points_of(plan_.suite, reseed);
    plan_.keys.assign(kPoints, "key");
    plan_.night = "2026-11-" + std::to_string(10 + nights_++);
    now_ = {};
    for (std::size_t i = 0; i < kPoints; ++i) {
      sim::JudgedPoint point;
      point.number = i;
      point.record.emplace();
      point.record->figures = {{"latency", 20.0}, {"latency_ci95", 0.5}};
      point.record->cost = {1.0, 1.0, "host", "processor"};
      now_.points.push_back(point);
    }
  }

  void fail(std::size_t point, const std::string& signature) {
    now_.points[point].complaints = {{signature, signature}};
    now_.groups.push_back({signature, {point}});
    ++now_.failed;
  }

  sim::Trend end_night() {
    history_.add(plan_, now_);
    return history_.trend(plan_, now_);
  }

  ScratchFolder folder_;
  sim::History history_{(folder_.path() / "history.sqlite").string()};
  sim::Plan plan_;
  sim::Collected now_;
  int nights_ = 0;
};

TEST_F(HistoryTest, TheFirstNightHasNothingToCompare) {
  fail(3, "x");
  const sim::Trend trend = end_night();
  ASSERT_EQ(trend.nights.size(), 1u);
  EXPECT_EQ(trend.nights[0].failed, 1u);
  EXPECT_TRUE(trend.new_failures.empty());
  EXPECT_EQ(trend.since, std::vector<std::string>{plan_.night});
}

TEST_F(HistoryTest, ANightThatIsCollectedAgainReplacesItself) {
  fail(3, "x");
  end_night();
  now_.points[3].complaints.clear();
  now_.groups.clear();
  now_.failed = 0;
  const sim::Trend trend = end_night();
  ASSERT_EQ(trend.nights.size(), 1u);
  EXPECT_EQ(trend.nights[0].failed, 0u);
  EXPECT_TRUE(trend.mended.empty());
}

TEST_F(HistoryTest, WhatIsNewAndWhatIsMendedIsTold) {
  fail(3, "old");
  const std::string first = plan_.night;
  end_night();
  begin_night(0);
  now_.points[7].record.reset();  // missing: tells nothing
  fail(4, "fresh");
  fail(5, "old");
  const sim::Trend trend = end_night();
  const auto name = [&](std::size_t point) { return plan_.points[point].name; };
  EXPECT_EQ(trend.new_failures, (std::vector<std::string>{name(4), name(5)}));
  EXPECT_EQ(trend.mended, std::vector<std::string>{name(3)});
  EXPECT_EQ(trend.since, (std::vector<std::string>{plan_.night, first}));
  begin_night(0);
  fail(7, "fresh");  // it passed before it was missing
  EXPECT_EQ(end_night().new_failures, std::vector<std::string>{name(7)});
}

TEST_F(HistoryTest, ASlowerCaseIsToldOnTheSameProcessorOnly) {
  for (int night = 0; night < 3; ++night) {
    end_night();
    begin_night(0);
  }
  for (auto& point : now_.points) point.record->cost.cpu_seconds = 1.2;
  EXPECT_TRUE(end_night().slower.empty());
  for (auto& point : now_.points) point.record->cost.cpu_seconds = 1.3;
  const sim::Trend trend = end_night();
  ASSERT_EQ(trend.slower.size(), 1u);
  EXPECT_EQ(trend.slower[0].name, "a");
  EXPECT_NEAR(trend.slower[0].seconds, 26, 1e-9);
  EXPECT_NEAR(trend.slower[0].before, 20, 1e-9);
  for (auto& point : now_.points) point.record->cost.processor = "another";
  EXPECT_TRUE(end_night().slower.empty());
}

// Twenty random figures a night within their intervals: nobody is accused.
TEST_F(HistoryTest, AnIntervalThatMayBeTooNarrowAccusesNobody) {
  for (std::uint64_t night = 1; night <= 6; ++night) {
    now_.points[9].record->figures["latency_ci95_reliable"] = false;
    EXPECT_TRUE(end_night().drifts.empty()) << night;
    begin_night(night);
  }
  now_.points[9].record->figures["latency"] = 22.0;
  now_.points[9].record->figures["latency_ci95_reliable"] = false;
  EXPECT_TRUE(end_night().drifts.empty());
}

TEST_F(HistoryTest, LatencyDriftsWhereChanceDoesNotExplainIt) {
  for (std::uint64_t night = 1; night <= 6; ++night) {
    for (std::size_t i = 0; i < kPoints; ++i) {
      const double noise = 0.25 * (static_cast<double>((i * 7 + night * 5) % 9) - 4) / 4;
      now_.points[i].record->figures["latency"] = 20 + 2 * noise;
    }
    EXPECT_TRUE(end_night().drifts.empty()) << night;
    begin_night(night);
  }
  now_.points[9].record->figures["latency"] = 22.0;
  const sim::Trend trend = end_night();
  ASSERT_EQ(trend.drifts.size(), 1u);
  EXPECT_EQ(trend.drifts[0].point, plan_.points[9].name);
  EXPECT_NEAR(trend.drifts[0].before, 20, 0.2);
}

TEST_F(HistoryTest, OtherSuitesAreNotCompared) {
  fail(3, "x");
  end_night();
  plan_.suite.name = "another";
  begin_night(0);
  const sim::Trend trend = end_night();
  EXPECT_EQ(trend.nights.size(), 1u);
  EXPECT_TRUE(trend.mended.empty());
}

TEST_F(HistoryTest, WhatIsNoHistoryIsRefused) {
  const std::string file = (folder_.path() / "text").string();
  std::ofstream(file) << std::string(5000, 'x');
  EXPECT_THROW(sim::History{file}, sim::ConfigError);
  EXPECT_THROW(sim::History{folder_.path().string()}, sim::ConfigError);
  EXPECT_THROW(sim::History{(folder_.path() / "none" / "h.sqlite").string()}, sim::ConfigError);
}

TEST(NewHistoryTest, ManyMayOpenItAtOnce) {
  constexpr int kFiles = 20;
  constexpr int kAtOnce = 8;
  const ScratchFolder folder;
  for (int file = 0; file < kFiles; ++file) {
    const std::string path = (folder.path() / std::to_string(file)).string();
    std::atomic<int> ready{0};
    std::atomic<int> opened{0};
    std::vector<std::thread> threads;
    for (int i = 0; i < kAtOnce; ++i) {
      threads.emplace_back([&] {
        ++ready;
        while (ready < kAtOnce) std::this_thread::yield();
        try {
          const sim::History history(path);
          ++opened;
        } catch (const sim::ConfigError&) {
        }
      });
    }
    for (std::thread& thread : threads) thread.join();
    ASSERT_EQ(opened, kAtOnce) << "file " << file;
  }
}

TEST(RareDeviationTest, IsTheQuantileOfTheNormalDistribution) {
  EXPECT_NEAR(sim::rare_deviation(1), 2.5758, 1e-3);       // 1 %
  EXPECT_NEAR(sim::rare_deviation(10), 3.2905, 1e-3);      // 0.1 %
  EXPECT_NEAR(sim::rare_deviation(10'000), 4.8916, 1e-3);  // 1e-6
}

}  // namespace
}  // namespace turnpike::test
