// fpga_device.cpp - tables: sizes are those of the makers' data sheets.

#include "sim/studies/synthesis/fpga_device.h"

#include <fmt/format.h>

#include <algorithm>

#include "sim/base/config_error.h"

namespace turnpike::sim {
namespace {

using Cells = std::vector<std::pair<std::string, CellKind>>;

FpgaFamily family_of(const std::string& flow, const std::string& tool, const Cells& cells) {
  FpgaFamily family;
  family.flow = flow;
  family.without_wide = flow;
  family.place_and_route = tool;
  family.pip_package = "yowasp-" + tool;
  family.cells = cells;
  return family;
}

// The longer of two names that begin alike stands first.
const FpgaFamily kEcp5 = [] {
  FpgaFamily family = family_of("synth_ecp5", "nextpnr-ecp5",
                                {{"LUT4", CellKind::lut},
                                 {"CCU2C", CellKind::carry},
                                 {"TRELLIS_FF", CellKind::flip_flop},
                                 {"TRELLIS_DPR16X4", CellKind::lut_ram},
                                 {"DP16KD", CellKind::block_ram},
                                 {"PDPW16KD", CellKind::block_ram},
                                 {"MULT18X18D", CellKind::dsp},
                                 {"MULT9X9D", CellKind::dsp},
                                 {"ALU54B", CellKind::dsp}});
  family.without_wide += " -nowidelut";
  family.luts_of_carry = 2;
  family.luts_of_lut_ram = 4;
  return family;
}();

// A carry cell lies in the logic cell of the LUT behind it.
FpgaFamily ice40(const std::string& flow) {
  FpgaFamily family = family_of(flow, "nextpnr-ice40",
                                {{"SB_LUT4", CellKind::lut},
                                 {"SB_CARRY", CellKind::carry},
                                 {"SB_DFF", CellKind::flip_flop},
                                 {"SB_RAM40_4K", CellKind::block_ram},
                                 {"SB_SPRAM256KA", CellKind::block_ram},
                                 {"SB_MAC16", CellKind::dsp}});
  family.has_joint_cells = true;
  return family;
}
const FpgaFamily kIce40Hx = ice40("synth_ice40 -device hx");
const FpgaFamily kIce40Up = ice40("synth_ice40 -device u -dsp");

// Its flow gives pads to every module that keeps its borders, so none may.
const FpgaFamily kGowin = [] {
  FpgaFamily family = family_of("synth_gowin", "nextpnr-himbaechel-gowin",
                                {{"LUT", CellKind::lut},
                                 {"ALU54", CellKind::dsp},
                                 {"ALU", CellKind::carry},
                                 {"DFF", CellKind::flip_flop},
                                 {"RAM16", CellKind::lut_ram},
                                 {"SDP", CellKind::block_ram},
                                 {"DPB", CellKind::block_ram},
                                 {"DPX", CellKind::block_ram},
                                 {"SPX", CellKind::block_ram},
                                 {"SP", CellKind::block_ram},
                                 {"pROM", CellKind::block_ram},
                                 {"MULT", CellKind::dsp},
                                 {"PADD", CellKind::dsp}});
  family.without_wide += " -nowidelut";
  family.for_cells = "-noiopads";
  family.before_wrapped = "setattr -mod -unset keep_hierarchy *";
  family.luts_of_carry = 1;
  family.luts_of_lut_ram = 4;
  return family;
}();

CellCounts places_of(unsigned luts, unsigned flip_flops, unsigned block_rams, unsigned dsps) {
  CellCounts counts;
  counts.luts = luts;
  counts.flip_flops = flip_flops;
  counts.block_rams = block_rams;
  counts.dsps = dsps;
  return counts;
}

}  // namespace

void CellCounts::add(CellKind kind) {
  switch (kind) {
    case CellKind::lut:
      ++luts;
      break;
    case CellKind::carry:
      ++carries;
      break;
    case CellKind::flip_flop:
      ++flip_flops;
      break;
    case CellKind::lut_ram:
      ++lut_rams;
      break;
    case CellKind::block_ram:
      ++block_rams;
      break;
    case CellKind::dsp:
      ++dsps;
      break;
    case CellKind::other:
      break;
  }
}

void CellCounts::add(const CellCounts& other, unsigned times) {
  luts += times * other.luts;
  carries += times * other.carries;
  flip_flops += times * other.flip_flops;
  lut_rams += times * other.lut_rams;
  block_rams += times * other.block_rams;
  dsps += times * other.dsps;
  lone_flip_flops += times * other.lone_flip_flops;
}

CellKind FpgaFamily::kind_of(const std::string& cell) const {
  for (const auto& [beginning, kind] : cells) {
    if (cell.rfind(beginning, 0) == 0) return kind;
  }
  return CellKind::other;
}

unsigned FpgaFamily::lut_places(const CellCounts& counts) const {
  return counts.luts + luts_of_carry * counts.carries + luts_of_lut_ram * counts.lut_rams +
         counts.lone_flip_flops;
}

const std::vector<FpgaDevice>& fpga_devices() {
  static const std::vector<FpgaDevice> devices = {
      {"ecp5-25k",
       "Lattice LFE5U-25F-6BG381C",
       &kEcp5,
       {"--25k", "--package", "CABGA381", "--speed", "6", "--lpf-allow-unconstrained"},
       places_of(24288, 24288, 56, 28),
       ""},
      {"ecp5-85k",
       "Lattice LFE5U-85F-6BG381C",
       &kEcp5,
       {"--85k", "--package", "CABGA381", "--speed", "6", "--lpf-allow-unconstrained"},
       places_of(83640, 83640, 208, 156),
       ""},
      {"up5k",
       "Lattice iCE40UP5K-SG48",
       &kIce40Up,
       {"--up5k", "--package", "sg48"},
       places_of(5280, 5280, 34, 8),
       ""},
      {"hx8k",
       "Lattice iCE40HX8K-CT256",
       &kIce40Hx,
       {"--hx8k", "--package", "ct256"},
       places_of(7680, 7680, 32, 0),
       ""},
      {"gowin-9k",
       "Gowin GW1NR-LV9QN88PC6/I5",
       &kGowin,
       {"--device", "GW1NR-LV9QN88PC6/I5", "--vopt", "family=GW1N-9C", "--vopt",
        std::string("cst=") + kPinFile},
       places_of(8640, 6480, 26, 20),
       "IO_LOC \"clk_i\" 52;\nIO_LOC \"in_i\" 25;\nIO_LOC \"load_i\" 26;\nIO_LOC \"out_o\" 27;\n"},
  };
  return devices;
}

const FpgaDevice& fpga_device(const std::string& name) {
  std::string names;
  for (const FpgaDevice& device : fpga_devices()) {
    if (device.name == name) return device;
    names += (names.empty() ? "" : ", ") + device.name;
  }
  throw ConfigError(fmt::format("--device: found '{}', allowed: {}", name, names));
}

}  // namespace turnpike::sim
