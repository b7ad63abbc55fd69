// hypercube.cpp - binary n-cubes; port d leads to the neighbour that differs in bit d.
//
// A node may have several channels to its router, each with a terminal of its own.
// Every channel has length 1 here: a layout with longer ones is the business of the analysis.

#include <array>
#include <numeric>

#include "model/topology/builders.h"
#include "model/topology/deadlock.h"
#include "model/topology/drawing.h"

namespace turnpike::model {

namespace {

class Hypercube final : public Topology {
 public:
  constexpr Hypercube() : Topology("hypercube") {
    radix = RadixRule::two;
    takes_dimension_order = true;
    is_cube = true;
  }
  RoutingKind routing(const TopologySpec&) const override { return RoutingKind::hypercube; }
  Network build(const TopologySpec& topology, const RouterSpec& router,
                const LinkSpec& link) const override;
  std::string text(const TopologySpec& topology, std::size_t) const override {
    return "binary " + std::to_string(topology.radix.size()) + "-cube";
  }
  bool place(const Network& network, Drawing& drawing) const override;
  // The output port is the dimension.
  std::string group(const Network&, const Channel& channel) const override {
    return "dimension " + std::to_string(channel.from_port);
  }
  void prove_large(const Network& network, DeadlockReport& report) const override;
};

Network Hypercube::build(const TopologySpec& topology, const RouterSpec& router,
                         const LinkSpec& link) const {
  using namespace detail;
  const auto nodes = static_cast<NodeId>(count_terminals(topology.radix));
  const auto dimensions = static_cast<unsigned>(topology.radix.size());
  Network network = start_network(topology, router, layout(topology));
  network.bidirectional = true;
  network.limit = limit_of(topology.radix, 1);
  const unsigned locals = router.local_channels;
  set_ports(network, dimensions, locals, "network.dimensions");
  network.local_channels = locals;

  const unsigned latency = latency_of(link, 1);
  network.components.reserve(nodes);
  network.terminals.reserve(std::size_t{nodes} * locals);
  network.channels.reserve(std::size_t{nodes} * dimensions);
  for (NodeId node = 0; node < nodes; ++node) {
    network.components.push_back({component_kind(router), node});
    for (PortId port = dimensions; port < dimensions + locals; ++port) {
      network.terminals.push_back({node, {node, port}, {node, port}});
    }
    for (unsigned d = 0; d < dimensions; ++d) {
      network.channels.push_back({node, d, node ^ (NodeId{1} << d), d, latency, 1});
    }
  }
  return network;
}

// The edges of the projected cube: three dimensions as everybody draws them, three more at a larger
// scale and so on. The directions were looked for so that no two nodes lie on top of each other
// (up to n = 8 they are 0.45 apart) and edges pass other nodes by as far as they can.
std::array<Spot, kMaxPorts> edges() {
  std::array<Spot, kMaxPorts> edge = {{{1, 0},
                                       {0, -1},
                                       {0.45, -0.39},
                                       {3.5, 0.9},
                                       {-0.59, -3.61},
                                       {1.89, -1.21},
                                       {7.76, -1.04},
                                       {0.88, -6.75}}};
  for (std::size_t d = 8; d < edge.size(); ++d) edge[d] = 2.15 * edge[d - 2];
  return edge;
}

bool Hypercube::place(const Network& network, Drawing& drawing) const {
  static const std::array<Spot, kMaxPorts> kEdges = edges();
  drawing.node_size = 0.26;
  for (std::size_t c = 0; c < network.components.size(); ++c) {
    Spot spot;
    for (std::size_t d = 0; d < network.radix.size(); ++d) {
      if ((c >> d & 1) != 0) spot = spot + kEdges[d];
    }
    drawing.components.push_back(spot);
  }
  drawing.note = "Dimension 0 runs to the right, dimension 1 upwards, dimension 2 to the back";
  if (network.radix.size() > 3) drawing.note += "; further dimensions join copies of this cube";
  drawing.note += ".";
  return true;
}

// With chosen first hops: where contrary packets have VC 1 to themselves nothing waits for it but
// packets at their source, and on VC 0 the dimensions are in order; where they have not, any two
// dimensions close a cycle, those of the face through the nodes 0 to 3 among them.
void Hypercube::prove_large(const Network& network, DeadlockReport& report) const {
  if (!network.router.routing.kind.function->follows_dimensions) {
    return Topology::prove_large(network, report);
  }
  const bool is_chosen = network.packets && network.packets->first_hop && network.radix.size() > 1;
  if (!is_chosen) return detail::check_one_ring_per_radix(network, report);
  std::vector<NodeId> face(std::size_t{4} * network.local_channels);
  std::iota(face.begin(), face.end(), 0u);
  detail::check_between(network, face, report);
  report.method = "one face of the cube (chosen first hops, then dimension order: all are alike)";
}

constexpr Hypercube kHypercube;

}  // namespace

const Topology* const Topology::hypercube = &kHypercube;

}  // namespace turnpike::model
