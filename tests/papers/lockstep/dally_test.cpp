// Arrays of Dally's experiments on the hardware: every output as the model's.

#include <gtest/gtest.h>

#include "papers/dally/dally.h"

namespace turnpike::test {
namespace {

void stays_equal(std::size_t point) {
  const sim::Json found = sim::run_lockstep(sim::dally::lockstep_runs().at(point), {});
  EXPECT_EQ(found.at("mismatches"), 0);
  EXPECT_GT(found.at("packets"), 50);
  EXPECT_GT(found.at("cycles"), 1000);
}

TEST(DallyLockstepTest, FlatWithTwoExpressChannelsOverloaded) { stays_equal(0); }
TEST(DallyLockstepTest, HierarchicalAtLowLoad) { stays_equal(1); }

}  // namespace
}  // namespace turnpike::test
