// A topology, a routing function, a traffic pattern and a source of messages that stand in one file
// each, beside this one (the routing function in two, of which one is Verilog), and that nothing
// else knows: every command takes them as it takes its own.

#include <gtest/gtest.h>

#include "api/turnpike.hpp"
#include "sim/experiment/results/result_keys.h"
#include "tests/support/places.h"
#include "tests/system/commands/program.h"

namespace turnpike::test {
namespace {

using sim::Json;

const std::string kLadder =
    "[network]\ntopology = \"moebius\"\nradix = 8\ndimensions = 1\n"
    "[router]\nvirtual_channels = 1\n"
    "[traffic]\npattern = \"backwards\"\nload = 0.2\n"
    "[run]\nmeasurement = 2000\n";

const std::string kMesh =
    "[network]\ntopology = \"mesh\"\nradix = 3\ndimensions = 2\nrouting = \"west_first\"\n"
    "[router]\nvirtual_channels = 2\n"
    "[traffic]\npattern = \"transpose\"\nload = 0.2\n"
    "[run]\nmeasurement = 500\n";

// A token for each node of the same network.
constexpr unsigned kLaps = 40;
constexpr unsigned kHold = 7;
const std::string kTokens =
    "[network]\ntopology = \"moebius\"\nradix = 8\ndimensions = 1\n"
    "[router]\nvirtual_channels = 1\n"
    "[workload]\nkind = \"token\"\nlaps = 40\nhold = 7\n";

// build/turnpike, and what is beside this file.
ProgramResult extended(std::vector<std::string> arguments) {
  arguments.insert(arguments.begin(), program_path() + "_extended");
  return run_command(arguments);
}

class ExtensionTest : public testing::Test {
 protected:
  static Json run(const std::string& config, const std::string& engine,
                  const std::string& setting = "run.seed=1") {
    const ProgramResult result =
        extended({"run", config, "--engine", engine, "--set", setting, "--json"});
    EXPECT_EQ(result.status, 0) << result.error;
    return Json::parse(result.out);
  }
  static void expect_alike(const std::string& config, const Json& model) {
    for (const char* engine : {"rtl", "lockstep", "emitted"}) {
      Json hardware = run(config, engine);
      EXPECT_EQ(hardware.value("mismatches", 0), 0) << engine;
      for (const char* key : {"latency", "accepted", "hops", "cycles", "packets"}) {
        EXPECT_EQ(hardware.at(key), model.at(key)) << engine << ' ' << key;
      }
    }
  }

  // The figures that every engine and any number of threads has.
  Json run_tokens(const std::vector<std::string>& options) const {
    std::vector<std::string> arguments = {"run", tokens_, "--json"};
    arguments.insert(arguments.end(), options.begin(), options.end());
    const ProgramResult result = extended(arguments);
    EXPECT_EQ(result.status, 0) << result.error;
    const Json run = Json::parse(result.out);
    EXPECT_EQ(run.value("mismatches", 0), 0);
    Json figures;
    for (const char* key : {"latency", "latency_max", "accepted", "cycles", "packets"}) {
      figures[key] = run.at(key);
    }
    return figures;
  }

  TemporaryFolder folder_;
  const std::string config_ = folder_.write("ladder.toml", kLadder);
  const std::string mesh_ = folder_.write("mesh.toml", kMesh);
  const std::string tokens_ = folder_.write("tokens.toml", kTokens);
  const std::string out_ = folder_.file("out");
};

TEST_F(ExtensionTest, HelpAndSchemaNameIt) {
  const std::string help = extended({"run", "--help"}).out;
  for (const char* text : {"\"circulant\", \"moebius\"", "moebius: routers of the ring, even",
                           "graph, moebius: root of", "\"trace\", \"backwards\""}) {
    EXPECT_NE(help.find(text), std::string::npos) << text;
  }
  const std::string schema = extended({"schema", "configuration"}).out;
  EXPECT_NE(schema.find("\"moebius\""), std::string::npos);
  EXPECT_EQ(turnpike({"schema", "configuration"}).out.find("moebius"), std::string::npos);
}

TEST_F(ExtensionTest, CheckProvesItAndRouteFollowsIt) {
  const ProgramResult check = extended({"check", config_});
  EXPECT_EQ(check.status, 0) << check.error;
  for (const char* text : {"Moebius ladder of 4 rungs, 8 nodes, 8 components, 24 channels",
                           "deadlock: cannot happen", "Up*/Down*: root "}) {
    EXPECT_NE(check.out.find(text), std::string::npos) << check.out;
  }
  const ProgramResult route = extended({"route", config_, "--from", "1", "--to", "5"});
  EXPECT_EQ(route.status, 0) << route.error;
  EXPECT_NE(route.out.find("router_5"), std::string::npos) << route.out;
}

TEST_F(ExtensionTest, WhatItRefusesHasALine) {
  const auto complaint = [&](const std::string& setting) {
    const ProgramResult result = extended({"check", config_, "--set", setting});
    EXPECT_EQ(result.status, 2) << setting;
    return result.error;
  };
  EXPECT_NE(complaint("network.radix=7").find("found 7, allowed: an even number from 4"),
            std::string::npos);
  EXPECT_NE(complaint("network.dimensions=2").find("found 2, allowed: 1 with"), std::string::npos);
  EXPECT_NE(complaint("network.hosts=2").find("only with topology \"irregular\""),
            std::string::npos);
  EXPECT_NE(complaint("network.express.spacing=2").find("only with topology \"mesh\" or"),
            std::string::npos);
  EXPECT_NE(complaint("router.kind=\"packet\"").find("packet routers have no routing table"),
            std::string::npos);
}

TEST_F(ExtensionTest, EveryEngineRunsItAlike) {
  const Json model = run(config_, "model");
  EXPECT_GT(model.at("packets"), 300);
  expect_alike(config_, model);
}

TEST_F(ExtensionTest, SweepRunsItAndReportDrawsIt) {
  const ProgramResult sweep = extended({"sweep", config_, "--set", "run.engine=\"model\"", "--load",
                                        "0.1:0.2:0.1", "--out", out_, "--json"});
  ASSERT_EQ(sweep.status, 0) << sweep.error;
  EXPECT_EQ(Json::parse(sweep.out).at("curves").at(0).at("points").size(), 2u);
  const ProgramResult report = extended({"report", out_});
  ASSERT_EQ(report.status, 0) << report.error;
  const std::string page = read_file(out_ + "/report.html");
  for (const char* text : {"Moebius ladder of 4 rungs", "\"ring\",\"rungs\"", "goes round twice"}) {
    EXPECT_NE(page.find(text), std::string::npos) << text;
  }
}

TEST_F(ExtensionTest, EmitWritesIt) {
  ASSERT_EQ(extended({"emit", config_, "--out", out_}).status, 0);
  const std::string network = read_file(out_ + "/ladder_network.v");
  EXPECT_NE(network.find("router_0_to_router_4_flit"), std::string::npos);
}

// The smallest one that check() lets pass.
TEST_F(ExtensionTest, BisectMakesItSmaller) {
  const std::string suite = folder_.write(
      "suite.toml",
      "[case.one]\nengines = [\"model\"]\n"
      "set.network = {topology = \"moebius\", radix = [12]}\n"
      "set.router = {virtual_channels = 1, buffer_depth = 1}\n"
      "set.traffic.load = 0.2\nset.run.measurement = 1000\nexpect.latency = [1, 12]\n");
  const ProgramResult result = extended({"bisect", suite, "--point", "0", "--out", out_, "--json"});
  ASSERT_EQ(result.status, 0) << result.error;
  EXPECT_EQ(Json::parse(result.out).at("nodes"), 4) << result.out;
}

TEST_F(ExtensionTest, ARoutingFunctionIsListedAndProved) {
  EXPECT_NE(extended({"run", "--help"}).out.find("\"destination_tag\", \"west_first\""),
            std::string::npos);
  const ProgramResult check = extended({"check", mesh_});
  EXPECT_EQ(check.status, 0) << check.error;
  EXPECT_NE(check.out.find("deadlock: cannot happen"), std::string::npos) << check.out;
  // From (2, 0) to (0, 2): west, then up; back: down before east.
  const ProgramResult there = extended({"route", mesh_, "--from", "2,0", "--to", "0,2", "--json"});
  const ProgramResult back = extended({"route", mesh_, "--from", "0,2", "--to", "2,0", "--json"});
  EXPECT_NE(there.out.find("router_0_0"), std::string::npos) << there.out << there.error;
  EXPECT_NE(back.out.find("router_0_0"), std::string::npos) << back.out << back.error;
}

TEST_F(ExtensionTest, ARoutingFunctionIsRefusedWhereItDoesNotFit) {
  const auto complaint = [&](std::vector<std::string> settings) {
    std::vector<std::string> arguments = {"check", mesh_};
    for (const std::string& setting : settings) {
      arguments.insert(arguments.end(), {"--set", setting});
    }
    const ProgramResult result = extended(arguments);
    EXPECT_EQ(result.status, 2) << settings.front();
    return result.error;
  };
  const std::string torus = complaint({"network.topology=\"torus\""});
  EXPECT_NE(torus.find("allowed: \"auto\" or \"dimension_order\" or \"layered_shortest\" or "
                       "\"minimal_adaptive\" or \"valiant\" or \"romm\" or \"table\" with "
                       "topology \"torus\""),
            std::string::npos)
      << torus;
  EXPECT_NE(complaint({"network.dimensions=3"})
                .find("\"auto\" or \"dimension_order\" or \"layered_shortest\""),
            std::string::npos);
  EXPECT_NE(complaint({"router.kind=\"packet\""}).find("packet routers do not have it"),
            std::string::npos);
  EXPECT_NE(complaint({"network.express.spacing=2"}).find("\"auto\" with express channels"),
            std::string::npos);
  const ProgramResult emit = extended({"emit", mesh_, "--terminals", "axi_stream", "--out", out_});
  EXPECT_EQ(emit.status, 2);
  EXPECT_NE(emit.error.find("network.routing"), std::string::npos) << emit.error;
}

TEST_F(ExtensionTest, EveryEngineRoutesAlike) {
  const Json model = run(mesh_, "model");
  EXPECT_GT(model.at("packets"), 100);
  EXPECT_NE(run(mesh_, "model", "network.routing=\"auto\"").at("latency"), model.at("latency"));
  expect_alike(mesh_, model);
}

// Of 36 routers 64 are evaluated at once.
TEST_F(ExtensionTest, SlicedRoutersRouteAlike) {
  const std::string large = "network.radix=6";
  const Json sliced = run(mesh_, "lockstep", large);
  EXPECT_EQ(sliced.value("mismatches", 0), 0);
  EXPECT_EQ(sliced.at("latency"), run(mesh_, "model", large).at("latency"));
}

TEST_F(ExtensionTest, ItsRoutingGoesThroughSweepReportEmitAndBisect) {
  const ProgramResult sweep = extended({"sweep", mesh_, "--set", "run.engine=\"model\"", "--load",
                                        "0.1:0.2:0.1", "--out", out_, "--json"});
  ASSERT_EQ(sweep.status, 0) << sweep.error;
  EXPECT_EQ(extended({"report", out_}).status, 0);
  const std::string network = folder_.file("network");
  ASSERT_EQ(extended({"emit", mesh_, "--out", network}).status, 0);
  EXPECT_NE(read_file(network + "/mesh_network_router.v").find("west_first #("), std::string::npos);
  EXPECT_NE(read_file(network + "/west_first.v").find("module west_first"), std::string::npos);
  const std::string suite = folder_.write(
      "suite.toml",
      "[case.one]\nengines = [\"model\"]\n"
      "set.network = {topology = \"mesh\", radix = [6, 6], routing = \"west_first\"}\n"
      "set.traffic.load = 0.2\nset.run.measurement = 500\nexpect.latency = [1, 8]\n");
  const ProgramResult result =
      extended({"bisect", suite, "--point", "0", "--out", folder_.file("smaller"), "--json"});
  ASSERT_EQ(result.status, 0) << result.error;
  EXPECT_LT(Json::parse(result.out).at("nodes"), 36) << result.out;
}

TEST_F(ExtensionTest, TheLibraryKnowsItsWord) {
  const Simulation network = Simulation::from_file(config_);
  EXPECT_EQ(network.topology(), "moebius");
}

TEST_F(ExtensionTest, HelpAndSchemaNameTheSource) {
  const std::string help = extended({"run", "--help"}).out;
  for (const char* text :
       {"\"traffic\", ", ", \"token\"", "token: how often each token goes round"}) {
    EXPECT_NE(help.find(text), std::string::npos) << text;
  }
  EXPECT_NE(extended({"schema", "configuration"}).out.find("\"laps\""), std::string::npos);
  EXPECT_EQ(turnpike({"schema", "configuration"}).out.find("\"laps\""), std::string::npos);
}

TEST_F(ExtensionTest, WhatTheSourceRefusesHasALine) {
  const auto complaint = [&](const std::string& command, const std::string& setting) {
    const ProgramResult result = extended({command, tokens_, "--set", setting});
    EXPECT_EQ(result.status, 2) << setting;
    return result.error;
  };
  EXPECT_NE(complaint("check", "workload.laps=0").find("found 0, allowed: integer 1 .. 1000000"),
            std::string::npos);
  EXPECT_NE(
      complaint("check", "workload.kind=\"traffic\"").find("only with workload.kind \"token\""),
      std::string::npos);
  EXPECT_NE(complaint("check", "traffic.load=0.2").find("nothing with workload.kind \"token\""),
            std::string::npos);
  EXPECT_NE(complaint("run", "run.precision=\"2 %\"").find("nothing with a token"),
            std::string::npos);
  const ProgramResult sweep = extended({"sweep", tokens_, "--load", "0.1,0.2"});
  EXPECT_EQ(sweep.status, 2);
  EXPECT_NE(sweep.error.find("tokens.toml:8: key 'workload.kind': found \"token\""),
            std::string::npos)
      << sweep.error;
  EXPECT_EQ(extended({"check", tokens_}).status, 0);
}

// Each token is alone on its channel: 1 cycle to the pins, 1 for each of two routers, and 4 until
// the last of its 5 flits.
TEST_F(ExtensionTest, TokensComeRoundInTheCycleThatIsCountedByHand) {
  const std::string events = folder_.file("events.csv");
  const Json figures = run_tokens({"--engine", "model", "--events", events});
  EXPECT_EQ(figures.at("packets"), 8 * 8 * kLaps);
  constexpr unsigned kLatency = 1 + 2 + 4;
  EXPECT_EQ(figures.at("latency"), kLatency);
  EXPECT_EQ(figures.at("latency_max"), kLatency);
  const std::string log = read_file(events);
  const std::size_t last = log.rfind("delivered");
  ASSERT_NE(last, std::string::npos);
  const std::string line = log.substr(log.rfind('\n', last) + 1);
  EXPECT_EQ(std::stoul(line), 8 * kLaps * kLatency + (8 * kLaps - 1) * kHold) << line;
}

TEST_F(ExtensionTest, EveryEngineAndThreadHearsTheSameDeliveries) {
  const Json model = run_tokens({"--engine", "model"});
  EXPECT_EQ(run_tokens({"--engine", "model", "--threads", "2"}), model);
  for (const char* engine : {"rtl", "lockstep", "emitted"}) {
    EXPECT_EQ(run_tokens({"--engine", engine}), model) << engine;
  }
}

TEST_F(ExtensionTest, ARunOfTheSourceGoesOnFromItsCheckpoint) {
  const Json whole = run_tokens({"--engine", "model", "--out", out_, "--checkpoint-every", "1"});
  EXPECT_GT(whole.at("cycles"), 4000);
  EXPECT_EQ(run_tokens({"--engine", "model", "--from-checkpoint", out_ + "/checkpoint"}), whole);
}

TEST_F(ExtensionTest, SweepRunsTheSourceOverItsKeysAndReportDrawsIt) {
  const ProgramResult sweep = extended({"sweep", tokens_, "--set", "run.engine=\"model\"", "--set",
                                        "workload.hold=1,20", "--out", out_, "--json"});
  ASSERT_EQ(sweep.status, 0) << sweep.error;
  const Json curves = Json::parse(sweep.out).at("curves");
  ASSERT_EQ(curves.size(), 2u);
  const double often = curves.at(0).at("points").at(0).at("accepted");
  EXPECT_GT(often, curves.at(1).at("points").at(0).at("accepted"));
  const ProgramResult report = extended({"report", out_});
  ASSERT_EQ(report.status, 0) << report.error;
  EXPECT_NE(read_file(out_ + "/report.html").find("workload.hold"), std::string::npos);
}

}  // namespace
}  // namespace turnpike::test
