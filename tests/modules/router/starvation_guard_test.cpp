// The starvation guard, hardware and model.

#include "model/router/starvation_guard.h"

#include <gtest/gtest.h>

#include "Vstarvation_guard_2x1.h"
#include "Vstarvation_guard_5x2.h"
#include "model/router/router_shape.h"
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

// The hardware is the guard of each router of a block in turn; the others have other flits.
template <class Top, class Shape>
void runs_with_the_model(unsigned patience) {
  using Mask = typename Shape::Mask;
  const Shape shape{model::RouterParams{}};
  constexpr unsigned kPorts = Shape::ports();
  constexpr unsigned kVcs = Shape::vcs();
  for (const std::uint64_t seed : kSeeds) {
    Guard<Top> guard(seed);
    Draws draws(seed);
    const auto router = static_cast<unsigned>(draws.below(Shape::kRouters));
    const unsigned first = router * kPorts * kVcs;
    const Mask own = shape.whole_routers(model::only<Mask>(first));
    model::StarvationGuards<Shape> twins;
    twins.reset(shape);
    for (unsigned cycle = 0; cycle < 5000; ++cycle) {
      SCOPED_TRACE(testing::Message() << "seed " << seed << ", cycle " << cycle);
      const bool active = draws.chance(0.8);
      const std::uint32_t nonempty = draws.subset(kPorts * kVcs, cycle / 200 % 2 == 0 ? 0.95 : 0.5);
      const std::uint32_t sent_ports = active ? draws.subset(kPorts, 0.15) : 0;
      std::uint32_t shown = 0;
      std::uint32_t sent = 0;
      for (unsigned port = 0; port < kPorts; ++port) {
        const std::uint32_t lane = 1u << (port * kVcs + draws.below(kVcs));
        shown |= lane;
        if ((sent_ports >> port & 1) != 0) sent |= lane;
      }
      guard.drive(active, nonempty, shown, sent_ports);
      const Mask watched = twins.watched & own;
      const unsigned wait = (twins.waited & own) != 0 ? twins.wait[router] : 0;
      ASSERT_EQ(twins.due & own, wait == patience ? watched : 0);
      ASSERT_EQ(guard.rtl->ivc_due_o, wait + 1 >= patience ? watched >> first : 0);
      guard.rtl.tick();
      const auto busy = static_cast<Mask>(draws.bits() | draws.bits()) & ~own;
      const Mask done = (~busy & ~own) | (static_cast<Mask>(~nonempty | sent) << first & own);
      twins.tick(shape, shape.whole_routers(busy) | (active ? own : Mask{0}), done, patience);
    }
    EXPECT_FALSE(guard.rtl.is_violated());
  }
}

TEST(StarvationGuardTest, LockstepWithTheModel) {
  runs_with_the_model<Vstarvation_guard_5x2, model::FixedShape<5, 2>>(kPatience);
  runs_with_the_model<Vstarvation_guard_2x1, model::FixedShape<2, 1>>(1);
}

}  // namespace
}  // namespace turnpike::test
