// curves.cpp - lines of formulas and points of measurements in the figures of Agarwal 1991.

#include "papers/agarwal/curves.h"

#include <algorithm>
#include <stdexcept>

namespace turnpike::sim::agarwal {

std::vector<PlotPoint> curve(const std::function<double(double)>& y, double from, double to,
                             unsigned count, double highest) {
  std::vector<PlotPoint> points;
  for (unsigned i = 0; i <= count; ++i) {
    const double x = from + (to - from) * i / count;
    try {
      const double value = y(x);
      if (value <= highest) points.push_back({x, value, 0});
    } catch (const std::invalid_argument&) {
      continue;  // beyond saturation
    }
  }
  return points;
}

PlotSeries formula_line(const std::string& label, std::vector<PlotPoint> points, unsigned colour) {
  PlotSeries series;
  series.label = label;
  series.points = std::move(points);
  series.style = PlotStyle::line;
  series.colour = colour;
  return series;
}

PlotSeries measured_series(const std::string& label, std::vector<PlotPoint> points,
                           unsigned colour) {
  PlotSeries series = formula_line(label, std::move(points), colour);
  series.style = PlotStyle::points;
  return series;
}

void add_network(Plot& plot, const NetworkCase& network, const std::string& label,
                 const std::vector<MeasuredPoint>& points) {
  const auto colour = static_cast<unsigned>(plot.series.size() / 2 + 1);
  constexpr double kHighestUtilisation = .97;
  const auto at = [&](double rate) {
    NetworkCase one = network;
    one.rate = rate;
    return formula(one);
  };
  const double last = at_utilisation(network, kHighestUtilisation).rate;
  const double highest = plot.y_limit > 0 ? plot.y_limit : 1e9;
  PlotSeries line = formula_line(label + ", formula", curve(at, 0, last, 97, highest), colour);
  line.dashed = true;
  std::vector<PlotPoint> measured_points;
  for (const MeasuredPoint& point : points) {
    if (!is_same_but_for_rate(point.network, network)) continue;
    measured_points.push_back(plotted(point, point.network.rate));
  }
  plot.series.push_back(line);
  plot.series.push_back(measured_series(label + ", measured", measured_points, colour));
}

}  // namespace turnpike::sim::agarwal
