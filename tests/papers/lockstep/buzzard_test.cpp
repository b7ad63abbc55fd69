// Lists of Buzzard & Mudge on the hardware: every output as the model's, every message the same.

#include "papers/buzzard/buzzard.h"

#include <gtest/gtest.h>

#include "model/analysis/buzzard.h"
#include "papers/buzzard/message_study.h"

namespace turnpike::test {
namespace {

namespace buzzard = sim::buzzard;

void stays_equal(buzzard::Scheme scheme) {
  const sim::PaperOptions options;
  const sim::Json point = buzzard::list_in_lockstep(scheme, options);
  EXPECT_GT(point.at("cycles"), 500);
  EXPECT_GT(point.at("last"), point.at("first"));
}

TEST(BuzzardLockstepTest, Worms) { stays_equal(buzzard::Scheme::wormhole); }
TEST(BuzzardLockstepTest, FixedPackets) { stays_equal(buzzard::Scheme::fixed_channels); }
TEST(BuzzardLockstepTest, QuasiAdaptivePackets) { stays_equal(buzzard::Scheme::adaptive); }

// (1) and (2), corrected, to the last pair.
void collides_as_the_formula(buzzard::Scheme scheme, double share) {
  const sim::Json point = buzzard::pairs_in_lockstep(scheme, 3);
  EXPECT_EQ(point.at("pairs"), 49);
  EXPECT_NEAR(point.at("collided").get<double>() / 49, share, 1e-12);
}

TEST(BuzzardLockstepTest, CollisionsOfFixedPackets) {
  collides_as_the_formula(buzzard::Scheme::fixed_channels, model::buzzard::collision_fixed(3));
}
TEST(BuzzardLockstepTest, CollisionsOfQuasiAdaptivePackets) {
  collides_as_the_formula(buzzard::Scheme::adaptive, model::buzzard::collision_adaptive(3));
}

}  // namespace
}  // namespace turnpike::test
