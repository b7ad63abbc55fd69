// routing.h - the routing functions, pure: where may a head go from here?
//
// docs/timing.md section 3. The same function is the router's routing unit, the source of the
// deadlock checker's dependency graph and what the RTL's route_compute is compared with.

#pragma once

#include <cstdint>

#include "model/common/types.h"

namespace turnpike::model {

// The values are those of the Verilog parameter ROUTING.
enum class RoutingKind : std::uint8_t {
  mesh = 0,
  torus_unidirectional = 1,
  torus_bidirectional = 2,
  hypercube = 3,
  destination_tag = 4,
  table = 5,
};

// Rings, whose VCs are in two dateline classes.
constexpr bool has_datelines(RoutingKind kind) {
  return kind == RoutingKind::torus_unidirectional || kind == RoutingKind::torus_bidirectional;
}
// The differences of two addresses are corrected one by one, on shortest ways.
constexpr bool is_dimension_order(RoutingKind kind) {
  return kind != RoutingKind::destination_tag && kind != RoutingKind::table;
}

// What one routing unit must know; equal for all routers of a network.
struct RoutingParams {
  RoutingKind kind = RoutingKind::mesh;
  unsigned dimensions = 2;
  unsigned coordinate_bits = 3;  // COORD_W: bits of one coordinate in an address
  bool highest_first = true;
  unsigned virtual_channels = 4;
  unsigned network_ports = 4;
  unsigned local_ports = 1;
  unsigned message_classes = 1;  // equal shares of the VCs, in ascending order
};

struct Route {
  PortMask outputs = 0;  // legal outputs; empty: the head can never leave
  VcMask vcs = 0;        // VCs it may take there

  friend bool operator==(const Route& a, const Route& b) {
    return a.outputs == b.outputs && a.vcs == b.vcs;
  }
};

constexpr std::uint32_t coordinate(Address address, unsigned dimension, unsigned bits) {
  return (address >> (dimension * bits)) & ((1u << bits) - 1);
}

// The local port by which a packet leaves that came in by `in_port`; none without local ports.
inline PortMask local_output_behind(const RoutingParams& p, PortId in_port) {
  if (p.local_ports == 0) return 0;
  return 1u << (p.network_ports + in_port % p.local_ports);
}

constexpr VcMask all_vcs(unsigned virtual_channels) { return (1u << virtual_channels) - 1; }

// VCs of a message class. Of one class without a division: every head asks for this.
constexpr unsigned class_width(const RoutingParams& p) {
  return p.message_classes == 1 ? p.virtual_channels : p.virtual_channels / p.message_classes;
}
// The VCs of the message class that VC `vc` belongs to.
inline VcMask class_vcs(const RoutingParams& p, VcId vc) {
  const unsigned width = class_width(p);
  if (p.message_classes == 1) return all_vcs(width);
  return all_vcs(width) << (vc / width * width);
}

// Of the VCs of one message class those of dateline class 0: the lower half, rounded down.
inline VcMask dateline_class_0(const RoutingParams& p, VcMask of_class) {
  const unsigned width = class_width(p);
  return of_class & (of_class >> (width - width / 2));
}

namespace detail {

// Dateline classes that a packet may take on the channel out of `here`, one ring of k = limit + 1.
// A message class of one VC has no dateline classes: a ring can deadlock.
inline VcMask dateline_vcs(const RoutingParams& p, std::uint32_t here, std::uint32_t there,
                           std::uint32_t limit, bool up, bool continues, VcId in_vc) {
  const VcMask of_class = class_vcs(p, in_vc);
  if (p.virtual_channels == p.message_classes) return of_class;
  const VcMask class_0 = dateline_class_0(p, of_class);
  const VcMask class_1 = of_class & ~class_0;
  const bool is_dateline = up ? here == limit : here == 0;
  const bool dateline_ahead = !is_dateline && (up ? there < here : there > here);
  const bool crossed = continues && (up ? here == 0 : here == limit);
  const bool came_on_class_1 = continues && ((class_1 >> in_vc) & 1) != 0;
  VcMask vcs = 0;
  if (!dateline_ahead) vcs |= class_1;
  if (!crossed && !came_on_class_1) vcs |= class_0;
  return vcs;
}

}  // namespace detail

// The bit of an address that tells which dimension is corrected next; `differs` is not 0.
inline unsigned bit_to_correct(const RoutingParams& p, Address differs) {
  return static_cast<unsigned>(p.highest_first ? 31 - __builtin_clz(differs)
                                               : __builtin_ctz(differs));
}

// Route of a head that goes on in dimension d, where `destination` differs from `node`.
inline Route route_in_dimension(const RoutingParams& p, unsigned d, Address node, Address limit,
                                Address destination, PortId in_port, VcId in_vc) {
  const VcMask any = class_vcs(p, in_vc);
  const unsigned bits = p.coordinate_bits;
  const std::uint32_t here = coordinate(node, d, bits);
  const std::uint32_t there = coordinate(destination, d, bits);
  switch (p.kind) {
    case RoutingKind::mesh:
      return {1u << (2 * d + (there < here ? 1 : 0)), any};
    case RoutingKind::hypercube:
      return {1u << d, any};
    case RoutingKind::torus_unidirectional: {
      const bool continues = in_port == d;
      return {1u << d, detail::dateline_vcs(p, here, there, coordinate(limit, d, bits), true,
                                            continues, in_vc)};
    }
    case RoutingKind::torus_bidirectional: {
      const std::uint32_t top = coordinate(limit, d, bits);
      const std::uint32_t distance = there >= here ? there - here : there + top + 1 - here;
      const bool tie = 2 * distance == top + 1;
      const bool up = tie ? (here & 1) == 0 : 2 * distance < top + 1;
      // A packet going up entered by the input fed from below: port 2d+1, facing the lower
      // neighbour (input port p comes from the neighbour that output port p goes to).
      const bool continues = in_port == 2 * d + (up ? 1 : 0);
      return {1u << (2 * d + (up ? 0 : 1)),
              detail::dateline_vcs(p, here, there, top, up, continues, in_vc)};
    }
    case RoutingKind::destination_tag:
    case RoutingKind::table:
      break;
  }
  return {};
}

// Route of a head for `destination` that stands on (in_port, in_vc) of the router `node`.
// `limit` holds k-1 of every dimension in address layout. Not for RoutingKind::table.
inline Route compute_route(const RoutingParams& p, Address node, Address limit, Address destination,
                           PortId in_port, VcId in_vc) {
  const VcMask any = class_vcs(p, in_vc);
  const unsigned bits = p.coordinate_bits;
  if (p.kind == RoutingKind::destination_tag) {
    const std::uint32_t digit = coordinate(destination, node, bits);
    if (digit > coordinate(limit, 0, bits)) return {};
    return {1u << digit, any};
  }
  for (unsigned d = 0; d < p.dimensions; ++d) {
    if (coordinate(destination, d, bits) > coordinate(limit, d, bits)) return {};
  }
  const Address differs = node ^ destination;
  if (differs == 0) return {local_output_behind(p, in_port), any};
  return route_in_dimension(p, bit_to_correct(p, differs) / bits, node, limit, destination, in_port,
                            in_vc);
}

}  // namespace turnpike::model
