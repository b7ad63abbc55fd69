// `turnpike distance` as a user calls it.

#include <gtest/gtest.h>

#include "sim/experiment/results/result_keys.h"
#include "tests/support/places.h"
#include "tests/system/commands/program.h"

namespace turnpike::test {
namespace {

using sim::Json;

// From its central switch, 0, a channel is full at .45 flits per cycle and terminal.
const char* const kTenOthers =
    "[network]\ntopology = \"irregular\"\nlinks = [[0, 1], [0, 2], [0, 4], [1, 3], [1, 6], [1, 8], "
    "[2, 4], [2, 7], [2, 9], [4, 5], [4, 7], [5, 9], [6, 9], [8, 9]]\n";

const std::string kTenSwitches = test::source_path("configs/irregular_10_switches.toml");

TEST(DistanceCommandTest, JsonHasBothTables) {
  const ProgramResult result = turnpike({"distance", kTenSwitches, "--json"});
  ASSERT_EQ(result.status, 0) << result.error;
  const Json json = Json::parse(result.out);
  EXPECT_NEAR(json.at("equivalent_distance").at(6).at(9).get<double>(), 1.25, 1e-12);
  EXPECT_EQ(json.at("legal_distance").at(1).at(5), 5);
  EXPECT_EQ(json.at("equivalent_distance").size(), 10u);
  EXPECT_EQ(json.at("root"), 6);
  EXPECT_NEAR(json.at("saturation_bound").get<double>(), 39.0 / 320, 1e-12);
}

TEST(DistanceCommandTest, TextHasTheTablesAndTheBottleneck) {
  const ProgramResult result = turnpike({"distance", kTenSwitches});
  EXPECT_NE(result.out.find("equivalent distance"), std::string::npos);
  EXPECT_NE(result.out.find("  1.250"), std::string::npos);
  EXPECT_NE(result.out.find("channel from switch 3 to switch 6"), std::string::npos) << result.out;
  EXPECT_NE(result.out.find("saturation: at most 0.1219"), std::string::npos) << result.out;
}

TEST(DistanceCommandTest, TheBestRootIsChosenWhenItIsNotGiven) {
  const TemporaryFolder folder;
  const std::string config = folder.write("ten.toml", kTenOthers);
  const Json chosen = Json::parse(turnpike({"distance", config, "--json"}).out);
  EXPECT_EQ(chosen.at("root"), 5);
  EXPECT_EQ(chosen.at("roots_tried"), 10);
  EXPECT_NEAR(chosen.at("saturation_even_split").get<double>(), 0.8308, 0.00005);
  EXPECT_GE(chosen.at("saturation_bound"), chosen.at("saturation_even_split"));
  EXPECT_EQ(turnpike({"distance", config, "--json", "--set", "network.root=best"}).out,
            turnpike({"distance", config, "--json"}).out);
  // Where it is given, a better one is named.
  const ProgramResult given = turnpike({"distance", config, "--set", "network.root=0"});
  EXPECT_NE(given.out.find("root 0; from root 5, the best of 10, the fullest channel is full at "
                           "0.8308"),
            std::string::npos)
      << given.out;
}

TEST(DistanceCommandTest, WhereTerminalsAreTheLimitTheyAreNamed) {
  const TemporaryFolder folder;
  const std::string config = folder.write(
      "ring.toml", "[network]\ntopology = \"irregular\"\nlinks = [[0, 1], [1, 2], [2, 0]]\n");
  const std::string text = turnpike({"distance", config}).out;
  EXPECT_NE(text.find("bottleneck under uniform traffic: the terminals; the channel from switch 0 "
                      "to switch 1 is full at 2.0000"),
            std::string::npos)
      << text;
  const Json json = Json::parse(turnpike({"distance", config, "--json"}).out);
  EXPECT_EQ(json.at("limited_by"), "terminals");
  EXPECT_EQ(json.at("bottleneck").at("saturation"), 2.0);
}

TEST(DistanceCommandTest, ResistancesMayBeLeftOut) {
  const ProgramResult result =
      turnpike({"distance", kTenSwitches, "--json", "--without-resistances"});
  const Json json = Json::parse(result.out);
  EXPECT_TRUE(json.at("equivalent_distance").is_null());
  EXPECT_EQ(json.at("legal_distance").at(1).at(5), 5);
  EXPECT_EQ(turnpike({"distance", kTenSwitches, "--without-resistances"}).out.find("equivalent"),
            std::string::npos);
}

TEST(DistanceCommandTest, OtherTopologiesAreRefused) {
  const TemporaryFolder folder;
  const ProgramResult result = turnpike({"distance", folder.write("mesh.toml", kSmallMesh)});
  EXPECT_EQ(result.status, 2);
  EXPECT_EQ(result.out, "");
  EXPECT_NE(result.error.find("mesh.toml:2: key 'network.topology': found \"mesh\""),
            std::string::npos)
      << result.error;
}

}  // namespace
}  // namespace turnpike::test
