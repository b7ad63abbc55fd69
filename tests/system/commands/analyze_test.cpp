// `turnpike analyze` as a user calls it.

#include <gtest/gtest.h>

#include <cmath>
#include <set>

#include "sim/experiment/results/result_keys.h"
#include "sim/studies/analyze/quantity.h"
#include "tests/support/places.h"
#include "tests/system/commands/program.h"

namespace turnpike::test {
namespace {

using sim::Json;

std::string config(const std::string& name) {
  return test::source_path("configs/") + name + ".toml";
}

Json analyzed(std::vector<std::string> arguments) {
  arguments.insert(arguments.begin(), "analyze");
  arguments.emplace_back("--json");
  const ProgramResult result = turnpike(std::move(arguments));
  EXPECT_EQ(result.status, 0) << result.error;
  return Json::parse(result.out);
}

const Json& row(const Json& analysis, const std::string& key) {
  for (const Json& prediction : analysis.at("predictions")) {
    if (prediction.at("key") == key) return prediction;
  }
  throw std::runtime_error("no row " + key);
}

double value(const Json& analysis, const std::string& key) {
  return row(analysis, key).at("value").get<double>();
}

std::string reason(const Json& analysis, const std::string& key) {
  const Json& prediction = row(analysis, key);
  EXPECT_TRUE(prediction.at("value").is_null()) << key;
  return prediction.at("reason").is_null() ? "" : prediction.at("reason").get<std::string>();
}

// Half of the hot node's share is more than its terminal takes, long before the mean shows it.
TEST(AnalyzeCommandTest, TheMeasuredSaturationIsNotAboveABoundThatIsExact) {
  for (const char* pattern : {"hot_spot", "transpose"}) {
    SCOPED_TRACE(pattern);
    const Json analysis = analyzed({config("mesh_8x8"), "--measure", "--set",
                                    std::string("traffic.pattern=") + pattern, "--set",
                                    "traffic.length=1", "--set", "router.buffer_depth=8", "--set",
                                    "run.measurement=1000", "--set", "traffic.load=0.05"});
    const Json& measured = analysis.at("measured");
    EXPECT_LT(measured.at("highest_followed").get<double>(), value(analysis, "saturation.counted"));
    EXPECT_LE(measured.at("lowest_saturated").get<double>(), value(analysis, "saturation.counted"));
    EXPECT_TRUE(measured.at("fault").is_null());
  }
}

TEST(AnalyzeCommandTest, ARunAboveTheBoundThatSawNothingIsAFaultOfTheMeasurement) {
  const Json analysis =
      analyzed({config("mesh_8x8"), "--measure", "--set", "traffic.pattern=hot_spot", "--set",
                "traffic.length=1", "--set", "run.measurement=200", "--set", "run.warmup=100",
                "--set", "traffic.load=0.14"});
  const Json& fault = analysis.at("measured").at("fault");
  ASSERT_TRUE(fault.is_string());
  EXPECT_NE(fault.get<std::string>().find("raise run.measurement"), std::string::npos) << fault;
}

// Every file in configs/: each row has a value or says why not, and none is inf or nan.
TEST(AnalyzeCommandTest, EveryConfigurationHasAnAnalysis) {
  for (const std::string& path : test::example_configurations()) {
    SCOPED_TRACE(path);
    const Json analysis = analyzed({path});
    EXPECT_EQ(analysis.at("predictions").size(), sim::quantities().size());
    for (const Json& prediction : analysis.at("predictions")) {
      SCOPED_TRACE(prediction.at("key").get<std::string>());
      EXPECT_NE(prediction.at("value").is_null(), prediction.at("reason").is_null());
      if (prediction.at("reason").is_string()) {
        EXPECT_NE(prediction.at("reason"), "not covered: not asked for");
      }
    }
    if (row(analysis, "zero_load.latency").at("value").is_null()) {  // no drawn traffic
      const std::string why = reason(analysis, "zero_load.latency");
      const bool is_classes = why == "not covered: [[traffic.class]]";
      EXPECT_TRUE(is_classes || why.rfind("not covered: workload", 0) == 0) << why;
    } else {
      EXPECT_GT(value(analysis, "zero_load.latency"), 0);
      EXPECT_GT(value(analysis, "saturation.counted"), 0);
    }
    const ProgramResult text = turnpike({"analyze", path});
    EXPECT_EQ(text.status, 0);
    for (const char* word : {" inf", " nan", "-nan"}) {
      EXPECT_EQ(text.out.find(word), std::string::npos) << text.out;
    }
  }
}

TEST(AnalyzeCommandTest, MeshByHand) {
  const Json mesh = analyzed({config("mesh_8x8")});
  EXPECT_NEAR(value(mesh, "zero_load.hops"), 5.25, 1e-12);       // 2 k_d, k_d = 21/8
  EXPECT_NEAR(value(mesh, "zero_load.latency"), 11.25, 1e-12);   // 1 + 6.25 + 4
  EXPECT_NEAR(value(mesh, "zero_load.agarwal"), 10.25, 1e-12);   // 5.25 + 5
  EXPECT_NEAR(value(mesh, "zero_load.clocked"), 51.25, 1e-12);   // (4 + 1) of it
  EXPECT_NEAR(value(mesh, "load.utilisation_max"), 0.4, 1e-12);  // 0.2 * k / 4
  EXPECT_NEAR(value(mesh, "load.agarwal_utilisation"), 0.2 * 21 / 16, 1e-12);
  EXPECT_NEAR(value(mesh, "saturation.counted"), 0.5, 1e-12);
  EXPECT_NEAR(value(mesh, "saturation.agarwal"), 16.0 / 21, 1e-12);
  EXPECT_EQ(value(mesh, "wires.bisection"), 16);
  EXPECT_EQ(value(mesh, "wires.bisection_bits"), 512);
  EXPECT_EQ(mesh.at("bottleneck").at("from"), "router_3_0");
  EXPECT_EQ(mesh.at("bottleneck").at("load"), 2.0);
  EXPECT_EQ(reason(mesh, "saturation.arnau"), "not covered: topology \"mesh\"");
}

TEST(AnalyzeCommandTest, PapersFormsByHand) {
  const Json torus = analyzed({config("torus_packets")});  // k = 10, n = 2, B = 4, m = 0.025
  EXPECT_NEAR(value(torus, "load.agarwal_utilisation"), 0.45, 1e-12);
  const double wait = 0.45 * 4 / 0.55 * 3.5 / 20.25 * 1.5;
  EXPECT_NEAR(value(torus, "load.agarwal_wait"), wait, 1e-12);
  EXPECT_NEAR(value(torus, "load.agarwal"), (1 + wait) * 9 + 4, 1e-12);
  EXPECT_NEAR(value(torus, "load.agarwal_here"), 14 + wait * 9, 1e-12);
  EXPECT_NEAR(value(torus, "saturation.agarwal"), 4 / (4 * 4.5), 1e-12);
  EXPECT_EQ(value(torus, "wires.agarwal_bisection"), 2 * 32 * 100 / 10);
  EXPECT_EQ(value(torus, "wires.agarwal_pins"), 128);

  const Json fly = analyzed({config("butterfly_packets")});  // k = 4, n = 3, B = 5, rho = 0.3
  const double stage = 0.3 * 5 / 1.4 * 0.75;
  EXPECT_NEAR(value(fly, "load.indirect_wait"), stage, 1e-12);
  EXPECT_NEAR(value(fly, "load.indirect"), 3 * (1 + stage) + 5, 1e-12);

  const Json cube = analyzed({config("hypercube_8")});
  EXPECT_NEAR(value(cube, "zero_load.shahrabi"), 32 + 4 * 256.0 / 255, 1e-9);
  EXPECT_NE(reason(cube, "load.agarwal").find("outside the model: kd: found 0.5"),
            std::string::npos);

  const Json switches = analyzed({config("irregular_10_switches")});
  EXPECT_NEAR(value(switches, "saturation.arnau"), 39.0 / 320, 1e-12);
  EXPECT_NEAR(value(switches, "saturation.counted"), 39.0 / 320, 1e-12);
}

// A pipeline of two cycles is Agarwal's p of III-C, and twice in the router of the destination.
TEST(AnalyzeCommandTest, PipelinesAndWiresAreExplained) {
  const Json mesh = analyzed({config("mesh_8x8"), "--set", "router.pipeline_cycles=2", "--set",
                              "link.cycles_per_hop=3", "--set", "router.buffer_depth=16"});
  EXPECT_NEAR(value(mesh, "zero_load.agarwal"), 2 * 5.25 + 5, 1e-12);
  EXPECT_NEAR(value(mesh, "zero_load.latency"), 1 + 2 * 6.25 + 3 * 5.25 + 4, 1e-12);
  EXPECT_EQ(row(mesh, "zero_load.agarwal").at("note"),
            "this hardware: +2 cycles in the last router, +15.75 wires");
  EXPECT_NEAR(value(mesh, "load.agarwal"),
              value(mesh, "zero_load.agarwal") + 5.25 * value(mesh, "load.agarwal_wait"), 1e-12);
}

TEST(AnalyzeCommandTest, DallysHopsAreThoseOfTheNetwork) {
  for (const char* name :
       {"express_flat", "express_hierarchical", "express_mesh_16x16", "express_torus_16x16"}) {
    const Json express = analyzed({config(name)});
    // T_n = 1, T_w = 0: hops + B; the hardware has a cycle more in the last router.
    EXPECT_NEAR(value(express, "zero_load.dally"), value(express, "zero_load.hops") + 5, 1e-9);
    EXPECT_NEAR(value(express, "zero_load.latency"), value(express, "zero_load.dally") + 1, 1e-9);
    EXPECT_GE(express.at("levels").size(), 2u);
  }
}

TEST(AnalyzeCommandTest, WhatIsNotCoveredSaysWhy) {
  const Json tornado = analyzed({config("mesh_8x8"), "--set", "traffic.pattern=tornado"});
  EXPECT_EQ(reason(tornado, "load.agarwal"), "not covered: pattern \"tornado\"");
  EXPECT_GT(value(tornado, "saturation.counted"), 0);
  const Json varied = analyzed({config("mesh_8x8"), "--set", "traffic.length.kind=exponential"});
  EXPECT_EQ(reason(varied, "load.agarwal"), "not covered: lengths that vary");
  const Json full = analyzed({config("mesh_8x8"), "--set", "traffic.load=0.9"});
  EXPECT_NE(reason(full, "load.utilisation_max").find("saturation.counted"), std::string::npos);
  EXPECT_NE(reason(full, "load.agarwal").find("saturation"), std::string::npos);
  const Json packets = analyzed({config("hypercube_6_packets")});
  EXPECT_EQ(reason(packets, "load.shahrabi_counted"), "not covered: packet routers");
}

TEST(AnalyzeCommandTest, DesignsFollowTheOptions) {
  const Json designs = analyzed({config("mesh_32x32"), "--switch-delay", "4", "--message-bits",
                                 "160", "--bisection-wires", "1024", "--node-pins", "128"})
                           .at("designs");
  EXPECT_EQ(designs.at("fixed_width").size(), 9u);
  EXPECT_EQ(designs.at("fixed_bisection").at(0).at("best"), true);  // Agarwal IV-B: n = 2
  EXPECT_EQ(designs.at("fixed_pins").at(1).at("best"), true);       // IV-C: n = 3
  EXPECT_NEAR(designs.at("fixed_pins").at(1).at("width").get<double>(), 64.0 / 3, 1e-12);
  const Json fast = analyzed({config("mesh_32x32"), "--switch-delay", "0"}).at("designs");
  EXPECT_EQ(fast.at("fixed_width").at(0).at("best"), true);
}

TEST(AnalyzeCommandTest, MeasurementStandsBesideThePrediction) {
  const TemporaryFolder folder;
  const std::string mesh = folder.write("mesh.toml", kSmallMesh);
  const Json analysis = analyzed({mesh, "--measure"});
  const Json& idle = row(analysis, "zero_load.latency");
  EXPECT_LT(std::fabs(idle.at("difference").get<double>()), 0.03);
  EXPECT_GT(idle.at("measured_ci95").get<double>(), 0);
  EXPECT_LT(std::fabs(row(analysis, "load.utilisation_mean").at("difference").get<double>()), 0.1);
  const Json& bound = row(analysis, "saturation.counted");
  EXPECT_GT(bound.at("difference").get<double>(), 0) << "it is an upper bound";
  EXPECT_LT(bound.at("difference").get<double>(), 1);
  EXPECT_EQ(analysis.at("measured").at("engine"), "model");
  EXPECT_LT(analysis.at("measured").at("highest_followed"),
            analysis.at("measured").at("lowest_saturated"));
  EXPECT_EQ(folder.files(), std::vector<std::string>{"mesh.toml"}) << "no runs are left";
  const Json kept = analyzed({mesh, "--measure", "--jobs", "1", "--out", folder.file("runs")});
  EXPECT_EQ(kept, analysis);
  EXPECT_GT(folder.files().size(), 5u);
}

// Short runs of small configurations: alone, messages take what was predicted; where each message
// has one way, no network carries more than its fullest channel.
TEST(AnalyzeCommandTest, SmallConfigurationsMeasureWhatIsExact) {
  for (const char* name : {"mesh_8x8", "torus_packets", "butterfly_4ary_3fly",
                           "irregular_10_switches", "express_flat"}) {
    SCOPED_TRACE(name);
    const Json analysis = analyzed({config(name), "--measure", "--set", "run.measurement=2000"});
    EXPECT_LT(std::fabs(row(analysis, "zero_load.latency").at("difference").get<double>()), 0.03);
    EXPECT_LT(std::fabs(row(analysis, "zero_load.hops").at("difference").get<double>()), 0.05);
    EXPECT_LT(std::fabs(row(analysis, "load.utilisation_mean").at("difference").get<double>()),
              0.15);
    if (analysis.at("even_split") == true) continue;
    EXPECT_GT(row(analysis, "saturation.counted").at("difference").get<double>(), -0.03);
  }
}

// n = 6, M = 32, Delta = 1, beta = 0.02: each channel carries 63/6 copies of a broadcast.
TEST(AnalyzeCommandTest, BroadcastsAreShahrabisAndTheHardwares) {
  const std::string cube = config("hypercube_6_broadcasts");
  const Json analysis = analyzed({cube, "--set", "traffic.load=0.1"});
  EXPECT_NEAR(value(analysis, "load.utilisation_max"), 0.1 * (0.98 * 32 / 63 + 0.02 * 63 / 6),
              1e-12);
  EXPECT_NEAR(value(analysis, "zero_load.shahrabi_broadcast"), 6 * (32 + 1), 1e-9);
  EXPECT_NEAR(value(analysis, "zero_load.broadcast"), 6 * (32 + 1 + 2), 1e-9);
  EXPECT_LT(value(analysis, "load.shahrabi_broadcast_printed"),
            value(analysis, "load.shahrabi_broadcast_counted"));
  EXPECT_EQ(reason(analysis, "saturation.bisection"), "not covered: broadcasts");
  const Json fixed = analyzed({cube, "--set", "traffic.broadcast_base=fixed"});
  EXPECT_EQ(reason(fixed, "load.shahrabi_counted"),
            "not covered: broadcasts from one first dimension");
}

TEST(AnalyzeCommandTest, TextNamesSourcesAndConditions) {
  const ProgramResult result = turnpike({"analyze", config("torus_packets")});
  for (const char* words : {"Agarwal (10)", "k_d 1 or more", "this hardware: +1 cycles",
                            "IV-B, fixed bisection", "Nothing is said about"}) {
    EXPECT_NE(result.out.find(words), std::string::npos) << words << "\n" << result.out;
  }
}

TEST(AnalyzeCommandTest, BadInputIsRefused) {
  const auto refused = [](std::vector<std::string> arguments, const std::string& words) {
    arguments.insert(arguments.begin(), "analyze");
    const ProgramResult result = turnpike(arguments);
    EXPECT_EQ(result.status, 2) << words;
    EXPECT_EQ(result.out, "") << words;
    EXPECT_NE(result.error.find(words), std::string::npos) << result.error;
  };
  const std::string mesh = config("mesh_8x8");
  refused({}, "CONFIG is required");
  refused({config("none")}, "none.toml");
  refused({mesh, "--set", "router.virtual_channels=0"}, "found 0, allowed: integer 1 .. 16");
  refused({mesh, "--set", "traffic.pattern=bit_reversal", "--set", "network.radix=5"},
          "key 'traffic.pattern'");
  refused({mesh, "--switch-delay", "-1"}, "--switch-delay: found '-1', allowed: number 0 ..");
  refused({mesh, "--switch-delay", "nan"}, "--switch-delay: found 'nan'");
  refused({mesh, "--message-bits", "0"}, "--message-bits: found '0'");
  refused({mesh, "--node-pins", "many"}, "--node-pins: found 'many'");
  refused({mesh, "--layout-dimensions", "0.5"}, "--layout-dimensions: found '0.5'");
  refused({mesh, "--jobs", "2"}, "--measure");
  refused({mesh, "--measure", "--set", "traffic.load=0"}, "allowed: more than 0, to be measured");
}

TEST(AnalyzeCommandTest, ATraceHasWiresOnly) {
  const TemporaryFolder folder;
  const std::string trace = folder.write("trace.txt", "0 1 2 3\n");
  const std::vector<std::string> arguments = {config("mesh_8x8"),
                                              "--set",
                                              "traffic.pattern=trace",
                                              "--set",
                                              "traffic.file=\"" + trace + "\"",
                                              "--set",
                                              "traffic.load=0.1"};
  const Json analysis = analyzed(arguments);
  EXPECT_EQ(reason(analysis, "zero_load.latency"), "not covered: pattern \"trace\"");
  EXPECT_GT(value(analysis, "wires.router_network"), 0);
  std::vector<std::string> measured = arguments;
  measured.insert(measured.begin(), "analyze");
  measured.emplace_back("--measure");
  EXPECT_EQ(turnpike(measured).status, 2);
}

}  // namespace
}  // namespace turnpike::test
