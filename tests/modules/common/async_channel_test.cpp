// async_channel between a sender and a receiver with clocks of many ratios and phases: flits and
// credits cross in order, none lost, none twice. With one clock it is a channel of four cycles.

#include <gtest/gtest.h>

#include <deque>
#include <vector>

#include "Vasync_channel_3x5.h"
#include "Vasync_channel_one.h"
#include "Vasync_channel_wide.h"
#include "Vchannel_latency_4.h"
#include "tests/modules/support/draws.h"
#include "tests/modules/support/rtl_module.h"

namespace turnpike::test {
namespace {

constexpr std::uint64_t kFlit = 0xffffffff;  // the low bits of a flit: its number

// In steps of time. An edge comes at `phase` and then every `period` steps.
struct Clock {
  unsigned period = 1;
  unsigned phase = 0;
  bool rises(std::uint64_t now) const { return now >= phase && (now - phase) % period == 0; }
};

// `depth`: places a VC behind, as the module's DEPTH.
template <class Rtl>
class TwoClocks {
 public:
  TwoClocks(unsigned vcs, unsigned depth, Clock in, Clock out, std::uint64_t seed)
      : in_(in), out_(out), draws_(seed), depth_(depth), credits_(vcs), owed_(vcs) {}

  // Both resets for `edges` of the slower clock, then one after the other.
  void reset(unsigned edges, bool in_first) {
    rtl_->in_rst_i = 1;
    rtl_->out_rst_i = 1;
    flits_.clear();
    for (unsigned vc = 0; vc < credits_.size(); ++vc) {
      credits_[vc] = depth_;
      owed_[vc] = 0;
    }
    const unsigned slower = std::max(in_.period, out_.period);
    run(std::uint64_t{edges} * slower, 0);
    (in_first ? rtl_->in_rst_i : rtl_->out_rst_i) = 0;
    run(5u * slower, 1);
    rtl_->in_rst_i = 0;
    rtl_->out_rst_i = 0;
  }

  // `pace`: probability of a flit, and of a credit, in a cycle.
  void run(std::uint64_t steps, double pace, double halts = 0) {
    pace_ = pace;
    for (const std::uint64_t end = now_ + steps; now_ < end; ++now_) {
      step(halts);
      if (testing::Test::HasFatalFailure()) return;
    }
  }
  std::uint64_t received() const { return received_; }
  void start_counting() { received_ = 0; }
  // Everything is where it began.
  void expect_empty() {
    EXPECT_TRUE(flits_.empty());
    for (unsigned vc = 0; vc < credits_.size(); ++vc) {
      EXPECT_EQ(owed_[vc], 0u);
      EXPECT_EQ(credits_[vc], depth_) << "credits of VC " << vc;
    }
  }

 private:
  struct Flit {
    std::uint64_t number = 0;
    unsigned vc = 0;
  };

  void step(double halts) {
    const bool in_rises = in_.rises(now_);
    const bool out_rises = out_.rises(now_);
    if (in_rises) drive_sender(halts);
    if (out_rises) drive_receiver(halts);
    rtl_.settle();
    if (in_rises) see_credits();
    if (out_rises) see_flit();
    if (testing::Test::HasFatalFailure()) return;
    if (in_rises) rtl_->in_clk_i = 1;
    if (out_rises) rtl_->out_clk_i = 1;
    rtl_.settle();
    rtl_->in_clk_i = 0;
    rtl_->out_clk_i = 0;
    rtl_.settle();
  }
  void drive_sender(double halts) {
    const unsigned vc = draws_.below(static_cast<unsigned>(credits_.size()));
    const bool enable = !draws_.chance(halts);
    const bool sends = credits_[vc] > 0 && rtl_->in_rst_i == 0 && draws_.chance(pace_);
    drive(rtl_->in_enable_i, enable);
    drive(rtl_->in_valid_i, sends);
    drive(rtl_->in_vc_i, vc);
    drive(rtl_->in_route_i, sends ? 1 + number_ % 30 : 0);
    drive(rtl_->in_flit_i, number_ & kFlit);
    if (!sends || !enable) return;
    --credits_[vc];
    flits_.push_back({number_++, vc});
  }
  void drive_receiver(double halts) {
    drive(rtl_->out_enable_i, !draws_.chance(halts));
    std::uint64_t credits = 0;
    for (unsigned vc = 0; vc < owed_.size(); ++vc) {
      if (owed_[vc] == 0 || !draws_.chance(pace_ == 0 ? 1 : pace_)) continue;
      credits |= std::uint64_t{1} << vc;
      if (rtl_->out_enable_i != 0) --owed_[vc];
    }
    drive(rtl_->out_credit_i, credits);
  }
  void see_credits() {
    if (rtl_->in_enable_i == 0 || rtl_->in_rst_i != 0) return;
    for (unsigned vc = 0; vc < credits_.size(); ++vc) {
      credits_[vc] += rtl_->in_credit_o >> vc & 1;
      ASSERT_LE(credits_[vc], depth_) << "a credit for nothing, VC " << vc;
    }
  }
  void see_flit() {
    if (rtl_->out_enable_i == 0 || rtl_->out_rst_i != 0) return;
    if (rtl_->out_valid_o == 0) {
      ASSERT_EQ(rtl_->out_route_o, 0u);
      return;
    }
    ASSERT_FALSE(flits_.empty()) << "a flit that nobody sent";
    const Flit flit = flits_.front();
    flits_.pop_front();
    ASSERT_EQ(rtl_->out_flit_o, flit.number & kFlit);
    ASSERT_EQ(rtl_->out_vc_o, flit.vc);
    ASSERT_EQ(rtl_->out_route_o, 1 + flit.number % 30);
    ++owed_[flit.vc];
    ++received_;
  }

  Clock in_;
  Clock out_;
  Draws draws_;
  RtlFunction<Rtl> rtl_;
  unsigned depth_;
  std::vector<unsigned> credits_;  // [VC] of the sender
  std::vector<unsigned> owed_;     // [VC] of the receiver
  std::deque<Flit> flits_;
  std::uint64_t number_ = 0;
  std::uint64_t received_ = 0;
  std::uint64_t now_ = 0;
  double pace_ = 0;
};

// Ratios from 1:13 to 13:1; all phases of each.
template <class Rtl>
void crosses(unsigned vcs, unsigned depth) {
  for (const auto& [in, out] :
       {std::pair(1u, 1u), std::pair(2u, 3u), std::pair(3u, 2u), std::pair(7u, 8u),
        std::pair(8u, 7u), std::pair(1u, 13u), std::pair(13u, 1u), std::pair(5u, 5u)}) {
    for (unsigned phase = 0; phase < out; ++phase) {
      SCOPED_TRACE(testing::Message() << "periods " << in << " and " << out << ", phase " << phase);
      TwoClocks<Rtl> link(vcs, depth, {in, 0}, {out, phase}, in * 100 + out * 10 + phase);
      const unsigned slower = std::max(in, out);
      for (const bool in_first : {false, true}) {
        link.reset(4, in_first);
        link.run(300u * slower, 1.0);
        link.run(300u * slower, 0.4, 0.3);
        if (testing::Test::HasFailure()) return;
        EXPECT_GT(link.received(), 30u);
        link.run(100u * slower, 0);
        link.expect_empty();
      }
      if (testing::Test::HasFailure()) return;
    }
  }
}

TEST(AsyncChannelTest, FlitsAndCreditsCrossInOrderAtAnyRatioAndPhase) {
  crosses<Vasync_channel_3x5>(3, 5);
}

TEST(AsyncChannelTest, OnePlaceIsEnough) { crosses<Vasync_channel_one>(1, 1); }

TEST(AsyncChannelTest, ItHasTheRateOfTheSlowerClock) {
  for (const auto& [in, out] : {std::pair(5u, 5u), std::pair(4u, 5u), std::pair(5u, 4u)}) {
    SCOPED_TRACE(testing::Message() << "periods " << in << " and " << out);
    TwoClocks<Vasync_channel_wide> link(1, 16, {in, 0}, {out, 2}, 1);
    link.reset(4, true);
    link.run(1'000, 1.0);
    link.start_counting();
    link.run(10'000, 1.0);
    EXPECT_GE(link.received(), 10'000u / std::max(in, out) - 1);
  }
}

TEST(AsyncChannelTest, WithOneClockItIsAChannelOfFourCycles) {
  RtlFunction<Vasync_channel_3x5> link;
  RtlModule<Vchannel_latency_4> channel(1);
  Draws draws(1);
  std::vector<unsigned> places(3, 5);
  for (unsigned cycle = 0; cycle < 5'000; ++cycle) {
    SCOPED_TRACE(testing::Message() << "cycle " << cycle);
    const bool reset = cycle < 5;
    const unsigned vc = draws.below(3);
    const bool enable = draws.chance(0.8);
    const bool sends = !reset && places[vc] > 0 && draws.chance(0.7);
    const std::uint64_t flit = draws.bits() & kFlit;
    unsigned credits = 0;
    for (unsigned v = 0; v < 3; ++v) {
      if (!reset && places[v] < 5 && draws.chance(0.4)) credits |= 1u << v;
    }
    const auto drive_both = [&](auto& link_pin, auto& channel_pin, std::uint64_t value) {
      drive(link_pin, value);
      drive(channel_pin, value);
    };
    drive_both(link->in_valid_i, channel->in_valid_i, sends);
    drive_both(link->in_vc_i, channel->in_vc_i, vc);
    drive_both(link->in_route_i, channel->in_route_i, sends ? 1 + vc : 0);
    drive_both(link->in_flit_i, channel->in_flit_i, flit);
    drive_both(link->out_credit_i, channel->out_credit_i, credits);
    drive_both(link->in_rst_i, channel->rst_i, reset);
    drive_both(link->in_enable_i, channel->enable_i, enable);
    drive(link->out_rst_i, reset);
    drive(link->out_enable_i, enable);
    if (enable && !reset) {
      places[vc] -= sends ? 1 : 0;
      for (unsigned v = 0; v < 3; ++v) places[v] += credits >> v & 1;
    }
    link.settle();
    channel.settle();
    if (!reset) {
      ASSERT_EQ(link->out_valid_o, channel->out_valid_o);
      ASSERT_EQ(link->in_credit_o, channel->in_credit_o);
      ASSERT_EQ(link->out_route_o, channel->out_route_o);
      if (channel->out_valid_o != 0) {
        ASSERT_EQ(link->out_vc_o, channel->out_vc_o);
        ASSERT_EQ(link->out_flit_o, channel->out_flit_o);
      }
    }
    link->in_clk_i = 1;
    link->out_clk_i = 1;
    link.settle();
    link->in_clk_i = 0;
    link->out_clk_i = 0;
    channel.tick();
  }
}

}  // namespace
}  // namespace turnpike::test
