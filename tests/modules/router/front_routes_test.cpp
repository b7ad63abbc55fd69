// Which of several legal outputs a head has (docs/timing.md, 2.12): all cases of four outputs.

#include <gtest/gtest.h>

#include "Vfront_routes_4.h"
#include "tests/modules/support/rtl_module.h"

namespace turnpike::test {
namespace {

constexpr unsigned kPorts = 4;
constexpr unsigned kStart = 2;  // the input port
constexpr unsigned kSets = 1u << kPorts;

// The first output of a set, cyclically from `start` up.
unsigned first_of(unsigned outputs, unsigned start) {
  for (unsigned step = 0; step < kPorts; ++step) {
    const unsigned output = 1u << (start + step) % kPorts;
    if ((outputs & output) != 0) return output;
  }
  return 0;
}

unsigned chosen(unsigned legal, unsigned open) {
  return first_of((legal & open) != 0 ? legal & open : legal, kStart);
}

class FrontRoutesTest : public testing::Test {
 protected:
  FrontRoutesTest() : rtl_(1) {
    rtl_->enable_i = 1;
    rtl_->in_vc_i = rtl_->crossed_i = rtl_->behind_i = rtl_->last_i = rtl_->held_i = 0;
    rtl_->closed_i = rtl_->pausing_i = 0;
    rtl_->credit_i = kSets - 1;
    quiet();
  }
  void quiet() {
    rtl_->in_head_i = rtl_->in_legal_i = rtl_->nonempty_i = rtl_->privileged_i = 0;
    rtl_->shown_i = rtl_->tail_i = rtl_->leave_i = 0;
    rtl_->head_may_i = rtl_->head_soon_i = 0;
  }
  // A head comes in and stays, with this output.
  void store(unsigned legal, unsigned output) {
    quiet();
    rtl_->in_head_i = 1;
    drive(rtl_->in_legal_i, legal);
    drive(rtl_->head_may_i, output);
    rtl_.tick();
    quiet();
    rtl_->nonempty_i = 1;
  }

  RtlModule<Vfront_routes_4> rtl_;
};

TEST_F(FrontRoutesTest, OnThePinsTheFirstOutputToWhichAHeadMayGo) {
  for (unsigned legal = 0; legal < kSets; ++legal) {
    for (unsigned may = 0; may < kSets; ++may) {
      for (const unsigned credits : {kSets - 1, 0b0110u}) {
        quiet();
        rtl_->in_head_i = 1;
        drive(rtl_->in_legal_i, legal);
        drive(rtl_->head_may_i, may);
        drive(rtl_->credit_i, credits);
        rtl_.settle();
        EXPECT_EQ(rtl_->in_route_o, chosen(legal, may & credits)) << legal << ' ' << may;
      }
    }
  }
}

TEST_F(FrontRoutesTest, AHeadThatWaitsTurnsToTheNextOutputThatWillHaveAnOffer) {
  for (unsigned legal = 1; legal < kSets; ++legal) {
    for (unsigned port = 0; port < kPorts; ++port) {
      const unsigned output = 1u << port;
      if ((legal & output) == 0) continue;
      for (unsigned soon = 0; soon < kSets; ++soon) {
        for (const bool is_shown : {false, true}) {
          for (const bool is_privileged : {false, true}) {
            store(legal, output);
            drive(rtl_->head_soon_i, soon);
            drive(rtl_->shown_i, is_shown);
            drive(rtl_->privileged_i, is_privileged);
            rtl_.tick();
            const unsigned open = legal & soon;
            const bool stays = is_privileged || open == 0 || (!is_shown && (open & output) != 0);
            ASSERT_EQ(rtl_->route_o, stays ? output : first_of(open, port + 1))
                << "legal " << legal << ", output " << output << ", soon " << soon;
          }
        }
      }
    }
  }
}

TEST_F(FrontRoutesTest, OutputsThatAreClosedOrPauseDoNotCount) {
  for (const bool is_closed : {false, true}) {
    store(0b0110, 0b0010);
    drive(rtl_->head_soon_i, 0b0100);
    drive(is_closed ? rtl_->closed_i : rtl_->pausing_i, 0b0100);
    rtl_.tick();
    EXPECT_EQ(rtl_->route_o, 0b0010);
    EXPECT_EQ(rtl_->soon_o, 0);
    rtl_->closed_i = rtl_->pausing_i = 0;
    rtl_.tick();
    EXPECT_EQ(rtl_->soon_o, 1);
    EXPECT_EQ(rtl_->route_o, 0b0100);
  }
}

TEST_F(FrontRoutesTest, BehindATailTheFirstOutputThatWillHaveAnOffer) {
  for (const bool is_stored : {false, true}) {  // else it is on the pins
    for (unsigned legal = 1; legal < kSets; ++legal) {
      for (unsigned soon = 0; soon < kSets; ++soon) {
        store(0b0001, 0b0001);
        drive(rtl_->last_i, !is_stored);
        drive(is_stored ? rtl_->behind_i : rtl_->in_legal_i, legal);
        drive(rtl_->in_head_i, !is_stored);
        drive(rtl_->head_soon_i, soon);
        rtl_->shown_i = rtl_->tail_i = rtl_->leave_i = 1;
        rtl_.tick();
        ASSERT_EQ(rtl_->route_o, chosen(legal, soon)) << legal << ' ' << soon;
        rtl_->last_i = 0;
      }
    }
  }
}

TEST_F(FrontRoutesTest, APacketKeepsTheOutputByWhichItsHeadLeft) {
  store(0b1110, 0b0100);
  rtl_->shown_i = rtl_->leave_i = 1;
  drive(rtl_->head_soon_i, 0b1010);
  rtl_.tick();
  EXPECT_EQ(rtl_->route_o, 0b0100);
  quiet();
  rtl_->held_i = 1;
  drive(rtl_->head_soon_i, 0b1010);
  rtl_.tick();
  EXPECT_EQ(rtl_->route_o, 0b0100) << "no flit of it is there";
  EXPECT_EQ(rtl_->in_route_o, 0b0100) << "for the body flit that comes";
  rtl_->held_i = 0;
}

}  // namespace
}  // namespace turnpike::test
