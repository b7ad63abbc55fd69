// destination_tag.cpp - a digit of the destination is the output: butterflies.
//
// The address of a router is the number of its digit, digit 0 lowest; the next router takes the
// digit below, and behind digit 0 there is none. docs/timing.md section 3; Agarwal 1991, II.
// Mirrored by rtl/routing/destination_tag.v.

#include "model/common/routing.h"

namespace turnpike::model {

namespace {

Route route_by_digits(const RoutingParams& p, Address node, Address limit, Address destination,
                      PortId /*in_port*/, VcId in_vc) {
  const std::uint32_t digit = coordinate(destination, node, p.coordinate_bits);
  if (digit > coordinate(limit, 0, p.coordinate_bits)) return {};
  return {1u << digit, class_vcs(p, in_vc)};
}

constexpr Routing destination_tag_routing() {
  Routing routing{"destination_tag", "a digit of the destination is the output", "destination_tag"};
  routing.route = route_by_digits;
  routing.turns = [](const RoutingParams&, PortId, PortId) { return true; };
  routing.behind = [](const RoutingParams&, Address node, Address, PortId) {
    return node == 0 ? NextRouter{} : NextRouter{true, node - 1, 0};
  };
  routing.has_coordinates = false;
  routing.is_in_packet_routers = true;
  return routing;
}

}  // namespace

const Routing Routing::destination_tag = destination_tag_routing();

}  // namespace turnpike::model
