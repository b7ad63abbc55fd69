// route_modules.cpp - routing tables as ROMs, without a clock.
//
// Of each input port of a switch, what the table gives for a destination. Destinations with the
// same outputs stand in one line; ports with the same table share a function.

#include <fmt/format.h>

#include <algorithm>
#include <map>

#include "sim/hardware/emit/network_module.h"
#include "sim/hardware/shapes/cells.h"

namespace turnpike::sim {
namespace {

using Rows = std::vector<model::TableWord>;  // [row of a port]

// Widths of the pins of a table, in bits, and how many rows a port has.
struct Widths {
  explicit Widths(const model::RouterParams& router)
      : ports(router.ports),
        word(route_bits(router)),
        address(router.format.address_bits),
        vc(bits_for(router.virtual_channels)),
        layer(router.routing.layers > 1 ? bits_for(router.routing.layers) : 0),
        rows(std::size_t{router.routing.layers} << address) {}
  unsigned ports;
  unsigned word;
  unsigned address;
  unsigned vc;
  unsigned layer;  // 0: there are no layers
  std::size_t rows;
};

std::string binary(unsigned bits, model::TableWord word) {
  return fmt::format("{}'b{:0{}b}", bits, word, bits);
}

std::string function_text(const std::string& name, const Rows& rows, const Widths& width) {
  const unsigned bits = width.layer + width.address;
  std::map<model::TableWord, std::vector<std::string>> places;
  for (std::size_t row = 0; row < rows.size(); ++row) {
    if (rows[row] != 0) places[rows[row]].push_back(verilog_constant(bits, row));
  }
  const char* argument = width.layer == 0 ? "destination" : "row";
  std::string text = fmt::format(
      "\n    function automatic [{}:0] {};\n        input [{}:0] {};\n        begin\n"
      "            case ({})\n",
      width.word - 1, name, bits - 1, argument, argument);
  for (const auto& [word, list] : places) {
    text += fmt::format("                {}: {} = {};\n", verilog_list(list, 16, 16), name,
                        binary(width.word, word));
  }
  text += fmt::format("                default: {} = {};\n", name, binary(width.word, 0));
  return text + "            endcase\n        end\n    endfunction\n";
}

// The layer of the VC on which a head comes.
std::string layer_function_text(const model::RouterParams& router, const Widths& width) {
  std::string text = fmt::format(
      "\n    function automatic [{}:0] layer_of;\n        input [{}:0] vc;\n        begin\n"
      "            case (vc)\n",
      width.layer - 1, width.vc - 1);
  for (model::VcId vc = 0; vc < router.virtual_channels; ++vc) {
    text += fmt::format("                {}: layer_of = {};\n", verilog_constant(width.vc, vc),
                        verilog_constant(width.layer, model::layer_of(router.routing, vc)));
  }
  text +=
      fmt::format("                default: layer_of = {};\n", verilog_constant(width.layer, 0));
  return text + "            endcase\n        end\n    endfunction\n";
}

Rows rows_of(const model::Network& network, model::ComponentId c, model::PortId port,
             const Widths& width) {
  Rows rows(width.rows, 0);
  for (unsigned layer = 0; layer < network.router.routing.layers; ++layer) {
    std::copy_n(network.line_of(c, port, layer), network.line_words(),
                rows.begin() + static_cast<std::ptrdiff_t>(std::size_t{layer} << width.address));
  }
  return rows;
}

VerilogModule rom_of(const model::Network& network, const EmittedNames& names,
                     model::ComponentId c) {
  const Widths width(network.router);
  VerilogModule rom(route_module_name(network, names, c),
                    {fmt::format("routing table of {}: {} of a destination, for each input{}.",
                                 model::component_name(network, c),
                                 network.router.routing.has_escape ? "outputs on both layers"
                                 : width.layer == 0                ? "outputs"
                                                                   : "layers and outputs",
                                 width.layer == 0 ? "" : " and layer")});
  rom.input("destination_i", width.ports * width.address);
  if (width.layer != 0) rom.input("vc_i", width.ports * width.vc);
  rom.output("route_o", width.ports * width.word);
  if (width.layer != 0) rom.body(layer_function_text(network.router, width));
  std::map<Rows, std::string> functions;
  std::string assignments = "\n";
  for (model::PortId port = 0; port < width.ports; ++port) {
    const Rows rows = rows_of(network, c, port, width);
    const std::string to = verilog_slice("route_o", port * width.word, width.word);
    const std::string destination =
        verilog_slice("destination_i", port * width.address, width.address);
    const std::string vc = verilog_slice("vc_i", port * width.vc, width.vc);
    if (rows == Rows(rows.size(), 0)) {  // nothing comes in here
      assignments += fmt::format("    assign {} = {};\n", to, verilog_constant(width.word, 0));
      rom.unused(destination);
      if (width.layer != 0) rom.unused(vc);
      continue;
    }
    const auto [function, is_new] = functions.emplace(rows, fmt::format("outputs_{}", port));
    if (is_new) rom.body(function_text(function->second, rows, width));
    const std::string row =
        width.layer == 0 ? destination : fmt::format("{{layer_of({}), {}}}", vc, destination);
    assignments += fmt::format("    assign {} = {}({});\n", to, function->second, row);
  }
  rom.body(assignments);
  return rom;
}

}  // namespace

std::string route_module_name(const model::Network& network, const EmittedNames& names,
                              model::ComponentId component) {
  return names.top + "_" + model::component_name(network, component) + "_routes";
}

std::vector<VerilogModule> route_modules(const model::Network& network, const EmittedNames& names) {
  std::vector<VerilogModule> modules;
  for (model::ComponentId c = 0; c < network.tables.size(); ++c) {
    modules.push_back(rom_of(network, names, c));
  }
  return modules;
}

}  // namespace turnpike::sim
