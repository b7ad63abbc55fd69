// batch_sums_test.cpp - packets in batches.

#include "model/statistics/batch_sums.h"

#include <gtest/gtest.h>

namespace turnpike::test {
namespace {

using model::BatchSums;
using model::Cycle;

TEST(BatchSumsTest, WidthDoublesUntilTheLatestPacketFits) {
  BatchSums sums;
  sums.add(511, 5);
  EXPECT_EQ(sums.batch_cycles(), 1u);
  sums.add(512, 7);
  EXPECT_EQ(sums.batch_cycles(), 2u);
  EXPECT_EQ(sums.used(), 257u);
  EXPECT_EQ(sums.batches()[255].sum, 5u);
  EXPECT_EQ(sums.batches()[256].sum, 7u);
  sums.add(9999, 1);
  EXPECT_EQ(sums.batch_cycles(), 32u);
  EXPECT_EQ(sums.used(), 313u);
  EXPECT_EQ(sums.batches()[15].packets, 1u);
  EXPECT_EQ(sums.batches()[16].packets, 1u);
}

TEST(BatchSumsTest, OrderAndPartitionDoNotMatter) {
  constexpr std::uint64_t kPackets = 2000;
  BatchSums whole, backward, parts[4], merged;
  const auto offset = [](std::uint64_t i) { return Cycle{i * i / 40}; };
  for (std::uint64_t i = 0; i < kPackets; ++i) {
    whole.add(offset(i), i);
    parts[i * 4 / kPackets].add(offset(i), i);  // unequal widths: early packets apart from late
  }
  for (std::uint64_t i = kPackets; i-- > 0;) backward.add(offset(i), i);
  for (const BatchSums& part : parts) merged.merge(part);
  EXPECT_NE(parts[0].batch_cycles(), parts[3].batch_cycles());
  EXPECT_TRUE(whole == backward);
  EXPECT_TRUE(whole == merged);
}

}  // namespace
}  // namespace turnpike::test
