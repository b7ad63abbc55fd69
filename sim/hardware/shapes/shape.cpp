// shape.cpp - the shapes of the components there are.

#include "sim/hardware/shapes/shape.h"

#include <algorithm>
#include <array>

#include "sim/hardware/shapes/cells.h"
#include "sim/hardware/shapes/routed_router.h"

namespace turnpike::sim {
namespace {

GeneratedSource source_of(const VerilogModule& module) {
  return {module.name() + ".v", module.text()};
}

// As many numbers as the parameter has places: tools warn of a vector of another width.
ParameterValue of_each_level(const model::InterchangeRouting& routing,
                             const std::array<unsigned, model::kMaxExpressLevels>& numbers) {
  std::vector<std::uint32_t> list(numbers.begin(), numbers.end());
  std::fill(list.begin() + routing.levels, list.end(), 0);
  return list;
}

}  // namespace

std::string Shape::to_text() const {
  if (parameters.empty()) return top;
  std::string text = top + " (";
  for (std::size_t i = 0; i < parameters.size(); ++i) {
    if (i != 0) text += ", ";
    text += parameters[i].first + "=" + parameters[i].second.to_text();
  }
  if (router && !number_of(router->routing.kind)) {
    text += std::string(", routing ") + router->routing.kind.function->word;
  }
  return text + ")";
}

unsigned route_bits(const model::RouterParams& params) {
  if (params.routing.has_escape) return 2 * params.ports;
  return params.ports + (params.routing.has_dateline_classes() ? 1 : 0) +
         (params.routing.layers > 1 ? params.routing.layers : 0);
}

Shape router_shape(const model::RouterParams& params) {
  Shape shape;
  shape.module = "router";
  shape.top = "router_cell";
  shape.parameters = {
      {"PORTS", params.ports},
      {"LOCAL_PORTS", params.local_ports},
      {"VCS", params.virtual_channels},
      {"DEPTH", params.buffer_depth},
      {"DATA_W", params.format.flit_bits},
      {"ADDR_W", params.format.address_bits},
      {"DIMENSIONS", params.routing.dimensions},
      {"COORD_W", params.routing.coordinate_bits},
      {"HIGHEST_FIRST", params.routing.highest_first ? 1u : 0u},
      {"LOOPBACK", params.loopback ? 1u : 0u},
      {"MESSAGE_CLASSES", params.routing.message_classes},
      {"ROOM", params.injection_room()},
      {"PIPELINE", params.pipeline_cycles},
      {"PATIENCE", params.patience},
  };
  if (params.routing.layers > 1) shape.parameters.emplace_back("LAYERS", params.routing.layers);
  if (params.routing.has_escape) shape.parameters.emplace_back("ESCAPE", 1);
  if (params.routing.kind.function->looks_up() && !params.routing.has_choices) {
    shape.parameters.emplace_back("CHOICES", 0);
  }
  if (params.turns_last) shape.parameters.emplace_back("TURNS_LAST", 1);
  if (params.pace > 1) shape.parameters.emplace_back("PACE", params.pace);
  // The number by which rtl/router/router.v has the same routing unit.
  if (const auto number = number_of(params.routing.kind)) {
    shape.parameters.insert(shape.parameters.begin() + 6, {"ROUTING", *number});
  }
  shape.directories = {"rtl/router", "rtl/routing", "rtl/common"};
  shape.ports = params.ports;
  shape.virtual_channels = params.virtual_channels;
  shape.wire_bits = params.format.wire_bits();
  shape.route_bits = route_bits(params);
  shape.router = params;
  shape.generated = {source_of(simulated_cell(shape)),
                     source_of(routed_router(shape.module, params, TablePlace::loaded))};
  if (const auto unit = own_routing_unit(params)) shape.generated.push_back(*unit);
  return shape;
}

Shape packet_router_shape(const model::PacketRouterParams& params) {
  Shape shape;
  shape.module = "packet_router";
  shape.top = "packet_router_cell";
  shape.parameters = {
      {"PORTS", params.ports},
      {"LOCAL_PORTS", params.local_ports},
      {"VCS", params.virtual_channels},
      {"DEPTH", params.buffer_depth},
      {"DATA_W", params.format.flit_bits},
      {"ADDR_W", params.format.address_bits},
      {"ROUTING", model::number_of(params.routing.kind).value()},
      {"DIMENSIONS", params.routing.dimensions},
      {"COORD_W", params.routing.coordinate_bits},
      {"HIGHEST_FIRST", params.routing.highest_first ? 1u : 0u},
      {"PACKET_FLITS", params.packets.packet_flits},
      {"SLOTS", params.packets.slots},
      {"CUT_THROUGH", params.packets.cut_through ? 1u : 0u},
      {"FIRST_HOP", params.packets.first_hop ? 1u : 0u},
  };
  shape.directories = {"rtl/packet_router", "rtl/router", "rtl/common"};
  shape.ports = params.ports;
  shape.virtual_channels = params.virtual_channels;
  shape.wire_bits = params.format.wire_bits();
  while ((1u << shape.queue_bits) <= params.packets.slots) ++shape.queue_bits;
  shape.generated = {source_of(simulated_cell(shape))};
  return shape;
}

Shape coprocessor_shape(const model::CoprocessorParams& params) {
  Shape shape;
  shape.module = shape.top = "coprocessor";
  shape.parameters = {
      {"DIMENSIONS", params.dimensions},         {"DATA_W", params.flit_bits},
      {"VCS", params.virtual_channels},          {"DEPTH", params.buffer_depth},
      {"SYSTEM_BUFFERS", params.system_buffers}, {"SLOTS", params.packet_slots},
  };
  shape.directories = {"rtl/coprocessor", "rtl/router", "rtl/common"};
  shape.ports = params.ports();
  shape.virtual_channels = params.virtual_channels;
  shape.wire_bits = params.flit_bits + 2;
  while ((1u << shape.queue_bits) <= params.packet_slots) ++shape.queue_bits;
  return shape;
}

Shape interchange_shape(const model::InterchangeParams& params, unsigned route_bits) {
  const model::InterchangeRouting& routing = params.routing;
  Shape shape;
  shape.module = "interchange";
  shape.top = "interchange_cell";
  shape.parameters = {
      {"VCS", params.virtual_channels()},
      {"DEPTH", params.buffer_depth},
      {"EXPRESS_DEPTH", params.express_depth},
      {"DATA_W", params.format.flit_bits},
      {"ADDR_W", params.format.address_bits},
      {"DIMENSIONS", routing.dimensions},
      {"COORD_W", routing.coordinate_bits},
      {"BIDIRECTIONAL", routing.bidirectional ? 1u : 0u},
      {"RING", routing.is_ring ? 1u : 0u},
      {"JOINT", routing.is_joint ? 1u : 0u},
      {"HIGHEST_FIRST", routing.highest_first ? 1u : 0u},
      {"LEVELS", routing.levels},
      {"CHANNELS", of_each_level(routing, routing.channels)},
      {"DISTANCES", of_each_level(routing, routing.distance)},
      {"ALIGNED", routing.is_aligned ? 1u : 0u},
      {"PIPELINE", params.pipeline_cycles},
      {"ROOM", params.entering_room()},
      {"PATIENCE", params.patience},
      {"PACE", params.pace},
  };
  shape.directories = {"rtl/interchange", "rtl/router", "rtl/routing", "rtl/common"};
  shape.ports = params.ports();
  shape.virtual_channels = params.virtual_channels();
  shape.wire_bits = params.format.wire_bits();
  shape.route_bits = route_bits;
  shape.generated = {source_of(simulated_cell(shape))};
  return shape;
}

Shape channel_shape(const ChannelKind& kind, unsigned virtual_channels, unsigned wire_bits,
                    unsigned route_bits) {
  Shape shape;
  shape.module = shape.top = "channel";
  shape.parameters = {{"LATENCY", kind.latency},
                      {"VCS", virtual_channels},
                      {"FLIT_W", wire_bits},
                      {"ROUTE_W", route_bits}};
  if (kind.phits * kind.clock_ratio > 1) {
    shape.module = shape.top = "narrow_channel";
    shape.parameters.emplace_back("PHITS", kind.phits);
    shape.parameters.emplace_back("CLOCK_RATIO", kind.clock_ratio);
  }
  shape.directories = {"rtl/common"};
  shape.ports = 1;
  shape.virtual_channels = virtual_channels;
  shape.wire_bits = wire_bits;
  shape.route_bits = route_bits;
  shape.drain_cycles = kind.latency;
  return shape;
}

}  // namespace turnpike::sim
