// networks.h - small networks for tests, and a walk over them that shares nothing with route.h.

#pragma once

#include <cstddef>
#include <limits>
#include <string>
#include <utility>
#include <vector>

#include "model/common/interchange_routing.h"
#include "model/common/routing.h"
#include "model/topology/build.h"
#include "model/topology/route.h"

namespace turnpike::test {

inline model::TopologySpec spec_of(const model::Topology* kind, std::vector<unsigned> radix,
                                   bool bidirectional = true, bool highest_first = true) {
  model::TopologySpec spec;
  spec.kind = kind;
  spec.radix = std::move(radix);
  spec.bidirectional = bidirectional;
  spec.highest_first = highest_first;
  return spec;
}

// Flits wide enough for every address of the tests.
inline model::RouterSpec wide_router(unsigned virtual_channels = 2) {
  model::RouterSpec router;
  router.virtual_channels = virtual_channels;
  router.flit_bits = 64;
  return router;
}

inline model::Network make_network(const model::Topology* kind, std::vector<unsigned> radix,
                                   bool bidirectional = true, bool highest_first = true,
                                   unsigned virtual_channels = 2) {
  return model::build_network(spec_of(kind, std::move(radix), bidirectional, highest_first),
                              wide_router(virtual_channels), {});
}

inline model::Network build(const model::TopologySpec& spec, unsigned virtual_channels = 2) {
  return model::build_network(spec, wide_router(virtual_channels), {});
}

inline model::TopologySpec irregular(std::vector<std::pair<unsigned, unsigned>> links) {
  model::TopologySpec spec;
  spec.kind = model::Topology::irregular;
  spec.links = std::move(links);
  return spec;
}

// The ten switches of Arnau et al., one host each.
inline model::TopologySpec ten_switches() {
  model::TopologySpec spec;
  spec.kind = model::Topology::irregular;
  spec.links = {{0, 2}, {0, 4}, {0, 9}, {1, 2}, {1, 4}, {1, 9}, {2, 6}, {3, 6},
                {3, 7}, {3, 8}, {4, 6}, {5, 7}, {5, 8}, {5, 9}, {7, 8}};
  spec.hosts.assign(10, 1);
  spec.root = 6;
  return spec;
}

constexpr std::size_t kNothing = std::numeric_limits<std::size_t>::max();

// What hangs at each port: index [component * ports + port], kNothing where nothing does.
struct PortMap {
  explicit PortMap(const model::Network& network)
      : ports(network.max_ports()),
        channel_out(network.components.size() * ports, kNothing),
        channel_in(channel_out),
        terminal_out(channel_out) {
    for (std::size_t c = 0; c < network.channels.size(); ++c) {
      const model::Channel& channel = network.channels[c];
      channel_out[channel.from * ports + channel.from_port] = c;
      channel_in[channel.to * ports + channel.to_port] = c;
    }
    for (std::size_t t = 0; t < network.terminals.size(); ++t) {
      const model::Attachment& eject = network.terminals[t].eject;
      terminal_out[eject.component * ports + eject.port] = t;
    }
  }

  std::size_t ports;
  std::vector<std::size_t> channel_out;
  std::vector<std::size_t> channel_in;
  std::vector<std::size_t> terminal_out;
};

// Where a head of a packet stands.
struct Stand {
  model::ComponentId component = 0;
  model::PortId port = 0;
  model::VcId vc = 0;
};

inline model::Route route_of(const model::Network& network, const Stand& at,
                             model::Address destination) {
  const model::Component& here = network.components[at.component];
  if (here.kind == model::ComponentKind::interchange) {
    return model::interchange_route(network.interchanges[here.shape].routing,
                                    {here.address, network.limit, here.dimension, here.connected},
                                    destination, at.port, at.vc);
  }
  const model::RouterParams& router = network.router;
  if (router.routing.kind == model::RoutingKind::table) {
    const std::size_t row = std::size_t{at.port} << router.format.address_bits;
    return {network.tables[at.component][row + destination],
            model::all_vcs(router.virtual_channels)};
  }
  return model::compute_route(router.routing, here.address, network.limit, destination, at.port,
                              at.vc);
}

inline unsigned lowest(std::uint32_t mask) { return static_cast<unsigned>(__builtin_ctz(mask)); }

// Channels on the way from one terminal to another, always the lowest output and VC; -1 when the
// way ends anywhere but at the destination.
inline int walk(const model::Network& network, const PortMap& map, model::NodeId from,
                model::NodeId to) {
  const model::Attachment& inject = network.terminals[from].inject;
  Stand at{inject.component, inject.port, 0};
  const auto limit = static_cast<int>(network.channels.size()) + 1;
  for (int hops = 0; hops < limit; ++hops) {
    const model::Route route = route_of(network, at, network.terminals[to].address);
    if (route.outputs == 0 || route.vcs == 0) return -1;
    const std::size_t port = at.component * map.ports + lowest(route.outputs);
    if (map.terminal_out[port] != kNothing) return map.terminal_out[port] == to ? hops : -1;
    if (map.channel_out[port] == kNothing) return -1;
    const model::Channel& channel = network.channels[map.channel_out[port]];
    at = {channel.to, channel.to_port, lowest(route.vcs)};
  }
  return -1;
}

// Calls check(from, to, path) for every pair of terminals with the path of route.h.
template <class Check>
void for_all_pairs(const model::Network& network, Check check) {
  const model::Wiring wiring(network);
  const auto nodes = static_cast<model::NodeId>(network.terminals.size());
  for (model::NodeId from = 0; from < nodes; ++from) {
    for (model::NodeId to = 0; to < nodes; ++to) {
      check(from, to, model::route(network, wiring, from, to));
    }
  }
}

// Channels on the shortest way from each component to `to`; ~0u: there is none.
inline std::vector<unsigned> distances_to(const model::Network& network, model::ComponentId to) {
  std::vector<unsigned> distance(network.components.size(), ~0u);
  std::vector<model::ComponentId> queue{to};
  distance[to] = 0;
  for (std::size_t i = 0; i < queue.size(); ++i) {
    for (const model::Channel& channel : network.channels) {
      if (channel.to != queue[i] || distance[channel.from] != ~0u) continue;
      distance[channel.from] = distance[queue[i]] + 1;
      queue.push_back(channel.from);
    }
  }
  return distance;
}

// Longest of the shortest ways between components, in channels; -1 when one cannot be reached.
inline int diameter(const model::Network& network) {
  const std::size_t components = network.components.size();
  std::vector<std::vector<std::size_t>> next(components);
  for (const model::Channel& channel : network.channels) next[channel.from].push_back(channel.to);
  int longest = 0;
  for (std::size_t from = 0; from < components; ++from) {
    std::vector<int> distance(components, -1);
    std::vector<std::size_t> queue{from};
    distance[from] = 0;
    for (std::size_t i = 0; i < queue.size(); ++i) {
      for (const std::size_t to : next[queue[i]]) {
        if (distance[to] != -1) continue;
        distance[to] = distance[queue[i]] + 1;
        queue.push_back(to);
      }
    }
    if (queue.size() != components) return -1;
    if (distance[queue.back()] > longest) longest = distance[queue.back()];
  }
  return longest;
}

// Channels, both directions, between the components of the lower and the upper half.
inline std::size_t bisection(const model::Network& network) {
  const std::size_t half = network.components.size() / 2;
  std::size_t crossing = 0;
  for (const model::Channel& channel : network.channels) {
    if ((channel.from < half) != (channel.to < half)) ++crossing;
  }
  return crossing;
}

}  // namespace turnpike::test
