// The search for saturation ends close to where a network saturates, wherever that is.

#include "sim/experiment/saturation_search.h"

#include <gtest/gtest.h>

namespace turnpike::test {
namespace {

// Runs the search on a network that saturates above `truth`; returns the number of runs.
unsigned search(double truth, sim::SaturationSearch& search) {
  unsigned runs = 0;
  for (auto loads = search.next(); !loads.empty(); loads = search.next()) {
    for (const double load : loads) {
      search.report(load, load > truth);
      ++runs;
    }
    if (runs > 100) break;
  }
  return runs;
}

TEST(SaturationSearchTest, FindsThePointWithinTwoPercentInFewRuns) {
  for (const double truth : {0.0011, 0.02, 0.05, 0.0999, 0.1, 0.3333, 0.42, 0.61, 0.97}) {
    sim::SaturationSearch found;
    EXPECT_LE(search(truth, found), 20u) << truth;
    ASSERT_TRUE(found.highest_followed() && found.lowest_saturated()) << truth;
    EXPECT_LE(*found.highest_followed(), truth);
    EXPECT_GT(*found.lowest_saturated(), truth);
    EXPECT_LE(*found.lowest_saturated() / *found.highest_followed(), 1.02);
  }
}

TEST(SaturationSearchTest, EndsWhereNothingSaturatesAndWhereAllDoes) {
  sim::SaturationSearch never;
  EXPECT_LE(search(2.0, never), 8u);
  EXPECT_EQ(never.highest_followed(), 1.0);
  EXPECT_FALSE(never.lowest_saturated());
  sim::SaturationSearch always;
  EXPECT_LE(search(0.0, always), 16u);
  EXPECT_FALSE(always.highest_followed());
  EXPECT_FALSE(always.curve_loads().empty());
}

TEST(SaturationSearchTest, GoesAsHighAsALocalChannelForEachFlitOfACycleAllows) {
  sim::SaturationSearch found(7);
  EXPECT_LE(search(2.0, found), 20u);
  EXPECT_LE(*found.lowest_saturated() / *found.highest_followed(), 1.02);
  EXPECT_GT(found.curve_loads().back(), 2.0);
  sim::SaturationSearch never(7);
  search(20.0, never);
  EXPECT_EQ(never.highest_followed(), 7.0);
}

TEST(SaturationSearchTest, RunThatSaturatesBelowOthersThatDoNotEndsTheCurveThere) {
  sim::SaturationSearch search;
  search.report(0.1, false);
  search.report(0.2, true);
  search.report(0.3, false);
  EXPECT_EQ(search.highest_followed(), 0.1);
  EXPECT_EQ(search.lowest_saturated(), 0.2);
  for (const double load : search.next()) {
    EXPECT_GT(load, 0.1);
    EXPECT_LT(load, 0.2);
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
