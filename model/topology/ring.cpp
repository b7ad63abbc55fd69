// ring.cpp - routers in a ring, each joined to the two beside it.
//
// With one terminal a router it is the one-dimensional torus and has its routing unit; with more,
// tables say the same routes. The shorter way; of two equal ones even routers go up. The link
// between the last router and the first is the dateline.

#include "model/topology/builders.h"
#include "model/topology/deadlock.h"
#include "model/topology/generated_graph.h"

namespace turnpike::model {

namespace {

class Ring final : public GeneratedGraph {
 public:
  constexpr Ring() : GeneratedGraph("ring") {
    radix = RadixRule::one;
    radix_meaning = "routers";
  }
  RoutingKind routing(const TopologySpec& topology) const override {
    return hosts(topology) == 1 ? RoutingKind::torus_bidirectional : RoutingKind::table;
  }
  AddressLayout layout(const TopologySpec& topology) const override {
    return hosts(topology) == 1 ? Topology::layout(topology) : GeneratedGraph::layout(topology);
  }
  Network build(const TopologySpec& topology, const RouterSpec& router,
                const LinkSpec& link) const override {
    if (hosts(topology) > 1) return GeneratedGraph::build(topology, router, link);
    TopologySpec unfolded = topology;
    unfolded.kind = Topology::torus;
    Network network = unfolded.kind->build(unfolded, router, link);
    network.topology = this;
    network.said = std::make_shared<const TopologySpec>(topology);
    return network;
  }
  std::string text(const TopologySpec& topology, std::size_t) const override {
    return "ring of " + std::to_string(topology.radix[0]);
  }
  void prove_large(const Network& network, DeadlockReport& report) const override {
    if (!network.router.routing.kind.function->follows_dimensions) {
      return Topology::prove_large(network, report);
    }
    detail::check_one_ring_per_radix(network, report);
  }
  unsigned layers(const TopologySpec&) const override { return 2; }
  Ways ways(const TopologySpec& topology, const Head& head) const override {
    const unsigned k = topology.radix[0];
    const bool up = head.is_new() ? detail::is_up_in_ring(head.here, head.to, k)
                                  : head.here == (head.from + 1) % k;
    return {{(head.here + (up ? 1 : k - 1)) % k},
            detail::dateline_layers(head.here, head.to, k, up, !head.is_new(), head.layer)};
  }
  std::optional<ClosedForms> closed_forms(const TopologySpec& topology) const override {
    return ClosedForms{1 / (hosts(topology) * detail::ring_load(topology.radix[0])), 4, ""};
  }

 protected:
  void check_shape_of(const TopologySpec& topology) const override {
    if (topology.radix[0] >= 3) return;
    throw ConfigurationError("network.radix", std::to_string(topology.radix[0]),
                             "at least 3 with topology \"ring\"");
  }
  Size size(const TopologySpec& topology) const override {
    const double k = topology.radix[0];
    return {k, k * hosts(topology), 2.0 + hosts(topology)};
  }
  Plan plan(const TopologySpec& topology) const override {
    Plan plan;
    const unsigned k = topology.radix[0];
    for (unsigned r = 0; r < k; ++r) plan.links.emplace_back(r, (r + 1) % k);
    plan.hosts.assign(k, hosts(topology));
    return plan;
  }
  void draw(const TopologySpec& topology, Drawing& drawing) const override {
    detail::draw_circle(topology.radix[0], drawing);
  }
};

constexpr Ring kRing;

}  // namespace

const Topology* const Topology::ring = &kRing;

}  // namespace turnpike::model
