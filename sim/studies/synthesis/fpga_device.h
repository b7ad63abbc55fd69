// fpga_device.h - the supported FPGAs, and the calls of Yosys and nextpnr for each.

#pragma once

#include <string>
#include <utility>
#include <vector>

namespace turnpike::sim {

// What a cell of a netlist is.
enum class CellKind { lut, carry, flip_flop, lut_ram, block_ram, dsp, other };

// How many there are of each, of a netlist or of a device.
struct CellCounts {
  unsigned luts = 0;
  unsigned carries = 0;
  unsigned flip_flops = 0;
  unsigned lut_rams = 0;
  unsigned block_rams = 0;
  unsigned dsps = 0;
  // Of the flip-flops, at least: behind no LUT, so in a cell of their own. Of joint cells alone.
  unsigned lone_flip_flops = 0;

  void add(CellKind kind);
  void add(const CellCounts& other, unsigned times);
};

// Families share libraries of cells and the program that places them.
struct FpgaFamily {
  std::string flow;             // of Yosys, the default one
  std::string without_wide;     // without wide LUTs; the same where there are none
  std::string for_cells;        // words of the flow for a module that gets no pads
  std::string before_wrapped;   // Yosys command for all modules of a design with pads
  std::string place_and_route;  // program
  std::string pip_package;
  unsigned luts_of_carry = 0;    // LUTs that a carry cell takes the place of
  unsigned luts_of_lut_ram = 0;  // the same of a LUT RAM, at least
  // A flip-flop lies behind a LUT, and takes its place if that drives something else, too.
  bool has_joint_cells = false;
  // Beginning of a cell's name, and what it is.
  std::vector<std::pair<std::string, CellKind>> cells;

  CellKind kind_of(const std::string& cell) const;
  // Places for LUTs that these need, at least.
  unsigned lut_places(const CellCounts& counts) const;
  const char* name_of_lut_places() const { return has_joint_cells ? "logic cells" : "LUTs"; }
};

struct FpgaDevice {
  std::string name;  // of --device
  std::string part;
  const FpgaFamily* family;
  std::vector<std::string> options;  // of place and route
  CellCounts places;                 // LUT RAMs and carries take LUTs
  std::string pins;                  // of the wrapper, where place and route chooses none
};

// Where FpgaDevice::pins stand, in the folder in which place and route runs.
constexpr const char* kPinFile = "pins.cst";

const std::vector<FpgaDevice>& fpga_devices();
// Throws ConfigError with those there are.
const FpgaDevice& fpga_device(const std::string& name);

}  // namespace turnpike::sim
