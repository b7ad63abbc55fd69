// interchange_core.h - an express interchange of the reference model, on state that the caller
// owns.
//
// In a cycle it does what a router without terminals does (docs/timing.md section 6), so it is the
// router's core (model/router/router_core.h) with another routing unit, and with deeper buffers at
// express channels. Dally 1991, section IV.
// Mirror of rtl/interchange/interchange.v, interchange_port.v, interchange_input.v, vc_selector.v,
// interchange_allocator.v and interchange_output.v.

#pragma once

#include "model/interchange/interchange_params.h"
#include "model/interchange/interchange_route.h"
#include "model/router/router_core.h"

namespace turnpike::model {

template <unsigned kWords, class Shape>
using InterchangeCore = RouterCore<kWords, Shape, InterchangeRoute>;

// What the core must know of an interchange: no local ports, a wavefront that counts up.
inline RouterParams core_params(const InterchangeParams& params) {
  RouterParams core;
  core.ports = params.ports();
  core.local_ports = 0;
  core.virtual_channels = params.virtual_channels();
  core.buffer_depth = params.buffer_depth;
  core.format = params.format;
  core.routing.highest_first = false;
  core.pipeline_cycles = params.pipeline_cycles;
  core.patience = params.patience;
  core.checks_routes = params.checks_routes;
  return core;
}

template <unsigned kWords, class Shape>
InterchangeCore<kWords, Shape> make_interchange_core(const InterchangeParams& params,
                                                     const BlockFrame& frame) {
  PortDepths depths{};
  for (PortId port = 0; port < params.ports(); ++port) {
    depths[port] = static_cast<std::uint8_t>(params.depth_of(port));
  }
  return {core_params(params), InterchangeRoute(params.routing), frame, depths, params.pace};
}

}  // namespace turnpike::model
