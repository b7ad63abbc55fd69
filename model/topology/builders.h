// builders.h - functions that several topologies use to build their networks.

#pragma once

#include <cmath>
#include <cstddef>
#include <string>
#include <vector>

#include "model/common/configuration_error.h"
#include "model/topology/build.h"

namespace turnpike::model::detail {

inline unsigned bits_for(std::size_t highest) {
  unsigned bits = 1;
  while ((highest >> bits) != 0) ++bits;
  return bits;
}

inline unsigned latency_of(const LinkSpec& link, double length) {
  return static_cast<unsigned>(std::ceil(link.cycles_per_unit * length)) + link.cycles_per_hop;
}

// An empty network of this spec: limits checked, addresses laid out, the router described but for
// its ports.
Network start_network(const TopologySpec& topology, const RouterSpec& router,
                      const AddressLayout& layout);

// Sets PORTS and LOCAL_PORTS; `key` is blamed when there are too many.
void set_ports(Network& network, unsigned network_ports, unsigned local_ports,
               const std::string& key);

// The kind of the routers of a network with this spec.
inline ComponentKind component_kind(const RouterSpec& router) {
  return router.kind == RouterKind::packet ? ComponentKind::packet_router : ComponentKind::router;
}

// Switches and links of a list, with the tables of Up*/Down* unless the spec names others; a
// terminal's address is its number.
Network build_switches(const TopologySpec& topology, const RouterSpec& router,
                       const LinkSpec& link);
AddressLayout layout_of_switches(const TopologySpec& topology);

// Product of the radices; throws when there are more terminals than allowed.
std::size_t count_terminals(const std::vector<unsigned>& radix);

// The coordinates of `node` in address layout, first dimension lowest.
Address address_of(const std::vector<unsigned>& radix, unsigned coordinate_bits, NodeId node);
// k-1 of every dimension in address layout.
Address limit_of(const std::vector<unsigned>& radix, unsigned coordinate_bits);

}  // namespace turnpike::model::detail
