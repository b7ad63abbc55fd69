// What is expected of a point, and what is said where it is not so.

#include "sim/studies/regress/judge.h"

#include <gtest/gtest.h>

#include <fstream>

#include "sim/base/config_error.h"
#include "sim/experiment/results/standard_output.h"
#include "sim/studies/regress/collect.h"
#include "sim/studies/regress/regress_json.h"
#include "tests/support/scratch_folder.h"

namespace turnpike::test {
namespace {

using sim::Json;

class JudgeTest : public testing::Test {
 protected:
  sim::Plan plan_with(const std::string& expectation) const {
    sim::Plan plan;
    plan.suite = sim::make_suite(
        sim::parse_settings("[case.a]\nset.network.topology = \"mesh\"\n" + expectation + "\n",
                            (folder_.path() / "s.toml").string()));
    plan.points = sim::points_of(plan.suite, 0);
    plan.keys = {"key"};
    return plan;
  }

  static sim::PointRecord record(const std::string& end) {
    sim::PointRecord record;
    record.end = model::value_of(sim::kEndWords, end).value();
    record.figures = {{"latency", 10.0}, {"accepted", 0.2}, {"files", Json::array({"x"})}};
    return record;
  }

  // The signatures of what is wrong.
  static std::vector<std::string> judged(const sim::Plan& plan, const sim::PointRecord& record) {
    std::vector<std::string> signatures;
    for (const auto& complaint : sim::Judge(plan).judge(0, record)) {
      signatures.push_back(complaint.signature);
    }
    return signatures;
  }

  ScratchFolder folder_;
};

using Signatures = std::vector<std::string>;

TEST_F(JudgeTest, AnOrderlyEndPassesWhereNothingElseIsExpected) {
  EXPECT_EQ(judged(plan_with(""), record("done")), Signatures{});
  EXPECT_EQ(judged(plan_with(""), record("saturated")), Signatures{});
}

TEST_F(JudgeTest, OtherEndsFail) {
  EXPECT_EQ(judged(plan_with(""), record("unfinished")), Signatures{"not finished"});
  EXPECT_EQ(judged(plan_with(""), record("deadlock")), Signatures{"deadlock, none is expected"});
  sim::PointRecord crashed = record("crashed");
  crashed.figures = Json();
  crashed.message = "crashed: Segmentation fault (signal 11)\nat 0x12";
  EXPECT_EQ(judged(plan_with("expect.latency = [1, 2]"), crashed),
            Signatures{"crashed: Segmentation fault (signal N)"});
}

// As it shows in a suite: at other ports, pins of the flit and distances from one point to the
// next.
TEST_F(JudgeTest, OneFaultIsOneKind) {
  for (const sim::MismatchPlace& place :
       {sim::MismatchPlace{77, "router 3,4", 2, "out_valid_o", 3, ""},
        sim::MismatchPlace{12, "router_1", 0, "out_flit_o", 1, ""},
        sim::MismatchPlace{900, "router_1_2", 4, "out_vc_o", std::nullopt, ""},
        sim::MismatchPlace{5, "router_7", 1, "out_route_o", 3, ""}}) {
    sim::PointRecord found = record("mismatch");
    found.mismatch = place;
    EXPECT_EQ(judged(plan_with("expect.latency = [1, 2]"), found),
              Signatures{"mismatch at a router, out_*_o"});
  }
  EXPECT_EQ(sim::mismatch_kind({1, "interchange_12", 0, "in_credit_o", std::nullopt, ""}),
            "mismatch at an interchange, in_credit_o");
  EXPECT_EQ(sim::mismatch_kind({25, "router_1", 0, "its own check", 1,
                                "one_flit: required (rtl/router/output_vcs.v:188)"}),
            "mismatch at a router, its own check: one_flit: required (rtl/router/output_vcs.v:N)");
}

TEST_F(JudgeTest, PortsPinsAndDistancesAreDetailsOfAKind) {
  sim::Collected night;
  for (const sim::MismatchPlace& place :
       {sim::MismatchPlace{7, "router_1", 2, "out_valid_o", 4, ""},
        sim::MismatchPlace{9, "router_3", 0, "out_flit_o", 1, ""}}) {
    sim::JudgedPoint point;
    point.number = night.points.size();
    point.record = record("mismatch");
    point.record->mismatch = place;
    night.points.push_back(point);
  }
  EXPECT_EQ(sim::mismatch_details(night, {"", {0, 1}}),
            "port 0, 2; out_flit_o, out_valid_o; 1 .. 4 cycles after a flit came in");
  EXPECT_EQ(sim::mismatch_details(night, {"", {1}}),
            "port 0; out_flit_o; 1 cycle after a flit came in");
  night.points[0].record->mismatch->since_flit.reset();
  EXPECT_EQ(sim::mismatch_details(night, {"", {0}}),
            "port 2; out_valid_o; long after a flit came in");
  night.points[0].record->mismatch.reset();
  EXPECT_EQ(sim::mismatch_details(night, {"", {0}}), "");
}

TEST_F(JudgeTest, NumbersAreNoPartOfASignature) {
  EXPECT_EQ(sim::message_signature("cycle 12, node 3: 0xaF != 7\nmore"), "cycle N, node N: N != N");
}

TEST_F(JudgeTest, LatencyAndAcceptedTrafficAreHeldToTheirLimits) {
  EXPECT_EQ(judged(plan_with("expect.latency = [10, 10]"), record("done")), Signatures{});
  EXPECT_EQ(judged(plan_with("expect.latency = [10.1, 11]"), record("done")),
            Signatures{"latency below its interval, case a"});
  EXPECT_EQ(judged(plan_with("expect.latency = [1, 9.9]"), record("done")),
            Signatures{"latency above its interval, case a"});
  EXPECT_EQ(judged(plan_with("expect.accepted_at_least = 0.2"), record("done")), Signatures{});
  EXPECT_EQ(judged(plan_with("expect.accepted_at_least = 0.21"), record("done")),
            Signatures{"accepted traffic too low, case a"});
}

TEST_F(JudgeTest, AnExpectedDeadlockHasToCome) {
  const sim::Plan plan = plan_with("expect.deadlock = true");
  EXPECT_EQ(judged(plan, record("deadlock")), Signatures{});
  EXPECT_EQ(judged(plan, record("done")), Signatures{"no deadlock, one is expected"});
  EXPECT_EQ(judged(plan, record("standstill")).size(), 2u);
}

TEST_F(JudgeTest, EventsAreHeldToTheirDigest) {
  const sim::Plan plan = plan_with("expect.events_sha256 = \"" + std::string(64, 'a') + "\"");
  sim::PointRecord found = record("done");
  found.events_sha256 = std::string(64, 'a');
  EXPECT_EQ(judged(plan, found), Signatures{});
  found.events_sha256[5] = 'b';
  EXPECT_EQ(judged(plan, found), Signatures{"other events than stored"});
}

TEST_F(JudgeTest, FiguresAreHeldToAStoredRunOrNight) {
  const std::string stored = (folder_.path() / "old.json").string();
  const sim::Plan plan = plan_with("expect.equal_to = \"old.json\"");
  Json run = {{"schema", sim::kRunSchema}, {"latency", 10.0}, {"accepted", 0.2}, {"files", "y"}};
  std::ofstream(stored) << run;
  EXPECT_EQ(judged(plan, record("done")), Signatures{});
  run["accepted"] = 0.25;
  std::ofstream(stored) << run;
  EXPECT_EQ(judged(plan, record("done")), Signatures{"other figures than stored"});
  run["accepted"] = 0.2;
  Json night = {{"schema", sim::kRegressSchema}, {"points", Json::array()}};
  std::ofstream(stored) << night;
  EXPECT_EQ(judged(plan, record("done")), Signatures{"no stored result"});
  night["points"].push_back({{"point", plan.points[0].name}, {"figures", run}});
  std::ofstream(stored) << night;
  EXPECT_EQ(judged(plan, record("done")), Signatures{});
  for (const char* damage : {"", "{}", "[]", "{\"schema\": 3}"}) {
    std::ofstream(stored) << damage;
    EXPECT_THROW(sim::Judge(plan).load(), sim::ConfigError) << damage;
  }
}

// Its seeds are drawn: other traffic than that of the stored result.
TEST_F(JudgeTest, ARandomNightIsNotHeldToStoredFigures) {
  sim::Plan plan = plan_with("expect.events_sha256 = \"" + std::string(64, 'a') + "\"");
  plan.reseed = 3;
  EXPECT_EQ(judged(plan, record("done")), Signatures{});
}

TEST_F(JudgeTest, FlitHopsAreThoseOfPointsInLockstepThatPassed) {
  sim::Plan plan = plan_with("engines = [\"lockstep\", \"model\"]\nseeds = 3");
  ASSERT_EQ(plan.points.size(), 6u);
  sim::Collected collected;
  for (const sim::RegressPoint& point : plan.points) {
    sim::JudgedPoint judged;
    judged.number = collected.points.size();
    judged.record = record("done");
    judged.record->engine = point.engine;
    judged.record->figures.update(
        {{"channel_utilisation_mean", 7.0 / 30}, {"channels", 3}, {"measurement_cycles", 10}});
    collected.points.push_back(judged);
  }
  EXPECT_EQ(sim::compared_flit_hops(plan, collected), 3u * 7u);
  // Lockstep, failed, or missing, or without channels; and a point of the model does not matter.
  std::vector<std::size_t> beside;
  for (const sim::RegressPoint& point : plan.points) {
    if (point.engine == sim::EngineKind::lockstep) beside.push_back(&point - plan.points.data());
  }
  ASSERT_EQ(beside.size(), 3u);
  collected.points[beside[0]].complaints.push_back({"wrong", "wrong"});
  EXPECT_EQ(sim::compared_flit_hops(plan, collected), 2u * 7u);
  collected.points[beside[1]].record->figures["channel_utilisation_mean"] = nullptr;
  EXPECT_EQ(sim::compared_flit_hops(plan, collected), 7u);
  collected.points[beside[2]].record.reset();
  EXPECT_EQ(sim::compared_flit_hops(plan, collected), 0u);
}

}  // namespace
}  // namespace turnpike::test
