// A network that can deadlock: refused, run all the same, and what is left when it does.

#include <gtest/gtest.h>

#include <map>
#include <set>

#include "sim/experiment/results/result_keys.h"
#include "tests/support/places.h"
#include "tests/system/commands/program.h"

namespace turnpike::test {
namespace {

using sim::Json;

const std::string kConfig = test::source_path("configs/torus_deadlock.toml");

// channels.csv: number -> {from, to}.
std::vector<std::pair<std::string, std::string>> channels_in(const std::string& path) {
  std::vector<std::pair<std::string, std::string>> channels;
  std::istringstream rows(read_file(path));
  std::string row;
  std::getline(rows, row);
  while (std::getline(rows, row)) {
    std::istringstream in(row);
    std::vector<std::string> fields;
    for (std::string field; std::getline(in, field, ',');) fields.push_back(field);
    channels.emplace_back(fields.at(1), fields.at(3));
  }
  return channels;
}

// Every packet waits in the buffer behind its channel or at its source, and each for one that is in
// the same router or in a neighbour.
void expect_circle(const Json& standstill, const std::string& folder) {
  EXPECT_EQ(standstill.at("deadlock"), true);
  const auto channels = channels_in(folder + "/channels.csv");
  const Json& waiting = standstill.at("waiting");
  ASSERT_GE(waiting.size(), 4u);
  std::set<std::pair<int, int>> packets;
  for (std::size_t i = 0; i < waiting.size(); ++i) {
    const Json& here = waiting[i];
    const Json& next = waiting[(i + 1) % waiting.size()];
    EXPECT_EQ(here.at("vc"), 0);
    EXPECT_EQ(here.at("side"), "input");
    ASSERT_FALSE(here.at("packet").is_null()) << here.dump();
    packets.emplace(here.at("packet").at("source").get<int>(),
                    here.at("packet").at("number").get<int>());
    if (!here.at("channel").is_null()) {
      EXPECT_EQ(channels.at(here.at("channel").get<std::size_t>()).second, here.at("component"));
    }
    const bool is_near = next.at("component") == here.at("component") ||
                         std::any_of(channels.begin(), channels.end(), [&](const auto& channel) {
                           return std::set<std::string>{channel.first, channel.second} ==
                                  std::set<std::string>{here.at("component"), next.at("component")};
                         });
    EXPECT_TRUE(is_near) << here.dump() << next.dump();
  }
  EXPECT_GE(packets.size(), 2u);  // a worm may hold several of these buffers
}

class DeadlockTest : public testing::Test {
 protected:
  ProgramResult run(const std::string& engine, const std::vector<std::string>& more = {}) const {
    std::vector<std::string> arguments = {
        "run", kConfig, "--allow-deadlock", "--json", "--engine", engine, "--out", out_};
    arguments.insert(arguments.end(), more.begin(), more.end());
    return turnpike(arguments);
  }

  TemporaryFolder folder_;
  const std::string out_ = folder_.file("out");
};

TEST_F(DeadlockTest, WithoutLeaveItIsRefusedWithTheCircleAndTheWayOut) {
  for (const std::string command : {"run", "sweep"}) {
    const ProgramResult result = turnpike({command, kConfig, "--engine", "model", "--out", out_});
    EXPECT_EQ(result.status, 1);
    EXPECT_EQ(std::count(result.out.begin(), result.out.end(), '{'), 0) << result.out;
    for (const char* part : {"can deadlock", "--allow-deadlock", "router_0_0.0 -> router_1_0",
                             "waits for the first", "router.virtual_channels = 2"}) {
      EXPECT_NE(result.error.find(part), std::string::npos) << part << "\n" << result.error;
    }
  }
  const ProgramResult two =
      turnpike({"run", kConfig, "--engine", "model", "--set", "router.virtual_channels=2"});
  EXPECT_EQ(two.status, 0) << two.error;
}

class DeadlockedEngineTest : public DeadlockTest,
                             public testing::WithParamInterface<const char*> {};

TEST_P(DeadlockedEngineTest, ResultsEventsAndTheCircleAreKept) {
  const std::string events = folder_.file("events.csv");
  const ProgramResult result = run(GetParam(), {"--events", events});
  ASSERT_EQ(result.status, 1) << result.error;
  EXPECT_NE(result.error.find("not finished: deadlock"), std::string::npos) << result.error;
  const Json json = Json::parse(result.out);
  EXPECT_EQ(json.at("status"), "deadlock");
  EXPECT_EQ(json.at("complete"), false);
  EXPECT_EQ(json.at("mismatches"), 0);
  EXPECT_GT(json.at("cycles"), 1000);
  EXPECT_NE(json.at("reason").get<std::string>().find("deadlock"), std::string::npos);
  EXPECT_EQ(read_file(out_ + "/results.json"), result.out);
  EXPECT_NE(read_file(out_ + "/results.csv").find("deadlock"), std::string::npos);
  EXPECT_GT(read_file(events).size(), 1000u);
  // The same circle on every engine.
  const Json model = Json::parse(
      turnpike({"run", kConfig, "--allow-deadlock", "--json", "--engine", "model"}).out);
  EXPECT_EQ(json.at("standstill").at("waiting"), model.at("standstill").at("waiting"));
  EXPECT_EQ(json.at("packets"), model.at("packets"));
}

INSTANTIATE_TEST_SUITE_P(Engines, DeadlockedEngineTest,
                         testing::Values("model", "rtl", "lockstep"));

// In the middle of a measurement, so that channels have figures.
TEST_F(DeadlockTest, TheCircleIsClosedAndReportShowsIt) {
  ASSERT_EQ(run("model", {"--set", "run.warmup=0"}).status, 1);
  const Json json = Json::parse(read_file(out_ + "/results.json"));
  expect_circle(json.at("standstill"), out_);
  const ProgramResult report = turnpike({"report", out_});
  ASSERT_EQ(report.status, 0) << report.error;
  const std::string page = read_file(out_ + "/report.html");
  EXPECT_NE(page.find(json.at("standstill").at("waiting").dump()), std::string::npos);
}

TEST_F(DeadlockTest, ReportRefusesACircleOfAnotherNetwork) {
  ASSERT_EQ(run("model", {"--set", "run.warmup=0"}).status, 1);
  Json json = Json::parse(read_file(out_ + "/results.json"));
  json.at("standstill").at("waiting")[0]["channel"] = 1000;
  std::ofstream(out_ + "/results.json") << json.dump();
  const ProgramResult report = turnpike({"report", out_});
  EXPECT_EQ(report.status, 2);
  EXPECT_NE(report.error.find("found channel 1000 in standstill"), std::string::npos)
      << report.error;
}

TEST_F(DeadlockTest, TheTableForPeopleNamesTheCircle) {
  const ProgramResult result = turnpike({"run", kConfig, "--allow-deadlock", "--engine", "model"});
  EXPECT_EQ(result.status, 1);
  for (const char* part : {"deadlock, these packets wait for each other:", "input port",
                           ": packet ", "and that for the first", "packets measured"}) {
    EXPECT_NE(result.out.find(part), std::string::npos) << part << "\n" << result.out;
  }
}

// The circle in the worked example is the one that the program prints.
TEST_F(DeadlockTest, ThePageOfTheManualShowsThisRun) {
  const ProgramResult result = turnpike({"run", kConfig, "--allow-deadlock", "--engine", "model"});
  const std::string page = read_file(test::source_path("docs/deadlock.md"));
  std::istringstream lines(result.out.substr(result.out.find("\ncycle ") + 1));
  std::string line;
  int compared = 0;
  while (std::getline(lines, line) && !line.empty()) {
    EXPECT_NE(page.find(line), std::string::npos) << line;
    ++compared;
  }
  EXPECT_GE(compared, 6);
}

TEST_F(DeadlockTest, ASweepGoesOnAndTellsWhichLoadsDeadlock) {
  const ProgramResult result = turnpike({"sweep", kConfig, "--allow-deadlock", "--engine", "model",
                                         "--json", "--load", "0.02,0.3,0.5", "--out", out_});
  EXPECT_EQ(result.status, 1);
  EXPECT_NE(result.error.find("load 0.3 not finished: deadlock"), std::string::npos)
      << result.error;
  const Json json = Json::parse(result.out);
  const Json& points = json.at("curves").at(0).at("points");
  ASSERT_EQ(points.size(), 3u);
  EXPECT_EQ(json.at("missing").size(), 0u);
  EXPECT_EQ(points[1].at("status"), "deadlock");
  EXPECT_EQ(points[2].at("status"), "deadlock");
  EXPECT_EQ(turnpike({"report", out_}).status, 0);
}

}  // namespace
}  // namespace turnpike::test
