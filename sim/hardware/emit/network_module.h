// network_module.h - the wiring of an emitted network.

#pragma once

#include <string>
#include <vector>

#include "model/topology/network.h"
#include "sim/hardware/emit/axi4_terminals.h"
#include "sim/hardware/emit/terminals.h"
#include "sim/hardware/shapes/network_shapes.h"
#include "sim/hardware/shapes/verilog.h"

namespace turnpike::sim {

// What the modules of an emitted network are called.
struct EmittedNames {
  // `configuration`: its name; any text becomes a Verilog identifier. `prefix`: of all names.
  EmittedNames(const std::string& configuration, const NetworkShapes& shapes,
               const std::string& prefix);

  std::string top;
  std::string adapter;             // at terminals
  std::vector<std::string> cells;  // of NetworkShapes::all()
};

// A pin of the clock with this number, such as "rst_i": "rst_i" of clock 0, "rst_1_i" of clock 1.
std::string pin_of_clock(const std::string& pin, unsigned clock);

// What stands at a terminal: it has the terminal's name, at all terminals of a node the node's.
std::string adapter_name(const model::Network& network, model::NodeId terminal,
                         const TerminalAdapter& adapter);

// What links are called, [channel]: NAME_to_NAME; of several between two components, with the port
// at the first.
std::vector<std::string> link_names(const model::Network& network);

// Heads enter there with the route at their first router.
bool has_route_pins(const model::Network& network, model::NodeId terminal);

// `adapter`: at all terminals; null: they are raw channels, or `axi` says what is there.
VerilogModule network_module(const model::Network& network, const NetworkShapes& shapes,
                             const EmittedNames& names, const TerminalAdapter* adapter,
                             const Axi4Terminals* axi);

// Of a network with routing tables: a ROM for each switch, `TOP_SWITCH_routes`.
std::vector<VerilogModule> route_modules(const model::Network& network, const EmittedNames& names);
std::string route_module_name(const model::Network& network, const EmittedNames& names,
                              model::ComponentId component);

}  // namespace turnpike::sim
