// run_control_test.cpp - phases, warm-up, saturation, on made-up networks.

#include "model/statistics/run_control.h"

#include <gtest/gtest.h>

#include <algorithm>
#include <cmath>
#include <functional>

#include "model/common/configuration_error.h"
#include "model/common/random.h"

namespace turnpike::test {
namespace {

using model::Cycle;
using model::Phase;
using model::RunControl;
using model::RunSpec;
using model::WindowReport;

constexpr model::NodeId kNodes = 64;
constexpr std::uint64_t kFlits = 5;  // per packet

// A network told by its rates: flits per cycle queued and delivered, latency at a cycle.
struct Rates {
  std::function<double(Cycle)> queued = [](Cycle) { return 12.0; };
  std::function<double(Cycle)> delivered = [](Cycle) { return 12.0; };
  std::function<double(Cycle)> latency = [](Cycle) { return 20.0; };
  Cycle drain = 100;  // cycles after the measurement until its last packet is delivered
};

struct Outcome {
  Cycle start, end, cycles;
  bool saturated, complete, converged;
  std::string reason;
};

// Noise of 5 % that depends on the cycle.
double noisy(double value, Cycle now, std::uint64_t seed = 1) {
  return value * (0.95 + 0.1 * model::unit(model::draw(seed, model::Stream::test, 0, now)));
}

Outcome drive(const RunSpec& spec, const Rates& rates) {
  RunControl control(spec, kNodes);
  WindowReport report;
  bool was_warmup = control.phase() == Phase::warmup;
  while (control.phase() != Phase::done) {
    const Cycle cycles = control.next_window_cycles();
    EXPECT_GE(cycles, 1u);
    EXPECT_LE(control.now() + cycles, spec.max_cycles);
    if (cycles == 0) break;
    const Cycle middle = control.now() + cycles / 2;
    const auto packets = [&](double flits) {
      return static_cast<std::uint64_t>(std::llround(flits * static_cast<double>(cycles) / kFlits));
    };
    const std::uint64_t queued = packets(rates.queued(middle));
    const std::uint64_t delivered = packets(rates.delivered(middle));
    const auto latency = static_cast<std::uint64_t>(
        std::llround(rates.latency(middle) * static_cast<double>(delivered)));
    report.totals.packets_queued += queued;
    report.totals.flits_queued += queued * kFlits;
    report.totals.packets_delivered += delivered;
    report.totals.flits_delivered += delivered * kFlits;
    report.totals.latency_sum += latency;
    if (control.phase() != Phase::warmup) {
      report.measured_packets += delivered;
      report.measured_latency += latency;
      const bool drained = control.now() + cycles >= control.measurement_end() + rates.drain;
      report.outstanding = drained ? 0 : 7;
    }
    control.on_window(report);
    if (was_warmup && control.phase() != Phase::warmup) {
      report = {};  // the collectors are restarted
      was_warmup = false;
    }
  }
  return {
      control.measurement_start(), control.measurement_end(),  control.now(),   control.saturated(),
      control.complete(),          control.warmup_converged(), control.reason()};
}

TEST(RunControlTest, FixedWarmupMeasurementAndDrainAreExact) {
  RunSpec spec;
  spec.warmup = 1234;
  spec.measurement = 4321;
  Rates rates;
  rates.drain = 1;
  const Outcome outcome = drive(spec, rates);
  EXPECT_EQ(outcome.start, 1234u);
  EXPECT_EQ(outcome.end, 1234u + 4321);
  EXPECT_GT(outcome.cycles, outcome.end);
  EXPECT_LE(outcome.cycles, outcome.end + 100);
  EXPECT_FALSE(outcome.saturated);
  EXPECT_TRUE(outcome.complete);
  EXPECT_EQ(outcome.reason, "");
}

TEST(RunControlTest, NoWarmupMeasuresFromTheFirstCycle) {
  RunSpec spec;
  spec.warmup = 0;
  RunControl control(spec, kNodes);
  EXPECT_EQ(control.phase(), Phase::measurement);
  EXPECT_EQ(control.measurement_start(), 0u);
  EXPECT_EQ(control.measurement_end(), spec.measurement);
}

TEST(RunControlTest, TrafficGoesOnUntilTheLastMeasuredPacketIsDelivered) {
  RunSpec spec;
  spec.warmup = 1000;
  Rates rates;
  rates.drain = 3333;
  const Outcome outcome = drive(spec, rates);
  EXPECT_GE(outcome.cycles, outcome.end + 3333);
  EXPECT_LT(outcome.cycles, outcome.end + 3333 + 200);
}

TEST(RunControlTest, WarmupEndsAfterTheTransientAndNotLongAfter) {
  for (const double lag : {400.0, 1500.0, 4000.0}) {
    double sum = 0;
    for (std::uint64_t seed = 1; seed <= 50; ++seed) {
      SCOPED_TRACE(testing::Message() << "lag " << lag << ", seed " << seed);
      RunSpec spec;
      Rates rates;
      const auto level = [=](Cycle t) { return 1 - std::exp(-static_cast<double>(t) / lag); };
      rates.delivered = [=](Cycle t) { return noisy(12, t, seed); };
      rates.latency = [=](Cycle t) { return noisy(20 + 80 * level(t), t + 1, seed); };
      const Outcome outcome = drive(spec, rates);
      EXPECT_GT(level(outcome.start), 0.95);
      sum += static_cast<double>(outcome.start);
      EXPECT_TRUE(outcome.converged);
      EXPECT_FALSE(outcome.saturated);
    }
    EXPECT_LT(sum / 50, 4000 + 12 * lag) << "lag " << lag;
  }
}

TEST(RunControlTest, WarmupOfASteadyNetworkIsShort) {
  double sum = 0;
  for (std::uint64_t seed = 1; seed <= 50; ++seed) {
    Rates rates;
    rates.delivered = [=](Cycle t) { return noisy(12, t, seed); };
    rates.latency = [=](Cycle t) { return noisy(30, t + 1, seed); };
    sum += static_cast<double>(drive(RunSpec(), rates).start);
  }
  EXPECT_LT(sum / 50, 6000);
}

TEST(RunControlTest, WarmupTakesFifteenWindowsAndTwoMoreThatAgree) {
  const Outcome outcome = drive(RunSpec(), Rates());
  EXPECT_EQ(outcome.start, 17u * 200);
}

TEST(RunControlTest, WarmupWithFewPacketsDoesNotTrustTheirLatency) {
  Rates rates;  // a packet in every fifth window of 200 cycles
  rates.queued = rates.delivered = [](Cycle t) { return t / 200 % 5 == 0 ? 5.0 / 200 : 0.0; };
  const Outcome outcome = drive(RunSpec(), rates);
  EXPECT_GE(outcome.start, 42u * 200);
  EXPECT_LE(outcome.start, 60u * 200);
  EXPECT_TRUE(outcome.converged);
}

TEST(RunControlTest, WarmupAlsoWaitsForAcceptedTraffic) {
  Rates rates;
  rates.latency = [](Cycle t) { return noisy(20, t + 1); };
  rates.delivered = [](Cycle t) { return noisy(std::min(12.0, static_cast<double>(t) / 500), t); };
  EXPECT_GT(drive(RunSpec(), rates).start, 6000u);
}

TEST(RunControlTest, WarmupThatNeverSettlesIsCutAndSaidSo) {
  RunSpec spec;
  spec.latency_limit = 1e9;
  Rates rates;
  rates.latency = [](Cycle t) { return static_cast<double>(t); };
  const Outcome outcome = drive(spec, rates);
  EXPECT_FALSE(outcome.converged);
  EXPECT_EQ(outcome.start, spec.max_cycles / 4);
}

TEST(RunControlTest, ASilentNetworkIsMeasuredAndEnds) {
  Rates rates;
  rates.queued = rates.delivered = [](Cycle) { return 0.0; };
  rates.drain = 0;
  const Outcome outcome = drive(RunSpec(), rates);
  EXPECT_TRUE(outcome.converged);
  EXPECT_FALSE(outcome.saturated);
  EXPECT_EQ(outcome.cycles, outcome.end);
}

TEST(RunControlTest, OverloadIsSaturatedAndNotDrained) {
  RunSpec spec;
  Rates rates;
  rates.queued = [](Cycle) { return 40.0; };
  rates.delivered = [](Cycle t) { return noisy(28, t); };
  rates.latency = [](Cycle t) { return 0.3 * static_cast<double>(t); };
  rates.drain = 1000000;
  const Outcome outcome = drive(spec, rates);
  EXPECT_TRUE(outcome.saturated);
  EXPECT_EQ(outcome.cycles, outcome.end);
  EXPECT_NE(outcome.reason.find("accepted traffic is 7"), std::string::npos) << outcome.reason;
  // Latency never settles; the measurement begins once accepted traffic does.
  EXPECT_LT(outcome.start, 10000u);
  EXPECT_TRUE(outcome.converged);
}

TEST(RunControlTest, FourPercentShortIsNotYetSaturated) {
  RunSpec spec;
  spec.warmup = 1000;
  Rates rates;
  rates.queued = [](Cycle) { return 25.0; };
  rates.delivered = [](Cycle) { return 24.0; };
  EXPECT_FALSE(drive(spec, rates).saturated);
  rates.delivered = [](Cycle) { return 23.0; };
  EXPECT_TRUE(drive(spec, rates).saturated);
}

TEST(RunControlTest, ABacklogThatDoesNotGoOnGrowingIsNotSaturation) {
  RunSpec spec;
  spec.warmup = 1000;
  Rates rates;
  rates.queued = [](Cycle) { return 25.0; };
  rates.delivered = [](Cycle t) { return t < 6000 ? 20.0 : 25.0; };  // a burst, then it follows
  EXPECT_FALSE(drive(spec, rates).saturated);
}

TEST(RunControlTest, AFewPacketsUnderWayAtTinyLoadAreNotSaturation) {
  RunSpec spec;
  spec.warmup = 1000;
  spec.measurement = 1000;
  Rates rates;
  rates.queued = [](Cycle) { return 0.20; };
  rates.delivered = [](Cycle) { return 0.10; };  // half of 40 packets is still under way
  EXPECT_FALSE(drive(spec, rates).saturated);
}

TEST(RunControlTest, LatencyAboveTheLimitIsSaturation) {
  RunSpec spec;
  spec.warmup = 1000;
  spec.latency_limit = 300;
  Rates rates;
  rates.latency = [](Cycle) { return 301.0; };
  const Outcome outcome = drive(spec, rates);
  EXPECT_TRUE(outcome.saturated);
  EXPECT_NE(outcome.reason.find("run.latency_limit"), std::string::npos);
  rates.latency = [](Cycle) { return 299.0; };
  EXPECT_FALSE(drive(spec, rates).saturated);
}

TEST(RunControlTest, TheLimitIsRelativeToTheLatencyOfAnEmptyNetwork) {
  RunSpec spec;
  EXPECT_EQ(RunControl(spec, kNodes, {}, 12).latency_limit(), 500);
  EXPECT_EQ(RunControl(spec, kNodes, {}, 603).latency_limit(), 20 * 603);
  spec.latency_limit = 300;
  EXPECT_EQ(RunControl(spec, kNodes, {}, 603).latency_limit(), 300);
}

TEST(RunControlTest, AMeasurementThatFillsTheNetworkIsNoSaturation) {
  RunSpec spec;
  spec.warmup = 0;
  spec.measurement = 1000;
  const auto ends_saturated = [&](double zero_load) {
    RunControl control(spec, kNodes, {}, zero_load);
    WindowReport report;
    while (control.phase() == Phase::measurement) {
      const Cycle cycles = control.next_window_cycles();
      report.totals.packets_queued += cycles;
      report.totals.flits_queued += kFlits * cycles;  // nothing has arrived yet
      report.outstanding = report.totals.packets_queued;
      control.on_window(report);
    }
    return control.saturated();
  };
  EXPECT_FALSE(ends_saturated(900));
  EXPECT_TRUE(ends_saturated(20));
}

// Of 600 messages 40 are missing at the end, more than 5 %, but no more than chance brings.
TEST(RunControlTest, ChanceInAShortRunOfASmallNetworkIsNoSaturation) {
  RunSpec spec;
  spec.warmup = 500;
  spec.measurement = 700;
  const auto ends_saturated = [&](double missing) {
    RunControl control(spec, 2, {}, 12);
    WindowReport report;
    double share = 0;
    while (control.phase() == Phase::warmup) control.on_window(report);
    report = {};
    while (control.phase() == Phase::measurement) {
      share += static_cast<double>(control.next_window_cycles()) / 700;
      report.totals.packets_queued = static_cast<std::uint64_t>(600 * share);
      report.totals.packets_delivered = static_cast<std::uint64_t>((600 - missing) * share);
      report.totals.flits_queued = kFlits * report.totals.packets_queued;
      report.totals.flits_delivered = kFlits * report.totals.packets_delivered;
      control.on_window(report);
    }
    return control.saturated();
  };
  EXPECT_FALSE(ends_saturated(40));
  EXPECT_TRUE(ends_saturated(200));
}

TEST(RunControlTest, AStarvedNodeIsTheReasonWhereTheMeanIsWell) {
  RunControl control(RunSpec(), kNodes);
  WindowReport report;
  while (control.phase() != Phase::done) {
    const Cycle cycles = control.next_window_cycles();
    report.totals.packets_queued += cycles;
    report.totals.flits_queued += kFlits * cycles;
    report.totals.packets_delivered += cycles;
    report.totals.flits_delivered += kFlits * cycles;
    report.totals.latency_sum += 20 * cycles;
    const bool ends = control.phase() == Phase::measurement &&
                      control.now() + cycles == control.measurement_end();
    if (ends) report.starved = "node 3 starves";
    control.on_window(report);
  }
  EXPECT_TRUE(control.saturated());
  EXPECT_TRUE(control.complete());
  EXPECT_EQ(control.reason(), "node 3 starves");
}

TEST(RunControlTest, LatencyAboveTheLimitIsAlsoSeenWhileDraining) {
  RunSpec spec;
  spec.warmup = 1000;
  spec.measurement = 2000;
  Rates rates;
  rates.drain = 100000;
  rates.latency = [](Cycle t) { return t < 3000 ? 100.0 : 5000.0; };
  const Outcome outcome = drive(spec, rates);
  EXPECT_TRUE(outcome.saturated);
  EXPECT_LT(outcome.cycles, 10000u);
}

TEST(RunControlTest, MaxCyclesEndsADrainThatTakesTooLong) {
  RunSpec spec;
  spec.warmup = 1000;
  spec.max_cycles = 12345;
  Rates rates;
  rates.drain = 100000;
  const Outcome outcome = drive(spec, rates);
  EXPECT_EQ(outcome.cycles, 12345u);
  EXPECT_FALSE(outcome.complete);
  EXPECT_FALSE(outcome.saturated);
  EXPECT_NE(outcome.reason.find("7 measured packets"), std::string::npos) << outcome.reason;
}

TEST(RunControlTest, MeasurementUpToTheVeryLastCycleIsPossible) {
  RunSpec spec;
  spec.warmup = 2000;
  spec.measurement = 10000;
  spec.max_cycles = 12000;
  const Outcome outcome = drive(spec, Rates());
  EXPECT_EQ(outcome.cycles, 12000u);
  EXPECT_FALSE(outcome.complete);
  spec.measurement = 1;
  EXPECT_EQ(drive(spec, Rates()).end, 2001u);
}

TEST(RunControlTest, MeasurementThatDoesNotFitIsRefused) {
  const auto key_of = [](const RunSpec& spec) -> std::string {
    try {
      RunControl control(spec, kNodes);
    } catch (const model::ConfigurationError& error) {
      return error.key;
    }
    return "accepted";
  };
  RunSpec spec;
  spec.measurement = 0;
  EXPECT_EQ(key_of(spec), "run.measurement");
  spec.measurement = spec.max_cycles + 1;
  EXPECT_EQ(key_of(spec), "run.max_cycles");
  spec.measurement = spec.max_cycles;
  EXPECT_EQ(key_of(spec), "accepted");
  spec.warmup = 1;
  EXPECT_EQ(key_of(spec), "run.max_cycles");
  spec.warmup = ~Cycle{0};
  EXPECT_EQ(key_of(spec), "run.max_cycles");
}

TEST(RunControlTest, AStandstillEndsEachPhaseAndKeepsWhatWasMeasured) {
  struct Case {
    Cycle windows_until, stood_still, start, end;
  };
  // In warm-up, in the measurement, while draining.
  for (const Case& c :
       {Case{0, 437, 437, 437}, Case{1000, 1730, 1000, 1730}, Case{3000, 3450, 1000, 3000}}) {
    RunSpec spec;
    spec.warmup = 1000;
    spec.measurement = 2000;
    RunControl control(spec, kNodes);
    WindowReport report;
    report.outstanding = 9;
    while (control.now() < c.windows_until) control.on_window(report);
    control.on_standstill(c.stood_still, "nothing moves");
    EXPECT_EQ(control.phase(), Phase::done);
    EXPECT_EQ(control.now(), c.stood_still);
    EXPECT_EQ(control.measurement_start(), c.start);
    EXPECT_EQ(control.measurement_end(), c.end);
    EXPECT_FALSE(control.complete());
    EXPECT_FALSE(control.saturated());
    EXPECT_EQ(control.reason(), "nothing moves");
  }
}

TEST(RunControlTest, ATraceIsMeasuredFromItsFirstCycleUntilItIsDelivered) {
  RunSpec spec;
  spec.measurement = 1000;
  RunControl control(spec, kNodes, {true});
  EXPECT_EQ(control.phase(), Phase::measurement);
  EXPECT_EQ(control.measurement_end(), spec.max_cycles);
  WindowReport report;
  report.outstanding = 3;
  for (int i = 0; i < 30; ++i) EXPECT_EQ(control.on_window(report), Phase::measurement);
  report.outstanding = 0;
  report.drained = true;
  EXPECT_EQ(control.on_window(report), Phase::done);
  EXPECT_EQ(control.measurement_end(), control.now());
  EXPECT_TRUE(control.complete());
}

TEST(RunControlTest, ATraceLongerThanMaxCyclesIsNotComplete) {
  RunSpec spec;
  RunControl control(spec, kNodes, {true});
  WindowReport report;
  report.measured_packets = 19626;
  report.outstanding = 17;
  while (control.phase() != Phase::done) control.on_window(report);
  EXPECT_EQ(control.now(), spec.max_cycles);
  EXPECT_FALSE(control.complete());
  for (const char* part : {"run.max_cycles, 200000", "19626 messages delivered", "17 under way"}) {
    EXPECT_NE(control.reason().find(part), std::string::npos) << control.reason();
  }
}

}  // namespace
}  // namespace turnpike::test
