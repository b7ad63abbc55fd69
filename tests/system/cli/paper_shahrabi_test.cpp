// `turnpike paper shahrabi`: a short run of all parts, one part alone, the files they leave.

#include <gtest/gtest.h>

#include <algorithm>
#include <map>

#include <nlohmann/json.hpp>

#include "tests/system/cli/program.h"

namespace turnpike::test {
namespace {

using Json = nlohmann::json;

std::map<std::string, std::string> verdicts(const Json& report) {
  std::map<std::string, std::string> found;
  for (const Json& claim : report.at("claims")) {
    EXPECT_FALSE(claim.at("rule").get<std::string>().empty()) << claim;
    EXPECT_FALSE(claim.at("ours").get<std::string>().empty()) << claim;
    const std::string verdict = claim.at("verdict");
    EXPECT_TRUE(verdict == "holds" || !claim.at("reason").get<std::string>().empty()) << claim;
    found[claim.at("id")] = verdict;
  }
  return found;
}

TEST(PaperShahrabiTest, QuickRunJudgesEveryClaim) {
  const TemporaryFolder folder;
  const ProgramResult result =
      turnpike({"paper", "shahrabi", "--quick", "--json", "--jobs", "2", "--out",
                folder.file("shahrabi"), "--page", folder.file("shahrabi.md")});
  ASSERT_EQ(result.status, 0) << result.error;
  const Json report = Json::parse(result.out);
  auto found = verdicts(report);
  EXPECT_EQ(found.size(), 10u);
  EXPECT_EQ(found["channel_load"], "contradicted");
  EXPECT_EQ(found["zero_load_unicast"], "holds");
  EXPECT_EQ(found["zero_load_broadcast"], "holds");
  EXPECT_EQ(found["one_hop"], "contradicted");
  EXPECT_EQ(found["ports"], "contradicted");
  EXPECT_EQ(found["balance"], "holds");
  EXPECT_NE(found["unicast_steady"], "contradicted");
  EXPECT_TRUE(report.at("failures").empty());
  const std::vector<std::string> files = folder.files();
  for (const char* name :
       {"shahrabi.md", "shahrabi/broadcast_8-128.svg", "shahrabi/claims.csv",
        "shahrabi/latency_7-64.csv", "shahrabi/replication.csv", "shahrabi/unicast_6-32.svg"}) {
    EXPECT_TRUE(std::binary_search(files.begin(), files.end(), name)) << name;
  }
}

TEST(PaperShahrabiTest, OneFigureAloneIsRepeatable) {
  const std::vector<std::string> arguments = {"paper",   "shahrabi", "--figure", "6-32",
                                              "--quick", "--json",   "--seed",   "5"};
  const ProgramResult once = turnpike(arguments);
  ASSERT_EQ(once.status, 0) << once.error;
  std::vector<std::string> on_two = arguments;
  on_two.insert(on_two.end(), {"--jobs", "2"});
  EXPECT_EQ(turnpike(on_two).out, once.out);
  EXPECT_EQ(Json::parse(once.out).at("seeds"), Json({5, 6}));
  EXPECT_EQ(verdicts(Json::parse(once.out)).size(), 5u);
}

TEST(PaperShahrabiTest, UnknownFigureIsRefused) {
  const ProgramResult result = turnpike({"paper", "shahrabi", "--figure", "3"});
  EXPECT_EQ(result.status, 2);
  EXPECT_NE(result.error.find("--figure: found '3', allowed: 6-32, 6-64"), std::string::npos)
      << result.error;
}

}  // namespace
}  // namespace turnpike::test
