// What nextpnr writes: the clock, and the longest path by modules.

#include "sim/studies/synthesis/timing_report.h"

#include <gtest/gtest.h>

#include "sim/base/config_error.h"

namespace turnpike::test {
namespace {

sim::Hierarchy two_modules() {
  sim::Hierarchy hierarchy;
  hierarchy.top = "router";
  hierarchy.modules = {{"", "router"}, {"u_input", "input_lane"}, {"u_output", "output_port"}};
  return hierarchy;
}

std::string step(const std::string& type, const std::string& cell, const std::string& ns) {
  return R"({"delay": )" + ns + R"(, "from": {"cell": "x"}, "to": {"cell": ")" + cell +
         R"("}, "type": ")" + type + R"("})";
}
std::string path(const std::string& from, const std::string& to, const std::string& steps) {
  return R"({"from": ")" + from + R"(", "to": ")" + to + R"(", "path": [)" + steps + "]}";
}
std::string report(const std::string& paths) {
  return R"({"critical_paths": [)" + paths +
         R"(], "fmax": {"$glbnet$clk_i": {"achieved": 112.5, "constraint": 250.0}}})";
}
sim::TimingReport read(const std::string& text) {
  return sim::read_timing_report(text, two_modules(), "report.json");
}

const std::string kShort = path("posedge clk", "posedge clk", step("logic", "dut.u_input.b", "1"));
const std::string kLong =
    path("posedge clk", "posedge clk",
         step("clk-to-q", "dut.u_input.q_TRELLIS_FF_Q", "0.5") + "," +
             step("routing", "dut.u_input.a_LUT4_Z", "1.25") + "," +
             step("logic", "dut.u_input.a_LUT4_Z", "0.25") + "," +
             step("routing", "dut.u_output.g_LUT4_Z", "2") + "," +
             step("logic", "dut.u_output.g_LUT4_Z", "0.25") + "," +
             step("routing", "dut.stop_LUT4_C", "1") + "," + step("setup", "out_q[3]", "0.1"));
const std::string kPins = path("<async>", "posedge clk", step("routing", "dut.u_input.a", "99"));

TEST(TimingReportTest, TheClockIsWhatWasAchieved) {
  EXPECT_DOUBLE_EQ(read(report(kShort)).mhz, 112.5);
}

TEST(TimingReportTest, TheLongestPathBetweenRegistersIsToldByInstances) {
  const sim::TimingReport found = read(report(kShort + "," + kLong + "," + kPins));
  ASSERT_EQ(found.path.size(), 4u);
  EXPECT_EQ(found.path[0].module, "input_lane");
  EXPECT_EQ(found.path[0].instance, "u_input");
  EXPECT_EQ(found.path[0].gates, 1u);
  EXPECT_DOUBLE_EQ(found.path[0].gates_ns, 0.75);
  EXPECT_DOUBLE_EQ(found.path[0].wires_ns, 1.25);
  EXPECT_EQ(found.path[1].module, "output_port");
  EXPECT_DOUBLE_EQ(found.path[1].wires_ns, 2);
  EXPECT_EQ(found.path[2].module, "router");
  EXPECT_EQ(found.path[3].module, "") << "a register of the wrapper";
}

TEST(TimingReportTest, AReportWithoutPathsHasAClock) {
  const sim::TimingReport found = read(report(""));
  EXPECT_DOUBLE_EQ(found.mhz, 112.5);
  EXPECT_TRUE(found.path.empty());
}

TEST(TimingReportTest, WhatIsNoReportIsRefused) {
  for (const char* text : {"", "{}", R"({"fmax": {}, "critical_paths": []})",
                           R"({"fmax": {"clk": {"achieved": "x"}}, "critical_paths": []})"}) {
    EXPECT_THROW(read(text), sim::ConfigError) << text;
  }
}

}  // namespace
}  // namespace turnpike::test
