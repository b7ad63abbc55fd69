// routed_graph.cpp - neighbours of routers, and the rows of their tables.

#include "model/topology/routed_graph.h"

#include <algorithm>

#include "model/common/configuration_error.h"
#include "model/topology/up_down.h"

namespace turnpike::model {

namespace {

std::string quoted(const std::string& word) { return '"' + word + '"'; }

// Empty ones, for the layers that the routers have.
void make_tables(Network& network, const std::string& routing_word) {
  const RouterParams& router = network.router;
  const std::size_t words = table_size(router.routing, router.format.address_bits);
  if (words * network.components.size() > kMaxTableWords) {
    throw ConfigurationError("network.routing", quoted(routing_word),
                             "tables of at most " + std::to_string(kMaxTableWords) +
                                 " words: " + std::to_string(network.components.size()) +
                                 " routers * " + std::to_string(router.ports) + " ports * " +
                                 std::to_string(router.routing.layers) + " layers * 2^" +
                                 std::to_string(router.format.address_bits) + " destinations are " +
                                 std::to_string(words * network.components.size()));
  }
  network.tables.assign(network.components.size(), std::vector<TableWord>(words, 0));
}

}  // namespace

RoutedGraph::RoutedGraph(const Network& network, const std::string& routing_word)
    : ways_(network.components.size()),
      back_(network.components.size()),
      terminals_(network.components.size()) {
  for (ChannelId id = 0; id < network.channels.size(); ++id) {
    const Channel& channel = network.channels[id];
    ways_[channel.from].push_back({id, channel.from_port, channel.to, channel.to_port});
    back_[channel.to].push_back({id, channel.from_port, channel.from, channel.to_port});
  }
  for (NodeId node = 0; node < network.terminals.size(); ++node) {
    terminals_[network.terminals[node].eject.component].push_back(node);
  }
  const auto by_port = [](const Way& a, const Way& b) { return a.port < b.port; };
  for (auto& ways : ways_) std::sort(ways.begin(), ways.end(), by_port);
  for (const Channel& channel : network.channels) {
    const auto& ways = ways_[channel.to];
    const bool is_paired = std::any_of(ways.begin(), ways.end(), [&](const Way& way) {
      return way.port == channel.to_port && way.to == channel.from;
    });
    if (is_paired) continue;
    throw ConfigurationError("network.routing", routing_word,
                             "\"auto\": tables need links both ways, with the same port number for "
                             "both of a router");
  }
}

std::vector<unsigned> RoutedGraph::distances_to(ComponentId destination) const {
  std::vector<unsigned> distance(routers(), kUnreachable);
  std::vector<ComponentId> queue{destination};
  distance[destination] = 0;
  for (std::size_t i = 0; i < queue.size(); ++i) {
    for (const Way& way : back_[queue[i]]) {
      if (distance[way.to] != kUnreachable) continue;
      distance[way.to] = distance[queue[i]] + 1;
      queue.push_back(way.to);
    }
  }
  return distance;
}

void make_layers(Network& network, unsigned needed, const std::string& routing_word) {
  RouterParams& router = network.router;
  RoutingParams& routing = router.routing;
  const unsigned width = class_width(routing);
  if (needed > width) {
    const unsigned classes = routing.message_classes;
    throw ConfigurationError(
        "router.virtual_channels", std::to_string(router.virtual_channels),
        "at least " + std::to_string(needed * classes) + " with routing " + quoted(routing_word) +
            ": its routes need " + std::to_string(needed) + " layers" +
            (classes > 1 ? " in each of " + std::to_string(classes) + " message classes" : "") +
            (needed * classes > kMaxVcs ? ", and a router has at most " + std::to_string(kMaxVcs)
                                        : ""));
  }
  unsigned layers = std::max(needed, 1u);
  while (width % layers != 0) ++layers;
  if (layers > 1 && router.ports + layers > kMaxTableWord) {
    throw ConfigurationError("network.routing", quoted(routing_word),
                             "routers of at most " + std::to_string(kMaxTableWord - layers) +
                                 " ports with " + std::to_string(layers) +
                                 " layers: a word of a table names both; these have " +
                                 std::to_string(router.ports));
  }
  routing.layers = layers;
  network.layers_needed = std::max(needed, 1u);
  make_tables(network, routing_word);
}

void make_escape_layer(Network& network, const std::string& routing_word) {
  RouterParams& router = network.router;
  const unsigned classes = router.routing.message_classes;
  if (class_width(router.routing) % 2 != 0) {
    throw ConfigurationError("router.virtual_channels", std::to_string(router.virtual_channels),
                             "a multiple of " + std::to_string(2 * classes) + " with routing " +
                                 quoted(routing_word) + ": an adaptive layer and an escape" +
                                 (classes > 1 ? " in each message class" : ""));
  }
  if (2 * router.ports > kMaxTableWord) {
    throw ConfigurationError("network.routing", quoted(routing_word),
                             "routers of at most " + std::to_string(kMaxTableWord / 2) +
                                 " ports with an escape layer: a word of a table names all outputs "
                                 "twice; these have " +
                                 std::to_string(router.ports));
  }
  router.routing.layers = network.layers_needed = 2;
  router.routing.has_escape = true;
  make_tables(network, routing_word);
}

void set_row(Network& network, ComponentId here, PortId in_port, unsigned layer,
             Address destination, PortMask outputs, unsigned next_layers) {
  set_word(network, here, in_port, layer, destination,
           table_word(network.router.routing, outputs, next_layers));
}

void set_word(Network& network, ComponentId here, PortId in_port, unsigned layer,
              Address destination, TableWord word) {
  const RoutingParams& routing = network.router.routing;
  const unsigned bits = network.router.format.address_bits;
  const bool is_local = in_port >= routing.network_ports;
  for (unsigned l = is_local ? 0 : layer; l < (is_local ? routing.layers : layer + 1); ++l) {
    network.tables[here][table_row(routing, bits, in_port, l, destination)] = word;
  }
}

void set_start(Network& network, ComponentId here, Address destination, PortMask outputs,
               unsigned next_layers) {
  for (PortId port = network.router.network_ports(); port < network.router.ports; ++port) {
    set_row(network, here, port, 0, destination, outputs, next_layers);
  }
}

void set_exits(Network& network) {
  const unsigned all = (1u << network.router.routing.layers) - 1;
  for (NodeId to = 0; to < network.terminals.size(); ++to) {
    const Attachment& eject = network.terminals[to].eject;
    for (unsigned path = 0; path < network.path_count(); ++path) {
      for (PortId in = 0; in < network.router.ports; ++in) {
        for (unsigned layer = 0; layer < network.router.routing.layers; ++layer) {
          set_row(network, eject.component, in, layer, network.address_by(to, path),
                  PortMask{1} << eject.port, all);
        }
      }
    }
  }
}

}  // namespace turnpike::model
