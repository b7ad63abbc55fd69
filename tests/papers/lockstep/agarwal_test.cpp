// Networks of Agarwal 1991 on the hardware: every output as the model's.

#include <gtest/gtest.h>

#include "papers/agarwal/agarwal.h"

namespace turnpike::test {
namespace {

void stays_equal(std::size_t point) {
  const sim::Json found = sim::run_lockstep(sim::agarwal::lockstep_runs().at(point), {});
  EXPECT_EQ(found.at("mismatches"), 0) << point;
  EXPECT_GT(found.at("packets"), 1000) << point;
}

TEST(AgarwalLockstepTest, TorusWithChannelsOneWay) { stays_equal(0); }
TEST(AgarwalLockstepTest, IndirectNetwork) { stays_equal(4); }

}  // namespace
}  // namespace turnpike::test
