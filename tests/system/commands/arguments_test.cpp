// Words of the command line: what is empty, what begins with a dash, what is taken back.

#include <gtest/gtest.h>

#include "sim/experiment/results/result_keys.h"
#include "tests/system/commands/program.h"

namespace turnpike::test {
namespace {

using sim::Json;

class ArgumentsTest : public testing::Test {
 protected:
  TemporaryFolder folder_;
  const std::string config_ = folder_.write("small.toml", kSmallMesh);
};

TEST_F(ArgumentsTest, AnEmptyOneIsRefusedByEveryCommand) {
  const std::vector<std::vector<std::string>> commands = {
      {"run", config_, "--out", ""},
      {"run", config_, "--events", ""},
      {"run", config_, "--trace", ""},
      {"run", config_, "--engine", ""},
      {"run", config_, "--seed", ""},
      {"run", config_, "--threads", ""},
      {"run", config_, "--set", ""},
      {"run", config_, "--unset", ""},
      {"run", config_, "--mismatch-dir", ""},
      {"run", config_, "--from-checkpoint", ""},
      {"run", ""},
      {"sweep", config_, "--out", ""},
      {"sweep", config_, "--load", ""},
      {"analyze", config_, "--message-bits", ""},
      {"analyze", config_, "--measure", "--out", ""},
      {"report", ""},
      {"report", folder_.file("out"), "--out", ""},
      {"emit", config_, "--out", ""},
      {"route", config_, "--from", "", "--to", "1"},
      {"machine", "--trace", ""},
      {"synth", ""},
      {"synth", "router", ""},
      {"formula", ""},
      {"schema", ""},
      {"bisect", config_, "--out", ""},
      {"bisect", config_, "--commits", ""},
      {"regress", "run", config_, "--out", ""},
      {"regress", "run", config_, "--history", ""},
      {"regress", "run", config_, "--point", ""},
      {"regress", "collect", config_, "--out", ""},
      {"express-plan", "--radix", "", "--spacing", "2", "--levels", "1", "--channels", "2"},
  };
  for (const std::vector<std::string>& command : commands) {
    std::string words;
    for (const std::string& word : command) words += " '" + word + "'";
    const ProgramResult result = turnpike(command);
    EXPECT_EQ(result.status, 2) << words;
    EXPECT_EQ(result.out, "") << words;
    EXPECT_NE(result.error.find("found ''"), std::string::npos) << words << "\n" << result.error;
  }
  EXPECT_EQ(folder_.files(), std::vector<std::string>{"small.toml"});
}

TEST_F(ArgumentsTest, AConfigurationMayBeginWithADash) {
  folder_.write("-x.toml", kSmallMesh);
  const auto in_folder = [&](std::vector<std::string> words) {
    return turnpike_in_shell("cd '" + folder_.path().string() + "' && exec \"$0\" \"$@\"",
                             std::move(words));
  };
  const ProgramResult run = in_folder({"run", "--json", "--", "-x.toml"});
  ASSERT_EQ(run.status, 0) << run.error;
  const ProgramResult sweep =
      in_folder({"sweep", "--load", "0.1", "--json", "--out=-results", "--", "-x.toml"});
  ASSERT_EQ(sweep.status, 0) << sweep.error;
  EXPECT_EQ(Json::parse(sweep.out).at("curves").at(0).at("points").size(), 1u);
  const ProgramResult analyze = in_folder({"analyze", "--measure", "--json", "--", "-x.toml"});
  EXPECT_EQ(analyze.status, 0) << analyze.error;
}

TEST_F(ArgumentsTest, AKeyOfTheFileCanBeTakenBack) {
  folder_.write("one.trace", "0 0 5 3\n");
  const std::string traced =
      folder_.write("traced.toml",
                    "[network]\ntopology = \"mesh\"\nradix = 4\ndimensions = 2\n"
                    "[network.express]\nspacing = 3\n"
                    "[traffic]\npattern = \"trace\"\nfile = \"one.trace\"\n"
                    "[run]\nengine = \"model\"\nmeasurement = 2000\n");
  const std::vector<std::string> back = {
      "--unset", "traffic.file", "--unset", "network.express", "--set", "traffic.pattern=uniform"};
  const auto with = [&](std::vector<std::string> words) {
    words.insert(words.end(), back.begin(), back.end());
    return turnpike(words);
  };
  const ProgramResult run = with({"run", traced, "--json"});
  ASSERT_EQ(run.status, 0) << run.error;
  const auto config = Json::parse(run.out).at("config").get<std::string>();
  EXPECT_EQ(config.find("file"), std::string::npos) << config;
  EXPECT_EQ(config.find("express"), std::string::npos) << config;
  for (const std::vector<std::string>& words :
       {std::vector<std::string>{"sweep", traced, "--load", "0.1", "--out", folder_.file("s")},
        {"check", traced},
        {"route", traced, "--from", "0", "--to", "3"},
        {"analyze", traced},
        {"emit", traced, "--out", folder_.file("e")}}) {
    const ProgramResult result = with(words);
    EXPECT_EQ(result.status, 0) << words.front() << result.error;
  }
  // Before --set sets any; a key that the file does not set is none the less a key.
  const ProgramResult both = turnpike({"run", config_, "--json", "--unset", "traffic.load", "--set",
                                       "traffic.load=.05", "--unset", "router.buffer_depth"});
  ASSERT_EQ(both.status, 0) << both.error;
  EXPECT_EQ(Json::parse(both.out).at("offered"), 0.05);
}

TEST_F(ArgumentsTest, WhatIsNoKeyCannotBeTakenBack) {
  const ProgramResult result = turnpike({"run", config_, "--unset", "traffic.lod"});
  EXPECT_EQ(result.status, 2);
  EXPECT_EQ(result.error,
            "turnpike: --unset: key 'traffic.lod': unknown, nearest known key: 'traffic.load'\n");
}

TEST_F(ArgumentsTest, AWaveformOfAResumedRunIsRefusedAtOnce) {
  const ProgramResult result =
      turnpike({"run", config_, "--engine", "rtl", "--trace", folder_.file("x.fst"), "--out",
                folder_.file("out"), "--checkpoint-every", "500", "--resume"});
  EXPECT_EQ(result.status, 2);
  EXPECT_NE(result.error.find("--trace: found 'a run with --resume'"), std::string::npos)
      << result.error;
  EXPECT_EQ(folder_.files(), std::vector<std::string>{"small.toml"});
}

TEST_F(ArgumentsTest, ATraceWithoutAPacketIsTold) {
  folder_.write("empty.trace", "# cycle source destination flits\n");
  const std::string config = folder_.write(
      "traced.toml",
      "[network]\ntopology = \"mesh\"\nradix = 4\ndimensions = 2\n"
      "[traffic]\npattern = \"trace\"\nfile = \"empty.trace\"\n[run]\nengine = \"model\"\n");
  for (const char* command : {"run", "check"}) {
    const ProgramResult result = turnpike({command, config});
    EXPECT_EQ(result.status, 0) << result.error;
    EXPECT_NE(result.error.find("empty.trace: has no packet: the nodes send nothing"),
              std::string::npos)
        << result.error;
  }
}

}  // namespace
}  // namespace turnpike::test
