// routings.cpp - the list of the routing functions, and what those with coordinates share.

#include <algorithm>
#include <iterator>

#include "model/common/routing.h"

namespace turnpike::model {

namespace {

std::vector<const Routing*>& list_of_routings() {
  static std::vector<const Routing*> list = {&Routing::dimension_order, &Routing::destination_tag,
                                             &Routing::table};
  return list;
}

}  // namespace

const std::vector<const Routing*>& routings() { return list_of_routings(); }

bool add_routing(const Routing& routing) {
  list_of_routings().push_back(&routing);
  return true;
}

std::optional<unsigned> number_of(const RoutingKind& kind) {
  const auto* const at = std::find(std::begin(kNumberedKinds), std::end(kNumberedKinds), kind);
  if (at == std::end(kNumberedKinds)) return std::nullopt;
  return static_cast<unsigned>(at - std::begin(kNumberedKinds));
}

Address neighbour(const RoutingParams& p, Address node, Address limit, unsigned d, bool up) {
  const unsigned bits = p.coordinate_bits;
  const std::uint32_t own = coordinate(node, d, bits);
  const std::uint32_t top = coordinate(limit, d, bits);
  std::uint32_t next = up ? (own == top ? 0 : own + 1) : (own == 0 ? top : own - 1);
  if (!p.kind.has_pairs && !p.kind.has_rings) next = own ^ 1u;  // a cube: a channel for both ways
  return node ^ ((own ^ next) << (d * bits));
}

NextRouter along_dimension(const RoutingParams& p, Address node, Address limit, PortId port) {
  const bool up = !p.kind.has_pairs || port % 2 == 0;
  return {true, neighbour(p, node, limit, p.dimension_of(port), up), p.facing(port)};
}

}  // namespace turnpike::model
