// terminals.h - the modules at the terminals of an emitted network: none, AXI4-Streams,
// co-processors or traffic.

#pragma once

#include <string>
#include <vector>

#include "model/common/words.h"
#include "model/topology/network.h"
#include "sim/hardware/shapes/shape.h"
#include "sim/hardware/shapes/verilog.h"

namespace turnpike::sim {

enum class TerminalKind {
  raw,          // the pins of the routers' local ports
  axi_stream,   // rtl/adapters: for each message class a stream in and a stream out
  coprocessor,  // rtl/adapters: a co-processor at all terminals of a node, with AXI4-Lite and AXI4
  axi4,         // rtl/adapters: an AXI4 port for a manager or a subordinate (axi4_terminals.h)
  traffic,      // rtl/fpga: a generator, a checker, and registers on a ring through all terminals
};
inline constexpr model::Word<TerminalKind> kTerminalWords[] = {
    {TerminalKind::raw, "raw"},
    {TerminalKind::axi_stream, "axi_stream"},
    {TerminalKind::coprocessor, "coprocessor"},
    {TerminalKind::axi4, "axi4"},
    {TerminalKind::traffic, "traffic"}};

// What AXI4-Streams at the terminals of wormhole routers have beside their data.
struct StreamSpec {
  // Each way of a terminal, among which the message classes are divided. 0: as many as classes.
  unsigned streams = 0;
  bool has_keep = false;  // TKEEP, a bit for each byte; a flit then holds both
  unsigned id_bits = 0;   // of TID; 0: there is none
};

// Throws model::ConfigurationError where the network cannot have them.
void check_terminals(const model::Network& network, TerminalKind kind, const StreamSpec& streams);

// What the pins node_i, router_i, limit_i and home_i of an adapter at a wormhole router get.
std::vector<std::string> place_values(const model::Network& network, model::NodeId terminal);

// The module that stands between the user, or nobody, and a local port, or all local ports of a
// node. Pins that are there once for each message class, or for each port, are vectors, the first
// lowest.
class TerminalAdapter {
 public:
  // `kind`: not raw, and not axi4. `routers`: their shape.
  TerminalAdapter(const model::Network& network, TerminalKind kind, const Shape& routers,
                  const StreamSpec& streams);

  TerminalKind kind() const { return kind_; }

  const std::string& module() const { return module_; }
  const Parameters& parameters() const { return parameters_; }
  unsigned classes() const { return classes_; }
  // Terminals that one of them has: 1, or all of a node.
  unsigned terminals() const { return terminals_; }
  // It is told the queues of its router (queue_i) and tells it its address (node_o).
  bool is_coprocessor() const { return kind_ == TerminalKind::coprocessor; }
  // Towards the user, of one class.
  const std::vector<VerilogPort>& pins() const { return pins_; }
  // Inputs of the network that go to all of them.
  const std::vector<VerilogPort>& shared() const { return shared_; }
  // Pins ring_i and ring_o of so many bits, from one terminal to the next; 0: none.
  unsigned ring_bits() const { return kind_ == TerminalKind::traffic ? 48 : 0; }
  // Constants of a terminal, or of the first of a node, with the width of their pins.
  const std::vector<VerilogPort>& constants() const { return constants_; }
  std::vector<std::string> values(model::NodeId terminal) const;
  // Of queue_i.
  unsigned queue_bits() const;
  bool gives_routes() const { return !network_.packets; }

  // It as a module without parameters.
  VerilogModule cell(const std::string& name) const;

 private:
  void add_streams(const StreamSpec& spec);
  void tie_off(VerilogModule& cell, VerilogInstance& inner) const;
  void add_addresses();
  void add_buses();

  const model::Network& network_;
  TerminalKind kind_;
  const Shape& routers_;
  std::string module_;
  Parameters parameters_;
  std::vector<std::pair<std::string, std::vector<std::string>>> matrices_;  // the highest row first
  unsigned classes_ = 1;
  unsigned terminals_ = 1;
  std::vector<VerilogPort> pins_;
  std::vector<std::pair<std::string, unsigned>> unused_;  // signals of a stream, with their bits
  std::vector<VerilogPort> shared_;
  std::vector<VerilogPort> constants_;
};

}  // namespace turnpike::sim
