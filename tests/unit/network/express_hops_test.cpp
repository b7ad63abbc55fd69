// Express channels in the running model: every pair takes the hops of Dally 1991, III-C.

#include <gtest/gtest.h>

#include <numeric>

#include "tests/support/express_hops.h"
#include "tests/unit/network/every_network.h"

namespace turnpike::test {
namespace {

struct Array {
  unsigned nodes;
  unsigned spacing;
  unsigned levels;
};

class ExpressArrayTest : public testing::TestWithParam<Array> {};

TEST_P(ExpressArrayTest, EveryPairTakesTheHopsOfThePaper) {
  const auto [k, spacing, levels] = GetParam();
  std::vector<unsigned> sources(k);
  std::iota(sources.begin(), sources.end(), 0u);
  TraceRun run(express_line(k, spacing, levels), messages_to_all(k, sources));
  ASSERT_TRUE(run.drain((k + 1) * turn_of_a_source(k)));
  expect_hops_of_the_paper(run.events(), std::size_t{k} * (k - 1), spacing, levels);
}

std::vector<Array> arrays() {
  std::vector<Array> all;
  for (const unsigned k : {64u, 256u}) {
    for (const unsigned spacing : {2u, 4u, 8u}) {
      for (const unsigned levels : {1u, 2u, 3u}) all.push_back({k, spacing, levels});
    }
  }
  return all;
}

INSTANTIATE_TEST_SUITE_P(Dally, ExpressArrayTest, testing::ValuesIn(arrays()),
                         [](const auto& tested) {
                           return "K" + std::to_string(tested.param.nodes) + "I" +
                                  std::to_string(tested.param.spacing) + "L" +
                                  std::to_string(tested.param.levels);
                         });

}  // namespace
}  // namespace turnpike::test
