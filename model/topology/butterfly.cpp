// butterfly.cpp - k-ary n-fly: n stages of k^(n-1) switches with k inputs and k outputs.
//
// Dally & Towles, chapter 4. The wires behind a stage are numbered by n digits, the lowest being
// the output of the switch; stage s puts digit n-1-s of the destination there, and the wires to
// stage s+1 exchange the digits 0 and n-1-s, which brings it to its place. Terminal t enters at
// wire t and leaves at wire t. All channels have length 1.

#include <algorithm>

#include "model/topology/builders.h"

namespace turnpike::model::detail {

namespace {

// `wire` with its digits 0 and d exchanged; `weight` is k^d.
std::uint32_t exchange_with_digit_0(std::uint32_t wire, std::uint32_t k, std::uint32_t weight) {
  const std::uint32_t low = wire % k;
  const std::uint32_t high = wire / weight % k;
  return wire - low - high * weight + high + low * weight;
}

}  // namespace

Network build_butterfly(const TopologySpec& topology, const RouterSpec& router,
                        const LinkSpec& link) {
  const unsigned k = topology.radix.front();
  for (const unsigned other : topology.radix) {
    if (other != k) {
      throw ConfigurationError("network.radix", std::to_string(k) + " and " + std::to_string(other),
                               "one radix for all stages with topology \"butterfly\"");
    }
  }
  const auto nodes = static_cast<NodeId>(count_terminals(topology.radix));
  const auto stages = static_cast<unsigned>(topology.radix.size());
  const ComponentId per_stage = nodes / k;
  const unsigned bits = bits_for(k - 1);
  Network network = start_network(topology, router, stages, bits);
  network.bidirectional = false;
  network.limit = limit_of(topology.radix, bits);
  set_ports(network, k, 0, "network.radix");

  for (unsigned s = 0; s < stages; ++s) {
    network.components.insert(network.components.end(), per_stage,
                              {component_kind(router), stages - 1 - s});
  }
  const ComponentId last = (stages - 1) * per_stage;
  network.terminals.reserve(nodes);
  for (NodeId node = 0; node < nodes; ++node) {
    network.terminals.push_back({address_of(topology.radix, bits, node),
                                 {node / k, node % k},
                                 {last + node / k, node % k}});
  }
  const unsigned latency = latency_of(link, 1);
  network.channels.reserve(std::size_t{nodes} * (stages - 1));
  std::uint32_t weight = nodes / k;  // of digit n-1-s
  for (unsigned s = 0; s + 1 < stages; ++s) {
    for (std::uint32_t wire = 0; wire < nodes; ++wire) {
      const std::uint32_t end = exchange_with_digit_0(wire, k, weight);
      network.channels.push_back(
          {s * per_stage + wire / k, wire % k, (s + 1) * per_stage + end / k, end % k, latency, 1});
    }
    weight /= k;
  }
  return network;
}

}  // namespace turnpike::model::detail
