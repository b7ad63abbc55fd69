// The traffic of Shahrabi & Ould-Khaoua on the hardware: every output as the model's.

#include "papers/shahrabi/shahrabi.h"

#include <gtest/gtest.h>

namespace turnpike::test {
namespace {

void stays_equal(const char* point) {
  const sim::Json json = sim::shahrabi::run_lockstep_point(point, {});
  EXPECT_EQ(json.at("mismatches"), 0);
  EXPECT_GT(json.at("broadcasts"), 10);
  EXPECT_GT(json.at("packets"), 100);
}

TEST(ShahrabiLockstepTest, NodesCopyBroadcasts) { stays_equal("tree"); }
TEST(ShahrabiLockstepTest, RoutersCopyBroadcasts) { stays_equal("router"); }

}  // namespace
}  // namespace turnpike::test
