// measured.h - a number of an experiment with its confidence interval.

#pragma once

#include <cmath>
#include <limits>
#include <vector>

namespace turnpike::sim {

// A number with the half width of its 95 % confidence interval; without: exact or not estimated.
struct Measured {
  double mean = std::numeric_limits<double>::quiet_NaN();
  double half_width = 0;

  bool known() const { return !std::isnan(mean); }
};
// Over independent repetitions, at least one; infinite width with one. Student's t.
Measured measured(const std::vector<double>& repetitions);

}  // namespace turnpike::sim
