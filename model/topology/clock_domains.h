// clock_domains.h - networks whose switches have different clocks, with asynchronous channels
// between them (docs/timing/channel.md, 4.1).

#pragma once

#include <vector>

#include "model/topology/network.h"

namespace turnpike::model {

// Cycles of a channel between two clocks, if they are one clock.
inline constexpr unsigned kAsynchronousLatency = 4;

// `clocks`: the number of the clock of each component. Channels between two clocks become
// asynchronous. Throws ConfigurationError.
void set_clock_domains(const std::vector<unsigned>& clocks, Network& network);

}  // namespace turnpike::model
