// The arbiter of an output, and the multiplexer that it leads, beside the trees of docs/timing.md
// and of the model.

#include <gtest/gtest.h>

#include "Vswitch_arbiter_1.h"
#include "Vswitch_arbiter_1x2.h"
#include "Vswitch_arbiter_4.h"
#include "Vswitch_arbiter_5x2.h"
#include "Vswitch_arbiter_9.h"
#include "Vswitch_mux_1.h"
#include "Vswitch_mux_1x2.h"
#include "Vswitch_mux_4.h"
#include "Vswitch_mux_5x2.h"
#include "Vswitch_mux_9.h"
#include "model/router/arbiter_trees.h"
#include "tests/modules/router/tree_twin.h"
#include "tests/modules/support/draws.h"
#include "tests/modules/support/rtl_module.h"

namespace turnpike::test {
namespace {

template <class Top>
void arbitrates_as_the_page_says(unsigned inputs, unsigned lanes) {
  const unsigned senders = inputs * lanes;
  for (const std::uint64_t seed : kSeeds) {
    RtlModule<Top> rtl(seed);
    Draws draws(seed);
    TreeTwin twin(inputs, lanes);
    rtl->enable_i = 1;
    rtl->req_i = 0;
    rtl.reset();
    for (unsigned cycle = 0; cycle < 4000; ++cycle) {
      SCOPED_TRACE(testing::Message()
                   << senders << " senders, seed " << seed << ", cycle " << cycle);
      const std::uint32_t asking = draws.subset(senders, cycle / 100 % 2 == 0 ? 0.8 : 0.2);
      const bool counts = draws.chance(0.9);
      drive(rtl->enable_i, counts);
      drive(rtl->req_i, asking);
      rtl.settle();
      const std::uint32_t expected = asking == 0 ? 0 : 1u << twin.granted(asking);
      ASSERT_EQ(rtl->gnt_o, expected);
      rtl.tick();
      if (counts && asking != 0) twin.turn(twin.granted(asking));
    }
    EXPECT_FALSE(rtl.is_violated());
  }
}

TEST(SwitchArbiterTest, LockstepWithTheTreeOfThePage) {
  arbitrates_as_the_page_says<Vswitch_arbiter_1>(1, 1);
  arbitrates_as_the_page_says<Vswitch_arbiter_4>(4, 1);
  arbitrates_as_the_page_says<Vswitch_arbiter_9>(9, 1);
  arbitrates_as_the_page_says<Vswitch_arbiter_1x2>(1, 2);
  arbitrates_as_the_page_says<Vswitch_arbiter_5x2>(5, 2);
}

template <class Top>
void arbitrates_as_the_model(unsigned inputs) {
  model::Turns turns{};
  for (unsigned input = 0; input < inputs; ++input) turns[input] = 1;
  const model::ArbiterTrees trees(inputs, turns);
  RtlModule<Top> rtl(1);
  Draws draws(inputs);
  rtl->enable_i = 1;
  rtl->req_i = 0;
  rtl.reset();
  model::ArbiterTrees::Nodes nodes = 0;
  for (unsigned cycle = 0; cycle < 4000; ++cycle) {
    const std::uint32_t asking = draws.subset(inputs, 0.6);
    drive(rtl->req_i, asking);
    rtl.settle();
    const unsigned granted = asking == 0 ? 0 : trees.grant(0, asking, nodes);
    ASSERT_EQ(rtl->gnt_o, asking == 0 ? 0 : 1u << granted) << "cycle " << cycle;
    rtl.tick();
    if (asking != 0) nodes = trees.after_grant(0, granted, nodes);
  }
}

TEST(SwitchArbiterTest, LockstepWithTheTreesOfTheModel) {
  arbitrates_as_the_model<Vswitch_arbiter_1>(1);
  arbitrates_as_the_model<Vswitch_arbiter_4>(4);
  arbitrates_as_the_model<Vswitch_arbiter_9>(9);
}

TEST(SwitchArbiterTest, TheTwoLanesOfAnInputTakeTurns) {
  RtlModule<Vswitch_arbiter_1x2> rtl(1);
  rtl->enable_i = 1;
  rtl->req_i = 0;
  rtl.reset();
  for (int round = 0; round < 3; ++round) {
    for (const unsigned lane : {0u, 1u}) {
      rtl->req_i = 0b11;
      rtl.settle();
      EXPECT_EQ(rtl->gnt_o, 1u << lane);
      rtl.tick();
      rtl->req_i = 0;
      rtl.tick();
    }
  }
}

// Behind the arbiter: the word of the sender that was granted.
template <class Arbiter, class Mux>
void shows_the_word_of_the_granted(unsigned senders) {
  constexpr unsigned kWidth = 11;
  RtlModule<Arbiter> arbiter(1);
  RtlFunction<Mux> mux;
  Draws draws(senders);
  arbiter->enable_i = 1;
  arbiter->req_i = 0;
  arbiter.reset();
  for (unsigned cycle = 0; cycle < 2000; ++cycle) {
    std::uint32_t words[16];
    for (unsigned k = 0; k < senders; ++k) {
      words[k] = draws.below(1u << kWidth);
      drive_element(mux->words_i, k, kWidth, words[k]);
    }
    drive(arbiter->req_i, 1 + draws.below((1u << senders) - 1));
    arbiter.settle();
    mux->right_i = arbiter->right_o;
    mux.settle();
    const auto granted = static_cast<unsigned>(__builtin_ctz(arbiter->gnt_o));
    ASSERT_EQ(mux->word_o, words[granted]) << "cycle " << cycle << ", sender " << granted;
    arbiter.tick();
  }
}

TEST(SwitchMuxTest, ShowsTheWordOfTheSenderThatIsGranted) {
  shows_the_word_of_the_granted<Vswitch_arbiter_1, Vswitch_mux_1>(1);
  shows_the_word_of_the_granted<Vswitch_arbiter_4, Vswitch_mux_4>(4);
  shows_the_word_of_the_granted<Vswitch_arbiter_9, Vswitch_mux_9>(9);
  shows_the_word_of_the_granted<Vswitch_arbiter_1x2, Vswitch_mux_1x2>(2);
  shows_the_word_of_the_granted<Vswitch_arbiter_5x2, Vswitch_mux_5x2>(10);
}

}  // namespace
}  // namespace turnpike::test
