// collector_test.cpp - what is measured, and that threads do not show in it.

#include "model/statistics/collector.h"

#include <gtest/gtest.h>

#include <algorithm>
#include <vector>

#include "model/common/random.h"

namespace turnpike::test {
namespace {

using model::Collector;
using model::Cycle;
using model::Delivery;

Delivery delivery(Cycle queued, Cycle injected, Cycle first, Cycle last) {
  Delivery d;
  d.flits = 3;
  d.queued = queued;
  d.injected = injected;
  d.first = first;
  d.last = last;
  d.hops = 2;
  return d;
}

TEST(CollectorTest, MeasuresPacketsQueuedInTheIntervalWheneverTheyArrive) {
  Collector collector(100, 200);
  for (const Cycle queued : {99u, 100u, 199u, 200u}) {
    collector.packet_queued(queued, 3);
    collector.packet_delivered(delivery(queued, queued + 1, queued + 500, queued + 502));
  }
  EXPECT_EQ(collector.totals().packets_queued, 4u);
  EXPECT_EQ(collector.totals().flits_queued, 12u);
  EXPECT_EQ(collector.totals().packets_delivered, 4u);
  EXPECT_EQ(collector.totals().latency_sum, 4u * 502);
  EXPECT_EQ(collector.measured().packets_queued, 2u);
  EXPECT_EQ(collector.measured().packets, 2u);
  EXPECT_EQ(collector.measured().flits, 6u);
  EXPECT_EQ(collector.outstanding(), 0u);
}

TEST(CollectorTest, AcceptsFlitsDeliveredInTheIntervalWhosesoever) {
  Collector collector(100, 200);
  for (const Cycle now : {99u, 100u, 150u, 199u, 200u}) collector.flit_delivered(now);
  EXPECT_EQ(collector.accepted_flits(), 3u);
  EXPECT_EQ(collector.totals().flits_delivered, 5u);
}

TEST(CollectorTest, OutstandingAreMeasuredPacketsUnderWay) {
  Collector collector(100, 200);
  collector.packet_queued(150, 3);
  collector.packet_queued(160, 3);
  collector.packet_queued(250, 3);
  EXPECT_EQ(collector.outstanding(), 2u);
  collector.packet_delivered(delivery(160, 161, 170, 172));
  collector.packet_delivered(delivery(250, 251, 260, 262));
  EXPECT_EQ(collector.outstanding(), 1u);
}

TEST(CollectorTest, SplitsTheLatencyOfAPacket) {
  Collector collector(0, 1000);
  collector.packet_queued(10, 3);
  collector.packet_delivered(delivery(10, 25, 31, 40));
  EXPECT_EQ(collector.measured().latency, 30u);
  EXPECT_EQ(collector.measured().head_latency, 21u);
  EXPECT_EQ(collector.measured().queue_wait, 15u);
  EXPECT_EQ(collector.measured().network_latency, 15u);
  EXPECT_EQ(collector.measured().hops, 2u);
  EXPECT_TRUE(collector.measured().latency_squares == 900u);
  EXPECT_EQ(collector.measured().latency_max, 30u);
}

TEST(CollectorTest, WithoutAnIntervalNothingIsMeasured) {
  Collector collector;
  collector.packet_queued(0, 3);
  collector.packet_delivered(delivery(0, 1, 2, 3));
  collector.flit_delivered(0);
  EXPECT_EQ(collector.measured().packets_queued, 0u);
  EXPECT_EQ(collector.measured().packets, 0u);
  EXPECT_EQ(collector.accepted_flits(), 0u);
  EXPECT_EQ(collector.totals().packets_delivered, 1u);
}

// Feeds 5000 packets; packet i goes to parts[i % parts] at its source and to another at its sink.
Collector fed(std::size_t parts, bool merge_backward) {
  std::vector<Collector> part(parts, Collector(1000, 9000));
  for (std::uint64_t i = 0; i < 5000; ++i) {
    const std::uint64_t bits = model::draw(1, model::Stream::test, 0, i);
    const Cycle queued = 2 * i;
    const Cycle latency = 1 + (bits >> (40 + i % 20));
    part[i % parts].packet_queued(queued, 3);
    Collector& sink = part[(i / 3) % parts];
    sink.flit_delivered(queued + latency);
    sink.packet_delivered(delivery(queued, queued + 1, queued + latency, queued + latency));
  }
  Collector merged(1000, 9000);
  if (merge_backward) std::reverse(part.begin(), part.end());
  for (const Collector& each : part) merged.merge(each);
  return merged;
}

TEST(CollectorTest, MergingIsTheSameForAnyPartitionAndOrder) {
  const Collector one = fed(1, false);
  EXPECT_GT(one.measured().packets, 3000u);
  for (const std::size_t parts : {2u, 3u, 8u}) {
    EXPECT_TRUE(fed(parts, false) == one) << parts << " parts";
    EXPECT_TRUE(fed(parts, true) == one) << parts << " parts";
  }
}

TEST(CollectorTest, EqualityTellsOnePacketApart) {
  Collector a(0, 100), b(0, 100);
  a.packet_delivered(delivery(10, 11, 12, 13));
  b.packet_delivered(delivery(10, 11, 12, 14));
  EXPECT_FALSE(a == b);
}

TEST(CollectorTest, DifferentIntervalsDoNotMerge) {
  Collector a(0, 100);
  EXPECT_THROW(a.merge(Collector(0, 101)), std::logic_error);
}

TEST(CollectorTest, SquaresOfHugeLatenciesDoNotOverflow) {
  Collector collector(0, 10);
  const Cycle huge = Cycle{1} << 40;
  for (int i = 0; i < 3; ++i) collector.packet_delivered(delivery(0, 1, 2, huge));
  const model::Uint128 expected = model::Uint128{3} << 80;
  EXPECT_TRUE(collector.measured().latency_squares == expected);
}

TEST(CollectorTest, DifferenceOfTotalsIsWhatHappenedBetween) {
  Collector collector;
  collector.packet_queued(0, 3);
  const model::WindowSummary before = collector.totals();
  collector.packet_queued(5, 4);
  collector.flit_delivered(6);
  collector.packet_delivered(delivery(0, 1, 4, 6));
  model::WindowSummary window = collector.totals() - before;
  EXPECT_EQ(window.packets_queued, 1u);
  EXPECT_EQ(window.flits_queued, 4u);
  EXPECT_EQ(window.flits_delivered, 1u);
  EXPECT_EQ(window.packets_delivered, 1u);
  EXPECT_EQ(window.latency_sum, 6u);
  window += before;
  EXPECT_TRUE(window == collector.totals());
}

}  // namespace
}  // namespace turnpike::test
