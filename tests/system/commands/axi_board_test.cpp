// AXI4 networks with the managers and memories of an FPGA: `turnpike axi` and `turnpike emit
// --terminals traffic`, and the client that comes with them.

#include <gtest/gtest.h>

#include <filesystem>
#include <string>
#include <vector>

#include "tests/support/places.h"
#include "tests/system/commands/program.h"

namespace turnpike::test {
namespace {

class AxiBoardTest : public testing::Test {
 protected:
  // Of the configuration with these changes; a refusal leaves nothing behind.
  ProgramResult emit(const std::vector<std::string>& sets = {}) {
    std::vector<std::string> words = {"emit",    configuration_, "--terminals",
                                      "traffic", "--out",        folder_.file("out")};
    for (const std::string& set : sets) words.insert(words.end(), {"--set", set});
    return turnpike(words);
  }
  void expect_refused(const std::vector<std::string>& sets, const std::string& message) {
    const ProgramResult result = emit(sets);
    EXPECT_EQ(result.status, 2);
    EXPECT_NE(result.error.find(message), std::string::npos) << result.error;
    EXPECT_TRUE(folder_.files().empty());
  }
  void expect_refused_run(const std::vector<std::string>& options, const std::string& message) {
    std::vector<std::string> words = {"axi", configuration_, "--board"};
    words.insert(words.end(), options.begin(), options.end());
    const ProgramResult result = turnpike(words);
    EXPECT_EQ(result.status, 2);
    EXPECT_NE(result.error.find(message), std::string::npos) << result.error;
  }

  TemporaryFolder folder_;
  std::string configuration_ = source_path("configs/fpga_axi.toml");
};

TEST_F(AxiBoardTest, ANetworkComesWithItsDemonstratorAndClient) {
  const ProgramResult result = emit();
  ASSERT_EQ(result.status, 0) << result.error;
  for (const char* file : {"out/network_demonstrator.v", "out/client.py", "out/serial_line.py",
                           "out/fpga_axi_network_control.h", "out/rtl/axi4_slot_manager.v"}) {
    EXPECT_TRUE(std::filesystem::exists(folder_.file(file))) << file;
  }
  EXPECT_FALSE(std::filesystem::exists(folder_.file("out/Makefile")));
  EXPECT_EQ(read_file(folder_.file("out/README.md")).find("make test"), std::string::npos);
}

TEST_F(AxiBoardTest, ABoardNeedsTheCountersAndRoomForTheSlots) {
  expect_refused({"axi.control=false"}, "key 'axi.control'");
  expect_refused({"axi.control=false"}, "allowed: true with traffic at the terminals");
  expect_refused({"axi.data_bits=512", "axi.region[1].size=16384"},
                 "found size 16384 at node 2, allowed: 32768 bytes or more");
}

TEST_F(AxiBoardTest, TheSerialLineHasRegistersForSixteenManagers) {
  std::string text = "[network]\ntopology = \"mesh\"\nradix = [6, 3]\ndimensions = 2\n";
  for (unsigned node = 0; node < 17; ++node) {
    text += "[[axi.manager]]\nnode = " + std::to_string(node) + "\n";
  }
  text += "[[axi.region]]\nbase = 0\nsize = 0x10000\nnode = 17\n[axi]\ncontrol = true\n";
  TemporaryFolder elsewhere;
  configuration_ = elsewhere.write("many.toml", text);
  expect_refused({}, "found 17 tables, allowed: at most 16");
}

TEST_F(AxiBoardTest, OptionsThatAnFpgaDoesNotHaveAreRefused) {
  expect_refused_run({"--beats", "3"}, "--beats: found 3, allowed: 1, 2, 4, 8 or 16");
  expect_refused_run({"--beats", "17"}, "--beats");
  expect_refused_run({"--stop", "ram_m_axi"}, "--stop: found ram_m_axi, allowed: no --stop");
  expect_refused_run({"--remap", "--set", "axi.loadable_map=true"}, "--remap: found given");
  expect_refused_run({"--cycles", "4294967296"}, "allowed: at most 4294967295");
}

TEST_F(AxiBoardTest, TheClientRefusesAReportOfOtherBurstsOrCounters) {
  ASSERT_EQ(emit().status, 0);
  const auto said_to = [&](const std::vector<std::string>& options) {
    std::vector<std::string> words = {"axi", configuration_, "--cycles", "100", "--json"};
    words.insert(words.end(), options.begin(), options.end());
    folder_.write("report.json", turnpike(words).out);
    sim::ChildProcess client({"python3", folder_.file("out/client.py"), "/dev/null", "--expect",
                              folder_.file("report.json")});
    client.wait();
    EXPECT_EQ(client.exit_status(), 2);
    return client.standard_error();
  };
  EXPECT_NE(said_to({}).find("run the model with --board"), std::string::npos);
  EXPECT_NE(said_to({"--board", "--set", "axi.control=false"}).find("--set axi.control=true"),
            std::string::npos);
  EXPECT_NE(said_to({"--board", "--set", "axi.region[1].name=other"}).find("has other counters"),
            std::string::npos);
  // The client leaves nothing in the folder, which `turnpike emit` therefore may replace.
  EXPECT_EQ(emit().status, 0);
}

}  // namespace
}  // namespace turnpike::test
