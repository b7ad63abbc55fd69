// The credits of an output VC, in a row and in binary, beside the counters of the model.

#include <gtest/gtest.h>

#include "Vcredit_counter_1.h"
#include "Vcredit_counter_12.h"
#include "Vcredit_counter_4.h"
#include "model/router/lane_counters.h"
#include "tests/modules/support/draws.h"
#include "tests/modules/support/rtl_module.h"

namespace turnpike::test {
namespace {

template <class Top>
class Credits {
 public:
  explicit Credits(std::uint64_t seed = 1) : rtl(seed) {
    drive(false, false);
    rtl.reset();
  }
  void drive(bool credit, bool spend, bool enable = true) {
    test::drive(rtl->credit_i, credit);
    test::drive(rtl->spend_i, spend);
    test::drive(rtl->enable_i, enable);
  }

  RtlModule<Top> rtl;
};

template <class Top>
void counts_as_the_model(unsigned depth, unsigned room) {
  for (const std::uint64_t seed : kSeeds) {
    Credits<Top> credits(seed);
    Draws draws(seed);
    std::uint32_t planes[4] = {};
    model::LaneCounters<std::uint32_t> twin(planes, model::planes_for(depth));
    twin.set(1, depth);
    unsigned lowest = depth;
    for (unsigned cycle = 0; cycle < 3000; ++cycle) {
      SCOPED_TRACE(testing::Message()
                   << "depth " << depth << ", seed " << seed << ", cycle " << cycle);
      const unsigned count = twin.value(0);
      lowest = count < lowest ? count : lowest;
      const bool is_draining = cycle / 50 % 2 == 0;
      const bool spends = count > 0 && draws.chance(is_draining ? 0.8 : 0.3);
      const bool gets = (count < depth || spends) && draws.chance(is_draining ? 0.3 : 0.8);
      const bool counting = draws.chance(0.9);
      credits.drive(gets, spends, counting);
      credits.rtl.settle();
      ASSERT_EQ(credits.rtl->one_o, count >= 1);
      ASSERT_EQ(credits.rtl->two_o, count >= 2);
      ASSERT_EQ(credits.rtl->room_o, twin.at_least(room) & 1);
      ASSERT_EQ(credits.rtl->less_o, count + 1 >= room);
      credits.rtl.tick();
      if (counting && gets != spends) twin.step(gets ? 1 : 0, spends ? 1 : 0);
    }
    EXPECT_EQ(lowest, 0u) << "it was never empty";
    EXPECT_FALSE(credits.rtl.is_violated());
  }
}

TEST(CreditCounterTest, LockstepWithTheCountersOfTheModel) {
  counts_as_the_model<Vcredit_counter_1>(1, 1);
  counts_as_the_model<Vcredit_counter_4>(4, 3);
  counts_as_the_model<Vcredit_counter_12>(12, 9);
}

TEST(CreditCounterTest, AFlitWithoutACreditIsReported) {
  Credits<Vcredit_counter_1> credits;
  credits.drive(false, true);
  EXPECT_EQ(credits.rtl.violation_of_tick(), "");
  EXPECT_NE(credits.rtl.violation_of_tick().find("no_flit_without_a_credit"), std::string::npos);
}

TEST(CreditCounterTest, ACreditTooManyIsReported) {
  Credits<Vcredit_counter_4> row;
  row.drive(true, false);
  EXPECT_NE(row.rtl.violation_of_tick().find("no_credit_too_many"), std::string::npos);
  Credits<Vcredit_counter_12> binary;
  binary.drive(true, false);
  EXPECT_NE(binary.rtl.violation_of_tick().find("no_credit_too_many"), std::string::npos);
}

}  // namespace
}  // namespace turnpike::test
