// express_hops_test.cpp - hops of every pair in an array with express channels, against the digit
// formula of Dally 1991, III-C (corrected: the ascent ends at the next multiple, not the last).

#include <gtest/gtest.h>

#include <cstdint>
#include <string>
#include <vector>

#include "tests/unit/topology/networks.h"

namespace turnpike::test {
namespace {

using model::Network;
using model::NodeId;
using model::TopologyKind;

model::TopologySpec express_array(unsigned k, unsigned spacing, unsigned levels) {
  model::TopologySpec spec = spec_of(TopologyKind::mesh, {k});
  spec.express.emplace();
  spec.express->spacing = {spacing};
  spec.express->levels = levels;
  return spec;
}

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
        const Network network = build(express_array(k, i, levels));
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

}  // namespace
}  // namespace turnpike::test
