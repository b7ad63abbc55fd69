// `turnpike distance` as a user calls it.

#include <gtest/gtest.h>

#include "sim/results/result_keys.h"
#include "tests/support/places.h"
#include "tests/system/commands/program.h"

namespace turnpike::test {
namespace {

using sim::Json;

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
  EXPECT_NE(result.out.find("saturation bound: 0.1219"), std::string::npos) << result.out;
}

TEST(DistanceCommandTest, TheRootIsChosenWhenItIsNotGiven) {
  const ProgramResult result =
      turnpike({"distance", kTenSwitches, "--set", "network.root=auto", "--json"});
  EXPECT_EQ(Json::parse(result.out).at("root"), 0);  // as near to all as 6, and before it
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
