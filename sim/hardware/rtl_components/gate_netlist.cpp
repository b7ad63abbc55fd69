// gate_netlist.cpp - cells of Yosys by their types.

#include "sim/hardware/rtl_components/gate_netlist.h"

#include <algorithm>
#include <map>
#include <stdexcept>

#include "sim/base/parse_json.h"

namespace turnpike::sim {
namespace {

[[noreturn]] void refuse(const std::string& what) {
  throw std::runtime_error("the netlist has " + what);
}

int net_of(const Json& bit) {
  if (bit.is_number()) return bit.get<int>();
  return bit.get<std::string>() == "1" ? GateNetlist::kHigh : GateNetlist::kLow;
}

std::vector<int> nets_of(const Json& bits) {
  std::vector<int> nets;
  for (const Json& bit : bits) nets.push_back(net_of(bit));
  return nets;
}

int pin(const Json& cell, const char* name) {
  return net_of(cell.at("connections").at(name).at(0));
}

// Parameters are binary digits, the highest first.
std::string digits(const Json& cell, const char* name) {
  return cell.at("parameters").at(name).get<std::string>();
}

unsigned number(const Json& cell, const char* name) {
  return static_cast<unsigned>(std::stoul(digits(cell, name), nullptr, 2));
}

std::vector<int> part(const std::vector<int>& nets, std::size_t index, std::size_t width) {
  const auto first = nets.begin() + static_cast<std::ptrdiff_t>(index * width);
  return {first, first + static_cast<std::ptrdiff_t>(width)};
}

GateNetlist::Memory memory_of(const Json& cell) {
  if (digits(cell, "RD_CLK_ENABLE").find('1') != std::string::npos) refuse("a clocked read");
  if (digits(cell, "WR_CLK_ENABLE").find('0') != std::string::npos) refuse("an unclocked write");
  if (number(cell, "OFFSET") != 0) refuse("a memory that does not begin at address 0");
  GateNetlist::Memory memory;
  memory.words = number(cell, "SIZE");
  memory.width = number(cell, "WIDTH");
  const std::size_t address = number(cell, "ABITS");
  const Json& wires = cell.at("connections");
  const auto nets = [&](const char* name) { return nets_of(wires.at(name)); };
  for (unsigned port = 0; port < number(cell, "RD_PORTS"); ++port) {
    memory.reads.push_back(
        {part(nets("RD_ADDR"), port, address), part(nets("RD_DATA"), port, memory.width)});
  }
  for (unsigned port = 0; port < number(cell, "WR_PORTS"); ++port) {
    const std::vector<int> enables = part(nets("WR_EN"), port, memory.width);
    if (std::any_of(enables.begin(), enables.end(), [&](int net) { return net != enables[0]; })) {
      refuse("a write to a part of a word");
    }
    memory.writes.push_back({part(nets("WR_ADDR"), port, address),
                             part(nets("WR_DATA"), port, memory.width), enables.at(0)});
  }
  return memory;
}

// Named "$flatten\PATH.\TO.$assert$FILE:LINE$NUMBER", the first two only within an instance.
GateNetlist::Check check_of(const std::string& name, const Json& cell) {
  GateNetlist::Check check;
  check.holds = pin(cell, "A");
  check.enable = pin(cell, "EN");
  const std::string kFlatten = "$flatten";
  const std::string kAssert = "$assert$";
  const std::size_t at = name.find(kAssert);
  if (at == std::string::npos) refuse("a check without a place: " + name);
  const std::size_t from = name.rfind(kFlatten, 0) == 0 ? kFlatten.size() : 0;
  if (at > from) check.path = name.substr(from, at - 1 - from);
  check.path.erase(std::remove(check.path.begin(), check.path.end(), '\\'), check.path.end());
  const std::string place = name.substr(at + kAssert.size());
  const std::size_t colon = place.rfind(':');
  check.file = place.substr(0, colon);
  check.line = colon == std::string::npos ? 0 : std::stoi(place.substr(colon + 1));
  return check;
}

const std::map<std::string, GateNetlist::Kind>& gate_kinds() {
  using Kind = GateNetlist::Kind;
  static const std::map<std::string, Kind> kinds = {
      {"$_AND_", Kind::and_gate},   {"$_OR_", Kind::or_gate},   {"$_XOR_", Kind::xor_gate},
      {"$_ANDNOT_", Kind::and_not}, {"$_ORNOT_", Kind::or_not}, {"$_NOT_", Kind::not_gate},
      {"$_MUX_", Kind::mux}};
  return kinds;
}

void add_cell(const std::string& name, const Json& cell, GateNetlist& netlist) {
  const std::string type = cell.at("type");
  if (const auto kind = gate_kinds().find(type); kind != gate_kinds().end()) {
    GateNetlist::Gate gate = {kind->second, pin(cell, "A"), GateNetlist::kLow, GateNetlist::kLow,
                              pin(cell, "Y")};
    if (cell.at("connections").contains("B")) gate.b = pin(cell, "B");
    if (cell.at("connections").contains("S")) gate.s = pin(cell, "S");
    netlist.gates.push_back(gate);
  } else if (type == "$_DFF_P_") {
    netlist.registers.push_back({pin(cell, "D"), pin(cell, "Q"), GateNetlist::kHigh});
  } else if (type == "$_DFFE_PP_") {
    netlist.registers.push_back({pin(cell, "D"), pin(cell, "Q"), pin(cell, "E")});
  } else if (type == "$mem_v2") {
    netlist.memories.push_back(memory_of(cell));
  } else if (type == "$assert") {
    const GateNetlist::Check check = check_of(name, cell);
    if (check.holds != GateNetlist::kHigh) netlist.checks.push_back(check);
  } else {
    refuse("a cell of type " + type);
  }
}

}  // namespace

GateNetlist read_gate_netlist(const std::string& json, const std::string& top) {
  GateNetlist netlist;
  try {
    const Json module = Json::parse(json).at("modules").at(top);
    for (const auto& [name, port] : module.at("ports").items()) {
      netlist.ports.push_back({name, port.at("direction") == "input", nets_of(port.at("bits"))});
    }
    for (const auto& [name, cell] : module.at("cells").items()) add_cell(name, cell, netlist);
    for (const auto& [name, wire] : module.at("netnames").items()) {
      for (const int net : nets_of(wire.at("bits"))) {
        netlist.nets = std::max(netlist.nets, net + 1);
      }
    }
  } catch (const Json::exception& error) {
    refuse(std::string("not the form that Yosys writes: ") + error.what());
  }
  return netlist;
}

}  // namespace turnpike::sim
