// equivalent_distance.h - table of equivalent distances of an irregular network (Arnau et al.).
//
// Replace each link on a shortest legal route between two switches by a resistor of one unit. The
// equivalent distance of the switches is the resistance of this circuit between them, so several
// parallel routes bring switches nearer. Routes are legal under Up*/Down*. A switch is one point of
// the circuit, whether routes pass it going up or down, so the table is symmetric. It is no metric,
// because the triangle inequality can fail.

#pragma once

#include <cstddef>
#include <vector>

#include "model/topology/network.h"
#include "model/topology/up_down_load.h"

namespace turnpike::model {

struct DistanceTable {
  std::size_t switches = 0;
  std::vector<double> equivalent;  // [i * switches + j], in links; 0 on the diagonal
  std::vector<unsigned> legal;     // the same: channels of the shortest legal route
};

// `graph` is connected, a link joins two switches at most once. The time for resistances grows with
// the square of the switches and, for each pair, with the links on its shortest legal routes times
// the square of how many lie side by side. Without them `equivalent` is empty.
DistanceTable equivalent_distances(const SwitchGraph& graph, ComponentId root,
                                   bool with_resistances = true);

// The links between the switches of an irregular network, without terminals.
SwitchGraph switch_graph(const Network& network);
// Number of terminals of each switch.
std::vector<unsigned> hosts_of(const Network& network);

}  // namespace turnpike::model
