// Which VC of a group an output offers (docs/timing.md, 2.5), cycle by cycle.

#include <gtest/gtest.h>

#include "Vvc_offer_4.h"
#include "tests/modules/support/rtl_module.h"

namespace turnpike::test {
namespace {

// Four VCs of three credits each, of which a head from a terminal needs two.
class VcOfferTest : public testing::Test {
 protected:
  VcOfferTest() : rtl_(1) {
    quiet();
    rtl_.reset();
  }

  void quiet() {
    rtl_->enable_i = 1;
    rtl_->out_credit_i = rtl_->spend_i = 0;
    rtl_->tail_i = rtl_->taken_i = 0;
  }
  // Ends the cycle.
  void tick() {
    rtl_.tick();
    quiet();
    rtl_.settle();
    EXPECT_FALSE(rtl_.is_violated());
    EXPECT_EQ(rtl_->offer_o, rtl_->offer_vc_o != 0);
  }
  // In this cycle a head takes the offer.
  void take(bool is_tail = false) {
    ASSERT_NE(rtl_->offer_o, 0);
    rtl_->spend_i = rtl_->offer_vc_o;
    rtl_->taken_i = 1;
    drive(rtl_->tail_i, is_tail);
  }
  void send_body(unsigned vc, bool is_tail = false) {
    drive(rtl_->spend_i, 1u << vc);
    drive(rtl_->tail_i, is_tail);
  }
  unsigned offered() { return rtl_->offer_vc_o; }

  RtlModule<Vvc_offer_4> rtl_;
};

TEST_F(VcOfferTest, AfterResetTheLowestIsOfferedWithRoomAndStaysUntilItIsTaken) {
  for (int cycle = 0; cycle < 4; ++cycle) {
    EXPECT_EQ(offered(), 0b0001u);
    EXPECT_EQ(rtl_->room_o, 1);
    tick();
  }
}

TEST_F(VcOfferTest, TheNextOneIsTheLowestThatIsFree) {
  for (unsigned vc = 0; vc < 4; ++vc) {
    EXPECT_EQ(offered(), 1u << vc);
    EXPECT_EQ(rtl_->head_soon_o, 1);
    take();
    tick();
  }
  EXPECT_EQ(offered(), 0u);
  EXPECT_EQ(rtl_->head_soon_o, 0) << "all are busy";
  send_body(2, true);
  EXPECT_EQ(rtl_->head_soon_o, 0);
  tick();
  EXPECT_EQ(offered(), 0u) << "its tail left in the cycle before";
  EXPECT_EQ(rtl_->head_soon_o, 1) << "in the next cycle";
  send_body(1, true);
  tick();
  EXPECT_EQ(offered(), 0b0100u) << "two cycles after the tail";
}

TEST_F(VcOfferTest, TheOneThatWasTakenIsNotOfferedAgainAtOnce) {
  take(true);  // a packet of one flit: never busy
  tick();
  EXPECT_EQ(offered(), 0b0010u);
  take(true);
  tick();
  EXPECT_EQ(offered(), 0b0001u);
}

TEST_F(VcOfferTest, AVcWithoutACreditIsOfferedWhenOneComes) {
  for (int number = 0; number < 12; ++number) {
    take(true);
    tick();
  }
  EXPECT_EQ(offered(), 0u) << "twelve flits, twelve credits";
  EXPECT_EQ(rtl_->head_soon_o, 0);
  rtl_->out_credit_i = 0b1010;
  rtl_.settle();
  EXPECT_EQ(rtl_->head_soon_o, 1) << "the pins count";
  tick();
  EXPECT_EQ(offered(), 0b0010u);
  EXPECT_EQ(rtl_->room_o, 0);
}

TEST_F(VcOfferTest, RoomIsThereInTheCycleAfterTheCreditThatMakesIt) {
  take();  // VC 0
  tick();
  send_body(0);
  tick();
  send_body(0, true);
  tick();
  for (int number = 0; number < 3; ++number) {  // VCs 1 to 3 are busy
    take();
    tick();
  }
  EXPECT_EQ(offered(), 0u);
  rtl_->out_credit_i = 0b0001;
  tick();
  EXPECT_EQ(offered(), 0b0001u);
  EXPECT_EQ(rtl_->room_o, 0) << "one credit of two";
  tick();
  EXPECT_EQ(rtl_->room_o, 0);
  rtl_->out_credit_i = 0b0001;
  tick();
  EXPECT_EQ(rtl_->room_o, 1);
  EXPECT_EQ(offered(), 0b0001u);
}

TEST_F(VcOfferTest, TellsOfTwoCreditsInTheNextCycle) {
  EXPECT_EQ(rtl_->two_o, 0b1111);
  take();
  tick();
  send_body(0);
  EXPECT_EQ(rtl_->two_o, 0b1111) << "two of three are left";
  tick();
  EXPECT_EQ(rtl_->two_o, 0b1110);
  rtl_->out_credit_i = 0b0001;
  rtl_.settle();
  EXPECT_EQ(rtl_->two_o, 0b1111);
}

TEST_F(VcOfferTest, ACycleThatDoesNotCountChangesNothing) {
  rtl_->enable_i = 0;
  take();
  rtl_.tick();
  quiet();
  rtl_.settle();
  EXPECT_EQ(offered(), 0b0001u);
}

TEST_F(VcOfferTest, AHeadThatTakesWhatIsNotOfferedIsReported) {
  for (int number = 0; number < 4; ++number) {
    take();
    tick();
  }
  rtl_->taken_i = 1;
  EXPECT_NE(rtl_.violation_of_tick().find("takes what is offered"), std::string::npos);
}

}  // namespace
}  // namespace turnpike::test
