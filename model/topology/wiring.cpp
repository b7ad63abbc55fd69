// wiring.cpp - the index behind output ports.

#include "model/topology/wiring.h"

namespace turnpike::model {

Wiring::Wiring(const Network& network)
    : ports_(network.max_ports()), behind_(network.components.size() * ports_, kNothing) {
  for (ChannelId id = 0; id < network.channels.size(); ++id) {
    const Channel& channel = network.channels[id];
    behind_[at(channel.from, channel.from_port)] = id;
  }
  for (NodeId node = 0; node < network.terminals.size(); ++node) {
    const Attachment& eject = network.terminals[node].eject;
    behind_[at(eject.component, eject.port)] = kTerminal | node;
  }
}

}  // namespace turnpike::model
