// The starvation guard, hardware and model.

#include "model/router/starvation_guard.h"

#include <gtest/gtest.h>

#include "Vstarvation_guard_2x1.h"
#include "Vstarvation_guard_5x2.h"
#include "tests/modules/support/draws.h"
#include "tests/modules/support/rtl_module.h"

namespace turnpike::test {
namespace {

template <class Top>
class Guard {
 public:
  explicit Guard(std::uint64_t seed) : rtl(seed) {
    drive(false, 0);
    rtl.reset();
  }
  void drive(bool active, unsigned stays) {
    test::drive(rtl->active_i, active);
    test::drive(rtl->ivc_stays_i, stays);
    rtl.settle();
  }
  // An active cycle in which the flits of these buffers stay.
  void tick(unsigned stays) {
    drive(true, stays);
    rtl.tick();
  }

  RtlModule<Top> rtl;
};

constexpr unsigned kPatience = 6;  // of the 5x2 guard

// Due in a cycle: if it stays, it has waited for PATIENCE active cycles at the end of it.
TEST(StarvationGuardTest, AFlitIsDueInTheLastActiveCycleOfItsPatience) {
  Guard<Vstarvation_guard_5x2> guard(1);
  for (unsigned cycle = 0; cycle + 1 < kPatience; ++cycle) {
    EXPECT_EQ(guard.rtl->ivc_due_o, 0) << "after " << cycle << " active cycles";
    guard.tick(0b1);
  }
  for (int cycle = 0; cycle < 3; ++cycle) {
    EXPECT_EQ(guard.rtl->ivc_due_o, 0b1);
    guard.tick(0b1);
  }
}

TEST(StarvationGuardTest, OnlyActiveCyclesCount) {
  Guard<Vstarvation_guard_5x2> guard(1);
  for (unsigned cycle = 0; cycle < 3 * kPatience; ++cycle) {
    guard.drive(false, 0b1);
    guard.rtl.tick();
  }
  EXPECT_EQ(guard.rtl->ivc_due_o, 0);
}

TEST(StarvationGuardTest, MovesOnWhenAFlitOfTheWatchedVcWasSent) {
  Guard<Vstarvation_guard_5x2> guard(1);
  for (unsigned cycle = 0; cycle < kPatience; ++cycle) guard.tick(0b11);
  EXPECT_EQ(guard.rtl->ivc_due_o, 0b01);
  guard.tick(0b10);
  EXPECT_EQ(guard.rtl->ivc_due_o, 0);
  for (unsigned cycle = 0; cycle < kPatience; ++cycle) guard.tick(0b11);
  EXPECT_EQ(guard.rtl->ivc_due_o, 0b10);
}

TEST(StarvationGuardTest, WatchesEveryVcInTurnWhileNoneWaits) {
  Guard<Vstarvation_guard_5x2> guard(1);
  for (unsigned lane = 0; lane < 9; ++lane) guard.tick(0);
  for (unsigned cycle = 0; cycle < kPatience; ++cycle) guard.tick(0x3ff);
  EXPECT_EQ(guard.rtl->ivc_due_o, 1u << 9);
  guard.tick(0x1ff);
  for (unsigned cycle = 0; cycle < kPatience; ++cycle) guard.tick(0x3ff);
  EXPECT_EQ(guard.rtl->ivc_due_o, 1u << 0);
}

template <class Top>
void runs_with_the_model(unsigned lanes, unsigned patience) {
  for (const std::uint64_t seed : kSeeds) {
    Guard<Top> guard(seed);
    Draws draws(seed);
    model::StarvationGuard twin;
    for (unsigned cycle = 0; cycle < 5000; ++cycle) {
      SCOPED_TRACE(testing::Message() << "seed " << seed << ", cycle " << cycle);
      const bool active = draws.chance(0.8);
      const std::uint32_t stays = draws.subset(lanes, cycle / 200 % 2 == 0 ? 0.95 : 0.5);
      guard.drive(active, stays);
      const std::uint32_t watched = 1u << twin.lane;
      ASSERT_EQ(guard.rtl->ivc_due_o, twin.wait + 1u >= patience ? watched : 0);
      guard.rtl.tick();
      if (active) twin.tick((stays & watched) == 0, lanes, patience);
    }
    EXPECT_FALSE(guard.rtl.is_violated());
  }
}

TEST(StarvationGuardTest, LockstepWithTheModel) {
  runs_with_the_model<Vstarvation_guard_5x2>(10, kPatience);
  runs_with_the_model<Vstarvation_guard_2x1>(2, 1);
}

}  // namespace
}  // namespace turnpike::test
