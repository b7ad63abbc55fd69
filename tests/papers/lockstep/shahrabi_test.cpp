// The traffic of Shahrabi & Ould-Khaoua on the hardware: every output as the model's.

#include "papers/shahrabi/shahrabi.h"

#include <gtest/gtest.h>

namespace turnpike::test {
namespace {

void stays_equal(std::size_t point) {
  const sim::Json json = sim::run_lockstep(sim::shahrabi::lockstep_runs().at(point), {});
  EXPECT_EQ(json.at("mismatches"), 0);
  EXPECT_GT(json.at("broadcasts"), 10);
  EXPECT_GT(json.at("packets"), 100);
}

TEST(ShahrabiLockstepTest, NodesCopyBroadcasts) { stays_equal(0); }
TEST(ShahrabiLockstepTest, RoutersCopyBroadcasts) { stays_equal(1); }

}  // namespace
}  // namespace turnpike::test
