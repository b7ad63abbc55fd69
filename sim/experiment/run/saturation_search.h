// saturation_search.h - finds the load at which accepted traffic stops following the offered load.
//
// It proposes loads, and its caller reports which of them were steady. It first brackets the answer
// with runs of the configured length, then confirms both ends of the bracket with runs kLonger
// times as long. If these disagree, the search continues with the long runs, because a short run
// close to saturation sees too little. It always proposes two loads at a time, so the points of a
// sweep do not depend on the number of jobs.

#pragma once

#include <map>
#include <optional>
#include <string>
#include <vector>

#include "model/statistics/run_spec.h"
#include "sim/experiment/results/result_keys.h"

namespace turnpike::sim {

// Accepted traffic followed the offered in this run, at every source and destination. A run that
// did not deliver in time what it measured followed its load no better.
bool follows(const Json& run);

struct SearchRun {
  double load = 0;
  bool is_long = false;
};

class SaturationSearch {
 public:
  static constexpr unsigned kLonger = 8;

  // A node sends at most one flit a cycle on each of its local channels: `highest`. Nothing follows
  // a load of `bound` or more, if there is one.
  explicit SaturationSearch(double highest = 1, std::optional<double> bound = std::nullopt);

  // Runs to make before asking again; empty: the search is over.
  std::vector<SearchRun> next() const;
  void report(const SearchRun& trial, bool has_followed);

  // The highest load below all that did not follow; none before one is known. Of long runs once
  // there are any.
  std::optional<double> highest_followed() const { return best().highest_followed(); }
  // The lowest load that did not follow, or the bound; none: the network follows up to the highest.
  std::optional<double> lowest_saturated() const { return best().lowest_saturated(); }

  // After the search: loads that show the whole curve.
  std::vector<double> curve_loads() const;

 private:
  // What runs of one length found.
  struct Bracket {
    std::optional<double> bound;
    std::map<double, bool> followed;

    std::optional<double> highest_followed() const;
    std::optional<double> lowest_saturated() const;
    bool is_known(double load) const { return followed.count(load) != 0; }
    std::vector<double> thirds() const;
  };

  const Bracket& best() const { return long_.followed.empty() ? short_ : long_; }
  std::vector<double> next_short() const;
  std::vector<double> next_long() const;

  double highest_;
  Bracket short_;
  Bracket long_;
};

// "run.measurement=80000", ...: a long run of the search.
std::vector<std::string> longer_run(const model::RunSpec& run);

}  // namespace turnpike::sim
