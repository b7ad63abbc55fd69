// Judgements on Fig. 4: by a study of walks as the paper's corrected equations, by others not.

#include <gtest/gtest.h>

#include <functional>

#include "papers/dally/latency.h"
#include "tests/papers/unit/dally_claims.h"
#include "tests/papers/unit/dally_walk.h"

namespace turnpike::test {
namespace {

namespace dally = sim::dally;
using dally::LatencyStudy;
using dally::Pair;
using sim::Verdict;

TEST(DallyLatencyTest, WalksGiveTheVerdictsOfTheCorrectedEquations) {
  const std::map<std::string, Verdict> expected = {
      {"curves", Verdict::holds},
      {"equation_3", Verdict::holds},
      {"equation_4", Verdict::misprint},
      {"ascent", Verdict::misprint},
      {"equation_5", Verdict::holds},
      {"digits", Verdict::misprint},
      {"slope_conventional", Verdict::holds},
      {"slope_wire", Verdict::holds},
      {"slope_flat", Verdict::holds},
      {"slope_hierarchical", Verdict::holds},
      {"first_express", Verdict::in_part},
      {"periodic_variation", Verdict::holds},
      {"flat_wire_limited", Verdict::contradicted},
      {"short_distances", Verdict::in_part},
      {"best_switches", Verdict::in_part},
      {"crossover", Verdict::holds},
      {"factor_three", Verdict::holds},
  };
  EXPECT_EQ(verdicts_of(judge_latency(walked_study())), expected);
}

void lengthen(std::vector<Pair>& pairs, unsigned channels, model::Cycle cycles, unsigned from = 1) {
  for (Pair& pair : pairs) {
    if (pair.distance < from) continue;
    pair.way.levels.insert(pair.way.levels.begin(), channels, 0);
    pair.way.latency += cycles;
  }
}

struct Change {
  const char* id;
  Verdict verdict;
  std::function<void(LatencyStudy&)> change;
};

class DallyLatencyRule : public testing::TestWithParam<Change> {};

TEST_P(DallyLatencyRule, Bites) {
  LatencyStudy study = walked_study();
  GetParam().change(study);
  EXPECT_EQ(verdicts_of(judge_latency(study))[GetParam().id], GetParam().verdict);
}

const Change kChanges[] = {
    {"curves", Verdict::in_part, [](LatencyStudy& s) { s.wire[3] += 1; }},
    {"curves", Verdict::in_part, [](LatencyStudy& s) { lengthen(s.flat_all, 0, 1); }},
    {"curves", Verdict::contradicted,
     [](LatencyStudy& s) {
       for (auto* pairs : {&s.flat, &s.flat_all, &s.hierarchical, &s.hierarchical_all}) {
         lengthen(*pairs, 0, 1);
       }
     }},
    {"equation_3", Verdict::contradicted, [](LatencyStudy& s) { lengthen(s.flat_all, 1, 0); }},
    {"equation_3", Verdict::in_part,
     [](LatencyStudy& s) { s.flat_all.back().way.levels.push_back(0); }},
    {"equation_4", Verdict::contradicted, [](LatencyStudy& s) { lengthen(s.flat, 2, 0); }},
    {"equation_5", Verdict::contradicted,
     [](LatencyStudy& s) { lengthen(s.hierarchical_all, 1, 0); }},
    {"ascent", Verdict::contradicted, [](LatencyStudy& s) { lengthen(s.hierarchical_all, 1, 0); }},
    {"digits", Verdict::contradicted, [](LatencyStudy& s) { lengthen(s.hierarchical_all, 3, 0); }},
    {"slope_conventional", Verdict::holds,
     [](LatencyStudy& s) {
       for (Pair& pair : s.conventional) pair.way.latency = 64 * pair.distance;
     }},
    {"slope_conventional", Verdict::contradicted,
     [](LatencyStudy& s) { lengthen(s.conventional, 0, 50000, 1000); }},
    {"slope_wire", Verdict::contradicted, [](LatencyStudy& s) { s.wire.back() *= 2; }},
    {"slope_flat", Verdict::in_part, [](LatencyStudy& s) { lengthen(s.flat_all, 0, 500, 1000); }},
    {"slope_hierarchical", Verdict::contradicted,
     [](LatencyStudy& s) { lengthen(s.hierarchical_all, 0, 500, 1000); }},
    {"first_express", Verdict::holds,
     [](LatencyStudy& s) {
       for (std::size_t n = 0; n < s.flat.size(); ++n) {
         if (s.flat[n].distance < 24) s.flat[n].way.latency = s.conventional[n].way.latency;
       }
     }},
    {"first_express", Verdict::contradicted,  // earlier, and slower before
     [](LatencyStudy& s) {
       for (Pair& pair : s.flat) {
         if (pair.distance == 20) pair.way.levels[0] = 1;
       }
     }},
    {"periodic_variation", Verdict::in_part,
     [](LatencyStudy& s) {
       for (Pair& pair : s.flat) {
         if (pair.distance == 50) pair.way.latency += 1;
       }
     }},
    {"periodic_variation", Verdict::contradicted,
     [](LatencyStudy& s) {
       for (Pair& pair : s.flat) {
         if (pair.distance == 50) ++pair.way.latency, pair.way.levels.push_back(0);
       }
     }},
    {"flat_wire_limited", Verdict::holds,
     [](LatencyStudy& s) {
       for (Pair& pair : s.flat_all) pair.way.latency = pair.distance + 3;
     }},
    {"short_distances", Verdict::holds,
     [](LatencyStudy& s) {
       for (Pair& pair : s.hierarchical_all) {
         pair.way.levels.erase(pair.way.levels.begin(),
                               pair.way.levels.begin() + std::min<long>(2, long(pair.way.hops())));
       }
     }},
    {"short_distances", Verdict::contradicted,
     [](LatencyStudy& s) { lengthen(s.hierarchical_all, 1, 0, 64); }},
    {"best_switches", Verdict::contradicted,
     [](LatencyStudy& s) { lengthen(s.hierarchical_all, 2, 0); }},
    {"crossover", Verdict::contradicted,
     [](LatencyStudy& s) { lengthen(s.hierarchical_all, 0, 5000); }},
    {"factor_three", Verdict::contradicted,
     [](LatencyStudy& s) { lengthen(s.hierarchical, 0, 200); }},
    {"factor_three", Verdict::contradicted,
     [](LatencyStudy& s) { lengthen(s.hierarchical_all, 0, 1000); }},
};

INSTANTIATE_TEST_SUITE_P(Changes, DallyLatencyRule, testing::ValuesIn(kChanges),
                         [](const auto& tested) {
                           return std::string(tested.param.id) + "_" + std::to_string(tested.index);
                         });

// III-C as printed, by hand: i = 4, l = 2; from 1 = 001 to 40 = 220.
TEST(DallyLatencyTest, PrintedDigits) {
  EXPECT_EQ(dally::hops_as_printed(1, 40, 4, 2), 3 + 0 + 0 + 2 + 2);
  EXPECT_EQ(dally::hops_as_printed(0, 16, 4, 2), 1);
}

}  // namespace
}  // namespace turnpike::test
