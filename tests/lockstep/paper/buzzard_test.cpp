// Lists of Buzzard & Mudge on the hardware: every output as the model's, every message the same.

#include "sim/paper/buzzard/lockstep_part.h"

#include <gtest/gtest.h>

#include <filesystem>

#include "sim/paper/buzzard/message_study.h"

namespace turnpike::test {
namespace {

namespace buzzard = sim::buzzard;

// Packets wait for the packet router's hardware.
bool has_hardware(buzzard::Scheme scheme) {
  const std::filesystem::path rtl = TURNPIKE_SOURCE_DIR "/rtl/packet_router/packet_router.v";
  return !buzzard::scheme_row(scheme).packets || std::filesystem::exists(rtl);
}

void stays_equal(buzzard::Scheme scheme) {
  if (!has_hardware(scheme)) GTEST_SKIP() << "no hardware of packet routers";
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
