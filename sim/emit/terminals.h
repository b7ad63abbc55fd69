// terminals.h - what stands at the terminals of an emitted network: nothing, or AXI4-Streams.

#pragma once

#include <string>
#include <vector>

#include "model/topology/network.h"
#include "sim/emit/verilog.h"
#include "sim/shapes/shape.h"

namespace turnpike::sim {

enum class TerminalKind {
  raw,         // the pins of the routers' local ports
  axi_stream,  // rtl/adapters: for each message class a stream in and a stream out
};

// Throws model::ConfigurationError where the network's flits cannot be streams.
void check_terminals(const model::Network& network, TerminalKind kind);

// The module that stands between streams and a local port. Pins that are there once for each
// message class are vectors, class 0 lowest.
class StreamAdapter {
 public:
  // `routers`: their shape.
  StreamAdapter(const model::Network& network, const Shape& routers);

  const std::string& module() const { return module_; }
  const std::vector<std::pair<std::string, unsigned>>& parameters() const { return parameters_; }
  unsigned classes() const { return classes_; }
  // Towards the user, of one class.
  const std::vector<VerilogPort>& pins() const { return pins_; }
  // Constants of a terminal, with the width of their pins.
  const std::vector<VerilogPort>& constants() const { return constants_; }
  std::vector<std::string> values(model::NodeId terminal) const;
  bool gives_routes() const { return !network_.packets; }

  // It as a module without parameters.
  VerilogModule cell(const std::string& name) const;

 private:
  const model::Network& network_;
  const Shape& routers_;
  std::string module_;
  std::vector<std::pair<std::string, unsigned>> parameters_;
  unsigned classes_ = 1;
  std::vector<VerilogPort> pins_;
  std::vector<VerilogPort> constants_;
};

}  // namespace turnpike::sim
