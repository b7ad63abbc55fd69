// `turnpike paper`: a short run of every paper, its files, and what it refuses.

#include <gtest/gtest.h>

#include <algorithm>
#include <filesystem>
#include <set>

#include "tests/papers/system/paper_report.h"

namespace turnpike::test {
namespace {

// All parts, short: every claim gets a verdict, and those that no length of a run can change are
// known.
TEST(PaperTest, QuickRunOfBuzzardJudgesEveryClaim) {
  const TemporaryFolder folder;
  const std::string out = folder.file("buzzard");
  const ProgramResult result = turnpike({"paper", "buzzard", "--quick", "--json", "--jobs", "2",
                                         "--out", out, "--page", folder.file("buzzard.md")});
  ASSERT_EQ(result.status, 0) << result.error;
  const Json report = Json::parse(result.out);
  auto found = verdicts(report);
  EXPECT_EQ(found.size(), 25u);
  for (const auto& [id, verdict] : found) EXPECT_NE(verdict, "not judged") << id;
  EXPECT_EQ(found["collision_fixed"], "holds");
  EXPECT_EQ(found["collision_adaptive"], "misprint");
  EXPECT_EQ(found["blocked_worm"], "misprint");
  EXPECT_EQ(found["alpha_short"], "holds");
  EXPECT_EQ(found["collision_factor"], "holds in part");
  EXPECT_NE(found["latency_adaptive_512"], "contradicted");
  EXPECT_TRUE(report.at("failures").empty());
  const auto open = std::count_if(report.at("parameters").begin(), report.at("parameters").end(),
                                  [](const Json& p) { return p.at("open").get<bool>(); });
  EXPECT_GE(open, 10);

  expect_files(folder, {"buzzard.md", "buzzard/claims.csv", "buzzard/collisions.csv",
                        "buzzard/collisions.svg", "buzzard/figure_6a.svg", "buzzard/figure_6b.svg",
                        "buzzard/figure_7a.svg", "buzzard/figure_7b.svg", "buzzard/ratios_512.csv",
                        "buzzard/report.json", "buzzard/times_2048.csv",
                        "buzzard/transport_8192.svg", "buzzard/transport_buffers.csv"});
  EXPECT_NE(read_file(folder.file("buzzard.md")).find("](buzzard/figure_6a.svg)"),
            std::string::npos);
}

TEST(PaperTest, OneFigureAloneIsRepeatable) {
  const std::vector<std::string> arguments = {"paper",   "buzzard", "--figure", "transport",
                                              "--quick", "--json",  "--seed",   "7"};
  const Json report = report_on_any_jobs(arguments);
  EXPECT_EQ(report.at("seeds"), Json({7, 8}));
  EXPECT_EQ(verdicts(report).size(), 6u);
}

TEST(PaperTest, BadInputSaysWhatIsAllowed) {
  struct Case {
    std::vector<std::string> list;
    std::string message;
  };
  const Case cases[] = {
      {{"paper", "einstein"}, "PAPER: found 'einstein', allowed: agarwal, "},
      {{"paper", "buzzard", "--figure", "9"}, "--figure: found '9', allowed: 6a, 6b, 7a, 7b"},
      {{"paper", "buzzard", "--seed", "-1"}, "--seed: found '-1', allowed: integer 0 .."},
      {{"paper", "buzzard", "--jobs", "0"}, "--jobs: found '0', allowed: integer 1 .. 256"},
      {{"paper", "buzzard", "--engine", "rtl"}, "--engine: found 'rtl', allowed: model, lockstep"},
      {{"paper", "buzzard", "--page", "x.md"}, "--page: found 'x.md', allowed: only with --out"},
      {{"paper"}, "PAPER is required"},
  };
  for (const Case& bad : cases) {
    const ProgramResult result = turnpike(bad.list);
    EXPECT_EQ(result.status, 2) << bad.message;
    EXPECT_EQ(result.out, "") << bad.message;
    EXPECT_NE(result.error.find(bad.message), std::string::npos)
        << "should say: " << bad.message << "\nbut says: " << result.error;
  }
  const ProgramResult help = turnpike({"paper", "--help"});
  EXPECT_NE(help.out.find("buzzard: Buzzard & Mudge 1988"), std::string::npos) << help.out;
}

TEST(PaperTest, AnInstalledProgramFindsItsSheetsAndSaysWhichIsMissing) {
  const TemporaryFolder folder;
  const std::string build = std::filesystem::path(program_path()).parent_path().string();
  const ProgramResult installed =
      run_command({"cmake", "--install", build, "--prefix", folder.file("first")});
  ASSERT_EQ(installed.status, 0) << installed.error;
  std::filesystem::rename(folder.file("first"), folder.file("moved"));
  const std::vector<std::string> command = {
      folder.file("moved/bin/turnpike"), "paper", "agarwal", "--figure", "8", "--json"};
  const ProgramResult result = run_command(command);
  EXPECT_EQ(result.status, 0) << result.error;
  EXPECT_EQ(verdicts(Json::parse(result.out)).size(), 2u);

  const std::string sheet = "share/turnpike/papers/agarwal/agarwal.toml";
  ASSERT_TRUE(std::filesystem::remove(folder.file("moved/" + sheet)));
  const ProgramResult without = run_command(command);
  EXPECT_EQ(without.status, 2);
  EXPECT_EQ(without.out, "");
  EXPECT_NE(without.error.find(sheet + ": cannot read it"), std::string::npos) << without.error;
}

TEST(PaperTest, WithoutItsProgramSaysHowToBuildIt) {
  const TemporaryFolder folder;  // `turnpike` alone in it
  std::filesystem::copy_file(program_path(), folder.file("turnpike"));
  const ProgramResult result = run_command({folder.file("turnpike"), "paper", "--help"});
  EXPECT_EQ(result.status, 2);
  EXPECT_EQ(result.out, "");
  EXPECT_NE(result.error.find("turnpike-papers is not built; `make papers` builds it"),
            std::string::npos)
      << result.error;
}

}  // namespace
}  // namespace turnpike::test
