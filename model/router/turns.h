// turns.h - the turns that packets make in a router: the outputs that each input can reach.
//
// docs/timing.md section 3, "Legal turns".

#pragma once

#include <array>

#include "model/common/types.h"
#include "model/router/router_params.h"

namespace turnpike::model {

// [input port] outputs that packets from it can take.
using Turns = std::array<PortMask, kMaxPorts>;

namespace detail {

inline bool is_turn(const RouterParams& params, PortId input, PortId output) {
  const RoutingParams& routing = params.routing;
  const Routing& function = *routing.kind.function;
  const bool enters = input >= params.network_ports();
  const bool leaves = output >= params.network_ports();
  // Ports beyond those of the dimensions lead nowhere.
  const auto leads = [&](PortId port) {
    return !function.has_coordinates || routing.dimension_of(port) < routing.dimensions;
  };
  if (enters && leaves) return params.loopback;
  if ((!enters && !leads(input)) || (!leaves && !leads(output))) return false;
  return enters || leaves || function.turns(routing, input, output);
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

// [input port] outputs of another dimension, at which heads go last with TURNS_LAST 1.
inline Turns last_turns(const RouterParams& params) {
  Turns last{};
  if (!params.turns_last) return last;
  const Turns turns = legal_turns(params);
  for (PortId input = 0; input < params.network_ports(); ++input) {
    for (PortId output = 0; output < params.network_ports(); ++output) {
      const RoutingParams& routing = params.routing;
      if (routing.dimension_of(input) == routing.dimension_of(output)) continue;
      last[input] |= turns[input] & 1u << output;
    }
  }
  return last;
}

}  // namespace turnpike::model
