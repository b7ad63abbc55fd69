// netlist.h - reads the JSON of Yosys: modules as the sources define them, and netlists of
// cells.

#pragma once

#include <map>
#include <string>
#include <vector>

#include "sim/studies/synthesis/fpga_device.h"

namespace turnpike::sim {

struct Pin {
  std::string name;
  bool is_output = false;
  unsigned bits = 1;
};

// A design before synthesis: parameters have their values, processes are registers and gates.
struct Hierarchy {
  std::string top;
  std::vector<Pin> pins;                       // of the top module
  std::map<std::string, unsigned> widths;      // of its parameters, in bits
  std::map<std::string, std::string> modules;  // by instance: "g_lane[0].u_lane" -> "input_lane"
  std::vector<std::string> latches;            // "module: signal"

  // The instance that a cell of the netlist belongs to, by its name; empty: the top module.
  std::string instance_of(const std::string& cell) const;
  const std::string& module_of(const std::string& instance) const;
};

// Cells of one module, all its instances together.
struct ModuleCells {
  std::string module;
  unsigned instances = 0;
  CellCounts cells;
};

struct Netlist {
  CellCounts cells;
  std::vector<ModuleCells> by_module;  // the top first, then by name
  std::vector<std::string> dsps;       // "module: cell"
};

// `file` is named in the ConfigError that both throw when the text is not what Yosys writes.
Hierarchy read_hierarchy(const std::string& text, const std::string& top, const std::string& file);
// A flat one, but for modules that kept their borders (keep_hierarchy). Cells were named after
// signals: a cell counts as the module's that has the signal.
Netlist read_netlist(const std::string& text, const Hierarchy& hierarchy, const FpgaFamily& family,
                     const std::string& file);

}  // namespace turnpike::sim
