// [axi] of a configuration: what it means for the routers, and what is refused.

#include <gtest/gtest.h>

#include "model/topology/deadlock.h"
#include "sim/base/config_error.h"
#include "sim/experiment/config/read_experiment.h"
#include "sim/experiment/run/network_checks.h"

namespace turnpike::test {
namespace {

using sim::Experiment;
using sim::Overrides;

const std::string kAxiSystem =
    "[network]\ntopology = 'mesh'\nradix = 2\ndimensions = 2\n"  // lines 1 to 4
    "[[axi.manager]]\nnode = 0\nname = 'cpu'\n"
    "[[axi.manager]]\nnode = 3\n"
    "[[axi.region]]\nbase = 0x0\nsize = 0x1_0000\nnode = 1\nname = 'rom'\n"  // from line 10
    "[[axi.region]]\nbase = 0x8000_0000\nsize = 0x1000_0000\nnode = 2\n";

Experiment system_of(const std::string& text, const std::vector<std::string>& sets = {}) {
  Overrides overrides;
  for (const std::string& set : sets) overrides.set(set);
  return sim::make_experiment(sim::parse_settings(text, "soc.toml"), overrides);
}

// Of the configuration, or of the network that it describes.
std::string refusal_of(const std::string& text, const std::vector<std::string>& sets = {}) {
  try {
    sim::build_network(system_of(text, sets));
  } catch (const sim::ConfigError& error) {
    return error.what();
  }
  return "";
}

void expect_refused(const std::vector<std::string>& sets, const std::string& said) {
  const std::string complaint = refusal_of(kAxiSystem, sets);
  EXPECT_NE(complaint.find(said), std::string::npos) << "said: " << complaint;
}

TEST(AxiConfigTest, RequestsAndResponsesHaveAClassEachAndCannotDeadlock) {
  const Experiment e = system_of(kAxiSystem);
  EXPECT_EQ(e.router.message_classes, 2u);
  EXPECT_EQ(e.router.virtual_channels, 2u);
  EXPECT_EQ(e.router.class_order, (std::vector<unsigned>{0, 1}));
  const model::DeadlockReport report = model::check_deadlock(sim::build_network(e));
  EXPECT_TRUE(report.checked && report.deadlock_free);
}

TEST(AxiConfigTest, RingsHaveTwoVirtualChannelsForEachClass) {
  const Experiment e = system_of(kAxiSystem, {"network.topology=torus", "network.radix=5"});
  EXPECT_EQ(e.router.virtual_channels, 4u);
  EXPECT_TRUE(model::check_deadlock(sim::build_network(e)).deadlock_free);
}

TEST(AxiConfigTest, AFlitHoldsABeatOrAnEqualPartOfOne) {
  EXPECT_EQ(system_of(kAxiSystem).router.flit_bits, 64u + 8 + 1);
  EXPECT_EQ(system_of(kAxiSystem, {"axi.user_bits=4"}).router.flit_bits, 64u + 8 + 4);
  EXPECT_EQ(system_of(kAxiSystem, {"axi.data_bits=512"}).router.flit_bits, (512u + 64 + 1 + 1) / 2);
  EXPECT_EQ(system_of(kAxiSystem, {"router.flit_bits=32"}).router.flit_bits, 32u);
}

TEST(AxiConfigTest, ANetworkWithoutItIsAsItWas) {
  const Experiment e = system_of("[network]\ntopology = 'mesh'\nradix = 2\ndimensions = 2\n");
  EXPECT_FALSE(e.has_axi);
  EXPECT_EQ(e.router.message_classes, 1u);
  EXPECT_EQ(e.router.virtual_channels, 4u);
  EXPECT_EQ(sim::to_toml(e).find("axi"), std::string::npos);
}

TEST(AxiConfigTest, WhatIsShownReadsBackTheSame) {
  const std::string shown = sim::to_toml(system_of(kAxiSystem));
  EXPECT_NE(shown.find("base = 0x80000000\n"), std::string::npos) << shown;
  EXPECT_EQ(sim::to_toml(system_of(shown)), shown);
}

TEST(AxiConfigTest, RegionsThatOverlapAreRefused) {
  expect_refused({"axi.region[1].base=0x0"},
                 "found 0x0 .. 0xfffffff, allowed: addresses that "
                 "axi.region[0] does not have: it is 0x0 .. 0xffff");
  std::string text = kAxiSystem;
  text.replace(text.find("0x8000_0000"), 11, "0x0000_0000");
  EXPECT_NE(refusal_of(text).find("soc.toml:16: key 'axi.region[1].base'"), std::string::npos)
      << refusal_of(text);
}

TEST(AxiConfigTest, RegionsAreWholePagesAndAligned) {
  expect_refused({"axi.region[0].size=0x3000"},
                 "key 'axi.region[0].size': found 0x3000, allowed: a power of two from 0x1000 on");
  expect_refused({"axi.region[0].size=2048"},
                 "key 'axi.region[0].size': found 2048, allowed: "
                 "integer 4096 ..");
  expect_refused({"axi.region[0].base=0x8000"},
                 "found 0x8000, allowed: a multiple of 0x10000, the region's size, such as 0x0");
  expect_refused({"axi.address_bits=31"}, "allowed: addresses 0x0 .. 0x7fffffff");
}

TEST(AxiConfigTest, ATimeoutLeavesASubordinateTimeToAnswer) {
  EXPECT_EQ(refusal_of(kAxiSystem, {"axi.watchdog=4"}), "");
  expect_refused({"axi.watchdog=3"},
                 "key 'axi.watchdog': found 3, allowed: 0 for none, or 4 .. 16777216");
  expect_refused({"axi.watched=0"}, "key 'axi.watched': found 0, allowed: integer 1 .. 64");
}

TEST(AxiConfigTest, PlacesOfAReorderBufferAreAPowerOfTwo) {
  EXPECT_FALSE(system_of(kAxiSystem).axi.has_reorder_buffers);
  EXPECT_EQ(refusal_of(kAxiSystem, {"axi.order=\"reorder\"", "axi.read_beats=64"}), "");
  EXPECT_EQ(refusal_of(kAxiSystem, {"axi.read_beats=12"}), "");
  for (const std::string beats : {"1", "12"}) {
    expect_refused(
        {"axi.order=\"reorder\"", "axi.read_beats=" + beats},
        "key 'axi.read_beats': found " + beats + ", allowed: a power of two from 2 to 1024");
  }
  expect_refused({"axi.order=\"any\""}, "key 'axi.order': found \"any\", allowed: \"stall\"");
}

TEST(AxiConfigTest, AMapThatCanBeLoadedNeedsTheControlBlock) {
  expect_refused({"axi.loadable_map=true"}, "false without axi.control = true");
  EXPECT_TRUE(system_of(kAxiSystem, {"axi.loadable_map=true", "axi.control=true"}).axi.is_loadable);
}

TEST(AxiConfigTest, NodesHaveOnePortAndAreThere) {
  expect_refused({"axi.region[0].node=3"}, "allowed: a node without a manager: axi.manager[1]");
  expect_refused({"axi.manager[1].node=0"}, "allowed: a node without another port");
  expect_refused({"axi.region[1].node=4"},
                 "key 'axi.region[1].node': found 4, allowed: integer 0 .. 3");
  expect_refused({"axi.region[1].name=cpu"}, "a name of its own: axi.manager[0] has this one");
  expect_refused({"axi.region[1].name=2nd"}, "allowed: a letter a .. z, then");
  EXPECT_EQ(refusal_of(kAxiSystem, {"axi.region[1].node=1"}), "");
}

TEST(AxiConfigTest, WidthsAndIdsThatDoNotFitAreRefused) {
  expect_refused({"axi.data_bits=48"}, "found 48, allowed: 32, 64, 128, 256, 512");
  expect_refused({"axi.subordinate_id_bits=5"}, "found 5, allowed: integer 6 .. 64 or \"auto\"");
  EXPECT_EQ(refusal_of(kAxiSystem, {"axi.subordinate_id_bits=6"}), "");
  expect_refused({"axi.id_bits=17"}, "found 17, allowed: integer 1 .. 16");
  expect_refused({"axi.reads=65"}, "found 65, allowed: integer 1 .. 64");
}

TEST(AxiConfigTest, ClassesOfRequestsAndResponsesDiffer) {
  expect_refused({"axi.response_class=0"}, "another class than axi.request_class, 0");
  expect_refused({"router.message_classes=1"}, "integer 2 .. 4 with [axi]");
  expect_refused({"router.class_order=[1,0]"}, "a list in which 0 is before 1");
  expect_refused({"router.kind=packet"}, "\"wormhole\" with [axi]");
}

TEST(AxiConfigTest, QosSelectsAClassWhereThereAreEnough) {
  EXPECT_EQ(system_of(kAxiSystem, {}).axi.levels(), 1u);
  const Experiment four = system_of(kAxiSystem, {"router.message_classes=4"});
  EXPECT_EQ(four.axi.levels(), 2u);
  EXPECT_EQ(four.class_order.values, (std::vector<unsigned>{0, 2, 1, 3}));
  EXPECT_EQ(four.axi.needed_id_bits(2), four.axi.id_bits + 3);
  EXPECT_EQ(system_of(kAxiSystem, {"router.message_classes=4", "axi.qos_levels=1"}).axi.levels(),
            1u);
  EXPECT_EQ(
      system_of(kAxiSystem, {"router.message_classes=4", "axi.response_class=3"}).axi.levels(), 1u);
  expect_refused({"axi.qos_levels=2"},
                 "found 2, allowed: 1, or router.message_classes 4, axi.order");
  expect_refused({"axi.qos_levels=3"}, "integer 1 .. 2");
  expect_refused({"router.message_classes=4", "router.class_order=[0,1,2,3]"},
                 "a list in which 2 is before 1");
}

TEST(AxiConfigTest, ATableThatIsLeftOutIsNamed) {
  EXPECT_NE(refusal_of("[network]\ntopology = 'mesh'\nradix = 2\ndimensions = 2\n[axi]\n")
                .find("key 'axi.manager': found no table"),
            std::string::npos);
  std::string text = kAxiSystem;
  text.replace(text.find("size = 0x1_0000\n"), 16, "");
  EXPECT_NE(refusal_of(text).find("key 'axi.region[0].size': found nothing"), std::string::npos)
      << refusal_of(text);
}

}  // namespace
}  // namespace turnpike::test
