// `turnpike run`: figures on standard output, files under --out, whole or not at all.

#include <gtest/gtest.h>

#include <chrono>
#include <csignal>

#include "sim/experiment/results/result_keys.h"
#include "sim/hardware/rtl_components/tool.h"
#include "tests/support/places.h"
#include "tests/support/processes.h"
#include "tests/support/vcd.h"
#include "tests/support/waiting.h"
#include "tests/system/commands/program.h"

namespace turnpike::test {
namespace {

using sim::Json;

class RunTest : public testing::Test {
 protected:
  TemporaryFolder folder_;
  const std::string config_ = folder_.write("small.toml", kSmallMesh);
};

TEST_F(RunTest, JsonIsOneObjectWithEveryKeyAndNothingElse) {
  const ProgramResult result = turnpike({"run", config_, "--json"});
  ASSERT_EQ(result.status, 0) << result.error;
  const Json json = Json::parse(result.out);  // throws when anything follows
  for (const sim::ResultKey& key : sim::make_result_keys()) {
    EXPECT_TRUE(json.contains(key.name)) << key.name;
  }
  EXPECT_EQ(json.at("name"), "small");
  EXPECT_EQ(json.at("engine"), "model");
  EXPECT_EQ(json.at("seed"), 1);
  EXPECT_EQ(json.at("nodes"), 16);
  EXPECT_EQ(json.at("mismatches"), 0);
  EXPECT_EQ(json.at("saturated"), false);
  EXPECT_NEAR(json.at("accepted").get<double>(), 0.1, 0.02);
  EXPECT_GT(json.at("latency").get<double>(), 5.0);
}

// A new packet that waited for all credits of its virtual channel made this .0145.
TEST_F(RunTest, ShortMessagesFillALongLink) {
  const std::string config = folder_.write(
      "link.toml",
      "# How much of a long link do single flits use?\n"
      "[network]\ntopology = 'irregular'\nlinks = [[0, 1, 50]]\nhosts = 2\n"
      "[router]\nbuffer_depth = 64\n"
      "[traffic]\npattern = 'uniform_other'\nload = 0.5\nlength = 1\n"
      "[run]\nengine = 'model'\nwarmup = 1000\nmeasurement = 5000\nmax_cycles = 20000\n");
  const ProgramResult result = turnpike({"run", config, "--json"});
  ASSERT_EQ(result.status, 0) << result.error;
  const Json json = Json::parse(result.out);
  EXPECT_GE(json.at("accepted").get<double>(), 0.45);
  EXPECT_NE(json.at("config").get<std::string>().find("injection = \"fair\"\n"), std::string::npos)
      << json.at("config");
}

TEST_F(RunTest, BuffersThatAreSmallerThanARoundTripAreSaidToBe) {
  const std::vector<std::string> run = {"run", config_, "--json", "--set"};
  const auto said_with = [&](const char* latency) {
    std::vector<std::string> arguments = run;
    arguments.push_back(std::string("link.cycles_per_hop=") + latency);
    const ProgramResult result = turnpike(arguments);
    EXPECT_EQ(result.status, 0) << result.error;
    return result.error;
  };
  EXPECT_EQ(said_with("0"), "");
  const std::string said = said_with("10");
  EXPECT_NE(said.find("credits come back after 23 cycles"), std::string::npos) << said;
  EXPECT_NE(said.find("router.buffer_depth = 23 removes this limit"), std::string::npos) << said;
}

TEST_F(RunTest, SameSeedGivesTheSameBytesAndAnotherSeedOthers) {
  const std::string once = turnpike({"run", config_, "--json", "--seed", "5"}).out;
  EXPECT_EQ(turnpike({"run", config_, "--json", "--seed", "5"}).out, once);
  EXPECT_NE(turnpike({"run", config_, "--json", "--seed", "6"}).out, once);
}

TEST_F(RunTest, ResultFilesHoldWhatStandardOutputSaid) {
  const std::string out = folder_.file("out");
  const ProgramResult result = turnpike({"run", config_, "--json", "--out", out});
  ASSERT_EQ(result.status, 0) << result.error;
  EXPECT_EQ(read_file(out + "/results.json"), result.out);
  const std::string csv = read_file(out + "/results.csv");
  EXPECT_EQ(csv.rfind("name,engine,seed,offered,", 0), 0u) << csv;
  EXPECT_EQ(std::count(csv.begin(), csv.end(), '\n'), 2);
  for (const std::string& file : folder_.files()) {
    EXPECT_EQ(file.find(".tmp"), std::string::npos) << file;
  }
}

TEST_F(RunTest, ResultReproducesItself) {
  const std::string out = folder_.file("out");
  const Json first = Json::parse(
      turnpike({"run", config_, "--json", "--out", out, "--set", "router.buffer_depth=3"}).out);
  const Json again = Json::parse(turnpike({"run", out + "/config.toml", "--json"}).out);
  for (const sim::ResultKey& key : sim::make_result_keys()) {
    EXPECT_EQ(again.at(key.name), first.at(key.name)) << key.name;
  }
}

TEST_F(RunTest, TableForPeopleNamesTheFiguresAndTheFiles) {
  const std::string out = folder_.file("out");
  const ProgramResult result = turnpike({"run", config_, "--out", out});
  ASSERT_EQ(result.status, 0) << result.error;
  EXPECT_EQ(result.error, "");  // progress is for terminals
  for (const std::string& part : {std::string("mesh 4 x 4"), std::string("accepted traffic"),
                                  std::string("latency"), out + "/results.json"}) {
    EXPECT_NE(result.out.find(part), std::string::npos) << part << "\n" << result.out;
  }
}

// The status of a run that was cut; its results are kept.
void expect_unfinished(const std::vector<std::string>& arguments, const std::string& out,
                       const std::string& reason) {
  std::vector<std::string> all = {"run", "--json", "--out", out};
  all.insert(all.end(), arguments.begin(), arguments.end());
  const ProgramResult result = turnpike(all);
  EXPECT_EQ(result.status, 1) << result.error;
  EXPECT_NE(result.error.find("not finished: " + reason), std::string::npos) << result.error;
  const Json json = Json::parse(result.out);
  EXPECT_EQ(json.at("status"), "unfinished");
  EXPECT_EQ(json.at("complete"), false);
  EXPECT_GT(json.at("undelivered"), 0);
  EXPECT_EQ(read_file(out + "/results.json"), result.out);
}

TEST_F(RunTest, ATraceThatIsCutIsNotFinished) {
  std::string messages;
  for (int cycle = 0; cycle < 400; ++cycle) {
    messages += std::to_string(4 * cycle) + " " + std::to_string(cycle % 15) + " 15 5\n";
  }
  const std::string config = folder_.write(
      "trace.toml",
      "[network]\ntopology = \"mesh\"\nradix = 4\ndimensions = 2\n"
      "[traffic]\npattern = \"trace\"\nfile = \"" +
          folder_.write("messages", messages) +
          "\"\n[run]\nengine = \"model\"\nwarmup = 0\nmeasurement = 500\nmax_cycles = 1000\n");
  expect_unfinished({config}, folder_.file("out"),
                    "run.max_cycles, 1000, came before the last message was delivered");
}

TEST_F(RunTest, MeasuredPacketsThatAreStillUnderWayAreNotFinished) {
  expect_unfinished(
      {config_, "--set", "run.warmup=0", "--set", "run.measurement=2000", "--set",
       "run.max_cycles=2001", "--set", "traffic.length=40", "--set", "traffic.load=0.2"},
      folder_.file("out"), "run.max_cycles, 2001, came with ");
}

// What a load experiment asks for.
TEST_F(RunTest, ASaturatedRunIsFinished) {
  const ProgramResult result = turnpike({"run", config_, "--json", "--set", "traffic.load=0.95"});
  EXPECT_EQ(result.status, 0) << result.error;
  EXPECT_EQ(result.error, "");
  EXPECT_EQ(Json::parse(result.out).at("status"), "saturated");
}

TEST_F(RunTest, AWaveformThatNeverBeganIsMissing) {
  const ProgramResult result =
      turnpike({"run", config_, "--engine", "rtl", "--trace", folder_.file("waves.fst"),
                "--trace-from", "1000000", "--json"});
  EXPECT_EQ(result.status, 1) << result.error;
  EXPECT_NE(result.error.find("no waveform: the run ended in cycle"), std::string::npos)
      << result.error;
  EXPECT_EQ(Json::parse(result.out).at("status"), "done");
}

// Although lockstep clocks the routers once more, with enable_i low, in one cycle of 32.
TEST_F(RunTest, AClockOfAWaveformRisesOnceACycle) {
  const std::string file = folder_.file("waves.fst");
  const ProgramResult result = turnpike({"run", config_, "--engine", "lockstep", "--trace", file,
                                         "--trace-from", "1000", "--trace-to", "1100"});
  ASSERT_EQ(result.status, 0) << result.error;
  ASSERT_TRUE(any_held(1, 1001, 1100));
  expect_one_clock_edge_a_cycle(
      sim::run_tool({sim::find_tool("fst2vcd").string(), file}, "read the waveform"), 1000, 1100);
}

// Hardware that has to be built first does not make the run slow. No time is expected of anything:
// what happens within something else takes no longer than that.
TEST_F(RunTest, SpeedIsThatOfTheCyclesNotOfTheBuild) {
  const std::string shapes = folder_.file("shapes");
  ASSERT_TRUE(std::filesystem::create_directory(shapes));
  const auto start = std::chrono::steady_clock::now();
  const ProgramResult result =
      turnpike_in_shell("TURNPIKE_SHAPES='" + shapes + "' exec \"$0\" \"$@\"",
                        {"run", config_, "--engine", "rtl", "--set", "run.warmup=0", "--set",
                         "run.measurement=100", "--set", "router.flit_bits=12"});
  const std::chrono::duration<double> elapsed = std::chrono::steady_clock::now() - start;
  ASSERT_EQ(result.status, 0) << result.error;
  const std::size_t at = result.out.find(" million node-cycles per second; ");
  ASSERT_NE(at, std::string::npos) << result.out;
  const double seconds = std::stod(result.out.substr(result.out.rfind('\n', at)));
  const double before = std::stod(result.out.substr(result.out.find("; ", at) + 2));
  const std::size_t built = result.error.rfind(" in ");  // the last line: all was built
  ASSERT_NE(built, std::string::npos) << result.error;
  constexpr double kRounding = 0.1;
  EXPECT_GE(before, std::stod(result.error.substr(built + 4)) - kRounding) << result.out;
  EXPECT_LE(before + seconds, elapsed.count() + kRounding) << result.out;
}

TEST_F(RunTest, FullDiskLeavesNothingUnderTheFinalName) {
  const std::string out = folder_.file("out");
  // No file of this process may grow beyond 512 bytes; the results are longer.
  const ProgramResult result =
      turnpike_in_shell("ulimit -f 1; exec \"$0\" \"$@\"", {"run", config_, "--out", out});
  EXPECT_EQ(result.status, 2) << result.error;
  EXPECT_NE(result.error.find(out), std::string::npos) << result.error;
  EXPECT_NE(result.error.find("cannot be written"), std::string::npos) << result.error;
  EXPECT_EQ(folder_.files(), std::vector<std::string>{"small.toml"});
}

// Wherever the disk is full, the files in the folder are those of one run.
TEST_F(RunTest, RerunOnAFullDiskLeavesAllOldFilesOrAllNew) {
  const auto run = [&](const std::string& script, const std::string& seed, const std::string& out) {
    return turnpike_in_shell(script + "exec \"$0\" \"$@\"",
                             {"run", config_, "--seed", seed, "--out", folder_.file(out)});
  };
  ASSERT_EQ(run("", "2", "new").status, 0);
  const auto all_new = folder_.texts("new");
  ASSERT_EQ(run("", "1", "out").status, 0);
  const auto all_old = folder_.texts("out");
  ASSERT_EQ(all_old.size(), 8u);
  int status = 2;
  int failures = 0;
  for (int blocks = 1; status != 0; ++blocks) {
    ASSERT_LT(blocks, 64);
    status = run("ulimit -f " + std::to_string(blocks) + "; ", "2", "out").status;
    EXPECT_TRUE(status == 0 || status == 2) << status;
    EXPECT_EQ(folder_.texts("out"), status == 0 ? all_new : all_old) << blocks;
    EXPECT_EQ(turnpike({"report", folder_.file("out"), "--no-paths", "--out", folder_.file("page")})
                  .status,
              0);
    failures += status == 0 ? 0 : 1;
  }
  EXPECT_GT(failures, 1);  // in the middle of several files
}

TEST_F(RunTest, FullDiskBehindStandardOutputIsAnError) {
  const ProgramResult result =
      turnpike_in_shell("exec \"$0\" \"$@\" > /dev/full", {"run", config_});
  EXPECT_EQ(result.status, 2);
  EXPECT_NE(result.error.find("standard output: cannot be written"), std::string::npos);
}

TEST_F(RunTest, InterruptSaysWhatIsMissingAndLeavesNoResult) {
  const std::string out = folder_.file("out");
  constexpr const char* kMark = "TURNPIKE_TEST_MARK";
  sim::ChildProcess child({test::program_path(), "run", config_, "--out", out, "--set",
                           "run.measurement=100000000000", "--set", "run.max_cycles=1000000000000"},
                          {{kMark, folder_.path().string()}});
  const auto listens = [&] {
    const std::vector<pid_t> runs = processes_with(kMark, folder_.path().string());
    return runs.size() == 1 && catches(runs.front(), SIGINT);
  };
  ASSERT_TRUE(eventually(listens)) << child.standard_error();
  child.signal(SIGINT);
  child.wait();
  EXPECT_EQ(child.exit_status(), 130);
  EXPECT_NE(child.standard_error().find("interrupted in cycle"), std::string::npos)
      << child.standard_error();
  EXPECT_EQ(child.standard_output(), "");
  EXPECT_EQ(folder_.files(), std::vector<std::string>{"small.toml"});
}

TEST_F(RunTest, WithoutVerilatorTheHardwareEnginesSayWhatIsMissingAndTheModelRuns) {
  const std::string hide =
      "PATH=/nonexistent TURNPIKE_SHAPES='" + folder_.file("shapes") + "' exec \"$0\" \"$@\"";
  for (const std::string& engine : {std::string("rtl"), std::string("lockstep")}) {
    const ProgramResult result = turnpike_in_shell(hide, {"run", config_, "--engine", engine});
    EXPECT_EQ(result.status, 2) << result.error;
    EXPECT_NE(result.error.find("verilator"), std::string::npos) << result.error;
    EXPECT_NE(result.error.find("--engine model"), std::string::npos) << result.error;
  }
  EXPECT_EQ(turnpike_in_shell(hide, {"run", config_, "--engine", "model"}).status, 0);
}

// At zero load a broadcast is one step for each dimension, of the message, the channel into the
// first router, the hop and the start-up.
TEST_F(RunTest, BroadcastsHaveFiguresOfTheirOwn) {
  const std::string config =
      folder_.write("cube.toml",
                    "[network]\ntopology = \"hypercube\"\ndimensions = 4\n"
                    "[traffic]\npattern = \"uniform_other\"\nlength = 32\nload = 0.002\n"
                    "broadcast_fraction = 0.5\nbroadcast_startup = 3\n"
                    "[run]\nengine = \"model\"\nwarmup = 0\nmeasurement = 100000\n");
  const ProgramResult result = turnpike({"run", config, "--json"});
  ASSERT_EQ(result.status, 0) << result.error;
  const Json json = Json::parse(result.out);
  EXPECT_GT(json.at("broadcasts"), 20);
  EXPECT_NEAR(json.at("broadcast_latency").get<double>(), 4 * (32 + 2 + 3), 4);
  EXPECT_GE(json.at("broadcast_latency"), json.at("broadcast_path"));
  EXPECT_GT(json.at("broadcast_latency_max"), json.at("broadcast_path"));
  EXPECT_LT(json.at("latency"), 40);
  EXPECT_NE(turnpike({"run", config}).out.find("broadcast latency"), std::string::npos);
}

TEST_F(RunTest, HelpListsOptionsAndEveryKey) {
  const ProgramResult result = turnpike({"run", "--help"});
  EXPECT_EQ(result.status, 0);
  for (const char* part :
       {"--engine", "--seed", "--trace-from", "--events", "[router]",
        "virtual_channels: integer 1 .. 16 or \"auto\", VCs; default \"auto\"", "[traffic]"}) {
    EXPECT_NE(result.out.find(part), std::string::npos) << part;
  }
  EXPECT_EQ(turnpike({"--help"}).status, 0);
  EXPECT_NE(turnpike({"--help"}).out.find("sweep"), std::string::npos);
}

}  // namespace
}  // namespace turnpike::test
