// mser.cpp - the marginal standard error rule.

#include "model/statistics/mser.h"

#include <limits>

namespace turnpike::model {

std::size_t mser_truncation(const std::vector<double>& series) {
  if (series.size() < 2) return 0;
  // From the back, with Welford's update, so that each d costs one step.
  double mean = 0;
  double squares = 0;
  double least = std::numeric_limits<double>::infinity();
  std::size_t best = 0;
  for (std::size_t kept = 1; kept <= series.size(); ++kept) {
    const std::size_t d = series.size() - kept;
    const double count = static_cast<double>(kept);
    const double off = series[d] - mean;
    mean += off / count;
    squares += off * (series[d] - mean);
    const double error = squares / (count * count);
    if (kept >= 2 && 4 * kept >= series.size() && error <= least) {  // of equals, drop fewer
      least = error;
      best = d;
    }
  }
  return best;
}

bool mser_is_steady(const std::vector<double>& series) {
  return 3 * mser_truncation(series) <= series.size();
}

}  // namespace turnpike::model
