// flat_module.cpp - pins with names to slices of vectors.

#include "sim/hardware/emit/flat_module.h"

#include <fmt/format.h>

#include <utility>

#include "sim/hardware/shapes/cells.h"

namespace turnpike::sim {
namespace {

// The network in a module without pins of terminals.
struct Around {
  // All of its clocks are one.
  Around(const EmittedNames& names, unsigned network_clocks, const std::string& what)
      : flat(names.top + "_flat", {what}), clocks(network_clocks) {
    inner.module = names.top;
    inner.name = "u_network";
    for (const char* pin : {"clk_i", "rst_i", "enable_i"}) {
      flat.input(pin, 1);
      for (unsigned clock = 0; clock < clocks; ++clock) {
        inner.pins.push_back({pin_of_clock(pin, clock), {pin}});
      }
    }
  }

  VerilogModule close() {
    for (const std::string name : {"error", "idle"}) {
      flat.output(name + "_o", 1);
      flat.wire(name, clocks);
      flat.assign(name + "_o", (name == "error" ? "|" : "&") + name);
      for (unsigned clock = 0; clock < clocks; ++clock) {
        inner.pins.push_back({pin_of_clock(name + "_o", clock),
                              {clocks == 1 ? name : verilog_slice(name, clock, 1)}});
      }
    }
    flat.instance(inner);
    return std::move(flat);
  }

  VerilogModule flat;
  VerilogInstance inner;
  unsigned clocks;
};

}  // namespace

VerilogModule flat_module(const model::Network& network, const NetworkShapes& shapes,
                          const EmittedNames& names) {
  const Shape& routers = shapes.all().front();
  const PortWidths width(routers);
  const auto terminals = static_cast<unsigned>(network.terminals.size());
  Around around(names, network.clocks(), "the network, its terminals side by side.");
  VerilogModule& flat = around.flat;
  VerilogInstance& inner = around.inner;
  flat.input("in_valid_i", terminals);
  flat.input("in_vc_i", terminals * width.vc);
  flat.input("in_route_i", terminals * width.route);
  flat.input("in_flit_i", terminals * width.flit);
  flat.output("in_credit_o", terminals * width.credit);
  flat.output("out_valid_o", terminals);
  flat.output("out_vc_o", terminals * width.vc);
  flat.output("out_flit_o", terminals * width.flit);
  flat.input("out_credit_i", terminals * width.credit);
  for (model::NodeId node = 0; node < terminals; ++node) {
    const std::string name = model::terminal_name(network, node);
    const auto connect = [&](const std::string& pin, unsigned bits) {
      inner.pins.push_back(
          {fmt::format("{}_{}", name, pin), {verilog_slice(pin, node * bits, bits)}});
    };
    connect("in_valid_i", 1);
    connect("in_vc_i", width.vc);
    if (has_route_pins(network, node)) {
      connect("in_route_i", width.route);
    } else {
      flat.unused(verilog_slice("in_route_i", node * width.route, width.route));
    }
    connect("in_flit_i", width.flit);
    connect("in_credit_o", width.credit);
    connect("out_valid_o", 1);
    connect("out_vc_o", width.vc);
    connect("out_flit_o", width.flit);
    connect("out_credit_i", width.credit);
  }
  if (network.packets) {
    const unsigned bits = routers.ports * routers.queue_bits;
    const auto count = static_cast<unsigned>(network.components.size());
    flat.output("queue_o", count * bits);
    for (model::ComponentId c = 0; c < count; ++c) {
      inner.pins.push_back({model::component_name(network, c) + "_queue_o",
                            {verilog_slice("queue_o", c * bits, bits)}});
    }
  }
  return around.close();
}

VerilogModule flat_module(const model::Network& network, const EmittedNames& names,
                          const TerminalAdapter& adapter) {
  Around around(names, network.clocks(), "the network, the pins of its nodes side by side.");
  const model::NodeId nodes = network.nodes();
  unsigned bits[2] = {0, 0};  // [is_output] of a node
  for (const VerilogPort& pin : adapter.pins()) bits[pin.is_output ? 1 : 0] += pin.bits;
  around.flat.input("in_i", nodes * bits[0]);
  around.flat.output("out_o", nodes * bits[1]);
  for (model::NodeId node = 0; node < nodes; ++node) {
    const model::NodeId first = node * adapter.terminals();
    const std::string name = adapter_name(network, first, adapter);
    unsigned at[2] = {node * bits[0], node * bits[1]};
    for (const VerilogPort& pin : adapter.pins()) {
      unsigned& place = at[pin.is_output ? 1 : 0];
      around.inner.pins.push_back(
          {name + "_" + pin.name,
           {verilog_slice(pin.is_output ? "out_o" : "in_i", place, pin.bits)}});
      place += pin.bits;
    }
  }
  return around.close();
}

VerilogModule flat_module(const model::Network& network, const EmittedNames& names,
                          const Axi4Terminals& axi) {
  Around around(names, network.clocks(), "the network, the pins of its AXI4 ports side by side.");
  unsigned at[2] = {0, 0};  // [is_output]
  const auto add = [&](const std::string& bus, const std::vector<VerilogPort>& pins) {
    for (const VerilogPort& pin : pins) {
      unsigned& place = at[pin.is_output ? 1 : 0];
      around.inner.pins.push_back(
          {bus + "_" + pin.name,
           {verilog_slice(pin.is_output ? "out_o" : "in_i", place, pin.bits)}});
      place += pin.bits;
    }
  };
  for (const auto& [node, port] : axi.ports()) add(port.bus(), axi.bus_pins(port.is_manager));
  if (axi.control()) {
    add(Axi4ControlBlock::bus(), Axi4ControlBlock::bus_pins(axi.control()->map().address_bits()));
  }
  around.flat.input("in_i", at[0]);
  around.flat.output("out_o", at[1]);
  return around.close();
}

}  // namespace turnpike::sim
