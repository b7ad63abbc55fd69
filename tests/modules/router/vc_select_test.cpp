// Which VC of a lane is selected for the next cycle (docs/timing.md, 2.6).

#include <gtest/gtest.h>

#include "Vvc_select_2.h"
#include "Vvc_select_3.h"
#include "Vvc_select_5.h"
#include "tests/modules/support/draws.h"
#include "tests/modules/support/rtl_module.h"

namespace turnpike::test {
namespace {

constexpr int kNone = -1;

// A cycle of a lane as the page sees it: sets of VCs, and one VC or none.
struct Cycle {
  unsigned nonempty = 0;
  unsigned can_go = 0;   // of these
  unsigned streams = 0;  // of these: an active VC, and no tail
  int privileged = kNone;
  int on_the_pins = kNone;
};

bool is_in(unsigned set, unsigned vc) { return (set >> vc & 1) != 0; }

// The first VC of a set above a VC, cyclically.
unsigned first_above(unsigned set, unsigned vc, unsigned count) {
  for (unsigned step = 1; step <= count; ++step) {
    if (is_in(set, (vc + step) % count)) return (vc + step) % count;
  }
  return vc;
}

unsigned selected_after(const Cycle& now, unsigned s, unsigned count) {
  if (now.privileged != kNone && is_in(now.can_go, static_cast<unsigned>(now.privileged))) {
    return static_cast<unsigned>(now.privileged);
  }
  const bool is_empty = !is_in(now.nonempty, s);
  if (is_empty && now.on_the_pins != kNone) return static_cast<unsigned>(now.on_the_pins);
  if (is_in(now.streams, s)) return s;
  const unsigned others = now.can_go & ~(1u << s);
  if (others != 0) return first_above(others, s, count);
  return is_empty ? first_above(now.nonempty, s, count) : s;
}

template <class Top>
class Selector {
 public:
  explicit Selector(std::uint64_t seed) : rtl(seed) {
    rtl->enable_i = 1;
    put({});
    rtl.reset();
  }
  void put(const Cycle& now) {
    drive(rtl->nonempty_i, now.nonempty);
    drive(rtl->may_go_i, now.can_go);
    drive(rtl->streams_i, now.streams);
    drive(rtl->favoured_i,
          now.privileged == kNone ? 0 : now.can_go & 1u << static_cast<unsigned>(now.privileged));
    drive(rtl->arrive_i, now.on_the_pins == kNone ? 0 : 1u << now.on_the_pins);
  }
  unsigned after(const Cycle& now) {
    put(now);
    rtl.tick();
    return rtl->select_o;
  }
  // Flits that pass by empty buffers make it select this one.
  void select(unsigned vc) {
    Cycle passes;
    passes.on_the_pins = static_cast<int>(vc);
    ASSERT_EQ(after(passes), vc);
  }

  RtlModule<Top> rtl;
};

// Each VC is empty, waits, can go, or streams; any is privileged or none, any on the pins or none.
template <class Top>
void selects_in_all_cases(unsigned count) {
  Selector<Top> selector(1);
  unsigned states = 1;
  for (unsigned vc = 0; vc < count; ++vc) states *= 4;
  for (unsigned state = 0; state < states; ++state) {
    Cycle now;
    for (unsigned vc = 0; vc < count; ++vc) {
      const unsigned of_vc = state >> (2 * vc) & 3;
      now.nonempty |= (of_vc >= 1 ? 1u : 0u) << vc;
      now.can_go |= (of_vc >= 2 ? 1u : 0u) << vc;
      now.streams |= (of_vc == 3 ? 1u : 0u) << vc;
    }
    for (now.privileged = kNone; now.privileged < static_cast<int>(count); ++now.privileged) {
      for (now.on_the_pins = kNone; now.on_the_pins < static_cast<int>(count); ++now.on_the_pins) {
        for (unsigned selected = 0; selected < count; ++selected) {
          selector.select(selected);
          ASSERT_EQ(selector.after(now), selected_after(now, selected, count))
              << "state " << state << ", privileged " << now.privileged << ", on the pins "
              << now.on_the_pins << ", selected " << selected;
        }
      }
    }
  }
  EXPECT_FALSE(selector.rtl.is_violated());
}

TEST(VcSelectTest, SelectsAsThePageSaysInAllCasesOfTwoAndThreeVcs) {
  selects_in_all_cases<Vvc_select_2>(2);
  selects_in_all_cases<Vvc_select_3>(3);
}

TEST(VcSelectTest, FiveVcsRunAsThePageSays) {
  constexpr unsigned kCount = 5;
  for (const std::uint64_t seed : kSeeds) {
    Selector<Vvc_select_5> selector(seed);
    Draws draws(seed);
    unsigned selected = 0;
    for (unsigned cycle = 0; cycle < 5000; ++cycle) {
      Cycle now;
      now.nonempty = draws.subset(kCount, 0.7);
      now.can_go = now.nonempty & draws.subset(kCount, 0.5);
      now.streams = now.can_go & draws.subset(kCount, 0.5);
      if (draws.chance(0.3)) now.privileged = static_cast<int>(draws.below(kCount));
      if (draws.chance(0.5)) now.on_the_pins = static_cast<int>(draws.below(kCount));
      const bool counts = draws.chance(0.9);
      drive(selector.rtl->enable_i, counts);
      if (counts) selected = selected_after(now, selected, kCount);
      ASSERT_EQ(selector.after(now), selected) << "seed " << seed << ", cycle " << cycle;
    }
    EXPECT_FALSE(selector.rtl.is_violated());
  }
}

}  // namespace
}  // namespace turnpike::test
