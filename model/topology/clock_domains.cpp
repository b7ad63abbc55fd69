// clock_domains.cpp - asynchronous channels, and which networks cannot have them.

#include "model/topology/clock_domains.h"

#include <algorithm>
#include <string>

#include "model/common/configuration_error.h"

namespace turnpike::model {
namespace {

[[noreturn]] void refuse(const std::string& found, const std::string& allowed) {
  throw ConfigurationError("network.clock_domains", found, allowed);
}

void check_numbers(const std::vector<unsigned>& clocks, const Network& network) {
  const std::size_t switches = network.components.size();
  if (clocks.size() != switches) {
    refuse("a list of " + std::to_string(clocks.size()),
           "a list of " + std::to_string(switches) + ", a number for each switch");
  }
  const unsigned highest = *std::max_element(clocks.begin(), clocks.end());
  for (unsigned clock = 0; clock < highest; ++clock) {
    if (std::find(clocks.begin(), clocks.end(), clock) != clocks.end()) continue;
    refuse(std::to_string(highest) + " without " + std::to_string(clock),
           "numbers from 0 on, of which none is left out");
  }
}

}  // namespace

void set_clock_domains(const std::vector<unsigned>& clocks, Network& network) {
  if (!network.interchanges.empty()) refuse("a list", "none with express channels");
  check_numbers(clocks, network);
  network.clock_domains.assign(clocks.begin(), clocks.end());
  for (NodeId at = 0; at < network.terminals.size(); ++at) {
    const unsigned enters = network.clock_of(network.terminals[at].inject.component);
    const unsigned leaves = network.clock_of(network.terminals[at].eject.component);
    if (enters == leaves) continue;
    refuse("clocks " + std::to_string(enters) + " and " + std::to_string(leaves) +
               " of the switches at which packets of node " + std::to_string(network.node_of(at)) +
               " enter and leave",
           "one clock for both");
  }
  for (Channel& channel : network.channels) {
    if (!network.is_asynchronous(channel)) continue;
    if (channel.is_narrow()) {
      refuse("two clocks at the ends of a narrow link",
             "one clock, or a link on which a flit crosses in one cycle");
    }
    channel.latency = kAsynchronousLatency;
  }
}

}  // namespace turnpike::model
