// west_first.cpp - west first, then north or south, east last: the example of CONTRIBUTING.md for a
// routing function of one's own.
//
// Shortest ways in a two-dimensional mesh. No packet turns to the west, none that goes east turns
// at all, so no cycle of channels closes (Glass & Ni 1992, with one way where they allow several).
// The hardware is west_first.v beside this file.

#include "model/common/routing.h"
#include "model/topology/topology_spec.h"

namespace turnpike::model {

namespace {

constexpr PortId kEast = 0;
constexpr PortId kWest = 1;

Route west_first(const RoutingParams& p, Address node, Address /*limit*/, Address destination,
                 PortId in_port, VcId in_vc) {
  const std::uint32_t x = coordinate(node, 0, p.coordinate_bits);
  const std::uint32_t y = coordinate(node, 1, p.coordinate_bits);
  const std::uint32_t to_x = coordinate(destination, 0, p.coordinate_bits);
  const std::uint32_t to_y = coordinate(destination, 1, p.coordinate_bits);
  const VcMask vcs = class_vcs(p, in_vc);
  if (to_x < x) return {1u << kWest, vcs};
  if (to_y != y) return {1u << (to_y > y ? 2 : 3), vcs};
  if (to_x > x) return {1u << kEast, vcs};
  return {local_output_behind(p, in_port), vcs};
}

// A packet on input port p comes from where output port p goes to.
bool west_first_turns(const RoutingParams& p, PortId input, PortId output) {
  const auto rank = [](PortId way) { return way == kWest ? 0 : way == kEast ? 2 : 1; };
  const PortId way = p.facing(input);
  return output == way || (output != input && rank(output) > rank(way));
}

constexpr Routing west_first_routing() {
  Routing routing{"west_first", "west first, then north or south, east last", "west_first",
                  EXTENSION_FOLDER "/west_first.v"};
  routing.route = west_first;
  routing.turns = west_first_turns;
  routing.suits = [](const TopologySpec& topology) {
    return topology.kind == Topology::mesh && topology.radix.size() == 2;
  };
  return routing;
}

constexpr Routing kWestFirst = west_first_routing();
[[maybe_unused]] const bool kHasWestFirst = add_routing(kWestFirst);

}  // namespace

}  // namespace turnpike::model
