// Suites as they are read, and what is said of mistakes.

#include "sim/studies/regress/suite.h"

#include <gtest/gtest.h>

#include "sim/base/config_error.h"

namespace turnpike::test {
namespace {

sim::Suite read_text(const std::string& text) {
  return sim::make_suite(sim::parse_settings(text, "folder/night.toml"));
}

std::string complaint_about(const std::string& text) {
  try {
    read_text(text);
  } catch (const sim::ConfigError& error) {
    return error.what();
  }
  return "";
}

const std::string kOneCase = "[case.mesh]\nset.network.topology = \"mesh\"\n";

TEST(SuiteTest, EveryKeyOfACaseIsTaken) {
  const sim::Suite suite = read_text(
      "[suite]\nname = \"all\"\nseed = 7\ntime_limit = 60\n"
      "[case.b]\nconfig = [\"x.toml\", \"../y.toml\"]\nseeds = [3, 9]\nengines = [\"rtl\"]\n"
      "allow_deadlock = true\ntime_limit = 5\nset.router.virtual_channels = 2\n"
      "sweep.traffic.load = [0.1, 0.2]\n"
      "expect = {latency = [1, 2.5], accepted_at_least = 0.1, equal_to = \"old.json\"}\n"
      "[case.a]\nconfig = \"z.toml\"\nseeds = 4\nexpect.deadlock = true\n");
  EXPECT_EQ(suite.name, "all");
  EXPECT_EQ(suite.seed, 7u);
  ASSERT_EQ(suite.cases.size(), 2u);
  const sim::SuiteCase& b = suite.cases[0];  // as the file has it, not by name
  EXPECT_EQ(b.name, "b");
  EXPECT_EQ(b.configs, (std::vector<std::string>{"folder/x.toml", "folder/../y.toml"}));
  EXPECT_EQ(b.seeds, (std::vector<std::uint64_t>{3, 9}));
  EXPECT_EQ(b.engines, std::vector{sim::EngineKind::rtl});
  EXPECT_TRUE(b.allow_deadlock);
  EXPECT_EQ(b.time_limit, 5u);
  ASSERT_EQ(b.set.size(), 1u);
  EXPECT_EQ(b.set[0].key, "router.virtual_channels");
  ASSERT_EQ(b.sweep.size(), 1u);
  EXPECT_EQ(b.sweep[0].values.size(), 2u);
  EXPECT_EQ(b.expect.latency, (std::pair<double, double>{1, 2.5}));
  EXPECT_EQ(b.expect.accepted_at_least, 0.1);
  EXPECT_EQ(b.expect.equal_to, "folder/old.json");
  EXPECT_EQ(suite.cases[1].seed_count, 4u);
  EXPECT_EQ(suite.cases[1].time_limit, 60u);
  EXPECT_TRUE(suite.cases[1].expect.deadlock);
}

TEST(SuiteTest, TheFileNamesTheSuite) { EXPECT_EQ(read_text(kOneCase).name, "night"); }

TEST(SuiteTest, MistakesAreToldWithLineAndWhatIsAllowed) {
  EXPECT_EQ(complaint_about(kOneCase + "expect.latncy = [1, 2]\n"),
            "folder/night.toml:3: key 'case.mesh.expect.latncy': unknown, found [1, 2], nearest "
            "known key: 'case.NAME.expect.latency'");
  for (const char* wrong : {
           "seeds = 0",
           "seeds = []",
           "seeds = [1, 1]",
           "seeds = [-1]",
           "engines = []",
           "engines = [\"verilog\"]",
           "engines = \"rtl\"",
           "engines = [\"rtl\", \"rtl\"]",
           "config = 3",
           "config = []",
           "config = \"\"",
           "time_limit = 0",
           "allow_deadlock = 1",
           "sweep.traffic.load = 0.1",
           "sweep.traffic.load = []",
           "expect.latency = 3",
           "expect.latency = [2, 1]",
           "expect.latency = [1, inf]",
           "expect.latency = [-1, 1]",
           "expect.accepted_at_least = \"high\"",
           "expect.accepted_at_least = nan",
           "expect.deadlock = \"yes\"",
           "expect.equal_to = 1",
           "expect.events_sha256 = \"abc\"",
           "machine.programme = \"ring\"",
           "sett.a = 1",
           "set = 3",
           "sweep = 4",
           "expect = 3",
       }) {
    const std::string text = complaint_about(kOneCase + wrong + "\n");
    EXPECT_EQ(text.rfind("folder/night.toml:3: key 'case.mesh.", 0), 0u) << wrong << ": " << text;
  }
}

TEST(SuiteTest, ASeedThatIsGivenTwiceIsToldWithTheReason) {
  EXPECT_EQ(complaint_about(kOneCase + "seeds = [1, 1]\n"),
            "folder/night.toml:3: key 'case.mesh.seeds': found [1, 1], allowed: integer 1 .. "
            "1000000, or a list of seeds, each once");
}

TEST(SuiteTest, WhatTheSuiteLacksIsTold) {
  EXPECT_NE(complaint_about("").find("found no case"), std::string::npos);
  EXPECT_NE(complaint_about("[case.a]\n").find("found no network"), std::string::npos);
  const std::string quoted =
      "case \"a.b\": found a name in quotes, allowed: letters, digits, _ and - (a point is named "
      "after its case)";
  EXPECT_EQ(complaint_about("\n[case.\"a.b\"]\nconfig = \"x\"\nseeds = 2\n"),
            "folder/night.toml:2: " + quoted);
  EXPECT_EQ(complaint_about("[case.\"a.b\"]\n"), "folder/night.toml:1: " + quoted);
  EXPECT_NE(complaint_about("name = 3\n").find("key 'name': unknown"), std::string::npos);
  EXPECT_NE(complaint_about("[suites]\n").find("key 'suites': unknown"), std::string::npos);
}

TEST(SuiteTest, AMachineIsNoNetwork) {
  const std::string machine = "[case.m]\nmachine.program = \"ring\"\n";
  EXPECT_EQ(complaint_about(machine), "");
  for (const char* wrong : {"config = \"x.toml\"", "engines = [\"emitted\"]",
                            "expect.latency = [1, 2]", "sweep.traffic.load = [0.1]"}) {
    EXPECT_NE(complaint_about(machine + wrong + "\n"), "") << wrong;
  }
  EXPECT_NE(complaint_about(kOneCase + "sweep.machine.bytes = [4]\n"), "");
}

TEST(SuiteTest, ADigestIsThatOfOneRun) {
  const std::string digest = "expect.events_sha256 = \"" + std::string(64, 'a') + "\"\n";
  EXPECT_EQ(complaint_about(kOneCase + digest), "");
  EXPECT_NE(complaint_about(kOneCase + digest + "seeds = 2\n"), "");
  EXPECT_NE(complaint_about(kOneCase + digest + "sweep.traffic.load = [0.1]\n"), "");
}

}  // namespace
}  // namespace turnpike::test
