// emitted.cpp - the modules of a network, its RTL and its list of files.

#include "sim/hardware/emit/emitted.h"

#include <fmt/format.h>

#include <optional>
#include <set>

#include "sim/base/text_file.h"
#include "sim/hardware/emit/axi4_board.h"
#include "sim/hardware/emit/axi4_files.h"
#include "sim/hardware/emit/axi4_terminals.h"
#include "sim/hardware/emit/clock_constraints.h"
#include "sim/hardware/emit/demonstrator.h"
#include "sim/hardware/emit/flat_module.h"
#include "sim/hardware/emit/fusesoc.h"
#include "sim/hardware/emit/module_prefix.h"
#include "sim/hardware/emit/network_module.h"
#include "sim/hardware/emit/readme.h"
#include "sim/hardware/emit/rtl_sources.h"
#include "sim/hardware/emit/verilator_blocks.h"
#include "sim/hardware/shapes/cells.h"
#include "sim/hardware/shapes/routed_router.h"

namespace turnpike::sim {
namespace {

GeneratedSource source_of(const VerilogModule& module) {
  return {module.name() + ".v", module.text()};
}

// All that is said of one network.
struct Emission {
  Emission(const model::Network& network, const EmitSpec& spec)
      : shapes(network), names(spec.name, shapes, spec.prefix) {
    const bool has_ports = !spec.axi.managers.empty() || !spec.axi.regions.empty();
    is_board = spec.terminals == TerminalKind::traffic;
    const TerminalKind kind = is_board && has_ports ? TerminalKind::axi4 : spec.terminals;
    check_terminals(network, kind, spec.streams);
    if (kind == TerminalKind::raw) return;
    if (kind == TerminalKind::axi4) {
      axi.emplace(network, spec.axi, shapes.all().front(), link_names(network), names.top);
      return;
    }
    adapter.emplace(network, kind, shapes.all().front(), spec.streams);
  }

  NetworkShapes shapes;
  EmittedNames names;
  std::optional<TerminalAdapter> adapter;
  std::optional<Axi4Terminals> axi;
  bool is_board = false;  // traffic is at the terminals or, with [axi], at its ports
};

const Axi4Terminals* axi_of(const Emission& emission) {
  return emission.axi ? &*emission.axi : nullptr;
}

const TerminalAdapter* adapter_of(const Emission& emission) {
  return emission.adapter ? &*emission.adapter : nullptr;
}

VerilogModule top_of(const model::Network& network, const Emission& emission) {
  return network_module(network, emission.shapes, emission.names, adapter_of(emission),
                        axi_of(emission));
}

std::string bench_of(const model::Network& network, const Emission& emission) {
  return bench_module(network, emission.names, top_of(network, emission), adapter_of(emission));
}

bool has_clocks(const model::Network& network) { return network.clocks() > 1; }

// Channels with registers of which each is an asynchronous one.
bool is_left_out(const model::Network& network, const NetworkShapes& shapes, std::size_t shape) {
  bool is_asynchronous = false;
  for (const model::Channel& channel : network.channels) {
    if (channel.latency == 0 || shapes.of(channel) != shape) continue;
    if (!network.is_asynchronous(channel)) return false;
    is_asynchronous = true;
  }
  return is_asynchronous;
}

std::vector<GeneratedSource> modules_of(const model::Network& network, const Emission& emission) {
  const EmittedNames& names = emission.names;
  const TerminalAdapter* adapter = adapter_of(emission);
  const std::vector<Shape>& shapes = emission.shapes.all();
  std::vector<GeneratedSource> sources = {source_of(top_of(network, emission))};
  for (std::size_t i = 0; i < shapes.size(); ++i) {
    if (is_left_out(network, emission.shapes, i)) continue;
    sources.push_back(source_of(cell_module(names.cells[i], shapes[i])));
    if (!shapes[i].router) continue;
    if (const auto unit = own_routing_unit(*shapes[i].router)) sources.push_back(*unit);
  }
  if (adapter != nullptr) sources.push_back(source_of(adapter->cell(names.adapter)));
  if (emission.axi) {
    for (const VerilogModule& cell : emission.axi->cells()) sources.push_back(source_of(cell));
  }
  for (const VerilogModule& rom : route_modules(network, names)) sources.push_back(source_of(rom));
  return sources;
}

// A directive reaches all files that a tool happens to read after it, so each file has one.
void set_timescale(std::vector<GeneratedSource>& files, const std::string& timescale) {
  for (GeneratedSource& file : files) {
    const std::size_t at = file.text.find("\n`default_nettype none");
    if (std::filesystem::path(file.name).extension() != ".v" || at == std::string::npos) continue;
    file.text.insert(at, "\n`timescale " + timescale + "\n");
  }
}

std::vector<std::string> rtl_modules(const model::Network& network, const Emission& emission) {
  std::set<std::string> modules;
  if (has_clocks(network)) modules.insert("async_channel");
  for (std::size_t i = 0; i < emission.shapes.all().size(); ++i) {
    const Shape& shape = emission.shapes.all()[i];
    if (is_left_out(network, emission.shapes, i)) continue;
    if (!shape.router) modules.insert(shape.module);
    if (shape.router) {
      for (const std::string& part : router_modules(*shape.router)) modules.insert(part);
    }
  }
  if (emission.adapter) modules.insert(emission.adapter->module());
  if (emission.axi) {
    for (const std::string& module : emission.axi->modules()) modules.insert(module);
  }
  if (emission.is_board && emission.axi) {
    for (const std::string& module : axi4_board_modules()) modules.insert(module);
  } else if (emission.is_board) {
    modules.insert({"demonstrator", "pace_register", "reset_synchroniser"});
  }
  return {modules.begin(), modules.end()};
}

}  // namespace

std::vector<GeneratedSource> emitted_modules(const model::Network& network, const EmitSpec& spec) {
  return modules_of(network, Emission(network, spec));
}

std::vector<GeneratedSource> emitted_files(const model::Network& network, const EmitSpec& spec,
                                           const std::filesystem::path& root) {
  const Emission emission(network, spec);
  std::vector<GeneratedSource> files = modules_of(network, emission);
  if (emission.is_board && emission.axi) {
    files.push_back(source_of(axi4_board_module(network, *emission.axi, emission.names.top)));
  } else if (emission.is_board) {
    files.push_back({"network_demonstrator.v", demonstrator_module(emission.names)});
  }
  for (const std::filesystem::path& path : rtl_sources(root, rtl_modules(network, emission))) {
    files.push_back({"rtl/" + path.filename().string(), read_text_file(path.string())});
  }
  if (has_clocks(network)) {
    for (const char* name : {"async_channel.sdc", "async_channel.xdc"}) {
      const std::filesystem::path from = root / "rtl" / "common" / name;
      files.push_back({std::string("rtl/") + name, read_text_file(from.string())});
    }
    files.push_back({emission.names.top + ".sdc", clock_constraints(network, emission.names)});
  }
  if (!spec.prefix.empty()) put_prefix(files, spec.prefix, emission.names.top);
  std::vector<std::string> sources;
  std::string list = "+incdir+rtl\n";
  for (const GeneratedSource& file : files) {
    if (std::filesystem::path(file.name).extension() != ".v") continue;
    sources.push_back(file.name);
    list += file.name + "\n";
  }
  files.push_back({emission.names.top + ".f", list});
  files.push_back(
      {emission.names.top + ".vlt",
       verilator_blocks(emission.shapes, emission.names, adapter_of(emission), axi_of(emission))});
  // Traffic is driven by the client, co-processors by processors, AXI4 by models of the buses.
  const bool has_bench = !emission.is_board && !emission.axi &&
                         !(emission.adapter && emission.adapter->is_coprocessor());
  files.push_back({emission.names.top + ".core", fusesoc_core(emission.names, files, has_bench)});
  if (has_bench) {
    const std::string bench = emission.names.top + "_bench";
    files.push_back({"bench/" + bench + ".v", bench_of(network, emission)});
    files.push_back({"bench/" + bench + ".cpp", verilator_main(bench)});
  }
  if (emission.is_board) {
    const std::filesystem::path from = root / "rtl" / "fpga";
    const char* const client = emission.axi ? "axi4_client.py" : "client.py";
    files.push_back({"client.py", read_text_file((from / client).string())});
    files.push_back({"serial_line.py", read_text_file((from / "serial_line.py").string())});
  }
  if (emission.axi && !emission.is_board) {
    for (GeneratedSource& file :
         axi4_test_files(*emission.axi, emission.names.top, sources, root)) {
      files.push_back(std::move(file));
    }
  }
  if (emission.axi && emission.axi->control()) {
    files.push_back(
        {emission.names.top + "_control.h", emission.axi->control()->header(emission.names.top)});
  }
  if (!spec.timescale.empty()) set_timescale(files, spec.timescale);
  files.push_back(
      {"README.md", readme(network, emission.shapes, emission.names, adapter_of(emission),
                           axi_of(emission), has_bench, emission.is_board)});
  return files;
}

Shape emitted_shape(const model::Network& network, const EmitSpec& spec) {
  const Emission emission(network, spec);
  const std::vector<Shape>& shapes = emission.shapes.all();
  Shape shape;
  std::set<std::string> folders;
  for (const Shape& part : shapes) folders.insert(part.directories.begin(), part.directories.end());
  shape.is_network = true;
  const bool is_coprocessor = emission.adapter && emission.adapter->is_coprocessor();
  shape.has_buses = is_coprocessor || emission.axi;
  if (shape.has_buses) folders.insert("rtl/adapters");
  if (is_coprocessor) folders.insert("rtl/coprocessor");
  shape.directories = {folders.begin(), folders.end()};
  shape.generated = modules_of(network, emission);
  const VerilogModule pins = emission.axi ? flat_module(network, emission.names, *emission.axi)
                             : is_coprocessor
                                 ? flat_module(network, emission.names, *emission.adapter)
                                 : flat_module(network, emission.shapes, emission.names);
  shape.generated.push_back(source_of(pins));
  shape.module = shape.top = pins.name();
  shape.ports = static_cast<unsigned>(network.terminals.size());
  shape.virtual_channels = network.router.virtual_channels;
  shape.wire_bits = network.router.format.wire_bits();
  shape.route_bits = shapes.front().route_bits;
  shape.queue_bits = shapes.front().queue_bits;
  return shape;
}

std::vector<EmittedBus> axi4_buses(const model::Network& network, const EmitSpec& spec) {
  const Emission emission(network, spec);
  std::vector<EmittedBus> buses;
  for (const auto& [node, port] : emission.axi.value().ports()) {
    buses.push_back({port.bus(), emission.axi->bus_pins(port.is_manager)});
  }
  if (const auto& control = emission.axi->control()) {
    buses.push_back(
        {Axi4ControlBlock::bus(), Axi4ControlBlock::bus_pins(control->map().address_bits())});
  }
  return buses;
}

std::vector<std::string> axi4_counter_names(const model::Network& network, const EmitSpec& spec) {
  return Emission(network, spec).axi.value().control().value().names();
}

std::vector<VerilogPort> bus_pins(const model::Network& network) {
  return Emission(network, {"", TerminalKind::coprocessor}).adapter->pins();
}

}  // namespace turnpike::sim
