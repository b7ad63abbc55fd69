// ddmin: what is left is needed, all of it, and in its order.

#include "sim/studies/bisect/delta_debugging.h"

#include <gtest/gtest.h>

#include <numeric>
#include <random>
#include <set>

namespace turnpike::test {
namespace {

using Numbers = std::vector<int>;

Numbers first_numbers(int count) {
  Numbers all(static_cast<std::size_t>(count));
  std::iota(all.begin(), all.end(), 0);
  return all;
}

bool has(const Numbers& some, const Numbers& needed) {
  return std::includes(some.begin(), some.end(), needed.begin(), needed.end());
}

TEST(DeltaDebuggingTest, FindsWhatIsNeededWhereverItStands) {
  std::mt19937 random(1);
  for (int round = 0; round < 200; ++round) {
    std::set<int> chosen;
    for (unsigned i = 0; i < 1 + random() % 4; ++i) chosen.insert(static_cast<int>(random() % 100));
    const Numbers needed(chosen.begin(), chosen.end());
    std::size_t asked = 0;
    const Numbers found = sim::minimized<int>(first_numbers(100), [&](const Numbers& some) {
      ++asked;
      return has(some, needed);
    });
    EXPECT_EQ(found, needed) << "round " << round;
    EXPECT_LE(asked, 400u) << "round " << round;  // one by one they are up to 10,000
  }
}

// A failure that needs three of any: none of those that are left can go.
TEST(DeltaDebuggingTest, StopsAtAMinimumOfFailuresThatNeedNoItemOfTheirOwn) {
  const Numbers found =
      sim::minimized<int>(first_numbers(57), [](const Numbers& some) { return some.size() >= 3; });
  EXPECT_EQ(found.size(), 3u);
}

TEST(DeltaDebuggingTest, NothingIsLeftWhereNothingIsNeeded) {
  EXPECT_TRUE(sim::minimized<int>(first_numbers(9), [](const Numbers&) { return true; }).empty());
  EXPECT_TRUE(sim::minimized<int>({}, [](const Numbers&) { return true; }).empty());
}

}  // namespace
}  // namespace turnpike::test
