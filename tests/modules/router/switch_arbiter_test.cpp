// The arbiter of an output, the multiplexer that it leads, and the arbiter that makes hints, beside
// the trees of the model.

#include <gtest/gtest.h>

#include "Vhint_arbiter_4.h"
#include "Vhint_arbiter_7.h"
#include "Vswitch_arbiter_1.h"
#include "Vswitch_arbiter_4.h"
#include "Vswitch_arbiter_5.h"
#include "Vswitch_arbiter_9.h"
#include "Vswitch_mux_1.h"
#include "Vswitch_mux_4.h"
#include "Vswitch_mux_5.h"
#include "Vswitch_mux_9.h"
#include "model/router/arbiter_trees.h"
#include "tests/modules/support/draws.h"
#include "tests/modules/support/rtl_module.h"

namespace turnpike::test {
namespace {

// One output that all inputs can send to.
model::ArbiterTrees tree_of(unsigned inputs) {
  model::Turns turns{};
  for (unsigned input = 0; input < inputs; ++input) turns[input] = 1;
  return {inputs, turns};
}

template <class Top>
void arbitrates_as_the_model(unsigned inputs, bool hints) {
  const model::ArbiterTrees trees = tree_of(inputs);
  for (const std::uint64_t seed : kSeeds) {
    RtlModule<Top> rtl(seed);
    Draws draws(seed);
    rtl->enable_i = 1;
    rtl->req_i = rtl->hint_i = 0;
    rtl.reset();
    model::ArbiterTrees::Nodes nodes = 0;
    for (unsigned cycle = 0; cycle < 5000; ++cycle) {
      SCOPED_TRACE(testing::Message() << inputs << " inputs, seed " << seed << ", cycle " << cycle);
      const std::uint32_t asking = draws.subset(inputs, cycle / 100 % 2 == 0 ? 0.8 : 0.3);
      const bool is_hinted = draws.chance(0.4);
      const unsigned hinted = draws.below(inputs);
      rtl->enable_i = draws.chance(0.9);
      drive(rtl->req_i, asking);
      drive(rtl->hint_i, is_hinted ? 1u << hinted : 0);
      rtl.settle();
      const unsigned granted = asking == 0 ? 0 : trees.grant(0, asking, nodes);
      ASSERT_EQ(rtl->gnt_o, asking == 0 ? 0 : 1u << granted);
      rtl.tick();
      if (rtl->enable_i == 0) continue;
      if (asking != 0) nodes = trees.after_grant(0, granted, nodes);
      if (hints && is_hinted) nodes = trees.after_hint(0, hinted, nodes);
    }
    EXPECT_FALSE(rtl.is_violated());
  }
}

TEST(SwitchArbiterTest, LockstepWithTheTreesOfTheModel) {
  arbitrates_as_the_model<Vswitch_arbiter_1>(1, true);
  arbitrates_as_the_model<Vswitch_arbiter_4>(4, true);
  arbitrates_as_the_model<Vswitch_arbiter_5>(5, false);
  arbitrates_as_the_model<Vswitch_arbiter_9>(9, true);
}

TEST(SwitchArbiterTest, AHintedInputGoesFirstInTheNextCycle) {
  RtlModule<Vswitch_arbiter_4> rtl(1);
  rtl->enable_i = 1;
  rtl->req_i = rtl->hint_i = 0;
  rtl.reset();
  for (const unsigned hinted : {3u, 1u, 2u, 0u, 0u, 3u}) {
    rtl->req_i = 0b1111;
    drive(rtl->hint_i, 1u << hinted);
    rtl.tick();
    rtl->hint_i = 0;
    rtl.settle();
    EXPECT_EQ(rtl->gnt_o, 1u << hinted);
  }
}

template <class Top>
void chooses_by_the_turn(unsigned inputs) {
  const model::ArbiterTrees trees = tree_of(inputs);
  RtlFunction<Top> rtl;
  for (unsigned turn = 0; turn < 4; ++turn) {
    for (std::uint32_t asking = 0; asking < 1u << inputs; ++asking) {
      drive(rtl->req_i, asking);
      drive(rtl->turn_i, turn);
      rtl.settle();
      const model::ArbiterTrees::Nodes order = model::ArbiterTrees::order_of_turn(turn);
      ASSERT_EQ(rtl->gnt_o, asking == 0 ? 0 : 1u << trees.grant(0, asking, order))
          << "turn " << turn << ", requests " << asking;
    }
  }
}

TEST(HintArbiterTest, AgreesWithTheModelForAllRequestsAndTurns) {
  chooses_by_the_turn<Vhint_arbiter_4>(4);
  chooses_by_the_turn<Vhint_arbiter_7>(7);
}

// Behind the arbiter: the word of the input that was granted.
template <class Arbiter, class Mux>
void shows_the_word_of_the_granted(unsigned inputs) {
  constexpr unsigned kWidth = 11;
  RtlModule<Arbiter> arbiter(1);
  RtlFunction<Mux> mux;
  Draws draws(inputs);
  arbiter->enable_i = 1;
  arbiter->req_i = arbiter->hint_i = 0;
  arbiter.reset();
  for (unsigned cycle = 0; cycle < 2000; ++cycle) {
    std::uint32_t words[16];
    for (unsigned k = 0; k < inputs; ++k) {
      words[k] = draws.below(1u << kWidth);
      drive_element(mux->words_i, k, kWidth, words[k]);
    }
    drive(arbiter->req_i, 1 + draws.below((1u << inputs) - 1));
    arbiter.settle();
    mux->right_i = arbiter->right_o;
    mux.settle();
    const auto granted = static_cast<unsigned>(__builtin_ctz(arbiter->gnt_o));
    ASSERT_EQ(mux->word_o, words[granted]) << "cycle " << cycle << ", input " << granted;
    arbiter.tick();
  }
}

TEST(SwitchMuxTest, ShowsTheWordOfTheInputThatIsGranted) {
  shows_the_word_of_the_granted<Vswitch_arbiter_1, Vswitch_mux_1>(1);
  shows_the_word_of_the_granted<Vswitch_arbiter_4, Vswitch_mux_4>(4);
  shows_the_word_of_the_granted<Vswitch_arbiter_5, Vswitch_mux_5>(5);
  shows_the_word_of_the_granted<Vswitch_arbiter_9, Vswitch_mux_9>(9);
}

}  // namespace
}  // namespace turnpike::test
