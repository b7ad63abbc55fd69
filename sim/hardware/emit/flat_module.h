// flat_module.h - the emitted network for Verilator: pins side by side in vectors instead of with
// names.

#pragma once

#include "sim/hardware/emit/network_module.h"

namespace turnpike::sim {

// Around a network with raw terminals: pins of a kind of all terminals, the first lowest.
VerilogModule flat_module(const model::Network& network, const NetworkShapes& shapes,
                          const EmittedNames& names);

// Around a network with co-processors: in_i and out_o have the pins of each node, the first lowest;
// of a node those of TerminalAdapter::pins() that are inputs, or outputs, the first lowest.
VerilogModule flat_module(const model::Network& network, const EmittedNames& names,
                          const TerminalAdapter& adapter);

// Around a network with AXI4 ports: in_i and out_o have the pins of each port in the order of
// Axi4Terminals::ports(), the first lowest, then those of the control block; of a port those of
// bus_pins() in the same way.
VerilogModule flat_module(const model::Network& network, const EmittedNames& names,
                          const Axi4Terminals& axi);

}  // namespace turnpike::sim
