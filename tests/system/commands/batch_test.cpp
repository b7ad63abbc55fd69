// `turnpike sweep`, `regress` and `run` with the batch engine: what they leave is what the model
// leaves.

#include <gtest/gtest.h>

#include <string>
#include <vector>

#include "sim/base/parse_json.h"
#include "tests/system/commands/program.h"

namespace turnpike::test {
namespace {

using sim::Json;
namespace fs = std::filesystem;

const std::string kSmallMesh =
    "[network]\ntopology = \"mesh\"\nradix = [3, 3]\n[traffic]\nload = 0.2\n"
    "[run]\nengine = \"model\"\nmeasurement = 300\nwarmup = 100\n";

class BatchTest : public testing::Test {
 protected:
  std::string folder(const std::string& name) const { return folder_.file(name); }
  ProgramResult run(const std::string& out, const std::vector<std::string>& more) const {
    std::vector<std::string> arguments = {"run", mesh_, "--out", folder(out)};
    arguments.insert(arguments.end(), more.begin(), more.end());
    return turnpike(arguments);
  }
  // The folders of the points of a sweep, but for those of several seeds together.
  std::vector<fs::path> points(const std::string& out) const {
    std::vector<fs::path> folders;
    for (const auto& entry : fs::directory_iterator(folder(out + "/points"))) {
      const bool is_merged = entry.path().string().find("_seeds_") != std::string::npos;
      if (entry.is_directory() && !is_merged) folders.push_back(entry.path());
    }
    return folders;
  }

  TemporaryFolder folder_;
  const std::string mesh_ = folder_.write("mesh.toml", kSmallMesh);
};

TEST_F(BatchTest, ThePointsOfALargeSweepHaveTheFilesOfSingleRuns) {
  const ProgramResult swept = turnpike({"sweep", mesh_, "--load", "0.1:0.4:0.1", "--seeds", "16",
                                        "--out", folder("swept"), "--jobs", "1"});
  ASSERT_EQ(swept.status, 0) << swept.error;
  const std::vector<fs::path> all = points("swept");
  ASSERT_EQ(all.size(), 64u);
  for (std::size_t i = 0; i < all.size(); i += 21) {
    const std::string name = all[i].filename().string();  // load_0.2_...
    const std::string load = name.substr(5, name.find('_', 5) - 5);
    const Json json = Json::parse(read_file(all[i] / "results.json"));
    ASSERT_EQ(
        run("alone", {"--seed", json.at("seed").dump(), "--set", "traffic.load=" + load}).status,
        0);
    for (const auto& entry : fs::directory_iterator(all[i])) {
      const fs::path file = entry.path().filename();
      EXPECT_EQ(read_file(entry.path()), read_file(fs::path(folder("alone")) / file)) << file;
    }
    fs::remove_all(folder("alone"));
  }
}

TEST_F(BatchTest, ASweepOverSeedsDrawsABand) {
  const std::vector<std::string> sweep = {"sweep", mesh_, "--load", "0.1,0.2", "--out"};
  std::vector<std::string> seeds = sweep;
  seeds.insert(seeds.end(), {folder("seeds"), "--seeds", "5"});
  ASSERT_EQ(turnpike(seeds).status, 0);
  EXPECT_NE(read_file(folder("seeds/sweep.gp")).find("filledcurves"), std::string::npos);
  EXPECT_NE(read_file(folder("seeds/sweep.svg")).find("<svg"), std::string::npos);
  std::vector<std::string> one = sweep;
  one.push_back(folder("one"));
  ASSERT_EQ(turnpike(one).status, 0);
  EXPECT_EQ(read_file(folder("one/sweep.gp")).find("filledcurves"), std::string::npos);
}

TEST_F(BatchTest, ThePointsOfALargeSuiteHaveTheFiguresOfSingleRuns) {
  const std::string suite = folder_.write(
      "many.toml",
      "[suite]\nname = \"many\"\n[case.mesh]\nconfig = \"mesh.toml\"\nengines = [\"model\"]\n"
      "seeds = 60\nexpect.latency = [1, 100]\n");
  const ProgramResult result = turnpike({"regress", "run", suite, "--out", folder("suite")});
  ASSERT_EQ(result.status, 0) << result.out << result.error;
  const Json json = Json::parse(read_file(folder("suite/regress.json")));
  ASSERT_EQ(json.at("points").size(), 60u);
  for (std::size_t i = 0; i < 60; i += 19) {
    const Json& point = json.at("points").at(i);
    ASSERT_EQ(run("alone", {"--seed", point.at("seed").dump()}).status, 0);
    const Json alone = Json::parse(read_file(folder("alone/results.json")));
    ASSERT_GT(point.at("figures").size(), 20u);
    for (const auto& [key, value] : point.at("figures").items()) {
      EXPECT_EQ(value, alone.at(key)) << key;
    }
  }
}

TEST_F(BatchTest, ARunThatIsNotCarriedIsTheModelsAndSaysSo) {
  const ProgramResult carried = run("batch", {"--engine", "batch"});
  EXPECT_EQ(carried.status, 0);
  EXPECT_EQ(carried.error, "");
  const ProgramResult stalls = run("stalls", {"--engine", "batch", "--set", "run.sink_stall=0.2"});
  EXPECT_EQ(stalls.status, 0);
  EXPECT_NE(stalls.error.find("engine batch does not carry sinks that stall: engine model runs it"),
            std::string::npos)
      << stalls.error;
  const ProgramResult swept = turnpike({"sweep", mesh_, "--engine", "batch", "--load", "0.1,0.2",
                                        "--set", "run.sink_stall=0.2", "--out", folder("swept")});
  EXPECT_EQ(swept.status, 0);
  EXPECT_NE(swept.error.find("engine batch does not carry sinks that stall"), std::string::npos)
      << swept.error;
}

}  // namespace
}  // namespace turnpike::test
