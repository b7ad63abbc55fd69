// network_clock.cpp - the end of a cycle.

#include "sim/systemc/network_clock.h"

#include "sim/systemc/flit_channel.h"

namespace turnpike::sim {

void NetworkClock::update() {
  for (Arrivals* arrivals : external_) arrivals->at[parity()] = {};
  ++now_;
}

}  // namespace turnpike::sim
