// flat_module.h - an emitted network with vectors as pins: port n of it is terminal n.

#pragma once

#include "model/topology/network.h"
#include "sim/emit/network_module.h"
#include "sim/emit/verilog.h"
#include "sim/shapes/network_shapes.h"

namespace turnpike::sim {

// For the simulator, which drives all networks by the same code; not among what is emitted.
VerilogModule flat_module(const model::Network& network, const NetworkShapes& shapes,
                          const EmittedNames& names);

}  // namespace turnpike::sim
