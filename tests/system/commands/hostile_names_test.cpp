// Names with control characters, quotes and formulas: of what prints or holds them nobody takes a
// part for a command.

#include <gtest/gtest.h>

#include <algorithm>

#include "sim/experiment/results/result_keys.h"
#include "tests/system/commands/program.h"

namespace turnpike::test {
namespace {

using sim::Json;

class HostileNamesTest : public testing::Test {
 protected:
  static bool is_plain(const std::string& text) {
    return std::none_of(text.begin(), text.end(),
                        [](unsigned char c) { return (c < 0x20 && c != '\n') || c == 0x7f; });
  }

  TemporaryFolder folder_;
  // ESC, a line break, and the one-byte form of a control sequence of eight bits.
  const std::string kName =
      "a\x1b[2J\nb\xc2\x9b"
      "31m\x7f";
  const std::string kShown = "a\\x1b[2J\\nb\\u009b31m\\x7f";
  const std::string config_ = folder_.write(kName + ".toml", kSmallMesh);
};

TEST_F(HostileNamesTest, CannotRuleATerminal) {
  const std::string suite = folder_.write(
      kName + "_suite.toml",
      "[case.mesh]\nconfig = \"a\\u001b[2J\\nb\\u009b31m\\u007f.toml\"\nengines = [\"model\"]\n");
  const std::string out = folder_.file("out" + kName);
  for (const std::vector<std::string>& words :
       {std::vector<std::string>{"run", config_, "--out", out},
        {"check", config_},
        {"route", config_, "--from", "0", "--to", "5"},
        {"sweep", config_, "--load", "0.1", "--out", out + "2"},
        {"analyze", config_},
        {"report", out, "--no-paths"},
        {"emit", config_, "--out", out + "3"},
        {"regress", "list", suite},
        {"regress", "run", suite, "--out", out + "4"}}) {
    const ProgramResult result = turnpike(words);
    EXPECT_EQ(result.status, 0) << words.front() << result.error;
    EXPECT_TRUE(is_plain(result.out)) << words.front() << result.out;
    EXPECT_TRUE(is_plain(result.error)) << words.front() << result.error;
    EXPECT_EQ(result.out.find("\xc2\x9b"), std::string::npos) << words.front();
  }
  EXPECT_NE(turnpike({"check", config_}).out.find(kShown + ": mesh 4 x 4"), std::string::npos);
  EXPECT_TRUE(is_plain(turnpike({"run", config_ + "x"}).error));
  EXPECT_TRUE(is_plain(turnpike({"run", config_, "--threads", kName}).error));
  EXPECT_TRUE(is_plain(turnpike({"emit", config_, "--out", out, "--terminals", kName}).error));
}

TEST_F(HostileNamesTest, AreExactInJson) {
  const ProgramResult result = turnpike({"run", config_, "--json"});
  ASSERT_EQ(result.status, 0) << result.error;
  EXPECT_TRUE(is_plain(result.out)) << result.out;
  EXPECT_EQ(Json::parse(result.out).at("name"), kName);
}

TEST_F(HostileNamesTest, AreEscapedInThePictureOfASweep) {
  ASSERT_EQ(turnpike({"sweep", config_, "--load", "0.1", "--out", folder_.file("s")}).status, 0);
  EXPECT_TRUE(is_plain(read_file(folder_.file("s/sweep.gp"))));
  EXPECT_TRUE(is_plain(read_file(folder_.file("s/sweep.csv"))));
  EXPECT_NE(read_file(folder_.file("s/sweep.gp")).find(kShown), std::string::npos);
}

TEST_F(HostileNamesTest, AFormulaIsTextInCsv) {
  for (const char* name : {"=cmd|' 'A0", "+1+cmd", "@sum", "-cmd"}) {
    const std::string config = folder_.write(std::string(name) + ".toml", kSmallMesh);
    const std::string out = folder_.file("formula");
    ASSERT_EQ(turnpike({"run", config, "--out", out}).status, 0) << name;
    const std::string csv = read_file(out + "/results.csv");
    EXPECT_NE(csv.find("\n'" + std::string(name) + ","), std::string::npos) << csv;
    EXPECT_EQ(Json::parse(read_file(out + "/results.json")).at("name"), name);
  }
}

TEST_F(HostileNamesTest, AWaveformThatItsSaveFileCannotNameIsRefused) {
  const std::vector<std::string> before = folder_.files();
  for (const char* name : {"a\n^>1 touch.fst", "a\"b.fst", "a\x1b.fst"}) {
    const std::string trace = folder_.file(name);
    for (const std::vector<std::string>& words :
         {std::vector<std::string>{"run", config_, "--engine", "lockstep", "--trace", trace},
          {"machine", "--engine", "rtl", "--trace", trace}}) {
      const ProgramResult result = turnpike(words);
      EXPECT_EQ(result.status, 2) << result.error;
      EXPECT_NE(result.error.find("--trace: found '"), std::string::npos) << result.error;
      EXPECT_NE(result.error.find("without control characters and double quotes"),
                std::string::npos)
          << result.error;
    }
  }
  EXPECT_EQ(folder_.files(), before);
}

}  // namespace
}  // namespace turnpike::test
