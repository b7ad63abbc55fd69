// interval.h - a 95 % confidence interval for the mean of correlated latencies.
//
// docs/statistics.md, section 3, has the rules, their sources and their measured coverage.

#pragma once

#include <cstddef>
#include <cstdint>
#include <limits>

#include "model/common/types.h"

namespace turnpike::model {

// The packets that were queued in an interval of time.
struct Batch {
  std::uint64_t packets = 0;
  std::uint64_t sum = 0;  // of their latencies, cycles

  friend bool operator==(const Batch& a, const Batch& b) {
    return a.packets == b.packets && a.sum == b.sum;
  }
};

struct Estimate {
  double mean = 0;
  // Half of the 95 % confidence interval; infinite if fewer than two batches hold a packet.
  double half_width = std::numeric_limits<double>::infinity();
  // False: the run is too short for the correlation of its latencies, and the true interval may be
  // wider.
  bool is_reliable = false;
  Cycle needed = 0;  // cycles to measure, at least, for a reliable interval; 0: these are enough

  // True if the interval is reliable and its half width at most that share of the mean.
  bool reaches(double precision) const { return is_reliable && half_width <= precision * mean; }
  // Cycles to measure, at least, until it is, when it was made from so many; 0: these are enough.
  Cycle needed_for(double precision, Cycle measured) const;
};

// The mean over `count` successive batches of `batch_cycles` cycles each.
Estimate estimate_mean(const Batch* batches, std::size_t count, Cycle batch_cycles);

// Student's t, two-sided 95 %. Above 31 degrees of freedom it is that of 31, which is larger.
double student95(std::size_t degrees_of_freedom);

// The weighted mean of independent values, such as the means of runs with different seeds, with its
// interval.
Estimate estimate_mean(const double* values, const double* weights, std::size_t count);

}  // namespace turnpike::model
