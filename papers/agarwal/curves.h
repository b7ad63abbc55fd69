// curves.h - lines of formulas and points of measurements in the figures of Agarwal 1991.

#pragma once

#include <functional>
#include <string>
#include <vector>

#include "papers/agarwal/measured_points.h"

namespace turnpike::sim::agarwal {

// y at `count` + 1 places from `from` to `to`, without those where the formula is out of its
// domain, or above `highest`.
std::vector<PlotPoint> curve(const std::function<double(double)>& y, double from, double to,
                             unsigned count, double highest);

PlotSeries formula_line(const std::string& label, std::vector<PlotPoint> points, unsigned colour);
PlotSeries measured_series(const std::string& label, std::vector<PlotPoint> points,
                           unsigned colour);

// Latency against m: the formula, dashed as the paper has it, and the measured points of the
// networks that differ from `network` in their rate only.
void add_network(Plot& plot, const NetworkCase& network, const std::string& label,
                 const std::vector<MeasuredPoint>& points);

}  // namespace turnpike::sim::agarwal
