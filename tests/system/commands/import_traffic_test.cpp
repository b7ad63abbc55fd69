// import_traffic_test.cpp - files of other programs through scripts/import_traffic.py into runs.

#include <gtest/gtest.h>

#include "sim/base/text_file.h"
#include "tests/support/places.h"
#include "tests/system/commands/program.h"

namespace turnpike::test {
namespace {

class ImportTrafficTest : public testing::Test {
 protected:
  ProgramResult import(std::vector<std::string> arguments) {
    arguments.insert(arguments.begin(), {"python3", source_path("scripts/import_traffic.py")});
    return run_command(arguments);
  }
  // What the program says of the imported text, as a trace of a 4x4 mesh.
  ProgramResult run_trace(const std::string& text) {
    folder_.write("imported.trace", text);
    folder_.write("trace.toml",
                  "[network]\ntopology = \"mesh\"\nradix = 4\ndimensions = 2\n[traffic]\n"
                  "pattern = \"trace\"\nfile = \"imported.trace\"\n[run]\nengine = \"model\"\n");
    return turnpike({"run", folder_.file("trace.toml")});
  }

  TemporaryFolder folder_;
};

TEST_F(ImportTrafficTest, EventsAreSortedAndTheirBytesAreFlits) {
  const std::string file = folder_.write("events", "# c,s,d,bytes\n7,1,2,64\n5 2 3 9 ignored\n");
  const ProgramResult result = import({"events", file, "--flit-bytes", "8"});
  EXPECT_EQ(result.status, 0) << result.error;
  EXPECT_EQ(result.out, "# cycle source destination flits\n5 2 3 2\n7 1 2 8\n");
  const ProgramResult run = run_trace(result.out);
  EXPECT_EQ(run.status, 0) << run.error;
  EXPECT_NE(run.out.find("packets measured                 2"), std::string::npos) << run.out;
}

TEST_F(ImportTrafficTest, CoordinatesOfPopnetAreNodes) {
  const std::string file = folder_.write("popnet", "T 0.5 0 1 3 3 5\n2.2 1 1 0 0 3\n");
  const ProgramResult result = import({"popnet", file, "--radix", "4,4"});
  EXPECT_EQ(result.out, "# cycle source destination flits\n0 4 15 5\n2 5 0 3\n") << result.error;
  EXPECT_EQ(run_trace(result.out).status, 0);
}

TEST_F(ImportTrafficTest, FlowsOfVtrHaveRatesAndLimitsInCycles) {
  const std::string file = folder_.write(
      "flows.xml",
      "<traffic_flows>\n<single_flow src=\".*a.*\" dst=\".*b.*\" bandwidth=\"3.2e9\" "
      "latency_cons=\"5e-8\"/>\n<single_flow src=\".*b.*\" dst=\".*a.*\" bandwidth=\"1.6e9\"/>\n"
      "</traffic_flows>\n");
  const std::string out = folder_.file("flows.txt");
  const ProgramResult result = import({"vtr", file, "--clock-mhz", "1000", "--out", out});
  EXPECT_EQ(result.status, 0) << result.error;
  EXPECT_EQ(sim::read_text_file(out),
            "# node 0: .*a.*\n# node 1: .*b.*\n"
            "# source destination rate flits class bandwidth latency\n"
            "0 1 0.1 1 0 0.1 50\n1 0 0.05 1 0 0.05 -\n");
  const std::string config =
      folder_.write("flows.toml",
                    "[network]\ntopology = \"mesh\"\nradix = 4\ndimensions = 2\n[workload]\n"
                    "kind = \"rate_matrix\"\nfile = \"flows.txt\"\n[run]\nengine = \"model\"\n");
  EXPECT_EQ(turnpike({"run", config}).status, 0);
}

TEST_F(ImportTrafficTest, WrongLinesAreToldAndNothingIsWritten) {
  const auto refusal = [&](const std::vector<std::string>& arguments, const std::string& text) {
    const std::string file = folder_.write("input", text);
    std::vector<std::string> all = arguments;
    all.insert(all.begin() + 1, file);
    all.insert(all.end(), {"--out", folder_.file("output")});
    const ProgramResult result = import(all);
    EXPECT_EQ(result.status, 2) << text;
    EXPECT_FALSE(std::filesystem::exists(folder_.file("output")));
    return result.error;
  };
  EXPECT_NE(refusal({"events"}, "0 1 2 4\n0 1 2\n").find("input:2: 3 fields"), std::string::npos);
  EXPECT_NE(refusal({"events"}, "0 1 x 4\n").find("input:1: node 'x'"), std::string::npos);
  EXPECT_NE(refusal({"events"}, "0 1 2 1e9\n").find("input:1: a message of"), std::string::npos);
  EXPECT_NE(refusal({"events"}, "0 1 -2 4\n").find("input:1: node '-2'"), std::string::npos);
  EXPECT_NE(refusal({"popnet", "--radix", "4,2"}, "0 0 0 3 3 5\n").find("coordinate 3"),
            std::string::npos);
  EXPECT_NE(refusal({"popnet", "--radix", "4,4"}, "0 0 0 3 3\n").find("5 fields"),
            std::string::npos);
  EXPECT_NE(refusal({"popnet", "--radix", "4,4"}, "inf 0 0 3 3 1\n").find("time 'inf'"),
            std::string::npos);
  EXPECT_NE(refusal({"vtr", "--clock-mhz", "1"}, "<traffic_flows>").find("input"),
            std::string::npos);
  EXPECT_NE(
      refusal({"vtr", "--clock-mhz", "1"}, "<t><single_flow src='a' dst='b' bandwidth='1e12'/></t>")
          .find("flow 1: "),
      std::string::npos);
  EXPECT_EQ(import({"events", folder_.file("missing")}).status, 2);
}

}  // namespace
}  // namespace turnpike::test
