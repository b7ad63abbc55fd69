// node_text.h - nodes as people write them: a number, or coordinates "3,1".

#pragma once

#include <string>

#include "model/topology/network.h"

namespace turnpike::sim {

// Dimension 0 first. Throws ConfigError that names `option`, what was found and what is allowed.
model::NodeId parse_node(const std::string& text, const model::Network& network,
                         const std::string& option);

// "11 (3,1)", or the number alone where nodes have no coordinates.
std::string node_text(model::NodeId node, const model::Network& network);

}  // namespace turnpike::sim
