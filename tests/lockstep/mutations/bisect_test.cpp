// `turnpike bisect` on planted faults: the smallest run that fails alike, and the commit that
// brought one.

#include <gtest/gtest.h>
#include <unistd.h>

#include <cstdlib>
#include <fstream>
#include <string>

#include "sim/base/data_folder.h"
#include "sim/base/parse_json.h"
#include "tests/lockstep/mutations/faults.h"
#include "tests/support/places.h"
#include "tests/support/scratch_folder.h"
#include "tests/system/commands/program.h"

namespace turnpike::test {
namespace {

using sim::Json;
namespace fs = std::filesystem;

// Candidates have one of three shapes of routers. Those of a line are others, which Verilator
// cannot build with all faults in them: they are refused, and the search goes on.
const char* const kMesh =
    "[network]\ntopology = \"mesh\"\nradix = [4, 4]\n"
    "[router]\nvirtual_channels = 2\n[traffic]\nload = 0.3\nlength = {kind = \"exponential\", mean "
    "= 6}\n"
    "[run]\nmeasurement = 1000\nseed = 5\n";

class BisectTest : public testing::Test {
 protected:
  void SetUp() override {
    const fs::path shapes = fs::absolute(sim::shape_folder());
    ASSERT_EQ(::setenv("TURNPIKE_SHAPES", shapes.c_str(), 1), 0);
    ASSERT_EQ(::unsetenv("TURNPIKE_ROOT"), 0);
    ASSERT_EQ(::chdir(scratch_.path().c_str()), 0);
  }

  // The hardware has all faults, of which `number` is chosen.
  void plant(unsigned number) const {
    copy_with_faults(scratch_.path());
    ASSERT_EQ(::setenv("TURNPIKE_ROOT", scratch_.path().c_str(), 1), 0);
    std::ofstream("fault") << number << "\n";
  }

  static std::string write(const std::string& name, const std::string& text) {
    std::ofstream(name) << text;
    return name;
  }

  ScratchFolder scratch_;
};

class BisectMutationTest : public BisectTest, public testing::WithParamInterface<Fault> {};

TEST_P(BisectMutationTest, TheMinimumHasFewRoutersAndPackets) {
  plant(number_of(GetParam()));
  write("mesh.toml", kMesh);
  const ProgramResult result = turnpike({"bisect", "mesh.toml", "--out", "out", "--json"});
  ASSERT_EQ(result.status, 0) << result.error;
  const Json json = Json::parse(result.out);
  EXPECT_LE(json.at("components"), 4) << result.out;
  EXPECT_LE(json.at("packets"), 3) << result.out;
  EXPECT_LE(json.at("cycle"), 100) << result.out;
  EXPECT_EQ(Json::parse(read_file("out/bisect.json")), json);
  const std::string minimum = read_file("out/minimal.toml");
  const std::string packets = read_file("out/packets.trace");
  EXPECT_EQ(minimum.find("seed"), std::string::npos) << minimum;  // nor any other key of the run

  // Its own command repeats it, with a waveform.
  const Json& mismatch = json.at("failure").at("mismatch");
  fs::remove("out/mismatch.fst");
  const auto command = json.at("command").get<std::string>();
  ASSERT_EQ(command.rfind("turnpike ", 0), 0u);
  const ProgramResult again = turnpike_in_shell("\"$0\" " + command.substr(9) + " --json", {});
  EXPECT_EQ(again.status, 1) << again.error;
  const auto report = Json::parse(again.out).at("mismatch_report").get<std::string>();
  EXPECT_NE(report.find("cycle " + mismatch.at("cycle").dump() + ", " +
                        mismatch.at("component").get<std::string>()),
            std::string::npos)
      << report;
  EXPECT_TRUE(fs::exists("out/mismatch.fst"));

  // Another time it finds the same.
  ASSERT_EQ(turnpike({"bisect", "mesh.toml", "--out", "out", "--json"}).out, result.out);
  EXPECT_EQ(read_file("out/minimal.toml"), minimum);
  EXPECT_EQ(read_file("out/packets.trace"), packets);
}

const Fault& load_fault(const std::string& output) {
  for (const Fault& fault : kLoadFaults) {
    if (output == fault.output) return fault;
  }
  throw std::logic_error("no such fault");
}

// Three that any packet meets; two that show where packets wait for each other.
INSTANTIATE_TEST_SUITE_P(Some, BisectMutationTest,
                         testing::Values(kLineFaults[0], kLineFaults[2], kLineFaults[7],
                                         load_fault("word_o"), load_fault("out_vc_o")),
                         [](const testing::TestParamInfo<Fault>& test) {
                           return fs::path(test.param.file).stem().string() + "_" +
                                  test.param.output;
                         });

TEST_F(BisectTest, AMismatchTellsWhatWasRun) {
  plant(number_of(kLineFaults[0]));
  write("mesh.toml", kMesh);
  const ProgramResult result = turnpike({"run", "mesh.toml", "--json"});
  ASSERT_EQ(result.status, 1) << result.error;
  const Json json = Json::parse(result.out);
  EXPECT_GT(json.at("offered"), 0);
  const auto cycles = json.at("cycles").get<std::uint64_t>();
  ASSERT_GT(cycles, 0u);
  const auto report = json.at("mismatch_report").get<std::string>();
  EXPECT_NE(report.find("cycle " + std::to_string(cycles - 1) + ", "), std::string::npos) << report;
}

TEST_F(BisectTest, ARunThatDoesNotFailHasAStatusOfItsOwn) {
  plant(0);
  write("mesh.toml", kMesh);
  const ProgramResult result = turnpike({"bisect", "mesh.toml", "--out", "out"});
  EXPECT_EQ(result.status, 3);
  EXPECT_NE(result.error.find("mesh.toml: does not fail"), std::string::npos) << result.error;
  EXPECT_FALSE(fs::exists("out/minimal.toml"));
}

class CommitsTest : public BisectTest {
 protected:
  void SetUp() override {
    BisectTest::SetUp();
    run("git init -q repository && cd repository && git config user.name T && "
        "git config user.email t@example.org");
    fs::copy(source_path("rtl"), "repository/rtl", fs::copy_options::recursive);
  }

  static void run(const std::string& script) {
    const ProgramResult result = turnpike_in_shell(script, {});
    ASSERT_EQ(result.status, 0) << script << "\n" << result.error;
  }

  // Commits what is there and names it.
  static void commit(const std::string& name) {
    run("cd repository && git add -A && git commit -qm '" + name + "' && git tag " + name);
  }
  static void append(const std::string& file, const std::string& text) {
    std::ofstream("repository/" + file, std::ios::app) << text;
  }
  // Of `name`, as the whole repository is called in a result.
  static std::string number_of_commit(const std::string& name) {
    const ProgramResult result = turnpike_in_shell("cd repository && git rev-parse " + name, {});
    return result.out.substr(0, 40);
  }
  void plant_for_good(const Fault& fault) const {
    const fs::path with = scratch_.path() / "faulty";
    fs::create_directories(with);
    copy_with_fault(with, fault);
    fs::copy_file(with / fault.file, fs::path("repository") / fault.file,
                  fs::copy_options::overwrite_existing);
    fs::remove_all(with);
  }

  ProgramResult bisect(const std::string& range) const {
    write("line.toml",
          "[network]\ntopology = \"mesh\"\nradix = [4, 4]\n[traffic]\nload = 0.2\n"
          "[run]\nmeasurement = 200\n");
    return turnpike({"bisect", "line.toml", "--commits", range, "--repository", "repository",
                     "--out", "out", "--json"});
  }
};

TEST_F(CommitsTest, TheFirstBadOneIsFoundAndOneThatDoesNotBuildIsSkipped) {
  const Fault& fault = kLineFaults[0];
  commit("first");
  append("README.md", "no hardware\n");
  commit("text");
  append("rtl/router/router_switch.v", "this is no Verilog\n");
  commit("broken");
  run("cd repository && git checkout -q first -- rtl");
  append("rtl/coprocessor/coprocessor.v", "// of another component\n");
  commit("repaired");
  plant_for_good(fault);
  commit("fault");
  append("rtl/README.md", "more words\n");
  commit("last");

  const ProgramResult result = bisect("first..last");
  ASSERT_EQ(result.status, 0) << result.error;
  const Json json = Json::parse(result.out);
  EXPECT_EQ(json.at("first_bad"), number_of_commit("fault")) << result.out;
  EXPECT_EQ(json.at("suspects").at(0).at("title"), "fault");
  EXPECT_EQ(json.at("failure").at("kind"), "mismatch at a router, out_*_o");
  EXPECT_TRUE(fs::exists("out/mismatch.fst"));
  for (const Json& one : json.at("tried")) {
    if (one.at("title") != "broken") continue;
    EXPECT_EQ(one.at("verdict"), "skipped");
    EXPECT_NE(one.at("why").get<std::string>().find("cannot be built"), std::string::npos);
  }

  // Between two commits of which one cannot be judged it stays open.
  run("cd repository && git checkout -q broken");
  plant_for_good(fault);
  run("cd repository && git checkout -q first -- rtl/router/router_switch.v");
  commit("beside");
  const ProgramResult open = bisect("first..beside");
  EXPECT_EQ(open.status, 1) << open.error;
  EXPECT_TRUE(Json::parse(open.out).at("first_bad").is_null()) << open.out;
  EXPECT_EQ(Json::parse(open.out).at("suspects").size(), 2u) << open.out;

  EXPECT_EQ(bisect("first..repaired").status, 3);
  for (const auto& [range, what] :
       {std::pair{"fault..last", "fails as BAD does"}, std::pair{"last..first", "comes before"},
        std::pair{"first..broken", "can be judged"}, std::pair{"first...last", "GOOD..BAD"},
        std::pair{"first", "GOOD..BAD"}, std::pair{"nowhere..last", "a commit of"},
        std::pair{"--all..last", "a commit of"}}) {
    const ProgramResult wrong = bisect(range);
    EXPECT_EQ(wrong.status, 2) << range;
    EXPECT_NE(wrong.error.find(what), std::string::npos) << range << ": " << wrong.error;
  }
}

}  // namespace
}  // namespace turnpike::test
