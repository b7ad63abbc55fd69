// routing.h - the descriptor of a routing function: the outputs and VCs that a head may take.
//
// docs/timing.md section 3. Each function is one file of model/routing and one module of
// rtl/routing; CONTRIBUTING.md explains how to add one. The router's routing unit uses the
// function, the deadlock check builds its dependency graph from it, and tests compare the RTL with
// it.

#pragma once

#include <cstddef>
#include <cstdint>
#include <optional>
#include <vector>

#include "model/common/types.h"

namespace turnpike::model {

struct RoutingParams;
struct TopologySpec;

struct Route {
  PortMask outputs = 0;  // legal outputs; empty: the packet has no way
  VcMask vcs = 0;        // VCs it may take there
  // With an escape layer: outputs and VCs that it may take while none of the above is free.
  PortMask escape = 0;
  VcMask escape_vcs = 0;

  friend bool operator==(const Route& a, const Route& b) {
    return a.outputs == b.outputs && a.vcs == b.vcs && a.escape == b.escape &&
           a.escape_vcs == b.escape_vcs;
  }
};

// A router, and the input port by which a channel leads to it.
struct NextRouter {
  bool exists = false;
  Address node = 0;
  PortId port = 0;
};

// The neighbour in dimension d of a router with coordinates. In a ring the first router follows the
// last one.
Address neighbour(const RoutingParams& p, Address node, Address limit, unsigned d, bool up);
// The router behind a network port, for ports that are numbered by dimensions.
NextRouter along_dimension(const RoutingParams& p, Address node, Address limit, PortId port);

struct Routing {
  static const Routing dimension_order;
  static const Routing destination_tag;
  static const Routing table;

  const char* word;     // of network.routing
  const char* meaning;  // for help
  const char* module;   // of the RTL, in rtl/routing
  // The Verilog file of a function from outside the library, relative to the project's root.
  const char* file = nullptr;

  // Returns the route of a head on (in_port, in_vc) of the router `node`. The destination exists,
  // and `limit` has k - 1 of every dimension in address layout. Null if tables hold the routes.
  Route (*route)(const RoutingParams&, Address node, Address limit, Address destination,
                 PortId in_port, VcId in_vc) = nullptr;
  // Says whether the function makes a turn between two network ports.
  bool (*turns)(const RoutingParams&, PortId input, PortId output) = nullptr;
  // Returns the router behind an output port; this router computes the route there.
  NextRouter (*behind)(const RoutingParams&, Address node, Address limit,
                       PortId output) = along_dimension;
  // Says whether network.routing may name it with this topology. Not called for a topology's own.
  bool (*suits)(const TopologySpec&) = nullptr;

  bool has_coordinates = true;      // addresses of routers are coordinates of nodes
  bool follows_dimensions = false;  // one after the other, each on a shortest way
  bool is_in_packet_routers = false;
  bool looks_up() const { return route == nullptr; }
};

// A routing function, and the arrangement of the network ports among which it chooses.
struct RoutingKind {
  const Routing* function;
  bool has_pairs = false;  // ports 2d up and 2d + 1 down in dimension d, else port d alone
  bool has_rings = false;  // whose VCs are in two dateline classes

  // The kinds that the topologies of model/topology use.
  static const RoutingKind mesh;
  static const RoutingKind torus_unidirectional;
  static const RoutingKind torus_bidirectional;
  static const RoutingKind hypercube;
  static const RoutingKind destination_tag;
  static const RoutingKind table;

  friend constexpr bool operator==(const RoutingKind& a, const RoutingKind& b) {
    return a.function == b.function && a.has_pairs == b.has_pairs && a.has_rings == b.has_rings;
  }
  friend constexpr bool operator!=(const RoutingKind& a, const RoutingKind& b) { return !(a == b); }
};

inline constexpr RoutingKind RoutingKind::mesh{&Routing::dimension_order, true, false};
inline constexpr RoutingKind RoutingKind::torus_unidirectional{&Routing::dimension_order, false,
                                                               true};
inline constexpr RoutingKind RoutingKind::torus_bidirectional{&Routing::dimension_order, true,
                                                              true};
inline constexpr RoutingKind RoutingKind::hypercube{&Routing::dimension_order, false, false};
inline constexpr RoutingKind RoutingKind::destination_tag{&Routing::destination_tag, false, false};
inline constexpr RoutingKind RoutingKind::table{&Routing::table, false, false};

// The parameters of a routing unit; equal for all routers of a network.
struct RoutingParams {
  RoutingKind kind = RoutingKind::mesh;
  unsigned dimensions = 2;
  unsigned coordinate_bits = 3;  // COORD_W: bits of one coordinate in an address
  bool highest_first = true;
  unsigned virtual_channels = 4;
  unsigned network_ports = 4;
  unsigned local_ports = 1;
  unsigned message_classes = 1;  // equal shares of the VCs, in ascending order
  unsigned layers = 1;           // with tables: equal shares of those of a class, named by the rows
  // The upper one of two layers is the escape layer, and rows name outputs for each layer.
  bool has_escape = false;
  // With tables: CHOICES. False if no word of any table names more than one output.
  bool has_choices = true;

  unsigned ports_of_dimension() const { return kind.has_pairs ? 2 : 1; }
  unsigned dimension_of(PortId network_port) const { return network_port / ports_of_dimension(); }
  // The input port of the neighbour behind this output port. Input port p receives from the
  // neighbour to which output port p sends.
  PortId facing(PortId network_port) const {
    return kind.has_pairs ? network_port ^ 1u : network_port;
  }
  bool has_dateline_classes() const { return kind.has_rings && virtual_channels > message_classes; }
};

// All routing functions, in the order in which users see them.
const std::vector<const Routing*>& routings();
// Adds a function from outside the library, before main() reads a configuration. Returns true, so
// that the definition of a constant can call it.
bool add_routing(const Routing& routing);

// The kinds of router.v and packet_router.v, by the value of the Verilog parameter ROUTING.
inline constexpr RoutingKind kNumberedKinds[] = {
    RoutingKind::mesh,      RoutingKind::torus_unidirectional, RoutingKind::torus_bidirectional,
    RoutingKind::hypercube, RoutingKind::destination_tag,      RoutingKind::table};
// The value of ROUTING; none for a routing function from outside the library.
std::optional<unsigned> number_of(const RoutingKind& kind);

constexpr std::uint32_t coordinate(Address address, unsigned dimension, unsigned bits) {
  return (address >> (dimension * bits)) & ((1u << bits) - 1);
}

// The local port by which a packet from `in_port` leaves; none without local ports.
inline PortMask local_output_behind(const RoutingParams& p, PortId in_port) {
  if (p.local_ports == 0) return 0;
  return 1u << (p.network_ports + in_port % p.local_ports);
}

constexpr VcMask all_vcs(unsigned virtual_channels) { return (1u << virtual_channels) - 1; }

// Number of VCs of a message class. One class needs no division, which saves time for every head.
constexpr unsigned class_width(const RoutingParams& p) {
  return p.message_classes == 1 ? p.virtual_channels : p.virtual_channels / p.message_classes;
}
// The VCs of the message class that VC `vc` belongs to.
inline VcMask class_vcs(const RoutingParams& p, VcId vc) {
  const unsigned width = class_width(p);
  if (p.message_classes == 1) return all_vcs(width);
  return all_vcs(width) << (vc / width * width);
}

// A word of a routing table, as in the hardware: {layers, outputs}, a bit for each. Without layers
// it has the outputs alone. With an escape layer it is {outputs on the escape layer, outputs on the
// other layer}. A PortMask must hold all of these bits.
using TableWord = PortMask;
constexpr unsigned kMaxTableWord = 32;

// The layer of VC `vc`, within its message class; 0 without layers.
constexpr unsigned layer_of(const RoutingParams& p, VcId vc) {
  return p.layers == 1 ? 0 : vc % class_width(p) / (class_width(p) / p.layers);
}
// The tables of a router have a line for each input port and layer.
constexpr std::size_t table_line(const RoutingParams& p, PortId in_port, unsigned layer) {
  return std::size_t{in_port} * p.layers + layer;
}
// Each line has a word for each address; this is the index of a head's word.
constexpr std::size_t table_row(const RoutingParams& p, unsigned address_bits, PortId in_port,
                                unsigned layer, Address destination) {
  return table_line(p, in_port, layer) << address_bits | destination;
}
// Number of words in all tables of a router.
constexpr std::size_t table_size(const RoutingParams& p, unsigned address_bits) {
  return table_row(p, address_bits, p.network_ports + p.local_ports, 0, 0);
}
inline TableWord table_word(const RoutingParams& p, PortMask outputs, unsigned layers) {
  const unsigned ports = p.network_ports + p.local_ports;
  if (p.has_escape) return (layers & 1 ? outputs : 0) | (layers & 2 ? outputs << ports : 0);
  return p.layers == 1 ? outputs : outputs | layers << ports;
}
// The VCs of a layer of the message class that VC `vc` belongs to.
inline VcMask layer_vcs(const RoutingParams& p, unsigned layer, VcId vc) {
  const unsigned width = class_width(p) / p.layers;
  return all_vcs(width) << (vc / class_width(p) * class_width(p) + layer * width);
}
// The route that a word permits to a head on VC `vc`.
inline Route table_route(const RoutingParams& p, TableWord word, VcId vc) {
  const VcMask of_class = class_vcs(p, vc);
  if (p.layers == 1) return {word, of_class};
  const unsigned ports = p.network_ports + p.local_ports;
  const PortMask outputs = word & static_cast<PortMask>(all_vcs(ports));
  if (p.has_escape) {
    const PortMask escape = word >> ports;
    const VcMask escape_vcs = layer_vcs(p, 1, vc);
    if (outputs == 0) return {escape, escape_vcs};
    return {outputs, layer_vcs(p, 0, vc), escape, escape_vcs};
  }
  VcMask vcs = 0;
  for (unsigned left = word >> ports; left != 0; left &= left - 1) {
    vcs |= layer_vcs(p, static_cast<unsigned>(__builtin_ctz(left)), vc);
  }
  return {outputs, vcs};
}

// The VCs of dateline class 0 among those of a message class: the lower half, rounded down.
inline VcMask dateline_class_0(const RoutingParams& p, VcMask of_class) {
  const unsigned width = class_width(p);
  return of_class & (of_class >> (width - width / 2));
}

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

// Whether the way from one coordinate to another one goes up: always where there is no other way,
// on a ring the shorter way; of two equal ones even coordinates go up. `top`: the highest
// coordinate.
inline bool is_way_up(const RoutingParams& p, std::uint32_t here, std::uint32_t there,
                      std::uint32_t top) {
  if (!p.kind.has_pairs) return true;
  if (!p.kind.has_rings) return there > here;
  const std::uint32_t distance = there >= here ? there - here : there + top + 1 - here;
  const bool is_tie = 2 * distance == top + 1;
  return is_tie ? (here & 1) == 0 : 2 * distance < top + 1;
}

// The bit of an address that tells which dimension is corrected next; `differs` is not 0.
inline unsigned bit_to_correct(const RoutingParams& p, Address differs) {
  return static_cast<unsigned>(p.highest_first ? 31 - __builtin_clz(differs)
                                               : __builtin_ctz(differs));
}

// Route of a head for `destination`, which may not exist. Not for tables.
inline Route compute_route(const RoutingParams& p, Address node, Address limit, Address destination,
                           PortId in_port, VcId in_vc) {
  const Routing& function = *p.kind.function;
  for (unsigned d = 0; function.has_coordinates && d < p.dimensions; ++d) {
    const unsigned bits = p.coordinate_bits;
    if (coordinate(destination, d, bits) > coordinate(limit, d, bits)) return {};
  }
  return function.route(p, node, limit, destination, in_port, in_vc);
}

}  // namespace turnpike::model
