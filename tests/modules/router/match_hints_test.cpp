// Hints (docs/timing.md, 2.7), beside the trees of the model.

#include <gtest/gtest.h>

#include <vector>

#include "Vmatch_hints_5x2.h"
#include "Vmatch_hints_7x4.h"
#include "model/router/arbiter_trees.h"
#include "tests/modules/support/draws.h"
#include "tests/modules/support/rtl_module.h"

namespace turnpike::test {
namespace {

constexpr unsigned kNone = ~0u;

template <class Top, unsigned kPorts, unsigned kVcs>
class Hints {
 public:
  explicit Hints(std::uint64_t seed) : rtl(seed), wants(kPorts * kVcs, kNone) {
    rtl->enable_i = 1;
    rtl->active_i = 0;
    drive();
    rtl.reset();
  }
  void drive() {
    for (unsigned l = 0; l < wants.size(); ++l) {
      const std::uint64_t outputs = wants[l] == kNone ? 0 : std::uint64_t{1} << wants[l];
      drive_element(rtl->ivc_req_i, l, kPorts, outputs);
    }
  }
  void tick(bool active = true) {
    test::drive(rtl->active_i, active);
    drive();
    rtl.tick();
  }
  std::uint32_t hint(unsigned input) {
    return static_cast<std::uint32_t>(element(rtl->ivc_hint_o, input, kVcs));
  }
  std::uint32_t hinted_at(unsigned output) {
    return static_cast<std::uint32_t>(element(rtl->op_ip_hint_o, output, kPorts));
  }

  RtlModule<Top> rtl;
  std::vector<unsigned> wants;  // [input VC] output that it asks for
};

TEST(MatchHintsTest, WhoAsksAloneIsHintedInTheNextCycle) {
  Hints<Vmatch_hints_5x2, 5, 2> hints(1);
  for (unsigned l = 0; l < 10; ++l) {
    hints.wants.assign(10, kNone);
    hints.wants[l] = (l + 3) % 5;
    hints.tick();
    for (unsigned port = 0; port < 5; ++port) {
      EXPECT_EQ(hints.hint(port), port == l / 2 ? 1u << l % 2 : 0u);
      EXPECT_EQ(hints.hinted_at(port), port == (l + 3) % 5 ? 1u << l / 2 : 0u);
    }
  }
  hints.wants.assign(10, kNone);
  hints.tick();
  for (unsigned port = 0; port < 5; ++port) EXPECT_EQ(hints.hint(port) | hints.hinted_at(port), 0u);
}

// The matching written as the page has it: outputs choose by their trees, then inputs.
template <class Top, unsigned kPorts, unsigned kVcs>
void matches_as_the_page_says() {
  model::Turns turns{};
  for (unsigned input = 0; input < kPorts; ++input) turns[input] = (1u << kPorts) - 1;
  const model::ArbiterTrees trees(kPorts, turns);
  for (const std::uint64_t seed : kSeeds) {
    Hints<Top, kPorts, kVcs> hints(seed);
    Draws draws(seed);
    unsigned turn = 0;
    unsigned matched = 0;
    for (unsigned cycle = 0; cycle < 3000; ++cycle) {
      SCOPED_TRACE(testing::Message() << "seed " << seed << ", cycle " << cycle);
      const double load = cycle / 100 % 2 == 0 ? 0.9 : 0.3;
      for (unsigned& want : hints.wants) want = draws.chance(load) ? draws.below(kPorts) : kNone;
      const bool active = draws.chance(0.8);
      drive(hints.rtl->enable_i, draws.chance(0.9));
      if (hints.rtl->enable_i == 0) {
        const std::uint64_t before = element(hints.rtl->ivc_hint_o, 0, kPorts * kVcs);
        hints.tick(active);
        ASSERT_EQ(element(hints.rtl->ivc_hint_o, 0, kPorts * kVcs), before);
        continue;
      }
      hints.tick(active);
      unsigned chosen[kPorts];
      for (unsigned output = 0; output < kPorts; ++output) {
        std::uint32_t asking = 0;
        for (unsigned l = 0; l < hints.wants.size(); ++l) {
          if (hints.wants[l] == output) asking |= 1u << l / kVcs;
        }
        const auto order = model::ArbiterTrees::order_of_turn(turn);
        chosen[output] = asking == 0 ? kNone : trees.grant(output, asking, order);
      }
      const unsigned exchanged = turn / 2 + turn % 2 * 2;
      std::uint32_t hinted[kPorts] = {};
      for (unsigned input = 0; input < kPorts; ++input) {
        std::uint32_t expected = 0;
        for (unsigned step = 0; step < kVcs && expected == 0; ++step) {
          const unsigned vc = (exchanged * kVcs / 4 + step) % kVcs;
          const unsigned output = hints.wants[input * kVcs + vc];
          if (output == kNone || chosen[output] != input) continue;
          expected = 1u << vc;
          hinted[output] = 1u << input;
          ++matched;
        }
        ASSERT_EQ(hints.hint(input), expected) << "input " << input;
      }
      for (unsigned output = 0; output < kPorts; ++output) {
        ASSERT_EQ(hints.hinted_at(output), hinted[output]) << "output " << output;
      }
      if (active) turn = (turn + 1) % 4;
    }
    EXPECT_GT(matched, 3000u);
    EXPECT_FALSE(hints.rtl.is_violated());
  }
}

TEST(MatchHintsTest, MatchesAsThePageSays) {
  matches_as_the_page_says<Vmatch_hints_5x2, 5, 2>();
  matches_as_the_page_says<Vmatch_hints_7x4, 7, 4>();
}

}  // namespace
}  // namespace turnpike::test
