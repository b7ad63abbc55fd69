// synthesis_tools.h - calls of Yosys and nextpnr.

#pragma once

#include <filesystem>
#include <string>
#include <vector>

#include "sim/studies/synthesis/design.h"
#include "sim/studies/synthesis/fpga_device.h"

namespace turnpike::sim {

// Both are looked for when constructed: a ConfigError says how to install what is missing.
class SynthesisTools {
 public:
  // Yosys alone.
  SynthesisTools();
  // Place and route only if asked for.
  SynthesisTools(const FpgaDevice& device, bool with_place_and_route);

  // Reads the sources of `design`, selects its top module with its parameters and runs `commands`.
  // Throws ConfigError with Yosys' own word on what is wrong. What it says goes to the file `log`.
  void select_and_run(const Design& design, const std::string& commands,
                      const std::string& log = "/dev/null") const;
  // Reads the sources and `wrapper`, a file, and runs `commands`.
  void read_and_run(const Design& design, const std::filesystem::path& wrapper,
                    const std::string& commands) const;

  // Places and routes NETLIST.json of the folder, with more `options` of nextpnr; leaves `report`
  // there. Throws ConfigError.
  void place_and_route(const Design& design, const std::filesystem::path& folder,
                       const std::string& netlist, const std::string& report, unsigned seed,
                       const std::vector<std::string>& options) const;

 private:
  void run_yosys(const Design& design, const std::string& commands, const std::string& log) const;

  const FpgaDevice* device_ = nullptr;  // null: no place and route
  std::string yosys_;
  std::string nextpnr_;
};

}  // namespace turnpike::sim
