// hop_counter.cpp - from coordinates where they say it, else along the route.

#include "api/hop_counter.h"

#include <algorithm>

namespace turnpike::api {
namespace {

using model::NodeId;

constexpr std::size_t kMostPairs = std::size_t{1} << 24;  // 32 MB

bool has_distances(const model::Network& network) {
  return network.interchanges.empty() && network.router.routing.kind.function->follows_dimensions;
}

}  // namespace

HopCounter::HopCounter(const model::Network& network) : network_(network), wiring_(network) {
  const std::size_t nodes = network.nodes();
  if (has_distances(network)) {
    for (NodeId node = 0; node < nodes; ++node) {
      const std::vector<unsigned> at =
          model::terminal_coordinates(network, network.first_terminal(node));
      coordinates_.insert(coordinates_.end(), at.begin(), at.end());
    }
  } else if (nodes * nodes <= kMostPairs) {
    known_.resize(nodes * nodes);
  }
}

std::uint32_t HopCounter::hops(NodeId from, NodeId to) {
  if (!coordinates_.empty()) return along_dimensions(from, to);
  if (known_.empty()) return along_route(from, to);
  std::uint16_t& known = known_[std::size_t{from} * network_.nodes() + to];
  if (known == 0) known = static_cast<std::uint16_t>(along_route(from, to) + 1);
  return known - 1u;
}

std::uint32_t HopCounter::along_dimensions(NodeId from, NodeId to) const {
  const std::size_t dimensions = network_.radix.size();
  const unsigned* a = &coordinates_[from * dimensions];
  const unsigned* b = &coordinates_[to * dimensions];
  const bool has_rings = network_.router.routing.kind.has_rings;
  std::uint32_t hops = 0;
  for (std::size_t d = 0; d < dimensions; ++d) {
    const unsigned radix = network_.radix[d];
    const unsigned up = b[d] >= a[d] ? b[d] - a[d] : b[d] + radix - a[d];
    if (!has_rings) {
      hops += b[d] >= a[d] ? b[d] - a[d] : a[d] - b[d];
    } else {
      hops += network_.bidirectional ? std::min(up, radix - up) : up;
    }
  }
  return hops;
}

// As model::route(), without its list.
std::uint32_t HopCounter::along_route(NodeId from, NodeId to) const {
  const model::Address destination = network_.terminals[network_.first_terminal(to)].address;
  model::Attachment at = network_.terminals[network_.first_terminal(from)].inject;
  model::VcId vc = 0;
  std::uint32_t hops = 0;
  while (hops <= network_.components.size()) {
    const model::Route legal = model::route_at(network_, at.component, destination, at.port, vc);
    if (legal.outputs == 0 || legal.vcs == 0) break;
    const auto out = static_cast<model::PortId>(__builtin_ctz(legal.outputs));
    vc = static_cast<model::VcId>(__builtin_ctz(legal.vcs));
    const model::ChannelId channel = wiring_.channel_from(at.component, out);
    if (channel == model::kNoChannel) break;
    at = {network_.channels[channel].to, network_.channels[channel].to_port};
    ++hops;
  }
  return hops;
}

}  // namespace turnpike::api
