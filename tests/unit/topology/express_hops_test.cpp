// express_hops_test.cpp - hops of every pair in an array with express channels, against the digit
// formula of Dally 1991, III-C (corrected: the ascent ends at the next multiple, not the last).

#include <gtest/gtest.h>

#include <algorithm>
#include <cstdint>
#include <string>
#include <vector>

#include "tests/unit/topology/express_networks.h"

namespace turnpike::test {
namespace {

using model::Network;
using model::NodeId;

// Digits radix i, the lowest `levels` of them, then what is left as one number.
std::vector<std::int64_t> digits_of(std::int64_t x, std::int64_t i, unsigned levels) {
  std::vector<std::int64_t> result;
  for (unsigned j = 0; j < levels; ++j) {
    result.push_back(x % i);
    x /= i;
  }
  result.push_back(x);
  return result;
}

std::int64_t formula(std::int64_t from, std::int64_t to, std::int64_t i, unsigned levels) {
  std::vector<std::int64_t> s = digits_of(from, i, levels);
  std::vector<std::int64_t> d = digits_of(to, i, levels);
  if (from > to) {  // the same array seen from its other end
    for (std::vector<std::int64_t>* x : {&s, &d}) {
      for (unsigned j = 0; j < levels; ++j) (*x)[j] = i - 1 - (*x)[j];
      x->back() = -x->back();
    }
  }
  unsigned p = levels;
  while (p > 0 && s[p] == d[p]) --p;
  if (p == 0) return d[0] - s[0];
  std::int64_t hops = i - s[0];
  for (unsigned j = 1; j < p; ++j) hops += i - 1 - s[j];
  hops += d[p] - s[p] - 1;
  for (unsigned j = 0; j < p; ++j) hops += d[j];
  return hops + 1;
}

TEST(ExpressHopsTest, EveryPairHasTheHopsOfTheDigitFormula) {
  for (const unsigned k : {64u, 256u}) {
    for (const unsigned i : {2u, 4u, 8u, 16u}) {
      for (const unsigned levels : {1u, 2u, 3u}) {
        if (levels > 1 && (levels == 2 ? i : i * i) > k) continue;  // refused: too many levels
        SCOPED_TRACE("k " + std::to_string(k) + ", i " + std::to_string(i) + ", l " +
                     std::to_string(levels));
        const Network network = build(express_array(k, {i}, levels));
        std::size_t wrong = 0;
        for_all_pairs(network, [&](NodeId from, NodeId to, const auto& path) {
          const auto expected = static_cast<std::size_t>(formula(from, to, i, levels));
          if (model::hops(path) == expected) return;
          if (wrong++ == 0) {
            ADD_FAILURE() << from << " to " << to << ": " << model::hops(path) << " hops, not "
                          << expected;
          }
        });
        EXPECT_EQ(wrong, 0u);
      }
    }
  }
}

// Hops of the same message if it can stop at every node and at the places of interchanges, counted
// on the number line alone: no network, no ports, no channels.
class LineWalk {
 public:
  LineWalk(int k, const std::vector<int>& spacing, model::ExpressDecomposition decomposition)
      : k_(k), decomposition_(decomposition), length_{1} {
    for (const int i : spacing) length_.push_back(length_.back() * i);
  }

  int hops(int from, int to) const {
    const int way = to > from ? 1 : -1;
    int at = from;
    int count = 0;
    while (at != to) {
      ++count;  // to the next node, or to the interchange between
      int place = way > 0 ? at + 1 : at;
      if (!switches(place, 0)) {
        at += way;
        continue;
      }
      int on = 0;  // the level that the message is on
      count += cross(place, way, to, on);
      while (on != 0) {
        do {
          place += way * length_[static_cast<std::size_t>(on)];
        } while (!switches(place, on));
        count += 1 + cross(place, way, to, on);
      }
      at = way > 0 ? place : place - 1;
      ++count;
    }
    return count;
  }

 private:
  int level(int b) const {
    for (auto p = static_cast<int>(length_.size()) - 1; p >= 1; --p) {
      const int l = length_[static_cast<std::size_t>(p)];
      if (b > 0 && b < k_ && b % l == 0 && (b + l < k_ || b - l > 0)) return p;
    }
    return 0;
  }

  // Does a message on this level meet the interchange before b?
  bool switches(int b, int on) const {
    const int j = level(b);
    if (j == 0 || on > j) return false;
    const bool top_only = decomposition_ == model::ExpressDecomposition::top_only;
    return !top_only || on + 1 >= j;
  }

  // The least distance from before b that lets a message on this level come down to the nodes.
  // Tried out: one more channel of this level, then the same question where it ends.
  int least(int b, int way, int on) const {
    if (on == 0) return 0;
    const int l = length_[static_cast<std::size_t>(on)];
    const int next = b + way * l;
    if (level(next) < on) return kNever;
    return l + least(next, way, level(next) == on ? on - 1 : on);
  }

  // Sets the level on which the message leaves the interchange before b; returns the channels
  // between the modules that it passes.
  int cross(int b, int way, int to, int& on) const {
    const int j = level(b);
    const int r = way > 0 ? to - b : b - 1 - to;
    int highest = j;
    while (r < length_[static_cast<std::size_t>(highest)] && highest > 0) --highest;
    const int came = on;
    switch (decomposition_) {
      case model::ExpressDecomposition::single:
        on = highest;
        return 0;
      case model::ExpressDecomposition::full:
        on = highest;
        return j == 1 ? 0 : modules_of_full(j, came, on) - 1;
      case model::ExpressDecomposition::no_ascent: {
        const int enters = std::min(came + 1, j);  // the module of this level
        on = std::min(highest, enters);
        return enters - std::max(on, 1);
      }
      case model::ExpressDecomposition::top_only:
        break;
    }
    int needed = length_[static_cast<std::size_t>(j)];
    for (const int direction : {1, -1}) {
      const int l = least(b, direction, j);
      if (l < kNever) needed = std::max(needed, l);
    }
    on = r >= needed && least(b, way, j) < kNever ? j : j - 1;
    return 0;
  }

  // Ascending module p takes what comes on level p, the first also the local channel.
  static int modules_of_full(int j, int came, int leaves) {
    const int first = std::max(came, 1);
    const int last = std::max(leaves, 1);
    if (came == j) return leaves == j ? 1 : 1 + (j - last);
    if (leaves == j) return j - first + 1;
    const int turn = std::max(first, last);  // climbs to here, then down the descending ones
    return (turn - first + 1) + (turn - last + 1);
  }

  static constexpr int kNever = 1 << 20;
  int k_;
  model::ExpressDecomposition decomposition_;
  std::vector<int> length_;  // [level]
};

// All pairs; returns the sum of the hops.
std::size_t expect_walk(int k, const std::vector<int>& spacing,
                        model::ExpressDecomposition decomposition) {
  const std::vector<unsigned> list(spacing.begin(), spacing.end());
  const auto levels = static_cast<unsigned>(spacing.size());
  const Network network =
      build(decomposed(express_array(static_cast<unsigned>(k), list, levels), decomposition));
  const LineWalk line(k, spacing, decomposition);
  std::size_t wrong = 0;
  std::size_t sum = 0;
  for_all_pairs(network, [&](NodeId from, NodeId to, const auto& path) {
    const int expected = line.hops(static_cast<int>(from), static_cast<int>(to));
    sum += model::hops(path);
    if (model::hops(path) == static_cast<std::size_t>(expected)) return;
    if (wrong++ == 0) {
      ADD_FAILURE() << from << " to " << to << ": " << model::hops(path) << " hops, not "
                    << expected;
    }
  });
  EXPECT_EQ(wrong, 0u);
  return sum;
}

TEST(ExpressHopsTest, EveryPairHasTheHopsOfAWalkOnTheLineInEveryDecomposition) {
  using model::ExpressDecomposition;
  struct Case {
    int k;
    std::vector<int> spacing;
  };
  const Case cases[] = {{64, {4, 4}},        {256, {4, 4, 4}}, {64, {2, 2, 2}},
                        {131, {2, 2, 2, 2}}, {101, {3, 2, 4}}, {41, {4, 4}},
                        {33, {4, 4}},        {90, {5, 3}},     {256, {8, 8}}};
  for (const Case& c : cases) {
    const std::size_t single = expect_walk(c.k, c.spacing, ExpressDecomposition::single);
    for (const auto decomposition : {ExpressDecomposition::full, ExpressDecomposition::no_ascent,
                                     ExpressDecomposition::top_only}) {
      SCOPED_TRACE("k " + std::to_string(c.k) + ", levels " + std::to_string(c.spacing.size()) +
                   ", decomposition " + std::to_string(static_cast<int>(decomposition)));
      expect_walk(c.k, c.spacing, decomposition);
    }
    EXPECT_LT(single, expect_walk(c.k, c.spacing, ExpressDecomposition::full));
  }
}

// What the modules cost: hops of all pairs of 256 nodes, 65536 messages.
TEST(ExpressHopsTest, EachDecompositionCostsTheHopsThatTheDocumentationSays) {
  using model::ExpressDecomposition;
  const std::vector<int> spacing = {4, 4, 4};
  EXPECT_EQ(expect_walk(256, spacing, ExpressDecomposition::single), 698624u);     // mean 10.66
  EXPECT_EQ(expect_walk(256, spacing, ExpressDecomposition::full), 886016u);       // 13.52
  EXPECT_EQ(expect_walk(256, spacing, ExpressDecomposition::no_ascent), 862976u);  // 13.17
  EXPECT_EQ(expect_walk(256, spacing, ExpressDecomposition::top_only), 1051616u);  // 16.05
}

}  // namespace
}  // namespace turnpike::test
