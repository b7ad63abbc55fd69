// demonstrator.h - a network with traffic sources and sinks at its terminals, for an FPGA.

#pragma once

#include <string>

#include "sim/hardware/emit/network_module.h"

namespace turnpike::sim {

// network_demonstrator: the network, rtl/fpga/demonstrator and a reset synchroniser between a clock
// and a serial line. Tops of boards have it under this name, whatever the network is.
std::string demonstrator_module(const EmittedNames& names);

}  // namespace turnpike::sim
