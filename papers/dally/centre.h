// centre.h - the channels across the centre of an express array, and what they carry.

#pragma once

#include <vector>

#include "model/topology/network.h"

namespace turnpike::sim::dally {

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

// The greatest load of channels between the same two components, taken together: the mean of their
// utilisations.
double busiest(const model::Network& network, const std::vector<double>& utilisation);

}  // namespace turnpike::sim::dally
