// mser.h - finds the end of the transient of a series: the marginal standard error rule.

#pragma once

#include <cstddef>
#include <vector>

namespace turnpike::model {

// The number d of leading values to drop such that the standard error of the mean of the others is
// least: argmin over d of sum_{i >= d} (x_i - mean_d)^2 / (n - d)^2 (White 1997; with values that
// are means of windows: White, Cobb, Spratt 2000). At least two values and a quarter of all are
// kept: a few equal values at the end would otherwise pass for a perfect estimate.
std::size_t mser_truncation(const std::vector<double>& series);

// True when the transient is over: the rule drops no more than the first third. A truncation point
// beyond says that the series still moves, or is too short to tell.
bool mser_is_steady(const std::vector<double>& series);

}  // namespace turnpike::model
