// no_graph_dot.cpp - of a library that was built without Graphviz.

#include "sim/experiment/config/graph_attributes.h"

namespace turnpike::sim {

void read_dot(const std::string& /*text*/, const std::string& name, GraphBuilder& /*graph*/) {
  GraphBuilder::refuse(name, "DOT", "JSON or GraphML: this library was built without Graphviz");
}

}  // namespace turnpike::sim
