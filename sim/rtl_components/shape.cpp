// shape.cpp - the shapes of the components there are.

#include "sim/rtl_components/shape.h"

namespace turnpike::sim {

std::string Shape::to_text() const {
  std::string text = top + " (";
  for (std::size_t i = 0; i < parameters.size(); ++i) {
    if (i != 0) text += ", ";
    text += parameters[i].first + "=" + std::to_string(parameters[i].second);
  }
  return text + ")";
}

Shape router_shape(const model::RouterParams& params) {
  Shape shape;
  shape.top = "router_cell";
  shape.parameters = {
      {"PORTS", params.ports},
      {"LOCAL_PORTS", params.local_ports},
      {"VCS", params.virtual_channels},
      {"DEPTH", params.buffer_depth},
      {"DATA_W", params.format.flit_bits},
      {"ADDR_W", params.format.address_bits},
      {"ROUTING", static_cast<unsigned>(params.routing.kind)},
      {"DIMENSIONS", params.routing.dimensions},
      {"COORD_W", params.routing.coordinate_bits},
      {"HIGHEST_FIRST", params.routing.highest_first ? 1u : 0u},
      {"PIPELINE", params.pipeline_cycles},
      {"PATIENCE", params.patience},
  };
  shape.directories = {"sim/rtl_components", "rtl/router", "rtl/common"};
  shape.ports = params.ports;
  shape.virtual_channels = params.virtual_channels;
  shape.wire_bits = params.format.wire_bits();
  return shape;
}

Shape channel_shape(unsigned latency, unsigned virtual_channels, unsigned wire_bits) {
  Shape shape;
  shape.top = "channel";
  shape.parameters = {{"LATENCY", latency}, {"VCS", virtual_channels}, {"FLIT_W", wire_bits}};
  shape.directories = {"rtl/common"};
  shape.ports = 1;
  shape.virtual_channels = virtual_channels;
  shape.wire_bits = wire_bits;
  shape.drain_cycles = latency;
  return shape;
}

}  // namespace turnpike::sim
