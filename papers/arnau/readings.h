// readings.h - what the paper leaves open of its switches and runs, read in several ways.

#pragma once

#include <string>
#include <vector>

#include "papers/arnau/cases.h"
#include "papers/papers.h"
#include "papers/rules.h"

namespace turnpike::sim::arnau {

struct Reading {
  std::string label;
  SwitchSetting setting = {};
  unsigned shorter = 1;  // runs with so many times fewer messages
  Fit fit = Fit::ordered;
  bool with_all_networks = false;  // else with some
};
// The first is that of the figures, each other one changes one thing of it.
std::vector<Reading> readings(const PaperOptions& options);
std::vector<Reading> readings_of_permutations(const PaperOptions& options);

// One number, as each reading has it; at least one, the first is that of the figures. Readings that
// do not give the latencies that the paper prints are not `fitting`: the paper's switches are
// others.
struct Outcome {
  std::string reading;
  Measured value;
  bool is_fitting = true;
};
using Outcomes = std::vector<Outcome>;

// From the least to the most, intervals included: what lies in it is open.
Measured span_of(const Outcomes& outcomes);
Outcomes fitting(const Outcomes& outcomes);

// For a claim: `base`, that of the figures; `span` of those that fit, with its ends `least` and
// `most`, and in words, with the two readings behind them, `ends`; `all_least`, `all_most` and
// `all_ends` of all readings. Words have numbers with so many `decimals`.
Values values_of(const Outcomes& outcomes, int decimals, const std::string& unit);

}  // namespace turnpike::sim::arnau
