// cells.cpp - ports of the RTL modules with their widths.

#include "sim/hardware/shapes/cells.h"

#include <fmt/format.h>

#include <algorithm>
#include <stdexcept>

#include "sim/hardware/shapes/routed_router.h"

namespace turnpike::sim {

unsigned bits_for(unsigned values) {
  unsigned bits = 1;
  while ((1u << bits) < values) ++bits;
  return bits;
}

PortWidths::PortWidths(const Shape& shape)
    : vc(bits_for(shape.virtual_channels)),
      credit(shape.virtual_channels),
      route(shape.route_bits),
      flit(shape.wire_bits) {}

CellPins::CellPins(const Shape& shape) {
  const bool is_router = shape.module == "router";
  const bool is_channel = shape.module == "channel" || shape.module == "narrow_channel";
  is_express = shape.module == "interchange";
  has_pauses = is_router && shape.router->pace > 1;
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
  return at->second.number();
}

namespace {

// Pins of a shape, and what is on them inside.
class CellWriter {
 public:
  CellWriter(const Shape& shape, VerilogModule cell)
      : shape_(shape), width_(shape), has_(shape), cell_(std::move(cell)) {
    inner_.module = shape.module;
    if (!shape.router) inner_.parameters = shape.parameters;
  }

  void connect(const std::string& pin, const std::string& what) {
    inner_.pins.push_back({pin, {what}});
  }
  void input(const std::string& pin, unsigned bits) {
    cell_.input(pin, bits);
    connect(pin, pin);
  }
  void output(const std::string& pin, unsigned bits) {
    cell_.output(pin, bits);
    connect(pin, pin);
  }

  void add_place() {
    if (has_.has_place) {
      cell_.head("Place, constants");
      input("node_i", parameter_of(shape_, "ADDR_W"));
      input("limit_i", parameter_of(shape_, "ADDR_W"));
    }
    if (has_.is_express) {
      input("dimension_i", bits_for(parameter_of(shape_, "DIMENSIONS")));
      input("connected_i", shape_.ports);
      input("paced_i", shape_.ports);
    }
    if (has_.has_pauses) input("pauses_i", shape_.ports * model::kPauseBits);
  }
  void add_table() {
    cell_.head("Route table");
    input("table_we_i", 1);
    input("table_port_i", bits_for(shape_.ports));
    const unsigned layers = shape_.router->routing.layers;
    input("table_dest_i", parameter_of(shape_, "ADDR_W") + (layers > 1 ? bits_for(layers) : 0));
    input("table_mask_i", shape_.route_bits);
  }
  void add_channels() {
    cell_.head("Upstream");
    input("in_valid_i", shape_.ports);
    input("in_vc_i", shape_.ports * width_.vc);
    if (has_.takes_routes) input("in_route_i", shape_.ports * width_.route);
    input("in_flit_i", shape_.ports * width_.flit);
    output("in_credit_o", shape_.ports * width_.credit);
    cell_.head("Downstream");
    output("out_valid_o", shape_.ports);
    output("out_vc_o", shape_.ports * width_.vc);
    if (has_.gives_routes) output("out_route_o", shape_.ports * width_.route);
    output("out_flit_o", shape_.ports * width_.flit);
    input("out_credit_i", shape_.ports * width_.credit);
  }
  void add_status() {
    if (!has_.has_status) return;
    cell_.head("Status");
    if (has_.has_queue) output("queue_o", shape_.ports * shape_.queue_bits);
    output("error_o", 1);
    output("idle_o", 1);
  }
  // What the outputs should be, in the waveform of a difference; for nothing else.
  void add_expected() {
    cell_.head("What the outputs should be, in the waveform of a difference; for nothing else");
    const auto expected = [&](const char* pin, unsigned bits) {
      cell_.input(pin, bits);
      cell_.unused(pin);
    };
    expected("expected_valid_i", shape_.ports);
    expected("expected_vc_i", shape_.ports * width_.vc);
    if (has_.gives_routes) expected("expected_route_i", shape_.ports * width_.route);
    expected("expected_flit_i", shape_.ports * width_.flit);
    expected("expected_credit_i", shape_.ports * width_.credit);
    if (has_.has_queue) expected("expected_queue_i", shape_.ports * shape_.queue_bits);
    expected("expected_error_i", 1);
  }

  VerilogModule& cell() { return cell_; }
  VerilogModule close(const std::string& instance) {
    inner_.name = instance;
    cell_.instance(inner_);
    return std::move(cell_);
  }

 private:
  const Shape& shape_;
  PortWidths width_;
  CellPins has_;
  VerilogModule cell_;
  VerilogInstance inner_;
};

}  // namespace

VerilogModule cell_module(const std::string& name, const Shape& shape) {
  if (shape.router) return routed_router(name, *shape.router, TablePlace::beside);
  CellWriter writer(
      shape,
      {name, {fmt::format("{} with its parameters, one module for all of them.", shape.module)}});
  writer.cell().attribute("keep_hierarchy");
  for (const char* pin : {"clk_i", "rst_i", "enable_i"}) writer.input(pin, 1);
  writer.add_place();
  writer.add_channels();
  writer.add_status();
  return writer.close("u_" + shape.module);
}

VerilogModule simulated_cell(const Shape& shape) {
  CellWriter writer(shape, {shape.top, {fmt::format("{} in the simulator.", shape.module)}});
  writer.input("clk_i", 1);
  writer.input("rst_i", 1);
  writer.cell().input("phase_i", 1);
  writer.connect("enable_i", "enable");
  writer.cell().body(R"(
    reg  phase_q;
    wire enable = phase_i ^ phase_q;

    always @(posedge clk_i) begin
        phase_q <= phase_i;
    end
)");
  writer.add_place();
  if (shape.router) writer.add_table();
  writer.add_channels();
  writer.add_expected();
  writer.add_status();
  return writer.close(shape.module);
}

}  // namespace turnpike::sim
