// shahrabi_study_test.cpp - networks, counts and rules of the paper of Shahrabi & Ould-Khaoua.

#include <gtest/gtest.h>

#include <numeric>
#include <set>

#include "model/network/message_engine.h"
#include "model/topology/build.h"
#include "model/traffic/list_source.h"
#include "papers/shahrabi/latency.h"
#include "papers/shahrabi/mechanisms.h"

namespace turnpike::test {
namespace {

namespace shahrabi = sim::shahrabi;
using model::shahrabi::Variant;
using shahrabi::PanelPoint;
using shahrabi::PanelStudy;
using sim::Judgement;
using sim::Measured;
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
  EXPECT_EQ(e.topology.kind, model::Topology::hypercube);
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
  EXPECT_EQ(e.router.room, 1u);
  EXPECT_EQ(e.run.warmup, 1000u);  // 640 messages of 64 nodes
  EXPECT_EQ(e.run.measurement, 2000u);
}

// Points at which the network does what the model says, times a factor.
struct Factors {
  double unicast = 1;
  double broadcast = 1;
  double wait = 1;
  double half_width = 0;  // of latencies, relative
};

PanelStudy study(const Factors& by) {
  PanelStudy made;
  made.panel = kPanel;
  for (const double share : {.1, .5, .95}) {
    PanelPoint point;
    point.share = share;
    point.rate = shahrabi::rate_at(kPanel, share);
    const auto model = predict(load_of(kPanel, point.rate, Variant::printed));
    point.printed = model;
    if (share < .8) point.counted = predict(load_of(kPanel, point.rate, Variant::counted));
    const double wait = model.source_wait * model.multiplexing;
    const double all = broadcast_latency(kPanel, model);
    point.unicast = {by.unicast * model.unicast_latency, by.half_width * model.unicast_latency};
    point.broadcast = {by.broadcast * all, by.half_width * all};
    point.path = point.broadcast;
    point.channel_rate = {channel_ratio(kPanel, Variant::counted), 0};
    point.queue_rate = {queue_ratio(kPanel, Variant::printed), 0};
    point.multiplexing = {model.multiplexing, 0};
    point.wait = {by.wait * wait, 0};
    point.copy = {model.broadcast_step - wait, 0};
    point.way = {model.unicast_latency - wait, 0};
    made.one.points.push_back(point);
  }
  made.one.saturation = {1.0, 1.1};
  made.all = made.one;
  return made;
}

Judgement judged(const PanelStudy& one, const std::string& id) {
  for (const Judgement& j : shahrabi::judge_panels({one})) {
    EXPECT_FALSE(j.rule.empty() || j.given.empty() || j.chosen.empty()) << j.id;
    EXPECT_FALSE(j.ours.empty());
    if (j.id == id) return j;
  }
  ADD_FAILURE() << "no claim " << id;
  return {};
}

TEST(ShahrabiClaimsTest, WhatTheModelSaysHolds) {
  for (const Judgement& j : shahrabi::judge_panels({study({})})) {
    if (j.id == "channel_load" || j.id == "near_saturation") continue;
    EXPECT_EQ(j.verdict, Verdict::holds) << j.id;
  }
}

TEST(ShahrabiClaimsTest, LatenciesAreJudgedByTheWorstErrorOfBothModes) {
  EXPECT_EQ(judged(study({1.1}), "unicast_steady").verdict, Verdict::holds);
  EXPECT_EQ(judged(study({2}), "unicast_steady").verdict, Verdict::contradicted);
  EXPECT_EQ(judged(study({1, 1.4}), "broadcast_steady").verdict, Verdict::contradicted);
  PanelStudy half = study({});
  half.all = study({1.5}).all;  // good with one at once, not with V
  EXPECT_EQ(judged(half, "unicast_steady").verdict, Verdict::contradicted);
  const Judgement open = judged(study({1.1, 1, 1, .2}), "unicast_steady");
  EXPECT_EQ(open.verdict, Verdict::not_decided) << open.ours;
}

TEST(ShahrabiClaimsTest, ErrorsOfPartsAreSharesOfAStep) {
  const PanelStudy made = study({1, 1, 3});
  EXPECT_EQ(judged(made, "source_wait").verdict, Verdict::holds);  // 3 times little
  EXPECT_EQ(judged(study({1, 1, 30}), "source_wait").verdict, Verdict::contradicted);
  const Measured error =
      worst_error(kPanel, study({1.25}).one, shahrabi::kUnicast, Variant::printed, 0, 1);
  EXPECT_NEAR(error.mean, -20, 1e-9);
}

TEST(ShahrabiClaimsTest, ADiscrepancyNearSaturationMustBeLargerThanBefore) {
  EXPECT_EQ(judged(study({}), "near_saturation").verdict, Verdict::contradicted);
  PanelStudy light = study({});
  light.one.points.pop_back();
  light.all.points.pop_back();
  EXPECT_EQ(judged(light, "near_saturation").verdict, Verdict::not_judged);
  PanelStudy off = study({});
  off.one.points.back().unicast.mean *= 1.5;
  off.all.points.back().unicast.mean *= 1.5;
  EXPECT_EQ(judged(off, "near_saturation").verdict, Verdict::in_part);
  off.one.points.back().broadcast.mean *= .7;
  off.all.points.back().broadcast.mean *= .7;
  EXPECT_EQ(judged(off, "near_saturation").verdict, Verdict::holds);
  off.one.points.back().broadcast.half_width = off.one.points.back().broadcast.mean;
  EXPECT_EQ(judged(off, "near_saturation").verdict, Verdict::not_decided);
}

TEST(ShahrabiClaimsTest, ChannelLoadIsThePrintedOneTheCountedOneOrNeither) {
  EXPECT_NEAR(channel_ratio(kPanel, Variant::printed), .611, .001);
  EXPECT_NEAR(channel_ratio(kPanel, Variant::counted), .708, .001);
  EXPECT_EQ(judged(study({}), "channel_load").verdict, Verdict::misprint);
  for (const double found : {.611, .5}) {
    PanelStudy other = study({});
    for (auto* mode : {&other.one, &other.all}) {
      for (PanelPoint& point : mode->points) point.channel_rate.mean = found;
    }
    EXPECT_EQ(judged(other, "channel_load").verdict,
              found > .6 ? Verdict::holds : Verdict::contradicted);
  }
}

// (25) with the copies counted: every message but those of the root is put in one queue.
TEST(ShahrabiClaimsTest, AQueueIsGivenAnNthOfTheMessages) {
  EXPECT_NEAR(queue_ratio(kPanel, Variant::counted), (.98 + .02 * 63) / 6, 1e-12);
}

TEST(ShahrabiClaimsTest, SaturationIsComparedWithItsBounds) {
  PanelStudy one = study({});
  EXPECT_EQ(judged(one, "saturation").verdict, Verdict::holds);
  one.one.saturation = {1.1, 1.2};
  EXPECT_EQ(judged(one, "saturation").verdict, Verdict::not_decided);
  one.one.saturation = {1.4, 1.6};
  EXPECT_EQ(judged(one, "saturation").verdict, Verdict::contradicted);
  one.one.saturation = {};
  EXPECT_EQ(judged(one, "saturation").verdict, Verdict::not_judged);
}

TEST(ShahrabiStudyTest, SaturationLiesBetweenTheLoadsThatWereRun) {
  std::vector<PanelPoint> points(3);
  for (std::size_t i = 0; i < 3; ++i) points[i].share = 1.0 + static_cast<double>(i);
  EXPECT_EQ(shahrabi::saturation_of(points).below, 3);
  EXPECT_FALSE(shahrabi::saturation_of(points).known());
  points[1].saturated = true;
  EXPECT_EQ(shahrabi::saturation_of(points).below, 1);
  EXPECT_EQ(shahrabi::saturation_of(points).above, 2);
}

model::Event event_of(model::EventKind kind, model::Cycle cycle, model::NodeId source,
                      model::NodeId component = 0, model::PortId port = 0) {
  model::Event event;
  event.kind = kind;
  event.cycle = cycle;
  event.source = source;
  event.component = component;
  event.port = port;
  return event;
}

// Two messages share a channel of a 2-cube for half of its busy time: V = (1 + 4) / (1 + 2).
TEST(ShahrabiStudyTest, PartsAreTakenFromTheEventsOfARun) {
  using Kind = model::EventKind;
  shahrabi::PartsMeter meter({"2-10", 2, 2, 10, 0}, 0, 1000);
  for (const model::NodeId source : {0u, 1u}) {
    const model::Cycle at = source == 0 ? 100 : 110;
    meter.record(event_of(Kind::queued, at, source));
    meter.record(event_of(Kind::injected, at + 3, source));  // two cycles of waiting
    meter.record(event_of(Kind::hop, at + 4, source, 0, 1));
    meter.record(event_of(Kind::hop, at + 5, source, 2, 2));  // to the node
    meter.record(event_of(Kind::delivered, at + 24, source));
  }
  const shahrabi::MessageParts parts = meter.parts();
  EXPECT_EQ(parts.wait, 2);
  EXPECT_EQ(parts.copy, 20);
  // Dimension 0 is idle: 1. Dimension 1: 10 cycles of one, 10 of two, 10 of one.
  EXPECT_NEAR(parts.multiplexing, (1 + (20 + 4 * 10) / (20 + 2 * 10.)) / 2, 1e-12);
  EXPECT_NEAR(parts.queue_rate, 2 / 1000. / 4 / 2, 1e-12);
}

TEST(ShahrabiStudyTest, AMessageAloneTakesWhatTheTimingSays) {
  const shahrabi::Panel small = {"4-32", 4, 2, 32, .1};
  const shahrabi::ZeroLoad found = shahrabi::study_zero_load(small, 1);
  for (unsigned d = 1; d <= 4; ++d) EXPECT_EQ(found.unicast[d - 1], 32 + d + 1);
  EXPECT_NEAR(found.broadcast, 4 * (32 + 1 + 2), .5);
  for (const Judgement& j : judge_zero_load(small, found)) {
    EXPECT_EQ(j.verdict, j.id == "one_hop" ? Verdict::misprint : Verdict::holds) << j.id;
  }
  EXPECT_EQ(found.nodes, 15u);
  EXPECT_EQ(found.steps, 4u);
  shahrabi::ZeroLoad slower = found;
  for (double& latency : slower.unicast) latency += 9;
  slower.broadcast *= 1.2;
  slower.nodes = 14;
  for (const Judgement& j : judge_zero_load(small, slower)) {
    EXPECT_NE(j.verdict, Verdict::holds) << j.id;
    EXPECT_EQ(j.reason.empty(), false) << j.id;
  }
}

// Assumption f: arriving messages do not wait for each other, each input has a channel to the node.
TEST(ShahrabiStudyTest, MessagesThatArriveTogetherLeaveTogether) {
  const shahrabi::Panel small = {"2-16", 2, 2, 16, .1};
  const sim::Experiment e = shahrabi::experiment_of(small, .01, 10, 10);
  const model::Network network = build_network(e.topology, e.router, e.link);
  model::ListedTraffic traffic(network, {{10, 1, 0, 16}, {10, 2, 0, 16}});
  const auto engine =
      model::make_message_engine(network, traffic, e.run, terminal_spec(network, e.run));
  engine->advance(100);
  for (const model::MessageTimes& times : traffic.times()) {
    EXPECT_EQ(times.last, 10u + 16 + 1 + shahrabi::kUncountedUnicast);
  }
}

TEST(ShahrabiStudyTest, HalfOfTheUnicastMessagesTakeTheHighestPort) {
  const std::vector<double> counted = shahrabi::counted_ports(kPanel);
  EXPECT_NEAR(std::accumulate(counted.begin(), counted.end(), 0.0), 1, 1e-12);
  sim::PaperOptions options;
  options.quick = true;
  const std::vector<double> found = shahrabi::study_ports(kPanel, options);
  for (unsigned d = 0; d < 6; ++d) EXPECT_NEAR(found[d], counted[d], .03) << d;
}

TEST(ShahrabiClaimsTest, BalanceIsComparedWithAFixedBase) {
  EXPECT_EQ(shahrabi::judge_balance({{1.2, 0}, {1.3, 0}, {3.1, 0}}).verdict, Verdict::holds);
  EXPECT_EQ(shahrabi::judge_balance({{1.2, 0}, {4, 0}, {3.1, 0}}).verdict, Verdict::in_part);
  EXPECT_EQ(shahrabi::judge_balance({{4, 0}, {2.9, 0}, {3.1, 0}}).verdict, Verdict::contradicted);
}

}  // namespace
}  // namespace turnpike::test
