// dragonfly.cpp - the canonical dragonfly, minimal routes (Kim, Dally, Scott & Abts 2008).
//
// a routers of a group are all joined, each has h channels to other groups, and there are a h + 1
// groups, so that one link joins any two. A route is local, global, local. Its first local hop is
// in layer 0 and its last in layer 1, so channels wait in the order local 0, global, local 1.

#include <cmath>

#include "model/topology/builders.h"
#include "model/topology/generated_graph.h"

namespace turnpike::model {

namespace {

constexpr const char* kGlobal = "global_channels";

class Dragonfly final : public GeneratedGraph {
 public:
  constexpr Dragonfly() : GeneratedGraph("dragonfly") {
    radix = RadixRule::one;
    radix_meaning = "routers of a group";
    hosts_default = "global_channels";
  }
  std::vector<TopologyKey> keys() const override {
    return {{kGlobal, 1, 31, "channels",
             "channels of a router to other groups, h; there are radix * h + 1 groups",
             "(half of radix)", "Kim 2008"}};
  }
  std::string text(const TopologySpec& topology, std::size_t) const override {
    return "dragonfly of " + std::to_string(groups(topology)) +
           " groups, a = " + std::to_string(topology.radix[0]) +
           ", h = " + std::to_string(global(topology)) + ", p = " + std::to_string(hosts(topology));
  }
  std::vector<unsigned> coordinates_of(const TopologySpec& topology,
                                       ComponentId router) const override {
    return {router / topology.radix[0], router % topology.radix[0]};
  }
  unsigned layers(const TopologySpec&) const override { return 2; }
  Ways ways(const TopologySpec& topology, const Head& head) const override {
    const unsigned a = topology.radix[0];
    const unsigned group = head.here / a;
    const unsigned other = head.to / a;
    if (group == other) return {{head.to}, head.is_new() ? 3u : 2u};
    const ComponentId gate = gateway(topology, group, other);
    if (gate != head.here) return {{gate}, 1};
    return {{gateway(topology, other, group)}, 3};
  }
  std::optional<ClosedForms> closed_forms(const TopologySpec& topology) const override {
    const double a = topology.radix[0];
    const double g = groups(topology);
    const double p = hosts(topology);
    const double local = p * (2 * g - 1) / (a * g);
    const double between = a * p / g;
    const double cut = std::floor(g / 2) * std::ceil(g / 2);
    return ClosedForms{1 / std::max(local, between), 2 * cut,
                       "bisection: between halves of the groups"};
  }

 protected:
  unsigned usual_hosts(const TopologySpec& topology) const override { return global(topology); }
  void check_shape_of(const TopologySpec& topology) const override {
    const std::size_t stated = topology.own(kGlobal).size();
    if (stated <= 1) return;
    throw ConfigurationError("network.global_channels", std::to_string(stated) + " numbers",
                             "one number for all routers");
  }
  Size size(const TopologySpec& topology) const override {
    const double a = topology.radix[0];
    const double routers = a * (a * global(topology) + 1);
    return {routers, routers * hosts(topology), a - 1 + global(topology) + hosts(topology)};
  }
  Plan plan(const TopologySpec& topology) const override {
    Plan plan;
    const unsigned a = topology.radix[0];
    const unsigned all = groups(topology);
    for (unsigned group = 0; group < all; ++group) {
      for (unsigned r = 0; r < a; ++r) {
        for (unsigned s = r + 1; s < a; ++s) plan.links.emplace_back(group * a + r, group * a + s);
        plan.names.push_back("group_" + std::to_string(group) + "_router_" + std::to_string(r));
      }
    }
    for (unsigned group = 0; group < all; ++group) {
      for (unsigned other = group + 1; other < all; ++other) {
        plan.links.emplace_back(gateway(topology, group, other), gateway(topology, other, group));
      }
    }
    plan.hosts.assign(std::size_t{a} * all, hosts(topology));
    return plan;
  }
  // Groups on a circle, the routers of each on a small one.
  void draw(const TopologySpec& topology, Drawing& drawing) const override {
    const unsigned a = topology.radix[0];
    Drawing around;
    detail::draw_circle(a, around);
    Drawing centres;
    detail::draw_circle(groups(topology), centres);
    double reach = 1;
    for (const Spot& spot : around.components) reach = std::max(reach, std::hypot(spot.x, spot.y));
    for (unsigned group = 0; group < groups(topology); ++group) {
      const Spot centre = (2.4 * reach) * centres.components[group];
      for (const Spot& spot : around.components) drawing.components.push_back(centre + spot);
      // Away from the middle, where the channels between groups are.
      const double beyond = centre.y < 0 ? -reach - 0.4 : reach + 0.7;
      drawing.labels.push_back({centre + Spot{-0.8, beyond}, "group " + std::to_string(group)});
    }
  }
  std::string group_of(const TopologySpec& topology, const Channel& channel) const override {
    const unsigned a = topology.radix[0];
    return channel.from / a == channel.to / a ? "in groups" : "between groups";
  }

 private:
  static unsigned global(const TopologySpec& topology) {
    return topology.own_number(kGlobal, std::max(topology.radix[0] / 2, 1u));
  }
  static unsigned groups(const TopologySpec& topology) {
    return topology.radix[0] * global(topology) + 1;
  }
  // The router of `group` that has the link to `other`.
  static ComponentId gateway(const TopologySpec& topology, unsigned group, unsigned other) {
    const unsigned port = other < group ? other : other - 1;
    return group * topology.radix[0] + port / global(topology);
  }
};

constexpr Dragonfly kDragonfly;

}  // namespace

const Topology* const Topology::dragonfly = &kDragonfly;

}  // namespace turnpike::model
