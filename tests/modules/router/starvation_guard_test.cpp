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
    drive(false, 0, 0);
    rtl.reset();
  }
  // `sent`: VCs of which a flit was sent in the cycle before.
  void drive(bool active, unsigned nonempty, unsigned sent) {
    test::drive(rtl->active_i, active);
    test::drive(rtl->ivc_nonempty_i, nonempty);
    test::drive(rtl->ivc_sent_i, sent);
    rtl.settle();
  }
  // An active cycle with these buffers.
  void tick(unsigned nonempty, unsigned sent = 0) {
    drive(true, nonempty, sent);
    rtl.tick();
  }
  unsigned due(unsigned sent = 0) {
    drive(true, rtl->ivc_nonempty_i, sent);
    return rtl->ivc_due_o;
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
    guard.drive(false, 0b1, 0);
    guard.rtl.tick();
  }
  EXPECT_EQ(guard.rtl->ivc_due_o, 0);
}

TEST(StarvationGuardTest, MovesOnWhenAFlitOfTheWatchedVcWasSent) {
  Guard<Vstarvation_guard_5x2> guard(1);
  for (unsigned cycle = 0; cycle < kPatience; ++cycle) guard.tick(0b11);
  EXPECT_EQ(guard.due(), 0b01u);
  guard.tick(0b11, 0b10);
  EXPECT_EQ(guard.due(), 0b01u) << "the other VC of the port";
  guard.tick(0b11);
  EXPECT_EQ(guard.due(0b01), 0u) << "it is served";
  guard.tick(0b11, 0b01);
  EXPECT_EQ(guard.due(), 0u);
  for (unsigned cycle = 0; cycle < kPatience; ++cycle) guard.tick(0b11);
  EXPECT_EQ(guard.due(), 0b10u);
}

TEST(StarvationGuardTest, WatchesEveryVcInTurnWhileNoneWaits) {
  Guard<Vstarvation_guard_5x2> guard(1);
  for (unsigned lane = 0; lane < 9; ++lane) guard.tick(0);
  for (unsigned cycle = 0; cycle < kPatience; ++cycle) guard.tick(0x3ff);
  EXPECT_EQ(guard.due(), 1u << 9);
  guard.tick(0x3ff, 1u << 9);
  for (unsigned cycle = 0; cycle < kPatience; ++cycle) guard.tick(0x3ff);
  EXPECT_EQ(guard.due(), 1u << 0);
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
      const std::uint32_t sent = active ? draws.subset(kPorts * kVcs, 0.1) : 0;
      guard.drive(active, nonempty, sent);
      const Mask watched = twins.watched & own;
      const unsigned wait = (twins.waited & own) != 0 ? twins.wait[router] : 0;
      ASSERT_EQ(twins.due & own, wait == patience ? watched : 0);
      ASSERT_EQ(guard.rtl->ivc_due_o, (wait + 1 >= patience ? watched >> first : 0) & ~sent);
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
