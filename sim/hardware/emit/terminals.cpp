// terminals.cpp - parameters and pins of the adapters of rtl/adapters.

#include "sim/hardware/emit/terminals.h"

#include <fmt/format.h>

#include <algorithm>
#include <set>

#include "model/analysis/channel_load.h"
#include "model/common/configuration_error.h"
#include "model/coprocessor/coprocessor_params.h"
#include "sim/hardware/shapes/cells.h"

namespace turnpike::sim {
namespace {

// Flits that a sender of packets keeps: a power of two, room for two packets.
unsigned buffer_for(unsigned packet_flits) {
  unsigned flits = 2;
  while (flits < 2 * packet_flits) flits *= 2;
  return flits;
}

void check_streams(const model::Network& network, const StreamSpec& streams) {
  const model::FlitFormat& format = network.router.format;
  const auto refuse = [&](const std::string& allowed) {
    throw model::ConfigurationError("router.flit_bits", std::to_string(format.flit_bits), allowed);
  };
  if (network.packets) {
    if (format.flit_bits % 8 != 0) refuse("a multiple of 8 for AXI4-Streams");
    return;
  }
  const unsigned head = 2 * format.address_bits + 2 + streams.id_bits;  // a kind has two bits
  const char* const reason =
      streams.id_bits > 0 ? "a head has two addresses and TID" : "a head has two addresses";
  if (streams.has_keep) {
    const unsigned least = std::max(head, 9u);
    if (format.flit_bits < least) {
      refuse(fmt::format("{} or more for AXI4-Streams with TKEEP: a byte has nine bits, and {}",
                         least, reason));
    }
  } else if (format.flit_bits % 8 != 0 || format.flit_bits < head) {
    refuse(
        fmt::format("a multiple of 8 from {} on for AXI4-Streams: {}", (head + 7) / 8 * 8, reason));
  }
}

// Bits of TDATA: with TKEEP as many bytes as fit into a flit with a bit for each.
unsigned tdata_bits(const model::Network& network, const StreamSpec& streams) {
  const unsigned bits = network.router.format.flit_bits;
  return streams.has_keep ? bits / 9 * 8 : bits;
}

// Where fewer streams than message classes keep the order of each source and destination: a packet
// keeps its VC on its only route.
void check_order(const model::Network& network, TerminalKind kind, unsigned streams) {
  const unsigned classes = network.router.routing.message_classes;
  const auto refuse = [](const std::string& key, const std::string& value,
                         const std::string& allowed) {
    throw model::ConfigurationError(key, value, allowed);
  };
  if (kind != TerminalKind::axi_stream || network.packets) {
    refuse("--streams", std::to_string(streams),
           "0, but for --terminals axi_stream with wormhole routers");
  }
  if (classes % streams != 0) {
    refuse("--streams", std::to_string(streams),
           fmt::format("a number that divides router.message_classes, {}", classes));
  }
  if (streams == classes) return;
  if (network.router.virtual_channels != classes) {
    refuse("router.virtual_channels", std::to_string(network.router.virtual_channels),
           fmt::format("{}, one for each message class, with --streams {}: a packet keeps its "
                       "virtual channel on its way",
                       classes, streams));
  }
  const auto all = [](model::NodeId, model::NodeId) { return 1.0; };
  if (model::count_loads(network, all).has_choice) {
    refuse("--streams", std::to_string(streams),
           "0 where packets between two nodes have several routes");
  }
}

// Of a cube.
unsigned dimensions_of(const model::Network& network) {
  return static_cast<unsigned>(network.radix.size());
}

// docs/adapters.md, section 5: what a co-processor asks of its router.
void check_coprocessors(const model::Network& network) {
  const auto refuse = [](const char* key, const std::string& value, const std::string& allowed) {
    throw model::ConfigurationError(key, value, allowed + " with co-processors at the terminals");
  };
  const auto refuse_number = [&](const char* key, unsigned value, const std::string& allowed) {
    refuse(key, std::to_string(value), allowed);
  };
  if (!network.packets) refuse("router.kind", "wormhole", "\"packet\"");
  if (!network.topology->is_cube) {
    refuse("network.topology", "another one",
           model::quoted_topologies_with(&model::Topology::is_cube));
  }
  if (!network.packets->first_hop) refuse("router.first_hop", "fixed", "\"shortest_queue\"");
  model::CoprocessorParams params;
  params.dimensions = dimensions_of(network);
  params.flit_bits = network.router.format.flit_bits;
  constexpr unsigned kMostDimensions = 12;
  if (params.dimensions > kMostDimensions) {
    refuse_number("network.dimensions", params.dimensions, fmt::format("1 .. {}", kMostDimensions));
  }
  const unsigned bits = params.flit_bits;
  const bool fits = bits == 16 || bits == 32 || bits == 64 || (bits == 8 && params.dimensions <= 6);
  if (!fits) refuse_number("router.flit_bits", bits, "16, 32, 64, or 8 of at most 6 dimensions");
  if (network.packets->packet_flits != params.packet_flits()) {
    refuse_number("router.packet_flits", network.packets->packet_flits,
                  fmt::format("{}, which is {} bytes,", params.packet_flits(),
                              model::CoprocessorParams::kPacketBytes));
  }
  if (network.local_channels != params.ports()) {
    refuse_number("router.local_channels", network.local_channels,
                  fmt::format("{}, one more than dimensions,", params.ports()));
  }
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

void check_terminals(const model::Network& network, TerminalKind kind, const StreamSpec& streams) {
  if (kind != TerminalKind::raw && !network.packets && !number_of(network.router.routing.kind)) {
    throw model::ConfigurationError(
        "network.routing", network.router.routing.kind.function->word,
        "\"auto\" with something at the terminals: rtl/adapters does not know its routes");
  }
  if (kind != TerminalKind::raw && network.path_count() > 1) {
    throw model::ConfigurationError(
        "network.routing", "one with several paths to a terminal",
        "one with a single path, with something at the terminals: who sends a packet must choose "
        "its path, and rtl/adapters would always take path 0");
  }
  const bool has_worms = kind == TerminalKind::axi_stream && !network.packets;
  constexpr const char* kWithWorms = "--terminals axi_stream with wormhole routers";
  if (streams.has_keep && !has_worms) {
    throw model::ConfigurationError("--tkeep", "given", kWithWorms);
  }
  if (streams.id_bits > 0 && !has_worms) {
    throw model::ConfigurationError("--tid", std::to_string(streams.id_bits),
                                    fmt::format("0, but for {}", kWithWorms));
  }
  if (streams.streams != 0) check_order(network, kind, streams.streams);
  if (kind == TerminalKind::axi_stream) check_streams(network, streams);
  const bool has_one_clock = kind == TerminalKind::coprocessor || kind == TerminalKind::traffic;
  if (has_one_clock && network.clocks() > 1) {
    throw model::ConfigurationError("network.clock_domains",
                                    std::to_string(network.clocks()) + " clocks",
                                    "one clock with co-processors, or traffic, at the terminals");
  }
  if (kind == TerminalKind::coprocessor) check_coprocessors(network);
  if (kind == TerminalKind::traffic) check_traffic(network);
}

TerminalAdapter::TerminalAdapter(const model::Network& network, TerminalKind kind,
                                 const Shape& routers, const StreamSpec& streams)
    : network_(network), kind_(kind), routers_(routers) {
  const model::RouterParams& router = network.router;
  const unsigned address = router.format.address_bits;
  if (is_coprocessor()) {
    module_ = "axi_coprocessor";
    terminals_ = network.local_channels;
    parameters_ = {{"DIMENSIONS", dimensions_of(network)},
                   {"DATA_W", router.format.flit_bits},
                   {"VCS", router.virtual_channels},
                   {"DEPTH", router.buffer_depth},
                   {"SYSTEM_BUFFERS", model::CoprocessorParams().system_buffers},
                   {"SLOTS", network.packets->slots}};
    constants_ = {{false, "node_i", address}};
    add_buses();
  } else if (network.packets) {
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
  } else if (kind == TerminalKind::axi_stream) {
    add_streams(streams);
  }
}

void TerminalAdapter::add_streams(const StreamSpec& spec) {
  const unsigned data = tdata_bits(network_, spec);
  const unsigned address = network_.router.format.address_bits;
  if (!network_.packets) {
    const unsigned of_routers = network_.router.routing.message_classes;
    classes_ = spec.streams == 0 ? of_routers : spec.streams;
    parameters_.emplace_back("CLASSES", classes_);
    parameters_.emplace_back("IN_ORDER", classes_ < of_routers ? 1 : 0);
    parameters_.emplace_back("TDATA_W", data);
    parameters_.emplace_back("KEEP", spec.has_keep ? 1 : 0);
    parameters_.emplace_back("ID_W", spec.id_bits);
    add_addresses();
    if (!spec.has_keep) unused_.push_back({"tkeep", data / 8});
    if (spec.id_bits == 0) unused_.push_back({"tid", 1});
  }
  const auto add_beside = [&](bool is_output) {
    const char* const side = is_output ? "m" : "s";
    const char* const way = is_output ? "o" : "i";
    if (spec.has_keep) {
      pins_.push_back({is_output, fmt::format("{}_axis_tkeep_{}", side, way), data / 8});
    }
    if (spec.id_bits > 0) {
      pins_.push_back({is_output, fmt::format("{}_axis_tid_{}", side, way), spec.id_bits});
    }
  };
  pins_.push_back({false, "s_axis_tvalid_i", 1});
  pins_.push_back({false, "s_axis_tdata_i", data});
  add_beside(false);
  if (!network_.packets) pins_.push_back({false, "s_axis_tdest_i", address});
  pins_.push_back({false, "s_axis_tlast_i", 1});
  pins_.push_back({true, "s_axis_tready_o", 1});
  if (!network_.packets) pins_.push_back({true, "s_axis_unknown_o", 16});
  if (network_.packets) pins_.push_back({true, "too_long_o", 1});
  pins_.push_back({true, "m_axis_tvalid_o", 1});
  pins_.push_back({true, "m_axis_tdata_o", data});
  add_beside(true);
  if (!network_.packets) pins_.push_back({true, "m_axis_tuser_o", address});
  pins_.push_back({true, "m_axis_tlast_o", 1});
  pins_.push_back({false, "m_axis_tready_i", 1});
}

// Which addresses there are, as ranges.
void TerminalAdapter::add_addresses() {
  std::set<model::Address> addresses;
  for (const model::Terminal& terminal : network_.terminals) addresses.insert(terminal.address);
  std::vector<std::string> firsts;
  std::vector<std::string> lasts;
  const unsigned bits = network_.router.format.address_bits;
  for (auto address = addresses.rbegin(); address != addresses.rend(); ++address) {
    if (addresses.count(*address + 1) == 0) lasts.push_back(verilog_constant(bits, *address));
    const bool is_first = *address == 0 || addresses.count(*address - 1) == 0;
    if (is_first) firsts.push_back(verilog_constant(bits, *address));
  }
  parameters_.emplace_back("RANGES", static_cast<unsigned>(firsts.size()));
  matrices_ = {{"FIRSTS", firsts}, {"LASTS", lasts}};
}

void TerminalAdapter::add_buses() {
  constexpr unsigned kAddress = 12;  // ADDRESS_W of the module
  constexpr unsigned kId = 1;        // ID_W
  pins_ = {{false, "axil_awvalid_i", 1},   {false, "axil_awaddr_i", kAddress},
           {true, "axil_awready_o", 1},    {false, "axil_wvalid_i", 1},
           {false, "axil_wdata_i", 32},    {false, "axil_wstrb_i", 4},
           {true, "axil_wready_o", 1},     {true, "axil_bvalid_o", 1},
           {true, "axil_bresp_o", 2},      {false, "axil_bready_i", 1},
           {false, "axil_arvalid_i", 1},   {false, "axil_araddr_i", kAddress},
           {true, "axil_arready_o", 1},    {true, "axil_rvalid_o", 1},
           {true, "axil_rdata_o", 32},     {true, "axil_rresp_o", 2},
           {false, "axil_rready_i", 1},    {true, "interrupt_o", 1},
           {true, "axi_awvalid_o", 1},     {true, "axi_awid_o", kId},
           {true, "axi_awaddr_o", 32},     {true, "axi_awlen_o", 8},
           {true, "axi_awsize_o", 3},      {true, "axi_awburst_o", 2},
           {true, "axi_awcache_o", 4},     {true, "axi_awprot_o", 3},
           {false, "axi_awready_i", 1},    {true, "axi_wvalid_o", 1},
           {true, "axi_wdata_o", 64},      {true, "axi_wstrb_o", 8},
           {true, "axi_wlast_o", 1},       {false, "axi_wready_i", 1},
           {false, "axi_bvalid_i", 1},     {false, "axi_bid_i", kId},
           {false, "axi_bresp_i", 2},      {true, "axi_bready_o", 1},
           {true, "axi_arvalid_o", 1},     {true, "axi_arid_o", kId},
           {true, "axi_araddr_o", 32},     {true, "axi_arlen_o", 8},
           {true, "axi_arsize_o", 3},      {true, "axi_arburst_o", 2},
           {true, "axi_arcache_o", 4},     {true, "axi_arprot_o", 3},
           {false, "axi_arready_i", 1},    {false, "axi_rvalid_i", 1},
           {false, "axi_rid_i", kId},      {false, "axi_rdata_i", 64},
           {false, "axi_rresp_i", 2},      {false, "axi_rlast_i", 1},
           {true, "axi_rready_o", 1},      {false, "watch_valid_i", 1},
           {false, "watch_address_i", 32}, {false, "watch_bytes_i", 4},
           {true, "watch_exception_o", 1}, {true, "idle_o", 1}};
}

unsigned TerminalAdapter::queue_bits() const {
  return dimensions_of(network_) * routers_.queue_bits;
}

std::vector<std::string> TerminalAdapter::values(model::NodeId terminal) const {
  if (constants_.empty()) return {};
  if (!is_coprocessor()) return place_values(network_, terminal);
  return {
      verilog_constant(network_.router.format.address_bits, network_.terminals[terminal].address)};
}

std::vector<std::string> place_values(const model::Network& network, model::NodeId terminal) {
  const model::Terminal& at = network.terminals[terminal];
  const model::RouterParams& router = network.router;
  const unsigned address = router.format.address_bits;
  // A packet for its own router leaves by the port that its own one gives (timing.md, 2.9).
  const unsigned locals = std::max(1u, router.local_ports);
  const unsigned home = router.ports - locals + at.inject.port % locals;
  return {verilog_constant(address, at.address),
          verilog_constant(address, network.components[at.inject.component].address),
          verilog_constant(address, network.limit),
          verilog_constant(router.ports, std::uint64_t{1} << home)};
}

// Signals of streams that the network does not have.
void TerminalAdapter::tie_off(VerilogModule& cell, VerilogInstance& inner) const {
  for (const auto& [signal, bits] : unused_) {
    const unsigned all = bits * classes_;
    inner.pins.push_back({"s_axis_" + signal + "_i", {fmt::format("{{{}{{1'b1}}}}", all)}});
    cell.wire("unused_" + signal, all);
    cell.unused("unused_" + signal);
    inner.pins.push_back({"m_axis_" + signal + "_o", {"unused_" + signal}});
  }
}

VerilogModule TerminalAdapter::cell(const std::string& name) const {
  const PortWidths width(routers_);
  VerilogModule cell(name, {fmt::format("{} with its parameters.", module_)});
  cell.attribute("keep_hierarchy");
  VerilogInstance inner;
  inner.module = module_;
  inner.name = "u_" + module_;
  inner.parameters = parameters_;
  inner.matrices = matrices_;
  const auto add = [&](const VerilogPort& port) {
    cell.port(port);
    inner.pins.push_back({port.name, {port.name}});
  };
  for (const char* pin : {"clk_i", "rst_i", "enable_i"}) add({false, pin, 1});
  if (!constants_.empty()) cell.head("Constants");
  for (const VerilogPort& pin : constants_) add(pin);
  if (!pins_.empty()) cell.head(is_coprocessor() ? "Buses" : "Streams");
  for (const VerilogPort& pin : pins_) add({pin.is_output, pin.name, pin.bits * classes_});
  tie_off(cell, inner);
  if (!shared_.empty()) cell.head("Time, registers");
  for (const VerilogPort& pin : shared_) add(pin);
  if (ring_bits() > 0) {
    add({false, "ring_i", ring_bits()});
    add({true, "ring_o", ring_bits()});
  }
  cell.head("From the router");
  add({false, "in_valid_i", terminals_});
  add({false, "in_vc_i", terminals_ * width.vc});
  add({false, "in_flit_i", terminals_ * width.flit});
  add({true, "in_credit_o", terminals_ * width.credit});
  if (is_coprocessor()) add({false, "queue_i", queue_bits()});
  cell.head("To the router");
  if (is_coprocessor()) add({true, "node_o", network_.router.format.address_bits});
  add({true, "out_valid_o", terminals_});
  add({true, "out_vc_o", terminals_ * width.vc});
  if (gives_routes()) add({true, "out_route_o", terminals_ * width.route});
  add({true, "out_flit_o", terminals_ * width.flit});
  add({false, "out_credit_i", terminals_ * width.credit});
  cell.instance(inner);
  return cell;
}

}  // namespace turnpike::sim
