// Loads and combinations of a sweep.

#include "sim/experiment/run/sweep_plan.h"

#include <gtest/gtest.h>

#include "sim/base/config_error.h"

namespace turnpike::test {
namespace {

TEST(SweepPlanTest, RangeOfLoadsHoldsBothEnds) {
  const std::vector<double> loads = sim::parse_loads("0.1:0.5:0.1");
  ASSERT_EQ(loads.size(), 5u);
  for (std::size_t i = 0; i < 5; ++i) {
    EXPECT_EQ(sim::load_text(loads[i]), "0." + std::to_string(i + 1));
  }
  EXPECT_EQ(sim::parse_loads("0.1:0.45:0.1").size(), 4u);
  EXPECT_EQ(sim::parse_loads("0.3:0.3:0.1").size(), 1u);
  EXPECT_EQ(sim::parse_loads("0.3,0.1").size(), 2u);
}

TEST(SweepPlanTest, BadLoadsAreRefused) {
  for (const char* text : {"", "a", "0.1:0.2", "0.1:0.2:0.1:0.1", "0.1:0.2:0", "0.1:0.2:-1",
                           "0.2:0.1:0.1", "-0.1", "32.1", "nan", "0.1:1:1e-9", "0.1,", "0.1x"}) {
    EXPECT_THROW(sim::parse_loads(text), sim::ConfigError) << text;
  }
}

TEST(SweepPlanTest, LoadTextReadsBackAsTheSameLoad) {
  for (const double load : {0.1, 0.123456, 0.00001234, 1.0, 0.0}) {
    EXPECT_NEAR(std::stod(sim::load_text(load)), load, load * 1e-3);
    EXPECT_EQ(sim::load_text(load).find('e'), std::string::npos);
  }
}

TEST(SweepPlanTest, ProductHasOneCurveForEveryCombination) {
  const auto curves = sim::curves_of({"a.b=1,2", "c.d=x", "e.f=3,4,5"});
  ASSERT_EQ(curves.size(), 6u);
  EXPECT_EQ(curves[0].sets, (std::vector<std::string>{"a.b=1", "c.d=x", "e.f=3"}));
  EXPECT_EQ(curves[5].sets, (std::vector<std::string>{"a.b=2", "c.d=x", "e.f=5"}));
  EXPECT_EQ(curves[1].label, "a.b = 1, e.f = 4");
}

TEST(SweepPlanTest, CommasInsideBracketsAndQuotesSeparateNothing) {
  EXPECT_EQ(sim::curves_of({"network.radix=[4,4],[8,8]"}).size(), 2u);
  EXPECT_EQ(sim::curves_of({"network.radix=[4,4]"}).size(), 1u);
  EXPECT_EQ(sim::curves_of({"traffic.file='a,b'"}).size(), 1u);
  EXPECT_EQ(sim::curves_of({}).size(), 1u);
}

TEST(SweepPlanTest, AssignmentWithoutKeyAndTooManyCombinationsAreRefused) {
  EXPECT_THROW(sim::curves_of({"abc"}), sim::ConfigError);
  EXPECT_THROW(sim::curves_of({"=1"}), sim::ConfigError);
  const std::string ten = "=0,1,2,3,4,5,6,7,8,9";
  EXPECT_THROW(sim::curves_of({"a" + ten, "b" + ten, "c" + ten, "d" + ten, "e" + ten}),
               sim::ConfigError);
}

}  // namespace
}  // namespace turnpike::test
