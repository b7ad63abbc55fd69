// `turnpike sweep`: points as files, resumed where it stopped, curves as tables and pictures.

#include <gtest/gtest.h>

#include <csignal>
#include <map>
#include <set>
#include <sstream>

#include "sim/experiment/results/result_keys.h"
#include "tests/support/places.h"
#include "tests/support/waiting.h"
#include "tests/system/commands/program.h"

namespace turnpike::test {
namespace {

using sim::Json;
namespace fs = std::filesystem;

class SweepTest : public testing::Test {
 protected:
  std::vector<std::string> command(const std::string& loads) const {
    std::vector<std::string> arguments = {"sweep", config_, "--json", "--jobs", "2", "--out", out_};
    if (!loads.empty()) arguments.insert(arguments.end(), {"--load", loads});
    return arguments;
  }

  // Result file -> when it was written.
  std::map<std::string, fs::file_time_type> point_files() const {
    std::map<std::string, fs::file_time_type> files;
    if (!fs::is_directory(out_ + "/points")) return files;
    for (const auto& entry : fs::directory_iterator(out_ + "/points")) {
      if (entry.path().extension() == ".json") files[entry.path()] = entry.last_write_time();
    }
    return files;
  }

  TemporaryFolder folder_;
  const std::string config_ = folder_.write("small.toml", kSmallMesh);
  const std::string out_ = folder_.file("out");
};

TEST_F(SweepTest, EveryPointHasAFileThatStandsForItself) {
  const ProgramResult result = turnpike(command("0.1:0.3:0.1"));
  ASSERT_EQ(result.status, 0) << result.error;
  const Json json = Json::parse(result.out);
  const Json& points = json.at("curves").at(0).at("points");
  ASSERT_EQ(points.size(), 3u);
  EXPECT_EQ(json.at("missing").size(), 0u);
  for (std::size_t i = 0; i < 3; ++i) {
    EXPECT_NEAR(points[i].at("offered").get<double>(), 0.1 * static_cast<double>(i + 1), 1e-6);
    const Json run = Json::parse(read_file(out_ + "/" + points[i].at("file").get<std::string>()));
    EXPECT_EQ(run.at("engine"), "model");
    EXPECT_EQ(run.at("seed"), 1);
    // The configuration in it gives the same figures by itself.
    const std::string copy = folder_.write("copy.toml", run.at("config").get<std::string>());
    EXPECT_EQ(Json::parse(turnpike({"run", copy, "--json"}).out).at("latency"), run.at("latency"));
  }
  EXPECT_LT(points[0].at("latency").get<double>(), points[2].at("latency").get<double>());
}

TEST_F(SweepTest, CurveIsLeftAsTableAndPictures) {
  ASSERT_EQ(turnpike(command("0.1,0.2")).status, 0);
  const std::string csv = read_file(out_ + "/sweep.csv");
  EXPECT_EQ(csv.rfind("traffic.load,file,name,engine,seed,offered,", 0), 0u);
  EXPECT_EQ(std::count(csv.begin(), csv.end(), '\n'), 3);
  EXPECT_NE(read_file(out_ + "/sweep.svg").find("<svg"), std::string::npos);
  EXPECT_EQ(read_file(out_ + "/sweep.png").substr(1, 3), "PNG");
}

TEST_F(SweepTest, TableHasAColumnForEverySweptKeyAndCanBeMoved) {
  auto arguments = command("0.1,0.2");
  for (const char* set : {"traffic.pattern=uniform,\"neighbour\"", "network.radix=[4,2],[2,4]",
                          "router.virtual_channels=2"}) {
    arguments.insert(arguments.end(), {"--set", set});
  }
  const ProgramResult result = turnpike(arguments);
  ASSERT_EQ(result.status, 0) << result.error;
  const std::string moved = folder_.file("moved");
  fs::rename(out_, moved);
  std::istringstream csv(read_file(moved + "/sweep.csv"));
  std::string line;
  std::getline(csv, line);
  EXPECT_EQ(line.rfind("traffic.pattern,network.radix,traffic.load,file,name,", 0), 0u) << line;
  for (const char* row :
       {R"(uniform,"[4, 2]",0.1,)", R"(uniform,"[4, 2]",0.2,)", R"(uniform,"[2, 4]",0.1,)",
        R"(uniform,"[2, 4]",0.2,)", R"(neighbour,"[4, 2]",0.1,)", R"(neighbour,"[4, 2]",0.2,)",
        R"(neighbour,"[2, 4]",0.1,)", R"(neighbour,"[2, 4]",0.2,)"}) {
    ASSERT_TRUE(std::getline(csv, line)) << row;
    const std::size_t begin = std::string(row).size();
    EXPECT_EQ(line.substr(0, begin), row);
    const std::string file = line.substr(begin, line.find(',', begin) - begin);
    EXPECT_EQ(file.rfind("points/load_", 0), 0u) << line;
    EXPECT_TRUE(fs::is_regular_file(moved + "/" + file)) << line;
  }
  EXPECT_FALSE(std::getline(csv, line)) << line;
}

TEST_F(SweepTest, ASweptKeyIsGivenOnce) {
  auto arguments = command("0.1");
  arguments.insert(arguments.end(),
                   {"--set", "router.buffer_depth=2,4", "--set", "router.buffer_depth=8"});
  const ProgramResult result = turnpike(arguments);
  EXPECT_EQ(result.status, 2);
  EXPECT_NE(result.error.find("--set: found key 'router.buffer_depth' twice"), std::string::npos)
      << result.error;
}

TEST_F(SweepTest, WithoutGnuplotTheResultsRemainAndItSaysWhatIsMissing) {
  const ProgramResult result =
      turnpike_in_shell("PATH=/nonexistent exec \"$0\" \"$@\"", command("0.1,0.2"));
  EXPECT_EQ(result.status, 0) << result.error;
  EXPECT_NE(result.error.find("gnuplot"), std::string::npos) << result.error;
  EXPECT_EQ(Json::parse(result.out).at("curves").at(0).at("points").size(), 2u);
  EXPECT_TRUE(fs::is_regular_file(out_ + "/sweep.csv"));
  EXPECT_TRUE(fs::is_regular_file(out_ + "/sweep.gp"));
  EXPECT_FALSE(fs::exists(out_ + "/sweep.svg"));
}

TEST_F(SweepTest, FullDiskLeavesNoPartOfAPoint) {
  const ProgramResult result =
      turnpike_in_shell("ulimit -f 1; exec \"$0\" \"$@\"", command("0.1,0.2"));
  EXPECT_EQ(result.status, 2) << result.error;
  EXPECT_NE(result.error.find("cannot be written"), std::string::npos) << result.error;
  for (const std::string& file : folder_.files()) {
    EXPECT_EQ(file.find("load_"), std::string::npos) << file;
  }
}

// Points that are there are not written again: the files of the sweep itself find the disk full.
TEST_F(SweepTest, RerunOnAFullDiskLeavesAllOldFilesOrAllNew) {
  ASSERT_EQ(turnpike(command("0.1")).status, 0);
  const auto all_new = folder_.texts("out");
  ASSERT_EQ(turnpike(command("0.1,0.2")).status, 0);
  const auto before = folder_.texts("out");
  int status = 2;
  for (int blocks = 1; status != 0; ++blocks) {
    ASSERT_LT(blocks, 64);
    status = turnpike_in_shell("ulimit -f " + std::to_string(blocks) + "; exec \"$0\" \"$@\"",
                               command("0.1"))
                 .status;
    if (status != 0) {
      EXPECT_EQ(folder_.texts("out"), before) << blocks;
    }
  }
  const auto after = folder_.texts("out");
  EXPECT_EQ(after.at("sweep.csv"), all_new.at("sweep.csv"));
  EXPECT_EQ(after.at("sweep.gp"), all_new.at("sweep.gp"));
  const Json sweep = Json::parse(after.at("sweep.json"));
  for (const Json& file : sweep.at("files")) {
    EXPECT_TRUE(fs::is_regular_file(file.get<std::string>())) << file;
  }
  // A picture that found no room is missing, and not that of the sweep before.
  EXPECT_TRUE(after.count("sweep.svg") == 0 || after.at("sweep.svg") == all_new.at("sweep.svg"));
}

TEST_F(SweepTest, FinishedPointsAreNotRunAgainUnlessTheirInputsChange) {
  ASSERT_EQ(turnpike(command("0.1,0.2")).status, 0);
  const auto before = point_files();
  ASSERT_EQ(before.size(), 2u);
  ASSERT_EQ(turnpike(command("0.1,0.2,0.3")).status, 0);
  const auto after = point_files();
  ASSERT_EQ(after.size(), 3u);
  for (const auto& [file, time] : before) EXPECT_EQ(after.at(file), time) << file;
  auto other_seed = command("0.1,0.2,0.3");
  other_seed.insert(other_seed.end(), {"--seed", "9"});
  ASSERT_EQ(turnpike(other_seed).status, 0);
  EXPECT_EQ(point_files().size(), 6u);
}

// Says which file and what is wrong with it, and leaves what a sweep from the start would.
TEST_F(SweepTest, DamagedPointsAreRunAgainWithANotice) {
  ASSERT_EQ(turnpike(command("0.1")).status, 0);
  const std::string file = point_files().begin()->first;
  const std::string good = read_file(file);
  const auto with = [&good](const std::string& from, const std::string& to) {
    std::string text = good;
    return text.replace(text.find(from), from.size(), to);
  };
  const std::map<std::string, std::string> damages = {
      {"", "no JSON object"},
      {good.substr(0, good.size() / 2), "no JSON object"},
      {std::string(100000, '['), "no JSON object"},
      {"[1, 2]\n", "no JSON object"},
      {R"({"name": "somebody else's", "inputs": 7})", "found schema null"},
      {R"({"schema": ")" + std::string(sim::kRunSchema) + R"(", "inputs": 7})",
       "found no key 'name'"},
      {with("\"mismatches\": 0", "\"mismatches\": -1"),
       "key 'mismatches': found -1, allowed: whole"},
      {with("\"mismatches\": 0", "\"mismatches\": 0.5"), "key 'mismatches': found 0.5"},
      {with("\"mismatches\": 0", "\"mismatches\": 3"),
       "key 'status': found \"done\", allowed: mism"},
      {with("\"latency\": ", "\"latency\": -"), "key 'latency': found -"},
      {with("\"complete\": true", "\"complete\": 1"), "key 'complete': found 1, allowed: true, f"},
      {with("\"complete\": true,", ""), "found no key 'complete'"},
      {with("\"standstill\": null,", ""), "found no key 'standstill'"},
      {with("\"hops\"", "\"hips\": 1, \"hops\""), "found key 'hips'"},
      {with("\"standstill\": null", "\"standstill\": {\"cycle\": -1}"), "key 'standstill'"},
      {with("\"engine\": \"model\"", "\"engine\": \"steam\""), "key 'engine': found \"steam\""},
      {with("\"inputs\": \"", "\"inputs\": \"0"), "found inputs \"0"},
      {with("\"latency\": ", "\"latency\": 1"), "found other results than in "},
  };
  for (const auto& [text, words] : damages) {
    std::ofstream(file, std::ios::binary) << text;
    const ProgramResult result = turnpike(command("0.1"));
    EXPECT_EQ(result.status, 0) << result.error;
    EXPECT_NE(result.error.find(file + ": "), std::string::npos) << words << ": " << result.error;
    EXPECT_NE(result.error.find(words), std::string::npos) << words << ": " << result.error;
    EXPECT_NE(result.error.find("this point is run again"), std::string::npos) << result.error;
    EXPECT_EQ(read_file(file), good) << words;
  }
  EXPECT_EQ(turnpike(command("0.1")).error, "");
}

TEST_F(SweepTest, PointWithDamagedFilesBesideItIsRunAgainWithANotice) {
  ASSERT_EQ(turnpike(command("0.1")).status, 0);
  const fs::path folder = fs::path(point_files().begin()->first).replace_extension();
  const std::string file = (folder / "slowest.csv").string();
  const std::string good = read_file(file);
  std::ofstream(file) << good.substr(0, good.size() / 2);
  const ProgramResult result = turnpike(command("0.1"));
  EXPECT_EQ(result.status, 0);
  EXPECT_NE(result.error.find(file), std::string::npos) << result.error;
  EXPECT_EQ(read_file(file), good);
}

// What lies in it is not ours to remove.
TEST_F(SweepTest, FolderInPlaceOfAPointIsRefusedBeforeAnythingRuns) {
  ASSERT_EQ(turnpike(command("0.1")).status, 0);
  const std::string file = point_files().begin()->first;
  fs::remove(file);
  fs::create_directory(file);
  const ProgramResult result = turnpike(command("0.05,0.1"));
  EXPECT_EQ(result.status, 2);
  EXPECT_NE(result.error.find(file + ": found a folder, allowed: the file of a point"),
            std::string::npos)
      << result.error;
  EXPECT_EQ(point_files().size(), 1u);
}

TEST_F(SweepTest, InterruptKeepsFinishedPointsSaysWhatIsMissingAndResumes) {
  // The second curve has no end, so the interrupt cannot come too late.
  auto arguments = command("0.1,0.11,0.12");
  arguments.insert(arguments.end(), {"--set", "run.max_cycles=1000000000000", "--set",
                                     "run.measurement=2000,100000000000"});
  std::vector<std::string> full = arguments;
  full.insert(full.begin(), test::program_path());
  {
    sim::ChildProcess child(full);
    ASSERT_TRUE(eventually([&] { return point_files().size() == 3 || child.ended(); }));
    child.signal(SIGINT);
    child.wait();
    EXPECT_EQ(child.exit_status(), 130);
    EXPECT_NE(child.standard_error().find(
                  "interrupted; missing: load 0.1, run.measurement = 100000000000; load 0.11, "),
              std::string::npos)
        << child.standard_error();
    EXPECT_EQ(Json::parse(child.standard_output()).at("missing").size(), 3u);
  }
  const auto before = point_files();
  EXPECT_EQ(before.size(), 3u);
  arguments = command("0.1,0.11,0.12,0.13");
  arguments.insert(arguments.end(), {"--set", "run.max_cycles=1000000000000"});
  const ProgramResult resumed = turnpike(arguments);
  EXPECT_EQ(resumed.status, 0) << resumed.error;
  EXPECT_EQ(Json::parse(resumed.out).at("missing").size(), 0u);
  const auto after = point_files();
  EXPECT_EQ(after.size(), 4u);
  for (const auto& [file, time] : before) EXPECT_EQ(after.at(file), time) << file;
}

TEST_F(SweepTest, SeveralValuesOfAKeyGiveACurveEach) {
  auto arguments = command("0.1");
  arguments.insert(arguments.end(), {"--set", "router.virtual_channels=1,2", "--set",
                                     "router.buffer_depth=2,4", "--set", "run.seed=3"});
  const ProgramResult result = turnpike(arguments);
  ASSERT_EQ(result.status, 0) << result.error;
  const Json curves = Json::parse(result.out).at("curves");
  ASSERT_EQ(curves.size(), 4u);
  EXPECT_EQ(curves[1].at("label"), "router.virtual_channels = 1, router.buffer_depth = 4");
}

TEST_F(SweepTest, WithoutLoadsItFindsTheSaturationPoint) {
  const ProgramResult result = turnpike(command(""));
  ASSERT_EQ(result.status, 0) << result.error;
  const Json curve = Json::parse(result.out).at("curves").at(0);
  const double saturation = curve.at("saturation").get<double>();
  EXPECT_GT(saturation, 0.4);  // a 4x4 mesh carries up to 1 flit per node and cycle
  EXPECT_LT(saturation, 1.0);
  EXPECT_LE(curve.at("lowest_saturated").get<double>(), 1.021 * saturation);
  EXPECT_LE(curve.at("lowest_saturated").get<double>(), curve.at("bound").get<double>());
  std::set<double> loads;
  for (const Json& point : curve.at("points")) {
    const double offered = point.at("offered").get<double>();
    EXPECT_TRUE(!point.at("saturated").get<bool>() || offered > saturation) << offered;
    EXPECT_TRUE(loads.insert(offered).second) << offered << " twice";
  }
}

// Two switches of six terminals and one link, which every other message takes: 6 * 6 / 11 flits per
// cycle each way when every node offers one.
TEST_F(SweepTest, NoSaturationIsFoundAboveWhatALinkCarries) {
  constexpr double kBound = 11.0 / 36;
  const std::string config =
      folder_.write("link.toml",
                    "[network]\ntopology = \"irregular\"\nlinks = [[0, 1]]\nhosts = 6\n"
                    "[traffic]\npattern = \"uniform_other\"\nlength = 16\n"
                    "[run]\nengine = \"model\"\nmeasurement = 2000\n");
  for (const char* seed : {"1", "2", "3"}) {
    const ProgramResult result =
        turnpike({"sweep", config, "--json", "--jobs", "2", "--out", out_, "--seed", seed});
    ASSERT_EQ(result.status, 0) << result.error;
    const Json curve = Json::parse(result.out).at("curves").at(0);
    EXPECT_NEAR(curve.at("bound").get<double>(), kBound, 1e-9);
    EXPECT_LE(curve.at("lowest_saturated").get<double>(), kBound);
    EXPECT_LT(curve.at("saturation").get<double>(), kBound);
    EXPECT_GT(curve.at("saturation").get<double>(), 0.85 * kBound);
  }
}

TEST_F(SweepTest, ARunAboveTheBoundThatSawNothingIsNamedAsAFault) {
  const std::string config =
      folder_.write("short.toml",
                    "[network]\ntopology = \"irregular\"\nlinks = [[0, 1]]\nhosts = 6\n"
                    "[traffic]\npattern = \"uniform_other\"\n"
                    "[run]\nengine = \"model\"\nwarmup = 100\nmeasurement = 200\n");
  const ProgramResult result =
      turnpike({"sweep", config, "--load", "0.1,0.31", "--out", out_, "--jobs", "2"});
  ASSERT_EQ(result.status, 0) << result.error;
  EXPECT_NE(result.out.find("fault of the measurement: load 0.31 is above 0.3056, which no run can "
                            "exceed, and its run of 200 cycles did not see it"),
            std::string::npos)
      << result.out;
  EXPECT_EQ(result.out.find("load 0.1 is"), std::string::npos) << result.out;
}

// A message takes longer than 500 cycles where no other is under way.
TEST_F(SweepTest, ANetworkOfLongLinksHasASaturation) {
  const std::string config =
      folder_.write("long.toml",
                    "[network]\ntopology = \"irregular\"\nlinks = [[0, 1, 600]]\n"
                    "[router]\nbuffer_depth = 64\n"
                    "[traffic]\npattern = \"uniform_other\"\nload = 0.001\nlength = 1\n"
                    "[run]\nengine = \"model\"\n");
  const ProgramResult run = turnpike({"run", config, "--json"});
  EXPECT_EQ(Json::parse(run.out).at("status"), "done") << run.out;
  const ProgramResult result = turnpike({"sweep", config, "--json", "--jobs", "2", "--out", out_});
  ASSERT_EQ(result.status, 0) << result.error;
  EXPECT_FALSE(Json::parse(result.out).at("curves").at(0).at("saturation").is_null()) << result.out;
  const ProgramResult limited =
      turnpike({"sweep", config, "--jobs", "2", "--out", out_, "--set", "run.latency_limit=500"});
  EXPECT_NE(limited.out.find("saturation: not found, no load is followed; at "), std::string::npos)
      << limited.out;
  EXPECT_NE(limited.out.find("leave run.latency_limit out"), std::string::npos) << limited.out;
}

TEST_F(SweepTest, BadLoadsAndBadPointsEndBeforeAnythingRuns) {
  for (const char* loads : {"0.1:0.3", "0.3:0.1:0.1", "0.1:0.3:0", "a", "0.5:33:0.5", "nan"}) {
    const ProgramResult result = turnpike(command(loads));
    EXPECT_EQ(result.status, 2) << loads;
    EXPECT_NE(result.error.find("--load"), std::string::npos) << result.error;
  }
  auto arguments = command("0.1");
  arguments.insert(arguments.end(), {"--set", "router.buffer_depth=4,0"});
  const ProgramResult result = turnpike(arguments);
  EXPECT_EQ(result.status, 2);
  EXPECT_NE(result.error.find("--set router.buffer_depth=0"), std::string::npos) << result.error;
  EXPECT_TRUE(point_files().empty());
}

}  // namespace
}  // namespace turnpike::test
