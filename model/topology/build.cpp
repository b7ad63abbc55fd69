// build.cpp - limits of what can be built, and the parts common to all topologies.

#include "model/topology/build.h"

#include <algorithm>

#include "model/topology/builders.h"

namespace turnpike::model {

namespace detail {

namespace {

void check_range(const char* key, unsigned value, unsigned low, unsigned high, const char* unit) {
  if (value >= low && value <= high) return;
  throw ConfigurationError(key, std::to_string(value),
                           std::to_string(low) + " .. " + std::to_string(high) + unit);
}

void check_router(const RouterSpec& router) {
  check_range("router.virtual_channels", router.virtual_channels, 1, kMaxVcs, "");
  check_range("router.buffer_depth", router.buffer_depth, 1, kMaxDepth, " flits");
  check_range("router.flit_bits", router.flit_bits, kMinFlitBits, kMaxFlitBits, " bits");
  check_range("router.pipeline_cycles", router.pipeline_cycles, 1, 2, " cycles");
  check_range("router.patience", router.patience, 1, 65535, " cycles");
}

void check_radix(const std::vector<unsigned>& radix) {
  if (radix.empty()) throw ConfigurationError("network.dimensions", "0", "at least 1");
  for (const unsigned k : radix) {
    if (k < 2) throw ConfigurationError("network.radix", std::to_string(k), "at least 2");
  }
}

RoutingKind routing_of(const TopologySpec& topology) {
  switch (topology.kind) {
    case TopologyKind::mesh:
      return RoutingKind::mesh;
    case TopologyKind::torus:
      return topology.bidirectional ? RoutingKind::torus_bidirectional
                                    : RoutingKind::torus_unidirectional;
    case TopologyKind::hypercube:
      return RoutingKind::hypercube;
    case TopologyKind::butterfly:
      return RoutingKind::destination_tag;
    case TopologyKind::irregular:
      break;
  }
  return RoutingKind::table;
}

}  // namespace

Network start_network(const TopologySpec& topology, const RouterSpec& router, unsigned dimensions,
                      unsigned coordinate_bits) {
  const unsigned address_bits = dimensions * coordinate_bits;
  if (address_bits > 24) {
    throw ConfigurationError("network.radix", std::to_string(address_bits) + " address bits",
                             "at most 24 (dimensions times the bits of a coordinate)");
  }
  if (router.flit_bits < 2 * address_bits + 2) {
    throw ConfigurationError("router.flit_bits", std::to_string(router.flit_bits),
                             "at least " + std::to_string(2 * address_bits + 2) +
                                 ": a head flit holds two addresses of " +
                                 std::to_string(address_bits) + " bits and its kind");
  }
  Network network;
  network.topology = topology.kind;
  network.radix = topology.radix;
  network.bidirectional = topology.bidirectional;
  RouterParams& params = network.router;
  params.virtual_channels = router.virtual_channels;
  params.buffer_depth = router.buffer_depth;
  params.format = {router.flit_bits, address_bits};
  params.pipeline_cycles = router.pipeline_cycles;
  params.patience = router.patience;
  params.routing.kind = routing_of(topology);
  params.routing.dimensions = dimensions;
  params.routing.coordinate_bits = coordinate_bits;
  params.routing.highest_first = topology.highest_first;
  params.routing.virtual_channels = router.virtual_channels;
  return network;
}

void set_ports(Network& network, unsigned network_ports, unsigned local_ports,
               const std::string& key) {
  if (network_ports + local_ports > kMaxPorts) {
    throw ConfigurationError(key,
                             "routers of " + std::to_string(network_ports + local_ports) + " ports",
                             "at most " + std::to_string(kMaxPorts) + " ports");
  }
  network.router.ports = network_ports + local_ports;
  network.router.local_ports = local_ports;
  network.router.routing.network_ports = network_ports;
}

std::size_t count_terminals(const std::vector<unsigned>& radix) {
  std::size_t terminals = 1;
  for (const unsigned k : radix) {
    terminals *= k;
    if (terminals > kMaxTerminals) {
      throw ConfigurationError("network.radix",
                               "more than " + std::to_string(kMaxTerminals) + " terminals",
                               "at most " + std::to_string(kMaxTerminals) + " terminals");
    }
  }
  return terminals;
}

Address address_of(const std::vector<unsigned>& radix, unsigned coordinate_bits, NodeId node) {
  Address address = 0;
  unsigned shift = 0;
  for (const unsigned k : radix) {
    address |= (node % k) << shift;
    node /= k;
    shift += coordinate_bits;
  }
  return address;
}

Address limit_of(const std::vector<unsigned>& radix, unsigned coordinate_bits) {
  Address limit = 0;
  unsigned shift = 0;
  for (const unsigned k : radix) {
    limit |= (k - 1) << shift;
    shift += coordinate_bits;
  }
  return limit;
}

}  // namespace detail

Network build_network(const TopologySpec& topology, const RouterSpec& router,
                      const LinkSpec& link) {
  detail::check_router(router);
  // 2^16 registers on a wire are more than any buffer of 64 flits could cover.
  if (!(link.cycles_per_unit >= 0 && link.cycles_per_unit <= 65536)) {
    throw ConfigurationError("link.cycles_per_unit", std::to_string(link.cycles_per_unit),
                             "0 .. 65536 cycles");
  }
  if (link.cycles_per_hop > 65536) {
    throw ConfigurationError("link.cycles_per_hop", std::to_string(link.cycles_per_hop),
                             "0 .. 65536 cycles");
  }
  const bool is_cartesian =
      topology.kind == TopologyKind::mesh || topology.kind == TopologyKind::torus;
  if (topology.express && !is_cartesian) {
    throw ConfigurationError("network.express.spacing", "another topology",
                             "only with topology \"mesh\" or \"torus\"");
  }
  if (topology.kind != TopologyKind::irregular) detail::check_radix(topology.radix);
  switch (topology.kind) {
    case TopologyKind::mesh:
    case TopologyKind::torus:
      return detail::build_cartesian(topology, router, link);
    case TopologyKind::hypercube:
      return detail::build_hypercube(topology, router, link);
    case TopologyKind::butterfly:
      return detail::build_butterfly(topology, router, link);
    case TopologyKind::irregular:
      break;
  }
  return detail::build_irregular(topology, router, link);
}

}  // namespace turnpike::model
