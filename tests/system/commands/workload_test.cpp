// Workloads through the program: engines, threads, checkpoints, sweeps, seeds, reports, suites, and
// what is refused.

#include <gtest/gtest.h>

#include <fstream>

#include "sim/base/parse_json.h"
#include "tests/support/places.h"
#include "tests/system/commands/program.h"

namespace turnpike::test {
namespace {

using sim::Json;

class WorkloadTest : public testing::Test {
 protected:
  WorkloadTest() {
    config_ = write("requests.toml",
                    "[network]\ntopology = \"mesh\"\nradix = [4, 4]\n"
                    "[router]\nmessage_classes = 2\n"
                    "[workload]\nkind = \"request_reply\"\nwindow = 3\nwrite_fraction = 0.5\n"
                    "targets = [0, 5]\nreply_class = 1\n"
                    "[run]\nengine = \"model\"\nmeasurement = 3000\n");
  }

  std::string write(const std::string& name, const std::string& text) const {
    std::ofstream(folder_.file(name)) << text;
    return folder_.file(name);
  }

  // What `run --json` prints, without what depends on how it was run.
  Json run(std::vector<std::string> options) const {
    options.insert(options.begin(), {"run", config_, "--json"});
    const ProgramResult result = turnpike(options);
    EXPECT_EQ(result.status, 0) << result.error;
    Json json = Json::parse(result.out);
    for (const char* key : {"config", "inputs", "files", "checksums"}) json.erase(key);
    return json;
  }

  // The message that refuses a setting, or a file of its own.
  std::string complaint(const std::vector<std::string>& settings) const {
    std::vector<std::string> command = {"run", config_, "--out", out_};
    for (const std::string& setting : settings) command.insert(command.end(), {"--set", setting});
    const ProgramResult result = turnpike(command);
    EXPECT_EQ(result.status, 2) << settings.front() << "\n" << result.error;
    EXPECT_TRUE(result.out.empty());
    EXPECT_FALSE(std::filesystem::exists(out_ + "/results.json"));
    return result.error;
  }

  TemporaryFolder folder_;
  std::string out_ = folder_.file("out");
  std::string config_;
};

TEST_F(WorkloadTest, ThreadsAndACheckpointChangeNothing) {
  const Json whole = run({"--out", out_, "--checkpoint-every", "1"});
  EXPECT_GT(whole.at("workload").at("figures").at("round_trips"), 200);
  EXPECT_EQ(run({"--threads", "2"}), whole);
  EXPECT_EQ(run({"--from-checkpoint", out_ + "/checkpoint"}), whole);
}

TEST_F(WorkloadTest, EveryKindGoesOnFromItsCheckpointAndWithThreads) {
  const auto config = [](const char* name) { return source_path(std::string("configs/") + name); };
  const std::string mesh = "[network]\ntopology = \"mesh\"\nradix = [12, 12]\n";
  const std::vector<std::vector<std::string>> kinds = {
      {config("memory_8x8.toml"), "--set", "run.measurement=3000"},
      {config("layers_4x4.toml"), "--set", "workload.latencies=true"},
      {config("flows_4x4.toml"), "--set", "run.measurement=3000"},
      {config("all_reduce_4x4x4.toml"), "--set", "workload.bytes=1024", "--set",
       "workload.iterations=9"},
      {write("batch.toml", mesh + "[workload]\nkind = \"batch\"\nbatch = 40\nbatch_window = 3\n")}};
  for (const std::vector<std::string>& kind : kinds) {
    config_ = kind.front();
    const std::string out = folder_.file("checkpoint_of_" + std::to_string(kind.size()));
    const auto with = [&](std::vector<std::string> options) {
      options.insert(options.begin(), kind.begin() + 1, kind.end());
      options.insert(options.end(), {"--engine", "model"});
      return run(options);
    };
    std::filesystem::remove_all(out);
    const Json whole = with({"--out", out, "--checkpoint-every", "1"});
    EXPECT_FALSE(whole.at("workload").is_null()) << config_;
    EXPECT_EQ(with({"--from-checkpoint", out + "/checkpoint"}), whole) << config_;
    EXPECT_EQ(with({"--threads", "2"}), whole) << config_;
  }
}

TEST_F(WorkloadTest, BadFilesAreRefusedWithFileAndLine) {
  const auto refused = [&](const std::string& kind, const std::string& text) {
    write("bad.txt", text);
    const std::string config =
        write("bad.toml", "[network]\ntopology = \"mesh\"\nradix = [4, 4]\n[workload]\nkind = \"" +
                              kind + "\"\nfile = \"bad.txt\"\n[run]\nengine = \"model\"\n");
    const ProgramResult result = turnpike({"run", config, "--out", out_});
    EXPECT_EQ(result.status, 2) << text;
    EXPECT_FALSE(std::filesystem::exists(out_ + "/results.json"));
    return result.error;
  };
  const auto expect = [](const std::string& error, const std::string& part) {
    EXPECT_NE(error.find(part), std::string::npos) << error;
  };
  const std::string head = "id,source,destination,flits,after\n";
  expect(refused("graph", head + "1,0,16,4,\n"), "bad.txt:2: \"1,0,16,4,\"");
  expect(refused("graph", head + "1,0,5,4,2\n2,5,0,4,1\n"),
         "message 1 waits for message 2 waits for message 1");
  expect(refused("graph", head + "1,0,5,4,7\n"), "line 2: message 1 waits for message 7");
  expect(refused("rate_matrix", "0 1 0.1\n0 1 much\n"), "bad.txt:2: \"0 1 much\"");
  expect(refused("netrace", "no trace"), "bad.txt");
  expect(refused("collective", ""),
         "key 'workload.file': found \"bad.txt\", allowed: only with workload.kind "
         "\"graph\" or \"netrace\" or \"transfers\" or \"rate_matrix\"");
}

TEST_F(WorkloadTest, ASweepOverTheWindowHasTheFiguresAsColumns) {
  const ProgramResult sweep =
      turnpike({"sweep", config_, "--set", "workload.window=1,8", "--out", out_});
  ASSERT_EQ(sweep.status, 0) << sweep.error;
  EXPECT_NE(sweep.out.find("requests_per_cycle"), std::string::npos) << sweep.out;
  const std::string csv = read_file(out_ + "/sweep.csv");
  EXPECT_NE(csv.substr(0, csv.find('\n')).find(",workload.round_trip,"), std::string::npos);
  const ProgramResult report = turnpike({"report", out_});
  ASSERT_EQ(report.status, 0) << report.error;
  const std::string page = read_file(out_ + "/report.html");
  EXPECT_NE(page.find("\"achieved_window\""), std::string::npos);
  EXPECT_NE(page.find("round_trips.csv"), std::string::npos);
}

TEST_F(WorkloadTest, SeedsAreAddedUpAndTheirIntervalIsOfTheirMeans) {
  const Json one = run({}).at("workload").at("figures");
  const Json four = run({"--seeds", "4", "--out", out_}).at("workload").at("figures");
  const double trips = four.at("round_trips");
  EXPECT_NEAR(trips / one.at("round_trips").get<double>(), 4, 0.1);
  EXPECT_NEAR(four.at("round_trip").get<double>(), one.at("round_trip").get<double>(), 3);
  EXPECT_GT(four.at("round_trip_ci95"), 0);
}

TEST_F(WorkloadTest, ASuiteHoldsFiguresAgainstIntervals) {
  const auto night = [&](const std::string& interval) {
    const std::string suite = write("suite.toml",
                                    "[case.a]\nconfig = \"requests.toml\"\nengines = [\"model\"]\n"
                                    "expect.workload.round_trip = " +
                                        interval + "\n");
    return turnpike({"regress", "run", suite, "--out", folder_.file("night")});
  };
  EXPECT_EQ(night("[5, 500]").status, 0);
  std::filesystem::remove_all(folder_.file("night"));
  const ProgramResult missed = night("[1, 2]");
  EXPECT_EQ(missed.status, 1);
  EXPECT_NE((missed.out + missed.error).find("round_trip outside its interval"), std::string::npos)
      << missed.out << missed.error;
  const ProgramResult unknown = turnpike(
      {"regress", "list",
       write("bad.toml",
             "[case.a]\nconfig = \"requests.toml\"\nexpect.workload.round_trp = [1, 2]\n")});
  EXPECT_EQ(unknown.status, 2);
  EXPECT_NE(unknown.error.find("bad.toml:3: key 'case.a.expect.workload.round_trp'"),
            std::string::npos)
      << unknown.error;
  EXPECT_NE(unknown.error.find("nearest: 'round_trip'"), std::string::npos) << unknown.error;
}

TEST_F(WorkloadTest, ADamagedTableIsRefused) {
  run({"--out", out_});
  std::ofstream(out_ + "/round_trips.csv", std::ios::app) << "7,7,1\n";
  const ProgramResult report = turnpike({"report", out_});
  EXPECT_EQ(report.status, 2);
  EXPECT_NE(report.error.find("round_trips.csv: does not belong"), std::string::npos)
      << report.error;
}

TEST_F(WorkloadTest, ARunWithoutAWorkloadTakesTheTablesOfAFormerOneAway) {
  run({"--out", out_});
  EXPECT_TRUE(std::filesystem::exists(out_ + "/round_trips.csv"));
  const std::string plain = write("plain.toml",
                                  "[network]\ntopology = \"mesh\"\nradix = [4, 4]\n"
                                  "[run]\nengine = \"model\"\n");
  EXPECT_EQ(turnpike({"run", plain, "--out", out_}).status, 0);
  EXPECT_FALSE(std::filesystem::exists(out_ + "/round_trips.csv"));
}

TEST_F(WorkloadTest, WhatRequestsCannotBeIsRefusedWithItsLine) {
  const std::string node = complaint({"workload.targets=[3,16]"});
  EXPECT_NE(node.find("--set workload.targets=[3,16]: key 'workload.targets': found 16, allowed: "
                      "nodes 0 .. 15"),
            std::string::npos)
      << node;
  const std::string of_class = complaint({"router.message_classes=1"});
  EXPECT_NE(of_class.find("requests.toml:11: key 'workload.reply_class': found 1, allowed: below "
                          "router.message_classes, 1"),
            std::string::npos)
      << of_class;
  const std::string kind = complaint({"workload.kind=\"traffic\""});
  EXPECT_NE(kind.find("key 'workload.window': found 3, allowed: only with workload.kind "
                      "\"request_reply\""),
            std::string::npos)
      << kind;
  EXPECT_NE(complaint({"traffic.load=0.3"}).find("nothing with workload.kind"), std::string::npos);
  EXPECT_NE(complaint({"workload.sources=[5]", "workload.targets=[5]"}).find("no node asks itself"),
            std::string::npos);
}

TEST_F(WorkloadTest, CheckSaysThatTargetsWithRoomCannotDeadlockAndThoseWithoutCan) {
  EXPECT_EQ(turnpike({"check", config_}).status, 0);
  EXPECT_EQ(turnpike({"check", config_, "--set", "router.class_order=[0,1]"}).status, 0);
  const ProgramResult circle = turnpike({"check", config_, "--set", "router.class_order=[0,0]"});
  EXPECT_EQ(circle.status, 1);
  EXPECT_NE(circle.out.find("a delivered message of class 0 waits for one of class 0"),
            std::string::npos)
      << circle.out << circle.error;
}

}  // namespace
}  // namespace turnpike::test
