// Arrays of Dally's experiments on the hardware: every output as the model's.

#include <gtest/gtest.h>

#include "model/network/engine.h"
#include "papers/dally/dally.h"

namespace turnpike::test {
namespace {

void stays_equal(const char* point) {
  const sim::Json found = sim::dally::run_lockstep_point(point, {});
  EXPECT_EQ(found.at("mismatches"), 0);
  EXPECT_GT(found.at("packets"), 50);
  EXPECT_GT(found.at("cycles"), 1000);
}

TEST(DallyLockstepTest, FlatWithTwoExpressChannelsOverloaded) { stays_equal("flat"); }
TEST(DallyLockstepTest, HierarchicalAtLowLoad) { stays_equal("hierarchical"); }

TEST(DallyLockstepTest, UnknownPoint) {
  EXPECT_THROW(sim::dally::run_lockstep_point("conical", {}), model::NetworkError);
}

}  // namespace
}  // namespace turnpike::test
