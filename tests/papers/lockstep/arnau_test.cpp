// The ten switches of Arnau et al. on the hardware: every output as the model's.

#include "papers/arnau/arnau.h"

#include <gtest/gtest.h>

namespace turnpike::test {
namespace {

sim::Json stays_equal(std::size_t point) {
  const sim::Json found = sim::run_lockstep(sim::arnau::lockstep_runs().at(point), {});
  EXPECT_EQ(found.at("mismatches"), 0);
  EXPECT_GE(found.at("cycles"), 4000);
  EXPECT_GT(found.at("packets"), 100);
  return found;
}

TEST(ArnauLockstepTest, LowLoad) { EXPECT_EQ(stays_equal(0).at("saturated"), false); }
TEST(ArnauLockstepTest, Saturated) { EXPECT_GT(stays_equal(1).at("accepted"), .08); }

}  // namespace
}  // namespace turnpike::test
