// The program as a whole: what it says of itself, and values as people type them.

#include <gtest/gtest.h>

#include <regex>

#include "sim/experiment/results/result_keys.h"
#include "tests/support/places.h"
#include "tests/system/commands/program.h"

namespace turnpike::test {
namespace {

using sim::Json;

TEST(ProgramTest, VersionIsThatOfTheProject) {
  const ProgramResult result = turnpike({"--version"});
  EXPECT_EQ(result.status, 0);
  EXPECT_EQ(result.error, "");
  const std::string lists = read_file(test::source_path("CMakeLists.txt"));
  std::smatch match;
  ASSERT_TRUE(
      std::regex_search(lists, match, std::regex(R"(project\(turnpike VERSION ([0-9.]+))")));
  EXPECT_EQ(result.out, "turnpike " + match[1].str() + "\n");
}

TEST(ProgramTest, WithoutASubcommandItSaysWhatItNeeds) {
  const ProgramResult result = turnpike({});
  EXPECT_EQ(result.status, 2);
  EXPECT_NE(result.error.find("subcommand"), std::string::npos) << result.error;
}

TEST(ProgramTest, AMisspeltCommandOrOptionIsAnsweredWithTheNearest) {
  struct Case {
    std::vector<std::string> words;
    const char* answer;
  };
  const std::string mesh = test::source_path("configs/mesh_8x8.toml");
  const std::vector<Case> cases = {
      {{"runn"}, "command 'runn': unknown, nearest command: 'run'"},
      {{"runn", mesh, "--engine", "model"}, "command 'runn': unknown, nearest command: 'run'"},
      {{"runn", "--help"}, "command 'runn': unknown, nearest command: 'run'"},
      {{"anlyze", mesh}, "command 'anlyze': unknown, nearest command: 'analyze'"},
      {{"--verison"}, "option '--verison': unknown, nearest option: '--version'"},
      {{"run", mesh, "--sede", "4"}, "option '--sede': unknown, nearest option: '--seed'"},
      {{"run", mesh, "--sede=4"}, "option '--sede': unknown, nearest option: '--seed'"},
      // Not that --from is required.
      {{"route", mesh, "--form", "1", "--to", "2"},
       "option '--form': unknown, nearest option: '--from'"},
      {{"sweep", mesh, "--lod", "0.1"}, "option '--lod': unknown, nearest option: '--load'"},
      {{"run\x1b[2J"}, "command 'run\\x1b[2J': unknown"},
      {{"simulate", mesh}, "command 'simulate': unknown, nearest command: 'run'"},
      {{"plot"}, "command 'plot': unknown, nearest command: 'report'"},
      {{"frobnicate"}, "command 'frobnicate': unknown"},
      {{"run", mesh, "--load", "0.3"},
       "option '--load': unknown, --set traffic.load=VALUE sets it"},
      {{"run", mesh, "--num-vcs=8"},
       "option '--num-vcs': unknown, --set router.virtual_channels=VALUE sets it"},
      {{"run", mesh, "--output", "x"}, "option '--output': unknown, nearest option: '--out'"},
      {{"run", mesh, "--frobnicate"}, "option '--frobnicate': unknown"},
  };
  for (const Case& wrong : cases) {
    const ProgramResult result = turnpike(wrong.words);
    EXPECT_EQ(result.status, 2) << wrong.answer;
    EXPECT_EQ(result.out, "") << wrong.answer;
    EXPECT_EQ(result.error, "turnpike: " + std::string(wrong.answer) +
                                "\nRun with --help for more information.\n");
  }
}

TEST(ProgramTest, LoadNeedsNoZeroBeforeThePoint) {
  const TemporaryFolder folder;
  const std::string config = folder.write("small.toml", kSmallMesh);
  const auto run = [&](const std::string& load) {
    return turnpike({"run", config, "--json", "--set", "traffic.load=" + load});
  };
  const ProgramResult found = run(".3");
  ASSERT_EQ(found.status, 0) << found.error;
  EXPECT_EQ(Json::parse(found.out).at("offered"), 0.3);
  EXPECT_EQ(found.out, run("0.3").out);
  // Refused as a number, with its number.
  const ProgramResult bad = run("-.3");
  EXPECT_EQ(bad.status, 2);
  EXPECT_NE(bad.error.find("key 'traffic.load': found -0.3, allowed: number 0 .. 32"),
            std::string::npos)
      << bad.error;
}

}  // namespace
}  // namespace turnpike::test
