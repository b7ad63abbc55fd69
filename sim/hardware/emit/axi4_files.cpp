// axi4_files.cpp - the README's tables and the files of the test.

#include "sim/hardware/emit/axi4_files.h"

#include <fmt/format.h>

#include "sim/base/text_file.h"
#include "sim/hardware/emit/network_module.h"

namespace turnpike::sim {
namespace {

using Port = Axi4Terminals::Port;

std::string region_rows(const Axi4Terminals& terminals) {
  std::string text = "| addresses | port | node |\n|---|---|---|\n";
  for (const model::Axi4MapRegion& region : terminals.spec().regions) {
    text +=
        fmt::format("| {:#x} .. {:#x} | `{}` | {} |\n", region.base,
                    region.base + (region.size - 1), terminals.at(region.node)->bus(), region.node);
  }
  return text;
}

std::string pin_rows(const Axi4Terminals& terminals, bool is_manager) {
  std::string text =
      fmt::format("Pins of a port for a {}:\n\n| pin | bits | direction |\n|---|---|---|\n",
                  is_manager ? "manager" : "subordinate");
  for (const VerilogPort& pin : terminals.bus_pins(is_manager)) {
    text += fmt::format("| `PORT_{}` | {} | {} |\n", pin.name, pin.bits,
                        pin.is_output ? "output" : "input");
  }
  return text + "\n";
}

// What an ID may have in flight.
std::string order_of_an_id(const Axi4Terminals& terminals) {
  const bool reorders = terminals.spec().has_reorder_buffers;
  if (!terminals.in_order()) {
    return fmt::format(
        "Packets may overtake each other, so an ID has one transaction in flight{} in each "
        "direction.",
        reorders ? " to each subordinate" : "");
  }
  return fmt::format("An ID has up to {} transactions in flight, {}.", terminals.spec().per_id,
                     reorders ? "to any subordinates; reorder buffers put their responses in order"
                              : "all to one subordinate");
}

// The bus of the first port of its kind.
// The first port of its kind.
model::NodeId first_node(const Axi4Terminals& terminals, bool is_manager) {
  for (const auto& [node, port] : terminals.ports()) {
    if (port.is_manager == is_manager) return node;
  }
  return 0;
}

// The bus of a port with its clock and reset, as cocotbext-axi wants them.
std::string bus_of(const Axi4Terminals& terminals, model::NodeId node) {
  const unsigned clock = terminals.clock_of(node);
  return fmt::format("AxiBus.from_prefix(dut, \"{}\"), dut.{}, dut.{}", terminals.at(node)->bus(),
                     pin_of_clock("clk_i", clock), pin_of_clock("rst_i", clock));
}

std::string snippet(const Axi4Terminals& terminals) {
  const model::Axi4MapRegion& region = terminals.spec().regions.front();
  std::string text = fmt::format(
      "In cocotb, with cocotbext-axi, a manager and a memory:\n\n"
      "    from cocotb.clock import Clock\n"
      "    from cocotb.triggers import ClockCycles\n"
      "    from cocotbext.axi import AxiBus, AxiMaster, AxiRam\n\n"
      "    manager = AxiMaster({})\n"
      "    memory = AxiRam({}, size=65536)\n",
      bus_of(terminals, first_node(terminals, true)), bus_of(terminals, region.node));
  for (unsigned clock = 0; clock < terminals.clocks(); ++clock) {
    text += fmt::format(
        "    dut.{}.value = 1\n"
        "    dut.{}.value = 1\n"
        "    cocotb.start_soon(Clock(dut.{}, {}, \"ns\").start())\n",
        pin_of_clock("enable_i", clock), pin_of_clock("rst_i", clock), pin_of_clock("clk_i", clock),
        10 + 2 * clock);
  }
  for (unsigned clock = 0; clock < terminals.clocks(); ++clock) {
    text += fmt::format("    await ClockCycles(dut.{}, 4)\n", pin_of_clock("clk_i", clock));
  }
  for (unsigned clock = 0; clock < terminals.clocks(); ++clock) {
    if (terminals.clocks() > 1) {
      text += fmt::format("    await ClockCycles(dut.{}, 1)\n", pin_of_clock("clk_i", clock));
    }
    text += fmt::format("    dut.{}.value = 0\n", pin_of_clock("rst_i", clock));
  }
  return text + fmt::format(
                    "    await manager.write({:#x}, b\"turnpike\")\n"
                    "    reply = await manager.read({:#x}, 8)\n\n",
                    region.base, region.base);
}

// As JSON, for the test.
std::string network_json(const Axi4Terminals& terminals, const std::string& top,
                         const std::vector<std::string>& sources) {
  std::string managers;
  std::string subordinates;
  std::string clocks;  // [port]
  for (const auto& [node, port] : terminals.ports()) {
    clocks += fmt::format("{}\"{}\": {}", clocks.empty() ? "" : ", ", port.bus(),
                          terminals.clock_of(node));
    std::string& list = port.is_manager ? managers : subordinates;
    if (!list.empty()) list += ",\n";
    if (port.is_manager) {
      list += fmt::format("    \"{}\"", port.bus());
      continue;
    }
    std::string regions;
    for (const model::Axi4MapRegion& region : terminals.spec().regions) {
      if (region.node != node) continue;
      regions += fmt::format("{}[{}, {}]", regions.empty() ? "" : ", ", region.base, region.size);
    }
    list += fmt::format("    {{\"bus\": \"{}\", \"regions\": [{}]}}", port.bus(), regions);
  }
  std::string files;
  for (const std::string& source : sources) {
    files += fmt::format("{}    \"{}\"", files.empty() ? "" : ",\n", source);
  }
  return fmt::format(
      "{{\n  \"top\": \"{}\",\n  \"address_bits\": {},\n  \"id_bits\": {},\n"
      "  \"clocks\": {},\n  \"clock_of\": {{{}}},\n"
      "  \"managers\": [\n{}\n  ],\n  \"subordinates\": [\n{}\n  ],\n  \"sources\": [\n{}\n  "
      "]\n}}\n",
      top, terminals.spec().address_bits, terminals.spec().id_bits, terminals.clocks(), clocks,
      managers, subordinates, files);
}

std::string makefile(const std::string& top) {
  return fmt::format(
      "# Makefile - `make test` runs {} in Icarus under cocotb, with the models of AXI4 of "
      "cocotbext-axi.\n"
      "#\n"
      "#   make test PYTHON=...        a Python with test/requirements.txt; without them the test\n"
      "#                               makes one in BUILD, from PyPI\n"
      "#\n"
      "#   make litex PYTHON=...       a design of LiteX around it, in Verilator; a Python with "
      "LiteX\n"
      "#\n"
      "# BUILD is beside this folder, so that `turnpike emit` can still replace the folder.\n\n"
      "PYTHON ?= python3\n"
      "BUILD  ?= $(CURDIR).test\n\n"
      ".PHONY: test litex\n"
      "test:\n"
      "\t@$(PYTHON) -B test/run.py --build $(BUILD)\n\n"
      "litex:\n"
      "\t@$(PYTHON) -B test/axi4_network_soc.py --build $(BUILD)/litex\n",
      top);
}

}  // namespace

std::string axi4_readme(const Axi4Terminals& terminals, const model::Network& network) {
  std::string text =
      "### AXI4 ports\n\n| port | for | node | address of the node |\n|---|---|---|---|\n";
  for (const auto& [node, port] : terminals.ports()) {
    text += fmt::format("| `{}` | a {} | {} | {} |\n", port.bus(),
                        port.is_manager ? "manager" : "subordinate", node,
                        network.terminals[node].address);
  }
  text += "\nNodes without a port are tied off. The address map:\n\n" + region_rows(terminals);
  text += fmt::format(
      "\nOther addresses are answered DECERR. At a subordinate an ID is {{address of the manager's "
      "node,\nthe manager's ID}}. {}\n\n",
      order_of_an_id(terminals));
  if (const std::uint64_t timeout = terminals.spec().timeout; timeout > 0) {
    text += fmt::format(
        "A subordinate that owes a step for {} to {} cycles is given up until reset. Its port then "
        "answers\nSLVERR in its place, and `PORT_timeouts` counts these transactions.\n\n",
        timeout + 1, 2 * timeout);
  }
  return text + pin_rows(terminals, true) + pin_rows(terminals, false);
}

std::string axi4_test_readme(const Axi4Terminals& terminals) {
  std::string text =
      "### Test\n\n    make test\n\n"
      "It needs Icarus and Python. All managers write and read all regions at once, and every "
      "byte\nis checked.\n\n" +
      snippet(terminals);
  text +=
      "### LiteX\n\n    make litex PYTHON=python3\n\n"
      "It needs Verilator and a Python with LiteX. `test/axi4_network_litex.py` wraps the network "
      "as "
      "a module\nwith an `AXIInterface` for each port. `test/axi4_network_soc.py` is a design "
      "around "
      "it: a tester at each\nmanager's port writes and reads a memory of LiteX at each "
      "subordinate's port.\n\n";
  return text;
}

std::vector<GeneratedSource> axi4_test_files(const Axi4Terminals& terminals, const std::string& top,
                                             const std::vector<std::string>& sources,
                                             const std::filesystem::path& root) {
  const std::filesystem::path from = root / "rtl" / "adapters";
  const auto text_of = [&](const char* name) { return read_text_file((from / name).string()); };
  return {{"Makefile", makefile(top)},
          {"test/network.json", network_json(terminals, top, sources)},
          {"test/axi4_network_test.py", text_of("axi4_network_test.py")},
          {"test/run.py", text_of("axi4_network_run.py")},
          {"test/requirements.txt", text_of("axi4_network_packages.txt")},
          {"test/axi4_network_litex.py", text_of("axi4_network_litex.py")},
          {"test/axi4_network_soc.py", text_of("axi4_network_soc.py")}};
}

}  // namespace turnpike::sim
