// topology_spec.h - what a user says of a network: the [network], [router], [link] tables.

#pragma once

#include <cstdint>
#include <optional>
#include <string>
#include <utility>
#include <vector>

#include "model/topology/network.h"

namespace turnpike::model {

struct TopologySpec {
  TopologyKind kind = TopologyKind::mesh;
  std::vector<unsigned> radix;  // one per dimension; hypercube: all 2; butterfly: k, n times
  bool bidirectional = true;    // torus only
  bool highest_first = true;    // dimension order
  // Irregular only.
  std::vector<std::pair<unsigned, unsigned>> links;  // switch pairs, each a channel both ways
  std::vector<unsigned> link_latency;                // per link; empty: as LinkSpec says
  std::vector<unsigned> link_latency_back;           // second to first; empty: as link_latency
  std::vector<unsigned> hosts;                       // terminals per switch, switch 0 first
  std::vector<unsigned> terminal_switches;           // switch of each terminal; empty: as hosts
  std::optional<unsigned> root;                      // Up*/Down* root
};

struct RouterSpec {
  unsigned virtual_channels = 4;
  unsigned buffer_depth = 4;
  unsigned flit_bits = 32;
  unsigned pipeline_cycles = 1;
  unsigned patience = 256;
};

struct LinkSpec {
  double cycles_per_unit = 0;  // extra registers per unit of wire length, rounded up
};

}  // namespace turnpike::model
