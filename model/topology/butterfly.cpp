// butterfly.cpp - k-ary n-fly: n stages of k^(n-1) switches with k inputs and k outputs.
//
// Dally & Towles, chapter 4. The wires behind a stage are numbered by n digits, the lowest being
// the output of the switch; stage s puts digit n-1-s of the destination there, and the wires to
// stage s+1 exchange the digits 0 and n-1-s, which brings it to its place. Terminal t enters at
// wire t and leaves at wire t. All channels have length 1.

#include <algorithm>

#include "model/topology/builders.h"
#include "model/topology/deadlock.h"
#include "model/topology/drawing.h"

namespace turnpike::model {

namespace {

// `wire` with its digits 0 and d exchanged; `weight` is k^d.
std::uint32_t exchange_with_digit_0(std::uint32_t wire, std::uint32_t k, std::uint32_t weight) {
  const std::uint32_t low = wire % k;
  const std::uint32_t high = wire / weight % k;
  return wire - low - high * weight + high + low * weight;
}

class Butterfly final : public Topology {
 public:
  constexpr Butterfly() : Topology("butterfly") {
    router_word = "switch";
    radix = RadixRule::equal;
    radix_meaning = "ports a side of a switch";
    dimensions_meaning = "stages";
  }
  RoutingKind routing(const TopologySpec&) const override { return RoutingKind::destination_tag; }
  Network build(const TopologySpec& topology, const RouterSpec& router,
                const LinkSpec& link) const override;
  std::string text(const TopologySpec& topology, std::size_t) const override {
    return std::to_string(topology.radix.at(0)) + "-ary " + std::to_string(topology.radix.size()) +
           "-fly";
  }
  // Stage and number.
  std::vector<unsigned> coordinates(const Network& network, ComponentId router) const override {
    const ComponentId of_stage = per_stage(network);
    return {router / of_stage, router % of_stage};
  }
  bool place(const Network& network, Drawing& drawing) const override;
  std::string group(const Network& network, const Channel& channel) const override {
    const unsigned stage = coordinates(network, channel.from).front();
    return "stage " + std::to_string(stage) + " to " + std::to_string(stage + 1);
  }
  void prove_large(const Network& network, DeadlockReport& report) const override;

 private:
  static ComponentId per_stage(const Network& network) {
    return static_cast<ComponentId>(network.components.size() / network.radix.size());
  }
};

Network Butterfly::build(const TopologySpec& topology, const RouterSpec& router,
                         const LinkSpec& link) const {
  using namespace detail;
  const unsigned k = topology.radix.front();
  const auto nodes = static_cast<NodeId>(count_terminals(topology.radix));
  const auto stages = static_cast<unsigned>(topology.radix.size());
  const ComponentId of_stage = nodes / k;
  const AddressLayout addresses = layout(topology);
  const unsigned bits = addresses.coordinate_bits;
  Network network = start_network(topology, router, addresses);
  network.bidirectional = false;
  network.limit = limit_of(topology.radix, bits);
  set_ports(network, k, 0, "network.radix");

  for (unsigned s = 0; s < stages; ++s) {
    network.components.insert(network.components.end(), of_stage,
                              {component_kind(router), stages - 1 - s});
  }
  const ComponentId last = (stages - 1) * of_stage;
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
          {s * of_stage + wire / k, wire % k, (s + 1) * of_stage + end / k, end % k, latency, 1});
    }
    weight /= k;
  }
  return network;
}

bool Butterfly::place(const Network& network, Drawing& drawing) const {
  const double apart = 1.5 + 0.22 * per_stage(network);
  for (ComponentId c = 0; c < network.components.size(); ++c) {
    const std::vector<unsigned> at = coordinates(network, c);
    drawing.components.push_back({apart * at[0], static_cast<double>(at[1])});
  }
  for (unsigned s = 0; s < network.radix.size(); ++s) {
    drawing.labels.push_back({{apart * s, -0.6}, "stage " + std::to_string(s)});
  }
  drawing.note =
      "Packets go from left to right; sources are on the left, destinations on the right.";
  return true;
}

// If every channel leads from one stage to the next, no way comes back.
void Butterfly::prove_large(const Network& network, DeadlockReport& report) const {
  const ComponentId of_stage = per_stage(network);
  report.deadlock_free = std::all_of(
      network.channels.begin(), network.channels.end(),
      [&](const Channel& channel) { return channel.to / of_stage == channel.from / of_stage + 1; });
  report.checked = true;
  report.method = "channels lead from stage to stage";
}

constexpr Butterfly kButterfly;

}  // namespace

const Topology* const Topology::butterfly = &kButterfly;

}  // namespace turnpike::model
