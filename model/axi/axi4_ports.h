// axi4_ports.h - the AXI4 ports of a network, with the parameters of the adapter at each
// (docs/axi.md, 2 and 6).

#pragma once

#include <cstdint>
#include <vector>

#include "model/adapters/axi4_bus.h"
#include "model/adapters/axi4_network.h"
#include "model/topology/network.h"

namespace turnpike::model {

struct Axi4Port {
  NodeId node = 0;  // its terminal
  bool is_manager = false;
  Axi4Params params;
};

// Bits of an address inside a region of `size` bytes, a power of two.
unsigned axi4_region_bits(std::uint64_t size);

// IN_ORDER: packets between managers and subordinates have one route and one virtual channel each.
bool axi4_keeps_order(const Network& network, const Axi4NetworkSpec& spec);

// In the order of the nodes. `network` has a terminal for each node that `spec` names, one a node.
std::vector<Axi4Port> axi4_ports(const Network& network, const Axi4NetworkSpec& spec);

}  // namespace turnpike::model
