// Rules for the claims of Arnau et al., with numbers made up so that they hold, and fail.

#include "papers/arnau/claims.h"

#include <gtest/gtest.h>

#include <cmath>
#include <map>
#include <set>

#include "papers/arnau/random_networks.h"
#include "papers/arnau/tables.h"

namespace turnpike::test {
namespace {

namespace arnau = sim::arnau;
using arnau::FamilyFacts;
using arnau::Outcomes;
using sim::Measured;
using sim::Verdict;

Outcomes only(double value, double half_width = 0) {
  return {{"as in the figures", {value, half_width}}};
}

FamilyFacts family(double low, double low_weighted, double deep, double deep_weighted) {
  FamilyFacts facts;
  facts.low = only(low);
  facts.low_weighted = only(low_weighted);
  facts.deep = only(deep);
  facts.deep_weighted = only(deep_weighted);
  facts.falls = only(low / deep);
  facts.stays = only(deep_weighted / low_weighted);
  return facts;
}

void add_spreads(FamilyFacts& facts, double low, double low_weighted, double deep,
                 double deep_weighted) {
  facts.low_spread = only(low);
  facts.low_weighted_spread = only(low_weighted);
  facts.deep_spread = only(deep);
  facts.deep_weighted_spread = only(deep_weighted);
}

// The paper's own numbers.
arnau::Measurements papers_own() {
  arnau::Measurements found;
  arnau::TenSwitchFacts ten;
  ten.latency_s1 = only(30.93);
  ten.latency_s8 = only(170.17);
  ten.index_s1 = only(88.8);
  ten.index_s8 = only(74.4);
  ten.weighted_s8 = only(99.2);
  ten.falls = only(88.8 / 74.4);
  ten.stays = only(1);
  ten.delivered_s1 = only(1);
  ten.delivered_s8 = only(.8);
  ten.most_delivered = {"as in the figures", {.56, 0}};
  found.ten = ten;
  found.sixteen = family(81.9, 89.9, 46, 83.2);
  add_spreads(*found.sixteen, 2, 2, 12, 7);
  found.twenty = family(96.4, 99.1, 58.5, 86.2);
  add_spreads(*found.twenty, 2, .4, 13, 1);
  found.large = family(80, 90, 18, 80);
  found.large->loads = {{"S1", 30, {80, 0}}, {"S2", 33, {76, 0}},  {"S3", 40, {72, 0}},
                        {"S6", 80, {27, 0}}, {"S7", 120, {25, 0}}, {"S8", 170, {18, 0}},
                        {"S9", 180, {18, 0}}};
  return found;
}

arnau::TableFacts right_tables() {
  arnau::TableFacts facts;
  facts.routes = {"0-2-1", "0-2-6-4-1", "0-4-1", "0-4-6-2-1"};
  facts.entries_right = 100;
  facts.values = {{1, 42}, {1.25, 2}, {2, 22}, {3, 24}};
  facts.tables = facts.symmetric_tables = 5;
  facts.triangles_broken = facts.triangles_printed = 8;
  facts.not_minimal = 16;
  facts.random_networks = facts.random_not_minimal = 60;
  facts.bound = 4 * 39.0 / 320;
  return facts;
}

std::map<std::string, sim::Judgement> judged(const arnau::TableFacts& tables,
                                             const arnau::Measurements& found) {
  std::map<std::string, sim::Judgement> by_id;
  for (const sim::Judgement& j : judge(tables, found)) {
    EXPECT_TRUE(by_id.emplace(j.id, j).second) << j.id << " twice";
    EXPECT_FALSE(j.rule.empty() || j.ours.empty() || j.paper.empty() || j.given.empty()) << j.id;
  }
  return by_id;
}

TEST(ArnauClaimsTest, ThePapersOwnNumbersHold) {
  const auto found = judged(right_tables(), papers_own());
  EXPECT_EQ(found.size(), 27u);
  for (const auto& [id, j] : found) {
    if (id == "falls") continue;
    EXPECT_EQ(j.verdict, Verdict::holds) << id << ": " << j.ours;
    EXPECT_TRUE(j.reason.empty()) << id;
  }
}

// By the threshold of all papers only one of its four falls is drastic.
TEST(ArnauClaimsTest, ThePapersOwnFallsAreNotAllDrastic) {
  arnau::Measurements measured = papers_own();
  auto found = judged(right_tables(), measured);
  EXPECT_EQ(found["falls"].verdict, Verdict::contradicted) << found["falls"].ours;
  measured.ten->falls = measured.sixteen->falls = measured.twenty->falls = only(2.1, .05);
  found = judged(right_tables(), measured);
  EXPECT_EQ(found["falls"].verdict, Verdict::holds) << found["falls"].ours;
  measured.ten->falls = only(1.5);
  EXPECT_EQ(judged(right_tables(), measured)["falls"].verdict, Verdict::in_part);
}

TEST(ArnauClaimsTest, WhatWasNotMeasuredIsNotJudged) {
  const std::set<std::string> tables = {"table_1",  "table_2",  "points",
                                        "symmetry", "triangle", "not_minimal"};
  for (const auto& [id, j] : judged(right_tables(), {})) {
    EXPECT_EQ(j.verdict, tables.count(id) != 0 ? Verdict::holds : Verdict::not_judged) << id;
  }
}

TEST(ArnauClaimsTest, TablesThatAreWrong) {
  arnau::TableFacts wrong = right_tables();
  wrong.routes.push_back("0-9-1");
  wrong.entries_right = 95;
  wrong.symmetric_tables = 3;
  wrong.triangles_broken = 7;
  wrong.values[0].second = 40;
  wrong.random_not_minimal = 20;
  auto found = judged(wrong, {});
  EXPECT_EQ(found["table_1"].verdict, Verdict::in_part);
  EXPECT_EQ(found["table_2"].verdict, Verdict::in_part);
  EXPECT_EQ(found["symmetry"].verdict, Verdict::in_part);
  EXPECT_EQ(found["triangle"].verdict, Verdict::contradicted);
  EXPECT_EQ(found["points"].verdict, Verdict::in_part);
  EXPECT_EQ(found["not_minimal"].verdict, Verdict::in_part);
  wrong.routes = {"0-9-1"};
  wrong.entries_right = 40;
  wrong.symmetric_tables = 1;
  wrong.values = {{1, 40}};
  wrong.not_minimal = 0;
  found = judged(wrong, {});
  for (const char* id : {"table_1", "table_2", "symmetry", "points", "not_minimal"}) {
    EXPECT_EQ(found[id].verdict, Verdict::contradicted) << id;
  }
}

TEST(ArnauClaimsTest, TrafficThatTheNetworkCannotCarry) {
  arnau::Measurements measured = papers_own();
  measured.ten->most_delivered.value = {.47, .01};
  arnau::TableFacts tables = right_tables();
  EXPECT_EQ(judged(tables, measured)["traffic_s8"].verdict, Verdict::not_decided);
  tables.bound = .6;  // it could, and does not
  EXPECT_EQ(judged(tables, measured)["traffic_s8"].verdict, Verdict::contradicted);
}

// What one reading of what is open brings near the paper, and another away from it, is open.
TEST(ArnauClaimsTest, ReadingsThatDiffer) {
  arnau::Measurements measured = papers_own();
  measured.ten->index_s8.push_back({"patience 1", {60, 1}});
  measured.ten->latency_s8.push_back({"patience 1", {480, 10}});
  measured.ten->delivered_s8.push_back({"patience 1", {.87, .01}});
  auto found = judged(right_tables(), measured);
  EXPECT_EQ(found["index_s8"].verdict, Verdict::not_decided);
  EXPECT_NE(found["index_s8"].reason.find("60.0 ± 1.0 % (patience 1) to 74.4 %"), std::string::npos)
      << found["index_s8"].reason;
  EXPECT_EQ(found["latency_s8"].verdict, Verdict::not_decided);
  EXPECT_EQ(found["saturation"].verdict, Verdict::not_decided);
  measured.ten->index_s8 = {{"as in the figures", {62, 2}}, {"patience 1", {60, 1}}};
  measured.ten->latency_s8 = only(80, 5);
  measured.ten->delivered_s8 = only(.95);
  found = judged(right_tables(), measured);
  EXPECT_EQ(found["index_s8"].verdict, Verdict::contradicted);
  EXPECT_EQ(found["latency_s8"].verdict, Verdict::contradicted);
  EXPECT_EQ(found["saturation"].verdict, Verdict::in_part);
}

// Switches that do not give the paper's latencies are not the paper's, so no claim fails by them;
// but none is contradicted that they bear out.
TEST(ArnauClaimsTest, ReadingsThatDoNotFit) {
  arnau::Measurements measured = papers_own();
  measured.ten->latency_s1.push_back({"4 virtual channels", {32, .1}});
  measured.ten->latency_s8.push_back({"4 virtual channels", {577, 10}});
  measured.ten->index_s8.push_back({"4 virtual channels", {60, 1}});
  measured.sixteen->low = {{"as in the figures", {92, 1}}, {"4 virtual channels", {83, 1}}};
  mark_fitting(measured);
  EXPECT_FALSE(measured.ten->index_s8[1].is_fitting);
  EXPECT_TRUE(measured.ten->latency_s8[1].is_fitting);  // as S1 does
  auto found = judged(right_tables(), measured);
  EXPECT_EQ(found["index_s8"].verdict, Verdict::holds) << found["index_s8"].ours;
  EXPECT_EQ(found["latency_s8"].verdict, Verdict::not_decided);
  EXPECT_EQ(found["sixteen_low"].verdict, Verdict::not_decided);
  measured.sixteen->low[1].value = {93, 1};
  EXPECT_EQ(judged(right_tables(), measured)["sixteen_low"].verdict, Verdict::contradicted);
}

TEST(ArnauClaimsTest, RandomNetworksThatDiffer) {
  arnau::Measurements measured = papers_own();
  measured.sixteen->low = only(90, 2);
  measured.sixteen->deep = only(54, 5);
  measured.sixteen->deep_spread = only(20, 1);
  measured.large->low = only(93, 2);
  measured.large->loads[1].index = {90, 1};
  measured.large->loads[2].index = {90, 1};
  measured.large->deep = only(45, 10);
  measured.large->loads[3].index = measured.large->loads[4].index = {50, 4};
  measured.large->deep_weighted = only(98, 1);
  measured.large->low_weighted = only(98, 1);
  measured.large->stays = only(.8, .01);
  measured.twenty->deep_weighted_spread = only(8, 3);
  const auto found = judged(right_tables(), measured);
  EXPECT_EQ(found.at("sixteen_low").verdict, Verdict::contradicted);
  EXPECT_EQ(found.at("sixteen_deep").verdict, Verdict::not_decided);
  EXPECT_EQ(found.at("topology").verdict, Verdict::in_part);
  EXPECT_EQ(found.at("large_low").verdict, Verdict::contradicted) << found.at("large_low").ours;
  EXPECT_EQ(found.at("large_deep").verdict, Verdict::contradicted);
  EXPECT_EQ(found.at("large_weighted").verdict, Verdict::contradicted);
  EXPECT_EQ(found.at("weighted_stays").verdict, Verdict::in_part);
  EXPECT_EQ(found.at("traffic").verdict, Verdict::not_decided);
}

TEST(ArnauClaimsTest, SpansReachFromTheLeastToTheMost) {
  const Outcomes outcomes = {{"a", {50, 1}}, {"b", {40, 5}}, {"c", {60, 2}}};
  const Measured span = span_of(outcomes);
  EXPECT_NEAR(span.mean - span.half_width, 35, 1e-12);
  EXPECT_NEAR(span.mean + span.half_width, 62, 1e-12);
  const auto values = values_of(outcomes, 0, "%");
  EXPECT_EQ(*values.at("ends").words(), "40 ± 5 % (b) to 60 ± 2 % (c)");
  EXPECT_EQ(*arnau::values_of({outcomes[1]}, 0, "%").at("ends").words(), "40 ± 5 % (b)");
}

// Of as many networks as the paper has: six of 20, or one more.
TEST(ArnauClaimsTest, IntervalsCoverTheChanceOfThePapersNetworks) {
  const std::vector<double> ours = {80, 84, 80, 84, 80, 84, 80, 84, 80, 84};
  const double alone = sim::measured(ours).half_width;
  EXPECT_NEAR(arnau::as_paper_has(ours, 1).half_width, alone * std::sqrt(11), 1e-9);
  EXPECT_NEAR(arnau::as_paper_has(ours, 5).half_width, alone * std::sqrt(3), 1e-9);
  const Measured deviation = arnau::deviation_as_paper_has(ours, 6);
  EXPECT_NEAR(deviation.mean, 2 * std::sqrt(10. / 9), 1e-12);
  EXPECT_NEAR(deviation.half_width, 1.96 * deviation.mean * std::sqrt(1 / 18. + 1 / 10.), 1e-12);
}

TEST(ArnauClaimsTest, TheTablesOfTheExperiments) {
  const arnau::TableFacts facts = arnau::table_facts(4);
  EXPECT_EQ(facts.routes, right_tables().routes);
  EXPECT_EQ(facts.entries_right, 100u);
  EXPECT_EQ(facts.tables, 13u);
  EXPECT_EQ(facts.symmetric_tables, facts.tables);
  EXPECT_EQ(facts.triangles_broken, 8u);
  EXPECT_EQ(facts.triangles_printed, 8u);
  EXPECT_EQ(facts.not_minimal, 16u);
  EXPECT_EQ(facts.random_networks, 12u);
  EXPECT_NEAR(facts.bound, .4875, 1e-12);
}

}  // namespace
}  // namespace turnpike::test
