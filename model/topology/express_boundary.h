// express_boundary.h - narrow channels between the modules of an express cube (Dally 1991, III-G).
//
// Lines of nodes are cut into modules of `nodes` nodes. An interchange of the top level stands at
// each cut and belongs to the upper module. The local channel and the express channels on its lower
// side cross the boundary, in both directions. There they are narrow (phits, a slower
// clock), and there may be fewer of them. An adapter beside the last router of the lower module
// paces its local channel, because a router has no support for narrow channels.

#pragma once

#include "model/topology/express.h"

namespace turnpike::model::detail {

// Throws ConfigurationError.
void check_boundary(const TopologySpec& topology, const ExpressRules& rules, unsigned wire_bits);

// `network` has its express channels.
void connect_boundaries(Network& network, const BoundarySpec& boundary, const LinkSpec& link);

}  // namespace turnpike::model::detail
