// `turnpike paper arnau`: a short run of all parts, one figure alone, what is refused.

#include <gtest/gtest.h>

#include <set>

#include "tests/papers/system/paper_report.h"

namespace turnpike::test {
namespace {

TEST(PaperArnauTest, QuickRunJudgesEveryClaim) {
  const TemporaryFolder folder;
  const ProgramResult result =
      turnpike({"paper", "arnau", "--quick", "--json", "--jobs", "2", "--out", folder.file("arnau"),
                "--page", folder.file("arnau.md")});
  ASSERT_EQ(result.status, 0) << result.error;
  const Json report = Json::parse(result.out);
  auto found = verdicts(report);
  EXPECT_EQ(found.size(), 27u);
  const std::set<std::string> known = {"holds", "holds in part", "contradicted", "not decided"};
  for (const auto& [id, verdict] : found) EXPECT_EQ(known.count(verdict), 1u) << id << verdict;
  for (const char* id : {"table_1", "table_2", "symmetry", "triangle", "points", "not_minimal"}) {
    EXPECT_EQ(found[id], "holds") << id;
  }
  EXPECT_EQ(found["traffic_s8"], "not decided");
  EXPECT_NE(found["weighted_s8"], "contradicted");
  EXPECT_TRUE(report.at("failures").empty());

  expect_files(folder, {"arnau.md",
                        "arnau/claims.csv",
                        "arnau/equivalent_distances_10.csv",
                        "arnau/networks.csv",
                        "arnau/figure_10.svg",
                        "arnau/figure_5.svg",
                        "arnau/figure_6.svg",
                        "arnau/figure_7.svg",
                        "arnau/figure_8.svg",
                        "arnau/figure_9.svg",
                        "arnau/index_16.svg",
                        "arnau/loads_10.csv",
                        "arnau/loads_16.csv",
                        "arnau/loads_20.csv",
                        "arnau/loads_24.csv",
                        "arnau/readings_10.csv",
                        "arnau/readings_16.csv",
                        "arnau/readings_20.csv",
                        "arnau/readings_24.csv",
                        "arnau/report.json"});
}

TEST(PaperArnauTest, OneFigureAloneIsRepeatable) {
  const std::vector<std::string> arguments = {"paper",   "arnau",  "--figure", "8",
                                              "--quick", "--json", "--seed",   "7"};
  const Json report = report_on_any_jobs(arguments);
  EXPECT_EQ(report.at("seeds"), Json({7, 8}));
  auto found = verdicts(report);
  EXPECT_NE(found["weighted_s8"], "not judged");
  EXPECT_EQ(found["sixteen_low"], "not judged");
  EXPECT_EQ(found["table_2"], "holds");
}

TEST(PaperArnauTest, BadInputSaysWhatIsAllowed) {
  const ProgramResult result = turnpike({"paper", "arnau", "--figure", "4"});
  EXPECT_EQ(result.status, 2);
  EXPECT_NE(result.error.find("--figure: found '4', allowed: distances, 5, 6, 7, 8, networks, 9"),
            std::string::npos)
      << result.error;
}

}  // namespace
}  // namespace turnpike::test
