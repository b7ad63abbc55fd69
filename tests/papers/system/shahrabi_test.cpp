// `turnpike paper shahrabi`: a short run of all parts, one part alone, the files they leave.

#include <gtest/gtest.h>

#include "tests/papers/system/paper_report.h"

namespace turnpike::test {
namespace {

TEST(PaperShahrabiTest, QuickRunJudgesEveryClaim) {
  const TemporaryFolder folder;
  const ProgramResult result =
      turnpike({"paper", "shahrabi", "--quick", "--json", "--jobs", "2", "--out",
                folder.file("shahrabi"), "--page", folder.file("shahrabi.md")});
  ASSERT_EQ(result.status, 0) << result.error;
  const Json report = Json::parse(result.out);
  auto found = verdicts(report);
  EXPECT_EQ(found.size(), 15u);
  EXPECT_EQ(found["zero_load_unicast"], "holds");
  EXPECT_EQ(found["zero_load_broadcast"], "holds");
  EXPECT_EQ(found["one_hop"], "misprint");
  EXPECT_EQ(found["steps"], "holds");
  EXPECT_EQ(found["balance"], "holds");
  EXPECT_NE(found["channel_load"], "holds");
  EXPECT_TRUE(report.at("failures").empty());
  expect_files(folder, {"shahrabi.md", "shahrabi/broadcast_8-128.svg", "shahrabi/claims.csv",
                        "shahrabi/latency_7-64.csv", "shahrabi/replication.csv",
                        "shahrabi/unicast_6-32.svg"});
}

TEST(PaperShahrabiTest, OneFigureAloneIsRepeatable) {
  const std::vector<std::string> arguments = {"paper",   "shahrabi", "--figure", "6-32",
                                              "--quick", "--json",   "--seed",   "5"};
  const Json report = report_on_any_jobs(arguments);
  EXPECT_EQ(report.at("seeds"), Json({5, 6}));
  EXPECT_EQ(verdicts(report).size(), 10u);
}

TEST(PaperShahrabiTest, UnknownFigureIsRefused) {
  const ProgramResult result = turnpike({"paper", "shahrabi", "--figure", "3"});
  EXPECT_EQ(result.status, 2);
  EXPECT_NE(result.error.find("--figure: found '3', allowed: 6-32, 6-64"), std::string::npos)
      << result.error;
}

}  // namespace
}  // namespace turnpike::test
