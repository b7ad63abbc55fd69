// axi4_control_block.h - the counters of an emitted AXI4 network: axi4_lite_control with its
// parameters, and its description for software.

#pragma once

#include <string>
#include <vector>

#include "model/adapters/axi4_counters.h"
#include "model/axi/axi4_observer.h"
#include "sim/hardware/shapes/verilog.h"

namespace turnpike::sim {

class Axi4ControlBlock {
 public:
  // `ports`: of the network, with their names. `links`: the names of its links.
  Axi4ControlBlock(const model::Network& network, const std::vector<model::Axi4Port>& ports,
                   const std::vector<std::string>& port_names,
                   const std::vector<std::string>& links);

  // What the names of its pins begin with.
  static std::string bus() { return "control_s_axil"; }
  static std::vector<VerilogPort> bus_pins(unsigned address_bits);
  static std::string module() { return "axi4_lite_control"; }

  const std::vector<model::Axi4Channel>& channels() const { return channels_; }
  const model::Axi4CounterMap& map() const { return map_; }
  const std::vector<std::string>& names() const { return names_; }  // [counter]
  // With its parameters; nothing is on its pins.
  VerilogInstance instance() const;
  // The C header with the address of each counter. `top`: the network's module.
  std::string header(const std::string& top) const;
  std::string readme(const std::string& top) const;

 private:
  std::vector<model::Axi4Channel> channels_;
  model::Axi4CounterMap map_;
  std::vector<std::string> names_;
  unsigned virtual_channels_;
  unsigned occupancy_bits_ = 2;
  unsigned wait_bits_ = 2;
};

}  // namespace turnpike::sim
