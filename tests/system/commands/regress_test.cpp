// `turnpike regress`: suites on this machine, interrupted, repeated, judged; what Slurm refuses.

#include <gtest/gtest.h>

#include <csignal>
#include <random>
#include <thread>

#include "sim/base/parse_json.h"
#include "sim/studies/regress/suite_keys.h"
#include "tests/support/places.h"
#include "tests/support/processes.h"
#include "tests/support/waiting.h"
#include "tests/system/commands/program.h"

namespace turnpike::test {
namespace {

using sim::Json;
namespace fs = std::filesystem;

const std::string kSuite =
    "[suite]\nname = \"small\"\n"
    "[case.mesh]\nengines = [\"model\"]\nseeds = 3\n"
    "set.network = {topology = \"mesh\", radix = [4, 4]}\nset.run.measurement = 500\n"
    "sweep.traffic.load = [0.1, 0.3]\nexpect.latency = [1, 100]\n"
    "[case.ring]\nengines = [\"model\"]\nallow_deadlock = true\nexpect.deadlock = true\n"
    "set.network = {topology = \"torus\", radix = [4, 4], direction = \"unidirectional\"}\n"
    "set.router.virtual_channels = 1\nset.traffic = {load = 0.3, length = 16}\n"
    "set.run.watchdog = 1000\n"
    "[case.programs]\nengines = [\"model\"]\nmachine = {program = \"ring\", dimensions = 2}\n";
constexpr std::size_t kPoints = 8;

class RegressTest : public testing::Test {
 protected:
  std::vector<std::string> command(const std::string& part, const std::string& out,
                                   std::vector<std::string> more = {}) const {
    more.insert(more.begin(), {"regress", part, suite_, "--out", folder_.file(out)});
    return more;
  }
  ProgramResult run(const std::string& out, const std::vector<std::string>& more = {}) const {
    return turnpike(command("run", out, more));
  }
  void write_suite(const std::string& text) const { folder_.write("small.toml", text); }
  void append(const std::string& text) const { write_suite(read_file(suite_) + text); }
  Json json_of(const std::string& out) const {
    return Json::parse(read_file(folder_.file(out + "/regress.json")));
  }
  // Result file -> when it was written.
  std::map<std::string, fs::file_time_type> results(const std::string& out) const {
    std::map<std::string, fs::file_time_type> files;
    std::error_code none;
    for (const auto& entry : fs::directory_iterator(folder_.file(out + "/points"), none)) {
      if (entry.path().extension() == ".json") files[entry.path()] = entry.last_write_time();
    }
    return files;
  }

  TemporaryFolder folder_;
  const std::string suite_ = folder_.write("small.toml", kSuite);
};

TEST_F(RegressTest, AllPassAndTheFilesSaySo) {
  const ProgramResult result = run("out");
  ASSERT_EQ(result.status, 0) << result.out << result.error;
  EXPECT_NE(result.out.find("small: 8 points, 8 passed, 0 failed, 0 missing"), std::string::npos)
      << result.out;
  const Json json = json_of("out");
  EXPECT_EQ(json.at("passed"), kPoints);
  EXPECT_EQ(json.at("points").size(), kPoints);
  EXPECT_EQ(json.at("points").at(6).at("end"), "deadlock");
  EXPECT_TRUE(json.at("points").at(7).at("figures").at("cycles").contains("ring"));
  const std::string xml = read_file(folder_.file("out/regress.xml"));
  EXPECT_NE(xml.find("<testsuites name=\"small\" tests=\"8\" failures=\"0\""), std::string::npos);
  EXPECT_NE(read_file(folder_.file("out/regress.html")).find("mesh/traffic.load=0.1/model/seed-2"),
            std::string::npos);
}

TEST_F(RegressTest, TheSameBytesComeInWhateverOrderAndFolder) {
  ASSERT_EQ(run("one", {"--jobs", "1"}).status, 0);
  ASSERT_EQ(run("many", {"--jobs", "4"}).status, 0);
  ASSERT_EQ(turnpike(command("work", "one", {"--first", "5"})).status, 0);  // nothing left
  EXPECT_EQ(read_file(folder_.file("one/regress.json")),
            read_file(folder_.file("many/regress.json")));
}

TEST_F(RegressTest, WhatHasAResultIsNotRunAgain) {
  ASSERT_EQ(run("out").status, 0);
  const auto before = results("out");
  append(
      "[case.more]\nengines = [\"model\"]\nset.network = {topology = \"mesh\", radix = [2, 2]}\n");
  ASSERT_EQ(run("out").status, 0);
  const auto after = results("out");
  EXPECT_EQ(after.size(), before.size() + 1);
  for (const auto& [file, time] : before) EXPECT_EQ(after.at(file), time) << file;
}

TEST_F(RegressTest, AFailureIsGroupedAndItsCommandRepeatsIt) {
  append(
      "[case.slow]\nengines = [\"model\"]\nseeds = 2\nexpect.latency = [1, 2]\n"
      "set.network = {topology = \"mesh\", radix = [4, 4]}\nset.run.measurement = 500\n");
  const ProgramResult result = run("out");
  EXPECT_EQ(result.status, 1) << result.error;
  EXPECT_NE(result.out.find("2 x latency above its interval, case slow"), std::string::npos)
      << result.out;
  const Json json = json_of("out");
  ASSERT_EQ(json.at("groups").size(), 1u);
  const Json& failed = json.at("points").at(8);
  EXPECT_EQ(failed.at("verdict"), "failed");
  ASSERT_EQ(failed.at("files").size(), 1u);  // of the model: events, no waveform
  const std::string events =
      read_file(folder_.file("out/" + failed["files"][0].get<std::string>()));
  EXPECT_EQ(events.rfind("# turnpike.events/1\n", 0), 0u);
  const auto repeat = failed.at("repeat").get<std::string>();
  ASSERT_EQ(repeat.rfind("turnpike run ", 0), 0u);
  const ProgramResult again =
      turnpike_in_shell("cd \"$1\" && \"$0\" ${2#turnpike } --json", {folder_.file("out"), repeat});
  ASSERT_EQ(again.status, 0) << again.error;
  EXPECT_EQ(Json::parse(again.out).at("latency"), failed.at("figures").at("latency"));
  // Another expectation needs no other run.
  const auto before = results("out");
  write_suite(kSuite +
              "[case.slow]\nengines = [\"model\"]\nseeds = 2\nexpect.latency = [1, 99]\n"
              "set.network = {topology = \"mesh\", radix = [4, 4]}\n"
              "set.run.measurement = 500\n");
  EXPECT_EQ(turnpike(command("collect", "out")).status, 0);
  EXPECT_EQ(results("out"), before);
}

TEST_F(RegressTest, ACrashAndAHangAreFailuresOfTheirPointAlone) {
  append(
      "[case.hang]\nengines = [\"model\"]\ntime_limit = 1\n"
      "set.network = {topology = \"mesh\", radix = [8, 8]}\n"
      "set.run = {measurement = 100000000, max_cycles = 1000000000}\n");
  const ProgramResult result = run("out");
  EXPECT_EQ(result.status, 1);
  const Json json = json_of("out");
  EXPECT_EQ(json.at("failed"), 1);
  EXPECT_EQ(json.at("points").at(8).at("end"), "timed_out");
  EXPECT_EQ(json.at("points").at(8).at("complaints").at(0).at("signature"),
            "ran for more than N s");
}

TEST_F(RegressTest, OnePointIsRunAloneByNumberOrName) {
  const ProgramResult result = run("out", {"--point", "mesh/traffic.load=0.3/model/seed-1"});
  EXPECT_EQ(result.status, 0) << result.error;
  EXPECT_NE(result.out.find("passed"), std::string::npos);
  EXPECT_EQ(results("out").size(), 1u);
  EXPECT_EQ(run("out", {"--point", "7"}).status, 0);
  EXPECT_EQ(results("out").size(), 2u);
  const ProgramResult wrong = run("out", {"--point", "8"});
  EXPECT_EQ(wrong.status, 2);
  EXPECT_NE(wrong.error.find("--point: found 8, allowed: 0 .. 7"), std::string::npos);
}

TEST_F(RegressTest, FailedPointsAreRunAgainOnRequest) {
  append("expect.equal_to = \"old.json\"\n");
  folder_.write("old.json", "{\"schema\": \"turnpike.regress/1\", \"points\": []}");
  EXPECT_EQ(run("out").status, 1);
  const auto before = results("out");
  EXPECT_EQ(run("out").status, 1);
  EXPECT_EQ(results("out"), before);
  EXPECT_EQ(run("out", {"--again"}).status, 1);
  std::size_t rewritten = 0;
  for (const auto& [file, time] : results("out")) rewritten += before.at(file) != time ? 1 : 0;
  EXPECT_EQ(rewritten, 1u);
}

TEST_F(RegressTest, ADamagedResultIsToldAndRunAgain) {
  ASSERT_EQ(run("out").status, 0);
  const std::string before = read_file(folder_.file("out/regress.json"));
  const std::string file = results("out").begin()->first;
  const std::string text = read_file(file);
  std::string changed = text;
  changed[changed.find("\"figures\"") + 40] ^= 1;
  for (const std::string& damage : {std::string(), text.substr(0, 200), changed}) {
    std::ofstream(file) << damage;
    const ProgramResult collected = turnpike(command("collect", "out"));
    EXPECT_EQ(collected.status, 1);
    EXPECT_NE(collected.error.find(file), std::string::npos) << collected.error;
    const ProgramResult again = run("out");
    EXPECT_EQ(again.status, 0) << again.error;
    EXPECT_NE(again.error.find("run again"), std::string::npos);
    EXPECT_EQ(read_file(folder_.file("out/regress.json")), before);
  }
}

// At moments that a seed draws, by SIGKILL, workers and coordinator alike.
TEST_F(RegressTest, KilledAgainAndAgainItEndsAsInPeace) {
  ASSERT_EQ(run("peace").status, 0);
  std::mt19937 draw(16);
  for (int kill = 0; kill < 12; ++kill) {
    sim::ChildProcess child([&] {
      auto arguments = command("run", "war", {"--jobs", "2"});
      arguments.insert(arguments.begin(), program_path());
      return arguments;
    }());
    std::this_thread::sleep_for(std::chrono::microseconds(draw() % 60'000));
    child.signal(SIGKILL);
    child.wait();
  }
  ASSERT_EQ(run("war").status, 0);
  EXPECT_EQ(read_file(folder_.file("war/regress.json")),
            read_file(folder_.file("peace/regress.json")));
}

// A failing point runs twice: for its result, then for what shows the failure. Killed between the
// two and within the second, the night goes on with the second.
TEST_F(RegressTest, WhatShowsAFailureIsMadeAfterAKillBeforeIt) {
  append(
      "[case.slow]\nengines = [\"model\"]\nexpect.latency = [1, 2]\n"
      "set.network = {topology = \"mesh\", radix = [8, 8]}\nset.run.measurement = 60000\n");
  ASSERT_EQ(run("peace").status, 1);
  const std::string wanted = read_file(folder_.file("peace/regress.json"));
  const auto evidence = json_of("peace").at("points").at(8).at("files").at(0).get<std::string>();
  for (const int signal : {SIGKILL, SIGINT}) {
    for (const std::string jobs : {"1", "2"}) {
      const std::string out = "war-" + std::to_string(signal) + "-" + jobs;
      auto arguments = command("run", out, {"--jobs", jobs});
      arguments.insert(arguments.begin(), program_path());
      sim::ChildProcess child(arguments);
      ASSERT_TRUE(eventually([&] { return results(out).size() == kPoints + 1; }));
      child.signal(signal);
      child.wait();
      ASSERT_FALSE(fs::exists(folder_.file(out + "/" + evidence))) << "the look was over too soon";
      EXPECT_EQ(run(out).status, 1);
      EXPECT_EQ(read_file(folder_.file(out + "/regress.json")), wanted);
      EXPECT_EQ(read_file(folder_.file(out + "/" + evidence)),
                read_file(folder_.file("peace/" + evidence)));
    }
  }
}

// Every state of the files that a kill can leave.
TEST_F(RegressTest, ANightGoesOnFromEachStepOfAFailingPoint) {
  append(
      "[case.slow]\nengines = [\"model\"]\nexpect.latency = [1, 2]\n"
      "set.network = {topology = \"mesh\", radix = [4, 4]}\nset.run.measurement = 500\n");
  ASSERT_EQ(run("out").status, 1);
  const Json failed = json_of("out").at("points").at(8);
  const std::string key = failed.at("key").get<std::string>();
  const std::string result = "out/points/" + key + ".json";
  const std::string look = "out/points/" + key + ".look";
  const std::string evidence = "out/" + failed.at("files").at(0).get<std::string>();
  const std::string failure = fs::path(evidence).parent_path().string();
  const std::string wanted = read_file(folder_.file("out/regress.json"));
  const std::string events = read_file(folder_.file(evidence));
  EXPECT_FALSE(fs::exists(folder_.file(look)));
  const auto goes_on = [&](const std::string& step) {
    EXPECT_EQ(run("out").status, 1) << step;
    EXPECT_EQ(read_file(folder_.file("out/regress.json")), wanted) << step;
    EXPECT_EQ(read_file(folder_.file(evidence)), events) << step;
    EXPECT_FALSE(fs::exists(folder_.file(look))) << step;
    for (const auto& entry : fs::directory_iterator(folder_.file(failure))) {
      EXPECT_NE(entry.path().extension(), ".tmp") << step;
    }
  };
  folder_.write(look, "");
  fs::remove(folder_.file(result));
  fs::remove_all(folder_.file(failure));
  goes_on("before the result");
  folder_.write(look, "");
  fs::remove_all(folder_.file(failure));
  EXPECT_EQ(turnpike(command("collect", "out")).status, 1);
  EXPECT_EQ(json_of("out").at("missing"), 1) << "its closer look is missing";
  goes_on("before the look");
  folder_.write(look, "");
  fs::remove(folder_.file(evidence));
  folder_.write(failure + "/.turnpike-0123456789abcdef.tmp", "");
  goes_on("in the look");
  folder_.write(look, "");
  goes_on("behind the look");
  folder_.write(look, "");
  folder_.write(result, "damaged");
  goes_on("with a damaged result");
}

TEST_F(RegressTest, InterruptSaysWhatIsMissing) {
  append(
      "[case.long]\nengines = [\"model\"]\n"
      "set.network = {topology = \"mesh\", radix = [8, 8]}\n"
      "set.run = {measurement = 100000000, max_cycles = 1000000000}\n");
  for (const std::string jobs : {"1", "2"}) {
    auto arguments = command("run", jobs, {"--jobs", jobs});
    arguments.insert(arguments.begin(), program_path());
    sim::ChildProcess child(arguments);
    const auto claims = [&] {
      return std::filesystem::directory_iterator(folder_.file(jobs + "/claims"));
    };
    ASSERT_TRUE(eventually([&] {  // the ninth point is claimed too, and runs
      return results(jobs).size() == kPoints && std::distance(begin(claims()), {}) == kPoints + 1;
    }));
    child.signal(SIGINT);
    child.wait();
    EXPECT_EQ(child.exit_status(), 130);
    EXPECT_NE(child.standard_error().find("interrupted; 1 of 9 points are missing"),
              std::string::npos)
        << child.standard_error();
    EXPECT_EQ(json_of(jobs).at("missing"), 1);
    std::size_t given_up = 0;
    for (const auto& claim : claims()) {
      given_up += std::filesystem::read_symlink(claim) == "free" ? 1 : 0;
    }
    EXPECT_EQ(given_up, 1u);
  }
}

TEST_F(RegressTest, TwoAtOnceShareTheWork) {
  auto arguments = command("run", "out", {"--jobs", "1"});
  arguments.insert(arguments.begin(), program_path());
  sim::ChildProcess one(arguments);
  sim::ChildProcess two(arguments);
  one.wait();
  two.wait();
  EXPECT_EQ(one.exit_status(), 0) << one.standard_error();
  EXPECT_EQ(two.exit_status(), 0) << two.standard_error();
  EXPECT_EQ(json_of("out").at("passed"), kPoints);
}

TEST_F(RegressTest, BadInputLeavesNothing) {
  const std::vector<std::pair<std::string, std::string>> mistakes = {
      {"expect.latncy = [1, 2]", "small.toml:3: key 'case.a.expect.latncy': unknown"},
      {"set.router.virtual_channels = 99", "small.toml:3: key 'router.virtual_channels'"},
      {"set.traffic = {pattern = \"transpose\"}\nsweep.network.radix = [[3, 2]]",
       "small.toml:3: key 'traffic.pattern'"},
      {"config = \"none.toml\"", "small.toml:3: key 'case.a.config': found"},
      {"expect.equal_to = \"none.json\"", "small.toml:3: key 'case.a.expect.equal_to': found"}};
  for (const auto& [mistake, words] : mistakes) {
    write_suite("[case.a]\nset.network = {topology = \"mesh\", radix = [4, 4]}\n" + mistake + "\n");
    const ProgramResult result = run("out");
    EXPECT_EQ(result.status, 2) << mistake;
    EXPECT_NE(result.error.find(words), std::string::npos) << result.error;
    EXPECT_FALSE(fs::exists(folder_.file("out/regress.json")));
    EXPECT_EQ(results("out").size(), 0u);
  }
  EXPECT_EQ(turnpike({"regress", "list", folder_.file("none.toml")}).status, 2);
  EXPECT_EQ(turnpike(command("collect", "never")).status, 2);
  EXPECT_EQ(turnpike(command("work", "never")).status, 2);
  EXPECT_FALSE(fs::exists(folder_.file("never")));
}

TEST_F(RegressTest, AFolderOfAnotherNightIsRefusedByATask) {
  ASSERT_EQ(run("out").status, 0);
  const ProgramResult result = turnpike(command("work", "out", {"--night", "another"}));
  EXPECT_EQ(result.status, 2);
  EXPECT_NE(result.error.find("is the folder shared?"), std::string::npos) << result.error;
}

// Programs called sbatch, squeue and scancel that do what a test needs.
class FakeSlurm {
 public:
  explicit FakeSlurm(const TemporaryFolder& folder) : folder_(folder) {
    fs::create_directories(folder.path() / "bin");
    add("squeue", "exit 0");
    add("scancel", "echo \"$@\" >> \"$(dirname \"$0\")/../cancelled\"");
  }
  void add(const std::string& name, const std::string& script) const {
    const std::string file = folder_.write("bin/" + name, "#!/bin/sh\n" + script + "\n");
    fs::permissions(file, fs::perms(0755));
  }
  ProgramResult run(const std::vector<std::string>& arguments) const {
    return turnpike_in_shell("PATH=\"" + folder_.file("bin") + ":$PATH\" exec \"$0\" \"$@\"",
                             arguments);
  }

 private:
  const TemporaryFolder& folder_;
};

TEST_F(RegressTest, WhatSbatchRefusesIsToldInItsWords) {
  const FakeSlurm slurm(folder_);
  slurm.add("sbatch", "echo 'sbatch: error: invalid partition specified: x' >&2; exit 1");
  const ProgramResult result = slurm.run(command("run", "out", {"--slurm", "--partition", "x"}));
  EXPECT_EQ(result.status, 2);
  EXPECT_NE(result.error.find("invalid partition specified: x"), std::string::npos) << result.error;
  slurm.add("sbatch", "exit 0");
  EXPECT_EQ(slurm.run(command("run", "out", {"--slurm"})).status, 2);
  const ProgramResult quoted = slurm.run(command("run", "out", {"--slurm", "--mem", "4G;x"}));
  EXPECT_EQ(quoted.status, 2);
  EXPECT_NE(quoted.error.find("--mem: found '4G;x'"), std::string::npos) << quoted.error;
  EXPECT_EQ(run("out", {"--partition", "x"}).status, 2);  // without --slurm
  EXPECT_FALSE(fs::exists(folder_.file("out/regress.json")));
}

// The array runs at once, here: what it leaves is what this machine leaves.
TEST_F(RegressTest, TheScriptRunsThePointsAsTasksOfAnArray) {
  const FakeSlurm slurm(folder_);
  slurm.add("sbatch",
            "for word; do case $word in --array=*) array=${word#--array=0-};; esac; done\n"
            "export SLURM_ARRAY_JOB_ID=7\n"
            "for SLURM_ARRAY_TASK_ID in $(seq 0 \"$array\"); do\n"
            "  export SLURM_ARRAY_TASK_ID; sh \"$word\" || exit 1\ndone >&2\necho '7;cluster'");
  const ProgramResult result = slurm.run(command("run", "out", {"--slurm", "--tasks", "3"}));
  ASSERT_EQ(result.status, 0) << result.out << result.error;
  ASSERT_EQ(run("here").status, 0);
  EXPECT_EQ(read_file(folder_.file("out/regress.json")),
            read_file(folder_.file("here/regress.json")));
}

// The RTL is no part of the program: a fault that came into it today must not pass with the
// results of yesterday.
TEST_F(RegressTest, ChangedHardwareIsRunAgain) {
  const FakeSlurm slurm(folder_);
  slurm.add("sbatch", "echo 7");
  write_suite(
      "[case.a]\nengines = [\"model\", \"lockstep\"]\nset.network = {topology = \"mesh\", radix = "
      "[4, 4]}\n"
      "[case.m]\nengines = [\"rtl\"]\nmachine.program = \"ring\"\n");
  for (const char* part : {"rtl", "sim/hardware/rtl_components", "papers"}) {
    fs::create_directories(folder_.path() / "root" / part);
    fs::copy(source_path(part), folder_.path() / "root" / part, fs::copy_options::recursive);
  }
  const auto keys = [&] {
    std::vector<std::string> words = command("run", "out", {"--slurm", "--submit-only"});
    const ProgramResult result =
        turnpike_in_shell("TURNPIKE_ROOT=\"" + folder_.file("root") + "\" PATH=\"" +
                              folder_.file("bin") + ":$PATH\" exec \"$0\" \"$@\"",
                          words);
    EXPECT_EQ(result.status, 0) << result.error;
    const Json points = Json::parse(read_file(folder_.file("out/plan.json"))).at("points");
    return std::vector<Json>{points.at(0).at(1), points.at(1).at(1), points.at(2).at(1)};
  };
  const std::vector<Json> before = keys();
  EXPECT_EQ(keys(), before);
  std::ofstream(folder_.file("root/rtl/router/router.v"), std::ios::app) << "// changed\n";
  const std::vector<Json> after = keys();
  EXPECT_EQ(after[0], before[0]);  // the model
  EXPECT_NE(after[1], before[1]);
  EXPECT_NE(after[2], before[2]);
}

TEST_F(RegressTest, TasksThatLeaveNothingMeanAFolderThatIsNotShared) {
  const FakeSlurm slurm(folder_);
  slurm.add("sbatch", "echo 7");
  const ProgramResult result = slurm.run(command("run", "out", {"--slurm"}));
  EXPECT_EQ(result.status, 2);
  EXPECT_NE(result.error.find("shares with the nodes"), std::string::npos) << result.error;
}

TEST_F(RegressTest, AHeldJobIsCancelled) {
  const FakeSlurm slurm(folder_);
  slurm.add("sbatch", "echo 7");
  slurm.add("squeue", "echo 'PENDING JobHeldAdmin'");
  EXPECT_EQ(slurm.run(command("run", "out", {"--slurm"})).status, 2);
  EXPECT_EQ(read_file(folder_.file("cancelled")), "7\n");
}

std::string suite_keys_as_markdown() {
  std::string text = "| key | allowed | default | meaning |\n|---|---|---|---|\n";
  for (const sim::KeyRow& key : sim::suite_keys()) {
    text += fmt::format("| `{}` | {} | {} | {} |\n", key.name, key.allowed(), key.default_text,
                        key.meaning);
  }
  return text;
}

TEST_F(RegressTest, ThePageHasTheKeysOfASuiteAndAnExampleThatRuns) {
  const std::string page = read_file(source_path("docs/regressions.md"));
  const std::string keys =
      "<!-- keys: begin -->\n" + suite_keys_as_markdown() + "<!-- keys: end -->";
  EXPECT_NE(page.find(keys), std::string::npos) << "docs/regressions.md must hold:\n" << keys;
  const std::size_t begin = page.find("```toml\n") + 8;
  folder_.write("first.toml", page.substr(begin, page.find("```", begin) - begin));
  fs::create_symlink(source_path("configs"), folder_.path() / "configs");
  const ProgramResult list = turnpike({"regress", "list", folder_.file("first.toml")});
  EXPECT_EQ(list.status, 0) << list.error;
  EXPECT_NE(list.out.find("mesh/traffic.load=0.1/lockstep/seed-0"), std::string::npos);
  const ProgramResult result =
      turnpike({"regress", "run", folder_.file("first.toml"), "--out", folder_.file("night")});
  EXPECT_EQ(result.status, 0) << result.out << result.error;
}

TEST_F(RegressTest, TheSuiteOfThisProjectHasTheTopologiesRoutersAndProgramsThatThereAre) {
  const ProgramResult result =
      turnpike({"regress", "list", source_path("configs/suites/nightly.toml"), "--json"});
  ASSERT_EQ(result.status, 0) << result.error;
  const Json points = Json::parse(result.out).at("points");
  EXPECT_NEAR(static_cast<double>(points.size()), 2000, 200);
  // All its networks and traffic are looked at before one is run.
  const ProgramResult one =
      turnpike({"regress", "run", source_path("configs/suites/nightly.toml"), "--out",
                folder_.file("nightly"), "--point", "mesh_latency/traffic.load=0.1/model/seed-0"});
  EXPECT_EQ(one.status, 0) << one.error;
  const std::string suite = read_file(source_path("configs/suites/nightly.toml"));
  for (const char* word : {"mesh",
                           "torus",
                           "hypercube",
                           "butterfly",
                           "irregular",
                           "express",
                           "packet",
                           "unidirectional",
                           "pipeline_cycles",
                           "boundary",
                           "clock_ratio",
                           "store_and_forward",
                           "message_classes",
                           "ring",
                           "all-to-all",
                           "reduction",
                           "broadcast",
                           "neighbour exchange",
                           "random",
                           "joint",
                           "interleaved",
                           "no_ascent",
                           "top_only",
                           "shortest_queue",
                           "emitted",
                           "deadlock"}) {
    EXPECT_NE(suite.find(word), std::string::npos) << word;
  }
}

}  // namespace
}  // namespace turnpike::test
