// Configurations that are too deep, too large, too wrong or not for terminals: one clear message.

#include <gtest/gtest.h>

#include <algorithm>

#include "model/common/input_limits.h"
#include "sim/base/stream.h"
#include "sim/experiment/config/read_experiment.h"
#include "sim/experiment/config/toml_depth.h"

namespace turnpike::test {
namespace {

using std::string_literals::operator""s;

constexpr std::size_t kMany = 20000;
const std::string kMesh = "[network]\ntopology = 'mesh'\nradix = 4\ndimensions = 2\n";

// The complaint about a configuration; empty: there was none.
std::string limit_complaint(const std::string& text, const std::string& assignment = "") {
  try {
    sim::Overrides overrides;
    if (!assignment.empty()) overrides.set(assignment);
    sim::make_experiment(sim::parse_settings(text, "exp.toml"), overrides);
  } catch (const sim::ConfigError& error) {
    return error.what();
  }
  return "";
}

// "a.a.a", `words` of them.
std::string dotted(std::size_t words) {
  std::string key = "a";
  for (std::size_t i = 1; i < words; ++i) key += ".a";
  return key;
}

TEST(LimitsTest, KeysOfManyWordsAreRefusedWithTheirLine) {
  const std::string said =
      "exp.toml:5: found a key of more than 16 words, allowed: at most 16 "
      "words between dots";
  EXPECT_EQ(limit_complaint(kMesh + dotted(kMany) + " = 1\n"), said);
  EXPECT_EQ(limit_complaint(kMesh + "[" + dotted(kMany) + "]\n"), said);
  EXPECT_EQ(limit_complaint(kMesh + "[[" + dotted(kMany) + "]]\n"), said);
  EXPECT_EQ(limit_complaint(kMesh + "x = {" + dotted(kMany) + " = 1}\n"), said);
  EXPECT_EQ(limit_complaint(kMesh + "x = [{b = 1, " + dotted(kMany) + " = 1}]\n"), said);
}

TEST(LimitsTest, KeysUpToTheLimitAreOnlyUnknown) {
  EXPECT_EQ(limit_complaint(kMesh + dotted(16) + " = 1\n").find("exp.toml:5: key 'network.a.a"),
            0u);
  EXPECT_NE(limit_complaint(kMesh + dotted(17) + " = 1\n").find("more than 16 words"),
            std::string::npos);
}

TEST(LimitsTest, BracketsWithinBracketsAreRefusedWithTheirLine) {
  const std::string said = "exp.toml:5: found more than 16 open brackets";
  for (const char* bracket : {"[", "{x=", "[{x="}) {
    std::string open;
    while (open.size() < kMany) open += bracket;
    EXPECT_EQ(limit_complaint(kMesh + "radix = " + open).rfind(said, 0), 0u) << bracket;
  }
  EXPECT_EQ(limit_complaint(kMesh + "root = [[[[[[[[[[[[[[[[1]]]]]]]]]]]]]]]]\n").find(said),
            std::string::npos);
}

TEST(LimitsTest, DotsAndBracketsInStringsAndCommentsDoNotCount) {
  const std::string dots(100, '.');
  const std::string brackets(100, '[');
  for (const std::string& text : {dots, brackets}) {
    for (const char* quote : {"'", "\"", "'''", "\"\"\""}) {
      const std::string value = quote + text + quote;
      EXPECT_FALSE(sim::find_too_deep("x = " + value + "\n")) << value;
      EXPECT_FALSE(sim::find_too_deep(value + " = 1\n")) << value;
    }
    EXPECT_FALSE(sim::find_too_deep("# " + text + "\nx = 1 # " + text));
    EXPECT_FALSE(sim::find_too_deep("x = \"\\\"" + text + "\"\n")) << "an escaped quote";
    EXPECT_FALSE(sim::find_too_deep("x = \"\"\"a\"\"b\\\"\"\"" + text + "\"\"\"\"\"\n"));
    EXPECT_FALSE(sim::find_too_deep("x = '''\n'" + text + "\n''''\ny = '" + text + "'"));
  }
}

TEST(LimitsTest, WhatStandsBehindAStringCounts) {
  const std::string deep = "\n" + dotted(17) + " = 1\n";
  for (const char* value : {"''", "\"\"", "''''''", "\"\"\"\"\"\"", "\"\\\\\"", "'\\'",
                            "\"\"\"\"\"\"\"\"", "'''a''''", "\"\"\"\\\"\"\"\""}) {
    const auto found = sim::find_too_deep("x = " + std::string(value) + deep);
    ASSERT_TRUE(found) << value;
    EXPECT_EQ(found->line, 2u) << value;
  }
  EXPECT_EQ(sim::find_too_deep("x = \"\"\"\n\n\\\n\"\"\"" + deep)->line, 5u);
}

TEST(LimitsTest, DeepValuesOfOptionsAreNoTables) {
  const std::string said = limit_complaint(kMesh, "network.radix={" + dotted(kMany) + "=1}");
  EXPECT_NE(said.find("key 'network.radix': found \"{a.a.a"), std::string::npos) << said;
  EXPECT_NE(said.find(", allowed: integer 2 .. 4194304"), std::string::npos) << said;
  EXPECT_LT(said.size(), 400u) << said;
  EXPECT_LT(limit_complaint(kMesh, dotted(kMany) + "=1").size(), 600u);
}

TEST(LimitsTest, OnlyTheFirstOfManyMistakesAreSaid) {
  std::string text = kMesh;
  for (int i = 0; i < 200000; ++i) text += "radx" + std::to_string(i) + " = 1\n";
  const std::string said = limit_complaint(text);
  EXPECT_EQ(std::count(said.begin(), said.end(), '\n'), 20);
  EXPECT_NE(said.find("exp.toml:5: key 'network.radx0': unknown"), std::string::npos) << said;
  EXPECT_NE(said.find("\nexp.toml: 199980 more mistakes"), std::string::npos) << said;
}

TEST(LimitsTest, LargeConfigurationsAreRefused) {
  const std::string text = kMesh + "#" + std::string(model::kMaxConfigurationBytes, 'x') + "\n";
  EXPECT_NE(limit_complaint(text).find("allowed: a configuration of at most 8388608"),
            std::string::npos);
}

TEST(LimitsTest, FilesWithoutAnEndAreRefused) {
  try {
    sim::read_experiment("/dev/zero");
    FAIL() << "read";
  } catch (const sim::ConfigError& error) {
    EXPECT_STREQ(error.what(), "/dev/zero: found more than 256 MiB, allowed: at most as much");
  }
  const std::string irregular = "[network]\ntopology = 'irregular'\nanynet = '/dev/zero'\n";
  EXPECT_NE(
      limit_complaint(irregular).find("/dev/zero is no regular file, allowed: a regular file"),
      std::string::npos);
}

TEST(StreamTest, ARegularFileAndNothingAreNoStreams) {
  EXPECT_TRUE(sim::is_stream("/dev/zero"));
  EXPECT_FALSE(sim::is_stream("/proc/self/exe"));
  EXPECT_FALSE(sim::is_stream("/tmp"));
  EXPECT_FALSE(sim::is_stream("/no/such/file"));
}

// A double holds 9007199254740993 as 9007199254740992.
TEST(LimitsTest, IntegersAreComparedExactly) {
  const std::string allowed = "allowed: integer 0 .. 9007199254740992";
  EXPECT_EQ(limit_complaint(kMesh + "[run]\nseed = 9007199254740992\n"), "");
  EXPECT_EQ(limit_complaint(kMesh, "run.seed=9007199254740992"), "");
  for (const char* seed : {"9007199254740993", "9223372036854775807", "-1"}) {
    const std::string found = "found "s + seed + ", " + allowed;
    EXPECT_NE(limit_complaint(kMesh + "[run]\nseed = " + seed).find(found), std::string::npos);
    EXPECT_NE(limit_complaint(kMesh, "run.seed="s + seed).find(found), std::string::npos);
  }
  // Beyond 64 bits it is no TOML.
  EXPECT_NE(limit_complaint(kMesh + "[run]\nseed = 18446744073709551617\n"), "");
  EXPECT_NE(limit_complaint(kMesh, "run.seed=18446744073709551617").find(allowed),
            std::string::npos);
  EXPECT_EQ(limit_complaint(kMesh + "[run]\nmax_cycles = 1000000000000\n"), "");
  EXPECT_NE(limit_complaint(kMesh + "[run]\nmax_cycles = 1000000000001\n"), "");
}

TEST(LimitsTest, ListsOfAnyLengthAreRefusedByTheirNumber) {
  std::string list = "2";
  for (int i = 0; i < 100000; ++i) list += ",2";
  for (const char* topology : {"mesh", "hypercube", "butterfly"}) {
    const std::string text = "[network]\ntopology = '"s + topology + "'\nradix = [" + list + "]\n";
    EXPECT_EQ(limit_complaint(text),
              "exp.toml:3: key 'network.radix': found 100001 dimensions, allowed: at most 24");
  }
}

TEST(LimitsTest, TableInPlaceOfAValueIsNoUnknownKey) {
  EXPECT_EQ(limit_complaint("[network]\ntopology = 'mesh'\nradix = {}\n"),
            "exp.toml:3: key 'network.radix': found a table, allowed: integer 2 .. 4194304 or "
            "list of them");
  EXPECT_EQ(limit_complaint("[network.topology]\n"),
            "exp.toml:1: key 'network.topology': found a table, allowed: \"mesh\", \"torus\", "
            "\"hypercube\", \"butterfly\", \"irregular\", \"graph\", \"ring\", \"star\", "
            "\"full_mesh\", \"cmesh\", \"ctorus\", \"hyperx\", \"flattened_butterfly\", "
            "\"dragonfly\", \"fat_tree\", \"tree\", \"elevator_mesh\", \"circulant\"");
  EXPECT_EQ(limit_complaint(kMesh + "[[network.root]]\n")
                .rfind("exp.toml:5: key 'network.root': found [", 0),
            0u);
}

TEST(LimitsTest, ValueInPlaceOfATableSaysSo) {
  EXPECT_EQ(limit_complaint("network = 3\n"),
            "exp.toml:1: key 'network': found 3, allowed: a table, [network]");
  EXPECT_EQ(limit_complaint("[[network]]\ntopology = 'mesh'\n"),
            "exp.toml:1: key 'network': found [a table], allowed: a table, [network]");
  EXPECT_EQ(limit_complaint(kMesh + "express = 2\n"),
            "exp.toml:5: key 'network.express': found 2, allowed: a table, [network.express]");
}

TEST(LimitsTest, DotWithinQuotesMakesNoKey) {
  EXPECT_EQ(limit_complaint(kMesh + "[run]\nseed = 1\n['']\n"),
            "exp.toml:7: key '\"\"': unknown, found a table; `turnpike run --help` lists the "
            "keys");
  const std::string said = limit_complaint("\"network.radix\" = 8\n" + kMesh);
  EXPECT_EQ(said.rfind("exp.toml:1: key '\"network.radix\"': unknown, found 8", 0), 0u) << said;
}

TEST(LimitsTest, ControlCharactersDoNotReachTheTerminal) {
  for (const std::string& text :
       {kMesh + "\"a\\u001b[2Jb\\nc\" = 1\n", kMesh + "anynet = \"\\u001b]0;x\\u0007\\u009b\"\n",
        kMesh + "a\x1b = 1\n", kMesh + "a = '\x1b'\n", kMesh + "\0"s, kMesh + "\xff\xfe",
        "\xff\xfe["s + '\0' + "n"s, kMesh + "[\"\\u202e\"]\nx = 1\n"}) {
    const std::string said = limit_complaint(text);
    EXPECT_EQ(said.rfind("exp.toml:", 0), 0u) << said;
    for (const char c : said) {
      EXPECT_TRUE(static_cast<unsigned char>(c) >= 0x20 && c != 0x7f) << said;
    }
    EXPECT_EQ(said.find("\u009b"), std::string::npos) << said;
    EXPECT_EQ(said.find("\u202e"), std::string::npos) << said;
  }
}

TEST(LimitsTest, FileNamesEndWhereTheySay) {
  const std::string trace = kMesh + "[traffic]\npattern = 'trace'\nfile = ";
  EXPECT_NE(limit_complaint(trace + "\"good.trace\\u0000.txt\"\n")
                .find("found \"good.trace\\u0000.txt\""),
            std::string::npos);
  EXPECT_NE(
      limit_complaint(trace + "'" + std::string(5000, 'x') + "'\n").find("allowed: file name"),
      std::string::npos);
}

TEST(LimitsTest, MarkAndLineEndsOfOtherSystemsAreRead) {
  std::string text = "\xef\xbb\xbf";
  for (const char c : kMesh) text += c == '\n' ? "\r\n"s : std::string(1, c);
  EXPECT_EQ(limit_complaint(text), "");
}

}  // namespace
}  // namespace turnpike::test
