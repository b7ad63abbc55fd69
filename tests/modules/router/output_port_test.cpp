// An output port: who goes, what is on the pins in the next cycle, and what heads may take.

#include <gtest/gtest.h>

#include <optional>
#include <vector>

#include "Voutput_port_1x1.h"
#include "Voutput_port_2x2.h"
#include "Voutput_port_5x2.h"
#include "tests/modules/router/output_vcs_twin.h"
#include "tests/modules/router/tree_twin.h"
#include "tests/modules/support/draws.h"
#include "tests/modules/support/rtl_module.h"

namespace turnpike::test {
namespace {

constexpr int kNone = OutputVcsTwin::kNone;
constexpr unsigned kDataWidth = 8;
constexpr unsigned kFlitWidth = kDataWidth + 2;  // {tail, head, data}
constexpr unsigned kRouteWidth = 3;
constexpr unsigned kWordWidth = kFlitWidth + kRouteWidth;

struct Shape {
  unsigned inputs;
  unsigned lanes;
  unsigned vcs;
  unsigned depth;
  unsigned room;
  unsigned groups;
  unsigned senders() const { return inputs * lanes; }
  unsigned vc_width() const {
    unsigned width = 1;
    while ((1u << width) < vcs) ++width;
    return width;
  }
};

// What a lane presents, and asks for.
struct Flit {
  unsigned word;  // {route, tail, head, data}
  unsigned vc;
  int group;  // of a head: whose offer it takes
  bool is_tail() const { return (word >> (kDataWidth + 1) & 1) != 0; }
};

template <class Top>
class PortTest {
 public:
  PortTest(const Shape& shape, std::uint64_t seed)
      : rtl_(seed),
        shape_(shape),
        draws_(seed),
        tree_(shape.inputs, shape.lanes),
        twin_(shape.vcs, shape.depth, shape.room, shape.groups),
        holds_(shape.senders(), kNone) {
    rtl_->enable_i = 1;
    rtl_->req_i = rtl_->out_credit_i = 0;
    put_nothing();
    rtl_.reset();
  }

  void run(unsigned cycles) {
    unsigned sent = 0;
    for (unsigned cycle = 0; cycle < cycles; ++cycle) {
      SCOPED_TRACE(testing::Message() << shape_.senders() << " senders, cycle " << cycle);
      is_busy_time_ = cycle / 80 % 2 == 0;
      step(draws_.chance(0.9));
      if (testing::Test::HasFatalFailure()) return;
      sent += pins_.has_value() ? 1 : 0;
    }
    EXPECT_GT(sent, cycles / 8);
    EXPECT_FALSE(rtl_.is_violated());
  }

 private:
  void put_nothing() {
    for (unsigned k = 0; k < shape_.senders(); ++k) {
      drive_element(rtl_->words_i, k, kWordWidth, 0);
      drive_element(rtl_->vcs_i, k, shape_.vc_width(), 0);
      drive_element(rtl_->takes_i, k, shape_.groups, 0);
    }
  }

  // What a lane asks for in this cycle, if it does.
  std::optional<Flit> flit_of(unsigned sender) {
    if (!draws_.chance(is_busy_time_ ? 0.8 : 0.3)) return {};
    const unsigned tail = draws_.chance(0.4) ? 1u << (kDataWidth + 1) : 0;
    const unsigned rest =
        draws_.below(1u << kRouteWidth) << kFlitWidth | tail | draws_.below(1u << kDataWidth);
    if (holds_[sender] != kNone) {
      const auto vc = static_cast<unsigned>(holds_[sender]);
      if (twin_.credits(vc) == 0) return {};
      return Flit{rest, vc, kNone};
    }
    const unsigned group = draws_.below(shape_.groups);
    if (twin_.offer(group) == kNone) return {};
    return Flit{rest | 1u << kDataWidth, static_cast<unsigned>(twin_.offer(group)),
                static_cast<int>(group)};
  }

  void step(bool counts) {
    std::uint32_t credited = 0;
    for (unsigned vc = 0; vc < shape_.vcs; ++vc) {
      const bool is_owed = behind(vc) != 0;
      if (is_owed && draws_.chance(is_busy_time_ ? 0.3 : 0.7)) credited |= 1u << vc;
    }
    std::uint32_t asking = 0;
    std::vector<std::optional<Flit>> flits(shape_.senders());
    put_nothing();
    for (unsigned k = 0; k < shape_.senders(); ++k) {
      flits[k] = flit_of(k);
      if (!flits[k]) continue;
      asking |= 1u << k;
      drive_element(rtl_->words_i, k, kWordWidth, flits[k]->word);
      drive_element(rtl_->vcs_i, k, shape_.vc_width(), flits[k]->vc);
      const int group = flits[k]->group;
      drive_element(rtl_->takes_i, k, shape_.groups, group == kNone ? 0 : 1u << group);
    }
    drive(rtl_->req_i, asking);
    drive(rtl_->out_credit_i, credited);
    drive(rtl_->enable_i, counts);
    rtl_.settle();
    compare_pins();
    const std::uint32_t expected = asking == 0 ? 0 : 1u << tree_.granted(asking);
    ASSERT_EQ(rtl_->gnt_o, expected);
    for (unsigned group = 0; group < shape_.groups; ++group) {
      ASSERT_EQ((rtl_->offer_o >> group & 1) != 0, twin_.offer(group) != kNone);
    }
    rtl_.tick();
    if (counts) end_cycle(asking, flits, credited);
  }

  void end_cycle(std::uint32_t asking, const std::vector<std::optional<Flit>>& flits,
                 std::uint32_t credited) {
    pins_.reset();
    if (asking == 0) {
      twin_.end_cycle(credited, kNone, false, kNone);
      return;
    }
    const unsigned granted = tree_.granted(asking);
    tree_.turn(granted);
    const Flit& flit = *flits[granted];
    twin_.end_cycle(credited, static_cast<int>(flit.vc), flit.is_tail(), flit.group);
    holds_[granted] = flit.is_tail() ? kNone : static_cast<int>(flit.vc);
    pins_ = flit;
  }

  // Flits that went by the pins before this cycle, without a credit.
  unsigned behind(unsigned vc) const {
    const unsigned here = pins_ && pins_->vc == vc ? 1 : 0;
    return shape_.depth - twin_.credits(vc) - here;
  }

  void compare_pins() {
    ASSERT_EQ(rtl_->out_valid_o != 0, pins_.has_value());
    ASSERT_EQ(rtl_->out_route_o, pins_ ? pins_->word >> kFlitWidth : 0);
    if (!pins_) return;
    ASSERT_EQ(rtl_->out_flit_o, pins_->word & ((1u << kFlitWidth) - 1));
    ASSERT_EQ(rtl_->out_vc_o, pins_->vc);
  }

  RtlModule<Top> rtl_;
  Shape shape_;
  Draws draws_;
  TreeTwin tree_;
  OutputVcsTwin twin_;
  std::vector<int> holds_;  // [sender] the VC of its packet under way
  std::optional<Flit> pins_;
  bool is_busy_time_ = true;
};

TEST(OutputPortTest, SendsWhatTheTreeGrantsOnTheVcOfItsPacket) {
  for (const std::uint64_t seed : kSeeds) {
    PortTest<Voutput_port_1x1>({1, 1, 1, 1, 1, 1}, seed).run(4000);
    PortTest<Voutput_port_2x2>({2, 2, 3, 3, 2, 1}, seed).run(4000);
    PortTest<Voutput_port_5x2>({5, 2, 4, 9, 9, 2}, seed).run(4000);
  }
}

TEST(OutputPortTest, AFlitThatIsGrantedIsOnThePinsInTheNextCycleForOneCycle) {
  RtlModule<Voutput_port_1x1> rtl(1);
  rtl->enable_i = 1;
  rtl->req_i = rtl->out_credit_i = rtl->vcs_i = rtl->takes_i = 0;
  rtl->words_i = 0;
  rtl.reset();
  rtl->req_i = rtl->takes_i = 1;
  drive(rtl->words_i, 0b101u << kFlitWidth | 0b11u << kDataWidth | 0x5a);
  rtl.settle();
  EXPECT_EQ(rtl->gnt_o, 1);
  EXPECT_EQ(rtl->out_valid_o, 0);
  rtl.tick();
  rtl->req_i = rtl->takes_i = 0;
  rtl.settle();
  EXPECT_EQ(rtl->out_valid_o, 1);
  EXPECT_EQ(rtl->out_flit_o, 0b11u << kDataWidth | 0x5a);
  EXPECT_EQ(rtl->out_route_o, 0b101);
  EXPECT_EQ(rtl->offer_o, 0) << "its only credit is spent";
  rtl.tick();
  EXPECT_EQ(rtl->out_valid_o, 0);
  EXPECT_EQ(rtl->out_route_o, 0) << "no_route_without_a_flit";
}

TEST(OutputPortTest, AFlitWithoutACreditIsReported) {
  RtlModule<Voutput_port_1x1> rtl(1);
  rtl->enable_i = 1;
  rtl->req_i = rtl->out_credit_i = rtl->vcs_i = rtl->takes_i = 0;
  rtl->words_i = 0;
  rtl.reset();
  rtl->req_i = rtl->takes_i = 1;
  rtl.tick();
  EXPECT_FALSE(rtl.is_violated());
  rtl->takes_i = 0;
  EXPECT_NE(rtl.violation_of_tick().find("no_flit_without_a_credit"), std::string::npos);
}

}  // namespace
}  // namespace turnpike::test
