// axi4_terminals.h - modules at the terminals of an emitted AXI4 network: axi4_initiator for a
// manager, axi4_target for a subordinate, or none.

#pragma once

#include <cstdint>
#include <map>
#include <optional>
#include <string>
#include <utility>
#include <vector>

#include "model/adapters/axi4_network.h"
#include "model/topology/network.h"
#include "sim/hardware/emit/axi4_control_block.h"
#include "sim/hardware/shapes/shape.h"
#include "sim/hardware/shapes/verilog.h"

namespace turnpike::sim {

class Axi4Terminals {
 public:
  struct Port {
    bool is_manager = false;  // for a manager: the network is its subordinate
    std::string name;         // "cpu"
    // What the names of its pins begin with: "cpu_s_axi" for a manager, "ram_m_axi" for a
    // subordinate.
    std::string bus() const { return name + (is_manager ? "_s_axi" : "_m_axi"); }
  };

  // `routers`: their shape; `links`: names of the links; `top`: the network's module. Throws
  // model::ConfigurationError where the network cannot have such terminals.
  Axi4Terminals(const model::Network& network, const model::Axi4NetworkSpec& spec,
                const Shape& routers, const std::vector<std::string>& links,
                const std::string& top);

  const model::Axi4NetworkSpec& spec() const { return spec_; }
  const std::map<model::NodeId, Port>& ports() const { return ports_; }
  // Null: there is none, and the router's local port is tied off.
  const Port* at(model::NodeId terminal) const;
  // Of the port with this number, in the order of ports().
  model::NodeId node_of(std::size_t port) const;
  // The number of a port's clock, and how many clocks there are.
  unsigned clock_of(model::NodeId terminal) const {
    return network_.clock_of(network_.terminals[terminal].inject.component);
  }
  unsigned clocks() const { return network_.clocks(); }
  // The block with counters, where there is one.
  const std::optional<Axi4ControlBlock>& control() const { return control_; }
  // It with its parameters, of which the address map is one.
  VerilogInstance control_block() const;
  // Bits of the map between it and the cells of managers.
  unsigned map_bits() const;
  // The pins of this name of all ports, the last port first. Of "timeouts" the two lowest bits; 0
  // at a port that has none.
  std::vector<std::string> pins_of_all(const std::string& pin) const;
  // One transaction may not overtake another on its way.
  bool in_order() const { return in_order_; }
  unsigned subordinate_id_bits() const;

  // The pins of a bus, "awvalid" and so on, as the network has them.
  std::vector<VerilogPort> bus_pins(bool is_manager) const;
  // The cells: an adapter with its parameters. Pins of the bus have the names of bus_pins().
  std::string cell_name(bool is_manager) const;
  VerilogModule cell(bool is_manager) const;
  std::vector<VerilogModule> cells() const;
  std::vector<std::string> modules() const;
  Parameters parameters(bool is_manager) const;

 private:
  void add_port(model::NodeId node, bool is_manager, const std::string& name);
  unsigned user_bits() const { return spec_.user_bits == 0 ? 1 : spec_.user_bits; }
  unsigned needed_id_bits() const;
  unsigned id_bits(bool is_manager) const;
  std::vector<std::pair<std::string, std::vector<std::string>>> address_map() const;
  void connect_bus(bool is_manager, VerilogModule& cell, VerilogInstance& inner) const;

  const model::Network& network_;
  model::Axi4NetworkSpec spec_;
  const Shape& routers_;
  std::string top_;
  bool in_order_ = true;
  std::map<model::NodeId, Port> ports_;
  std::optional<Axi4ControlBlock> control_;
};

}  // namespace turnpike::sim
