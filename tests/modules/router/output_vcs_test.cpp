// The VCs of an output: credits, packets under way, offers (docs/timing.md, 2.5).

#include <gtest/gtest.h>

#include "Voutput_vcs_1x1.h"
#include "Voutput_vcs_3x5.h"
#include "Voutput_vcs_4x3.h"
#include "Voutput_vcs_5x12.h"
#include "tests/modules/router/output_vcs_twin.h"
#include "tests/modules/support/draws.h"
#include "tests/modules/support/rtl_module.h"

namespace turnpike::test {
namespace {

constexpr int kNone = OutputVcsTwin::kNone;

constexpr unsigned width_of(unsigned vcs) {
  unsigned width = 1;
  while ((1u << width) < vcs) ++width;
  return width;
}

// A flit that is granted in a cycle is in the output register in the next one that counts.
template <class Top>
class Output {
 public:
  Output(std::uint64_t seed, const OutputVcsTwin& reset) : rtl(seed), twin(reset) {
    rtl->enable_i = 1;
    quiet();
    rtl.reset();
  }
  void quiet() {
    rtl->credit_i = 0;
    rtl->taken_i = 0;
    rtl->sent_i = 0;
    rtl->sent_tail_i = 0;
  }
  // In this cycle these credits are on the pins,
  void credit(std::uint32_t vcs) { credited_ = vcs; }
  // and a flit is granted: a head, which takes the offer of a group, or one of a packet under way.
  void send_head(unsigned group, bool is_tail = false) {
    taken_ = static_cast<int>(group);
    granted_ = twin.offer(group);
    is_tail_ = is_tail;
  }
  void send_body(unsigned vc, bool is_tail = false) {
    granted_ = static_cast<int>(vc);
    is_tail_ = is_tail;
  }
  void tick(bool counts = true) {
    drive(rtl->enable_i, counts);
    drive(rtl->credit_i, credited_);
    drive(rtl->taken_i, taken_ == kNone ? 0 : 1u << taken_);
    drive(rtl->sent_i, sent_ == kNone ? 0 : 1u << sent_);
    drive(rtl->sent_tail_i, sent_tail_);
    rtl.settle();
    agrees();
    rtl.tick();
    if (counts) {
      twin.end_cycle(credited_, granted_, is_tail_, taken_);
      sent_ = granted_;
      sent_tail_ = is_tail_;
    }
    credited_ = 0;
    granted_ = taken_ = kNone;
  }
  void agrees() {
    const unsigned width = width_of(twin.vcs());
    for (unsigned group = 0; group < twin.groups(); ++group) {
      const int offer = twin.offer(group);
      ASSERT_EQ((rtl->offer_o >> group & 1) != 0, offer != kNone) << "group " << group;
      if (offer == kNone) continue;
      const auto vc = static_cast<unsigned>(offer);
      ASSERT_EQ(element(rtl->offer_vc_o, group, width), vc) << "group " << group;
      ASSERT_EQ((rtl->room_o >> group & 1) != 0, twin.has_room(group)) << "group " << group;
      ASSERT_EQ((rtl->offer_two_o >> group & 1) != 0, twin.has_two(vc, credited_));
    }
    for (unsigned vc = 0; vc < twin.vcs(); ++vc) {
      ASSERT_EQ((rtl->two_o >> vc & 1) != 0, twin.has_two(vc, credited_)) << "VC " << vc;
      ASSERT_EQ((rtl->credit_avail_o >> vc & 1) != 0, twin.credits(vc) != 0) << "VC " << vc;
    }
  }

  RtlModule<Top> rtl;
  OutputVcsTwin twin;

 private:
  std::uint32_t credited_ = 0;
  int granted_ = kNone;
  bool is_tail_ = false;
  int taken_ = kNone;
  int sent_ = kNone;  // in the register
  bool sent_tail_ = false;
};

using FourVcs = Output<Voutput_vcs_4x3>;  // three credits each, two for a head that enters here
const OutputVcsTwin kFour(4, 3, 2, 1);

TEST(OutputVcsTest, TheOfferStaysUntilItIsTakenThenTheNextLowestIsOffered) {
  FourVcs output(1, kFour);
  for (unsigned vc = 0; vc < 4; ++vc) {
    output.tick();
    output.tick();
    EXPECT_EQ(output.rtl->offer_vc_o, vc);
    output.send_head(0);
    output.tick();
  }
  EXPECT_EQ(output.rtl->offer_o, 0) << "all are held";
  output.send_body(2, true);
  output.tick();
  EXPECT_EQ(output.rtl->offer_o, 0) << "its tail left in the cycle before";
  output.tick();
  EXPECT_EQ(output.rtl->offer_o, 1) << "two cycles after the tail";
  EXPECT_EQ(output.rtl->offer_vc_o, 2);
}

TEST(OutputVcsTest, AVcWithoutACreditIsOfferedWhenOneComes) {
  FourVcs output(1, kFour);
  for (int number = 0; number < 12; ++number) {
    output.send_head(0, true);
    output.tick();
  }
  output.tick();
  EXPECT_EQ(output.rtl->offer_o, 0) << "twelve flits, twelve credits";
  output.credit(0b1010);
  output.tick();
  EXPECT_EQ(output.rtl->offer_o, 1);
  EXPECT_EQ(output.rtl->offer_vc_o, 1);
  EXPECT_EQ(output.rtl->room_o, 0);
}

TEST(OutputVcsTest, ACreditTooManyIsReported) {
  FourVcs ones(1, kFour);
  ones.rtl->credit_i = 0b0100;
  EXPECT_NE(ones.rtl.violation_of_tick().find("no_credit_too_many"), std::string::npos);
  Output<Voutput_vcs_5x12> binary(1, {5, 12, 9, 2});
  binary.rtl->credit_i = 0b10000;
  EXPECT_NE(binary.rtl.violation_of_tick().find("no_credit_too_many"), std::string::npos);
}

TEST(OutputVcsTest, TwoFlitsInOneCycleAreReported) {
  FourVcs output(1, kFour);
  output.rtl->sent_i = 0b0011;
  EXPECT_NE(output.rtl.violation_of_tick().find("one_flit_is_sent"), std::string::npos);
}

TEST(OutputVcsTest, AHeadThatTakesWhatIsNotOfferedIsReported) {
  FourVcs output(1, kFour);
  for (int number = 0; number < 4; ++number) {
    output.send_head(0);
    output.tick();
  }
  output.tick();
  output.rtl->taken_i = 1;
  EXPECT_NE(output.rtl.violation_of_tick().find("takes_what_is_offered"), std::string::npos);
}

// Packets of any length on any VC, credits after any time, cycles that do not count.
template <class Top>
void runs_as_the_page_says(const OutputVcsTwin& reset) {
  for (const std::uint64_t seed : kSeeds) {
    Output<Top> output(seed, reset);
    Draws draws(seed);
    unsigned heads = 0;
    for (unsigned cycle = 0; cycle < 5000; ++cycle) {
      SCOPED_TRACE(testing::Message() << "seed " << seed << ", cycle " << cycle);
      const bool is_filling = cycle / 60 % 2 == 0;
      std::uint32_t credited = 0;
      std::uint32_t bodies = 0;
      for (unsigned vc = 0; vc < reset.vcs(); ++vc) {
        const OutputVcsTwin& twin = output.twin;
        if (!twin.is_full(vc) && draws.chance(is_filling ? 0.1 : 0.6)) credited |= 1u << vc;
        if (twin.is_busy(vc) && twin.credits(vc) != 0) bodies |= 1u << vc;
      }
      output.credit(credited);
      const unsigned group = draws.below(reset.groups());
      const bool is_tail = draws.chance(0.4);
      if (bodies != 0 && draws.chance(0.5)) {
        output.send_body(draws.one_of(bodies), is_tail);
      } else if (output.twin.offer(group) != kNone && draws.chance(0.5)) {
        output.send_head(group, is_tail);
        ++heads;
      }
      output.tick(draws.chance(0.9));
      if (testing::Test::HasFatalFailure()) return;
    }
    EXPECT_GT(heads, 100u);
    EXPECT_FALSE(output.rtl.is_violated());
  }
}

TEST(OutputVcsTest, RunAsThePageSays) {
  runs_as_the_page_says<Voutput_vcs_1x1>({1, 1, 1, 1});
  runs_as_the_page_says<Voutput_vcs_4x3>(kFour);
  runs_as_the_page_says<Voutput_vcs_5x12>({5, 12, 9, 2});
  runs_as_the_page_says<Voutput_vcs_3x5>({3, 5, 5, 3});
}

}  // namespace
}  // namespace turnpike::test
