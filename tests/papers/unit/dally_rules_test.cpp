// Rules of the verdicts on Dally's claims of limits, throughput, levels, planes, modules and area,
// with made-up numbers.

#include <gtest/gtest.h>

#include <cmath>

#include "papers/dally/area.h"
#include "papers/dally/decompositions.h"
#include "papers/dally/levels.h"
#include "papers/dally/limits.h"
#include "papers/dally/plane.h"
#include "papers/dally/throughput.h"
#include "tests/papers/unit/dally_claims.h"

namespace turnpike::test {
namespace {

namespace dally = sim::dally;
using sim::Measured;
using sim::Verdict;

// --- limits
// ---------------------------------------------------------------------------------------

double equation_3(unsigned j, unsigned d) { return 1 + 1. / j + 64. * j / d; }

dally::LimitStudy limits_by_equation() {
  dally::LimitStudy study;
  for (const unsigned j : {1u, 2u, 4u}) {
    for (const unsigned d : {64u, 768u, 8192u}) study.ratios.push_back({j, d, equation_3(j, d)});
  }
  study.roots = {{4, 1, 64, 20},  {8, 1, 64, 16},   {16, 1, 64, 20},
                 {8, 1, 256, 40}, {16, 1, 256, 32}, {32, 1, 256, 40}};
  study.depths = {{16, 1, 512, 48}, {4, 2, 512, 39}, {2, 4, 512, 37}};
  study.near = 195;
  study.near_crossed = 259;
  study.long_distance = 16320;
  study.long_latency = 33280;
  study.tail = dally::kLongFlits - 1;
  return study;
}

TEST(DallyRulesTest, LimitsByTheEquations) {
  const std::map<std::string, Verdict> expected = {
      {"i_is_alpha", Verdict::holds},       {"i_is_j_alpha", Verdict::holds},
      {"root_of_distance", Verdict::holds}, {"base_two", Verdict::holds},
      {"long_messages", Verdict::misprint}, {"twice_the_wire", Verdict::holds},
      {"local_message", Verdict::holds},    {"node_limited", Verdict::holds},
      {"length", Verdict::holds},
  };
  EXPECT_EQ(verdicts_of(judge_limits(limits_by_equation())), expected);
}

TEST(DallyRulesTest, OtherLimits) {
  dally::LimitStudy study = limits_by_equation();
  for (dally::WireRatio& r : study.ratios) r.ratio *= 1.5;
  for (dally::HopCount& c : study.roots) c.hops = 30;
  for (dally::HopCount& c : study.depths) c.hops = 40 - c.spacing;
  study.near_crossed = study.near;
  study.long_latency *= 2;
  study.tail *= 2;
  auto others = verdicts_of(judge_limits(study));
  EXPECT_EQ(others["node_limited"], Verdict::in_part);  // beyond alpha squared, too
  others.erase("node_limited");
  for (const auto& [id, verdict] : others) EXPECT_EQ(verdict, Verdict::contradicted) << id;
  study = limits_by_equation();
  for (dally::WireRatio& r : study.ratios) r.ratio = 1 + 1. / r.j;
  study.roots[1].hops = 14;
  study.roots[4].hops = 30;
  study.depths[0].hops = 50;
  study.near_crossed = study.near + 65;
  study.long_latency = 2.2 * study.long_distance * 1.05;
  auto found = verdicts_of(judge_limits(study));
  EXPECT_EQ(found["i_is_j_alpha"], Verdict::holds);
  EXPECT_EQ(found["node_limited"], Verdict::in_part);
  EXPECT_EQ(found["root_of_distance"], Verdict::holds);
  EXPECT_EQ(found["base_two"], Verdict::in_part);
  EXPECT_EQ(found["local_message"], Verdict::holds);
  EXPECT_EQ(found["twice_the_wire"], Verdict::in_part);
  EXPECT_EQ(found["long_messages"], Verdict::contradicted);
}

// --- throughput
// -----------------------------------------------------------------------------------

// Each array accepts `share` of m + 1 times the plain one; interleaved `lanes` times that.
dally::ThroughputStudy throughput_of(double share, double lanes) {
  dally::ThroughputStudy study;
  dally::ThroughputPoint plain;
  plain.accepted = plain.bound = {.0625, .001};
  plain.times_plain = {1, 0};
  plain.channels = 1;
  study.points.push_back(plain);
  for (const unsigned spacing : {4u, 8u, 16u}) {
    for (const auto insertion : {dally::Insertion::multichannel, dally::Insertion::interleaved}) {
      for (const unsigned m : {1u, 2u, 3u, 4u}) {
        const double times =
            share * (m + 1) * (insertion == dally::Insertion::interleaved ? lanes : 1);
        dally::ThroughputPoint point;
        point.insertion = insertion;
        point.spacing = spacing;
        point.express = m;
        point.times_plain = {times, .01};
        point.accepted = point.bound = {times * .0625, .001};
        point.local_share = {2. * spacing / 64, .001};
        point.channels = m + 1;
        study.points.push_back(point);
      }
    }
  }
  return study;
}

TEST(DallyRulesTest, ThroughputAsThePaperHasIt) {
  for (const auto& [id, verdict] : verdicts_of(judge_throughput(throughput_of(1, .95)))) {
    // Counted, not measured: with few channels the local one adds next to nothing.
    EXPECT_EQ(verdict, id == "m_plus_one" ? Verdict::in_part : Verdict::holds) << id;
  }
}

TEST(DallyRulesTest, OtherThroughput) {
  auto found = verdicts_of(judge_throughput(throughput_of(.8, 1.1)));
  EXPECT_EQ(found["concentrator"], Verdict::contradicted);
  EXPECT_EQ(found["quadruple"], Verdict::holds);
  EXPECT_EQ(found["wire_limited"], Verdict::holds);

  dally::ThroughputStudy study = throughput_of(.3, 1);
  study.points[1].times_plain = {2, 0};  // m = 1, as it should be
  study.points[1].channels = 3;
  for (dally::ThroughputPoint& point : study.points) point.local_share.mean += .03;
  found = verdicts_of(judge_throughput(study));
  EXPECT_EQ(found["bisection"], Verdict::in_part);
  EXPECT_EQ(found["centre_share"], Verdict::contradicted);
  EXPECT_EQ(found["concentrator"], Verdict::not_decided);  // alike, within the intervals
  EXPECT_EQ(found["quadruple"], Verdict::contradicted);
  EXPECT_EQ(found["wire_limited"], Verdict::contradicted);

  study = throughput_of(.3, 1);
  for (dally::ThroughputPoint& point : study.points) {
    if (point.insertion == dally::Insertion::multichannel) point.bound.mean *= 2;
  }
  for (dally::ThroughputPoint& point : study.points) point.local_share.mean += .1;
  for (dally::ThroughputPoint& point : study.points) point.channels = 1;
  found = verdicts_of(judge_throughput(study));
  EXPECT_EQ(found["concentrator"], Verdict::holds);
  EXPECT_EQ(found["centre_share"], Verdict::contradicted);
  EXPECT_EQ(found["bisection"], Verdict::contradicted);
  EXPECT_EQ(verdicts_of(judge_throughput(throughput_of(.2, 1)))["wire_limited"],
            Verdict::contradicted);
}

// --- levels
// ---------------------------------------------------------------------------------------

dally::LevelStudy levels_of(const std::vector<double>& shares, double paper, double counted) {
  dally::LevelStudy study;
  for (const double share : shares) study.shares.push_back({share, .001});
  study.splits = {{dally::paper_split(), {paper, .1}, 5.33},
                  {dally::counted_split(), {counted, .1}, 6.67}};
  return study;
}

TEST(DallyRulesTest, Levels) {
  auto found = verdicts_of(judge_levels(levels_of({.0625, .0625, .125, .75}, 5, 5.2)));
  EXPECT_EQ(found["fraction_equations"], Verdict::misprint);
  EXPECT_EQ(found["local_allocation"], Verdict::holds);
  EXPECT_EQ(found["fractions"], Verdict::contradicted);
  EXPECT_EQ(found["allocation"], Verdict::holds);
  found = verdicts_of(judge_levels(levels_of({.0625, .125, .125, .6875}, 4, 5)));
  EXPECT_EQ(found["fractions"], Verdict::in_part);
  EXPECT_EQ(found["allocation"], Verdict::in_part);
  found = verdicts_of(judge_levels(levels_of({.0625, .125, .25, .5625}, 3, 5)));
  EXPECT_EQ(found["fractions"], Verdict::holds);
  EXPECT_EQ(found["allocation"], Verdict::contradicted);
}

// --- planes
// ---------------------------------------------------------------------------------------

struct Made {
  double accepted, latency, hops;
};

std::map<std::string, Verdict> planes(Made plain, Made express, Made joint, Made wide) {
  dally::PlaneStudy study;
  const Made made[] = {plain, express, joint, wide};
  for (unsigned p = 0; p < dally::kPlanes; ++p) {
    study.points[p] = {{.5, {.5, 0}, {made[p].latency, .1}, {made[p].hops, .1}},
                       {20, {made[p].accepted, .1}, {}, {made[p].hops, .1}}};
  }
  return verdicts_of(judge_plane(study));
}

TEST(DallyRulesTest, Planes) {
  auto found = planes({6, 30, 10.6}, {12, 28, 9}, {9, 27, 8.5}, {13, 20, 10.6});
  for (const auto& [id, verdict] : found) EXPECT_EQ(verdict, Verdict::holds) << id;
  found = planes({6, 30, 10.6}, {8, 31, 9}, {9, 27, 9.1}, {13, 20, 10.6});
  EXPECT_EQ(found["joint_interchanges"], Verdict::not_decided);
  found.erase("joint_interchanges");
  for (const auto& [id, verdict] : found) EXPECT_EQ(verdict, Verdict::in_part) << id;
  found = planes({6, 30, 10.6}, {5, 32, 11.2}, {9, 27, 12}, {5, 20, 10.6});
  for (const auto& [id, verdict] : found) EXPECT_EQ(verdict, Verdict::contradicted) << id;
}

// --- decompositions
// -------------------------------------------------------------------------------

dally::Way way_of(unsigned channels, unsigned inside) {
  dally::Way way;
  way.levels.assign(channels, 0);
  way.levels.insert(way.levels.end(), inside, dally::kInside);
  return way;
}

std::map<std::string, Verdict> decompositions(const dally::Way& full, const dally::Way& no_ascent,
                                              const dally::Way& top, unsigned modules) {
  dally::DecompositionStudy study;
  study.arrays = {{64, 2, {{{way_of(3, 0)}, {full}, {no_ascent}, {top}}}}};
  study.modules = {1, 3, modules};
  return verdicts_of(judge_decompositions(study));
}

TEST(DallyRulesTest, Decompositions) {
  auto found = decompositions(way_of(3, 2), way_of(5, 1), way_of(7, 0), 5);
  for (const auto& [id, verdict] : found) EXPECT_EQ(verdict, Verdict::holds) << id;
  found = decompositions(way_of(3, 4), way_of(5, 1), way_of(6, 0), 6);
  EXPECT_EQ(found["modules"], Verdict::in_part);
  EXPECT_EQ(found["no_ascent"], Verdict::not_decided);  // more channels, fewer modules
  EXPECT_EQ(found["top_only"], Verdict::not_decided);
  found = decompositions(way_of(3, 4), way_of(3, 3), way_of(3, 2), 5);
  EXPECT_EQ(found["modules"], Verdict::holds);
  EXPECT_EQ(found["no_ascent"], Verdict::contradicted);
  EXPECT_EQ(found["top_only"], Verdict::contradicted);
}

// --- area
// -----------------------------------------------------------------------------------------

TEST(DallyRulesTest, AreaOfTheJMachine) {
  auto found = verdicts_of(dally::judge_area(dally::JMachine{}));
  EXPECT_EQ(found.size(), 7u);
  EXPECT_EQ(found["express_channels"], Verdict::misprint);
  EXPECT_EQ(found["chip_density"], Verdict::not_decided);
  found.erase("express_channels");
  found.erase("chip_density");
  for (const auto& [id, verdict] : found) EXPECT_EQ(verdict, Verdict::holds) << id;
}

TEST(DallyRulesTest, AreaOfAnotherMachine) {
  dally::JMachine machine;
  machine.package_pins = 300;
  machine.node_wires = 35;
  machine.longest_delay = 50;
  machine.node_delay = 50;
  machine.wire_and_space = 4;
  machine.process = 4;
  auto found = verdicts_of(dally::judge_area(machine));
  EXPECT_EQ(found["node_delays"], Verdict::contradicted);
  for (const auto& [id, verdict] : found) EXPECT_EQ(verdict, Verdict::contradicted) << id;
  machine.node_wires = 60;
  machine.package_pins = 170;
  machine.node_delay = 200;
  machine.process = 2;
  found = verdicts_of(dally::judge_area(machine));
  EXPECT_EQ(found["pins"], Verdict::in_part);
  EXPECT_EQ(found["four_channels"], Verdict::in_part);
  EXPECT_EQ(found["node_width"], Verdict::in_part);
  EXPECT_EQ(found["express_channels"], Verdict::misprint);
  EXPECT_EQ(found["node_delays"], Verdict::in_part);
  EXPECT_EQ(found["chip_density"], Verdict::holds);
}

}  // namespace
}  // namespace turnpike::test
