// pin_count.h - the wires at the edge of a node, counted from the ports of the hardware.

#pragma once

#include "model/topology/network.h"

namespace turnpike::model {

// Wires of a channel in one direction: valid, VC and flit forward, a credit for each VC backward.
unsigned channel_pins(const Network& network);

struct PinCount {
  unsigned network = 0;  // of the channels to and from other components
  unsigned local = 0;    // of the channels to and from terminals
  unsigned other = 0;    // clock, reset, enable, address, limit, table, queue lengths, status

  unsigned all() const { return network + local + other; }
};
// Pins of one router of the network, including unconnected ports (at the edge of a mesh).
PinCount router_pins(const Network& network);

}  // namespace turnpike::model
