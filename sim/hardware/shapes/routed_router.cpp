// routed_router.cpp - turns become parameters, a routing function its module.

#include "sim/hardware/shapes/routed_router.h"

#include <fmt/format.h>

#include <filesystem>
#include <fstream>
#include <sstream>
#include <stdexcept>

#include "model/router/turns.h"
#include "sim/base/data_folder.h"
#include "sim/hardware/shapes/cells.h"

namespace turnpike::sim {
namespace {

using Rows = std::vector<std::string>;  // of a matrix, the highest first

// What row(port) gives for each port.
template <class Row>
Rows matrix(const model::RouterParams& params, unsigned bits, Row row) {
  Rows rows;
  for (model::PortId port = params.ports; port-- > 0;) {
    rows.push_back(verilog_constant(bits, row(port)));
  }
  return rows;
}

Rows turns_of(const model::RouterParams& params) {
  const model::Turns turns = legal_turns(params);
  return matrix(params, params.ports, [&](model::PortId port) { return turns[port]; });
}

// Outputs at which heads go last; without TURNS_LAST there are none.
Rows yields_of(const model::RouterParams& params) {
  const model::Turns last = last_turns(params);
  return matrix(params, params.ports, [&](model::PortId port) { return last[port]; });
}

// The output by which a packet goes on in its direction, on a ring.
Rows straight_of(const model::RouterParams& params) {
  return matrix(params, params.ports, [&](model::PortId port) {
    const bool is_in_ring = params.routing.kind.has_rings && port < params.network_ports();
    return is_in_ring ? std::uint64_t{1} << params.routing.facing(port) : 0;
  });
}

// Bits that can be high in a route at the next router, behind each output.
Rows nexts_of(const model::RouterParams& params) {
  const model::RoutingParams& routing = params.routing;
  const model::Turns turns = legal_turns(params);
  const unsigned bits = route_bits(params);
  const std::uint64_t outputs = (std::uint64_t{1} << params.ports) - 1;
  const std::uint64_t network = (std::uint64_t{1} << params.network_ports()) - 1;
  const std::uint64_t late = (std::uint64_t{1} << bits) - 1 - outputs;
  return matrix(params, bits, [&](model::PortId port) {
    if (routing.kind.function->looks_up()) return std::uint64_t{0};
    if (!routing.kind.function->has_coordinates) return late | outputs;
    if (port >= params.network_ports()) return late;
    const model::PortId in = routing.facing(port);
    return late | (turns[in] & (network | local_output_behind(routing, in)));
  });
}

// Of each port so many bits of a bus, the highest port first.
std::vector<std::string> slices(const std::string& bus, unsigned ports, unsigned stride,
                                unsigned bits) {
  std::vector<std::string> parts;
  for (unsigned port = ports; port-- > 0;) {
    parts.push_back(verilog_slice(bus, port * stride, bits));
  }
  return parts;
}

struct Widths {
  explicit Widths(const model::RouterParams& params)
      : ports(params.ports),
        address(params.format.address_bits),
        flit(params.format.wire_bits()),
        vc(bits_for(params.virtual_channels)),
        route(route_bits(params)),
        row(address + (params.routing.layers > 1 ? bits_for(params.routing.layers) : 0)) {}
  unsigned ports;
  unsigned address;
  unsigned flit;
  unsigned vc;
  unsigned route;  // of a table too: a word,
  unsigned row;    // and the number of one
};

VerilogInstance switch_of(const model::RouterParams& params) {
  const bool looks_up = params.routing.kind.function->looks_up();
  const bool has_choices = looks_up && params.routing.has_choices;
  VerilogInstance instance;
  instance.module = "router_switch";
  instance.name = "u_switch";
  instance.parameters = {{"PORTS", params.ports},
                         {"LOCAL_PORTS", params.local_ports},
                         {"VCS", params.virtual_channels},
                         {"DEPTH", params.buffer_depth},
                         {"DATA_W", params.format.flit_bits},
                         {"MESSAGE_CLASSES", params.routing.message_classes},
                         {"ROOM", params.injection_room()},
                         {"PIPELINE", params.pipeline_cycles},
                         {"PATIENCE", params.patience},
                         {"DATELINE", params.routing.has_dateline_classes() ? 1u : 0u},
                         {"LOOKUP", looks_up ? 1u : 0u},
                         {"CHOICES", has_choices ? 1u : 0u},
                         {"LAYERS", params.routing.layers},
                         {"ESCAPE", params.routing.has_escape ? 1u : 0u},
                         {"PACE", params.pace}};
  instance.matrices = {
      {"TURNS", turns_of(params)}, {"STRAIGHT", straight_of(params)}, {"NEXTS", nexts_of(params)}};
  if (params.turns_last) instance.matrices.push_back({"YIELDS", yields_of(params)});
  return instance;
}

// Beside the switch: the route of each head at the next router.
VerilogInstance unit_of(const model::RouterParams& params) {
  const model::RoutingParams& routing = params.routing;
  const Widths width(params);
  VerilogInstance instance;
  instance.module = routing.kind.function->module;
  instance.name = "u_routes";
  instance.parameters = {{"PORTS", params.ports},
                         {"LOCAL_PORTS", params.local_ports},
                         {"DIMENSIONS", routing.dimensions},
                         {"COORD_W", routing.coordinate_bits},
                         {"PAIRS", routing.kind.has_pairs ? 1u : 0u},
                         {"RINGS", routing.kind.has_rings ? 1u : 0u},
                         {"HIGHEST_FIRST", routing.highest_first ? 1u : 0u},
                         {"DATELINE", routing.has_dateline_classes() ? 1u : 0u}};
  instance.matrices = {{"TURNS", turns_of(params)}};
  instance.pins = {{"clk_i", {"clk_i"}},
                   {"node_i", {"node_i"}},
                   {"limit_i", {"limit_i"}},
                   {"destination_i", slices("in_flit_i", width.ports, width.flit, width.address)},
                   {"route_i", slices("in_route_i", width.ports, width.route, width.ports)},
                   {"next_o", {"next"}},
                   {"crossed_o", {"crossed"}}};
  return instance;
}

// The table of an input port, written by pins.
VerilogInstance table_of(const model::RouterParams& params, model::PortId port) {
  const Widths width(params);
  const std::string number = verilog_constant(bits_for(width.ports), port);
  VerilogInstance instance;
  instance.module = params.routing.kind.function->module;
  instance.name = fmt::format("u_table_{}", port);
  instance.parameters = {{"PORTS", width.ports},
                         {"ADDR_W", width.address},
                         {"VCS", params.virtual_channels},
                         {"MESSAGE_CLASSES", params.routing.message_classes},
                         {"LAYERS", params.routing.layers},
                         {"ESCAPE", params.routing.has_escape ? 1u : 0u}};
  instance.pins = {
      {"clk_i", {"clk_i"}},
      {"we_i", {"enable_i && table_we_i && table_port_i == " + number}},
      {"dest_i", {"table_dest_i"}},
      {"mask_i", {"table_mask_i"}},
      {"valid_i", {verilog_slice("in_valid_i", port, 1)}},
      {"vc_i", {verilog_slice("in_vc_i", port * width.vc, width.vc)}},
      {"destination_i", {verilog_slice("in_flit_i", port * width.flit, width.address)}},
      {"outputs_o", {verilog_slice("next", port * width.route, width.route)}}};
  return instance;
}

void add_routes(VerilogModule& router, const model::RouterParams& params, TablePlace table) {
  const bool looks_up = params.routing.kind.function->looks_up();
  if (!looks_up) return router.instance(unit_of(params));
  router.body("\n");
  router.assign("crossed", verilog_constant(params.ports, 0));
  router.unused("node_i");
  router.unused("limit_i");
  if (table == TablePlace::beside) return router.assign("next", "in_route_i");
  for (model::PortId port = 0; port < params.ports; ++port) {
    router.instance(table_of(params, port));
  }
}

}  // namespace

VerilogModule routed_router(const std::string& name, const model::RouterParams& params,
                            TablePlace table) {
  const Widths width(params);
  VerilogModule router(name, {"a router: the switch and its routing unit."});
  router.attribute("keep_hierarchy");
  VerilogInstance inner = switch_of(params);
  if (table == TablePlace::beside) {
    // The default is none that occurs: Verilator builds no block of its own for a default.
    router.mask_parameter("ABSENT", params.ports, "ports without a channel, which take no gates");
    inner.matrices.push_back({"ABSENT", {"ABSENT"}});
  }
  const auto connect = [&](const std::string& pin) { inner.pins.push_back({pin, {pin}}); };
  const auto input = [&](const std::string& pin, unsigned bits) {
    router.input(pin, bits);
    connect(pin);
  };
  const auto output = [&](const std::string& pin, unsigned bits) {
    router.output(pin, bits);
    connect(pin);
  };
  for (const char* pin : {"clk_i", "rst_i", "enable_i"}) input(pin, 1);
  router.head("Place, constants");
  router.input("node_i", width.address);
  router.input("limit_i", width.address);
  const unsigned pauses = params.ports * model::kPauseBits;
  if (params.pace > 1)
    input("pauses_i", pauses);
  else
    inner.pins.push_back({"pauses_i", {"{" + std::to_string(pauses) + "{1'b0}}"}});
  if (table == TablePlace::loaded) {
    const bool is_used = params.routing.kind.function->looks_up();
    router.head("Route table");
    for (const auto& [pin, bits] : {std::pair<const char*, unsigned>{"table_we_i", 1},
                                    {"table_port_i", bits_for(width.ports)},
                                    {"table_dest_i", width.row},
                                    {"table_mask_i", width.route}}) {
      router.input(pin, bits);
      if (!is_used) router.unused(pin);
    }
  }
  router.head("Upstream");
  input("in_valid_i", width.ports);
  input("in_vc_i", width.ports * width.vc);
  input("in_route_i", width.ports * width.route);
  input("in_flit_i", width.ports * width.flit);
  output("in_credit_o", width.ports * params.virtual_channels);
  router.head("Downstream");
  output("out_valid_o", width.ports);
  output("out_vc_o", width.ports * width.vc);
  output("out_route_o", width.ports * width.route);
  output("out_flit_o", width.ports * width.flit);
  input("out_credit_i", width.ports * params.virtual_channels);
  router.head("Status");
  output("error_o", 1);
  output("idle_o", 1);
  router.wire("next", width.ports * width.route);
  router.wire("crossed", width.ports);
  inner.pins.push_back({"next_i", {"next"}});
  inner.pins.push_back({"crossed_i", {"crossed"}});
  add_routes(router, params, table);
  router.instance(inner);
  return router;
}

std::vector<std::string> router_modules(const model::RouterParams& params) {
  const model::Routing& function = *params.routing.kind.function;
  if (function.looks_up() || function.file != nullptr) return {"router_switch"};
  return {"router_switch", function.module};
}

std::optional<GeneratedSource> own_routing_unit(const model::RouterParams& params) {
  const model::Routing& function = *params.routing.kind.function;
  if (function.file == nullptr) return std::nullopt;
  const std::string name = std::string(function.module) + ".v";
  const std::string path = (data_folder() / function.file).string();
  std::ifstream file(path, std::ios::binary);
  std::ostringstream text;
  text << file.rdbuf();
  if (!file) {
    throw std::runtime_error(
        fmt::format("{}: cannot be read: the routing unit of routing \"{}\"", path, function.word));
  }
  return GeneratedSource{name, text.str()};
}

}  // namespace turnpike::sim
