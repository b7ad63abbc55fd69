// slowest_test.cpp - which deliveries are kept, whoever saw them and in whatever order.

#include "model/statistics/slowest.h"

#include <gtest/gtest.h>

#include <algorithm>

#include "model/common/random.h"
#include "model/statistics/collector.h"

namespace turnpike::test {
namespace {

using model::Delivery;
using model::SlowestDeliveries;

Delivery delivery(model::NodeId source, model::Cycle queued, model::Cycle latency) {
  Delivery d;
  d.source = source;
  d.destination = 1;
  d.flits = 2;
  d.queued = queued;
  d.injected = queued + 1;
  d.first = d.last = queued + latency;
  return d;
}

// Few different latencies, so that many are equal.
std::vector<Delivery> many() {
  std::vector<Delivery> all;
  const model::RandomStream random(7, model::Stream::test);
  for (unsigned i = 0; i < 500; ++i) {
    all.push_back(delivery(i % 13, i, 10 + random.draw(i, 0) % 40));
  }
  return all;
}

TEST(SlowestTest, KeepsTheSlowestInOrder) {
  std::vector<Delivery> all = many();
  SlowestDeliveries slowest;
  for (const Delivery& d : all) slowest.add(d);
  std::stable_sort(all.begin(), all.end(), [](const Delivery& a, const Delivery& b) {
    return a.latency() > b.latency();  // of equal ones, the earlier: they came in that order
  });
  all.resize(SlowestDeliveries::kKept);
  EXPECT_EQ(slowest.list(), all);
}

TEST(SlowestTest, OrderAndPartitionsDoNotShow) {
  const std::vector<Delivery> all = many();
  SlowestDeliveries forwards;
  SlowestDeliveries backwards;
  std::vector<SlowestDeliveries> parts(3);
  for (std::size_t i = 0; i < all.size(); ++i) {
    forwards.add(all[i]);
    backwards.add(all[all.size() - 1 - i]);
    parts[all[i].source % 3].add(all[i]);
  }
  EXPECT_EQ(forwards, backwards);
  parts[2].merge(parts[0]);
  parts[2].merge(parts[1]);
  EXPECT_EQ(forwards, parts[2]);
}

TEST(SlowestTest, FewDeliveriesAreAllKept) {
  SlowestDeliveries slowest;
  slowest.add(delivery(1, 5, 0));
  slowest.add(delivery(2, 5, 9));
  ASSERT_EQ(slowest.list().size(), 2u);
  EXPECT_EQ(slowest.list()[0].source, 2u);
}

TEST(SlowestTest, OnlyMeasuredPacketsCount) {
  model::Collector collector(100, 150);
  collector.packet_delivered(delivery(0, 99, 500));
  collector.packet_delivered(delivery(1, 100, 20));
  collector.packet_delivered(delivery(2, 150, 500));
  ASSERT_EQ(collector.slowest().list().size(), 1u);
  EXPECT_EQ(collector.slowest().list()[0].source, 1u);
}

}  // namespace
}  // namespace turnpike::test
