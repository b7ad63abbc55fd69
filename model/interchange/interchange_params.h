// interchange_params.h - the parameters of an interchange, equal to the Verilog's.

#pragma once

#include "model/common/flit.h"
#include "model/common/interchange_routing.h"

namespace turnpike::model {

struct InterchangeParams {
  unsigned buffer_depth = 4;   // DEPTH, flits per VC of a local channel, 1 .. 64
  unsigned express_depth = 4;  // EXPRESS_DEPTH, flits per VC of an express channel, 1 .. 64
  FlitFormat format;           // DATA_W = flit_bits, ADDR_W = address_bits
  // VCS, DIMENSIONS, COORD_W, BIDIRECTIONAL, RING, JOINT, HIGHEST_FIRST, LEVELS, CHANNELS,
  // DISTANCES, ALIGNED
  InterchangeRouting routing;
  unsigned pipeline_cycles = 1;  // PIPELINE, cycles per hop, 1 or 2
  unsigned patience = 256;       // PATIENCE, as a router's
  unsigned room = 0;             // ROOM, 1 .. express_depth; 0: the hardware's default
  unsigned pace = 1;             // PACE, cycles from flit to flit at paced outputs, 1 .. 1024

  // See RouterParams::checks_routes.
  bool checks_routes = false;

  unsigned ports() const { return routing.ports(); }
  unsigned virtual_channels() const { return routing.virtual_channels; }
  bool is_express(PortId port) const { return port % routing.per_direction() != 0; }
  // Credits that a head from a local channel needs on an express channel.
  unsigned entering_room() const {
    if (room != 0) return room;
    return virtual_channels() > 1 ? express_depth : (3 * express_depth + 3) / 4;
  }
  unsigned depth_of(PortId port) const { return is_express(port) ? express_depth : buffer_depth; }
};

}  // namespace turnpike::model
