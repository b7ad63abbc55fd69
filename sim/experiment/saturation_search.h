// saturation_search.h - where does accepted traffic stop following the offered load?
//
// Says which loads to run next and is told whether they were saturated. It proposes two at a time,
// whatever the number of jobs, so the points of a sweep do not depend on the machine.

#pragma once

#include <map>
#include <optional>
#include <vector>

namespace turnpike::sim {

class SaturationSearch {
 public:
  // A node sends at most one flit a cycle on each of its local channels: `highest`.
  explicit SaturationSearch(double highest = 1) : highest_(highest) {}

  // Loads to run before asking again; empty: the search is over.
  std::vector<double> next() const;
  void report(double load, bool saturated) { saturated_[load] = saturated; }

  // The highest load below all saturated ones; none before one is known.
  std::optional<double> highest_followed() const;
  // The lowest load that was saturated; none: the network follows up to the highest.
  std::optional<double> lowest_saturated() const;

  // After the search: loads that show the whole curve.
  std::vector<double> curve_loads() const;

 private:
  double highest_;
  std::map<double, bool> saturated_;
};

}  // namespace turnpike::sim
