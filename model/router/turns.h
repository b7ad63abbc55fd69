// turns.h - the turns that packets make in a router: from which input to which output they can go.
//
// docs/timing.md section 3, "Legal turns". The same as rtl/router/turns.vh.

#pragma once

#include <array>

#include "model/common/types.h"
#include "model/router/router_params.h"

namespace turnpike::model {

// [input port] outputs that packets from it can take.
using Turns = std::array<PortMask, kMaxPorts>;

namespace detail {

inline bool is_network_turn(const RouterParams& params, PortId input, PortId output) {
  const RoutingParams& routing = params.routing;
  if (routing.kind == RoutingKind::table) return input != output;
  const bool has_pairs =
      routing.kind == RoutingKind::mesh || routing.kind == RoutingKind::torus_bidirectional;
  const unsigned from = has_pairs ? input / 2 : input;
  const unsigned to = has_pairs ? output / 2 : output;
  if (from >= routing.dimensions || to >= routing.dimensions) return false;
  if (from != to) return (from > to) == routing.highest_first;
  if (has_pairs) return input != output;
  return routing.kind == RoutingKind::torus_unidirectional;
}

inline bool is_turn(const RouterParams& params, PortId input, PortId output) {
  if (params.routing.kind == RoutingKind::destination_tag) return true;
  const bool enters = input >= params.network_ports();
  const bool leaves = output >= params.network_ports();
  if (enters && leaves) return params.loopback;
  if (!enters && !leaves) return is_network_turn(params, input, output);
  if (params.routing.kind == RoutingKind::table) return true;
  const bool has_pairs = params.routing.kind == RoutingKind::mesh ||
                         params.routing.kind == RoutingKind::torus_bidirectional;
  const PortId network_port = enters ? output : input;
  return (has_pairs ? network_port / 2 : network_port) < params.routing.dimensions;
}

}  // namespace detail

inline Turns legal_turns(const RouterParams& params) {
  Turns turns{};
  for (PortId input = 0; input < params.ports; ++input) {
    for (PortId output = 0; output < params.ports; ++output) {
      if (detail::is_turn(params, input, output)) turns[input] |= 1u << output;
    }
  }
  return turns;
}

}  // namespace turnpike::model
