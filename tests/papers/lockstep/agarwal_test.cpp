// Networks of Agarwal 1991 on the hardware: every output as the model's.

#include <gtest/gtest.h>

#include "papers/agarwal/agarwal.h"

namespace turnpike::test {
namespace {

void stays_equal(const char* point) {
  const sim::Json found = sim::agarwal::run_lockstep_point(point, {});
  EXPECT_EQ(found.at("mismatches"), 0) << point;
  EXPECT_GT(found.at("packets"), 1000) << point;
}

TEST(AgarwalLockstepTest, TorusWithChannelsOneWay) { stays_equal("torus"); }
TEST(AgarwalLockstepTest, IndirectNetwork) { stays_equal("indirect"); }

}  // namespace
}  // namespace turnpike::test
