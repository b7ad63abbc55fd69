// machine_network.h - the network graph of a machine: a hypercube of packet routers.

#pragma once

#include "model/coprocessor/coprocessor_params.h"
#include "model/topology/network.h"

namespace turnpike::model {

// Packet routers whose local ports chose the first hop, DIMENSIONS + 1 local channels a node.
Network machine_network(const CoprocessorParams& params);

}  // namespace turnpike::model
