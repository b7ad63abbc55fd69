// concentrated.cpp - meshes and tori with several terminals at each router, dimension order.
//
// Balfour & Dally 2006 have four terminals a router. A torus has a dateline in each ring.

#include <algorithm>

#include "model/common/counted.h"
#include "model/topology/builders.h"
#include "model/topology/generated_graph.h"

namespace turnpike::model {

namespace {

class Concentrated : public GeneratedGraph {
 public:
  std::vector<unsigned> coordinates_of(const TopologySpec& topology,
                                       ComponentId router) const override {
    return digits_of(topology.radix, router);
  }
  Ways ways(const TopologySpec& topology, const Head& head) const override {
    std::vector<unsigned> here = digits_of(topology.radix, head.here);
    const std::vector<unsigned> there = digits_of(topology.radix, head.to);
    const std::size_t d = detail::dimension_to_correct(topology, here, there);
    const unsigned k = topology.radix[d];
    const unsigned own = here[d];
    const bool continues = !head.is_new() && digits_of(topology.radix, head.from)[d] != own;
    bool up = has_rings_ ? detail::is_up_in_ring(own, there[d], k) : there[d] > own;
    if (continues) up = own == (digits_of(topology.radix, head.from)[d] + 1) % k;
    here[d] = (own + (up ? 1 : k - 1)) % k;
    const unsigned layers =
        has_rings_ ? detail::dateline_layers(own, there[d], k, up, continues, head.layer) : 1;
    return {{detail::number_of_digits(topology.radix, here)}, layers};
  }
  unsigned layers(const TopologySpec&) const override { return has_rings_ ? 2 : 1; }
  std::optional<ClosedForms> closed_forms(const TopologySpec& topology) const override {
    const unsigned longest = *std::max_element(topology.radix.begin(), topology.radix.end());
    const double load =
        has_rings_ ? detail::ring_load(longest) : detail::pairs_across(longest) / longest;
    const double lines = detail::product_of_any(topology.radix) / longest;
    return ClosedForms{1 / (hosts(topology) * load), (has_rings_ ? 4 : 2) * lines, ""};
  }

 protected:
  constexpr Concentrated(const char* its_word, bool has_rings)
      : GeneratedGraph(its_word), has_rings_(has_rings) {
    takes_dimension_order = true;
    radix_meaning = "routers along a dimension";
    hosts_default = "4";
  }
  ~Concentrated() = default;

  unsigned usual_hosts(const TopologySpec&) const override { return 4; }
  void check_shape_of(const TopologySpec& topology) const override {
    for (const unsigned k : topology.radix) {
      if (k >= 3 || !has_rings_) continue;
      throw ConfigurationError("network.radix", std::to_string(k),
                               std::string("at least 3 with topology \"") + word + "\"");
    }
  }
  Size size(const TopologySpec& topology) const override { return size_of_grid(topology); }
  Plan plan(const TopologySpec& topology) const override {
    Plan plan;
    const unsigned routers = detail::product(topology.radix);
    for (unsigned r = 0; r < routers; ++r) {
      unsigned stride = 1;
      for (const unsigned k : topology.radix) {
        const unsigned at = r / stride % k;
        if (at + 1 < k) plan.links.emplace_back(r, r + stride);
        if (at + 1 == k && has_rings_) plan.links.emplace_back(r, r - (k - 1) * stride);
        stride *= k;
      }
    }
    plan.hosts.assign(routers, hosts(topology));
    return plan;
  }
  void draw(const TopologySpec& topology, Drawing& drawing) const override {
    if (has_rings_) return detail::draw_bent_grid(topology.radix, drawing);
    detail::draw_grid(topology.radix, drawing);
  }
  std::string group_of(const TopologySpec& topology, const Channel& channel) const override {
    const std::vector<unsigned> from = digits_of(topology.radix, channel.from);
    const std::vector<unsigned> to = digits_of(topology.radix, channel.to);
    return "dimension " + std::to_string(detail::dimension_to_correct(topology, from, to));
  }

 private:
  bool has_rings_;
};

class ConcentratedMesh final : public Concentrated {
 public:
  constexpr ConcentratedMesh() : Concentrated("cmesh", false) {}
  std::string text(const TopologySpec& topology, std::size_t components) const override {
    return Topology::text(topology, components) + ", " + counted(hosts(topology), "terminal") +
           " a router";
  }
};

class ConcentratedTorus final : public Concentrated {
 public:
  constexpr ConcentratedTorus() : Concentrated("ctorus", true) {}
  std::string text(const TopologySpec& topology, std::size_t components) const override {
    return Topology::text(topology, components) + ", " + counted(hosts(topology), "terminal") +
           " a router";
  }
};

constexpr ConcentratedMesh kConcentratedMesh;
constexpr ConcentratedTorus kConcentratedTorus;

}  // namespace

const Topology* const Topology::cmesh = &kConcentratedMesh;
const Topology* const Topology::ctorus = &kConcentratedTorus;

}  // namespace turnpike::model
