// What a configuration file says, and what is said of a wrong one.

#include "sim/experiment/config/read_experiment.h"

#include <fmt/format.h>
#include <gtest/gtest.h>

#include <algorithm>
#include <cstdlib>
#include <filesystem>
#include <fstream>

namespace turnpike::test {
namespace {

using sim::Experiment;
using sim::Overrides;

Experiment parse(const std::string& text, const Overrides& overrides = {}) {
  return sim::make_experiment(sim::parse_settings(text, "some/exp.toml"), overrides);
}

// The complaint about a configuration; empty: there was none.
std::string complaint_of(const std::string& text, const Overrides& overrides = {}) {
  try {
    parse(text, overrides);
  } catch (const sim::ConfigError& error) {
    return error.what();
  }
  return "";
}

const std::string kTorus = "[network]\ntopology = \"torus\"\nradix = 8\ndimensions = 2\n";
const std::string kCube = "[network]\ntopology = 'hypercube'\ndimensions = 6\n[router]\n";
const std::string kIrregular = "[network]\ntopology = \"irregular\"\nlinks = [[0, 1], [1, 2]]\n";

TEST(ReadExperimentTest, SmallestUsefulFileGivesAnExperiment) {
  const Experiment e = parse(kTorus + "[traffic]\npattern = \"tornado\"\nload = 0.2\n");
  EXPECT_EQ(e.name, "exp");
  EXPECT_EQ(e.topology.kind, model::Topology::torus);
  EXPECT_EQ(e.topology.radix, (std::vector<unsigned>{8, 8}));
  EXPECT_TRUE(e.topology.bidirectional);
  EXPECT_EQ(e.traffic.pattern, model::Pattern::tornado);
  EXPECT_DOUBLE_EQ(e.traffic.load, 0.2);
  EXPECT_EQ(e.router.flit_bits, 32u);
  EXPECT_EQ(e.engine, sim::EngineKind::lockstep);
  EXPECT_TRUE(e.has_traffic);
  EXPECT_FALSE(parse(kTorus).has_traffic);
}

TEST(ReadExperimentTest, EveryKeyReachesItsField) {
  const Experiment e = parse(
      "[network]\ntopology='torus'\nradix=[4, 6]\ndirection='unidirectional'\n"
      "dimension_order='lowest_first'\n"
      "[router]\nkind='wormhole'\nvirtual_channels=2\nbuffer_depth=7\nflit_bits=48\n"
      "pipeline_cycles=2\npatience=99\ninjection='fair'\n"
      "[link]\ncycles_per_unit=0.5\ncycles_per_hop=9\n"
      "[traffic]\npattern='hot_spot'\nload=1\narrivals='poisson'\nhot_node=3\nhot_fraction=0.25\n"
      "locality=0.5\nlength={kind='bimodal', short=2, long=30, long_fraction=0.75}\n"
      "[run]\nwarmup=11\nmeasurement=22\nmax_cycles=33\nseed=44\nthreads=2\nlatency_limit=55.5\n"
      "sink_stall=0.125\nwatchdog=66\nengine='rtl'\n");
  EXPECT_EQ(e.topology.radix, (std::vector<unsigned>{4, 6}));
  EXPECT_FALSE(e.topology.bidirectional);
  EXPECT_FALSE(e.topology.highest_first);
  EXPECT_EQ(e.router.virtual_channels, 2u);
  EXPECT_EQ(e.router.buffer_depth, 7u);
  EXPECT_EQ(e.router.flit_bits, 48u);
  EXPECT_EQ(e.router.pipeline_cycles, 2u);
  EXPECT_EQ(e.router.patience, 99u);
  EXPECT_EQ(e.router.room, 1u);
  EXPECT_DOUBLE_EQ(e.link.cycles_per_unit, 0.5);
  EXPECT_EQ(e.link.cycles_per_hop, 9u);
  EXPECT_EQ(e.traffic.pattern, model::Pattern::hot_spot);
  EXPECT_DOUBLE_EQ(e.traffic.load, 1.0);
  EXPECT_EQ(e.traffic.arrivals, model::Arrivals::poisson);
  EXPECT_EQ(e.traffic.hot_node, 3u);
  EXPECT_DOUBLE_EQ(e.traffic.hot_fraction, 0.25);
  EXPECT_DOUBLE_EQ(e.traffic.locality, 0.5);
  EXPECT_EQ(e.traffic.length_kind, model::LengthKind::bimodal);
  EXPECT_EQ(e.traffic.length, 2u);
  EXPECT_EQ(e.traffic.long_length, 30u);
  EXPECT_DOUBLE_EQ(e.traffic.long_fraction, 0.75);
  EXPECT_EQ(e.run.warmup, std::optional<model::Cycle>(11));
  EXPECT_EQ(e.run.measurement, 22u);
  EXPECT_EQ(e.run.max_cycles, 33u);
  EXPECT_EQ(e.run.seed, 44u);
  EXPECT_EQ(e.run.threads, 2u);
  EXPECT_EQ(e.run.latency_limit, 55.5);
  EXPECT_DOUBLE_EQ(e.run.sink_stall, 0.125);
  EXPECT_EQ(e.run.watchdog, 66u);
  EXPECT_EQ(e.engine, sim::EngineKind::rtl);
}

TEST(ReadExperimentTest, EveryKeyOfExpressChannelsReachesItsFieldAndIsShownAgain) {
  EXPECT_FALSE(parse(kTorus).topology.express.has_value());
  EXPECT_EQ(sim::to_toml(parse(kTorus)).find("express"), std::string::npos);
  const std::string text =
      "[network]\ntopology='mesh'\nradix=64\ndimensions=2\n"
      "[network.express]\nspacing=[4, 2]\nlevels=2\nchannels=[1, 3]\ninsertion='interleaved'\n"
      "dimensions='joint'\ndecomposition='no_ascent'\nbuffer_depth=6\n";
  const auto check = [](const Experiment& e) {
    ASSERT_TRUE(e.topology.express.has_value());
    const model::ExpressSpec& express = *e.topology.express;
    EXPECT_EQ(express.spacing, (std::vector<unsigned>{4, 2}));
    EXPECT_EQ(express.levels, 2u);
    EXPECT_EQ(express.channels, (std::vector<unsigned>{1, 3}));
    EXPECT_EQ(express.insertion, model::ExpressInsertion::interleaved);
    EXPECT_EQ(express.dimensions, model::ExpressDimensions::joint);
    EXPECT_EQ(express.decomposition, model::ExpressDecomposition::no_ascent);
    EXPECT_EQ(express.buffer_depth, 6u);
  };
  check(parse(text));
  check(parse(sim::to_toml(parse(text))));
  const Experiment least = parse(kTorus + "[network.express]\nspacing = 2\n");
  EXPECT_EQ(least.topology.express->spacing, std::vector<unsigned>{2});
  EXPECT_EQ(least.topology.express->channels, std::vector<unsigned>{1});
  EXPECT_EQ(least.topology.express->levels, 1u);
  EXPECT_EQ(least.topology.express->buffer_depth, 0u);
}

TEST(ReadExperimentTest, IrregularNetworkTakesLinksHostsAndRoot) {
  const Experiment one = parse(kIrregular + "hosts = 4\nroot = 1\n");
  EXPECT_EQ(one.topology.links, (std::vector<std::pair<unsigned, unsigned>>{{0, 1}, {1, 2}}));
  EXPECT_EQ(one.topology.hosts, (std::vector<unsigned>{4, 4, 4}));
  EXPECT_EQ(one.topology.root, std::optional<unsigned>(1));
  const Experiment each = parse(kIrregular + "hosts = [1, 2, 0]\nroot = \"auto\"\n");
  EXPECT_EQ(each.topology.hosts, (std::vector<unsigned>{1, 2, 0}));
  EXPECT_FALSE(each.topology.root.has_value());
  EXPECT_EQ(parse(kIrregular).topology.hosts, (std::vector<unsigned>{1, 1, 1}));
}

TEST(ReadExperimentTest, LinksWithAndWithoutALatencyMix) {
  const Experiment e =
      parse("[network]\ntopology = \"irregular\"\nlinks = [[0, 1], [1, 2, 10], [2, 0, 0]]\n");
  EXPECT_EQ(e.topology.link_latency, (std::vector<std::optional<unsigned>>{std::nullopt, 10, 0}));
  EXPECT_NE(sim::to_toml(e).find("[[0, 1], [1, 2, 10], [2, 0, 0]]"), std::string::npos);
}

TEST(ReadExperimentTest, LinksHaveAWidthAndAClockRatio) {
  const Experiment e = parse(
      "[network]\ntopology = \"irregular\"\nlinks = [[0, 1], [1, 2, 10, 2], [2, 0, 0, 1, 3]]\n");
  EXPECT_EQ(e.topology.link_width, (std::vector<model::LinkWidth>{{1, 1}, {2, 1}, {1, 3}}));
  EXPECT_NE(sim::to_toml(e).find("[[0, 1], [1, 2, 10, 2, 1], [2, 0, 0, 1, 3]]"), std::string::npos);
}

TEST(ReadExperimentTest, TheBestRootMayBeAskedForByItsWord) {
  EXPECT_FALSE(parse(kIrregular).topology.tries_every_root);
  const Experiment best = parse(kIrregular + "root = \"best\"\n");
  EXPECT_TRUE(best.topology.tries_every_root);
  EXPECT_FALSE(best.topology.root.has_value());
  EXPECT_NE(sim::to_toml(best).find("root = \"best\""), std::string::npos);
  Overrides overrides;
  overrides.set("network.root=2");
  const Experiment two = parse(kIrregular + "root = \"best\"\n", overrides);
  EXPECT_FALSE(two.topology.tries_every_root);
  EXPECT_EQ(two.topology.root, std::optional<unsigned>(2));
  EXPECT_NE(complaint_of(kIrregular + "root = \"worst\"\n").find("\"auto\" or \"best\""),
            std::string::npos);
}

TEST(ReadExperimentTest, FlitGrowsWithTheAddressesUnlessItsWidthIsGiven) {
  const std::string big = "[network]\ntopology = \"torus\"\nradix = 100\ndimensions = 3\n";
  EXPECT_EQ(parse(big).router.flit_bits, 64u);  // 2 * 21 + 2 = 44 bits of fields
  EXPECT_EQ(parse(big + "[router]\nflit_bits = 50\n").router.flit_bits, 50u);
}

TEST(ReadExperimentTest, OptionsWinOverTheFileAndLaterOverEarlier) {
  Overrides overrides;
  overrides.set("router.virtual_channels=8");
  overrides.set("router.virtual_channels=6");
  overrides.set("traffic.pattern=transpose");  // a bare word
  overrides.set("network.radix=[4, 8]");
  overrides.set("run.seed", sim::Value{std::int64_t{7}}, "--seed 7");
  const Experiment e = parse(kTorus + "[router]\nvirtual_channels = 2\n", overrides);
  EXPECT_EQ(e.router.virtual_channels, 6u);
  EXPECT_EQ(e.traffic.pattern, model::Pattern::transpose);
  EXPECT_EQ(e.topology.radix, (std::vector<unsigned>{4, 8}));
  EXPECT_EQ(e.run.seed, 7u);
}

TEST(ReadExperimentTest, OverrideMayTurnALengthIntoADistribution) {
  Overrides overrides;
  overrides.set("traffic.length.kind=exponential");
  overrides.set("traffic.length.mean=9");
  const Experiment e = parse(kTorus + "[traffic]\nlength = 5\n", overrides);
  EXPECT_EQ(e.traffic.length_kind, model::LengthKind::exponential);
  EXPECT_EQ(e.traffic.length, 9u);
}

TEST(ReadExperimentTest, WrittenInFullItReadsBackAsTheSame) {
  for (const std::string& text :
       {kTorus, kIrregular + "hosts=[1,2,3]\nroot=2\n",
        kTorus + "[traffic]\nlength={kind='bimodal',short=2,long=9}\n[run]\nwarmup=5\n",
        std::string(
            "[network]\ntopology='hypercube'\ndimensions=6\n[traffic]\nload=0.3333333333\n"),
        std::string("[network]\ntopology='irregular'\nlinks=[[0,1,3],[1,2,0]]\n"),
        std::string("[network]\ntopology='irregular'\nlinks=[[0,1,3],[1,2]]\nroot='best'\n"),
        kIrregular + "routing='layered_shortest'\n", kTorus + "[router]\nkind='packet'\n",
        kCube + "kind='packet'\nfirst_hop='shortest_queue'\nswitching='store_and_forward'\n"}) {
    const std::string full = sim::to_toml(parse(text));
    EXPECT_EQ(sim::to_toml(parse(full)), full) << text;
  }
}

TEST(ReadExperimentTest, KeysOfPacketRoutersReachTheirFields) {
  const Experiment e = parse(kCube +
                             "kind='packet'\nflit_bits=16\npacket_flits=12\npacket_buffers=256\n"
                             "switching='store_and_forward'\nfirst_hop='shortest_queue'\n"
                             "virtual_channels=1\nbuffer_depth=24\n");
  EXPECT_EQ(e.router.kind, model::RouterKind::packet);
  EXPECT_EQ(e.router.flit_bits, 16u);
  EXPECT_EQ(e.router.packets.packet_flits, 12u);
  EXPECT_EQ(e.router.packets.slots, 256u);
  EXPECT_FALSE(e.router.packets.cut_through);
  EXPECT_TRUE(e.router.packets.first_hop);
  EXPECT_EQ(e.router.virtual_channels, 1u);
  EXPECT_EQ(e.router.buffer_depth, 24u);
  EXPECT_EQ(e.router.local_channels, 7u);
}

TEST(ReadExperimentTest, DefaultsOfPacketRoutersFollowFromTheOtherKeys) {
  const auto router_of = [](const std::string& keys) { return parse(keys).router; };
  const auto cube = router_of(kCube + "kind='packet'\n");
  EXPECT_EQ(cube.virtual_channels, 1u);
  EXPECT_EQ(cube.local_channels, 1u);
  EXPECT_EQ(cube.flit_bits, 32u);
  EXPECT_EQ(cube.packets.packet_flits, 5u) << "20 bytes";
  EXPECT_EQ(cube.buffer_depth, 7u);
  EXPECT_EQ(cube.packets.slots, 16u);
  EXPECT_TRUE(cube.packets.cut_through);
  EXPECT_FALSE(cube.packets.first_hop);
  EXPECT_EQ(router_of(kCube + "kind='packet'\nfirst_hop='shortest_queue'\n").virtual_channels, 2u);
  EXPECT_EQ(router_of(kTorus + "[router]\nkind='packet'\n").virtual_channels, 2u);
  EXPECT_EQ(router_of(kCube + "kind='packet'\nflit_bits=8\n").packets.packet_flits, 20u);
  EXPECT_EQ(router_of(kCube + "kind='packet'\nflit_bits=24\n").packets.packet_flits, 7u);
  EXPECT_EQ(router_of(kCube + "kind='packet'\nflit_bits=256\n").packets.packet_flits, 1u);
  EXPECT_EQ(router_of(kCube + "kind='packet'\npacket_flits=64\n").buffer_depth, 64u);
  EXPECT_EQ(router_of(kCube).virtual_channels, 4u) << "wormhole";
  EXPECT_EQ(router_of(kCube).buffer_depth, 4u);
}

TEST(ReadExperimentTest, LoadIsAtMostOneFlitForEachLocalChannel) {
  const std::string load = "[traffic]\nload = ";
  EXPECT_EQ(complaint_of(kCube + "kind='packet'\n" + load + "1.5\n"),
            "some/exp.toml:7: key 'traffic.load': found 1.5, allowed: number 0 .. 1: a node has 1 "
            "local channel");
  const std::string chosen = kCube + "kind='packet'\nfirst_hop='shortest_queue'\n" + load;
  EXPECT_EQ(complaint_of(chosen + "7\n"), "");
  EXPECT_NE(complaint_of(chosen + "7.1\n"), "");
}

TEST(ReadExperimentTest, KeysOfTheOtherKindOfRouterAreRefused) {
  EXPECT_EQ(complaint_of(kCube + "packet_flits = 5\n"),
            "some/exp.toml:5: key 'router.packet_flits': found 5, allowed: only with kind "
            "\"packet\"");
  for (const char* key :
       {"packet_buffers = 4\n", "switching = 'cut_through'\n", "first_hop = 'fixed'\n"}) {
    EXPECT_NE(complaint_of(kCube + key), "") << key;
    EXPECT_EQ(complaint_of(kCube + "kind = 'packet'\n" + key), "") << key;
  }
  EXPECT_EQ(complaint_of(kCube + "kind = 'packet'\ninjection = 'fair'\n"),
            "some/exp.toml:6: key 'router.injection': found \"fair\", allowed: nothing with kind "
            "\"packet\": all choices are by turns");
  EXPECT_EQ(complaint_of(kCube + "kind = 'packet'\npatience = 9\n"),
            "some/exp.toml:6: key 'router.patience': found 9, allowed: nothing with kind "
            "\"packet\": it has no starvation guard, all choices are by turns");
  EXPECT_NE(complaint_of(kCube + "kind = 'packet'\npipeline_cycles = 1\n"), "");
}

TEST(ReadExperimentTest, SyntaxErrorNamesFileAndLine) {
  const std::string text = complaint_of("[network]\ntopology = \"torus\"\nradix = = 8\n");
  EXPECT_EQ(text.rfind("some/exp.toml:3: TOML syntax error", 0), 0u) << text;
}

TEST(ReadExperimentTest, UnknownKeyNamesTheNearestKnownOne) {
  EXPECT_EQ(complaint_of(kTorus + "[router]\nvirtual_chanels = 4\n"),
            "some/exp.toml:6: key 'router.virtual_chanels': unknown, found 4, nearest known key: "
            "'router.virtual_channels'");
  EXPECT_EQ(complaint_of(kTorus + "virtual_channels = 4\n"),
            "some/exp.toml:5: key 'network.virtual_channels': unknown, found 4, nearest known key: "
            "'router.virtual_channels'");
  EXPECT_NE(complaint_of(kTorus + "[ruoter]\n"), "");
  EXPECT_EQ(complaint_of(kTorus + "[router]\n"), "");
}

TEST(ReadExperimentTest, AWordOfAnotherSimulatorLeadsToTheKey) {
  const std::vector<std::pair<std::string, std::string>> words = {
      {"num_vcs = 8",
       "'network.num_vcs': unknown, found 8, BookSim's num_vcs is "
       "'router.virtual_channels'"},
      {"injection_rate = 0.1", "BookSim's injection_rate is 'traffic.load'"},
      {"k = 8", "BookSim's k is 'network.radix'"},
      {"n = 2", "BookSim's n is 'network.dimensions'"},
      {"packet_size = 5", "BookSim's packet_size is 'traffic.length'"},
      {"sample_period = 1000", "BookSim's sample_period is 'run.measurement'"},
      {"routing_function = 'dor'", "BookSim's routing_function is 'network.dimension_order'"},
      {"mesh_dim_x = 4", "Noxim's mesh_dim_x is 'network.radix'"},
      {"buffer_depth = 4", "nearest known key: 'router.buffer_depth'"},
      {"vcs-per-vnet = 4", "garnet's vcs_per_vnet is 'router.virtual_channels'"},
      {"routing = 'adaptive'",
       "\"auto\", \"dimension_order\", \"destination_tag\", \"up_down\", \"layered_shortest\", "
       "\"minimal_adaptive\", \"valiant\", \"romm\", \"table\""},
      {"length.fraction = 0.1", "nearest known key: 'traffic.length.long_fraction'"},
      {"colour = 3", "unknown, found 3; `turnpike run --help` lists the keys"},
  };
  for (const auto& [line, hint] : words) {
    const std::string said = complaint_of(kTorus + line + "\n");
    EXPECT_EQ(said.rfind("some/exp.toml:5: key 'network.", 0), 0u) << said;
    EXPECT_EQ(said.substr(said.size() - std::min(said.size(), hint.size())), hint) << said;
  }
  EXPECT_EQ(complaint_of("traffic = 'uniform'\n" + kTorus),
            "some/exp.toml:1: key 'traffic': found \"uniform\", allowed: a table, [traffic], "
            "BookSim's traffic is 'traffic.pattern'");
}

TEST(ReadExperimentTest, AMissingQuoteIsTold) {
  const auto told = [](const std::string& line, const std::string& found,
                       const std::string& allowed) {
    const std::string said = complaint_of("[network]\n" + line + "\n");
    const std::string words =
        fmt::format("found {}, allowed: {}: a word has a quote", found, allowed);
    EXPECT_EQ(said.rfind("some/exp.toml:2: TOML syntax error in column ", 0), 0u) << said;
    EXPECT_NE(said.find(words), std::string::npos) << said;
  };
  told("topology = mesh", "mesh", "\"mesh\"");
  told("topology = torus  # a ring", "torus", "\"torus\"");
  told("topology = \"mesh", "\"mesh", "\"mesh\"");
  told("topology = mesh\"", "mesh\"", "\"mesh\"");
  told("topology = 'mesh", "'mesh", "\"mesh\"");
  told("anynet = my/net.anynet", "my/net.anynet", "\"my/net.anynet\"");
  told("length = { kind = bimodal, short = 2 }", "bimodal", "\"bimodal\"");
  told("list = [1, a]", "a", "\"a\"");
  for (const char* other :
       {"radix = = 8", "radix = 8 8", "radix = 8x8", "load = .1", "radix 8", "[x", "a = \"b\" 3"}) {
    const std::string said = complaint_of("[network]\n" + std::string(other) + "\n");
    EXPECT_NE(said.find("TOML syntax error"), std::string::npos) << said;
    EXPECT_EQ(said.find("quote on either side"), std::string::npos) << said;
  }
}

TEST(ReadExperimentTest, WrongTypeAndRangeNameLineKeyValueAndAllowed) {
  const std::string router = kTorus + "[router]\nvirtual_channels = ";
  const std::string said = "some/exp.toml:6: key 'router.virtual_channels': found ";
  EXPECT_EQ(complaint_of(router + "0\n"), said + "0, allowed: integer 1 .. 16 or \"auto\"");
  EXPECT_EQ(complaint_of(router + "17\n"), said + "17, allowed: integer 1 .. 16 or \"auto\"");
  EXPECT_EQ(complaint_of(router + "\"two\"\n"),
            said + "\"two\", allowed: integer 1 .. 16 or \"auto\"");
  EXPECT_EQ(complaint_of(router + "2.0\n"), said + "2.0, allowed: integer 1 .. 16 or \"auto\"");
  EXPECT_EQ(complaint_of(router + "[2]\n"), said + "[2], allowed: integer 1 .. 16 or \"auto\"");
  EXPECT_EQ(complaint_of(router + "9223372036854775807\n"),
            said + "9223372036854775807, allowed: integer 1 .. 16 or \"auto\"");
  EXPECT_EQ(complaint_of(kTorus + "[traffic]\nload = nan\n"),
            "some/exp.toml:6: key 'traffic.load': found nan, allowed: number 0 .. 32");
  EXPECT_EQ(complaint_of(kTorus + "[traffic]\narrivals = \"often\"\n"),
            "some/exp.toml:6: key 'traffic.arrivals': found \"often\", allowed: \"bernoulli\", "
            "\"poisson\", \"on_off\"");
}

TEST(ReadExperimentTest, AllMistakesAreReportedAtOnce) {
  const std::string text = complaint_of(kTorus + "[router]\nbuffer_depth = 0\nflit_bits = 7\n");
  EXPECT_NE(text.find("exp.toml:6: key 'router.buffer_depth'"), std::string::npos) << text;
  EXPECT_NE(text.find("exp.toml:7: key 'router.flit_bits'"), std::string::npos) << text;
}

TEST(ReadExperimentTest, OptionIsNamedWhereItIsToBlame) {
  Overrides overrides;
  overrides.set("router.buffer_depth=65");
  EXPECT_EQ(complaint_of(kTorus, overrides),
            "--set router.buffer_depth=65: key 'router.buffer_depth': found 65, allowed: integer 1 "
            ".. 64 or \"auto\"");
  EXPECT_THROW(overrides.set("router.buffer_depth"), sim::ConfigError);
  EXPECT_THROW(overrides.set("=5"), sim::ConfigError);
}

TEST(ReadExperimentTest, ShapeMustBeSaidAndMakeSense) {
  const std::string network = "[network]\ntopology = ";
  EXPECT_EQ(
      complaint_of("[network]\nradix = 8\n"),
      "some/exp.toml:1: key 'network.topology': found nothing, allowed: mesh, torus, hypercube, "
      "butterfly, irregular, graph, ring, star, full_mesh, cmesh, ctorus, hyperx, "
      "flattened_butterfly, dragonfly, fat_tree, tree, elevator_mesh, circulant");
  EXPECT_NE(complaint_of(""), "");
  EXPECT_NE(complaint_of(network + "'mesh'\nradix = 8\n"), "");
  EXPECT_NE(complaint_of(network + "'mesh'\ndimensions = 2\n"), "");
  EXPECT_NE(complaint_of(network + "'mesh'\nradix = 1\ndimensions = 2\n"), "");
  EXPECT_NE(complaint_of(network + "'mesh'\nradix = 4\ndimensions = 0\n"), "");
  EXPECT_NE(complaint_of(network + "'mesh'\nradix = []\n"), "");
  EXPECT_NE(complaint_of(network + "'mesh'\nradix = [4, 4]\ndimensions = 3\n"), "");
  EXPECT_NE(complaint_of(network + "'mesh'\nradix = [4, 1]\n"), "");
  EXPECT_NE(complaint_of(network + "'mesh'\nradix = 4\ndimensions = 2\nroot = 0\n"), "");
  EXPECT_NE(complaint_of(network + "'mesh'\nradix = 4\ndimensions = 2\ndirection='unidirectional'"),
            "");
  EXPECT_NE(complaint_of(network + "'hypercube'\nradix = 4\ndimensions = 2\n"), "");
  EXPECT_NE(complaint_of(network + "'hypercube'\n"), "");
  EXPECT_NE(complaint_of(network + "'butterfly'\nradix = [4, 2]\n"), "");
  EXPECT_NE(complaint_of(network + "'irregular'\n"), "");
  EXPECT_NE(complaint_of(kIrregular + "anynet = 'x'\n"), "");
  EXPECT_NE(complaint_of(kIrregular + "radix = 8\n"), "");
  EXPECT_NE(complaint_of(kIrregular + "hosts = [1, 2]\n"), "");
  EXPECT_NE(complaint_of(network + "'irregular'\nlinks = [[0, 1], [2]]\n"), "");
  EXPECT_NE(complaint_of(network + "'irregular'\nlinks = [[0, -1]]\n"), "");
}

TEST(ReadExperimentTest, KeysThatContradictEachOtherAreRefused) {
  EXPECT_NE(complaint_of(kTorus + "[traffic]\npattern = 'trace'\n"), "");
  EXPECT_NE(complaint_of(kTorus + "[traffic]\nfile = 'x'\n"), "");
  EXPECT_NE(complaint_of(kTorus + "[traffic]\nlength = {short = 3}\n"), "");
  EXPECT_NE(complaint_of(kTorus + "[traffic]\nlength = {kind='bimodal', short = 3, long = 2}\n"),
            "");
  EXPECT_NE(complaint_of(kTorus + "[run]\nwarmup = 9\nmeasurement = 9\nmax_cycles = 17\n"), "");
  EXPECT_EQ(complaint_of(kTorus + "[run]\nwarmup = 9\nmeasurement = 9\nmax_cycles = 18\n"), "");
}

TEST(ReadExperimentTest, FileNamesAreRelativeToTheConfiguration) {
  const std::string text = kTorus + "[traffic]\npattern = 'trace'\nfile = 'my.trace'\n";
  const std::string expected = std::filesystem::absolute("some/my.trace").string();
  EXPECT_EQ(parse(text).traffic.file, expected);
}

TEST(ReadExperimentTest, UnreadableFilesAreNamed) {
  for (const char* path : {"/no/such/file.toml", "/tmp"}) {
    try {
      sim::read_experiment(path);
      FAIL() << path;
    } catch (const sim::ConfigError& error) {
      EXPECT_EQ(std::string(error.what()).rfind(std::string(path) + ": ", 0), 0u) << error.what();
    }
  }
}

}  // namespace
}  // namespace turnpike::test
