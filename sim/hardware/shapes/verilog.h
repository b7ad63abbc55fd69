// verilog.h - writes a module of plain Verilog-2005 from its pieces.
//
// The pieces are those of wiring: ports, wires, assignments and instances.

#pragma once

#include <cstdint>
#include <string>
#include <utility>
#include <vector>

#include "sim/hardware/shapes/parameters.h"

namespace turnpike::sim {

// A sized constant, hexadecimal.
std::string verilog_constant(unsigned bits, std::uint64_t value);
// `signal[high:low]` of so many bits.
std::string verilog_slice(const std::string& signal, unsigned low, unsigned bits);
// `items`, separated by commas, in lines of at most 100 columns: the first begins at `column`, the
// others at `indent`.
std::string verilog_list(const std::vector<std::string>& items, std::size_t column,
                         std::size_t indent);

struct VerilogPort {
  bool is_output = false;
  std::string name;
  unsigned bits = 1;
};

struct VerilogInstance {
  std::string module;
  std::string name;
  Parameters parameters;
  std::vector<std::pair<std::string, std::vector<std::string>>> matrices;  // the highest row first
  // Of each pin: what is on it; several signals: the highest bits first.
  std::vector<std::pair<std::string, std::vector<std::string>>> pins;
};

class VerilogModule {
 public:
  // `comment`: lines about it, the first one after "NAME.v - ".
  VerilogModule(std::string name, std::vector<std::string> comment);

  // A line in front of the ports, wires or instances that follow.
  void head(const std::string& comment);
  void attribute(const std::string& name) { attribute_ = name; }
  // With a default, and a comment behind it.
  void parameter(const std::string& name, unsigned value, const std::string& comment);
  // A bit for each of so many things. The default has all bits; every instance should say its own.
  void mask_parameter(const std::string& name, unsigned bits, const std::string& comment);
  void input(const std::string& name, unsigned bits) { port({false, name, bits}); }
  void output(const std::string& name, unsigned bits) { port({true, name, bits}); }
  void port(const VerilogPort& port);
  void wire(const std::string& name, unsigned bits);
  void assign(const std::string& to, const std::string& what);
  void instance(const VerilogInstance& instance);
  // Text as it is, in the body.
  void body(const std::string& text);
  // Nobody reads it, and no tool shall warn of that.
  void unused(const std::string& signal) { unused_.push_back(signal); }

  const std::string& name() const { return name_; }
  const std::vector<VerilogPort>& ports() const { return ports_; }
  std::string text() const;

 private:
  void add_parameter(const std::string& declaration, const std::string& comment);

  std::string name_;
  std::vector<std::string> comment_;
  std::string attribute_;
  std::string parameters_;
  std::vector<VerilogPort> ports_;
  std::vector<std::pair<std::size_t, std::string>> port_heads_;  // before which port
  std::string wires_;
  std::string body_;
  std::vector<std::string> unused_;
};

}  // namespace turnpike::sim
