// What is synthesised: modules of rtl/, their parameters, the wrapper around them.

#include "sim/studies/synthesis/design.h"

#include <gtest/gtest.h>

#include "sim/base/config_error.h"
#include "sim/studies/synthesis/wrapper.h"
#include "tests/support/places.h"

namespace turnpike::test {
namespace {

std::string refusal(const std::string& module, const sim::Parameters& parameters) {
  try {
    sim::rtl_design(source_path(""), module, parameters);
  } catch (const sim::ConfigError& error) {
    return error.what();
  }
  return "";
}

TEST(DesignTest, SourcesAreThoseOfAllFoldersEachInOrder) {
  const sim::Design design = sim::rtl_design(source_path(""), "credit_counter", {{"DEPTH", 2}});
  EXPECT_EQ(design.sources.front(), "rtl/common/async_channel.v");
  EXPECT_EQ(design.sources.back(), "rtl/fpga/traffic_terminal.v");
  EXPECT_EQ(design.to_text(), "credit_counter DEPTH=2");
}

TEST(DesignTest, AnUnknownModuleIsRefusedWithTheNearest) {
  EXPECT_NE(refusal("routr", {}).find("nearest: 'router'"), std::string::npos)
      << refusal("routr", {});
}

TEST(DesignTest, AnUnknownParameterIsRefusedWithThoseThereAre) {
  const std::string said = refusal("credit_counter", {{"DEEP", 2}});
  EXPECT_EQ(said, "credit_counter has no parameter 'DEEP'; there are: DEPTH, ROOM");
}

TEST(DesignTest, AListIsAVectorOf32BitsForEachNumber) {
  const sim::ParameterValue distances(std::vector<std::uint32_t>{4, 16});
  const sim::Design design =
      sim::rtl_design(source_path(""), "interchange", {{"LEVELS", 2}, {"DISTANCES", distances}});
  EXPECT_EQ(design.to_text(), "interchange LEVELS=2 DISTANCES=4,16");
  EXPECT_EQ(sim::parameters_json(design).dump(), R"({"LEVELS":2,"DISTANCES":[4,16]})");
  EXPECT_EQ(distances.to_verilog(), "64'h00000010_00000004");
  EXPECT_EQ(refusal("interchange", {{"VCS", distances}}),
            "interchange VCS=4,16: found VCS=4,16, allowed: one number");
}

TEST(WrapperTest, PinsAreSlicesOfTwoShiftRegisters) {
  sim::Design design;
  design.top = "m";
  design.parameters = {{"A", 1}, {"B", std::vector<std::uint32_t>{4, 16}}};
  const std::string text = sim::wrapper_text(
      design,
      {{"clk_i", false, 1}, {"x_i", false, 3}, {"y_o", true, 2}, {"z_i", false, 1}, {"e_o", true}});
  for (const char* part :
       {"reg  [3:0] in_q;", "reg  [2:0] out_q;",
        "m #(.A(1), .B(64'h00000010_00000004)) dut (.clk_i(clk_i), ", ".x_i(in_q[0 +: 3])",
        ".z_i(in_q[3 +: 1])", ".y_o(out[0 +: 2])", ".e_o(out[2 +: 1])"}) {
    EXPECT_NE(text.find(part), std::string::npos) << part << text;
  }
}

TEST(WrapperTest, AModuleWithoutAClockGetsNone) {
  sim::Design design;
  design.top = "m";
  const std::string text = sim::wrapper_text(design, {{"x_i", false, 3}, {"y_o", true, 2}});
  EXPECT_EQ(text.find(".clk_i"), std::string::npos) << text;
}

TEST(WrapperTest, AModuleWithoutOutputsCannotBePlaced) {
  sim::Design design;
  design.top = "m";
  EXPECT_THROW(sim::wrapper_text(design, {{"x_i", false, 3}}), sim::ConfigError);
}

}  // namespace
}  // namespace turnpike::test
