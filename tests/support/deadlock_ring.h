// deadlock_ring.h - a small network that can stand still.

#pragma once

#include "tests/support/experiment.h"

namespace turnpike::test {

constexpr unsigned kRingSwitches = 4;

// Four switches in a ring, one VC: tables that send everything clockwise have no dateline.
inline model::Network ring_without_dateline(Experiment& experiment) {
  experiment.topology.kind = model::TopologyKind::irregular;
  experiment.topology.radix.clear();
  experiment.topology.links = {{0, 1}, {1, 2}, {2, 3}, {3, 0}};
  experiment.topology.hosts.assign(kRingSwitches, 1);
  experiment.router.virtual_channels = 1;
  experiment.router.buffer_depth = 2;
  model::Network network = experiment.build();
  for (model::ComponentId c = 0; c < kRingSwitches; ++c) {
    model::PortMask clockwise = 0;
    for (const model::Channel& channel : network.channels) {
      if (channel.from == c && channel.to == (c + 1) % kRingSwitches) {
        clockwise = 1u << channel.from_port;
      }
    }
    for (model::PortMask& outputs : network.tables[c]) outputs = clockwise;
    const model::Terminal& terminal = network.terminals[c];
    for (model::PortId in = 0; in < network.router.ports; ++in) {
      const std::size_t row = std::size_t{in} << network.router.format.address_bits;
      network.tables[c][row | terminal.address] = 1u << terminal.eject.port;
    }
  }
  return network;
}

// Long messages to the switch across, all at once: each holds the channel that the one behind it
// needs next. For a trace file.
inline std::string messages_that_block_each_other() {
  std::string trace;
  for (unsigned n = 0; n < kRingSwitches; ++n) {
    trace += "0 " + std::to_string(n) + " " + std::to_string((n + 2) % kRingSwitches) + " 30\n";
  }
  return trace;
}

}  // namespace turnpike::test
