// fusesoc.cpp - the core file and its bench.

#include "sim/hardware/emit/fusesoc.h"

#include <fmt/format.h>

#include <map>

#include "model/common/routing.h"
#include "sim/hardware/shapes/cells.h"

namespace turnpike::sim {
namespace {

bool ends_with(const std::string& text, const std::string& end) {
  return text.size() >= end.size() && text.compare(text.size() - end.size(), end.size(), end) == 0;
}

// Where the bench sends to: the last node; where local ports decide the first hop, the neighbour
// that the first one leads to.
model::NodeId destination_node(const model::Network& network) {
  const bool chooses = network.packets && network.packets->first_hop;
  return chooses ? 1 : network.nodes() - 1;
}

// Of a head from terminal 0 on VC 0 (docs/timing.md, 2.1).
std::uint64_t first_route(const model::Network& network, model::Address to) {
  const model::Attachment& at = network.terminals[0].inject;
  const model::Address node = network.components[at.component].address;
  return compute_route(network.router.routing, node, network.limit, to, at.port, 0).outputs;
}

}  // namespace

std::string fusesoc_core(const EmittedNames& names, const std::vector<GeneratedSource>& files,
                         bool has_bench) {
  std::string sources;
  for (const GeneratedSource& file : files) {
    if (ends_with(file.name, ".vh")) {
      sources += fmt::format("      - {}: {{is_include_file: true}}\n", file.name);
    } else if (ends_with(file.name, ".v")) {
      sources += fmt::format("      - {}\n", file.name);
    }
  }
  std::string bench;
  std::string sim;
  if (has_bench) {
    bench = fmt::format(R"(  bench:
    file_type: verilogSource-2005
    files:
      - bench/{0}_bench.v
)",
                        names.top);
    sim = fmt::format(R"(  sim:
    description: one packet through the network, in Icarus
    filesets: [rtl, bench]
    toplevel: {0}_bench
    flow: sim
    flow_options:
      tool: icarus
      iverilog_options: [-g2005]
)",
                      names.top);
  }
  return fmt::format(R"(CAPI=2:
# {0}.core - for FuseSoC: targets lint, {4}synth.

name: turnpike:networks:{0}:0
description: a network of Turnpike

filesets:
  rtl:
    file_type: verilogSource-2005
    files:
{1}{2}
targets:
  default: &default
    filesets: [rtl]
    toplevel: {0}
  lint:
    <<: *default
    description: Verilator, all warnings
    flow: lint
    flow_options:
      tool: verilator
      verilator_options: [-Wall, --language, 1364-2005]
{3}  synth:
    <<: *default
    description: Yosys, for a Lattice ECP5
    flow: generic
    flow_options:
      tool: yosys
      arch: ecp5
      output_format: json
)",
                     names.top, sources, bench, sim, has_bench ? "sim, " : "");
}

std::string bench_module(const model::Network& network, const EmittedNames& names,
                         const VerilogModule& top, const TerminalAdapter* adapter) {
  const model::NodeId to = destination_node(network);
  const model::NodeId last = network.first_terminal(to);
  const std::string source = model::terminal_name(network, 0);
  const model::Address address = network.terminals[last].address;
  const unsigned flit_bits = network.router.format.flit_bits;
  const std::string of_class = adapter != nullptr && adapter->classes() > 1 ? "_class_0" : "";
  // What is driven while the packet is sent.
  std::map<std::string, std::string> driven = {{"clk_i", "clk"}, {"rst_i", "rst"}};
  driven["enable_i"] = "1'b1";
  for (unsigned clock = 1; clock < network.clocks(); ++clock) {  // the same clock for all
    for (const char* pin : {"clk_i", "rst_i", "enable_i"}) {
      driven[pin_of_clock(pin, clock)] = driven[pin];
    }
  }
  std::string accepted = "1'b1";
  if (adapter != nullptr) {
    const std::string pins = source + of_class + "_s_axis_";
    driven[pins + "tvalid_i"] = "valid";
    driven[pins + "tlast_i"] = "1'b1";
    driven[pins + "tdata_i"] = verilog_constant(flit_bits, address);  // of a packet router: a head
    driven[pins + "tdest_i"] = verilog_constant(network.router.format.address_bits, address);
    accepted = "ready";
  } else {
    const PortWidths width(NetworkShapes(network).all().front());
    driven[source + "_in_valid_i"] = "valid";
    driven[source + "_in_flit_i"] =
        fmt::format("{{2'b11, {}}}", verilog_constant(flit_bits, address));
    if (has_route_pins(network, 0)) {
      driven[source + "_in_route_i"] = fmt::format(
          "valid ? {} : {}", verilog_constant(width.route, first_route(network, address)),
          verilog_constant(width.route, 0));
    }
  }
  VerilogInstance instance{names.top, "u_network", {}, {}, {}};
  std::string outputs;
  std::vector<std::string> arrivals;
  const std::string shown = adapter != nullptr ? "m_axis_tvalid_o" : "out_valid_o";
  for (const VerilogPort& port : top.ports()) {
    const auto what = driven.find(port.name);
    if (what != driven.end()) {
      instance.pins.push_back({port.name, {what->second}});
    } else if (port.is_output) {
      instance.pins.push_back({port.name, {port.name}});
    } else {
      instance.pins.push_back({port.name, {verilog_constant(port.bits, 0)}});
    }
  }
  for (model::NodeId n = last; n < last + network.local_channels; ++n) {
    arrivals.push_back(fmt::format("{}{}_{}", model::terminal_name(network, n), of_class, shown));
  }
  VerilogModule bench(names.top + "_bench",
                      {fmt::format("sends a packet of one flit from {} to {}.", source,
                                   model::terminal_name(network, last))});
  for (const VerilogPort& port : top.ports()) {
    if (port.is_output) bench.wire(port.name, port.bits);
  }
  std::string any;
  for (const std::string& arrival : arrivals) any += (any.empty() ? "" : " || ") + arrival;
  if (accepted == "ready") {
    bench.wire("ready", 1);
    bench.assign("ready", source + of_class + "_s_axis_tready_o");
  }
  bench.body(fmt::format(R"(
    reg     clk   = 1'b0;
    reg     rst   = 1'b1;
    reg     valid = 1'b0;
    integer cycle = 0;

    always #5 clk = !clk;

    always @(posedge clk) begin
        cycle <= cycle + 1;
        rst   <= (cycle < 3);
        if (cycle == 9) valid <= 1'b1;
        else if ({}) valid <= 1'b0;
        if (error_o && !rst) begin
            $display("FAILED: error_o in cycle %0d", cycle);
            $finish;
        end else if (cycle > 10 && ({})) begin
            $display("the packet has arrived, %0d cycles after it was sent", cycle - 10);
            $finish;
        end else if (cycle == 1000) begin
            $display("FAILED: nothing has arrived");
            $finish;
        end
    end
)",
                         accepted, any));
  bench.instance(instance);
  return bench.text();
}

}  // namespace turnpike::sim
