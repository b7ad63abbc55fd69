// graph.cpp - a network of your own, from a file or a list of links: names, links side by side.
//
// It is built as an irregular network is. Its file is read by sim/experiment/config/graph_file.h.

#include "model/common/counted.h"
#include "model/topology/builders.h"

namespace turnpike::model {

namespace {

class Graph final : public Topology {
 public:
  constexpr Graph() : Topology("graph") {
    router_word = "switch";
    radix = RadixRule::none;
    takes_links = true;
    takes_hosts = true;
    takes_file = true;
    takes_root = true;
  }
  RoutingKind routing(const TopologySpec&) const override { return RoutingKind::table; }
  AddressLayout layout(const TopologySpec& topology) const override {
    return detail::layout_of_switches(topology);
  }
  Network build(const TopologySpec& topology, const RouterSpec& router,
                const LinkSpec& link) const override {
    return detail::build_switches(topology, router, link);
  }
  std::string text(const TopologySpec&, std::size_t components) const override {
    return "graph, " + counted(components, "switch", "es");
  }
};

constexpr Graph kGraph;

}  // namespace

const Topology* const Topology::graph = &kGraph;

}  // namespace turnpike::model
