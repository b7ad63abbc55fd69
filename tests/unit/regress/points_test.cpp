// Names, numbers and seeds of points.

#include "sim/studies/regress/points.h"

#include <gtest/gtest.h>

#include <map>

#include "sim/base/config_error.h"

namespace turnpike::test {
namespace {

sim::Suite suite_of(const std::string& text) {
  return sim::make_suite(sim::parse_settings(text, "folder/night.toml"));
}

std::map<std::string, std::uint64_t> seeds_of(const std::string& text, std::uint64_t reseed = 0) {
  std::map<std::string, std::uint64_t> seeds;
  for (const sim::RegressPoint& point : sim::points_of(suite_of(text), reseed)) {
    seeds[point.name] = point.seed;
  }
  return seeds;
}

const std::string kMesh =
    "[case.mesh]\nengines = [\"model\", \"rtl\"]\nseeds = 2\n"
    "set.network.topology = \"mesh\"\nset.network.radix = [2, 2]\n";

TEST(PointsTest, NamesSayWhatAPointIs) {
  const auto points = sim::points_of(
      suite_of("[case.a]\nconfig = [\"x.toml\", \"y.toml\"]\nengines = [\"rtl\"]\nseeds = [5]\n"
               "sweep.traffic.pattern = [\"uniform\"]\nsweep.network.radix = [[2, 2], 4]\n"),
      0);
  ASSERT_EQ(points.size(), 4u);
  EXPECT_EQ(points[0].name, "a/x/network.radix=[2,2],traffic.pattern=uniform/rtl/seed=5");
  EXPECT_EQ(points[1].name, "a/x/network.radix=4,traffic.pattern=uniform/rtl/seed=5");
  EXPECT_EQ(points[3].name, "a/y/network.radix=4,traffic.pattern=uniform/rtl/seed=5");
  EXPECT_EQ(points[3].seed, 5u);
}

// The names and seeds of yesterday's results are those of today's.
TEST(PointsTest, SeedsAreTheSameForEver) {
  const auto seeds = seeds_of("[suite]\nname = \"s\"\n" + kMesh);
  EXPECT_EQ(seeds.at("mesh/model/seed-0"), 2341235369193129u);
}

TEST(PointsTest, EnginesRunTheSameTraffic) {
  const auto seeds = seeds_of(kMesh);
  EXPECT_EQ(seeds.at("mesh/model/seed-0"), seeds.at("mesh/rtl/seed-0"));
  EXPECT_NE(seeds.at("mesh/model/seed-0"), seeds.at("mesh/model/seed-1"));
}

TEST(PointsTest, AddingAPointChangesNoOther) {
  const auto before = seeds_of(kMesh + "sweep.traffic.load = [0.1, 0.3]\n");
  const auto after = seeds_of("[case.first]\nconfig = \"x.toml\"\n" + kMesh +
                              "sweep.traffic.load = [0.3, 0.2, 0.1]\n"
                              "[case.last]\nconfig = \"x.toml\"\n");
  for (const auto& [name, seed] : before) EXPECT_EQ(after.at(name), seed) << name;
  EXPECT_GT(after.size(), before.size());
}

TEST(PointsTest, ARandomNightHasOtherSeedsButForThoseThatAreGiven) {
  const std::string text = kMesh + "[case.given]\nconfig = \"x.toml\"\nseeds = [5]\n";
  const auto first = seeds_of(text, 1);
  const auto second = seeds_of(text, 2);
  EXPECT_NE(first.at("mesh/model/seed-0"), second.at("mesh/model/seed-0"));
  EXPECT_EQ(first.at("given/lockstep/seed=5"), 5u);
  EXPECT_EQ(second.at("given/lockstep/seed=5"), 5u);
}

TEST(PointsTest, APointIsFoundByNumberAndName) {
  const auto points = sim::points_of(suite_of(kMesh), 0);
  EXPECT_EQ(sim::find_point(points, "3"), 3u);
  EXPECT_EQ(sim::find_point(points, "mesh/rtl/seed-0"), 2u);
  for (const char* wrong : {"4", "-1", "", "99999999999999999999", "mesh/rtl/seed-9"}) {
    EXPECT_THROW(sim::find_point(points, wrong), sim::ConfigError) << wrong;
  }
}

TEST(PointsTest, TwoValuesOfOneNameAreRefused) {
  EXPECT_THROW(seeds_of(kMesh + "sweep.traffic.load = [0.1, 0.1]\n"), sim::ConfigError);
}

TEST(PointsTest, AMistakeInAKeyIsToldAtTheLineOfTheSuite) {
  const sim::Suite suite = suite_of(kMesh + "sweep.router.virtual_channels = [2, 99]\n");
  const auto points = sim::points_of(suite, 0);
  EXPECT_EQ(sim::experiment_of(suite, points[0]).router.virtual_channels, 2u);
  try {
    sim::experiment_of(suite, points.back());
    ADD_FAILURE() << "99 virtual channels were taken";
  } catch (const sim::ConfigError& error) {
    EXPECT_EQ(std::string(error.what())
                  .rfind("folder/night.toml:6: key 'router.virtual_channels': found 99", 0),
              0u)
        << error.what();
  }
}

}  // namespace
}  // namespace turnpike::test
