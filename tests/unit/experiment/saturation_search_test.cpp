// The search for saturation ends close to where a network saturates, wherever that is.

#include "sim/experiment/run/saturation_search.h"

#include <gtest/gtest.h>

namespace turnpike::test {
namespace {

// Runs the search on a network that saturates above `truth`, as long runs see it; short ones see it
// above `seen`. Returns the number of runs, where long ones count as many.
unsigned search(double truth, sim::SaturationSearch& search, double seen = 0) {
  unsigned runs = 0;
  for (auto trials = search.next(); !trials.empty(); trials = search.next()) {
    for (const sim::SearchRun& trial : trials) {
      search.report(trial, trial.load <= (trial.is_long || seen == 0 ? truth : seen));
      runs += trial.is_long ? sim::SaturationSearch::kLonger : 1;
    }
    if (runs > 500) break;
  }
  return runs;
}

TEST(SaturationSearchTest, FindsThePointWithinTwoPercentInFewRuns) {
  for (const double truth : {0.0011, 0.02, 0.05, 0.0999, 0.1, 0.3333, 0.42, 0.61, 0.97}) {
    sim::SaturationSearch found;
    EXPECT_LE(search(truth, found), 20u + 2 * sim::SaturationSearch::kLonger) << truth;
    ASSERT_TRUE(found.highest_followed() && found.lowest_saturated()) << truth;
    EXPECT_LE(*found.highest_followed(), truth);
    EXPECT_GT(*found.lowest_saturated(), truth);
    EXPECT_LE(*found.lowest_saturated() / *found.highest_followed(), 1.02);
  }
}

TEST(SaturationSearchTest, LongRunsOverruleShortOnes) {
  for (const double seen : {0.2, 0.28, 0.31, 0.33, 0.45}) {
    sim::SaturationSearch found;
    EXPECT_LE(search(0.3, found, seen), 150u) << seen;
    ASSERT_TRUE(found.highest_followed() && found.lowest_saturated()) << seen;
    EXPECT_LE(*found.highest_followed(), 0.3);
    EXPECT_GT(*found.lowest_saturated(), 0.3);
    EXPECT_LE(*found.lowest_saturated() / *found.highest_followed(), 1.02);
  }
}

TEST(SaturationSearchTest, NothingAboveTheBoundIsFollowed) {
  for (const double seen : {0.09, 0.2, 1.0}) {  // runs that see nothing of it
    sim::SaturationSearch found(1, 0.0816);
    search(seen, found);
    ASSERT_TRUE(found.highest_followed()) << seen;
    EXPECT_EQ(found.lowest_saturated(), 0.0816);
    EXPECT_LT(*found.highest_followed(), 0.0816);
    EXPECT_GE(1.02 * *found.highest_followed(), 0.0816);
  }
  sim::SaturationSearch below(1, 0.0816);
  search(0.06, below);
  EXPECT_LE(*below.highest_followed(), 0.06);
  EXPECT_GE(1.02 * *below.highest_followed(), 0.06);
}

TEST(SaturationSearchTest, EndsWhereNothingSaturatesAndWhereAllDoes) {
  sim::SaturationSearch never;
  EXPECT_LE(search(2.0, never), 8u + 2 * sim::SaturationSearch::kLonger);
  EXPECT_EQ(never.highest_followed(), 1.0);
  EXPECT_FALSE(never.lowest_saturated());
  sim::SaturationSearch always;
  EXPECT_LE(search(0.00001, always), 16u);
  EXPECT_FALSE(always.highest_followed());
  EXPECT_FALSE(always.curve_loads().empty());
}

TEST(SaturationSearchTest, GoesAsHighAsALocalChannelForEachFlitOfACycleAllows) {
  sim::SaturationSearch found(7);
  EXPECT_LE(search(2.0, found), 20u + 2 * sim::SaturationSearch::kLonger);
  EXPECT_LE(*found.lowest_saturated() / *found.highest_followed(), 1.02);
  EXPECT_GT(found.curve_loads().back(), 2.0);
  sim::SaturationSearch never(7);
  search(20.0, never);
  EXPECT_EQ(never.highest_followed(), 7.0);
}

TEST(SaturationSearchTest, RunThatSaturatesBelowOthersThatDoNotEndsTheCurveThere) {
  sim::SaturationSearch search;
  search.report({0.1, false}, true);
  search.report({0.2, false}, false);
  search.report({0.3, false}, true);
  EXPECT_EQ(search.highest_followed(), 0.1);
  EXPECT_EQ(search.lowest_saturated(), 0.2);
  for (const sim::SearchRun& trial : search.next()) {
    EXPECT_GT(trial.load, 0.1);
    EXPECT_LT(trial.load, 0.2);
  }
}

TEST(SaturationSearchTest, CurveReachesFromLittleLoadToBeyondSaturation) {
  sim::SaturationSearch found;
  search(0.4, found);
  const std::vector<double> loads = found.curve_loads();
  ASSERT_GE(loads.size(), 10u);
  EXPECT_LT(loads.front(), 0.05);
  EXPECT_GT(loads.back(), 0.45);
}

}  // namespace
}  // namespace turnpike::test
