// dimension_order.cpp - one dimension after the other, each on a shortest way: meshes, tori with
// datelines, hypercubes.
//
// docs/timing.md section 3; Dally & Seitz 1987 (dateline), Sullivan & Bashkow 1977 (e-cube).
// Mirrored by rtl/routing/dimension_order.v.

#include <array>

#include "model/common/routing.h"

namespace turnpike::model {

namespace {

// [bits of a coordinate][bit of an address] its dimension: every head asks for one.
constexpr auto kDimensions = [] {
  std::array<std::array<std::uint8_t, 32>, 33> table{};
  for (unsigned bits = 1; bits < table.size(); ++bits) {
    for (unsigned bit = 0; bit < 32; ++bit)
      table[bits][bit] = static_cast<std::uint8_t>(bit / bits);
  }
  return table;
}();

Route route_by_dimensions(const RoutingParams& p, Address node, Address limit, Address destination,
                          PortId in_port, VcId in_vc) {
  const VcMask any = class_vcs(p, in_vc);
  const Address differs = node ^ destination;
  if (differs == 0) return {local_output_behind(p, in_port), any};
  const unsigned bits = p.coordinate_bits;
  const unsigned d = kDimensions[bits][bit_to_correct(p, differs)];
  if (!p.kind.has_pairs && !p.kind.has_rings) return {1u << d, any};
  const std::uint32_t here = coordinate(node, d, bits);
  const std::uint32_t there = coordinate(destination, d, bits);
  const std::uint32_t top = coordinate(limit, d, bits);
  const bool up = is_way_up(p, here, there, top);
  const PortId output = p.kind.has_pairs ? 2 * d + (up ? 0 : 1) : d;
  if (!p.kind.has_rings) return {1u << output, any};
  // A packet going up entered by the input that faces the lower neighbour.
  const bool continues = in_port == p.facing(output);
  return {1u << output, dateline_vcs(p, here, there, top, up, continues, in_vc)};
}

// To a dimension that is corrected later, or straight on.
bool turns_by_dimensions(const RoutingParams& p, PortId input, PortId output) {
  const unsigned from = p.dimension_of(input);
  const unsigned to = p.dimension_of(output);
  if (from != to) return (from > to) == p.highest_first;
  return p.kind.has_pairs ? input != output : p.kind.has_rings;
}

constexpr Routing dimension_order_routing() {
  Routing routing{"dimension_order", "one dimension after the other, each on a shortest way",
                  "dimension_order"};
  routing.route = route_by_dimensions;
  routing.turns = turns_by_dimensions;
  routing.follows_dimensions = true;
  routing.is_in_packet_routers = true;
  return routing;
}

}  // namespace

const Routing Routing::dimension_order = dimension_order_routing();

}  // namespace turnpike::model
