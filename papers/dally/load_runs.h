// load_runs.h - experiments under load: seeds, lengths, and what channels across the centre carry.

#pragma once

#include <string>
#include <vector>

#include "model/analysis/dally.h"
#include "model/topology/network.h"
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

// Where the interchange before node k/2 (if there is one) has sent its messages on: up, between it
// and the node; down, on its other side, which is the same in a mirror.
struct CentreChannels {
  std::vector<unsigned> channels;  // [level] how many go up; 0: local
  std::vector<double> traffic;     // [level] utilisation, up and down

  unsigned all() const;
  double share(unsigned level) const;  // of the traffic
};

// `utilisation` of each channel, or empty. Arrays only.
CentreChannels centre_channels(const model::Network& network,
                               const std::vector<double>& utilisation);

// Throughput over the plain array's by the exact count of uniform traffic: where the channels of
// some level at some cut are full. `channels` of each level, the local one first.
double counted_gain(unsigned nodes, const model::dally::Spacing& spacing,
                    const std::vector<unsigned>& channels);

// The greatest load of channels between the same two components, taken together: the mean of their
// utilisations.
double busiest(const model::Network& network, const std::vector<double>& utilisation);

}  // namespace turnpike::sim::dally
