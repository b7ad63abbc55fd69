// run_spec.h - the length of a run and the conditions for its end: the [run] table.

#pragma once

#include <cstdint>
#include <optional>

#include "model/common/types.h"

namespace turnpike::model {

constexpr double kLeastLatencyLimit = 500;  // cycles; BookSim's
constexpr double kZeroLoadsOfLimit = 20;

struct RunSpec {
  std::uint64_t seed = 1;
  unsigned threads = 1;         // model engine only; results do not depend on it
  std::optional<Cycle> warmup;  // cycles; none: found by the warm-up rule
  Cycle measurement = 10000;    // cycles in which queued packets are measured
  Cycle max_cycles = 200000;    // the run ends here at the latest
  // Cycles of mean latency at which a run is called saturated; none: kLeastLatencyLimit, or
  // kZeroLoadsOfLimit times what a message takes where no other is under way, if that is more.
  std::optional<double> latency_limit;
  double sink_stall = 0;   // probability that a sink consumes nothing in a cycle
  Cycle watchdog = 10000;  // cycles without any movement before a deadlock is reported

  // Half width of the 95 % interval of the mean latency, as a share of it, up to which measuring
  // goes on; 0: `measurement` decides alone.
  double precision = 0;
};

}  // namespace turnpike::model
