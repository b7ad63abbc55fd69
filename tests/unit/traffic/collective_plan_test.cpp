// Plans of collective operations: every rank gets what it must, with as many bytes as the algorithm
// is known for.

#include "model/traffic/collective_plan.h"

#include <gtest/gtest.h>

#include <set>

#include "model/common/configuration_error.h"

namespace turnpike::test {
namespace {

using model::Collective;
using model::CollectiveAlgorithm;
using model::CollectivePlan;
using model::CollectiveShape;
using model::PlannedMessage;

constexpr std::uint64_t kBytes = 1 << 12;

CollectivePlan plan(Collective collective, CollectiveAlgorithm algorithm, std::uint32_t ranks,
                    std::vector<unsigned> radix = {}) {
  return model::plan_collective({collective, algorithm, ranks, kBytes, std::move(radix)});
}

std::vector<std::uint64_t> sent_by(const CollectivePlan& plan, std::uint32_t ranks) {
  std::vector<std::uint64_t> bytes(ranks);
  for (const PlannedMessage& one : plan.messages) bytes[one.from] += one.bytes;
  return bytes;
}

// A message holds what its sender began with and what the messages that it waited for held.
void expect_everybody_hears_everybody(const CollectivePlan& plan, std::uint32_t ranks) {
  std::vector<std::set<std::uint32_t>> holds;
  std::vector<std::set<std::uint32_t>> heard(ranks);
  for (std::size_t i = 0; i < plan.messages.size(); ++i) {
    const PlannedMessage& one = plan.messages[i];
    ASSERT_NE(one.from, one.to);
    std::set<std::uint32_t> held = {one.from};
    for (const std::uint32_t before : one.after) {
      ASSERT_LT(before, i);
      ASSERT_EQ(plan.messages[before].to, one.from) << "it waits for what another rank was sent";
      held.insert(holds[before].begin(), holds[before].end());
    }
    holds.push_back(held);
    heard[one.to].insert(held.begin(), held.end());
  }
  for (std::uint32_t rank = 0; rank < ranks; ++rank) {
    heard[rank].insert(rank);
    EXPECT_EQ(heard[rank].size(), ranks) << "rank " << rank;
  }
}

TEST(CollectivePlanTest, EveryRankGetsThePartsOfAll) {
  using A = CollectiveAlgorithm;
  for (const std::uint32_t ranks : {2u, 4u, 8u, 16u}) {
    for (const A algorithm : {A::ring, A::recursive_doubling, A::halving_doubling, A::tree}) {
      expect_everybody_hears_everybody(plan(Collective::all_reduce, algorithm, ranks), ranks);
    }
    for (const A algorithm : {A::ring, A::recursive_doubling}) {
      expect_everybody_hears_everybody(plan(Collective::all_gather, algorithm, ranks), ranks);
    }
    for (const A algorithm : {A::ring, A::halving_doubling}) {
      expect_everybody_hears_everybody(plan(Collective::reduce_scatter, algorithm, ranks), ranks);
    }
    expect_everybody_hears_everybody(plan(Collective::all_to_all, A::direct, ranks), ranks);
  }
  for (const std::uint32_t ranks : {3u, 5u, 7u}) {
    for (const A algorithm : {A::ring, A::tree}) {
      expect_everybody_hears_everybody(plan(Collective::all_reduce, algorithm, ranks), ranks);
    }
  }
  for (const Collective what :
       {Collective::all_reduce, Collective::all_gather, Collective::reduce_scatter}) {
    expect_everybody_hears_everybody(plan(what, A::torus_ring, 24, {4, 3, 2}), 24);
  }
}

TEST(CollectivePlanTest, ABroadcastReachesAllAndStartsAtTheFirst) {
  const CollectivePlan found = plan(Collective::broadcast, CollectiveAlgorithm::automatic, 13);
  ASSERT_EQ(found.messages.size(), 12u);
  std::set<std::uint32_t> reached = {0};
  for (const PlannedMessage& one : found.messages) {
    EXPECT_EQ(reached.count(one.from), 1u);
    EXPECT_TRUE(reached.insert(one.to).second);
    EXPECT_EQ(one.after.empty(), one.from == 0);
  }
}

// Thakur, Rabenseifner and Gropp 2005: (P - 1) / P of the vector each way, or log2 P times all.
TEST(CollectivePlanTest, TheBytesAreThoseOfTheAlgorithm) {
  using A = CollectiveAlgorithm;
  constexpr std::uint64_t kPart = kBytes / 8 * 7;
  const auto expect = [](const CollectivePlan& found, std::uint64_t bytes) {
    for (const std::uint64_t sent : sent_by(found, 8)) EXPECT_EQ(sent, bytes);
  };
  expect(plan(Collective::all_reduce, A::ring, 8), 2 * kPart);
  expect(plan(Collective::all_reduce, A::halving_doubling, 8), 2 * kPart);
  expect(plan(Collective::all_reduce, A::recursive_doubling, 8), 3 * kBytes);
  expect(plan(Collective::all_reduce, A::torus_ring, 8, {4, 2}), 2 * kPart);
  expect(plan(Collective::all_gather, A::ring, 8), kPart);
  expect(plan(Collective::all_gather, A::recursive_doubling, 8), kPart);
  expect(plan(Collective::reduce_scatter, A::halving_doubling, 8), kPart);
  expect(plan(Collective::all_to_all, A::direct, 8), kPart);
}

TEST(CollectivePlanTest, SumsAreMadeOfEveryPart) {
  std::uint64_t reduced = 0;
  const CollectivePlan found = plan(Collective::all_reduce, CollectiveAlgorithm::ring, 8);
  for (const PlannedMessage& one : found.messages) reduced += one.reduces;
  EXPECT_EQ(reduced + found.last_reduces, 7 * kBytes);
}

TEST(CollectivePlanTest, WhatAnAlgorithmCannotIsRefused) {
  using A = CollectiveAlgorithm;
  for (const CollectiveShape& shape :
       std::vector<CollectiveShape>{{Collective::all_reduce, A::recursive_doubling, 6, kBytes, {}},
                                    {Collective::all_reduce, A::halving_doubling, 12, kBytes, {}},
                                    {Collective::broadcast, A::ring, 8, kBytes, {}},
                                    {Collective::all_to_all, A::tree, 8, kBytes, {}},
                                    {Collective::all_reduce, A::torus_ring, 8, kBytes, {4, 4}},
                                    {Collective::all_reduce, A::torus_ring, 8, kBytes, {}}}) {
    EXPECT_THROW(model::plan_collective(shape), model::ConfigurationError);
  }
}

}  // namespace
}  // namespace turnpike::test
