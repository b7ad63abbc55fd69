// Rules for the claims of Arnau et al., with numbers made up so that they hold, and fail.

#include "papers/arnau/claims.h"

#include <gtest/gtest.h>

#include <map>

#include "papers/arnau/tables.h"

namespace turnpike::test {
namespace {

namespace arnau = sim::arnau;
using sim::Verdict;

// The paper's own numbers.
arnau::Findings papers_own() {
  arnau::Findings findings;
  arnau::TenSwitchFacts ten;
  ten.latency_s1 = 30.93;
  ten.latency_s8 = 170.17;
  ten.s1 = {88.8, 99};
  ten.s8 = {74.4, 99.2};
  ten.generated_s1 = .097;
  ten.accepted_s1 = .097;
  ten.accepted_s8 = .46;
  ten.bound = 4 * 39.0 / 320;
  ten.bottleneck = ten.busiest = "3-6";
  findings.ten = ten;
  findings.sixteen = arnau::FamilyFacts{{{80.5, 88.5}, {83.3, 91.3}}, {{37, 78}, {55, 88}}, {}};
  findings.twenty = arnau::FamilyFacts{{{95, 98.8}, {97.8, 99.4}}, {{49, 85.5}, {68, 86.9}}, {}};
  findings.large = std::vector<arnau::Indices>{{80, 90}, {78, 90}, {76, 88}, {73, 87}, {70, 86},
                                               {50, 84}, {30, 82}, {25, 81}, {18, 80}};
  findings.sixteen->routes = findings.sixteen->low;
  findings.twenty->routes = findings.twenty->low;
  return findings;
}

arnau::TableFacts right_tables() {
  arnau::TableFacts facts;
  facts.entries_right = 100;
  facts.values = {{1, 42}, {1.25, 2}, {2, 22}, {3, 24}};
  facts.tables = facts.symmetric_tables = 5;
  facts.triangles_broken = 2;
  facts.routes_most = {96, 99};
  return facts;
}

std::map<std::string, sim::Judgement> judged(const arnau::TableFacts& tables,
                                             const arnau::Findings& findings) {
  std::map<std::string, sim::Judgement> by_id;
  for (const sim::Judgement& j : judge(tables, findings)) {
    EXPECT_TRUE(by_id.emplace(j.id, j).second) << j.id << " twice";
    EXPECT_FALSE(j.rule.empty() || j.ours.empty() || j.paper.empty()) << j.id;
  }
  return by_id;
}

TEST(ArnauClaimsTest, ThePapersOwnNumbersHold) {
  const auto found = judged(right_tables(), papers_own());
  EXPECT_EQ(found.size(), 23u);
  for (const auto& [id, j] : found) {
    EXPECT_EQ(j.verdict, Verdict::holds) << id;
    EXPECT_TRUE(j.reason.empty()) << id;
  }
}

TEST(ArnauClaimsTest, WhatWasNotMeasuredIsNotJudged) {
  for (const auto& [id, j] : judged(right_tables(), {})) {
    const bool is_table = id == "table_2" || id == "symmetry" || id == "triangle" || id == "points";
    EXPECT_EQ(j.verdict, is_table ? Verdict::holds : Verdict::not_judged) << id;
  }
}

TEST(ArnauClaimsTest, TablesThatAreWrong) {
  arnau::TableFacts wrong = right_tables();
  wrong.entries_right = 95;
  wrong.symmetric_tables = 3;
  wrong.triangles_broken = 0;
  wrong.values[0].second = 40;
  auto found = judged(wrong, {});
  EXPECT_EQ(found["table_2"].verdict, Verdict::in_part);
  EXPECT_EQ(found["symmetry"].verdict, Verdict::in_part);
  EXPECT_EQ(found["triangle"].verdict, Verdict::contradicted);
  EXPECT_EQ(found["points"].verdict, Verdict::in_part);
  wrong.entries_right = 80;
  wrong.symmetric_tables = 1;
  wrong.values.pop_back();
  found = judged(wrong, {});
  EXPECT_EQ(found["table_2"].verdict, Verdict::contradicted);
  EXPECT_EQ(found["symmetry"].verdict, Verdict::contradicted);
  EXPECT_EQ(found["points"].verdict, Verdict::contradicted);
}

TEST(ArnauClaimsTest, TenSwitchesThatDiffer) {
  arnau::Findings findings = papers_own();
  findings.ten->latency_s1 = 20;
  findings.ten->latency_s8 = 130;
  findings.ten->s1.plain = 60;
  findings.ten->s8 = {62, 70};
  findings.ten->busiest = "0-2";
  auto found = judged(right_tables(), findings);
  EXPECT_EQ(found["latency_s1"].verdict, Verdict::contradicted);
  EXPECT_EQ(found["latency_s8"].verdict, Verdict::in_part);
  EXPECT_EQ(found["index_s1"].verdict, Verdict::contradicted);
  EXPECT_EQ(found["index_s8"].verdict, Verdict::in_part);
  EXPECT_EQ(found["weighted_s8"].verdict, Verdict::contradicted);
  EXPECT_EQ(found["saturation"].verdict, Verdict::in_part);
  // Other switches bring the latency to the paper's, and beyond.
  arnau::SettingFacts settings;
  settings.switches = {{20, 130, {60, 90}, {62, 70}}, {31.5, 180, {90, 99}, {40, 99}}};
  settings.longest_hop = 6;
  settings.walked = *findings.twenty;
  findings.settings = settings;
  found = judged(right_tables(), findings);
  EXPECT_EQ(found["latency_s1"].verdict, Verdict::in_part);
  EXPECT_NE(found["latency_s1"].reason.find("6 cycles"), std::string::npos);
  EXPECT_NE(found["index_s8"].reason.find("40 to 62 %"), std::string::npos)
      << found["index_s8"].reason;
  findings.ten->accepted_s8 = .55;
  EXPECT_EQ(judged(right_tables(), findings)["saturation"].verdict, Verdict::contradicted);
}

TEST(ArnauClaimsTest, RandomNetworksThatDiffer) {
  arnau::Findings findings = papers_own();
  findings.sixteen->low = {{95, 60}, {85, 66}};     // 90 (sd 7), 63
  findings.sixteen->deep = {{20, 83}, {72, 83.4}};  // 46 (sd 37)
  findings.twenty->low = {{84, 99}, {86, 99}};
  findings.twenty->routes = {{88, 99}, {90, 99}};
  auto found = judged(right_tables(), findings);
  EXPECT_EQ(found["sixteen_low"].verdict, Verdict::in_part);
  EXPECT_EQ(found["sixteen_low_weighted"].verdict, Verdict::contradicted);
  EXPECT_EQ(found["sixteen_deep"].verdict, Verdict::in_part);
  EXPECT_EQ(found["sixteen_deep_weighted"].verdict, Verdict::holds);
  EXPECT_EQ(found["twenty_low"].verdict, Verdict::in_part);
  EXPECT_NE(found["twenty_low"].reason.find("89.0 % here, and 96.0 % at most"), std::string::npos)
      << found["twenty_low"].reason;
}

TEST(ArnauClaimsTest, TwentyFourSwitchesThatDiffer) {
  arnau::Findings findings = papers_own();
  findings.large = std::vector<arnau::Indices>{{90, 98}, {80, 98}, {70, 98}, {50, 98}, {40, 98},
                                               {30, 98}, {25, 98}, {25, 98}, {25, 98}};
  auto found = judged(right_tables(), findings);
  EXPECT_EQ(found["large_low"].verdict, Verdict::in_part);
  EXPECT_EQ(found["large_deep"].verdict, Verdict::in_part);
  EXPECT_EQ(found["large_weighted"].verdict, Verdict::in_part);
  for (arnau::Indices& at : *findings.large) at = {60, 70};
  found = judged(right_tables(), findings);
  EXPECT_EQ(found["large_low"].verdict, Verdict::contradicted);
  EXPECT_EQ(found["large_deep"].verdict, Verdict::contradicted);
  EXPECT_EQ(found["large_weighted"].verdict, Verdict::contradicted);
  EXPECT_EQ(found["falls"].verdict, Verdict::in_part);           // 24 switches do not
  EXPECT_EQ(found["weighted_stays"].verdict, Verdict::in_part);  // nor does theirs stay
}

TEST(ArnauClaimsTest, TheTablesOfTheExperiments) {
  const arnau::TableFacts facts = arnau::table_facts();
  EXPECT_EQ(facts.entries_right, 100u);
  EXPECT_EQ(facts.symmetric_tables, facts.tables);
  EXPECT_GT(facts.tables, 200u);
  EXPECT_EQ(facts.triangles_broken, 8u);
}

}  // namespace
}  // namespace turnpike::test
