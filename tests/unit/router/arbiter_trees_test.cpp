// The trees of the arbiters: who goes first, and how long anybody waits.

#include "model/router/arbiter_trees.h"

#include <gtest/gtest.h>

#include <algorithm>

#include "model/common/random.h"

namespace turnpike::test {
namespace {

using model::ArbiterTrees;
using model::PortId;

// Output 0 of a router with these inputs.
ArbiterTrees tree_of(unsigned inputs) {
  model::Turns turns{};
  for (unsigned input = 0; input < inputs; ++input) turns[input] = 1;
  return {inputs, turns};
}

unsigned depth_of(unsigned inputs) {
  unsigned depth = 1;
  while ((1u << depth) < inputs) ++depth;
  return depth;
}

TEST(ArbiterTreesTest, WhoAsksAloneIsGrantedWhateverTheNodesPrefer) {
  for (const unsigned inputs : {1u, 2u, 3u, 5u, 8u, 32u}) {
    const ArbiterTrees trees = tree_of(inputs);
    for (PortId input = 0; input < inputs; ++input) {
      for (const ArbiterTrees::Nodes nodes : {0u, ~0u, 0x5a5a5a5au}) {
        EXPECT_EQ(trees.grant(0, 1u << input, nodes), input) << "of " << inputs;
      }
    }
  }
}

TEST(ArbiterTreesTest, NoneIsPassedByMoreOftenThanItsDepthAllows) {
  std::uint64_t event = 0;
  for (const unsigned inputs : {2u, 3u, 4u, 5u, 7u, 8u, 9u, 32u}) {
    SCOPED_TRACE(testing::Message() << inputs << " inputs");
    const ArbiterTrees trees = tree_of(inputs);
    const unsigned bound = (1u << depth_of(inputs)) - 1;
    ArbiterTrees::Nodes nodes = 0;
    unsigned passed[32] = {};
    unsigned most = 0;
    model::PortMask asking = 0;
    for (unsigned cycle = 0; cycle < 4000; ++cycle) {
      for (PortId input = 0; input < inputs; ++input) {
        const std::uint64_t bits = model::draw(1, model::Stream::test, 0, event++);
        if (model::chance(bits, cycle / 500 % 2 == 0 ? 0.9 : 0.2)) asking |= 1u << input;
      }
      if (asking == 0) continue;
      const PortId granted = trees.grant(0, asking, nodes);
      ASSERT_NE(asking >> granted & 1, 0u);
      nodes = trees.after_grant(0, granted, nodes);
      asking &= ~(1u << granted);
      for (PortId input = 0; input < inputs; ++input) {
        passed[input] = (asking >> input & 1) != 0 ? passed[input] + 1 : 0;
        most = std::max(most, passed[input]);
      }
    }
    EXPECT_LE(most, bound);
    EXPECT_GE(most, inputs / 2);
  }
}

// Of three the lowest has a half for itself, the others share one: leaves 0, 2 and 3.
TEST(ArbiterTreesTest, OfThreeInputsTheLowestIsServedEverySecondTime) {
  const ArbiterTrees trees = tree_of(3);
  ArbiterTrees::Nodes nodes = 0;
  const PortId expected[] = {0, 1, 0, 2, 0, 1, 0, 2};
  for (const PortId input : expected) {
    ASSERT_EQ(trees.grant(0, 0b111, nodes), input);
    nodes = trees.after_grant(0, input, nodes);
  }
}

// Leaves of input k: 2k, or, that being too high, 2S - 1 - 2k. After reset the left side goes
// first, so whoever is granted first, second ... stands there.
TEST(ArbiterTreesTest, AllServedOnceInTheOrderOfTheirLeaves) {
  const ArbiterTrees trees = tree_of(8);
  const PortId leaves[] = {0, 7, 1, 6, 2, 5, 3, 4};  // [leaf] input
  for (unsigned low = 0; low < 8; ++low) {
    for (unsigned high = low + 1; high < 8; ++high) {
      const model::PortMask asking = 1u << leaves[low] | 1u << leaves[high];
      EXPECT_EQ(trees.grant(0, asking, 0), leaves[low]) << "leaves " << low << ", " << high;
      EXPECT_EQ(trees.grant(0, asking, ~0u), leaves[high]) << "leaves " << low << ", " << high;
    }
  }
}

// Outputs with few inputs beside one with many: their ways are made longer, they stay the same.
TEST(ArbiterTreesTest, AnOutputArbitratesAsItWouldAlone) {
  model::Turns turns{};
  for (PortId input = 0; input < 9; ++input) turns[input] |= 1u << 0;
  for (const PortId input : {1u, 4u, 6u}) turns[input] |= 1u << 1;
  const ArbiterTrees trees(9, turns);
  const ArbiterTrees alone = tree_of(3);
  const PortId ports[] = {1, 4, 6};
  for (ArbiterTrees::Nodes nodes = 0; nodes < 16; ++nodes) {
    for (unsigned asking = 1; asking < 8; ++asking) {
      model::PortMask mask = 0;
      for (unsigned k = 0; k < 3; ++k) mask |= (asking >> k & 1) << ports[k];
      const PortId k = alone.grant(0, asking, nodes);
      ASSERT_EQ(trees.grant(1, mask, nodes), ports[k]);
      ASSERT_EQ(trees.after_grant(1, ports[k], nodes) & 0b1110u,
                alone.after_grant(0, k, nodes) & 0b1110u);
    }
  }
}

}  // namespace
}  // namespace turnpike::test
