// component_parameters.cpp - names, ranges and defaults, as rtl/router/router.v,
// rtl/interchange/interchange.v and rtl/packet_router/packet_router.v have them.

#include "api/dpi/component_parameters.h"

#include <algorithm>

#include "api/dpi/parameter_list.h"

namespace turnpike::dpi {
namespace {

constexpr unsigned kMaxAddressBits = 30;
constexpr unsigned kMaxTableBits = 16;  // a table of 32 ports then has 8 MB

// DATA_W, ADDR_W, DIMENSIONS and COORD_W.
model::FlitFormat read_format(ParameterList& list, unsigned most_address_bits) {
  model::FlitFormat format;
  format.flit_bits = list.take("DATA_W", model::kMinFlitBits, model::kMaxFlitBits, 32);
  const unsigned most = std::min(format.flit_bits, most_address_bits);
  format.address_bits = list.take("ADDR_W", 1, most, 6);
  list.require(format.address_bits <= most, "ADDR_W", format.address_bits,
               "1 to " + std::to_string(most));
  return format;
}

void require_address(ParameterList& list, const model::FlitFormat& format, unsigned dimensions,
                     unsigned coordinate_bits) {
  list.require(format.address_bits == dimensions * coordinate_bits, "ADDR_W", format.address_bits,
               "DIMENSIONS * COORD_W, which is " + std::to_string(dimensions * coordinate_bits));
}

// What routers and packet routers have in common: ROUTING, DIMENSIONS, COORD_W, HIGHEST_FIRST.
model::RoutingParams read_routing(ParameterList& list, unsigned most_routing, unsigned ports,
                                  unsigned local_ports) {
  model::RoutingParams routing;
  routing.kind = model::kNumberedKinds[list.take("ROUTING", 0, most_routing, 0)];
  routing.dimensions = list.take("DIMENSIONS", 1, kMaxAddressBits, 2);
  routing.coordinate_bits = list.take("COORD_W", 1, kMaxAddressBits, 3);
  routing.highest_first = list.take("HIGHEST_FIRST", 0, 1, 1) != 0;
  routing.network_ports = ports - local_ports;
  routing.local_ports = local_ports;
  if (!routing.kind.function->has_coordinates) return routing;

  list.require(local_ports >= 1, "LOCAL_PORTS", local_ports, "at least 1 with this ROUTING");
  const unsigned needed = routing.ports_of_dimension() * routing.dimensions;
  list.require(routing.network_ports >= needed, "PORTS", ports,
               "LOCAL_PORTS and " + std::to_string(needed) + " for DIMENSIONS");
  return routing;
}

// Layers of VCs, which only tables name.
void read_layers(ParameterList& list, model::RouterParams& params, bool has_table) {
  const unsigned layers = list.take("LAYERS", 1, has_table ? model::kMaxVcs : 1, 1);
  list.require(params.virtual_channels % (params.routing.message_classes * layers) == 0, "LAYERS",
               layers, "a divisor of VCS / MESSAGE_CLASSES");
  params.routing.layers = layers;
  params.routing.has_escape = list.take("ESCAPE", 0, layers == 2 ? 1 : 0, 0) != 0;
  const unsigned word = params.routing.has_escape ? 2 * params.ports
                        : layers > 1              ? params.ports + layers
                                                  : params.ports;
  list.require(word <= model::kMaxTableWord, "PORTS", params.ports,
               "words of a table of at most 32 bits");
}

}  // namespace

model::RouterParams router_parameters(const std::string& text) {
  ParameterList list("router", text);
  model::RouterParams params;
  params.ports = list.take("PORTS", 2, model::kMaxPorts, 5);
  params.local_ports = list.take("LOCAL_PORTS", 0, params.ports, 1);
  params.virtual_channels = list.take("VCS", 1, model::kMaxVcs, 4);
  params.buffer_depth = list.take("DEPTH", 1, model::kMaxDepth, 4);
  params.routing = read_routing(list, 5, params.ports, params.local_ports);
  const bool has_table = params.routing.kind.function->looks_up();
  params.format = read_format(list, has_table ? kMaxTableBits : kMaxAddressBits);
  if (!has_table) {
    require_address(list, params.format, params.routing.dimensions, params.routing.coordinate_bits);
  }
  params.loopback = list.take("LOOPBACK", 0, 1, 0) != 0;
  params.routing.virtual_channels = params.virtual_channels;
  const unsigned classes = list.take("MESSAGE_CLASSES", 1, model::kMaxMessageClasses, 1);
  list.require(params.virtual_channels % classes == 0, "MESSAGE_CLASSES", classes,
               "a divisor of VCS");
  params.routing.message_classes = classes;
  params.room = list.take("ROOM", 1, params.buffer_depth, 0);
  params.pipeline_cycles = list.take("PIPELINE", 1, 2, 1);
  params.patience = list.take("PATIENCE", 1, 65535, 256);
  const bool follows_dimensions = params.routing.kind.function->follows_dimensions;
  params.turns_last = list.take("TURNS_LAST", 0, follows_dimensions ? 1 : 0, 0) != 0;
  params.pace = list.take("PACE", 1, 1024, 1);
  list.take("LOADED", 1, 1, 1);
  read_layers(list, params, has_table);
  list.finish();
  return params;
}

model::InterchangeParams interchange_parameters(const std::string& text) {
  ParameterList list("interchange", text);
  model::InterchangeParams params;
  model::InterchangeRouting& routing = params.routing;
  routing.virtual_channels = list.take("VCS", 1, model::kMaxVcs, 4);
  params.buffer_depth = list.take("DEPTH", 1, model::kMaxDepth, 4);
  params.express_depth = list.take("EXPRESS_DEPTH", 1, model::kMaxDepth, 4);
  params.format = read_format(list, kMaxAddressBits);
  routing.dimensions = list.take("DIMENSIONS", 1, kMaxAddressBits, 1);
  routing.coordinate_bits = list.take("COORD_W", 1, kMaxAddressBits, 6);
  require_address(list, params.format, routing.dimensions, routing.coordinate_bits);
  routing.bidirectional = list.take("BIDIRECTIONAL", 0, 1, 1) != 0;
  routing.is_ring = list.take("RING", 0, 1, 0) != 0;
  routing.is_joint = list.take("JOINT", 0, 1, 0) != 0;
  list.require(!routing.is_joint || (routing.bidirectional && !routing.is_ring), "JOINT", 1,
               "0 with RING=1 or BIDIRECTIONAL=0");
  list.require(!routing.is_ring || routing.virtual_channels > 1, "VCS", routing.virtual_channels,
               "2 to 16 with RING=1");
  routing.highest_first = list.take("HIGHEST_FIRST", 0, 1, 1) != 0;
  routing.levels = list.take("LEVELS", 0, model::kMaxExpressLevels, 1);
  const unsigned furthest = 1u << routing.coordinate_bits;
  routing.channels =
      list.take_list("CHANNELS", routing.levels, 1, model::kMaxExpressChannels, {1, 1, 1, 1});
  routing.distance = list.take_list("DISTANCES", routing.levels, 1, furthest, {4, 16, 64, 256});
  routing.is_aligned = list.take("ALIGNED", 0, 1, 1) != 0;
  for (unsigned level = 0; level < routing.levels; ++level) {
    const unsigned distance = routing.distance[level];
    list.require(distance <= furthest, "DISTANCES", distance, "1 to " + std::to_string(furthest));
    list.require(!routing.is_aligned || (distance & (distance - 1)) == 0, "DISTANCES", distance,
                 "powers of two with ALIGNED=1");
  }
  params.pipeline_cycles = list.take("PIPELINE", 1, 2, 1);
  params.room = list.take("ROOM", 1, params.express_depth, 0);
  params.patience = list.take("PATIENCE", 1, 65535, 256);
  params.pace = list.take("PACE", 1, 1024, 1);
  list.finish();
  return params;
}

model::PacketRouterParams packet_router_parameters(const std::string& text) {
  ParameterList list("packet_router", text);
  model::PacketRouterParams params;
  params.ports = list.take("PORTS", 2, model::kMaxPorts, 5);
  params.local_ports = list.take("LOCAL_PORTS", 0, params.ports, 1);
  params.virtual_channels = list.take("VCS", 1, 2, 1);
  params.routing = read_routing(list, 4, params.ports, params.local_ports);
  params.routing.virtual_channels = params.virtual_channels;
  list.require(!params.routing.kind.has_rings || params.virtual_channels == 2, "VCS",
               params.virtual_channels, "2 on a torus");
  params.packets.packet_flits = list.take("PACKET_FLITS", 1, model::kMaxDepth, 5);
  params.buffer_depth = list.take("DEPTH", params.packets.packet_flits, model::kMaxDepth, 7);
  list.require(params.buffer_depth >= params.packets.packet_flits, "DEPTH", params.buffer_depth,
               "PACKET_FLITS to 64");
  params.format = read_format(list, kMaxAddressBits);
  list.require(params.format.address_bits + 2 <= params.format.flit_bits, "ADDR_W",
               params.format.address_bits, "1 to DATA_W - 2");
  require_address(list, params.format, params.routing.dimensions, params.routing.coordinate_bits);
  params.packets.slots = list.take("SLOTS", params.virtual_channels, model::kMaxSlots, 16);
  params.packets.cut_through = list.take("CUT_THROUGH", 0, 1, 1) != 0;
  params.packets.first_hop = list.take("FIRST_HOP", 0, 1, 0) != 0;
  list.require(!params.packets.first_hop || params.routing.kind == model::RoutingKind::hypercube,
               "FIRST_HOP", 1, "0, with ROUTING=3 also 1");
  list.finish();
  return params;
}

}  // namespace turnpike::dpi
