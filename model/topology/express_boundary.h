// express_boundary.h - narrow channels between the modules of an express cube (Dally 1991, III-G).
//
// Lines of nodes are cut into modules of `nodes` nodes; an interchange of the top level stands at
// each cut and belongs to the upper module. What ends on its lower side crosses the boundary: the
// local channel and the express channels, both ways. There they are narrow (phits, a slower
// clock), and there may be fewer of them. An adapter beside the last router of the lower module
// paces its local channel, since a router knows nothing of narrow channels.

#pragma once

#include "model/topology/express.h"

namespace turnpike::model::detail {

// Throws ConfigurationError.
void check_boundary(const TopologySpec& topology, const ExpressRules& rules, unsigned wire_bits);

// `network` has its express channels.
void connect_boundaries(Network& network, const BoundarySpec& boundary, const LinkSpec& link);

}  // namespace turnpike::model::detail
