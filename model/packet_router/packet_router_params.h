// packet_router_params.h - the parameters of a packet router, equal to the Verilog's.

#pragma once

#include "model/common/flit.h"
#include "model/common/routing.h"
#include "model/common/types.h"

namespace turnpike::model {

constexpr unsigned kMaxSlots = 256;
constexpr unsigned kMaxPacketVcs = 2;

// The parameters of a packet router beyond the ports, channels and routing of a router.
struct PacketSwitching {
  unsigned packet_flits = 5;  // PACKET_FLITS, most flits of a packet, 1 .. 64, at most DEPTH
  unsigned slots = 16;        // SLOTS, packet buffers of each output port, VCS .. 256
  bool cut_through = true;    // CUT_THROUGH; false: store and forward
  bool first_hop = false;     // FIRST_HOP, hypercube only: the local port says the first output
};

struct PacketRouterParams {
  unsigned ports = 5;             // PORTS, 2 .. 32, network ports first
  unsigned local_ports = 1;       // LOCAL_PORTS, 0 .. ports
  unsigned virtual_channels = 1;  // VCS, 1 or 2; tori 2
  unsigned buffer_depth = 7;      // DEPTH, flits per input VC, PACKET_FLITS .. 64
  FlitFormat format;              // DATA_W = flit_bits, ADDR_W = address_bits
  RoutingParams routing;          // ROUTING (not the table), DIMENSIONS, COORD_W, HIGHEST_FIRST
  PacketSwitching packets;

  unsigned network_ports() const { return ports - local_ports; }
};

}  // namespace turnpike::model
