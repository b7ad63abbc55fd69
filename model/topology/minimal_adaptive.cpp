// minimal_adaptive.cpp - all shortest routes, and an escape layer that keeps them free of deadlock.
//
// On the adaptive layer a packet may take every output on a shortest route. Packets there could
// wait for each other in a circle, so each may at any time change to the escape layer, on which it
// stays and goes Up*/Down* (Duato 1993; for irregular networks Silla & Duato 2000). Every router
// says, for each way in, how the packet enters the escape: a packet never turns back on its link.
// An output that leads where no escape begins is left out.

#include <algorithm>

#include "model/topology/routed_graph.h"
#include "model/topology/topology_spec.h"
#include "model/topology/up_down.h"

namespace turnpike::model {

namespace {

constexpr unsigned kAdaptive = 0;
constexpr unsigned kEscape = 1;
constexpr unsigned kAdaptiveBit = 1u << kAdaptive;
constexpr unsigned kEscapeBit = 1u << kEscape;

class AdaptiveTables {
 public:
  AdaptiveTables(const RoutedGraph& graph, const Network& network)
      : graph_(graph), is_up_(network.channels.size()), rest_(network.channels.size()) {
    SwitchGraph switches(graph.routers());
    for (ComponentId r = 0; r < graph.routers(); ++r) {
      for (const RoutedGraph::Way& way : graph.ways_from(r)) switches[r].push_back(way.to);
    }
    const bool has_root = network.topology->takes_root;
    const UpDown order(switches, has_root ? network.root : central_switch(switches));
    for (ChannelId id = 0; id < network.channels.size(); ++id) {
      is_up_[id] = order.is_up(network.channels[id].from, network.channels[id].to);
    }
  }

  void fill(Network& network) {
    for (ComponentId to = 0; to < graph_.routers(); ++to) {
      if (graph_.terminals_at(to).empty()) continue;
      distance_ = graph_.distances_to(to);
      measure_escapes(to);
      for (ComponentId here = 0; here < graph_.routers(); ++here) {
        if (here != to) write(network, here, to);
      }
    }
  }

 private:
  using Way = RoutedGraph::Way;

  // Channels that are left on the escape layer behind each channel; kUnreachable: no way.
  void measure_escapes(ComponentId to) {
    std::fill(rest_.begin(), rest_.end(), kUnreachable);
    std::vector<Way> queue;  // with their `to` whence they come
    for (const Way& way : graph_.ways_to(to)) {
      rest_[way.channel] = 0;
      queue.push_back(way);
    }
    for (std::size_t i = 0; i < queue.size(); ++i) {
      const Way next = queue[i];
      for (const Way& way : graph_.ways_to(next.to)) {
        if (rest_[way.channel] != kUnreachable || !may_follow(way, next)) continue;
        rest_[way.channel] = rest_[next.channel] + 1;
        queue.push_back(way);
      }
    }
  }
  // Up*/Down*, and no turn back: may `next` come after `way` into the router that `next` leaves?
  bool may_follow(const Way& way, const Way& next) const {
    return way.to_port != next.port && (is_up_[way.channel] || !is_up_[next.channel]);
  }

  // Outputs by which a packet that came by input port `in` begins its way on the escape layer.
  PortMask entries(ComponentId here, PortId in) const {
    return nearest(here, [&](const Way& next) { return next.port != in; });
  }
  // Of the ways on that are allowed those with the fewest channels left.
  template <class Allowed>
  PortMask nearest(ComponentId here, const Allowed& allowed) const {
    unsigned least = kUnreachable;
    PortMask outputs = 0;
    for (const Way& next : graph_.ways_from(here)) {
      const unsigned rest = rest_[next.channel];
      if (rest == kUnreachable || rest > least || !allowed(next)) continue;
      if (rest < least) outputs = 0;
      least = rest;
      outputs |= PortMask{1} << next.port;
    }
    return outputs;
  }
  // On shortest routes, and an escape begins behind them.
  PortMask adaptive(ComponentId here, ComponentId to) const {
    PortMask outputs = 0;
    for (const Way& next : graph_.ways_from(here)) {
      if (distance_[next.to] + 1 != distance_[here]) continue;
      if (next.to == to || entries(next.to, next.to_port) != 0) {
        outputs |= PortMask{1} << next.port;
      }
    }
    return outputs;
  }

  void write(Network& network, ComponentId here, ComponentId to) const {
    const RoutingParams& routing = network.router.routing;
    const TableWord shortest = table_word(routing, adaptive(here, to), kAdaptiveBit);
    const auto put = [&](PortId in, unsigned layer, TableWord word) {
      for (const NodeId terminal : graph_.terminals_at(to)) {
        set_word(network, here, in, layer, network.terminals[terminal].address, word);
      }
    };
    for (PortId in = routing.network_ports; in < network.router.ports; ++in) {
      put(in, kAdaptive, shortest | table_word(routing, entries(here, in), kEscapeBit));
    }
    for (const Way& way : graph_.ways_to(here)) {
      const PortMask entry = entries(here, way.to_port);
      if (distance_[way.to] == distance_[here] + 1 && entry != 0) {
        put(way.to_port, kAdaptive, shortest | table_word(routing, entry, kEscapeBit));
      }
      if (rest_[way.channel] == kUnreachable) continue;
      const PortMask onward = nearest(here, [&](const Way& next) { return may_follow(way, next); });
      put(way.to_port, kEscape, table_word(routing, onward, kEscapeBit));
    }
  }

  const RoutedGraph& graph_;
  std::vector<bool> is_up_;         // [channel]
  std::vector<unsigned> rest_;      // [channel], to the destination of the moment
  std::vector<unsigned> distance_;  // [router], likewise
};

void fill_adaptive(const TopologySpec&, Network& network) {
  const std::string word = TableRouting::minimal_adaptive.word;
  const RoutedGraph graph(network, word);
  make_escape_layer(network, word);
  AdaptiveTables(graph, network).fill(network);
  set_exits(network);
}

constexpr TableRouting adaptive_routing() {
  TableRouting routing{"minimal_adaptive",
                       "every shortest route, with an Up*/Down* escape layer of virtual channels"};
  routing.fill = fill_adaptive;
  routing.suits = [](const TopologySpec&) { return true; };
  return routing;
}

}  // namespace

const TableRouting TableRouting::minimal_adaptive = adaptive_routing();

}  // namespace turnpike::model
