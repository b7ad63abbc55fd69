// cells.cpp - ports of the RTL modules with their widths.

#include "sim/hardware/emit/cells.h"

#include <fmt/format.h>

#include <algorithm>
#include <stdexcept>

namespace turnpike::sim {
namespace {

unsigned index_bits(unsigned values) {
  unsigned bits = 1;
  while ((1u << bits) < values) ++bits;
  return bits;
}

}  // namespace

PortWidths::PortWidths(const Shape& shape)
    : vc(index_bits(shape.virtual_channels)),
      credit(shape.virtual_channels),
      route(shape.route_bits),
      flit(shape.wire_bits) {}

CellPins::CellPins(const Shape& shape) {
  const bool is_router = shape.module == "router";
  const bool is_channel = shape.module == "channel" || shape.module == "narrow_channel";
  is_express = shape.module == "interchange";
  has_queue = shape.module == "packet_router";
  takes_routes = is_router || is_channel;
  gives_routes = is_router || is_channel || is_express;
  has_place = !is_channel;
  has_status = !is_channel;
}

unsigned parameter_of(const Shape& shape, const std::string& name) {
  const auto at = std::find_if(shape.parameters.begin(), shape.parameters.end(),
                               [&](const auto& parameter) { return parameter.first == name; });
  if (at == shape.parameters.end()) throw std::logic_error(shape.to_text() + " has no " + name);
  return at->second;
}

VerilogModule cell_module(const std::string& name, const Shape& shape) {
  const PortWidths width(shape);
  const CellPins has(shape);
  VerilogModule cell(
      name, {fmt::format("{} with its parameters, one module for all of them.", shape.module)});
  cell.attribute("keep_hierarchy");
  VerilogInstance inner;
  inner.module = shape.module;
  inner.name = "u_" + shape.module;
  inner.parameters = shape.parameters;
  const auto connect = [&](const std::string& pin, const std::string& what) {
    inner.pins.push_back({pin, {what}});
  };
  const auto input = [&](const std::string& pin, unsigned bits) {
    cell.input(pin, bits);
    connect(pin, pin);
  };
  const auto output = [&](const std::string& pin, unsigned bits) {
    cell.output(pin, bits);
    connect(pin, pin);
  };
  for (const char* pin : {"clk_i", "rst_i", "enable_i"}) input(pin, 1);
  if (has.has_place) {
    cell.head("Place, constants");
    input("node_i", parameter_of(shape, "ADDR_W"));
    input("limit_i", parameter_of(shape, "ADDR_W"));
  }
  if (has.is_express) {
    input("dimension_i", index_bits(parameter_of(shape, "DIMENSIONS")));
    input("connected_i", shape.ports);
    input("paced_i", shape.ports);
  }
  if (shape.module == "router") {
    // Outputs that a table gives come by in_route_i; nothing is loaded.
    inner.parameters.emplace_back("LOADED", 0);
    const unsigned ports = shape.ports;
    connect("table_we_i", "1'b0");
    connect("table_port_i", verilog_constant(index_bits(ports), 0));
    connect("table_dest_i", verilog_constant(parameter_of(shape, "ADDR_W"), 0));
    connect("table_mask_i", verilog_constant(ports, 0));
  }
  cell.head("Upstream");
  input("in_valid_i", shape.ports);
  input("in_vc_i", shape.ports * width.vc);
  if (has.takes_routes) input("in_route_i", shape.ports * width.route);
  input("in_flit_i", shape.ports * width.flit);
  output("in_credit_o", shape.ports * width.credit);
  cell.head("Downstream");
  output("out_valid_o", shape.ports);
  output("out_vc_o", shape.ports * width.vc);
  if (has.gives_routes) output("out_route_o", shape.ports * width.route);
  output("out_flit_o", shape.ports * width.flit);
  input("out_credit_i", shape.ports * width.credit);
  if (has.has_status) {
    cell.head("Status");
    if (has.has_queue) output("queue_o", shape.ports * shape.queue_bits);
    output("error_o", 1);
    output("idle_o", 1);
  }
  cell.instance(inner);
  return cell;
}

}  // namespace turnpike::sim
