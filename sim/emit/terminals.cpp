// terminals.cpp - parameters and pins of the adapters of rtl/adapters.

#include "sim/emit/terminals.h"

#include <fmt/format.h>

#include <algorithm>

#include "model/common/configuration_error.h"
#include "sim/emit/cells.h"

namespace turnpike::sim {
namespace {

// Flits that a sender of packets keeps: a power of two, room for two packets.
unsigned buffer_for(unsigned packet_flits) {
  unsigned flits = 2;
  while (flits < 2 * packet_flits) flits *= 2;
  return flits;
}

void check_streams(const model::Network& network) {
  const model::FlitFormat& format = network.router.format;
  const unsigned head = 2 * format.address_bits + 2;  // two addresses and a kind
  const bool fits = network.packets || format.flit_bits >= head;
  if (format.flit_bits % 8 == 0 && fits) return;
  throw model::ConfigurationError(
      "router.flit_bits", std::to_string(format.flit_bits),
      network.packets ? "a multiple of 8 for AXI4-Streams"
                      : fmt::format("a multiple of 8 from {} on for AXI4-Streams: a head has two "
                                    "addresses",
                                    (head + 7) / 8 * 8));
}

void check_traffic(const model::Network& network) {
  const auto refuse = [](const char* key, const std::string& value, const std::string& allowed) {
    throw model::ConfigurationError(key, value, allowed + " with traffic at the terminals");
  };
  const model::RouterParams& router = network.router;
  const model::FlitFormat& format = router.format;
  const model::NodeId nodes = network.nodes();
  constexpr model::NodeId kMostNodes = 254;  // the ring's numbers have 8 bits, two mean others
  if (network.packets) refuse("router.kind", "packet", "\"wormhole\"");
  if (network.local_channels > 1) {
    refuse("router.local_channels", std::to_string(network.local_channels), "1");
  }
  if (router.routing.message_classes > 1) {
    refuse("router.message_classes", std::to_string(router.routing.message_classes), "1");
  }
  if (nodes < 2 || nodes > kMostNodes) {
    refuse("network.topology", std::to_string(nodes) + " nodes",
           fmt::format("2 .. {} nodes", kMostNodes));
  }
  for (model::NodeId node = 0; node < nodes; ++node) {
    if (network.terminals[node].address == node) continue;
    refuse("network.radix",
           fmt::format("address {} at node {}", network.terminals[node].address, node),
           "powers of two, so that addresses are the numbers of nodes,");
  }
  const unsigned least = 2 * format.address_bits + 11;  // kind, measured, eight bits of time
  if (format.flit_bits < least) {
    refuse("router.flit_bits", std::to_string(format.flit_bits), fmt::format("{} or more", least));
  }
}

}  // namespace

void check_terminals(const model::Network& network, TerminalKind kind) {
  if (kind == TerminalKind::axi_stream) check_streams(network);
  if (kind == TerminalKind::traffic) check_traffic(network);
}

TerminalAdapter::TerminalAdapter(const model::Network& network, TerminalKind kind,
                                 const Shape& routers)
    : network_(network), kind_(kind), routers_(routers) {
  const model::RouterParams& router = network.router;
  const unsigned address = router.format.address_bits;
  if (network.packets) {
    module_ = "axi_stream_packets";
    parameters_ = {{"DATA_W", router.format.flit_bits},
                   {"VCS", router.virtual_channels},
                   {"DEPTH", router.buffer_depth},
                   {"PACKET_FLITS", network.packets->packet_flits},
                   {"BUFFER", buffer_for(network.packets->packet_flits)},
                   {"WHOLE_PACKETS", 1}};
  } else {
    module_ = kind == TerminalKind::traffic ? "traffic_terminal" : "axi_stream_worms";
    for (const char* name : {"DATA_W", "ADDR_W", "VCS", "DEPTH", "PORTS", "LOCAL_PORTS", "ROUTING",
                             "DIMENSIONS", "COORD_W", "HIGHEST_FIRST"}) {
      parameters_.emplace_back(name, parameter_of(routers, name));
    }
    constants_ = {{false, "node_i", address},
                  {false, "router_i", address},
                  {false, "limit_i", address},
                  {false, "home_i", router.ports}};
  }
  if (kind == TerminalKind::traffic) {
    parameters_.emplace_back("NODES", network.nodes());
    shared_ = {{false, "measured_i", 1}, {false, "time_i", 16}};
  } else {
    add_streams();
  }
}

void TerminalAdapter::add_streams() {
  const unsigned data = network_.router.format.flit_bits;
  const unsigned address = network_.router.format.address_bits;
  if (!network_.packets) {
    classes_ = network_.router.routing.message_classes;
    parameters_.emplace_back("CLASSES", classes_);
  }
  pins_.push_back({false, "s_axis_tvalid_i", 1});
  pins_.push_back({false, "s_axis_tdata_i", data});
  if (!network_.packets) pins_.push_back({false, "s_axis_tdest_i", address});
  pins_.push_back({false, "s_axis_tlast_i", 1});
  pins_.push_back({true, "s_axis_tready_o", 1});
  if (network_.packets) pins_.push_back({true, "too_long_o", 1});
  pins_.push_back({true, "m_axis_tvalid_o", 1});
  pins_.push_back({true, "m_axis_tdata_o", data});
  if (!network_.packets) pins_.push_back({true, "m_axis_tuser_o", address});
  pins_.push_back({true, "m_axis_tlast_o", 1});
  pins_.push_back({false, "m_axis_tready_i", 1});
}

std::vector<std::string> TerminalAdapter::values(model::NodeId terminal) const {
  if (constants_.empty()) return {};
  const model::Terminal& at = network_.terminals[terminal];
  const model::RouterParams& router = network_.router;
  const unsigned address = router.format.address_bits;
  // A packet for its own router leaves by the port that its own one gives (timing.md, 2.11).
  const unsigned locals = std::max(1u, router.local_ports);
  const unsigned home = router.ports - locals + at.inject.port % locals;
  return {verilog_constant(address, at.address),
          verilog_constant(address, network_.components[at.inject.component].address),
          verilog_constant(address, network_.limit),
          verilog_constant(router.ports, std::uint64_t{1} << home)};
}

VerilogModule TerminalAdapter::cell(const std::string& name) const {
  const PortWidths width(routers_);
  VerilogModule cell(name, {fmt::format("{} with its parameters.", module_)});
  cell.attribute("keep_hierarchy");
  VerilogInstance inner;
  inner.module = module_;
  inner.name = "u_" + module_;
  inner.parameters = parameters_;
  const auto add = [&](const VerilogPort& port) {
    cell.port(port);
    inner.pins.push_back({port.name, {port.name}});
  };
  for (const char* pin : {"clk_i", "rst_i", "enable_i"}) add({false, pin, 1});
  if (!constants_.empty()) cell.head("Constants");
  for (const VerilogPort& pin : constants_) add(pin);
  if (!pins_.empty()) cell.head("Streams");
  for (const VerilogPort& pin : pins_) add({pin.is_output, pin.name, pin.bits * classes_});
  if (!shared_.empty()) cell.head("Time, registers");
  for (const VerilogPort& pin : shared_) add(pin);
  if (ring_bits() > 0) {
    add({false, "ring_i", ring_bits()});
    add({true, "ring_o", ring_bits()});
  }
  cell.head("From the router");
  add({false, "in_valid_i", 1});
  add({false, "in_vc_i", width.vc});
  add({false, "in_flit_i", width.flit});
  add({true, "in_credit_o", width.credit});
  cell.head("To the router");
  add({true, "out_valid_o", 1});
  add({true, "out_vc_o", width.vc});
  if (gives_routes()) add({true, "out_route_o", width.route});
  add({true, "out_flit_o", width.flit});
  add({false, "out_credit_i", width.credit});
  cell.instance(inner);
  return cell;
}

}  // namespace turnpike::sim
