// What a privileged VC does to the outputs (docs/timing.md, 2.8).

#include <gtest/gtest.h>

#include "Vprivilege_5x2.h"
#include "tests/modules/support/rtl_module.h"

namespace turnpike::test {
namespace {

constexpr unsigned kPorts = 5;
constexpr unsigned kGroups = 2;

class PrivilegeTest : public testing::Test {
 protected:
  PrivilegeTest() : rtl_(1) {
    rtl_->enable_i = 1;
    rtl_->op_ip_hint_i = 0;
    nobody();
    rtl_.reset();
  }

  void nobody() {
    for (unsigned input = 0; input < kPorts; ++input) drive_element(rtl_->ip_front_i, input, 9, 0);
    rtl_.settle();
  }
  // A VC of this input is privileged; its front flit is for these outputs (one or none).
  void somebody(unsigned input, unsigned outputs, bool waits_as_head, unsigned groups) {
    nobody();
    drive_element(rtl_->ip_front_i, input, 9,
                  outputs | groups << kPorts | (waits_as_head ? 1u << 7 : 0) | 1u << 8);
    rtl_.settle();
  }
  void hint(unsigned output, unsigned input) {
    drive_element(rtl_->op_ip_hint_i, output, kPorts, 1u << input);
    rtl_.settle();
  }
  unsigned hinted_at(unsigned output) {
    return static_cast<unsigned>(element(rtl_->op_ip_hint_o, output, kPorts));
  }
  unsigned closed_at(unsigned output) {
    return static_cast<unsigned>(element(rtl_->op_closed_o, output, kGroups));
  }

  RtlModule<Vprivilege_5x2> rtl_;
};

TEST_F(PrivilegeTest, WithoutOneHintsStayAsTheyAre) {
  hint(0, 3);
  hint(2, 1);
  for (unsigned output = 0; output < kPorts; ++output) {
    EXPECT_EQ(hinted_at(output), output == 0 ? 1u << 3 : output == 2 ? 1u << 1 : 0u);
  }
  rtl_.tick();
  EXPECT_EQ(rtl_->op_closed_o, 0);
}

TEST_F(PrivilegeTest, ItsInputIsTheHintOfItsOutputAndOfNoOther) {
  hint(0, 3);
  hint(2, 1);
  hint(4, 0);
  somebody(3, 1u << 2, true, 0b01);
  EXPECT_EQ(hinted_at(0), 0u) << "its input, at another output";
  EXPECT_EQ(hinted_at(2), 1u << 3) << "in place of input 1";
  EXPECT_EQ(hinted_at(4), 1u << 0) << "not concerned";
}

TEST_F(PrivilegeTest, AFrontFlitThatCanNeverLeaveOnlyTakesItsHintsAway) {
  hint(0, 3);
  hint(2, 1);
  somebody(3, 0, true, 0b11);
  EXPECT_EQ(hinted_at(0), 0u);
  EXPECT_EQ(hinted_at(2), 1u << 1);
  rtl_.tick();
  EXPECT_EQ(rtl_->op_closed_o, 0);
}

TEST_F(PrivilegeTest, TheGroupsThatItsHeadMayTakeAreClosedInTheNextCycle) {
  for (const unsigned groups : {0b01u, 0b10u, 0b11u}) {
    somebody(1, 1u << 4, true, groups);
    const unsigned before = closed_at(4);
    rtl_.settle();
    EXPECT_EQ(closed_at(4), before) << "a register";
    rtl_.tick();
    for (unsigned output = 0; output < kPorts; ++output) {
      EXPECT_EQ(closed_at(output), output == 4 ? groups : 0u) << "output " << output;
    }
  }
  somebody(1, 1u << 4, false, 0b11);  // sent, or a body flit
  rtl_.tick();
  EXPECT_EQ(rtl_->op_closed_o, 0);
}

TEST_F(PrivilegeTest, ACycleThatDoesNotCountClosesAndOpensNothing) {
  rtl_->enable_i = 0;
  somebody(1, 1u << 4, true, 0b11);
  rtl_.tick();
  EXPECT_EQ(rtl_->op_closed_o, 0);
  rtl_->enable_i = 1;
  rtl_.tick();
  EXPECT_EQ(closed_at(4), 0b11u);
  rtl_->enable_i = 0;
  nobody();
  rtl_.tick();
  EXPECT_EQ(closed_at(4), 0b11u);
}

}  // namespace
}  // namespace turnpike::test
