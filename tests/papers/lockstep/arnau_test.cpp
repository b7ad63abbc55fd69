// The ten switches of Arnau et al. on the hardware: every output as the model's.

#include "papers/arnau/arnau.h"

#include <gtest/gtest.h>

#include "model/network/engine.h"

namespace turnpike::test {
namespace {

sim::Json stays_equal(const char* point) {
  const sim::Json found = sim::arnau::run_lockstep_point(point, {});
  EXPECT_EQ(found.at("mismatches"), 0);
  EXPECT_GE(found.at("cycles"), 4000);
  EXPECT_GT(found.at("packets"), 100);
  return found;
}

TEST(ArnauLockstepTest, LowLoad) { EXPECT_EQ(stays_equal("low").at("saturated"), false); }
TEST(ArnauLockstepTest, Saturated) { EXPECT_GT(stays_equal("saturated").at("accepted"), .08); }
TEST(ArnauLockstepTest, UnknownPointIsRefused) {
  EXPECT_THROW(sim::arnau::run_lockstep_point("middle", {}), model::NetworkError);
}

}  // namespace
}  // namespace turnpike::test
