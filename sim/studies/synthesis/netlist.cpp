// netlist.cpp - instances are followed down from the top module.

#include "sim/studies/synthesis/netlist.h"

#include <fmt/format.h>

#include <functional>
#include <map>

#include "sim/base/config_error.h"
#include "sim/base/parse_json.h"

namespace turnpike::sim {
namespace {

// The object `modules` of what Yosys wrote.
Json modules_of(const std::string& text, const std::string& file) {
  Json json = parse_json(text);
  if (!json.is_object() || !json.contains("modules") || !json["modules"].is_object()) {
    throw ConfigError(fmt::format("{}: not a netlist of Yosys", file));
  }
  return std::move(json["modules"]);
}

// "$paramod$HASH\flit_buffer" and "$paramod\flit_buffer\DEPTH=s32'100" are both flit_buffer.
std::string source_name(const std::string& module) {
  if (module.rfind("$paramod", 0) != 0) return module;
  const std::string rest = module.substr(module.find('\\') + 1);
  return rest.substr(0, rest.find('\\'));
}

bool is_latch(const std::string& type) {
  return type == "$dlatch" || type == "$adlatch" || type == "$dlatchsr";
}

// Names of the signal at the output of a latch, or its cell where the signal has none.
std::string signal_of(const Json& module, const std::string& cell) {
  const Json& bits = module.at("cells").at(cell).at("connections").at("Q");
  for (const auto& [name, net] : module.at("netnames").items()) {
    if (name[0] != '$' && net.at("bits") == bits) return name;
  }
  return cell;
}

void follow(const Json& modules, const std::string& name, const std::string& instance,
            Hierarchy& hierarchy) {
  const Json& module = modules.at(name);
  const std::string source = instance.empty() ? hierarchy.top : source_name(name);
  hierarchy.modules[instance] = source;
  const std::string prefix = instance.empty() ? "" : instance + ".";
  for (const auto& [cell, what] : module.at("cells").items()) {
    const std::string type = what.at("type");
    if (is_latch(type)) {
      hierarchy.latches.push_back(fmt::format("{}: {}", source, signal_of(module, cell)));
    }
    if (modules.contains(type)) follow(modules, type, prefix + cell, hierarchy);
  }
}

// A module of a netlist, and the modules in it that kept their borders; `prefix` is that of the
// names of its cells. A cell that the family counts is none, also where the netlist has a model of
// it.
void visit(const Json& modules, const std::string& name, const std::string& prefix,
           const FpgaFamily& family,
           const std::function<void(const std::string& prefix, const Json& module)>& on) {
  on(prefix, modules.at(name));
  for (const auto& [cell, what] : modules.at(name).at("cells").items()) {
    const std::string type = what.at("type");
    const bool is_kept = family.kind_of(type) == CellKind::other && modules.contains(type) &&
                         !modules.at(type).at("cells").empty();
    if (is_kept) visit(modules, type, prefix + cell + ".", family, on);
  }
}

// A wire of a module.
struct Net {
  bool is_of_cell = false;  // driven by a cell that the family counts
  bool is_of_lut = false;
  unsigned readers = 0;
};
using Nets = std::map<int, Net>;  // by number; constants have none

Nets nets_of(const Json& module, const FpgaFamily& family) {
  Nets nets;
  const auto each = [&nets](const Json& bits, const std::function<void(Net&)>& on) {
    for (const Json& bit : bits) {
      if (bit.is_number()) on(nets[bit.get<int>()]);
    }
  };
  for (const auto& [name, cell] : module.at("cells").items()) {
    const CellKind kind = family.kind_of(cell.at("type"));
    for (const auto& [pin, bits] : cell.at("connections").items()) {
      const bool drives = cell.at("port_directions").at(pin) == "output";
      each(bits, [&](Net& net) {
        if (!drives) ++net.readers;
        if (!drives || kind == CellKind::other) return;
        net.is_of_cell = true;
        net.is_of_lut = kind == CellKind::lut;
      });
    }
  }
  for (const auto& [name, port] : module.at("ports").items()) {
    if (port.at("direction") == "output") each(port.at("bits"), [](Net& net) { ++net.readers; });
  }
  return nets;
}

// Flip-flops that no LUT shares its place with. What comes over the border of a module may come
// from such a LUT, so these are the ones at least.
unsigned lone_flip_flops(const Json& module, const FpgaFamily& family) {
  const Nets nets = nets_of(module, family);
  unsigned lone = 0;
  for (const auto& [name, cell] : module.at("cells").items()) {
    if (family.kind_of(cell.at("type")) != CellKind::flip_flop) continue;
    const Json& data = cell.at("connections").at("D").at(0);
    if (!data.is_number()) {
      ++lone;
      continue;
    }
    const Net& net = nets.at(data.get<int>());
    if (net.is_of_cell && !(net.is_of_lut && net.readers == 1)) ++lone;
  }
  return lone;
}

}  // namespace

std::string Hierarchy::instance_of(const std::string& cell) const {
  std::string name = cell;
  for (;;) {
    const std::size_t point = name.rfind('.');
    if (point == std::string::npos) return "";
    name.resize(point);
    if (modules.count(name) != 0) return name;
  }
}

const std::string& Hierarchy::module_of(const std::string& instance) const {
  return modules.at(instance);
}

Hierarchy read_hierarchy(const std::string& text, const std::string& top, const std::string& file) {
  const Json modules = modules_of(text, file);
  Hierarchy hierarchy;
  hierarchy.top = top;
  try {
    for (const auto& [name, port] : modules.at(top).at("ports").items()) {
      hierarchy.pins.push_back(
          {name, port.at("direction") == "output", static_cast<unsigned>(port.at("bits").size())});
    }
    if (modules.at(top).contains("parameter_default_values")) {  // those that it was given
      for (const auto& [name, bits] : modules.at(top).at("parameter_default_values").items()) {
        if (bits.is_string()) {
          hierarchy.widths[name] = static_cast<unsigned>(bits.get<std::string>().size());
        }
      }
    }
    follow(modules, top, "", hierarchy);
  } catch (const Json::exception& error) {
    throw ConfigError(fmt::format("{}: {}", file, error.what()));
  }
  return hierarchy;
}

Netlist read_netlist(const std::string& text, const Hierarchy& hierarchy, const FpgaFamily& family,
                     const std::string& file) {
  const Json modules = modules_of(text, file);
  std::map<std::string, ModuleCells> found;
  for (const auto& [instance, module] : hierarchy.modules) {
    found[module].module = module;
    ++found[module].instances;
  }
  Netlist netlist;
  try {
    const auto add = [&](const std::string& prefix, const Json& module) {
      for (const auto& [cell, what] : module.at("cells").items()) {
        const CellKind kind = family.kind_of(what.at("type"));
        const std::string& owner = hierarchy.module_of(hierarchy.instance_of(prefix + cell));
        netlist.cells.add(kind);
        found[owner].cells.add(kind);
        if (kind == CellKind::dsp)
          netlist.dsps.push_back(fmt::format("{}: {}", owner, prefix + cell));
      }
      if (family.has_joint_cells) netlist.cells.lone_flip_flops += lone_flip_flops(module, family);
    };
    visit(modules, hierarchy.top, "", family, add);
  } catch (const Json::exception& error) {
    throw ConfigError(fmt::format("{}: {}", file, error.what()));
  }
  netlist.by_module.push_back(found[hierarchy.top]);
  found.erase(hierarchy.top);
  for (auto& [module, cells] : found) netlist.by_module.push_back(std::move(cells));
  return netlist;
}

}  // namespace turnpike::sim
