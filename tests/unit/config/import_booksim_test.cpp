// import_booksim_test.cpp - configurations of BookSim: what is converted, named and refused.

#include "sim/experiment/config/import_booksim.h"

#include <gtest/gtest.h>

#include <algorithm>
#include <fstream>

#include "sim/base/config_error.h"
#include "sim/experiment/config/read_experiment.h"
#include "sim/experiment/config/settings.h"
#include "sim/experiment/run/network_checks.h"
#include "tests/support/scratch_folder.h"

namespace turnpike::test {
namespace {

using sim::BookSimImport;
using sim::Experiment;

Experiment imported(const std::string& text) {
  const BookSimImport import = sim::import_booksim(text, "net.cfg");
  return sim::make_experiment(sim::parse_settings(import.toml, "net.toml"));
}

std::string booksim_refusal(const std::string& text) {
  try {
    sim::import_booksim(text, "net.cfg");
  } catch (const sim::ConfigError& error) {
    return error.what();
  }
  return "";
}

bool is_remarked(const BookSimImport& import, const std::string& part) {
  return std::any_of(import.remarks.begin(), import.remarks.end(), [&](const std::string& remark) {
    return remark.find(part) != std::string::npos;
  });
}

TEST(ImportBooksimTest, AMeshKeepsItsKeys) {
  const Experiment e = imported(
      "// a mesh\ntopology = mesh;\nk = 4; n = 3;\nrouting_function = dor;\nnum_vcs = 8;\n"
      "vc_buf_size = 6;\ntraffic = transpose;\npacket_size = 20;\ninjection_rate = 0.005;\n"
      "sample_period = 2000;\nwarmup_periods = 2;\nseed = 7;\n");
  EXPECT_EQ(e.topology.kind, model::Topology::mesh);
  EXPECT_EQ(e.topology.radix, (std::vector<unsigned>{4, 4, 4}));
  EXPECT_FALSE(e.topology.highest_first);
  EXPECT_EQ(e.router.virtual_channels, 8u);
  EXPECT_EQ(e.router.buffer_depth, 6u);
  EXPECT_EQ(e.traffic.pattern, model::Pattern::transpose);
  EXPECT_DOUBLE_EQ(e.traffic.load, 0.1);  // packets of 20 flits
  EXPECT_EQ(e.run.measurement, 2000u);
  EXPECT_EQ(e.run.seed, 7u);
}

TEST(ImportBooksimTest, EachTopologyCanBeBuilt) {
  ScratchFolder folder;
  const std::string file = (folder.path() / "net.anynet").string();
  std::ofstream(file) << "router 0 node 0 node 1 router 1\nrouter 1 node 2\n";
  const std::vector<std::pair<std::string, unsigned>> all = {
      {"topology = torus; k = 4; n = 2;", 16},
      {"topology = cmesh; k = 4; n = 2; c = 4; x = 4; y = 4; xr = 2; yr = 2;", 64},
      {"topology = flatfly; k = 4; n = 2; c = 4; x = 4; y = 4; xr = 2; yr = 2;", 64},
      {"topology = fly; k = 10; n = 1;", 10},
      {"topology = fattree; k = 4; n = 3; routing_function = nca;", 64},
      {"topology = qtree; k = 4; n = 3;", 64},
      {"topology = tree4; k = 4; n = 3;", 64},
      {"topology = dragonflynew; k = 2; n = 1; num_vcs = 2;", 72},
      {"topology = anynet; network_file = " + file + ";", 3},
  };
  for (const auto& [text, nodes] : all) {
    const Experiment e = imported(text);
    EXPECT_EQ(sim::build_network(e).nodes(), nodes) << text;
  }
}

TEST(ImportBooksimTest, AKeyWithoutACounterpartIsNamedWithItsLine) {
  const BookSimImport import = sim::import_booksim(
      "topology = mesh;\nk = 4;\nn = 2;\ninternal_speedup = 2.0;\nnum_vcs = 64;\nwatch_out = -;\n"
      "routing_function = valiant;\nmy_key = 3;\n",
      "some/net.cfg");
  EXPECT_TRUE(is_remarked(import, "some/net.cfg:4: internal_speedup = 2.0: left out"));
  EXPECT_TRUE(is_remarked(import, "some/net.cfg:5: num_vcs = 64: 16, the most"));
  EXPECT_TRUE(is_remarked(import, "some/net.cfg:6: watch_out = -: left out"));
  EXPECT_TRUE(is_remarked(import, "some/net.cfg:7: routing_function = valiant"));
  EXPECT_TRUE(
      is_remarked(import, "some/net.cfg:8: my_key = 3: left out: Turnpike has no such key"));
  // They stand in the result, too.
  EXPECT_NE(import.toml.find("# some/net.cfg:8: my_key"), std::string::npos) << import.toml;
}

TEST(ImportBooksimTest, ClassesHaveTablesOfTheirOwn) {
  const Experiment e = imported(
      "topology = mesh; k = 4; n = 2; num_vcs = 2; classes = 2; packet_size = {1,5};\n"
      "injection_rate = {0.02,0.03}; traffic = {uniform,tornado};\n");
  EXPECT_EQ(e.router.message_classes, 2u);
  ASSERT_EQ(e.traffic.classes.size(), 2u);
  EXPECT_DOUBLE_EQ(e.traffic.classes[0].load, 0.02);
  EXPECT_DOUBLE_EQ(e.traffic.classes[1].load, 0.15);
  EXPECT_EQ(e.traffic.classes[1].pattern, model::Pattern::tornado);
}

TEST(ImportBooksimTest, TwoLengthsBurstsAndHotSpotsAreConverted) {
  const BookSimImport import = sim::import_booksim(
      "topology = mesh; k = 4; n = 2; packet_size = {1,5}; packet_size_rate = {3,1};\n"
      "injection_process = on_off(0.01,0.05,0.6); injection_rate = 0.1; traffic = hotspot({5});\n",
      "net.cfg");
  for (const char* part :
       {"length = { kind = \"bimodal\", short = 1, long = 5, long_fraction = 0.25 }",
        "load = 0.2\n", "arrivals = \"on_off\"", "burst_load = 0.6", "burst_cycles = 20",
        "hot_node = 5"}) {
    EXPECT_NE(import.toml.find(part), std::string::npos) << part << "\n" << import.toml;
  }
}

TEST(ImportBooksimTest, ABatchIsAWorkload) {
  const BookSimImport import = sim::import_booksim(
      "topology = mesh; k = 4; n = 2; sim_type = batch; batch_size = 200; packet_size = 5;\n"
      "max_outstanding_requests = 8;",
      "net.cfg");
  for (const char* part : {"kind = \"batch\"", "batch = 200", "batch_window = 8", "flits = 5"}) {
    EXPECT_NE(import.toml.find(part), std::string::npos) << part << "\n" << import.toml;
  }
}

TEST(ImportBooksimTest, ABatchHasNoHotSpot) {
  const std::string batch =
      "topology = mesh; k = 4; n = 2; sim_type = batch; batch_size = 200; traffic = "
      "hotspot({3});\n";
  EXPECT_NO_THROW(imported(batch));
  EXPECT_TRUE(
      is_remarked(sim::import_booksim(batch, "net.cfg"), "uniform in the place of hotspot"));
}

TEST(ImportBooksimTest, WhatCannotBeReadIsRefusedWithItsLine) {
  const std::vector<std::pair<const char*, const char*>> all = {
      {"topology = gec;\n", "net.cfg:1: key 'topology': found gec"},
      {"topology = mesh;\nk = x;\n", "net.cfg:2: key 'k': found 'x', allowed: a number"},
      {"topology = mesh;\nk = 0;\n", "net.cfg:2: key 'k': found 0, allowed: at least 1"},
      {"topology = mesh;\nk = 4\nn = 2;\n", "net.cfg:3: found 'n' behind the value '4'"},
      {"topology = mesh;\nk 4;\n", "net.cfg:2: found '4' after key 'k', allowed: '='"},
      {"topology = mesh;\nk = ;\n", "net.cfg:2: found no value of key 'k'"},
      {"topology = mesh;\n\"k\" = 4;\n", "net.cfg:2: found '\"k\" = 4;"},
      {"topology = mesh", "net.cfg:1: found the end of the file"},
      {"topology = anynet;\n", "key 'network_file'"},
      {"topology = tree4;\nk = 2;\n", "net.cfg:2: key 'k': found 2, allowed: 4"},
      {"topology = mesh;\npacket_size = 0;\n", "net.cfg:2: key 'packet_size': found 0"},
      {"topology = mesh;\ninjection_rate = -1;\n", "net.cfg:2: key 'injection_rate': found -1"},
      {"topology = mesh;\nclasses = 9;\n", "net.cfg:2: key 'classes': found 9"},
  };
  for (const auto& [text, part] : all) {
    EXPECT_NE(booksim_refusal(text).find(part), std::string::npos)
        << text << "says: " << booksim_refusal(text);
  }
}

}  // namespace
}  // namespace turnpike::test
