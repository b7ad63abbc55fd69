// `turnpike bisect` on the model: points of suites, networks from lists, what it refuses, signals.
// Of hardware: tests/lockstep/mutations.

#include <gtest/gtest.h>

#include <csignal>

#include "sim/base/parse_json.h"
#include "tests/support/waiting.h"
#include "tests/system/commands/program.h"

namespace turnpike::test {
namespace {

using sim::Json;
namespace fs = std::filesystem;

const std::string kMesh =
    "engines = [\"model\"]\nset.network = {topology = \"mesh\", radix = [3, 4]}\n";

class BisectCommandTest : public testing::Test {
 protected:
  ProgramResult bisect(const std::string& file, std::vector<std::string> more = {}) const {
    more.insert(more.begin(), {"bisect", file, "--out", folder_.file("out"), "--json"});
    return turnpike(more);
  }
  ProgramResult bisect_case(const std::string& text) const {
    return bisect(folder_.write("suite.toml", "[case.one]\n" + text), {"--point", "0"});
  }
  // Runs what it says repeats the failure.
  static Json repeat(const Json& found) {
    const ProgramResult again = turnpike_in_shell(
        "\"$0\" " + found.at("command").get<std::string>().substr(9) + " --json", {});
    EXPECT_EQ(again.status, 0) << again.error;
    return Json::parse(again.out);
  }

  TemporaryFolder folder_;
};

TEST_F(BisectCommandTest, ALatencyNeedsAFewPacketsThatMeet) {
  const ProgramResult result =
      bisect_case(kMesh +
                  "set.router = {virtual_channels = 1, buffer_depth = 1}\n"
                  "set.traffic.load = 0.2\nset.run.measurement = 1000\nexpect.latency = [1, 22]\n");
  ASSERT_EQ(result.status, 0) << result.error;
  const Json found = Json::parse(result.out);
  EXPECT_LE(found.at("nodes"), 4) << result.out;
  EXPECT_GE(found.at("packets"), 2) << result.out;  // one alone takes less
  EXPECT_LE(found.at("packets"), 3) << result.out;
  EXPECT_GT(repeat(found).at("latency"), 22);
}

// Fewer packets would be accepted less: traffic and run stay. So it is a long run, which the
// command begins at its checkpoint.
TEST_F(BisectCommandTest, OfTooLittleAcceptedTrafficTheTrafficStays) {
  const ProgramResult result =
      bisect_case(kMesh +
                  "set.router.patience = 7\nset.traffic.load = 0.2\n"
                  "set.run.measurement = 30000\nexpect.accepted_at_least = 0.3\n");
  ASSERT_EQ(result.status, 0) << result.error;
  const Json found = Json::parse(result.out);
  EXPECT_TRUE(found.at("packets").is_null()) << result.out;
  EXPECT_EQ(found.at("nodes"), 2) << result.out;
  const std::string minimum = read_file(folder_.file("out/minimal.toml"));
  EXPECT_NE(minimum.find("load = 0.2"), std::string::npos) << minimum;
  EXPECT_EQ(minimum.find("patience"), std::string::npos) << minimum;
  EXPECT_NE(result.out.find("--from-checkpoint"), std::string::npos) << result.out;
  EXPECT_LT(repeat(found).at("accepted"), 0.3);
}

TEST_F(BisectCommandTest, SwitchesAndLinksOfAListAreLeftOut) {
  const ProgramResult result = bisect_case(
      "engines = [\"model\"]\nset.network = {topology = \"irregular\", hosts = [1, 2, 1, 1, 1], "
      "links = [[0, 1], [1, 2], [2, 3], [3, 0], [3, 4]], root = 0}\n"
      "set.router = {virtual_channels = 1, buffer_depth = 1}\n"
      "set.traffic.load = 0.3\nset.run.measurement = 1000\nexpect.latency = [1, 14]\n");
  ASSERT_EQ(result.status, 0) << result.error;
  const Json found = Json::parse(result.out);
  EXPECT_LE(found.at("components"), 3) << result.out;
  EXPECT_LE(found.at("packets"), 2) << result.out;
  EXPECT_GT(repeat(found).at("latency"), 14);
}

TEST_F(BisectCommandTest, RefusesWhatCannotBeMadeSmaller) {
  const std::string mesh = folder_.write("mesh.toml", kSmallMesh);
  EXPECT_EQ(bisect(mesh).status, 3);  // it does not fail
  EXPECT_EQ(bisect_case("engines = [\"model\"]\nmachine = {program = \"ring\"}\n").status, 3);
  bisect_case(kMesh);  // the suite of the points below
  const std::string digest = "expect.events_sha256 = \"" + std::string(64, '0') + "\"\n";
  for (const auto& [result, what] :
       {std::pair{bisect_case(kMesh + digest), "of this configuration alone"},
        std::pair{bisect_case(kMesh + "expect.deadlock = true\n"), "of this configuration alone"},
        std::pair{bisect(folder_.file("suite.toml"), {"--point", "9"}), "--point: found 9"},
        std::pair{bisect(folder_.file("suite.toml"), {"--point", "0", "--seed", "3"}), "--seed"},
        std::pair{bisect(mesh, {"--set", "router.buffer_depth=0"}), "router.buffer_depth"},
        std::pair{bisect(mesh, {"--commits", "a..b"}), "engine model"},
        std::pair{bisect(mesh, {"--engine", "lockstep", "--commits", "a..b", "--repository",
                                folder_.path().string()}),
                  "a git repository"},
        std::pair{bisect(folder_.file("none.toml")), "none.toml"}}) {
    EXPECT_EQ(result.status, 2) << what;
    EXPECT_NE(result.error.find(what), std::string::npos) << what << ": " << result.error;
  }
  EXPECT_FALSE(fs::exists(folder_.file("out/minimal.toml")));
}

TEST_F(BisectCommandTest, BroadcastsAreRecordedAsAList) {
  const ProgramResult result = bisect_case(
      "engines = [\"model\"]\nset.network = {topology = \"hypercube\", dimensions = 3}\n"
      "set.traffic = {load = 0.3, length = 6, broadcast_fraction = 0.5}\n"
      "set.run.measurement = 3000\nexpect.latency = [1, 11]\n");
  ASSERT_EQ(result.status, 0) << result.error;
  const Json found = Json::parse(result.out);
  ASSERT_TRUE(found.at("packets").is_number()) << result.out;
  EXPECT_LE(found.at("packets"), 4) << result.out;
  const std::string minimum = read_file(folder_.file("out/minimal.toml"));
  EXPECT_NE(minimum.find("pattern = \"trace\""), std::string::npos) << minimum;
  EXPECT_GT(repeat(found).at("latency"), 11);
}

// A ring of 16 that comes to a standstill after a while, with far more of everything than it takes.
const std::string kDeadlock =
    "[network]\ntopology = \"torus\"\nradix = [4, 4]\ndirection = \"unidirectional\"\n"
    "[router]\nvirtual_channels = 1\nbuffer_depth = 9\npatience = 600\n"
    "[traffic]\nload = 0.3\nlength = 16\n[run]\nengine = \"model\"\nwatchdog = 1000\n";

TEST_F(BisectCommandTest, NumbersOfTheRoutersBecomeSmaller) {
  const ProgramResult result = bisect(folder_.write("ring.toml", kDeadlock), {"--allow-deadlock"});
  ASSERT_EQ(result.status, 0) << result.error;
  const std::string minimum = read_file(folder_.file("out/minimal.toml"));
  EXPECT_NE(minimum.find("buffer_depth = 1\n"), std::string::npos) << minimum;
  EXPECT_NE(minimum.find("patience = 1\n"), std::string::npos) << minimum;
  const Json found = Json::parse(result.out);
  EXPECT_EQ(found.at("cut_off"), false);
  EXPECT_LE(found.at("nodes"), 4) << result.out;
}

// A search of minutes: all ends but its own.
TEST_F(BisectCommandTest, TheSmallestSoFarIsKeptAtAnyEnd) {
  std::string text = kDeadlock;
  text.replace(text.find("[4, 4]"), 6, "[12, 12]");
  text.replace(text.find("watchdog = 1000"), 15, "watchdog = 5000");
  const std::string config = folder_.write("long.toml", text);
  for (const int signal : {SIGTERM, SIGKILL}) {
    const std::string out = folder_.file("out-" + std::to_string(signal));
    sim::ChildProcess child({program_path(), "bisect", config, "--allow-deadlock", "--out", out});
    ASSERT_TRUE(eventually([&] { return fs::exists(out + "/minimal.toml"); }));
    child.signal(signal);
    child.wait();
    const std::string minimum = read_file(out + "/minimal.toml");
    EXPECT_NE(minimum.find("topology = \"torus\""), std::string::npos) << minimum;
    EXPECT_EQ(fs::exists(out + "/bisect.json"), signal == SIGTERM);
    if (signal == SIGKILL) continue;
    EXPECT_EQ(child.exit_status(), 143) << child.standard_error();
    const Json found = Json::parse(read_file(out + "/bisect.json"));
    EXPECT_EQ(found.at("cut_off"), true);
    EXPECT_EQ(found.at("files").at(0), "minimal.toml");
    EXPECT_NE(read_file(out + "/bisect.txt").find("so far (the search was cut off)"),
              std::string::npos);
  }
  const ProgramResult result = bisect(config, {"--allow-deadlock", "--time-limit", "1"});
  ASSERT_EQ(result.status, 0) << result.error;
  const Json found = Json::parse(result.out);
  EXPECT_EQ(found.at("cut_off"), true) << result.out;
  EXPECT_TRUE(fs::exists(folder_.file("out/events.csv")));
}

TEST_F(BisectCommandTest, InterruptedItLeavesNothingHalf) {
  const std::string mesh = folder_.write("long.toml",
                                         "[network]\ntopology = \"mesh\"\nradix = [16, 16]\n"
                                         "[run]\nengine = \"model\"\nmeasurement = 100000000\n"
                                         "max_cycles = 1000000000\n");
  sim::ChildProcess child({program_path(), "bisect", mesh, "--out", folder_.file("out")});
  ASSERT_TRUE(eventually([&] { return fs::exists(folder_.file("out")); }));
  child.signal(SIGINT);
  child.wait();
  EXPECT_EQ(child.exit_status(), 130) << child.standard_error();
  EXPECT_NE(child.standard_error().find("interrupted"), std::string::npos);
  EXPECT_TRUE(fs::is_empty(folder_.file("out")));
}

}  // namespace
}  // namespace turnpike::test
