// results_test.cpp - from events to reported figures, against sums by hand.

#include "model/statistics/results.h"

#include <gtest/gtest.h>

#include <algorithm>
#include <cmath>
#include <vector>

#include "model/common/random.h"

namespace turnpike::test {
namespace {

using model::Collector;
using model::Cycle;
using model::Delivery;
using model::Results;
using model::RunControl;
using model::RunSpec;

// A control that has been through `spec` with a network in which nothing is outstanding.
RunControl finished(const RunSpec& spec, bool finite = false) {
  RunControl control(spec, 4, {finite});
  model::WindowReport report;
  report.drained = true;
  while (control.phase() != model::Phase::done) control.on_window(report);
  return control;
}

TEST(ResultsTest, FiguresAreThoseOfTheMeasuredPackets) {
  RunSpec spec;
  spec.warmup = 1000;
  spec.measurement = 2000;
  Collector collector(1000, 3000);
  std::vector<double> latencies;
  double head = 0, wait = 0, hops = 0;
  for (std::uint64_t i = 0; i < 500; ++i) {
    const std::uint64_t bits = model::draw(1, model::Stream::test, 0, i);
    Delivery d;
    d.flits = 5;
    d.queued = 1000 + 4 * i;
    d.injected = d.queued + 1 + bits % 50;
    d.first = d.injected + 2 + (bits >> 8) % 30;
    d.last = d.first + 4 + (bits >> 16) % 300;
    d.hops = static_cast<std::uint32_t>(1 + bits % 7);
    collector.packet_queued(d.queued, d.flits);
    for (unsigned f = 0; f < d.flits; ++f) collector.flit_delivered(d.last);
    collector.packet_delivered(d);
    latencies.push_back(static_cast<double>(d.last - d.queued));
    head += static_cast<double>(d.first - d.queued);
    wait += static_cast<double>(d.injected - d.queued);
    hops += d.hops;
  }
  const Results results = model::make_results(collector, finished(spec), 4, 0.5);

  double sum = 0, squares = 0;
  for (const double latency : latencies) sum += latency;
  for (const double latency : latencies) squares += std::pow(latency - sum / 500, 2);
  EXPECT_DOUBLE_EQ(results.latency, sum / 500);
  EXPECT_NEAR(results.latency_stddev, std::sqrt(squares / 499), 1e-9);
  EXPECT_GT(results.latency_ci95, 0);
  EXPECT_LT(results.latency_ci95, results.latency_stddev);
  EXPECT_DOUBLE_EQ(results.head_latency, head / 500);
  EXPECT_DOUBLE_EQ(results.network_latency, (sum - wait) / 500);
  EXPECT_DOUBLE_EQ(results.source_queue_share, wait / sum);
  EXPECT_DOUBLE_EQ(results.hops, hops / 500);
  std::sort(latencies.begin(), latencies.end());
  EXPECT_NEAR(static_cast<double>(results.latency_p50), latencies[249], 2);
  EXPECT_NEAR(static_cast<double>(results.latency_p99), latencies[494], 3);
  EXPECT_EQ(static_cast<double>(results.latency_max), latencies.back());
  EXPECT_LE(results.latency_p99, results.latency_max);

  EXPECT_EQ(results.offered, 0.5);
  EXPECT_DOUBLE_EQ(results.generated, 2500.0 / 4 / 2000);
  EXPECT_DOUBLE_EQ(results.accepted, static_cast<double>(collector.accepted_flits()) / 4 / 2000);
  EXPECT_EQ(results.packets, 500u);
  EXPECT_EQ(results.flits, 2500u);
  EXPECT_EQ(results.undelivered, 0u);
  EXPECT_EQ(results.warmup_cycles, 1000u);
  EXPECT_EQ(results.measurement_cycles, 2000u);
  EXPECT_EQ(results.cycles, 3000u);
  EXPECT_FALSE(results.saturated);
}

TEST(ResultsTest, NoPacketsGiveZerosAndNoInterval) {
  RunSpec spec;
  spec.warmup = 0;
  const Results results = model::make_results(Collector(0, 10000), finished(spec), 4, 0);
  EXPECT_EQ(results.latency, 0);
  EXPECT_LT(results.latency_ci95, 0);
  EXPECT_EQ(results.latency_p99, 0u);
  EXPECT_EQ(results.source_queue_share, 0);
  EXPECT_EQ(results.accepted, 0);
}

TEST(ResultsTest, OfferedTrafficOfATraceIsWhatItGenerated) {
  RunSpec spec;
  Collector collector(0, spec.max_cycles);
  collector.packet_queued(3, 80);
  const RunControl control = finished(spec, true);
  const Results results = model::make_results(collector, control, 4, 0);
  EXPECT_DOUBLE_EQ(results.offered, 20.0 / static_cast<double>(control.now()));
  EXPECT_EQ(results.offered, results.generated);
  EXPECT_EQ(results.undelivered, 1u);
}

}  // namespace
}  // namespace turnpike::test
