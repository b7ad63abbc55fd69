// saturation_search.cpp - doubling until it saturates, then cutting the interval in three.

#include "sim/experiment/saturation_search.h"

#include <algorithm>
#include <cstdlib>

#include "sim/experiment/sweep_plan.h"

namespace turnpike::sim {

namespace {

constexpr double kFirst = 0.05;     // flits per node and cycle
constexpr double kLowest = 0.0001;  // nothing below is looked for
constexpr double kPrecision = 1.02;

// As the load is passed on, so that a load has one name.
double rounded(double load) { return std::strtod(load_text(load).c_str(), nullptr); }

}  // namespace

std::optional<double> SaturationSearch::lowest_saturated() const {
  for (const auto& [load, saturated] : saturated_) {
    if (saturated) return load;
  }
  return std::nullopt;
}

std::optional<double> SaturationSearch::highest_followed() const {
  std::optional<double> highest;
  for (const auto& [load, saturated] : saturated_) {
    if (saturated) break;
    highest = load;
  }
  return highest;
}

std::vector<double> SaturationSearch::next() const {
  const auto low = highest_followed();
  const auto high = lowest_saturated();
  if (!low && !high) return {kFirst, 2 * kFirst};
  if (!high) {
    if (*low >= highest_) return {};
    const double first = std::min(highest_, rounded(2 * *low));
    if (first >= highest_) return {highest_};
    return {first, std::min(highest_, rounded(4 * *low))};
  }
  if (!low) {
    if (*high <= kLowest) return {};
    return {rounded(*high / 4), rounded(*high / 2)};
  }
  if (*high <= kPrecision * *low) return {};
  const double third = (*high - *low) / 3;
  std::vector<double> loads;
  for (const double load : {rounded(*low + third), rounded(*low + 2 * third)}) {
    if (saturated_.count(load) == 0) loads.push_back(load);
  }
  return loads;
}

std::vector<double> SaturationSearch::curve_loads() const {
  const double top = highest_followed().value_or(lowest_saturated().value_or(highest_));
  std::vector<double> loads;
  for (const double share : {0.1, 0.2, 0.3, 0.4, 0.5, 0.6, 0.7, 0.8, 0.9, 0.95, 1.1, 1.25}) {
    const double load = rounded(share * top);
    if (load <= highest_ && saturated_.count(load) == 0) loads.push_back(load);
  }
  return loads;
}

}  // namespace turnpike::sim
