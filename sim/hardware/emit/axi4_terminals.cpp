// axi4_terminals.cpp - ports, parameters and the address map of the AXI4 adapters.

#include "sim/hardware/emit/axi4_terminals.h"

#include <fmt/format.h>

#include <iterator>
#include <set>

#include "model/axi/axi4_ports.h"
#include "model/common/configuration_error.h"
#include "sim/hardware/emit/terminals.h"
#include "sim/hardware/shapes/cells.h"

namespace turnpike::sim {

Axi4Terminals::Axi4Terminals(const model::Network& network, const model::Axi4NetworkSpec& spec,
                             const Shape& routers, const std::vector<std::string>& links,
                             const std::string& top)
    : network_(network), spec_(spec), routers_(routers), top_(top) {
  if (spec.managers.empty() || spec.regions.empty()) {
    throw model::ConfigurationError("axi.manager", "no table",
                                    "tables [[axi.manager]] and [[axi.region]] with AXI4 at the "
                                    "terminals");
  }
  in_order_ = model::axi4_keeps_order(network, spec);
  if (!in_order_ && spec.packet_beats.value_or(256) != 256) {
    throw model::ConfigurationError(
        "axi.packet_beats", std::to_string(*spec.packet_beats),
        "256 or \"auto\" where packets may overtake each other: there are more virtual channels "
        "than message classes, or several routes");
  }
  for (const model::Axi4ManagerPort& manager : spec.managers) {
    add_port(manager.node, true, manager.name);
  }
  for (const model::Axi4MapRegion& region : spec.regions) {
    add_port(region.node, false, region.name);
  }
  std::set<std::string> names;
  for (auto& [node, port] : ports_) {
    if (port.name.empty()) port.name = model::terminal_name(network, node);
    if (names.insert(port.name).second) continue;
    throw model::ConfigurationError("axi.region", "two ports with the name " + port.name,
                                    "a name of its own for each port");
  }
  if (!spec.has_control) return;
  std::vector<std::string> buses;
  for (const auto& [node, port] : ports_) buses.push_back(port.bus());
  control_.emplace(network, model::axi4_ports(network, spec), buses, links);
}

std::vector<std::string> Axi4Terminals::modules() const {
  std::vector<std::string> modules = {"axi4_initiator", "axi4_target"};
  if (control_) modules.push_back(Axi4ControlBlock::module());
  return modules;
}

model::NodeId Axi4Terminals::node_of(std::size_t port) const {
  return std::next(ports_.begin(), static_cast<std::ptrdiff_t>(port))->first;
}

std::vector<std::string> Axi4Terminals::pins_of_all(const std::string& pin) const {
  std::vector<std::string> pins;
  for (auto at = ports_.rbegin(); at != ports_.rend(); ++at) {
    const std::string name = at->second.bus() + "_" + pin;
    const bool has_it = pin != "timeouts" || (!at->second.is_manager && spec_.timeout > 0);
    pins.push_back(pin != "timeouts" ? name
                   : has_it          ? verilog_slice(name, 0, 2)
                                     : verilog_constant(2, 0));
  }
  return pins;
}

void Axi4Terminals::add_port(model::NodeId node, bool is_manager, const std::string& name) {
  Port& port = ports_[node];
  port.is_manager = is_manager;
  if (!name.empty()) port.name = name;
}

const Axi4Terminals::Port* Axi4Terminals::at(model::NodeId terminal) const {
  const auto port = ports_.find(terminal);
  return port == ports_.end() ? nullptr : &port->second;
}

unsigned Axi4Terminals::needed_id_bits() const {
  return spec_.needed_id_bits(network_.router.format.address_bits);
}

unsigned Axi4Terminals::subordinate_id_bits() const {
  return spec_.subordinate_id_bits.value_or(needed_id_bits());
}

unsigned Axi4Terminals::id_bits(bool is_manager) const {
  return is_manager ? spec_.id_bits : subordinate_id_bits();
}

std::vector<VerilogPort> Axi4Terminals::bus_pins(bool is_manager) const {
  std::vector<VerilogPort> pins;
  // `from_manager`: the manager's side drives it.
  const auto add = [&](bool from_manager, const std::string& name, unsigned bits) {
    pins.push_back({from_manager != is_manager, name, bits});
  };
  const auto add_user = [&](bool from_manager, const std::string& name) {
    if (spec_.user_bits > 0) add(from_manager, name, spec_.user_bits);
  };
  const auto add_request = [&](const std::string& ax) {
    add(true, ax + "valid", 1);
    add(true, ax + "id", id_bits(is_manager));
    add(true, ax + "addr", spec_.address_bits);
    for (const auto& [name, bits] :
         {std::pair("len", 8u), std::pair("size", 3u), std::pair("burst", 2u),
          std::pair("lock", 1u), std::pair("cache", 4u), std::pair("prot", 3u),
          std::pair("qos", 4u), std::pair("region", 4u)}) {
      add(true, ax + name, bits);
    }
    add_user(true, ax + "user");
    add(false, ax + "ready", 1);
  };
  add_request("aw");
  add(true, "wvalid", 1);
  add(true, "wdata", spec_.data_bits);
  add(true, "wstrb", spec_.data_bits / 8);
  add(true, "wlast", 1);
  add_user(true, "wuser");
  add(false, "wready", 1);
  add(false, "bvalid", 1);
  add(false, "bid", id_bits(is_manager));
  add(false, "bresp", 2);
  add_user(false, "buser");
  add(true, "bready", 1);
  add_request("ar");
  add(false, "rvalid", 1);
  add(false, "rid", id_bits(is_manager));
  add(false, "rdata", spec_.data_bits);
  add(false, "rresp", 2);
  add(false, "rlast", 1);
  add_user(false, "ruser");
  add(true, "rready", 1);
  if (!is_manager && spec_.timeout > 0) add(true, "timeouts", 16);
  return pins;
}

unsigned Axi4Terminals::map_bits() const {
  const unsigned region = 1 + network_.router.format.address_bits + 2 * (spec_.address_bits - 12);
  return region * static_cast<unsigned>(spec_.regions.size());
}

VerilogInstance Axi4Terminals::control_block() const {
  VerilogInstance block = control_.value().instance();
  block.parameters.insert(block.parameters.end(),
                          {{"LOADABLE", spec_.is_loadable ? 1 : 0},
                           {"AXI_ADDR_W", spec_.address_bits},
                           {"ADDR_W", network_.router.format.address_bits},
                           {"REGIONS", static_cast<unsigned>(spec_.regions.size())}});
  for (const auto& matrix : address_map()) block.matrices.push_back(matrix);
  return block;
}

std::string Axi4Terminals::cell_name(bool is_manager) const {
  return top_ + (is_manager ? "_manager" : "_subordinate");
}

Parameters Axi4Terminals::parameters(bool is_manager) const {
  Parameters parameters;
  for (const char* name : {"DATA_W", "ADDR_W", "VCS", "DEPTH", "PORTS", "LOCAL_PORTS", "ROUTING",
                           "DIMENSIONS", "COORD_W", "HIGHEST_FIRST"}) {
    parameters.emplace_back(name, parameter_of(routers_, name));
  }
  const auto add = [&](const char* name, unsigned value) { parameters.emplace_back(name, value); };
  add("CLASSES", network_.router.routing.message_classes);
  add("REQUESTS", spec_.request_class);
  add("RESPONSES", spec_.response_class);
  add("LEVELS", spec_.levels());
  add("AXI_ADDR_W", spec_.address_bits);
  add("AXI_DATA_W", spec_.data_bits);
  add("AXI_ID_W", spec_.id_bits);
  add("USER_W", user_bits());
  add("IN_ORDER", in_order_ ? 1 : 0);
  add("SLICES", spec_.register_slices ? 1 : 0);
  if (is_manager) {
    add("READS", spec_.reads);
    add("WRITES", spec_.writes);
    add("PER_ID", spec_.per_id);
    add("REORDER", spec_.has_reorder_buffers ? 1 : 0);
    add("READ_BEATS", spec_.read_beats);
    add("WRITE_BEATS", spec_.write_beats);
    add("REGIONS", static_cast<unsigned>(spec_.regions.size()));
    add("LOADABLE", spec_.is_loadable ? 1 : 0);
  } else {
    add("PACKET_BEATS", spec_.packet_beats.value_or(in_order_ ? 16 : 256));
    add("TIMEOUT", spec_.timeout);
    add("WATCHED", spec_.watched);
  }
  return parameters;
}

// Region 0 is the lowest.
std::vector<std::pair<std::string, std::vector<std::string>>> Axi4Terminals::address_map() const {
  std::vector<std::pair<std::string, std::vector<std::string>>> map = {
      {"REGION_BASES", {}}, {"REGION_LOG2S", {}}, {"REGION_NODES", {}}};
  for (auto region = spec_.regions.rbegin(); region != spec_.regions.rend(); ++region) {
    map[0].second.push_back(verilog_constant(spec_.address_bits, region->base));
    map[1].second.push_back(verilog_constant(8, model::axi4_region_bits(region->size)));
    map[2].second.push_back(verilog_constant(network_.router.format.address_bits,
                                             network_.terminals[region->node].address));
  }
  return map;
}

// IDs of a subordinate may be wider than the adapter's, and USER signals may be absent.
void Axi4Terminals::connect_bus(bool is_manager, VerilogModule& cell,
                                VerilogInstance& inner) const {
  const std::set<std::string> ids = {"awid", "bid", "arid", "rid"};
  const std::string side = is_manager ? "s_axi_" : "m_axi_";
  const unsigned spare = is_manager ? 0 : subordinate_id_bits() - needed_id_bits();
  const auto connect = [&](const VerilogPort& pin, const std::string& signal) {
    inner.pins.push_back({side + pin.name + (pin.is_output ? "_o" : "_i"), {signal}});
  };
  cell.head("Bus");
  for (const VerilogPort& pin : bus_pins(is_manager)) {
    cell.port(pin);
    const bool is_id = ids.count(pin.name) != 0;
    if (!is_id || spare == 0) {
      connect(pin, pin.name);
    } else if (pin.is_output) {
      connect(pin, verilog_slice(pin.name, 0, needed_id_bits()));
      cell.assign(verilog_slice(pin.name, needed_id_bits(), spare), verilog_constant(spare, 0));
    } else {
      connect(pin, verilog_slice(pin.name, 0, needed_id_bits()));
      cell.unused(verilog_slice(pin.name, needed_id_bits(), spare));
    }
  }
  if (!is_manager && spec_.timeout == 0) {
    cell.wire("timeouts", 16);
    cell.unused("timeouts");
    connect({true, "timeouts", 16}, "timeouts");
  }
  if (spec_.user_bits > 0) return;
  for (const char* name : {"awuser", "wuser", "aruser", "buser", "ruser"}) {
    const bool from_manager = name[0] == 'a' || name[0] == 'w';
    const VerilogPort pin{from_manager != is_manager, name, 1};
    if (pin.is_output) {
      cell.wire(name, 1);
      cell.unused(name);
    }
    connect(pin, pin.is_output ? name : verilog_constant(1, 0));
  }
}

VerilogModule Axi4Terminals::cell(bool is_manager) const {
  const PortWidths width(routers_);
  const std::string module = is_manager ? "axi4_initiator" : "axi4_target";
  VerilogModule cell(cell_name(is_manager),
                     {is_manager ? "axi4_initiator with its parameters, and the address map."
                                 : "axi4_target with its parameters."});
  cell.attribute("keep_hierarchy");
  VerilogInstance inner;
  inner.module = module;
  inner.name = "u_" + module;
  inner.parameters = parameters(is_manager);
  if (is_manager) inner.matrices = address_map();
  const auto add = [&](const VerilogPort& port) {
    cell.port(port);
    inner.pins.push_back({port.name, {port.name}});
  };
  for (const char* pin : {"clk_i", "rst_i", "enable_i"}) add({false, pin, 1});
  cell.head("Constants");
  const unsigned address = network_.router.format.address_bits;
  for (const char* pin : {"node_i", "router_i", "limit_i"}) add({false, pin, address});
  add({false, "home_i", network_.router.ports});
  if (is_manager && spec_.is_loadable) add({false, "map_i", map_bits()});
  if (is_manager && !spec_.is_loadable) {
    inner.pins.push_back({"map_i", {"{" + std::to_string(map_bits()) + "{1'b0}}"}});
  }
  connect_bus(is_manager, cell, inner);
  cell.head("From the router");
  add({false, "in_valid_i", 1});
  add({false, "in_vc_i", width.vc});
  add({false, "in_flit_i", width.flit});
  add({true, "in_credit_o", width.credit});
  cell.head("To the router");
  add({true, "out_valid_o", 1});
  add({true, "out_vc_o", width.vc});
  add({true, "out_route_o", width.route});
  add({true, "out_flit_o", width.flit});
  add({false, "out_credit_i", width.credit});
  cell.instance(inner);
  return cell;
}

std::vector<VerilogModule> Axi4Terminals::cells() const { return {cell(true), cell(false)}; }

}  // namespace turnpike::sim
