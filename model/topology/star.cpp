// star.cpp - a hub without terminals, and leaves that are joined to it alone.

#include <cmath>

#include "model/topology/builders.h"
#include "model/topology/generated_graph.h"

namespace turnpike::model {

namespace {

class Star final : public GeneratedGraph {
 public:
  constexpr Star() : GeneratedGraph("star") {
    radix = RadixRule::one;
    radix_meaning = "leaves around the hub";
  }
  std::string text(const TopologySpec& topology, std::size_t) const override {
    return "star of " + std::to_string(topology.radix[0]) + " leaves";
  }
  // Router 0 is the hub, router 1 + i leaf i.
  Ways ways(const TopologySpec&, const Head& head) const override {
    return {{head.here == 0 ? head.to : 0}};
  }
  std::optional<ClosedForms> closed_forms(const TopologySpec& topology) const override {
    const unsigned k = topology.radix[0];
    return ClosedForms{k / (double{1} * hosts(topology) * (k - 1)), 2 * std::floor(k / 2.0), ""};
  }

 protected:
  Size size(const TopologySpec& topology) const override {
    const double k = topology.radix[0];
    // All routers are alike, so the hub has ports for terminals, too.
    return {k + 1, k * hosts(topology), k + hosts(topology)};
  }
  Plan plan(const TopologySpec& topology) const override {
    Plan plan;
    plan.hosts = {0};
    plan.names = {"hub"};
    for (unsigned leaf = 0; leaf < topology.radix[0]; ++leaf) {
      plan.links.emplace_back(0, leaf + 1);
      plan.hosts.push_back(hosts(topology));
      plan.names.push_back("leaf_" + std::to_string(leaf));
    }
    return plan;
  }
  void draw(const TopologySpec& topology, Drawing& drawing) const override {
    drawing.components.push_back({});
    detail::draw_circle(topology.radix[0], drawing);
  }
};

constexpr Star kStar;

}  // namespace

const Topology* const Topology::star = &kStar;

}  // namespace turnpike::model
