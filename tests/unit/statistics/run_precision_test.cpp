// run_precision_test.cpp - how long a run with run.precision measures, on made-up intervals.

#include <gtest/gtest.h>

#include <cmath>

#include "model/statistics/run_control.h"

namespace turnpike::test {
namespace {

using model::Cycle;
using model::Phase;
using model::RunControl;
using model::RunSpec;
using model::WindowReport;

// Half width of the interval after so many cycles of measurement, mean 100.
template <class HalfWidth>
RunControl measured_to_precision(const RunSpec& spec, HalfWidth half_width) {
  RunControl control(spec, 64);
  WindowReport report;
  report.latency_max = 300;
  while (control.phase() != Phase::done) {
    const bool was_wanted = control.wants_interval();
    const Cycle measured = control.now() + control.next_window_cycles();
    report.latency.mean = 100;
    report.latency.half_width = half_width(measured, report.latency.is_reliable);
    const Cycle end = control.measurement_end();
    control.on_window(report);
    EXPECT_LE(control.measurement_end(), spec.max_cycles);
    EXPECT_TRUE(was_wanted || control.measurement_end() == end);
  }
  return control;
}

TEST(RunPrecisionTest, MeasuresTwiceAsLongUntilTheIntervalIsNarrow) {
  RunSpec spec;
  spec.warmup = 0;
  spec.measurement = 1000;
  spec.precision = 0.02;
  const RunControl control = measured_to_precision(spec, [](Cycle measured, bool& is_reliable) {
    is_reliable = true;
    return 200 / std::sqrt(static_cast<double>(measured));  // 2 at 10,000
  });
  EXPECT_EQ(control.measurement_end(), 16000u);
  EXPECT_TRUE(control.complete());
  EXPECT_FALSE(control.saturated());
}

TEST(RunPrecisionTest, APrecisionOutOfReachUsesTheCyclesThereAreAndLeavesTheDrainItsOwn) {
  RunSpec spec;
  spec.warmup = 0;
  spec.measurement = 1000;
  spec.precision = 0.02;
  spec.max_cycles = 27000;
  for (const bool is_narrow : {false, true}) {  // a narrow one that is not reliable counts for none
    const RunControl control = measured_to_precision(spec, [&](Cycle, bool& is_reliable) {
      is_reliable = !is_narrow;
      return is_narrow ? 0.1 : 50;
    });
    EXPECT_GT(control.measurement_end(), 25000u);
    EXPECT_LE(control.measurement_end(), 27000u - 600);
    EXPECT_TRUE(control.complete());
  }
}

}  // namespace
}  // namespace turnpike::test
