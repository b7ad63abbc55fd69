// `turnpike machine` as a user calls it.

#include <gtest/gtest.h>

#include "sim/base/parse_json.h"
#include "sim/hardware/rtl_components/tool.h"
#include "tests/support/vcd.h"
#include "tests/system/commands/program.h"

namespace turnpike::test {
namespace {

TEST(MachineCommandTest, ProgramsRunOnEveryNode) {
  const ProgramResult result = turnpike({"machine", "--dimensions", "2", "--bytes", "64"});
  EXPECT_EQ(result.status, 0) << result.error;
  for (const char* part : {"ring", "all-to-all", "reduction", "broadcast", "4 nodes"}) {
    EXPECT_NE(result.out.find(part), std::string::npos) << part;
  }
}

TEST(MachineCommandTest, RandomMessagesAreCountedAndChecked) {
  const ProgramResult result = turnpike({"machine", "--dimensions", "2", "--random", "300"});
  EXPECT_EQ(result.status, 0) << result.error;
  EXPECT_NE(result.out.find("every byte and flag checked"), std::string::npos) << result.out;
  // The model alone is compared with nothing.
  EXPECT_EQ(result.out.find("no difference"), std::string::npos) << result.out;
}

TEST(MachineCommandTest, HardwareAloneDoesNotSayThatItWasCompared) {
  for (const std::string engine : {"rtl", "lockstep"}) {
    const ProgramResult result =
        turnpike({"machine", "--dimensions", "2", "--random", "100", "--engine", engine});
    EXPECT_EQ(result.status, 0) << result.error;
    EXPECT_EQ(result.out.find("no difference") != std::string::npos, engine == "lockstep")
        << result.out;
  }
}

TEST(MachineCommandTest, AnyNumberOfSystemBuffersIsEnough) {
  for (const std::string buffers : {"1", "2", "5", "64"}) {
    const ProgramResult result =
        turnpike({"machine", "--dimensions", "2", "--random", "500", "--system-buffers", buffers});
    EXPECT_EQ(result.status, 0) << buffers << ": " << result.error;
  }
}

void expect_refused(const std::string& option, const std::string& value) {
  const ProgramResult result = turnpike({"machine", option, value});
  EXPECT_EQ(result.status, 2) << option << " " << value;
  EXPECT_EQ(result.out, "");
  EXPECT_NE(result.error.find(option), std::string::npos) << result.error;
}

// A number below zero once became 2^64 messages.
TEST(MachineCommandTest, BadOptionsAreRefused) {
  expect_refused("--random", "-5");
  expect_refused("--random", "0");
  expect_refused("--random", "1.5");
  expect_refused("--seed", "-1");
  expect_refused("--dimensions", "13");
  expect_refused("--flit-bits", "7");
  expect_refused("--engine", "hardware");
  expect_refused("--stall", "1");
  expect_refused("--bytes", "3");
  expect_refused("--system-buffers", "0");
  expect_refused("--system-buffers", "65");
  expect_refused("--bus-errors", "1.5");
  expect_refused("--trace", "model.fst");  // the model has no waveform
}

// What would be ignored is refused.
TEST(MachineCommandTest, OptionsThatContradictEachOther) {
  struct Case {
    std::vector<std::string> options;
    std::string message;
  };
  const Case cases[] = {
      {{"--measure", "--engine", "rtl"}, "--engine excludes --measure"},
      {{"--measure", "--random", "3"}, "--random excludes --measure"},
      {{"--random", "3", "--bytes", "8"}, "--bytes excludes --random"},
      {{"--trace-from", "3"}, "--trace-from requires --trace"},
      {{"--bus-errors", "0.1"}, "--bus-errors: found 'engine model', allowed: engine emitted"},
      {{"--engine", "emitted", "--system-buffers", "4"},
       "--system-buffers: found '4', allowed: 16"},
      {{"--engine", "emitted", "--trace", "x.fst"},
       "--trace: found 'engine emitted', allowed: engine rtl or lockstep"},
      {{"--engine", "rtl", "--trace", "x.vcd"}, "--trace: found 'x.vcd', allowed: a file name"},
      {{"--engine", "rtl", "--trace", "x.fst", "--trace-from", "9", "--trace-to", "9"},
       "--trace-to: found '9', allowed: above --trace-from, 9"},
      {{"--dimensions", "2", "--engine", "rtl", "--trace", "x.fst", "--trace-node", "4"},
       "--trace-node: found '4', allowed: node 0 .. 3"},
      {{"--engine", "rtl", "--trace", "/proc/none/x.fst"}, "/proc/none"},
  };
  for (const Case& bad : cases) {
    std::vector<std::string> arguments = {"machine"};
    arguments.insert(arguments.end(), bad.options.begin(), bad.options.end());
    const ProgramResult result = turnpike(arguments);
    EXPECT_EQ(result.status, 2) << bad.message;
    EXPECT_EQ(result.out, "");
    EXPECT_NE(result.error.find(bad.message), std::string::npos) << result.error;
  }
}

std::string waveform_text(const std::string& file) {
  return sim::run_tool({sim::find_tool("fst2vcd").string(), file}, "read the waveform");
}

TEST(MachineCommandTest, WaveformsOfNodesInAWindowOfCycles) {
  const TemporaryFolder folder;
  const ProgramResult result = turnpike({"machine", "--dimensions", "3", "--bytes", "8", "--engine",
                                         "rtl", "--trace", folder.file("m.fst"), "--trace-from",
                                         "30", "--trace-to", "60", "--trace-node", "5"});
  ASSERT_EQ(result.status, 0) << result.error;
  EXPECT_NE(result.out.find("left: "), std::string::npos);
  const std::string nodes = waveform_text(folder.file("m.fst"));
  EXPECT_NE(nodes.find("module coprocessor_5 "), std::string::npos);
  EXPECT_EQ(nodes.find("module coprocessor_4 "), std::string::npos);
  EXPECT_NE(nodes.find("memory_address_o"), std::string::npos);
  EXPECT_NE(nodes.find("\n#300\n"), std::string::npos);  // 10 units a cycle
  EXPECT_NE(nodes.find("\n#590\n"), std::string::npos);
  EXPECT_EQ(nodes.find("\n#600\n"), std::string::npos);
  const std::string routers = waveform_text(folder.file("m_routers.fst"));
  EXPECT_NE(routers.find("module router_1_0_1 "), std::string::npos);
  EXPECT_NE(routers.find("\n#300\n"), std::string::npos);
  EXPECT_EQ(routers.find("\n#600\n"), std::string::npos);
}

// Of the co-processors and of the routers, although lockstep clocks both once more with enable_i
// low.
TEST(MachineCommandTest, AClockRisesOnceACycle) {
  const TemporaryFolder folder;
  const ProgramResult result =
      turnpike({"machine", "--dimensions", "2", "--bytes", "64", "--engine", "lockstep", "--trace",
                folder.file("m.fst"), "--trace-from", "10", "--trace-to", "110"});
  ASSERT_EQ(result.status, 0) << result.error;
  ASSERT_TRUE(any_held(1, 11, 110));
  expect_one_clock_edge_a_cycle(waveform_text(folder.file("m.fst")), 10, 110);
  expect_one_clock_edge_a_cycle(waveform_text(folder.file("m_routers.fst")), 10, 110);
}

// Both waveforms have a save file and commands for Surfer beside them; all signals that these name
// are in the waveform, and GTKWave shows instructions and states as words.
TEST(MachineCommandTest, AWaveformHasViewsThatFollowAMessage) {
  const TemporaryFolder folder;
  const ProgramResult result =
      turnpike({"machine", "--dimensions", "2", "--bytes", "8", "--engine", "rtl", "--trace",
                folder.file("m.fst"), "--trace-to", "40", "--json"});
  ASSERT_EQ(result.status, 0) << result.error;
  const sim::Json files = sim::Json::parse(result.out)["files"];
  ASSERT_EQ(files.size(), 4u);
  EXPECT_EQ(files[1], folder.file("m.gtkw"));
  EXPECT_EQ(files[3], folder.file("m_routers.gtkw"));
  for (const char* name : {"m", "m_routers"}) {
    expect_views_name_what_is_there(waveform_text(folder.file(std::string(name) + ".fst")),
                                    folder.file(std::string(name) + ".gtkw"));
  }
  const std::string view = read_file(folder.file("m.gtkw"));
  std::size_t at = 0;
  for (const char* step : {"instruction", "message unit", "memory request", "memory response",
                           "packets leave", "packets arrive", "copy engine", "done"}) {
    at = view.find(std::string("-") + step + "\n", at);
    EXPECT_NE(at, std::string::npos) << step;
  }
  EXPECT_NE(view.find("^2 m.state.txt\ncoprocessor_0.coprocessor.u_message_unit.state_q[4:0]\n"),
            std::string::npos);
}

}  // namespace
}  // namespace turnpike::test
