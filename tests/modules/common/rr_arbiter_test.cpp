// The round-robin arbiter.

#include <gtest/gtest.h>

#include "Vrr_arbiter_1.h"
#include "Vrr_arbiter_5.h"
#include "tests/modules/support/draws.h"
#include "tests/modules/support/rtl_module.h"

namespace turnpike::test {
namespace {

template <class Top>
class Arbiter {
 public:
  explicit Arbiter(std::uint64_t seed) : rtl_(seed) {
    rtl_->req_i = 0;
    rtl_->hold_i = 0;
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
  std::uint32_t held(std::uint32_t requests) {
    rtl_->hold_i = 1;
    const std::uint32_t granted = grant(requests);
    rtl_->hold_i = 0;
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

TEST(RrArbiterTest, AGrantThatIsNotUsedIsGivenAgain) {
  Arbiter<Vrr_arbiter_5> arbiter(1);
  EXPECT_EQ(arbiter.grant(0b00110), 0b00010u);
  for (int held = 0; held < 3; ++held) EXPECT_EQ(arbiter.held(0b11111), 0b00100u);
  EXPECT_EQ(arbiter.held(0b10000), 0b10000u);
  EXPECT_EQ(arbiter.grant(0b11111), 0b00100u);
  EXPECT_EQ(arbiter.grant(0b11111), 0b01000u);
}

// Whoever asks without a break has been passed over by each other requester once at most.
template <class Top>
void serves_all(unsigned requesters) {
  for (const std::uint64_t seed : kSeeds) {
    Arbiter<Top> arbiter(seed);
    Draws draws(seed);
    std::uint32_t requests = 0;
    std::uint32_t served[5] = {};  // [requester] others, since it began to ask
    for (unsigned cycle = 0; cycle < 2000; ++cycle) {
      SCOPED_TRACE(testing::Message() << "seed " << seed << ", cycle " << cycle);
      requests |= draws.subset(requesters, draws.chance(0.5) ? 0.2 : 0.8);
      const std::uint32_t granted = arbiter.grant(requests);
      ASSERT_EQ(granted & requests, granted);
      ASSERT_EQ(__builtin_popcount(granted), requests == 0 ? 0 : 1);
      for (unsigned k = 0; k < requesters; ++k) {
        const bool waits = ((requests & ~granted) >> k & 1) != 0;
        ASSERT_EQ(waits ? served[k] & granted : 0, 0u) << "twice before " << k;
        served[k] = waits ? served[k] | granted : 0;
      }
      requests &= ~granted;
    }
  }
}

TEST(RrArbiterTest, NobodyIsServedTwiceBeforeOneThatWaits) {
  serves_all<Vrr_arbiter_1>(1);
  serves_all<Vrr_arbiter_5>(5);
}

}  // namespace
}  // namespace turnpike::test
