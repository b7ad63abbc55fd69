// readme.cpp - tables and commands.

#include "sim/hardware/emit/readme.h"

#include <fmt/format.h>

#include <map>

#include "sim/hardware/emit/axi4_files.h"
#include "sim/hardware/shapes/cells.h"

namespace turnpike::sim {
namespace {

std::string row(const std::string& pin, unsigned bits, const std::string& meaning) {
  return fmt::format("| `{}` | {} | {} |\n", pin, bits, meaning);
}

std::string parameter_table(const std::string& cell, const std::string& module,
                            const Parameters& parameters) {
  std::string text =
      fmt::format("`{}`, cell of `{}`:\n\n| parameter | value |\n|---|---|\n", cell, module);
  for (const auto& [name, value] : parameters)
    text += fmt::format("| `{}` | {} |\n", name, value.to_text());
  return text + "\n";
}

std::string adapter_rows(const TerminalAdapter& adapter) {
  const std::map<std::string, const char*> meanings = {
      {"s_axis_tvalid_i", "stream into the network"},
      {"s_axis_tdest_i", "address of the packet's destination, with its first beat"},
      {"s_axis_tkeep_i", "the bytes of the beat that are no null bytes"},
      {"s_axis_tid_i", "ID of the packet, with its first beat"},
      {"s_axis_tlast_i", "its last beat"},
      {"s_axis_unknown_o",
       "packets that were lost, as no terminal has the address; stays at 65535"},
      {"m_axis_tvalid_o", "stream out of the network"},
      {"m_axis_tkeep_o", "as they came"},
      {"m_axis_tid_o", "ID of the packet, with each beat"},
      {"m_axis_tuser_o", "address of the packet's source"},
      {"axil_awvalid_i", "AXI4-Lite of the processor: `docs/adapters.md` of Turnpike, section 1"},
      {"interrupt_o", "to the processor, a level"},
      {"axi_awvalid_o", "AXI4 to the node's memory, section 2 there"},
      {"watch_valid_i", "an access of the processor to its memory; may stay low"},
      {"watch_exception_o", "that access was too early"},
      {"idle_o", "the co-processor and its bus to memory have nothing to do"},
      {"too_long_o", "a packet was cut: it had more beats than a packet may have flits"}};
  std::string text;
  for (const VerilogPort& pin : adapter.pins()) {
    const auto meaning = meanings.find(pin.name);
    text += row((adapter.classes() > 1 ? "TERMINAL_class_N_" : "TERMINAL_") + pin.name, pin.bits,
                meaning == meanings.end() ? "" : meaning->second);
  }
  if (adapter.ring_bits() > 0) {
    text += row("measured_i", 1, "what is queued or arrives in this cycle is measured");
    text += row("time_i", 16, "number of this cycle, modulo 65,536");
    text += row(
        "ring_i", adapter.ring_bits(),
        "{alarm, valid, write, node, register, data} of 1, 1, 1, 8, 5, 32 bits: a request for the "
        "registers of a terminal (`rtl/traffic_terminal.v`)");
    text += row("ring_o", adapter.ring_bits(),
                "the same, with the answer, as many clocks later as there are terminals; alarm: a "
                "terminal saw something wrong");
  }
  return text;
}

std::string raw_rows(const model::Network& network, const PortWidths& width) {
  const model::FlitFormat& format = network.router.format;
  std::string text;
  text += row("TERMINAL_in_valid_i", 1, "a flit comes in");
  text += row("TERMINAL_in_vc_i", width.vc, "its virtual channel");
  if (has_route_pins(network, 0)) {
    const bool has_late = width.route > network.router.ports;
    text += row(
        "TERMINAL_in_route_i", width.route,
        std::string("output that its packet takes at the first router, one-hot; without a flit 0") +
            (has_late ? "; the highest bit: class 1 is allowed" : ""));
  }
  text += row("TERMINAL_in_flit_i", width.flit,
              fmt::format("{{tail, head, data[{}:0]}}; a head has the destination in data[{}:0]",
                          format.flit_bits - 1, format.address_bits - 1));
  text += row("TERMINAL_in_credit_o", width.credit,
              fmt::format("a bit for each virtual channel: room for one more flit; {} after reset",
                          network.router.buffer_depth));
  text += row("TERMINAL_out_valid_o", 1, "a flit goes out: it is taken in this cycle");
  text += row("TERMINAL_out_vc_o", width.vc, "its virtual channel");
  text += row("TERMINAL_out_flit_o", width.flit, "as above");
  text += row("TERMINAL_out_credit_i", width.credit,
              "a bit for each virtual channel: a flit has left the terminal's buffer");
  return text;
}

// Of a network with several.
std::string clocks_text(const model::Network& network, const EmittedNames& names) {
  std::string text = fmt::format(
      "### Clocks\n\n"
      "Pins `clk_i`, `rst_i`, `enable_i`, `error_o` and `idle_o` are those of clock 0, and "
      "`clk_1_i`,\n`rst_1_i` and so on those of clock 1. A component and what is at its terminals "
      "have one clock;\nan `async_channel` joins two components with different clocks. Hold all "
      "resets high at once for\nfour edges of each clock, end each in step with its own clock, and "
      "never reset one alone.\n`{}.sdc` has the paths between the clocks, and "
      "`rtl/async_channel.xdc` has them for Vivado.\n\n| node | clock |\n|---|---|\n",
      names.top);
  for (model::NodeId node = 0; node < network.nodes(); ++node) {
    const model::Terminal& terminal = network.terminals[network.first_terminal(node)];
    text += fmt::format("| {} | {} |\n", node, network.clock_of(terminal.inject.component));
  }
  return text + "\n";
}

std::string simulation_of(const EmittedNames& names, bool has_bench) {
  std::string text = fmt::format(
      "## Simulation with Verilator\n\n"
      "With `--hierarchical` and `{}.vlt` Verilator compiles each cell once, however many\n"
      "instances it has. Without them it compiles each component anew, in one piece.\n"
      "`TURNPIKE_WHOLE_ROUTERS` makes all routers one cell, also those that lack ports.",
      names.top);
  if (has_bench) {
    return text +
           fmt::format(
               " With the bench, which sends one packet:\n\n"
               "    verilator --cc --exe --timing --build --hierarchical -O3 -CFLAGS -std=gnu++20 "
               "\\\n"
               "      --output-split 0 -DTURNPIKE_WHOLE_ROUTERS +1364-2005ext+v {0}.vlt -f {0}.f "
               "bench/{0}_bench.v "
               "\\\n"
               "      bench/{0}_bench.cpp --top-module {0}_bench\n"
               "    obj_dir/V{0}_bench\n\n",
               names.top);
  }
  return text + fmt::format(
                    " As a library for a testbench of your own:\n\n"
                    "    verilator --cc --build --hierarchical -O3 -DTURNPIKE_WHOLE_ROUTERS \\\n"
                    "      --output-split 0 +1364-2005ext+v {0}.vlt -f {0}.f --top-module {0}\n\n",
                    names.top);
}

}  // namespace

std::string readme(const model::Network& network, const NetworkShapes& shapes,
                   const EmittedNames& names, const TerminalAdapter* adapter,
                   const Axi4Terminals* axi, bool has_bench, bool is_board) {
  const PortWidths width(shapes.all().front());
  const auto last = static_cast<model::NodeId>(network.terminals.size() - 1);
  const auto name_of = [&](model::NodeId node) {
    return adapter != nullptr ? adapter_name(network, node, *adapter)
                              : model::terminal_name(network, node);
  };
  std::string text = fmt::format(
      "# {0}\n\n"
      "A network of {1} terminals, {2} components and {3} links in Verilog-2005, made by\n"
      "`turnpike emit` from `config.toml`. `turnpike run config.toml --engine emitted` compares "
      "it\n"
      "with the reference model.\n\n"
      "`{0}.v` is the network. Its components are instances of a few cells: a cell is an RTL\n"
      "module with its parameters, and is built once. `{0}.f` lists all files.\n\n",
      names.top, network.terminals.size(), network.components.size(), network.channels.size());
  text += fmt::format(
      "    verilator --lint-only -Wall --language 1364-2005 -f {0}.f --top-module {0}\n"
      "    iverilog -g2005 -Wall -s {0} -c {0}.f\n"
      "    yosys -p 'read_verilog -DSYNTHESIS -Irtl *.v rtl/*.v; synth -top {0}'\n\n",
      names.top);
  text += simulation_of(names, has_bench);
  text += fmt::format(
      "## Pins\n\n"
      "{}; `rst_i` is synchronous and active high; a cycle with `enable_i` low\n"
      "does not count{}.\n\n",
      network.clocks() == 1 ? "One clock `clk_i`" : "`clk_i` is clock 0",
      axi != nullptr ? " for the network"
                     : fmt::format(". All outputs are registers. `TERMINAL` is each of {} .. {}",
                                   name_of(0), name_of(last)));
  if (network.clocks() > 1) text += clocks_text(network, names);
  if (axi != nullptr) {
    text += axi4_readme(*axi, network);
    if (!is_board) text += axi4_test_readme(*axi);
    if (axi->control()) text += axi->control()->readme(names.top);
    text += "### Status\n\n";
  }
  text += "| pin | bits | meaning |\n|---|---|---|\n";
  if (axi == nullptr) {
    text += adapter != nullptr ? adapter_rows(*adapter) : raw_rows(network, width);
  }
  if (network.packets && !(adapter != nullptr && adapter->is_coprocessor())) {
    const Shape& routers = shapes.all().front();
    text += row("ROUTER_queue_o", routers.ports * routers.queue_bits,
                "of each router: packets in each of its outputs");
  }
  text += row("error_o", 1, "a packet without a way was discarded; stays high until reset");
  text += row("idle_o", 1, "no component holds a flit or shows one; links with registers may");
  text += "\n## Parameters\n\n";
  for (std::size_t i = 0; i < shapes.all().size(); ++i) {
    text += parameter_table(names.cells[i], shapes.all()[i].module, shapes.all()[i].parameters);
  }
  if (adapter != nullptr) {
    text += parameter_table(names.adapter, adapter->module(), adapter->parameters());
  }
  for (const bool is_manager : {true, false}) {
    if (axi == nullptr) continue;
    text += parameter_table(axi->cell_name(is_manager), axi->modules()[is_manager ? 0 : 1],
                            axi->parameters(is_manager));
  }
  text +=
      "## Licence\n\nThe files in `rtl/` are Turnpike's, under the Apache License, Version 2.0.\n";
  return text;
}

}  // namespace turnpike::sim
