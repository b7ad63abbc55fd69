// table.cpp - what the tables of the network say (model/topology/network.h): any topology.
//
// A router looks the destination up when the head arrives, so nobody computes a route ahead
// (docs/timing.md, 2.11). Mirrored by rtl/routing/route_table.v.

#include "model/common/routing.h"

namespace turnpike::model {

namespace {

constexpr Routing table_routing() {
  Routing routing{"table", "what the tables of the network say", "route_table"};
  routing.turns = [](const RoutingParams&, PortId input, PortId output) { return input != output; };
  routing.behind = [](const RoutingParams&, Address, Address, PortId) { return NextRouter{}; };
  routing.has_coordinates = false;
  return routing;
}

}  // namespace

const Routing Routing::table = table_routing();

}  // namespace turnpike::model
