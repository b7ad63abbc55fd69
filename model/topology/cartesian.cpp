// cartesian.cpp - k-ary n-dimensional meshes and tori, any radix per dimension.
//
// Every channel has length 1: a torus is taken to be folded in each dimension, which makes all
// channels of a ring equally long (Dally & Towles, section 5.3). Express channels: express.cpp.

#include <algorithm>

#include "model/topology/builders.h"
#include "model/topology/deadlock.h"
#include "model/topology/express.h"
#include "model/topology/express_boundary.h"

namespace turnpike::model {

namespace {

// The channel from `from` to its upper neighbour in dimension d, or the one back. Input port p of
// a router comes from the neighbour that its output port p goes to, where both exist.
Channel channel_between(NodeId from, NodeId to, unsigned d, bool up, bool bidirectional,
                        unsigned latency) {
  if (!bidirectional) return {from, d, to, d, latency, 1};
  const PortId out = 2 * d + (up ? 0 : 1);
  return {from, out, to, out ^ 1u, latency, 1};
}

void connect_neighbours(Network& network, bool is_torus, unsigned latency) {
  const auto nodes = static_cast<NodeId>(network.terminals.size());
  const bool bidirectional = network.bidirectional;
  network.channels.reserve(std::size_t{nodes} * network.router.network_ports());
  for (NodeId node = 0; node < nodes; ++node) {
    NodeId stride = 1;
    for (unsigned d = 0; d < network.radix.size(); ++d) {
      const unsigned k = network.radix[d];
      const unsigned here = node / stride % k;
      if (is_torus || here + 1 < k) {
        const NodeId upper = here + 1 < k ? node + stride : node - (k - 1) * stride;
        network.channels.push_back(channel_between(node, upper, d, true, bidirectional, latency));
      }
      if (bidirectional && (is_torus || here > 0)) {
        const NodeId lower = here > 0 ? node - stride : node + (k - 1) * stride;
        network.channels.push_back(channel_between(node, lower, d, false, true, latency));
      }
      stride *= k;
    }
  }
}

// Where a channel of a mesh begins or ends, on the way of the packets that travel on it.
struct Waypoint {
  unsigned travel = 0;  // 2 * dimension, + 1 going down
  int place = 0;        // 2x+1: node x; 2x: the interchange before it; going down negative
  int module = 0;       // in the order in which packets pass the modules of one interchange
};

Waypoint waypoint(const Network& network, ComponentId component, PortId port, bool is_input) {
  const Component& at = network.components[component];
  const RoutingParams& routing = network.router.routing;
  Waypoint point;
  const bool is_router = at.kind != ComponentKind::interchange;
  if (is_router) {
    point.travel = is_input ? port ^ 1u : port;
  } else {
    const InterchangeRouting& shape = network.interchanges[at.shape].routing;
    point.travel = port / shape.per_direction() + 2u * at.dimension;
    // An adapter is passed before its interchange going up, after it going down.
    const bool is_behind = at.role == ModuleRole::descending ||
                           (at.role == ModuleRole::adapter && point.travel % 2 == 1);
    point.module = is_behind ? 2 * static_cast<int>(kMaxExpressLevels) - at.level : at.level;
  }
  const auto x =
      static_cast<int>(coordinate(at.address, point.travel / 2, routing.coordinate_bits));
  point.place = 2 * x + (is_router ? 1 : 0);
  if (point.travel % 2 == 1) point.place = -point.place;
  return point;
}

// Mesh: if every channel leads on in one direction of one dimension, a packet that travels so comes
// to no channel twice; and dimension order lets it change its travel only to a later dimension.
void check_ways_on(const Network& network, DeadlockReport& report) {
  report.deadlock_free =
      std::all_of(network.channels.begin(), network.channels.end(), [&](const Channel& channel) {
        const Waypoint from = waypoint(network, channel.from, channel.from_port, false);
        const Waypoint to = waypoint(network, channel.to, channel.to_port, true);
        return from.travel == to.travel &&
               std::make_pair(from.place, from.module) < std::make_pair(to.place, to.module);
      });
  report.checked = true;
  report.method = "every channel leads on in its dimension and direction (dimension order)";
}

class Grid : public Topology {
 public:
  Network build(const TopologySpec& topology, const RouterSpec& router,
                const LinkSpec& link) const override;

 protected:
  constexpr explicit Grid(const char* its_word) : Topology(its_word) {
    takes_dimension_order = true;
    is_grid = true;
  }
  ~Grid() = default;
};

class Mesh final : public Grid {
 public:
  constexpr Mesh() : Grid("mesh") {}
  RoutingKind routing(const TopologySpec&) const override { return RoutingKind::mesh; }
  void prove_large(const Network& network, DeadlockReport& report) const override {
    if (!network.router.routing.kind.function->follows_dimensions) {
      Topology::prove_large(network, report);
    } else if (detail::fits_one_ring_per_radix(network)) {
      detail::check_one_ring_per_radix(network, report);
    } else {
      check_ways_on(network, report);
    }
  }
};

class Torus final : public Grid {
 public:
  constexpr Torus() : Grid("torus") { takes_direction = true; }
  RoutingKind routing(const TopologySpec& topology) const override {
    return topology.bidirectional ? RoutingKind::torus_bidirectional
                                  : RoutingKind::torus_unidirectional;
  }
  std::string text(const TopologySpec& topology, std::size_t components) const override {
    return (topology.bidirectional ? "" : "unidirectional ") + Topology::text(topology, components);
  }
  void prove_large(const Network& network, DeadlockReport& report) const override {
    if (!network.router.routing.kind.function->follows_dimensions) {
      Topology::prove_large(network, report);
    } else if (detail::fits_one_ring_per_radix(network)) {
      detail::check_one_ring_per_radix(network, report);
    } else {
      report.method = "not checked: rings too long";
    }
  }
};

Network Grid::build(const TopologySpec& topology, const RouterSpec& router,
                    const LinkSpec& link) const {
  using namespace detail;
  const bool is_torus = routing(topology).has_rings;
  const bool bidirectional = !is_torus || topology.bidirectional;
  if (is_torus && topology.express && router.virtual_channels < 2) {
    throw ConfigurationError("router.virtual_channels", std::to_string(router.virtual_channels),
                             "at least 2 with express channels on a torus: an interchange on the "
                             "dateline leads from one class of VCs to the other");
  }
  const auto nodes = static_cast<NodeId>(count_terminals(topology.radix));
  const auto dimensions = static_cast<unsigned>(topology.radix.size());
  const AddressLayout addresses = layout(topology);
  const unsigned bits = addresses.coordinate_bits;
  Network network = start_network(topology, router, addresses);
  network.bidirectional = bidirectional;
  network.limit = limit_of(topology.radix, bits);
  const unsigned network_ports = (bidirectional ? 2 : 1) * dimensions;
  set_ports(network, network_ports, 1, "network.dimensions");

  network.components.reserve(nodes);
  network.terminals.reserve(nodes);
  for (NodeId node = 0; node < nodes; ++node) {
    const Address address = address_of(topology.radix, bits, node);
    network.components.push_back({component_kind(router), address});
    network.terminals.push_back({address, {node, network_ports}, {node, network_ports}});
  }
  if (topology.express) {
    const ExpressRules rules = make_express_rules(topology, router);
    const std::optional<BoundarySpec>& boundary = topology.express->boundary;
    if (boundary) check_boundary(topology, rules, network.router.format.wire_bits());
    connect_express(network, rules, link);
    if (boundary) connect_boundaries(network, *boundary, link);
  } else {
    connect_neighbours(network, is_torus, latency_of(link, 1));
  }
  return network;
}

constexpr Mesh kMesh;
constexpr Torus kTorus;

}  // namespace

const Topology* const Topology::mesh = &kMesh;
const Topology* const Topology::torus = &kTorus;

}  // namespace turnpike::model
