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
    drive(false, 0, 0, 0);
    rtl.reset();
  }
  // `shown`: one VC of each port at most.
  void drive(bool active, unsigned nonempty, unsigned shown, unsigned sent_ports) {
    test::drive(rtl->active_i, active);
    test::drive(rtl->ivc_nonempty_i, nonempty);
    test::drive(rtl->ivc_shown_i, shown);
    test::drive(rtl->ip_sent_i, sent_ports);
    rtl.settle();
  }
  // An active cycle with these buffers.
  void tick(unsigned nonempty, unsigned shown = 0, unsigned sent_ports = 0) {
    drive(true, nonempty, shown, sent_ports);
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
    guard.drive(false, 0b1, 0, 0);
    guard.rtl.tick();
  }
  EXPECT_EQ(guard.rtl->ivc_due_o, 0);
}

TEST(StarvationGuardTest, MovesOnWhenAFlitOfTheWatchedVcWasSent) {
  Guard<Vstarvation_guard_5x2> guard(1);
  for (unsigned cycle = 0; cycle < kPatience; ++cycle) guard.tick(0b11);
  EXPECT_EQ(guard.rtl->ivc_due_o, 0b01);
  guard.tick(0b11, 0b10, 0b1);
  EXPECT_EQ(guard.rtl->ivc_due_o, 0b01) << "the other VC of the port";
  guard.tick(0b11, 0b01, 0b0);
  EXPECT_EQ(guard.rtl->ivc_due_o, 0b01) << "presented, not sent";
  guard.tick(0b11, 0b01, 0b1);
  EXPECT_EQ(guard.rtl->ivc_due_o, 0);
  for (unsigned cycle = 0; cycle < kPatience; ++cycle) guard.tick(0b11);
  EXPECT_EQ(guard.rtl->ivc_due_o, 0b10);
}

TEST(StarvationGuardTest, WatchesEveryVcInTurnWhileNoneWaits) {
  Guard<Vstarvation_guard_5x2> guard(1);
  for (unsigned lane = 0; lane < 9; ++lane) guard.tick(0);
  for (unsigned cycle = 0; cycle < kPatience; ++cycle) guard.tick(0x3ff);
  EXPECT_EQ(guard.rtl->ivc_due_o, 1u << 9);
  guard.tick(0x3ff, 1u << 9, 1u << 4);
  for (unsigned cycle = 0; cycle < kPatience; ++cycle) guard.tick(0x3ff);
  EXPECT_EQ(guard.rtl->ivc_due_o, 1u << 0);
}

template <class Top>
void runs_with_the_model(unsigned ports, unsigned vcs, unsigned patience) {
  const unsigned lanes = ports * vcs;
  for (const std::uint64_t seed : kSeeds) {
    Guard<Top> guard(seed);
    Draws draws(seed);
    model::StarvationGuard twin;
    for (unsigned cycle = 0; cycle < 5000; ++cycle) {
      SCOPED_TRACE(testing::Message() << "seed " << seed << ", cycle " << cycle);
      const bool active = draws.chance(0.8);
      const std::uint32_t nonempty = draws.subset(lanes, cycle / 200 % 2 == 0 ? 0.95 : 0.5);
      const std::uint32_t sent_ports = active ? draws.subset(ports, 0.15) : 0;
      std::uint32_t shown = 0;
      for (unsigned port = 0; port < ports; ++port) shown |= 1u << (port * vcs + draws.below(vcs));
      guard.drive(active, nonempty, shown, sent_ports);
      const std::uint32_t watched = 1u << twin.lane;
      const bool is_sent = (shown & watched) != 0 && (sent_ports >> twin.lane / vcs & 1) != 0;
      ASSERT_EQ(guard.rtl->ivc_due_o, twin.wait + 1u >= patience ? watched : 0);
      guard.rtl.tick();
      if (active) twin.tick((nonempty & watched) == 0 || is_sent, lanes, patience);
    }
    EXPECT_FALSE(guard.rtl.is_violated());
  }
}

TEST(StarvationGuardTest, LockstepWithTheModel) {
  runs_with_the_model<Vstarvation_guard_5x2>(5, 2, kPatience);
  runs_with_the_model<Vstarvation_guard_2x1>(2, 1, 1);
}

}  // namespace
}  // namespace turnpike::test
