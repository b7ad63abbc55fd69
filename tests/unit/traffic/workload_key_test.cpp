// Keys of [workload] of every type: what is read, shown again and refused.

#include "model/traffic/workload_key.h"

#include <gtest/gtest.h>

#include "model/common/configuration_error.h"
#include "sim/base/config_error.h"
#include "sim/experiment/config/read_experiment.h"

namespace turnpike::test {
namespace {

using model::WorkloadKey;

sim::Experiment read(const std::string& keys) {
  return sim::make_experiment(sim::parse_settings(
      "[network]\ntopology = \"mesh\"\nradix = [4, 4]\n[workload]\nkind = \"request_reply\"\n" +
          keys,
      "w.toml"));
}

std::string complaint(const std::string& keys) {
  try {
    read(keys);
  } catch (const sim::ConfigError& error) {
    return error.what();
  }
  return "";
}

const WorkloadKey& key(const std::string& name) {
  return *read("").traffic.workload->find_key(name);
}

TEST(WorkloadKeyTest, EveryTypeIsReadAndHasItsDefault) {
  const model::TrafficSpec said =
      read("window = 7\nwrite_fraction = 0.25\nchoice = \"interleaved\"\ntargets = [3, 1]\n")
          .traffic;
  EXPECT_EQ(workload_integer(said, key("window")), 7);
  EXPECT_EQ(workload_number(said, key("write_fraction")), 0.25);
  EXPECT_EQ(workload_word(said, key("choice")), 1u);
  EXPECT_EQ(workload_nodes(said, key("targets"), 16), (std::vector<model::NodeId>{3, 1}));
  const model::TrafficSpec unsaid = read("").traffic;
  EXPECT_EQ(workload_integer(unsaid, key("window")), 4);
  EXPECT_EQ(workload_number(unsaid, key("write_fraction")), 0);
  EXPECT_EQ(workload_word(unsaid, key("choice")), 0u);
  EXPECT_EQ(workload_nodes(unsaid, key("targets"), 3), (std::vector<model::NodeId>{0, 1, 2}));
  EXPECT_EQ(workload_nodes(read("targets = \"all\"").traffic, key("targets"), 2).size(), 2u);
  EXPECT_EQ(workload_nodes(read("targets = 5").traffic, key("targets"), 16),
            std::vector<model::NodeId>{5});
}

TEST(WorkloadKeyTest, WhatWasSaidIsInTheConfigurationThatIsLeft) {
  const std::string text =
      to_toml(read("window = 7\nwrite_fraction = 0.25\ntargets = [3, 1]\nthink = \"geometric\""));
  for (const char* line : {"kind = \"request_reply\"", "window = 7", "write_fraction = 0.25",
                           "targets = [3, 1]", "think = \"geometric\"", "sources = \"all\""}) {
    EXPECT_NE(text.find(line), std::string::npos) << line << "\n" << text;
  }
  EXPECT_EQ(to_toml(sim::make_experiment(sim::parse_settings(text, "again.toml"))), text);
}

TEST(WorkloadKeyTest, WhatDoesNotFitIsRefusedWithItsLine) {
  for (const auto& [keys, said] :
       {std::pair{"window = 0", "w.toml:6: key 'workload.window': found 0, allowed: integer 1 .."},
        {"window = 1.5", "found 1.5, allowed: integer 1 .."},
        {"write_fraction = 1.5", "found 1.5, allowed: number 0 .. 1"},
        {"choice = \"nearest\"", "found \"nearest\", allowed: \"random\", \"interleaved\""},
        {"targets = \"some\"",
         "found \"some\", allowed: integer 0 .. 4194303 or list of them or "
         "\"all\""},
        {"targets = []", "found []"},
        {"targets = [1, 1]", "found [1, 1]"},
        {"targets = [-1]", "found -1 in [-1]"},
        {"laps = 3", "key 'workload.laps': unknown"}}) {
    EXPECT_NE(complaint(keys).find(said), std::string::npos) << keys << "\n" << complaint(keys);
  }
}

TEST(WorkloadKeyTest, ANodeThatTheNetworkDoesNotHaveIsRefused) {
  const model::TrafficSpec said = read("targets = [3, 16]").traffic;
  EXPECT_THROW(workload_nodes(said, key("targets"), 16), model::ConfigurationError);
  EXPECT_NO_THROW(workload_nodes(said, key("targets"), 17));
}

}  // namespace
}  // namespace turnpike::test
