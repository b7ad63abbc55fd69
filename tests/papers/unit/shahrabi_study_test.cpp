// shahrabi_study_test.cpp - networks, counts and rules of the paper of Shahrabi & Ould-Khaoua.

#include <gtest/gtest.h>

#include <numeric>
#include <set>

#include "papers/shahrabi/latency.h"
#include "papers/shahrabi/mechanisms.h"

namespace turnpike::test {
namespace {

namespace shahrabi = sim::shahrabi;
using model::shahrabi::Variant;
using shahrabi::Latency;
using shahrabi::PanelPoint;
using shahrabi::PanelStudy;
using sim::Judgement;
using sim::Verdict;

const shahrabi::Panel kPanel = {"6-32", 6, 3, 32, .02};

TEST(ShahrabiStudyTest, PanelsCoverWhatThePaperNames) {
  std::set<unsigned> dimensions;
  std::set<unsigned> vcs;
  std::set<unsigned> flits;
  std::set<double> shares;
  for (const shahrabi::Panel& panel : shahrabi::panels()) {
    dimensions.insert(panel.dimensions);
    vcs.insert(panel.virtual_channels);
    flits.insert(panel.flits);
    shares.insert(panel.broadcast_share);
  }
  EXPECT_EQ(dimensions, (std::set<unsigned>{6, 7, 8}));
  EXPECT_EQ(vcs, (std::set<unsigned>{3, 4, 6}));
  EXPECT_EQ(flits, (std::set<unsigned>{32, 64, 100, 128}));
  EXPECT_EQ(shares, (std::set<double>{.005, .01, .02, .03}));
}

TEST(ShahrabiStudyTest, ExperimentsAreWhatThePaperDescribes) {
  const sim::Experiment e = shahrabi::experiment_of(kPanel, .01, 640, 1280);
  EXPECT_EQ(e.topology.kind, model::TopologyKind::hypercube);
  EXPECT_EQ(e.topology.radix.size(), 6u);
  EXPECT_TRUE(e.topology.highest_first);
  EXPECT_EQ(e.router.virtual_channels, 3u);
  EXPECT_EQ(e.router.local_channels, 6u);
  EXPECT_EQ(e.traffic.pattern, model::Pattern::uniform_other);
  EXPECT_EQ(e.traffic.arrivals, model::Arrivals::poisson);
  EXPECT_EQ(e.traffic.length, 32u);
  EXPECT_DOUBLE_EQ(e.traffic.load, .32);
  EXPECT_EQ(e.traffic.broadcast.fraction, .02);
  EXPECT_EQ(e.traffic.broadcast.kind, model::BroadcastKind::tree);
  EXPECT_EQ(e.traffic.messages_at_once, 3u);
  EXPECT_EQ(e.run.warmup, 1000u);  // 640 messages of 64 nodes
  EXPECT_EQ(e.run.measurement, 2000u);
}

// Points at which the network does what the model says, times a factor.
PanelStudy study(double unicast, double broadcast, double path, double channel) {
  PanelStudy made;
  made.panel = kPanel;
  for (const double share : {.1, .5, .95}) {
    PanelPoint point;
    point.share = share;
    point.rate = shahrabi::rate_at(kPanel, share);
    point.printed = predict(load_of(kPanel, point.rate, Variant::printed));
    point.counted = predict(load_of(kPanel, point.rate, Variant::counted));
    const double all = point.broadcast_of(point.printed, 6);
    point.unicast = {unicast * point.printed.unicast_latency, 0};
    point.broadcast = {broadcast * all, 0};
    point.path = {path * all, 0};
    point.channel_rate = {channel, 0};
    made.points.push_back(point);
  }
  made.saturation = {1.0, 1.2};
  return made;
}

Judgement judged(const PanelStudy& one, const std::string& id) {
  for (const Judgement& j : shahrabi::judge_panels({one})) {
    EXPECT_FALSE(j.rule.empty());
    EXPECT_FALSE(j.ours.empty());
    if (j.id == id) return j;
  }
  ADD_FAILURE() << "no claim " << id;
  return {};
}

TEST(ShahrabiClaimsTest, LatenciesAreJudgedByTheWorstError) {
  EXPECT_EQ(judged(study(1.05, 1, 1, .7), "unicast_steady").verdict, Verdict::holds);
  EXPECT_EQ(judged(study(1.2, 1, 1, .7), "unicast_steady").verdict, Verdict::in_part);
  EXPECT_EQ(judged(study(2, 1, 1, .7), "unicast_steady").verdict, Verdict::contradicted);
  EXPECT_EQ(judged(study(1, .95, 1, .7), "broadcast_steady").verdict, Verdict::holds);
  const Judgement late = judged(study(1, 1.5, 1.02, .7), "broadcast_steady");
  EXPECT_EQ(late.verdict, Verdict::contradicted);
  EXPECT_NE(late.reason.find("n steps away"), std::string::npos) << late.reason;
  EXPECT_NEAR(worst_error({study(1.25, 1, 1, .7)}, Latency::unicast, Variant::printed, 0, 1), -.2,
              1e-9);
}

TEST(ShahrabiClaimsTest, ADiscrepancyNearSaturationMustBeLargerThanBefore) {
  EXPECT_EQ(judged(study(1, 1, 1, .7), "near_saturation").verdict, Verdict::contradicted);
  PanelStudy light = study(1, 1, 1, .7);
  light.points.pop_back();
  EXPECT_EQ(judged(light, "near_saturation").verdict, Verdict::not_judged);
  PanelStudy off = study(1, 1, 1, .7);
  off.points.back().unicast.mean *= 1.5;
  EXPECT_EQ(judged(off, "near_saturation").verdict, Verdict::in_part);
  off.points.back().broadcast.mean *= .7;
  EXPECT_EQ(judged(off, "near_saturation").verdict, Verdict::holds);
}

TEST(ShahrabiClaimsTest, ChannelLoadIsThePrintedOneTheCountedOneOrNeither) {
  const double printed = channel_ratio(kPanel, Variant::printed);
  const double counted = channel_ratio(kPanel, Variant::counted);
  EXPECT_NEAR(printed, .611, .001);
  EXPECT_NEAR(counted, .708, .001);
  EXPECT_EQ(judged(study(1, 1, 1, printed), "channel_load").verdict, Verdict::holds);
  const Judgement all = judged(study(1, 1, 1, counted), "channel_load");
  EXPECT_EQ(all.verdict, Verdict::contradicted);
  EXPECT_NE(all.reason.find("(11)"), std::string::npos);
  const std::string neither = judged(study(1, 1, 1, .5), "channel_load").reason;
  EXPECT_EQ(neither.find("(11)"), std::string::npos) << neither;
}

TEST(ShahrabiClaimsTest, SaturationIsComparedWithTheMiddleOfItsBounds) {
  PanelStudy one = study(1, 1, 1, .7);
  EXPECT_EQ(judged(one, "saturation").verdict, Verdict::holds);
  one.saturation = {1.4, 1.6};
  EXPECT_EQ(judged(one, "saturation").verdict, Verdict::in_part);
  one.saturation = {2.8, 3};
  EXPECT_EQ(judged(one, "saturation").verdict, Verdict::contradicted);
  one.saturation = {0, 0};
  EXPECT_EQ(judged(one, "saturation").verdict, Verdict::not_judged);
  one.saturation = {2, 0};
  EXPECT_EQ(judged(one, "saturation").verdict, Verdict::contradicted);
}

TEST(ShahrabiStudyTest, SaturationLiesBetweenTheLoadsThatWereRun) {
  std::vector<sim::NetworkPoint> runs(3);
  for (sim::NetworkPoint& run : runs) run.results.resize(1);
  EXPECT_EQ(shahrabi::saturation_of({1, 2, 3}, runs).below, 3);
  EXPECT_EQ(shahrabi::saturation_of({1, 2, 3}, runs).above, 0);
  runs[1].results[0].saturated = true;
  EXPECT_EQ(shahrabi::saturation_of({1, 2, 3}, runs).below, 1);
  EXPECT_EQ(shahrabi::saturation_of({1, 2, 3}, runs).above, 2);
}

TEST(ShahrabiStudyTest, AMessageAloneTakesWhatTheTimingSays) {
  const shahrabi::Panel small = {"4-16", 4, 2, 16, .1};
  const shahrabi::ZeroLoad found = shahrabi::study_zero_load(small, 1);
  for (unsigned d = 1; d <= 4; ++d) EXPECT_EQ(found.unicast[d - 1], 16 + d + 1);
  EXPECT_NEAR(found.broadcast, 4 * (16 + 1 + 2), .5);
  for (const Judgement& j : judge_zero_load(small, found)) {
    EXPECT_EQ(j.verdict, j.id == "one_hop" ? Verdict::contradicted : Verdict::holds) << j.id;
  }
  shahrabi::ZeroLoad slower = found;
  for (double& latency : slower.unicast) latency += 9;
  slower.broadcast *= 1.2;
  for (const Judgement& j : judge_zero_load(small, slower)) {
    EXPECT_NE(j.verdict, Verdict::holds) << j.id;
    EXPECT_EQ(j.reason.empty(), false) << j.id;
  }
}

TEST(ShahrabiStudyTest, HalfOfTheUnicastMessagesTakeTheHighestPort) {
  const std::vector<double> counted = shahrabi::counted_ports(kPanel);
  EXPECT_NEAR(std::accumulate(counted.begin(), counted.end(), 0.0), 1, 1e-12);
  sim::PaperOptions options;
  options.quick = true;
  const std::vector<double> found = shahrabi::study_ports(kPanel, options);
  for (unsigned d = 0; d < 6; ++d) EXPECT_NEAR(found[d], counted[d], .03) << d;
  EXPECT_EQ(judge_ports(kPanel, found).verdict, Verdict::contradicted);
  EXPECT_EQ(judge_ports(kPanel, std::vector<double>(6, 1.0 / 6)).verdict, Verdict::holds);
}

TEST(ShahrabiClaimsTest, BalanceIsComparedWithAFixedBase) {
  EXPECT_EQ(shahrabi::judge_balance({{1.2, 0}, {1.3, 0}, {3.1, 0}}).verdict, Verdict::holds);
  EXPECT_EQ(shahrabi::judge_balance({{1.2, 0}, {2, 0}, {3.1, 0}}).verdict, Verdict::in_part);
  EXPECT_EQ(shahrabi::judge_balance({{1.2, 0}, {4, 0}, {3.1, 0}}).verdict, Verdict::contradicted);
}

}  // namespace
}  // namespace turnpike::test
