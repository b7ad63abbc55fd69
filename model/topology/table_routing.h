// table_routing.h - the descriptor of a table routing, which fills the tables of a network.
//
// All of them use the same hardware (rtl/routing/route_table.v). network.routing names a
// descriptor, as it names the routing functions of model/common/routing.h. Each is one file, for
// instance layered_shortest.cpp.

#pragma once

#include <vector>

namespace turnpike::model {

struct Network;
struct TopologySpec;

struct TableRouting {
  static const TableRouting up_down;
  static const TableRouting layered_shortest;
  static const TableRouting minimal_adaptive;
  static const TableRouting valiant;
  static const TableRouting romm;
  static const TableRouting table;

  const char* word;     // of network.routing
  const char* meaning;  // for help
  // Fills Network::tables of a network whose components, channels and terminals are complete, and
  // sets the layers of its routers. Null if the topology fills them while it builds. Throws
  // ConfigurationError.
  void (*fill)(const TopologySpec&, Network&) = nullptr;
  // Says whether network.routing may name it with this topology.
  bool (*suits)(const TopologySpec&) = nullptr;
  bool has_paths = false;   // several for each destination (TopologySpec::paths, network.paths)
  bool takes_rows = false;  // its rows are those of TopologySpec::routes (network.routes)
};

// All table routings, in the order in which users see them.
const std::vector<const TableRouting*>& table_routings();
// Adds a routing from outside the library, before main() reads a configuration. Returns true, so
// that the definition of a constant can call it.
bool add_table_routing(const TableRouting& routing);

}  // namespace turnpike::model
