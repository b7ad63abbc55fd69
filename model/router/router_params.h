// router_params.h - the parameters of a router, equal to the Verilog's.

#pragma once

#include "model/common/flit.h"
#include "model/common/routing.h"
#include "model/common/types.h"

namespace turnpike::model {

constexpr unsigned kPauseBits = 10;  // of pauses_i for an output port

struct RouterParams {
  unsigned ports = 5;             // PORTS, 2 .. 32, network ports first
  unsigned local_ports = 1;       // LOCAL_PORTS, 0 .. ports
  unsigned virtual_channels = 4;  // VCS, 1 .. 16
  unsigned buffer_depth = 4;      // DEPTH, flits per VC, 1 .. 64
  FlitFormat format;              // DATA_W = flit_bits, ADDR_W = address_bits
  RoutingParams routing;          // ROUTING, DIMENSIONS, COORD_W, HIGHEST_FIRST,
                                  // MESSAGE_CLASSES, LAYERS, ESCAPE, CHOICES;
                                  // ABSENT has no meaning here
  unsigned pipeline_cycles = 1;   // PIPELINE, cycles per hop, 1 or 2
  unsigned patience = 256;        // PATIENCE, active cycles before a waiting flit is privileged
  // PACE, 1 .. 1024: the most cycles from flit to flit at an output with a narrow channel behind
  // it; of a router alone at all network ports (docs/timing.md, 2.13).
  unsigned pace = 1;
  bool turns_last = false;  // TURNS_LAST: heads that turn go last at an output; not with tables
  bool loopback = true;     // LOOPBACK: packets go from local ports to local ports too
  unsigned room = 0;        // ROOM, 1 .. buffer_depth; 0: the hardware's default

  // LOADED is the hardware's own: where the table of a router lies. Here it is network.h's.

  // Model only: error_o shows every illegal head, as in the hardware. Not needed if all
  // destinations come from terminals of a checked network, which has no illegal heads.
  bool checks_routes = false;

  unsigned network_ports() const { return ports - local_ports; }
  // Credits that the VC on offer must have for a head from a local port.
  unsigned injection_room() const {
    if (room != 0) return room;
    return virtual_channels > 1 ? buffer_depth : (3 * buffer_depth + 3) / 4;
  }
};

}  // namespace turnpike::model
