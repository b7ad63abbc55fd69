// hyperx.cpp - in each dimension a link between any two routers of a line, dimension order.
//
// HyperX (Ahn et al. 2009) with any radixes; the flattened butterfly (Kim, Dally & Abts 2007) of a
// k-ary n-fly has n - 1 dimensions of k routers, with k terminals each. A route has at most one hop
// in each dimension, so dimension order needs no layers.

#include <algorithm>

#include "model/common/counted.h"
#include "model/topology/builders.h"
#include "model/topology/generated_graph.h"

namespace turnpike::model {

namespace {

class FullLines : public GeneratedGraph {
 public:
  std::vector<unsigned> coordinates_of(const TopologySpec& topology,
                                       ComponentId router) const override {
    return digits_of(lines(topology), router);
  }
  Ways ways(const TopologySpec& topology, const Head& head) const override {
    const std::vector<unsigned> radices = lines(topology);
    std::vector<unsigned> next = digits_of(radices, head.here);
    const std::vector<unsigned> there = digits_of(radices, head.to);
    const std::size_t d = detail::dimension_to_correct(topology, next, there);
    next[d] = there[d];
    return {{detail::number_of_digits(radices, next)}};
  }
  std::optional<ClosedForms> closed_forms(const TopologySpec& topology) const override {
    const std::vector<unsigned> radices = lines(topology);
    const double routers = detail::product_of_any(radices);
    const unsigned shortest = *std::min_element(radices.begin(), radices.end());
    double fewest = routers * routers;
    for (const unsigned k : radices) {
      fewest = std::min(fewest, routers / k * detail::pairs_across(k));
    }
    return ClosedForms{shortest / (double{1} * hosts(topology)), 2 * fewest, ""};
  }

 protected:
  constexpr explicit FullLines(const char* its_word) : GeneratedGraph(its_word) {
    takes_dimension_order = true;
  }
  ~FullLines() = default;

  virtual std::vector<unsigned> lines(const TopologySpec& topology) const = 0;

  Size size(const TopologySpec& topology) const override {
    const std::vector<unsigned> radices = lines(topology);
    const double routers = detail::product_of_any(radices);
    double ports = hosts(topology);
    for (const unsigned k : radices) ports += k - 1.0;
    return {routers, routers * hosts(topology), ports};
  }
  Plan plan(const TopologySpec& topology) const override {
    Plan plan;
    const std::vector<unsigned> radices = lines(topology);
    const unsigned routers = detail::product(radices);
    for (unsigned r = 0; r < routers; ++r) {
      unsigned stride = 1;
      for (const unsigned k : radices) {
        for (unsigned up = 1; r / stride % k + up < k; ++up) {
          plan.links.emplace_back(r, r + up * stride);
        }
        stride *= k;
      }
    }
    plan.hosts.assign(routers, hosts(topology));
    return plan;
  }
  void draw(const TopologySpec& topology, Drawing& drawing) const override {
    detail::draw_bent_grid(lines(topology), drawing);
  }
  std::string group_of(const TopologySpec& topology, const Channel& channel) const override {
    const std::vector<unsigned> radices = lines(topology);
    return "dimension " +
           std::to_string(detail::dimension_to_correct(topology, digits_of(radices, channel.from),
                                                       digits_of(radices, channel.to)));
  }
};

class HyperX final : public FullLines {
 public:
  constexpr HyperX() : FullLines("hyperx") { radix_meaning = "routers of a line, all joined"; }
  std::string text(const TopologySpec& topology, std::size_t components) const override {
    return Topology::text(topology, components) + ", " + counted(hosts(topology), "terminal") +
           " a router";
  }

 protected:
  std::vector<unsigned> lines(const TopologySpec& topology) const override {
    return topology.radix;
  }
};

class FlattenedButterfly final : public FullLines {
 public:
  constexpr FlattenedButterfly() : FullLines("flattened_butterfly") {
    radix = RadixRule::equal;
    radix_meaning = "routers of a line, and terminals of a router";
    hosts_default = "radix";
    dimensions_meaning = "n of a k-ary n-flat: one more than its lines have directions";
  }
  std::string text(const TopologySpec& topology, std::size_t) const override {
    return std::to_string(topology.radix[0]) + "-ary " + std::to_string(topology.radix.size()) +
           "-flat";
  }

 protected:
  unsigned usual_hosts(const TopologySpec& topology) const override { return topology.radix[0]; }
  void check_shape_of(const TopologySpec& topology) const override {
    if (topology.radix.size() >= 2) return;
    throw ConfigurationError("network.dimensions", std::to_string(topology.radix.size()),
                             "at least 2 with topology \"flattened_butterfly\"");
  }
  std::vector<unsigned> lines(const TopologySpec& topology) const override {
    return {topology.radix.begin() + 1, topology.radix.end()};
  }
};

constexpr HyperX kHyperX;
constexpr FlattenedButterfly kFlattenedButterfly;

}  // namespace

const Topology* const Topology::hyperx = &kHyperX;
const Topology* const Topology::flattened_butterfly = &kFlattenedButterfly;

}  // namespace turnpike::model
