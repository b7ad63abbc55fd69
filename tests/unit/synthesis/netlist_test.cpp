// What Yosys writes: hierarchy, pins, latches, cells of each module.

#include "sim/studies/synthesis/netlist.h"

#include <fmt/format.h>
#include <gtest/gtest.h>

#include "sim/base/config_error.h"

namespace turnpike::test {
namespace {

using sim::CellCounts;
using sim::Hierarchy;
using sim::Netlist;

// As Yosys 0.23 writes it: two units of one module with other parameters, a buffer in each.
const std::string kHierarchy = R"({"creator": "Yosys", "modules": {
  "$paramod$0a1b\\unit": {"attributes": {}, "ports": {}, "netnames": {}, "cells": {
    "u_buffer": {"type": "$paramod\\buffer\\DEPTH=s32'00000000000000000000000000000100"}}},
  "$paramod$2c3d\\unit": {"attributes": {}, "ports": {}, "netnames": {}, "cells": {
    "u_buffer": {"type": "$paramod\\buffer\\DEPTH=s32'00000000000000000000000000000100"},
    "$auto$add": {"type": "$add"}}},
  "$paramod\\buffer\\DEPTH=s32'00000000000000000000000000000100": {"attributes": {}, "ports": {},
    "netnames": {}, "cells": {}},
  "top": {"attributes": {}, "netnames": {}, "ports": {
      "clk_i": {"direction": "input", "bits": [2]},
      "in_i": {"direction": "input", "bits": [3, 4, 5]},
      "out_o": {"direction": "output", "bits": [6, "0"]}},
    "cells": {
      "g_in[0].u_unit": {"type": "$paramod$0a1b\\unit"},
      "g_in[1].u_unit": {"type": "$paramod$2c3d\\unit"}}}}})";

Hierarchy hierarchy() { return sim::read_hierarchy(kHierarchy, "top", "hierarchy.json"); }

std::string with_cells(const std::string& cells) {
  return R"({"modules": {"top": {"ports": {}, "netnames": {}, "cells": {)" + cells + "}}}}";
}
Netlist netlist(const std::string& cells) {
  return sim::read_netlist(with_cells(cells), hierarchy(), *sim::fpga_device("ecp5-25k").family,
                           "cells.json");
}

TEST(NetlistTest, PinsComeInTheirOrderWithWidths) {
  const std::vector<sim::Pin> pins = hierarchy().pins;
  ASSERT_EQ(pins.size(), 3u);
  EXPECT_EQ(pins[1].name, "in_i");
  EXPECT_EQ(pins[1].bits, 3u);
  EXPECT_FALSE(pins[1].is_output);
  EXPECT_EQ(pins[2].bits, 2u);
  EXPECT_TRUE(pins[2].is_output);
}

TEST(NetlistTest, InstancesHaveTheNamesOfTheirModulesInTheSources) {
  const Hierarchy found = hierarchy();
  EXPECT_EQ(found.module_of("g_in[1].u_unit"), "unit");
  EXPECT_EQ(found.module_of("g_in[0].u_unit.u_buffer"), "buffer");
  EXPECT_EQ(found.module_of(""), "top");
}

TEST(NetlistTest, ACellBelongsToTheInstanceOfItsSignal) {
  const Hierarchy found = hierarchy();
  EXPECT_EQ(found.instance_of("g_in[0].u_unit.u_buffer.data_q_TRELLIS_FF_Q_3"),
            "g_in[0].u_unit.u_buffer");
  EXPECT_EQ(found.instance_of("g_in[0].u_unit.g_lane[2].valid_LUT4_Z"), "g_in[0].u_unit");
  EXPECT_EQ(found.instance_of("g_in[0].valid_LUT4_Z"), "");
  EXPECT_EQ(found.instance_of("$abc$123$lut"), "");
}

TEST(NetlistTest, CellsAreCountedByKindAndModule) {
  const Netlist found = netlist(R"(
    "out_LUT4_Z": {"type": "LUT4"},
    "g_in[0].u_unit.a_LUT4_Z": {"type": "LUT4"},
    "g_in[1].u_unit.a_LUT4_Z": {"type": "LUT4"},
    "g_in[1].u_unit.u_buffer.q_TRELLIS_FF_Q": {"type": "TRELLIS_FF"},
    "g_in[1].u_unit.u_buffer.m_TRELLIS_DPR16X4_DO": {"type": "TRELLIS_DPR16X4"},
    "g_in[0].u_unit.c": {"type": "CCU2C"}, "other": {"type": "PFUMX"})");
  EXPECT_EQ(found.cells.luts, 3u);
  EXPECT_EQ(found.cells.flip_flops, 1u);
  EXPECT_EQ(found.cells.lut_rams, 1u);
  EXPECT_EQ(found.cells.carries, 1u);
  ASSERT_EQ(found.by_module.size(), 3u);
  EXPECT_EQ(found.by_module[0].module, "top");
  EXPECT_EQ(found.by_module[0].cells.luts, 1u);
  EXPECT_EQ(found.by_module[1].module, "buffer");
  EXPECT_EQ(found.by_module[1].instances, 2u);
  EXPECT_EQ(found.by_module[1].cells.flip_flops, 1u);
  EXPECT_EQ(found.by_module[2].cells.luts, 2u);
  EXPECT_TRUE(found.dsps.empty());
}

TEST(NetlistTest, CellsOfAModuleThatKeptItsBordersCountForEachOfItsInstances) {
  const std::string kept = "$paramod\\\\buffer\\\\DEPTH=s32'00000000000000000000000000000100";
  const std::string text = R"({"modules": {"LUT4": {"ports": {}, "netnames": {}, "cells": {
      "model": {"type": "$mux"}}}, ")" +
                           kept + R"(": {"ports": {}, "netnames": {}, "cells": {
      "q_LUT4_Z": {"type": "LUT4"}, "q_TRELLIS_FF_Q": {"type": "TRELLIS_FF"}}},
    "top": {"ports": {}, "netnames": {}, "cells": {
      "out_LUT4_Z": {"type": "LUT4"},
      "g_in[0].u_unit.u_buffer": {"type": ")" +
                           kept + R"("},
      "g_in[1].u_unit.u_buffer": {"type": ")" +
                           kept + R"("}}}}})";
  const Netlist found =
      sim::read_netlist(text, hierarchy(), *sim::fpga_device("ecp5-25k").family, "cells.json");
  EXPECT_EQ(found.cells.luts, 3u);
  EXPECT_EQ(found.cells.flip_flops, 2u);
  EXPECT_EQ(found.by_module[1].module, "buffer");
  EXPECT_EQ(found.by_module[1].cells.luts, 2u);
}

// A register whose LUT drives nothing else, one whose LUT drives more, one behind another register,
// one with a constant, one from outside.
TEST(NetlistTest, AFlipFlopThatNoLutSharesItsCellWithCounts) {
  const auto cell = [](const char* name, const char* type, const char* in, int out) {
    const bool is_lut = std::string(type) == "SB_LUT4";
    return fmt::format(R"("{0}": {{"type": "{1}", "port_directions": {{"{2}": "input", "{3}":
        "output"}}, "connections": {{"{2}": [{4}], "{3}": [{5}]}}}})",
                       name, type, is_lut ? "I0" : "D", is_lut ? "O" : "Q", in, out);
  };
  const std::string cells =
      cell("own_lut", "SB_LUT4", "2", 3) + "," + cell("joint", "SB_DFF", "3", 4) + "," +
      cell("busy_lut", "SB_LUT4", "2", 5) + "," + cell("first", "SB_DFFE", "5", 6) + "," +
      cell("second", "SB_DFFSR", "5", 7) + "," + cell("behind", "SB_DFF", "4", 8) + "," +
      cell("constant", "SB_DFF", "\"1\"", 9) + "," + cell("outside", "SB_DFF", "2", 10);
  const sim::FpgaFamily& family = *sim::fpga_device("hx8k").family;
  const Netlist found = sim::read_netlist(with_cells(cells), hierarchy(), family, "cells.json");
  EXPECT_EQ(found.cells.flip_flops, 6u);
  EXPECT_EQ(found.cells.lone_flip_flops, 4u);  // first, second, behind, constant
  EXPECT_EQ(family.lut_places(found.cells), 6u);
}

TEST(NetlistTest, ADspBlockIsNamedWithItsModule) {
  const Netlist found = netlist(R"("g_in[0].u_unit.p_MULT18X18D_P0": {"type": "MULT18X18D"})");
  ASSERT_EQ(found.dsps.size(), 1u);
  EXPECT_EQ(found.dsps[0], "unit: g_in[0].u_unit.p_MULT18X18D_P0");
}

TEST(NetlistTest, ALatchIsNamedByItsSignal) {
  const std::string text = R"({"modules": {"top": {"ports": {},
    "netnames": {"$0\\held[0:0]": {"bits": [7]}, "held": {"bits": [7]}},
    "cells": {"$auto$1": {"type": "$dlatch", "connections": {"D": [3], "EN": [4], "Q": [7]}}}}}})";
  const Hierarchy found = sim::read_hierarchy(text, "top", "hierarchy.json");
  ASSERT_EQ(found.latches.size(), 1u);
  EXPECT_EQ(found.latches[0], "top: held");
}

TEST(NetlistTest, WidthsOfParametersAreThoseOfTheirValues) {
  const std::string text = R"({"modules": {"top": {"ports": {}, "netnames": {}, "cells": {},
    "parameter_default_values": {"ABSENT": "00011", "ONE": "1"}}}})";
  const Hierarchy found = sim::read_hierarchy(text, "top", "hierarchy.json");
  EXPECT_EQ(found.widths.at("ABSENT"), 5u);
  EXPECT_EQ(found.widths.at("ONE"), 1u);
}

TEST(NetlistTest, WhatIsNoNetlistIsRefused) {
  for (const char* text : {"", "[]", "{\"modules\": 1}", "{\"modules\": {\"other\": {}}}"}) {
    EXPECT_THROW(sim::read_hierarchy(text, "top", "x.json"), sim::ConfigError) << text;
    EXPECT_THROW(sim::read_netlist(text, hierarchy(), *sim::fpga_device("up5k").family, "x.json"),
                 sim::ConfigError)
        << text;
  }
}

TEST(NetlistTest, CellsOfEachFamilyAreKnown) {
  struct Known {
    const char* device;
    const char* cell;
    sim::CellKind kind;
  };
  using sim::CellKind;
  for (const Known& known :
       {Known{"hx8k", "SB_LUT4", CellKind::lut}, Known{"hx8k", "SB_DFFESR", CellKind::flip_flop},
        Known{"hx8k", "SB_CARRY", CellKind::carry}, Known{"up5k", "SB_MAC16", CellKind::dsp},
        Known{"up5k", "SB_RAM40_4K", CellKind::block_ram}, Known{"gowin-9k", "LUT3", CellKind::lut},
        Known{"gowin-9k", "ALU", CellKind::carry}, Known{"gowin-9k", "DFFRE", CellKind::flip_flop},
        Known{"gowin-9k", "RAM16SDP4", CellKind::lut_ram},
        Known{"gowin-9k", "MUX2_LUT5", CellKind::other},
        Known{"ecp5-85k", "DP16KD", CellKind::block_ram}}) {
    EXPECT_EQ(sim::fpga_device(known.device).family->kind_of(known.cell), known.kind)
        << known.device << " " << known.cell;
  }
}

TEST(NetlistTest, CarriesAndLutRamsTakePlacesOfLuts) {
  CellCounts cells;
  cells.luts = 10;
  cells.carries = 3;
  cells.lut_rams = 2;
  EXPECT_EQ(sim::fpga_device("ecp5-25k").family->lut_places(cells), 10u + 2 * 3 + 4 * 2);
  EXPECT_EQ(sim::fpga_device("hx8k").family->lut_places(cells), 10u);
}

}  // namespace
}  // namespace turnpike::test
