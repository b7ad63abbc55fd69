// bisection.h - the number of channels between two halves of the nodes.
//
// Regular networks are cut across the middle of their longest dimension, which is their bisection.
// Butterflies are cut between the nodes of the lower and the upper half, sources and destinations
// alike. A search finds the halves of an irregular network (Kernighan & Lin 1970: swaps of pairs of
// switches, from several starts), so its number is an upper bound of the bisection.

#pragma once

#include <vector>

#include "model/analysis/channel_load.h"
#include "model/analysis/equivalent_distance.h"
#include "model/topology/network.h"

namespace turnpike::model {

using Halves = std::vector<bool>;  // [node] in the upper half

// The lower half has floor(k/2) planes of the longest dimension. Not for irregular networks.
Halves middle_halves(const Network& network);
// Halves of an irregular network with the fewest links between them that the search finds.
Halves searched_halves(const Network& network);

struct Cut {
  // Unidirectional channels; a message between the halves crosses one of them or more.
  unsigned up = 0;        // from the lower half to the upper
  unsigned down = 0;      // back
  double saturation = 0;  // load at which the messages between the halves fill them; infinite: none

  unsigned channels() const { return up + down; }
};
// The fewest channels that separate the halves (maximum flow, minimum cut). Both numbers are 0 if a
// component has terminals of both halves, because no channels separate these.
Cut cut_between(const Network& network, const Halves& halves, const TrafficShare& share);

// Lower bound of the links between equal halves of the switches: lambda_2 n / 4, with lambda_2 the
// second smallest eigenvalue of the Laplacian (Fiedler 1973).
double spectral_links(const SwitchGraph& graph);

}  // namespace turnpike::model
