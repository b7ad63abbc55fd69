// shape.h - an RTL module with its parameters, from which one Verilated build is made.

#pragma once

#include <optional>
#include <string>
#include <tuple>
#include <vector>

#include "model/coprocessor/coprocessor_params.h"
#include "model/interchange/interchange_params.h"
#include "model/packet_router/packet_router_params.h"
#include "model/router/router_params.h"
#include "sim/hardware/shapes/parameters.h"

namespace turnpike::sim {

// A source that lies in no folder of the project.
struct GeneratedSource {
  std::string name;
  std::string text;
};

// A new kind of component needs a function that makes its Shape, and no more, as long as its
// ports have the one shape of a channel.
struct Shape {
  std::string module;                      // of rtl/
  std::string top;                         // what is Verilated: the module, or a cell around it
  Parameters parameters;                   // of the module
  std::vector<std::string> directories;    // searched for sources, relative to the project's root
  std::vector<GeneratedSource> generated;  // before those of the folders
  std::optional<model::RouterParams> router;  // of a router: what its module is written from
  unsigned ports = 1;                         // flits in and out, each
  unsigned virtual_channels = 1;
  unsigned wire_bits = 34;    // of a flit, head and tail included
  unsigned route_bits = 1;    // of one port's in_route_i or out_route_o, where there is one
  unsigned queue_bits = 1;    // of one port's queue_o or queue_i, where there is one
  unsigned drain_cycles = 0;  // without idle_o: cycles in which an input is still felt
  bool is_sliced = false;     // many instances side by side, of gates (sliced_source.h)

  bool is_network = false;  // an emitted network, not a component: its ports are its terminals
  bool has_buses = false;   // an emitted network whose pins are the buses of its nodes

  // One line that says it all: for cache keys and messages.
  std::string to_text() const;
};

// Width of the route pins of the routers' channels (docs/timing.md, 2.1).
unsigned route_bits(const model::RouterParams& params);

Shape router_shape(const model::RouterParams& params);
Shape packet_router_shape(const model::PacketRouterParams& params);
Shape coprocessor_shape(const model::CoprocessorParams& params);
// `route_bits`: of the routers around it.
Shape interchange_shape(const model::InterchangeParams& params, unsigned route_bits);

// What tells the channels with registers of one network from each other.
struct ChannelKind {
  unsigned latency = 1;      // cycles, at least 1
  unsigned phits = 1;        // of a flit
  unsigned clock_ratio = 1;  // cycles of a phit

  friend bool operator<(const ChannelKind& a, const ChannelKind& b) {
    return std::tie(a.latency, a.phits, a.clock_ratio) <
           std::tie(b.latency, b.phits, b.clock_ratio);
  }
};

// `route_bits`: 1 in a network without route pins; they stay low.
Shape channel_shape(const ChannelKind& kind, unsigned virtual_channels, unsigned wire_bits,
                    unsigned route_bits);

}  // namespace turnpike::sim
