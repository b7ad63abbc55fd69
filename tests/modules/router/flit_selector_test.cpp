// Which VC an input presents in the next cycle (docs/timing.md, 2.6), and what is said of it.

#include <gtest/gtest.h>

#include "Vflit_selector_4.h"
#include "Vlate_choice_3.h"
#include "tests/modules/support/draws.h"
#include "tests/modules/support/rtl_module.h"

namespace turnpike::test {
namespace {

constexpr unsigned kPorts = 4;
constexpr unsigned kVcs = 4;
constexpr int kNone = -1;

// A cycle of one input port as the page sees it.
struct Cycle {
  int presented = kNone;  // p
  bool is_tail = false;   // what p presents is a tail
  bool is_sent = false;
  bool has_more = false;    // another flit of p is there
  bool has_credit = false;  // no tail: a credit is left after it
  unsigned ready = 0;
  int hint = kNone;
};

int other_vc(const Cycle& now) {
  const unsigned others = now.presented == kNone ? now.ready : now.ready & ~(1u << now.presented);
  if (now.hint != kNone && (others >> now.hint & 1) != 0) return now.hint;
  const int first = now.presented == kNone ? 0 : now.presented + 1;
  for (int step = 0; step < static_cast<int>(kVcs); ++step) {
    const int vc = (first + step) % static_cast<int>(kVcs);
    if ((others >> vc & 1) != 0) return vc;
  }
  return kNone;
}

int next_vc(const Cycle& now) {
  const int p = now.presented;
  const int other = other_vc(now);
  if (p == kNone) return other;
  const bool is_hinted = other != kNone && other == now.hint;
  bool again = false;
  if (now.is_sent && !now.is_tail) {
    again = now.has_more && now.has_credit && !is_hinted;
  } else if (now.is_sent) {
    again = now.has_more && other == kNone;
  } else {
    again = (now.ready >> p & 1) != 0 && (now.hint == p || other == kNone);
  }
  return again ? p : other;
}

class Selector {
 public:
  explicit Selector(std::uint64_t seed) : rtl(seed) {
    rtl->enable_i = 1;
    rtl->in_vc_i = 0;
    rtl->in_route_i = 0;
    rtl->in_body_i = rtl->crossed_i = 0;
    rtl->body_pass_i = rtl->head_pass_i = 0;
    rtl->allows_i = 0b1111;
    rtl->held_i = rtl->held_vc_i = rtl->due_i = 0;
    rtl->behind_i = 0;
    rtl->head_may_i = rtl->head_offer_i = 0;
    rtl->stay_i = rtl->passes_i = 0;
    put({});
    rtl.reset();
  }
  void put(const Cycle& now) {
    drive(rtl->shown_i, now.presented == kNone ? 0 : 1u << now.presented);
    drive(rtl->tail_i, now.is_tail);
    drive(rtl->sent_i, now.is_sent);
    drive(rtl->more_i, now.has_more);
    drive(rtl->two_i, now.has_credit && !now.is_tail);
    drive(rtl->ready_i, now.ready);
    drive(rtl->hint_i, now.hint == kNone ? 0 : 1u << now.hint);
  }
  // The output of the front flit of a VC, which has it in the next cycle too.
  void lead(unsigned vc, unsigned output) { drive_element(rtl->stay_i, vc, kPorts, output); }
  // The cycle, and what is selected for the next one. What it presents was selected before it.
  int after(const Cycle& now) {
    const int selected = rtl->select_o == 0 ? kNone : static_cast<int>(rtl->select_vc_o);
    if (now.presented != selected) {
      Cycle before;
      before.ready = now.presented == kNone ? 0 : 1u << now.presented;
      put(before);
      rtl.tick();
    }
    put(now);
    rtl.tick();
    EXPECT_EQ(rtl->present_o, rtl->select_o != 0);
    if (rtl->select_o == 0) return kNone;
    EXPECT_EQ(rtl->select_o, 1u << rtl->select_vc_o);
    return rtl->select_vc_o;
  }

  RtlModule<Vflit_selector_4> rtl;
};

TEST(FlitSelectorTest, SelectsAsThePageSaysForAllThatCanBe) {
  Selector selector(1);
  unsigned cycles = 0;
  for (int p = kNone; p < 4; ++p) {
    for (int hint = kNone; hint < 4; ++hint) {
      for (unsigned ready = 0; ready < 16; ++ready) {
        for (unsigned flags = 0; flags < 16; ++flags) {
          Cycle now;
          now.presented = p;
          now.hint = hint;
          now.ready = ready;
          now.is_tail = (flags & 1) != 0;
          now.is_sent = (flags & 2) != 0;
          now.has_more = (flags & 4) != 0;
          now.has_credit = (flags & 8) != 0;
          if (p == kNone && flags != 0) continue;
          ASSERT_EQ(selector.after(now), next_vc(now))
              << "presented " << p << ", hint " << hint << ", ready " << ready << ", flags "
              << flags;
          ++cycles;
        }
      }
    }
  }
  EXPECT_EQ(cycles, 5u * 16 * 65);
  EXPECT_FALSE(selector.rtl.is_violated());
}

TEST(FlitSelectorTest, APacketThatStreamsKeepsItsInputAgainstAllButTheHint) {
  Cycle now;
  now.presented = 1;
  now.is_sent = now.has_more = now.has_credit = true;
  now.ready = 0b1101;
  EXPECT_EQ(Selector(1).after(now), 1);
  now.hint = 3;
  EXPECT_EQ(Selector(1).after(now), 3);
  now.hint = kNone;
  now.is_tail = true;
  EXPECT_EQ(Selector(1).after(now), 2) << "behind a tail the others go first";
}

TEST(FlitSelectorTest, ASelectedBodyFlitAsksWithoutConditionAHeadForAnOffer) {
  for (const bool is_body : {false, true}) {
    Selector selector(1);
    Cycle now;
    now.ready = 0b0100;
    selector.lead(2, 0b1000);
    drive(selector.rtl->held_i, is_body ? 0b0100 : 0);
    selector.rtl->held_vc_i = 0b00110000;  // of VC 2: 3
    ASSERT_EQ(selector.after(now), 2);
    EXPECT_EQ(selector.rtl->body_o, is_body);
    EXPECT_EQ(selector.rtl->output_o, 0b1000);
    EXPECT_EQ(selector.rtl->body_vc_o, 3);
    EXPECT_EQ(selector.rtl->req_o, is_body ? 0b1000 : 0);
    selector.rtl->head_may_i = 0b0111;  // other outputs
    selector.rtl.settle();
    EXPECT_EQ(selector.rtl->req_o, is_body ? 0b1000 : 0);
    selector.rtl->head_may_i = 0b1000;
    selector.rtl.settle();
    EXPECT_EQ(selector.rtl->req_o, 0b1000);
  }
}

TEST(FlitSelectorTest, AHeadBehindATailThatWasSentHasARouteOfItsOwn) {
  Selector selector(1);
  selector.lead(0, 0b0001);
  selector.rtl->held_i = 0b0001;
  selector.rtl->behind_i = 0b0100;
  Cycle now;
  now.presented = 0;
  now.is_sent = now.is_tail = now.has_more = true;
  ASSERT_EQ(selector.after(now), 0);
  EXPECT_EQ(selector.rtl->output_o, 0b0100);
  EXPECT_EQ(selector.rtl->body_o, 0);
}

TEST(FlitSelectorTest, ATailThatWasNotSentIsPresentedAgain) {
  Selector selector(1);
  selector.lead(0, 0b0001);
  selector.rtl->held_i = 0b0001;
  selector.rtl->behind_i = 0b0100;
  Cycle now;
  now.ready = 0b0001;
  ASSERT_EQ(selector.after(now), 0);
  now.presented = 0;
  now.is_tail = now.has_more = true;
  ASSERT_EQ(selector.after(now), 0);
  EXPECT_EQ(selector.rtl->output_o, 0b0001);
  EXPECT_EQ(selector.rtl->body_o, 1);
}

TEST(FlitSelectorTest, AVcWithAnEmptyBufferIsSelectedForTheFlitOnThePins) {
  Selector selector(1);
  selector.lead(2, 0b0001);  // of the packet before
  selector.rtl->in_vc_i = 2;
  selector.rtl->in_route_i = 0b1000;
  selector.rtl->passes_i = 0b0100;
  Cycle now;
  now.ready = 0b0100;
  ASSERT_EQ(selector.after(now), 2);
  EXPECT_EQ(selector.rtl->output_o, 0b1000);
}

TEST(FlitSelectorTest, NoBodyFlitMayPassBySelectedVcs) {
  Selector selector(1);
  Cycle now;
  selector.put(now);
  selector.rtl.settle();
  EXPECT_EQ(selector.rtl->block_o, 0);
  now.ready = 0b0010;
  selector.put(now);
  selector.rtl.settle();
  EXPECT_EQ(selector.rtl->block_o, 1);
  selector.rtl->enable_i = 0;
  selector.rtl.settle();
  EXPECT_EQ(selector.rtl->block_o, 0) << "the cycle does not count";
}

TEST(FlitSelectorTest, WhileNoneIsSelectedAFlitOnThePinsAsksIfItMayPass) {
  Selector selector(1);
  selector.rtl->in_vc_i = 1;
  selector.rtl->in_route_i = 0b0010;
  selector.rtl->head_may_i = 0b1111;
  selector.rtl.settle();
  EXPECT_EQ(selector.rtl->req_o, 0) << "flits of its VC are stored";
  selector.rtl->head_pass_i = 0b0010;
  selector.rtl.settle();
  EXPECT_EQ(selector.rtl->req_o, 0b0010);
  selector.rtl->head_may_i = 0b1101;
  selector.rtl.settle();
  EXPECT_EQ(selector.rtl->req_o, 0);
  selector.rtl->head_pass_i = 0;
  selector.rtl->body_pass_i = 0b0010;
  selector.rtl.settle();
  EXPECT_EQ(selector.rtl->req_o, 0b0010) << "a body flit with a credit";
}

TEST(FlitSelectorTest, APrivilegedHeadNeedsNoRoom) {
  Selector selector(1);
  Cycle now;
  now.ready = 0b0001;
  selector.lead(0, 0b0001);
  selector.rtl->head_offer_i = 0b0001;  // without room: head_may_i is low
  ASSERT_EQ(selector.after(now), 0);
  EXPECT_EQ(selector.rtl->req_o, 0);
  now.presented = 0;
  selector.rtl->due_i = 0b0001;
  ASSERT_EQ(selector.after(now), 0);
  EXPECT_EQ(selector.rtl->privileged_o, 1);
  EXPECT_EQ(selector.rtl->req_o, 0b0001);
}

TEST(FlitSelectorTest, ACycleThatDoesNotCountSelectsNothing) {
  Selector selector(1);
  Cycle now;
  now.ready = 0b0010;
  ASSERT_EQ(selector.after(now), 1);
  selector.rtl->enable_i = 0;
  now.presented = 1;
  now.is_sent = true;
  now.ready = 0b1000;
  EXPECT_EQ(selector.after(now), 1);
}

TEST(LateChoiceTest, TakesTheWordOfTheLateSignal) {
  RtlFunction<Vlate_choice_3> rtl;
  for (unsigned words = 0; words < 64; ++words) {
    drive(rtl->if_high_i, words / 8);
    drive(rtl->if_low_i, words % 8);
    for (const bool late : {false, true}) {
      drive(rtl->late_i, late);
      rtl.settle();
      ASSERT_EQ(rtl->word_o, late ? words / 8 : words % 8);
    }
  }
}

}  // namespace
}  // namespace turnpike::test
