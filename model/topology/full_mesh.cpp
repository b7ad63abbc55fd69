// full_mesh.cpp - a link between any two routers.

#include "model/topology/builders.h"
#include "model/topology/generated_graph.h"

namespace turnpike::model {

namespace {

class FullMesh final : public GeneratedGraph {
 public:
  constexpr FullMesh() : GeneratedGraph("full_mesh") {
    radix = RadixRule::one;
    radix_meaning = "routers";
  }
  std::string text(const TopologySpec& topology, std::size_t) const override {
    return "full mesh of " + std::to_string(topology.radix[0]);
  }
  Ways ways(const TopologySpec&, const Head& head) const override { return {{head.to}}; }
  std::optional<ClosedForms> closed_forms(const TopologySpec& topology) const override {
    const unsigned k = topology.radix[0];
    return ClosedForms{k / (double{1} * hosts(topology)), 2 * detail::pairs_across(k), ""};
  }

 protected:
  Size size(const TopologySpec& topology) const override {
    const double k = topology.radix[0];
    return {k, k * hosts(topology), k - 1 + hosts(topology)};
  }
  Plan plan(const TopologySpec& topology) const override {
    Plan plan;
    const unsigned k = topology.radix[0];
    for (unsigned a = 0; a < k; ++a) {
      for (unsigned b = a + 1; b < k; ++b) plan.links.emplace_back(a, b);
    }
    plan.hosts.assign(k, hosts(topology));
    return plan;
  }
  void draw(const TopologySpec& topology, Drawing& drawing) const override {
    detail::draw_circle(topology.radix[0], drawing);
  }
};

constexpr FullMesh kFullMesh;

}  // namespace

const Topology* const Topology::full_mesh = &kFullMesh;

}  // namespace turnpike::model
