// interchange_routing.h - the routing function of an express interchange, as a pure function.
//
// docs/timing.md section 6; Dally 1991, III-A, III-C and III-F. The interchange's routing unit uses
// it, the deadlock check builds its dependency graph from it, and tests compare the RTL's
// interchange_route with it.

#pragma once

#include <array>
#include <cstdint>

#include "model/common/routing.h"
#include "model/common/types.h"

namespace turnpike::model {

constexpr unsigned kMaxExpressLevels = 4;
constexpr unsigned kMaxExpressChannels = 8;  // in parallel, on one level

// The parameters of a routing unit of an interchange; equal for all interchanges of one shape.
//
// Ports are numbered by the direction of travel, inputs and outputs alike: per_direction() ports
// for each served dimension and direction (up, then down). Channel 0 is the local one; the parallel
// channels of level 1, of level 2 and so on follow.
struct InterchangeRouting {
  unsigned dimensions = 1;       // of an address
  unsigned coordinate_bits = 6;  // COORD_W: bits of one coordinate in an address
  bool bidirectional = true;     // false: up only
  bool is_ring = false;          // the dimension wraps around, with dateline classes
  bool is_joint = false;         // serves all dimensions, and messages change dimension here
  bool highest_first = true;     // joint: order of the dimensions
  unsigned virtual_channels = 4;
  unsigned levels = 1;  // 0 .. 4; 0: passes on the local channel alone
  // [level - 1] parallel channels, 1 .. 8, and the least remaining distance that takes them.
  std::array<unsigned, kMaxExpressLevels> channels{1, 0, 0, 0};
  std::array<std::uint32_t, kMaxExpressLevels> distance{4, 0, 0, 0};
  // The distances are powers of two and divide the own coordinate (and the radix of a ring): the
  // hardware compares high address bits. Else it subtracts. The answer is the same.
  bool is_aligned = true;

  unsigned per_direction() const {
    unsigned sum = 1;
    for (unsigned level = 0; level < levels; ++level) sum += channels[level];
    return sum;
  }
  unsigned directions() const { return bidirectional ? 2 : 1; }
  unsigned served_dimensions() const { return is_joint ? dimensions : 1; }
  unsigned ports() const { return served_dimensions() * directions() * per_direction(); }
  // `dimension`: index among the served ones.
  PortId first_port(unsigned dimension, bool up) const {
    return (dimension * directions() + (up ? 0 : 1)) * per_direction();
  }
  // The first channel of a level among those of a direction; level 0 is the local channel.
  unsigned first_channel(unsigned level) const {
    unsigned first = level == 0 ? 0 : 1;
    for (unsigned below = 1; below < level; ++below) first += channels[below - 1];
    return first;
  }
};

// The parameters in which interchanges of one shape differ.
struct InterchangePlace {
  Address node = 0;        // node_i: it stands before the node with this address
  Address limit = 0;       // limit_i: k-1 per dimension in address layout
  unsigned dimension = 0;  // dimension_i: the one it serves; joint: 0
  PortMask connected = 0;  // connected_i: output ports that lead somewhere
  PortMask paced = 0;      // paced_i: of these, the ones with a narrow channel behind them

  // Cycles in which a paced output sends nothing after a flit.
  unsigned pause_after(PortId, unsigned pace) const { return pace - 1; }
};

namespace detail {

// Distance from an interchange before node `here` to the node `there`, which lies ahead. A ring
// has top + 1 nodes; on a line a destination that lies behind gives more than `top`.
inline std::uint32_t remaining_distance(const InterchangeRouting& p, std::uint32_t here,
                                        std::uint32_t there, std::uint32_t top, bool up) {
  const std::uint32_t distance = up ? there - here : here - 1 - there;  // modulo 2^32
  return p.is_ring && distance > top ? distance + top + 1 : distance;
}

// The output channels of the highest level that the distance reaches, and that are connected.
// Returns their level.
inline unsigned express_outputs(const InterchangeRouting& p, PortMask connected, PortId first,
                                std::uint32_t distance, PortMask& outputs) {
  for (unsigned level = p.levels; level >= 1; --level) {
    const PortMask channels = (1u << p.channels[level - 1]) - 1;
    outputs = channels << (first + p.first_channel(level)) & connected;
    if (distance >= p.distance[level - 1] && outputs != 0) return level;
  }
  outputs = (1u << first) & connected;
  return 0;
}

}  // namespace detail

// Route of a head for `destination` that stands on (in_port, in_vc) of an interchange.
inline Route interchange_route(const InterchangeRouting& p, const InterchangePlace& place,
                               Address destination, PortId in_port, VcId in_vc) {
  const unsigned bits = p.coordinate_bits;
  const unsigned travel = in_port / p.per_direction();  // served dimension and direction
  const bool up = travel % p.directions() == 0;
  const unsigned served = travel / p.directions();
  const unsigned dimension = p.is_joint ? served : place.dimension;
  const std::uint32_t here = coordinate(place.node, dimension, bits);
  const std::uint32_t there = coordinate(destination, dimension, bits);
  const std::uint32_t top = coordinate(place.limit, dimension, bits);
  const std::uint32_t distance = detail::remaining_distance(p, here, there, top, up);
  if (there > top || distance > top) return {};

  PortMask outputs = 0;
  // A message that has come to its column turns here if an express channel waits behind the turn.
  const Address differs = place.node ^ destination;
  if (p.is_joint && up && distance == 0 && differs != 0) {
    RoutingParams order;
    order.highest_first = p.highest_first;
    const unsigned next = bit_to_correct(order, differs) / bits;
    const std::uint32_t next_here = coordinate(place.node, next, bits);
    const std::uint32_t next_there = coordinate(destination, next, bits);
    const std::uint32_t next_top = coordinate(place.limit, next, bits);
    const bool next_up = next_there > next_here;
    const std::uint32_t ahead =
        detail::remaining_distance(p, next_here, next_there, next_top, next_up);
    if (next_there > next_top) return {};
    const unsigned level =
        detail::express_outputs(p, place.connected, p.first_port(next, next_up), ahead, outputs);
    if (level > 0) return {outputs, 1u << in_vc};
  }
  const unsigned level =
      detail::express_outputs(p, place.connected, p.first_port(served, up), distance, outputs);
  // On an express channel past the dateline: what a router would do there.
  const unsigned class_1 = p.virtual_channels / 2;  // its lowest VC
  const bool over_dateline = p.is_ring && level > 0 && here == 0;
  const VcId vc = over_dateline && in_vc < class_1 ? in_vc + class_1 : in_vc;
  return {outputs, 1u << vc};
}

}  // namespace turnpike::model
