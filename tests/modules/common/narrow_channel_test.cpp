// The channel over few wires, and the delay line of the model, which knows nothing of phits.

#include <gtest/gtest.h>

#include <deque>

#include "Vnarrow_channel_4x1.h"
#include "Vnarrow_channel_5x3.h"
#include "model/network/delay_line.h"
#include "tests/modules/support/draws.h"
#include "tests/modules/support/rtl_module.h"

namespace turnpike::test {
namespace {

constexpr std::uint64_t kFlitMask = (std::uint64_t{1} << 34) - 1;

unsigned route_of(std::uint64_t flit) { return 1 + static_cast<unsigned>(flit & 15); }

template <class Top>
class NarrowChannel {
 public:
  explicit NarrowChannel(std::uint64_t seed) : rtl(seed) {
    rtl->enable_i = 1;
    send(0, 0, 0);
    credit(0);
    rtl.reset();
  }
  void send(bool valid, unsigned vc, std::uint64_t flit) {
    drive(rtl->in_valid_i, valid);
    drive(rtl->in_vc_i, vc);
    drive(rtl->in_route_i, valid ? route_of(flit) : 0);
    drive(rtl->in_flit_i, flit);
  }
  void credit(std::uint32_t vcs) { drive(rtl->out_credit_i, vcs); }
  // A cycle that does not count, with credits that nobody sends.
  void hold(std::uint32_t vcs) {
    send(false, 0, 0);
    credit(vcs);
    rtl->enable_i = 0;
    rtl.tick();
    rtl->enable_i = 1;
  }

  RtlModule<Top> rtl;
};

// Flits at least `pace` cycles apart, every bit of them; credits in any cycle.
template <class Top>
void runs_with_the_delay_line(unsigned latency, unsigned pace, unsigned vcs) {
  for (const std::uint64_t seed : kSeeds) {
    NarrowChannel<Top> channel(seed);
    Draws draws(seed);
    model::DelayLine flits(latency);
    model::DelayLine credits(latency);
    std::deque<std::uint64_t> under_way;
    unsigned wait = 0;
    for (model::Cycle cycle = 0; cycle < 4000; ++cycle) {
      SCOPED_TRACE(testing::Message() << "seed " << seed << ", cycle " << cycle);
      if (draws.chance(0.1)) channel.hold(draws.subset(vcs, 0.5));
      const bool is_sent = wait == 0 && draws.chance(0.7);
      const unsigned vc = draws.below(vcs);
      const std::uint64_t flit = draws.bits() & kFlitMask;
      const unsigned credit = draws.chance(0.4) ? draws.subset(vcs, 0.5) : 0;
      wait = is_sent ? pace - 1 : wait - (wait == 0 ? 0 : 1);
      if (is_sent) under_way.push_back(flit);
      channel.send(is_sent, vc, flit);
      channel.credit(credit);
      channel.rtl.tick();
      const unsigned sent = is_sent ? 1u << vc : 0;
      const unsigned arrived = flits.shift(cycle, static_cast<model::DelayLine::Pin>(sent));
      const unsigned returned = credits.shift(cycle, static_cast<model::DelayLine::Pin>(credit));
      ASSERT_EQ(channel.rtl->out_valid_o, arrived != 0);
      ASSERT_EQ(channel.rtl->in_credit_o, returned);
      ASSERT_EQ(channel.rtl->out_route_o, arrived == 0 ? 0 : route_of(under_way.front()));
      if (arrived == 0) continue;
      ASSERT_EQ(1u << channel.rtl->out_vc_o, arrived);
      ASSERT_EQ(channel.rtl->out_flit_o, under_way.front());
      under_way.pop_front();
    }
    EXPECT_FALSE(channel.rtl.is_violated());
  }
}

TEST(NarrowChannelTest, LockstepWithTheDelayLineOfTheModel) {
  runs_with_the_delay_line<Vnarrow_channel_4x1>(5, 4, 4);
  runs_with_the_delay_line<Vnarrow_channel_5x3>(19, 15, 3);
}

TEST(NarrowChannelTest, AFlitBeforeTheOneAheadHasCrossedIsReported) {
  NarrowChannel<Vnarrow_channel_4x1> channel(1);
  channel.send(true, 0, 1);
  for (int cycle = 0; cycle < 3; ++cycle) {
    channel.rtl.tick();
    channel.send(false, 0, 0);
  }
  EXPECT_FALSE(channel.rtl.is_violated());
  channel.send(true, 0, 2);  // three cycles after the first, which needs four
  EXPECT_NE(channel.rtl.violation_of_tick().find("when_the_one_before_it_has_crossed"),
            std::string::npos);
}

TEST(NarrowChannelTest, NothingMovesWhileEnableIsLow) {
  NarrowChannel<Vnarrow_channel_4x1> channel(1);
  channel.send(true, 3, 0x2abcdef01);
  channel.rtl.tick();
  channel.send(false, 0, 0);
  channel.rtl->enable_i = 0;
  for (int cycle = 0; cycle < 9; ++cycle) channel.rtl.tick();
  channel.rtl->enable_i = 1;
  for (int cycle = 1; cycle < 5; ++cycle) {
    EXPECT_EQ(channel.rtl->out_valid_o, 0);
    channel.rtl.tick();
  }
  EXPECT_EQ(channel.rtl->out_valid_o, 1);
  EXPECT_EQ(channel.rtl->out_vc_o, 3);
  EXPECT_EQ(channel.rtl->out_flit_o, 0x2abcdef01u);
}

}  // namespace
}  // namespace turnpike::test
