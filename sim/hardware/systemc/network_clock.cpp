// network_clock.cpp - the end of a cycle.

#include "sim/hardware/systemc/network_clock.h"

#include "sim/hardware/systemc/flit_channel.h"

namespace turnpike::sim {

void NetworkClock::update() {
  for (Arrivals* arrivals : external_) arrivals->at[parity()] = {};
  ++now_;
}

}  // namespace turnpike::sim
