// clock_domains.cpp - a clock for each component, from those of the nodes.

#include "model/topology/clock_domains.h"

#include <algorithm>
#include <string>

#include "model/common/configuration_error.h"

namespace turnpike::model {
namespace {

constexpr const char* kKey = "network.clock_domains";

[[noreturn]] void refuse(const std::string& found, const std::string& allowed) {
  throw ConfigurationError(kKey, found, allowed);
}

void check_numbers(const std::vector<unsigned>& of_nodes, const Network& network) {
  if (of_nodes.size() != network.nodes()) {
    refuse(std::to_string(of_nodes.size()) + " numbers",
           "a list with one for each of the " + std::to_string(network.nodes()) + " nodes");
  }
  const unsigned highest = *std::max_element(of_nodes.begin(), of_nodes.end());
  for (unsigned clock = 0; clock < highest; ++clock) {
    if (std::find(of_nodes.begin(), of_nodes.end(), clock) != of_nodes.end()) continue;
    refuse(std::to_string(highest) + ", and no node with " + std::to_string(clock),
           "numbers from 0 on, without gaps");
  }
}

}  // namespace

void set_clock_domains(const std::vector<unsigned>& of_nodes, Network& network) {
  check_numbers(of_nodes, network);
  if (!network.interchanges.empty()) refuse("a list", "nothing with express channels");
  std::vector<bool> is_set(network.components.size());
  network.clock_domains.assign(network.components.size(), 0);
  for (NodeId terminal = 0; terminal < network.terminals.size(); ++terminal) {
    const Terminal& at = network.terminals[terminal];
    if (at.inject.component != at.eject.component) {
      refuse("a list", "nothing where packets leave the network at another switch than they enter");
    }
    const NodeId node = network.node_of(terminal);
    const auto clock = static_cast<std::uint8_t>(of_nodes[node]);
    std::uint8_t& there = network.clock_domains[at.inject.component];
    if (is_set[at.inject.component] && there != clock) {
      refuse(std::to_string(clock) + " of node " + std::to_string(node),
             std::to_string(there) + ", as at the other nodes of its switch");
    }
    there = clock;
    is_set[at.inject.component] = true;
  }
  for (Channel& channel : network.channels) {
    if (!network.is_asynchronous(channel)) continue;
    if (channel.is_narrow()) {
      refuse("two clocks at the ends of a narrow link",
             "one, or a link on which a flit crosses in one cycle");
    }
    channel.latency = kAsynchronousLatency;
  }
}

}  // namespace turnpike::model
