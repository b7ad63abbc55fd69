// emitted.h - all files of an emitted network.

#pragma once

#include <filesystem>
#include <string>
#include <vector>

#include "model/adapters/axi4_network.h"
#include "model/topology/network.h"
#include "sim/hardware/emit/terminals.h"
#include "sim/hardware/shapes/shape.h"

namespace turnpike::sim {

struct EmitSpec {
  std::string name;  // of the configuration; any text
  TerminalKind terminals = TerminalKind::raw;
  model::Axi4NetworkSpec axi = {};  // of kind axi4
  std::string prefix = {};          // of the names of all modules; empty: the RTL's have their own
  std::string timescale = {};       // of every module, "1ns / 1ps"; empty: none
  StreamSpec streams = {};          // of kind axi_stream
};

// Network, cells and, of a network with routing tables, their ROMs: all that is not in rtl/.
std::vector<GeneratedSource> emitted_modules(const model::Network& network, const EmitSpec& spec);

// Those, the RTL that they need, a list of the files and a README; of kind axi4 also a test.
// Throws model::ConfigurationError for terminals that the network cannot have.
std::vector<GeneratedSource> emitted_files(const model::Network& network, const EmitSpec& spec,
                                           const std::filesystem::path& root);

// The emitted network as a component whose ports are its terminals, for Verilator. Terminals: raw,
// or co-processors or AXI4, whose buses then are its pins (flat_module.h).
Shape emitted_shape(const model::Network& network, const EmitSpec& spec);
// Of a network with co-processors: the pins of a node, in the order of flat_module.h.
std::vector<VerilogPort> bus_pins(const model::Network& network);
// Of a network with AXI4 ports: what each port is called and its pins, in the order of
// flat_module.h.
struct EmittedBus {
  std::string name;  // "cpu_s_axi"
  std::vector<VerilogPort> pins;
};
std::vector<EmittedBus> axi4_buses(const model::Network& network, const EmitSpec& spec);
// Of a network with a control block: what its counters are called, in their order.
std::vector<std::string> axi4_counter_names(const model::Network& network, const EmitSpec& spec);

}  // namespace turnpike::sim
