// axi4_counters.cpp - names in the order of the counters.

#include "model/adapters/axi4_counters.h"

namespace turnpike::model {

std::vector<std::string> axi4_counter_names(const std::vector<std::string>& channels,
                                            const std::vector<std::string>& ports) {
  const Axi4CounterMap map{channels.size(), ports.size()};
  std::vector<std::string> names(map.count());
  names[map.cycles()] = "cycles";
  names[map.network_cycles()] = "network_cycles";
  for (std::size_t channel = 0; channel < channels.size(); ++channel) {
    names[map.flits(channel)] = "flits_" + channels[channel];
    names[map.stalls(channel)] = "stalls_" + channels[channel];
    names[map.occupancy(channel)] = "occupancy_" + channels[channel];
  }
  for (std::size_t port = 0; port < ports.size(); ++port) {
    names[map.reads(port)] = "reads_" + ports[port];
    names[map.writes(port)] = "writes_" + ports[port];
    names[map.read_wait(port)] = "read_wait_" + ports[port];
    names[map.write_wait(port)] = "write_wait_" + ports[port];
    names[map.read_errors(port)] = "read_errors_" + ports[port];
    names[map.write_errors(port)] = "write_errors_" + ports[port];
    names[map.timeouts(port)] = "timeouts_" + ports[port];
  }
  return names;
}

}  // namespace turnpike::model
