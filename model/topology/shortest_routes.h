// shortest_routes.h - one shortest route for each source and destination, in acyclic layers.
//
// Every terminal is the root of a tree of shortest routes. Where a router can choose, it takes a
// channel that closes no circle of dependencies with those chosen before, and of these the least
// used one. Each pair of a source and a destination then belongs to a layer: the first one in which
// its route closes no circle with those of the pairs before it (LASH: Skeie, Lysne & Theiss 2002;
// trees that spread the load: DFSSSP, Domke, Hoefler & Nagel 2011).

#pragma once

#include <cstdint>
#include <vector>

#include "model/topology/routed_graph.h"

namespace turnpike::model {

class AcyclicOrder;

class ShortestRoutes {
 public:
  // Both must outlive it. Sources are routers with terminals, destinations terminals.
  ShortestRoutes(const Network& network, const RoutedGraph& graph);

  // The number of layers; greater than the VCs of any router if that many are not enough.
  unsigned layers() const { return layers_; }
  unsigned layer_of(ComponentId source, NodeId destination) const {
    return layer_[pair_of(source, destination)];
  }
  const std::vector<ComponentId>& sources() const { return sources_; }
  // [layer] channels of all its routes together.
  std::vector<double> weights() const;

  // The first channel of the route from a router; none: the destination is there.
  const RoutedGraph::Way* next(ComponentId at, NodeId destination) const {
    const std::uint8_t port = trees_[destination][at];
    return port == kNoPort ? nullptr : way_at_[at * ports_ + port];
  }
  // Calls back for each channel of a route, with the router that it leaves.
  template <class Visit>
  void walk(ComponentId source, NodeId destination, const Visit& visit) const {
    for (const RoutedGraph::Way* way = next(source, destination); way != nullptr;
         way = next(way->to, destination)) {
      visit(source, *way);
      source = way->to;
    }
  }
  // Writes the rows of a route behind its source: on these layers of VCs, a bit for each, a head
  // for `address` goes the way to `destination`. Returns the port by which it comes in at the end.
  PortId fill(Network& network, ComponentId source, NodeId destination, Address address,
              unsigned on) const;

 private:
  static constexpr std::uint8_t kNoPort = 0xff;
  // [destination terminal][router]: the output of the route there, kNoPort at its end.
  using Trees = std::vector<std::vector<std::uint8_t>>;
  class TreeBuilder;

  std::size_t pair_of(ComponentId source, NodeId destination) const {
    return std::size_t{destination} * sources_.size() + number_of_[source];
  }
  void split(AcyclicOrder order);
  bool join(AcyclicOrder& order, ComponentId source, NodeId destination) const;

  const Network& network_;
  unsigned ports_;
  std::vector<ComponentId> sources_;
  std::vector<std::uint32_t> number_of_;         // [router] among the sources
  std::vector<const RoutedGraph::Way*> way_at_;  // [router, output]
  Trees trees_;
  std::vector<std::uint8_t> layer_;  // [pair]
  unsigned layers_ = 0;
};

// Divides `there_are` layers of VCs among the needed layers, in proportion to their weights; each
// gets at least one.
std::vector<unsigned> shares_of(const std::vector<double>& weight, unsigned there_are);

}  // namespace turnpike::model
