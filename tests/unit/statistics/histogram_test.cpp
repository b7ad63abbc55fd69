// histogram_test.cpp - percentiles against sorting everything.

#include "model/statistics/histogram.h"

#include <gtest/gtest.h>

#include <algorithm>
#include <cmath>
#include <vector>

#include "model/common/random.h"

namespace turnpike::test {
namespace {

using model::Histogram;

// Latencies with a long tail, 1 .. about 10 million.
std::vector<std::uint64_t> long_tail(std::size_t count) {
  std::vector<std::uint64_t> values;
  for (std::size_t i = 0; i < count; ++i) {
    const double u = model::unit(model::draw(1, model::Stream::test, 0, i));
    values.push_back(static_cast<std::uint64_t>(1 + 20 / std::pow(1 - u, 1.5)));
  }
  return values;
}

TEST(HistogramTest, BinsAreContiguousAndTight) {
  std::uint64_t next = 0;
  for (std::size_t bin = 0; bin < 2000; ++bin) {
    const std::uint64_t end = Histogram::bin_end(bin);
    ASSERT_EQ(Histogram::bin(next), bin) << "value " << next;
    ASSERT_EQ(Histogram::bin(end), bin) << "value " << end;
    ASSERT_LE(static_cast<double>(end - next), static_cast<double>(next) / 128);
    next = end + 1;
  }
  EXPECT_EQ(Histogram::bin_end(Histogram::bin(~std::uint64_t{0})), ~std::uint64_t{0});
}

TEST(HistogramTest, PercentilesAgreeWithSorting) {
  for (const std::size_t count : {1u, 2u, 19u, 100u, 5000u}) {
    std::vector<std::uint64_t> values = long_tail(count);
    Histogram histogram;
    for (const std::uint64_t value : values) histogram.add(value);
    std::sort(values.begin(), values.end());
    for (const double quantile : {0.001, 0.5, 0.9, 0.95, 0.99, 1.0}) {
      const auto rank =
          static_cast<std::size_t>(std::max(1.0, std::ceil(quantile * static_cast<double>(count))));
      const std::uint64_t exact = values[rank - 1];
      const std::uint64_t found = histogram.percentile(quantile);
      EXPECT_GE(found, exact) << quantile << " of " << count;
      EXPECT_LE(static_cast<double>(found), static_cast<double>(exact) * (1 + 1.0 / 128));
      if (exact < 256) {
        EXPECT_EQ(found, exact);
      }
    }
  }
}

TEST(HistogramTest, NothingRecordedHasPercentileZero) {
  EXPECT_EQ(Histogram().percentile(0.5), 0u);
}

TEST(HistogramTest, MergingEqualsRecordingInOne) {
  Histogram whole, parts[3], merged;
  std::size_t i = 0;
  for (const std::uint64_t value : long_tail(3000)) {
    whole.add(value);
    parts[i++ % 3].add(value);
  }
  for (const std::size_t part : {2u, 0u, 1u}) merged.merge(parts[part]);
  EXPECT_TRUE(merged == whole);
  EXPECT_EQ(merged.total(), 3000u);
}

}  // namespace
}  // namespace turnpike::test
