// route_modules.cpp - routing tables as ROMs, without a clock.
//
// Of each input port of a switch, what the table gives for a destination. Destinations with the
// same outputs stand in one line; ports with the same table share a function.

#include <fmt/format.h>

#include <map>

#include "sim/hardware/emit/network_module.h"

namespace turnpike::sim {
namespace {

using Rows = std::vector<model::PortMask>;  // [destination]

std::string binary(unsigned bits, model::PortMask mask) {
  return fmt::format("{}'b{:0{}b}", bits, mask, bits);
}

std::string function_text(const std::string& name, const Rows& rows, unsigned ports,
                          unsigned address_bits) {
  std::map<model::PortMask, std::vector<std::string>> destinations;
  for (std::size_t to = 0; to < rows.size(); ++to) {
    if (rows[to] != 0) destinations[rows[to]].push_back(verilog_constant(address_bits, to));
  }
  std::string text = fmt::format(
      "\n    function automatic [{}:0] {};\n        input [{}:0] destination;\n        begin\n"
      "            case (destination)\n",
      ports - 1, name, address_bits - 1);
  for (const auto& [mask, list] : destinations) {
    text += fmt::format("                {}: {} = {};\n", verilog_list(list, 16, 16), name,
                        binary(ports, mask));
  }
  text += fmt::format("                default: {} = {};\n", name, binary(ports, 0));
  return text + "            endcase\n        end\n    endfunction\n";
}

}  // namespace

std::string route_module_name(const model::Network& network, const EmittedNames& names,
                              model::ComponentId component) {
  return names.top + "_" + model::component_name(network, component) + "_routes";
}

std::vector<VerilogModule> route_modules(const model::Network& network, const EmittedNames& names) {
  std::vector<VerilogModule> modules;
  const unsigned ports = network.router.ports;
  const unsigned bits = network.router.format.address_bits;
  for (model::ComponentId c = 0; c < network.tables.size(); ++c) {
    VerilogModule rom(route_module_name(network, names, c),
                      {fmt::format("routing table of {}: outputs of a destination, for each input.",
                                   model::component_name(network, c))});
    rom.input("destination_i", ports * bits);
    rom.output("route_o", ports * ports);
    std::map<Rows, std::string> functions;
    std::string assignments = "\n";
    for (model::PortId port = 0; port < ports; ++port) {
      const auto first = network.tables[c].begin() + (static_cast<std::ptrdiff_t>(port) << bits);
      const Rows rows(first, first + (std::ptrdiff_t{1} << bits));
      const std::string to = verilog_slice("route_o", port * ports, ports);
      const std::string destination = verilog_slice("destination_i", port * bits, bits);
      if (rows == Rows(rows.size(), 0)) {  // nothing comes in here
        assignments += fmt::format("    assign {} = {};\n", to, verilog_constant(ports, 0));
        rom.unused(destination);
        continue;
      }
      const auto [function, is_new] = functions.emplace(rows, fmt::format("outputs_{}", port));
      if (is_new) rom.body(function_text(function->second, rows, ports, bits));
      assignments += fmt::format("    assign {} = {}({});\n", to, function->second, destination);
    }
    rom.body(assignments);
    modules.push_back(std::move(rom));
  }
  return modules;
}

}  // namespace turnpike::sim
