// Lists of Buzzard & Mudge on the hardware: every output as the model's, every message the same.

#include "sim/paper/buzzard/lockstep_part.h"

#include <gtest/gtest.h>

#include "sim/paper/buzzard/message_study.h"

namespace turnpike::test {
namespace {

namespace buzzard = sim::buzzard;

void stays_equal(buzzard::Scheme scheme) {
  const sim::PaperOptions options;
  const sim::Json point = buzzard::run_lockstep_point(buzzard::scheme_row(scheme).id, options);
  EXPECT_GT(point.at("cycles"), 500);
  EXPECT_GT(point.at("last"), point.at("first"));
}

TEST(BuzzardLockstepTest, Worms) { stays_equal(buzzard::Scheme::wormhole); }
TEST(BuzzardLockstepTest, FixedPackets) { stays_equal(buzzard::Scheme::fixed_channels); }
TEST(BuzzardLockstepTest, QuasiAdaptivePackets) { stays_equal(buzzard::Scheme::adaptive); }

}  // namespace
}  // namespace turnpike::test
