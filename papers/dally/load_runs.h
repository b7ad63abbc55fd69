// load_runs.h - how the experiments under load are run: seeds, lengths, overload and low load.

#pragma once

#include <string>

#include "papers/network_runs.h"

namespace turnpike::sim::dally {

std::vector<std::uint64_t> load_seeds(const PaperOptions& options);

// [traffic] and [run] that fill the network far beyond saturation, and that leave it nearly empty.
std::string overload(const PaperOptions& options, double load, unsigned length);
std::string low_load(const PaperOptions& options, unsigned length);

model::Network network_of(const Experiment& experiment);

// A figure of each repetition, with its interval.
template <class Figure>
Measured over_results(const NetworkPoint& point, const Figure& figure) {
  std::vector<double> values;
  for (const model::Results& results : point.results) values.push_back(figure(results));
  return measured(values);
}

}  // namespace turnpike::sim::dally
