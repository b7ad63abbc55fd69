// saturation_search.cpp - doubling until it saturates, cutting the interval in three, confirming.

#include "sim/experiment/run/saturation_search.h"

#include <fmt/format.h>

#include <algorithm>
#include <cmath>
#include <cstdlib>

#include "sim/experiment/run/sweep_plan.h"

namespace turnpike::sim {

namespace {

constexpr double kFirst = 0.05;     // flits per node and cycle
constexpr double kLowest = 0.0001;  // nothing below is looked for
constexpr double kPrecision = 1.02;
constexpr double kStep = 0.02;                        // of the load, where a long run disagrees
constexpr model::Cycle kMostCycles = 10'000'000'000;  // of a run that is made longer

// As the load is passed on, so that a load has one name.
double rounded(double load) { return std::strtod(load_text(load).c_str(), nullptr); }

}  // namespace

bool follows(const Json& run) {
  if (run.at("saturated").get<bool>() || !run.at("complete").get<bool>()) return false;
  const Json& growth = run.at("wait_growth");
  return growth.is_null() || growth.get<double>() < run.at("wait_limit").get<double>();
}

std::vector<std::string> longer_run(const model::RunSpec& run) {
  if (run.measurement > kMostCycles || run.max_cycles > kMostCycles) return {};
  const model::Cycle more = (SaturationSearch::kLonger - 1) * run.measurement;
  return {fmt::format("run.measurement={}", run.measurement + more),
          fmt::format("run.max_cycles={}", run.max_cycles + 2 * more)};
}

SaturationSearch::SaturationSearch(double highest, std::optional<double> bound)
    : highest_(highest) {
  if (bound && *bound < highest) short_.bound = long_.bound = bound;
}

void SaturationSearch::report(const SearchRun& trial, bool has_followed) {
  (trial.is_long ? long_ : short_).followed[trial.load] = has_followed;
}

std::optional<double> SaturationSearch::Bracket::lowest_saturated() const {
  for (const auto& [load, has_followed] : followed) {
    if (bound && load >= *bound) break;
    if (!has_followed) return load;
  }
  return bound;
}

std::optional<double> SaturationSearch::Bracket::highest_followed() const {
  std::optional<double> highest;
  for (const auto& [load, has_followed] : followed) {
    if (!has_followed || (bound && load >= *bound)) break;
    highest = load;
  }
  return highest;
}

// None: its ends are close enough.
std::vector<double> SaturationSearch::Bracket::thirds() const {
  const double low = highest_followed().value();
  const double high = lowest_saturated().value();
  if (high <= kPrecision * low) return {};
  const double third = (high - low) / 3;
  std::vector<double> loads;
  for (const double load : {rounded(low + third), rounded(low + 2 * third)}) {
    if (!is_known(load)) loads.push_back(load);
  }
  return loads;
}

std::vector<SearchRun> SaturationSearch::next() const {
  std::vector<SearchRun> trials;
  if (long_.followed.empty()) {
    for (const double load : next_short()) trials.push_back({load, false});
  }
  if (trials.empty()) {
    for (const double load : next_long()) trials.push_back({load, true});
  }
  return trials;
}

std::vector<double> SaturationSearch::next_short() const {
  const auto low = short_.highest_followed();
  const auto high = short_.lowest_saturated();
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
  return short_.thirds();
}

// Both ends of the bracket first; then down or up, in steps that grow, until there are two again.
std::vector<double> SaturationSearch::next_long() const {
  const auto low = long_.highest_followed();
  const auto high = long_.lowest_saturated();
  if (long_.followed.empty()) {
    const auto followed = short_.highest_followed();
    if (!followed) return {};
    std::vector<double> loads = {*followed};
    const auto saturated = short_.lowest_saturated();
    if (saturated && saturated != short_.bound) loads.push_back(*saturated);
    return loads;
  }
  if (low && high) return long_.thirds();
  const double step = std::min(0.25, kStep * std::pow(2, long_.followed.size() / 2));
  if (!low) {
    if (*high <= kLowest) return {};
    return {rounded(*high * (1 - 2 * step)), rounded(*high * (1 - step))};
  }
  if (*low >= highest_) return {};
  const double first = std::min(highest_, rounded(*low * (1 + step)));
  if (first >= highest_) return {highest_};
  return {first, std::min(highest_, rounded(*low * (1 + 2 * step)))};
}

std::vector<double> SaturationSearch::curve_loads() const {
  const double top = highest_followed().value_or(lowest_saturated().value_or(highest_));
  std::vector<double> loads;
  for (const double share : {0.1, 0.2, 0.3, 0.4, 0.5, 0.6, 0.7, 0.8, 0.9, 0.95, 1.1, 1.25}) {
    const double load = rounded(share * top);
    if (load <= highest_ && !short_.is_known(load) && !long_.is_known(load)) loads.push_back(load);
  }
  return loads;
}

}  // namespace turnpike::sim
