// The round-robin arbiter, and the turns of the model that stand for it.

#include <gtest/gtest.h>

#include "Vrr_arbiter_1.h"
#include "Vrr_arbiter_5.h"
#include "model/router/input_unit.h"
#include "tests/modules/support/draws.h"
#include "tests/modules/support/rtl_module.h"

namespace turnpike::test {
namespace {

template <class Top>
class Arbiter {
 public:
  explicit Arbiter(std::uint64_t seed) : rtl_(seed) {
    rtl_->req_i = 0;
    rtl_.reset();
  }
  // The grant of this cycle, which then ends.
  std::uint32_t grant(std::uint32_t requests) {
    drive(rtl_->req_i, requests);
    rtl_.settle();
    const std::uint32_t granted = rtl_->gnt_o;
    rtl_.tick();
    return granted;
  }

 private:
  RtlModule<Top> rtl_;
};

TEST(RrArbiterTest, TheRequesterAfterTheLastOneServedComesFirst) {
  Arbiter<Vrr_arbiter_5> arbiter(1);
  for (unsigned turn = 0; turn < 12; ++turn) {
    EXPECT_EQ(arbiter.grant(0b11111), 1u << turn % 5) << "turn " << turn;
  }
}

TEST(RrArbiterTest, NobodyIsGrantedAndNoTurnPassesWhenNobodyAsks) {
  Arbiter<Vrr_arbiter_5> arbiter(1);
  EXPECT_EQ(arbiter.grant(0b00110), 0b00010u);
  for (int idle = 0; idle < 3; ++idle) EXPECT_EQ(arbiter.grant(0), 0u);
  EXPECT_EQ(arbiter.grant(0b11111), 0b00100u);
}

template <class Top>
void runs_with_the_turns_of_the_model(unsigned requesters) {
  for (const std::uint64_t seed : kSeeds) {
    Arbiter<Top> arbiter(seed);
    Draws draws(seed);
    unsigned turn = 0;
    for (unsigned cycle = 0; cycle < 2000; ++cycle) {
      const std::uint32_t requests = draws.subset(requesters, draws.chance(0.5) ? 0.2 : 0.8);
      std::uint32_t expected = 0;
      if (requests != 0) {
        const model::VcId vc = model::pick_vc(requests, turn);
        expected = 1u << vc;
        turn = model::turn_after(vc, requesters);
      }
      ASSERT_EQ(arbiter.grant(requests), expected) << "seed " << seed << ", cycle " << cycle;
    }
  }
}

TEST(RrArbiterTest, LockstepWithTheTurnsOfTheModel) {
  runs_with_the_turns_of_the_model<Vrr_arbiter_1>(1);
  runs_with_the_turns_of_the_model<Vrr_arbiter_5>(5);
}

}  // namespace
}  // namespace turnpike::test
