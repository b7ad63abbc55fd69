// interchange_core.h - an express interchange of the reference model, on state that the caller
// owns.
//
// In a cycle an interchange works like a router without terminals (docs/timing.md section 6). It is
// therefore the router's core (model/router/router_core.h) with another routing unit, and with
// deeper buffers at express channels. Dally 1991, section IV.
// Mirror of rtl/interchange/interchange.v.

#pragma once

#include "model/interchange/interchange_params.h"
#include "model/interchange/interchange_route.h"
#include "model/router/router_core.h"

namespace turnpike::model {

template <unsigned kWords, class Shape>
using InterchangeCore = RouterCore<kWords, Shape, InterchangeRoute>;

// The parameters of an interchange as those of a core, which then has no local ports.
inline RouterParams core_params(const InterchangeParams& params) {
  RouterParams core;
  core.ports = params.ports();
  core.local_ports = 0;
  core.virtual_channels = params.virtual_channels();
  core.buffer_depth = params.buffer_depth;
  core.format = params.format;
  core.routing.virtual_channels = params.virtual_channels();
  core.pipeline_cycles = params.pipeline_cycles;
  core.room = params.entering_room();
  core.patience = params.patience;
  core.checks_routes = params.checks_routes;
  return core;
}

// The turns of an interchange: in the direction of travel; joint ones let packets turn to any.
inline Turns legal_turns(const InterchangeParams& params) {
  const unsigned channels = params.routing.per_direction();
  Turns turns{};
  for (PortId input = 0; input < params.ports(); ++input) {
    for (PortId output = 0; output < params.ports(); ++output) {
      const bool goes_on = input / channels == output / channels;
      if (params.routing.is_joint || goes_on) turns[input] |= 1u << output;
    }
  }
  return turns;
}

template <unsigned kWords, class Shape>
InterchangeCore<kWords, Shape> make_interchange_core(const InterchangeParams& params,
                                                     BlockFrame frame) {
  CoreRules rules;
  rules.turns = legal_turns(params);
  for (PortId port = 0; port < params.ports(); ++port) {
    rules.depths[port] = static_cast<std::uint8_t>(params.depth_of(port));
    if (params.is_express(port)) continue;
    rules.entering |= 1u << port;
    rules.without_room |= 1u << port;
  }
  rules.groups = params.virtual_channels();  // a packet's VC is given by the one it came on
  rules.looks_up = true;
  rules.pace = params.pace;
  return {core_params(params), InterchangeRoute(params.routing), frame, rules};
}

}  // namespace turnpike::model
