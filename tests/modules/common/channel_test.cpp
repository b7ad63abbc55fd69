// The registered channel, and the delay line of the model.

#include <gtest/gtest.h>

#include "Vchannel_latency_1.h"
#include "Vchannel_latency_5.h"
#include "model/network/delay_line.h"
#include "tests/modules/support/draws.h"
#include "tests/modules/support/rtl_module.h"

namespace turnpike::test {
namespace {

unsigned route_of(std::uint64_t flit) { return 1 + static_cast<unsigned>(flit & 15); }

template <class Top>
class Channel {
 public:
  explicit Channel(std::uint64_t seed) : rtl(seed) {
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
  // A cycle that does not count, whatever is on the pins.
  void hold() {
    rtl->enable_i = 0;
    rtl.tick();
    rtl->enable_i = 1;
  }

  RtlModule<Top> rtl;
};

TEST(ChannelTest, AFlitComesOutAfterLatencyCycles) {
  Channel<Vchannel_latency_5> channel(1);
  channel.send(true, 2, 0x2abcdef01);
  for (unsigned cycle = 1; cycle <= 5; ++cycle) {
    EXPECT_EQ(channel.rtl->out_valid_o, 0) << "cycle " << cycle;
    EXPECT_EQ(channel.rtl->out_route_o, 0) << "cycle " << cycle;
    channel.rtl.tick();
    channel.send(false, 0, 0);
  }
  EXPECT_EQ(channel.rtl->out_valid_o, 1);
  EXPECT_EQ(channel.rtl->out_vc_o, 2);
  EXPECT_EQ(channel.rtl->out_route_o, route_of(0x2abcdef01));
  EXPECT_EQ(channel.rtl->out_flit_o, 0x2abcdef01u);
  channel.rtl.tick();
  EXPECT_EQ(channel.rtl->out_valid_o, 0);
  EXPECT_EQ(channel.rtl->out_route_o, 0);
}

TEST(ChannelTest, NothingMovesWhileEnableIsLow) {
  Channel<Vchannel_latency_1> channel(1);
  channel.send(true, 3, 77);
  channel.credit(0b0100);
  channel.rtl.tick();
  channel.send(true, 1, 99);
  channel.credit(0b0001);
  channel.rtl->enable_i = 0;
  for (int cycle = 0; cycle < 4; ++cycle) {
    channel.rtl.tick();
    EXPECT_EQ(channel.rtl->out_valid_o, 1);
    EXPECT_EQ(channel.rtl->out_vc_o, 3);
    EXPECT_EQ(channel.rtl->out_route_o, route_of(77));
    EXPECT_EQ(channel.rtl->out_flit_o, 77u);
    EXPECT_EQ(channel.rtl->in_credit_o, 0b0100);
  }
  channel.rtl->enable_i = 1;
  channel.rtl.tick();
  EXPECT_EQ(channel.rtl->out_flit_o, 99u);
  EXPECT_EQ(channel.rtl->in_credit_o, 0b0001);
}

TEST(ChannelTest, ResetForgetsWhatIsUnderWay) {
  Channel<Vchannel_latency_5> channel(1);
  channel.send(true, 1, 5);
  channel.credit(0b010);
  for (int cycle = 0; cycle < 5; ++cycle) channel.rtl.tick();
  channel.send(false, 0, 0);
  channel.credit(0);
  channel.rtl.reset();
  for (int cycle = 0; cycle < 6; ++cycle) {
    EXPECT_EQ(channel.rtl->out_valid_o, 0);
    EXPECT_EQ(channel.rtl->in_credit_o, 0);
    channel.rtl.tick();
  }
}

TEST(ChannelTest, AFlitOnAVcThatDoesNotExistIsReported) {
  Channel<Vchannel_latency_5> channel(1);
  channel.send(true, 3, 0);
  EXPECT_NE(channel.rtl.violation_of_tick().find("a_flit_names_a_vc_that_exists"),
            std::string::npos);
}

TEST(ChannelTest, ARouteWithoutAFlitIsReported) {
  Channel<Vchannel_latency_5> channel(1);
  drive(channel.rtl->in_route_i, 2);
  EXPECT_NE(channel.rtl.violation_of_tick().find("no_route_without_a_flit"), std::string::npos);
}

unsigned lowest(unsigned set) { return static_cast<unsigned>(__builtin_ctz(set)); }

// One pin per direction: a bit per VC.
template <class Top>
void runs_with_the_delay_line(unsigned latency, unsigned vcs) {
  for (const std::uint64_t seed : kSeeds) {
    Channel<Top> channel(seed);
    Draws draws(seed);
    model::DelayLine flits(latency);
    model::DelayLine credits(latency);
    for (model::Cycle cycle = 0; cycle < 3000; ++cycle) {
      SCOPED_TRACE(testing::Message() << "seed " << seed << ", cycle " << cycle);
      if (draws.chance(0.1)) {
        channel.send(true, draws.below(vcs), draws.bits() >> 30);
        channel.credit(draws.subset(vcs, 0.5));
        channel.hold();
      }
      const unsigned flit = draws.chance(0.4) ? 1u << draws.below(vcs) : 0;
      const unsigned credit = draws.chance(0.4) ? draws.subset(vcs, 0.5) : 0;
      channel.send(flit != 0, flit == 0 ? draws.below(vcs) : lowest(flit), draws.bits() >> 30);
      channel.credit(credit);
      channel.rtl.tick();
      const unsigned flit_out = flits.shift(cycle, static_cast<model::DelayLine::Pin>(flit));
      const unsigned credit_out = credits.shift(cycle, static_cast<model::DelayLine::Pin>(credit));
      ASSERT_EQ(channel.rtl->out_valid_o, flit_out != 0);
      ASSERT_EQ(channel.rtl->out_route_o != 0, flit_out != 0);
      if (flit_out != 0) {
        ASSERT_EQ(channel.rtl->out_vc_o, lowest(flit_out));
        ASSERT_EQ(channel.rtl->out_route_o, route_of(channel.rtl->out_flit_o));
      }
      ASSERT_EQ(channel.rtl->in_credit_o, credit_out);
    }
    EXPECT_FALSE(channel.rtl.is_violated());
  }
}

TEST(ChannelTest, LockstepWithTheDelayLineOfTheModel) {
  runs_with_the_delay_line<Vchannel_latency_1>(1, 4);
  runs_with_the_delay_line<Vchannel_latency_5>(5, 3);
}

}  // namespace
}  // namespace turnpike::test
