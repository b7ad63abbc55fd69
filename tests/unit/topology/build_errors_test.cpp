// build_errors_test.cpp - what cannot be built is refused with its key, its value and what is
// allowed.

#include <gtest/gtest.h>

#include <string>

#include "model/common/configuration_error.h"
#include "tests/unit/topology/express_networks.h"

namespace turnpike::test {
namespace {

using model::LinkSpec;
using model::RouterSpec;
using model::Topology;
using model::TopologySpec;

void expect_refused(const TopologySpec& topology, const RouterSpec& router, const LinkSpec& link,
                    const std::string& key, const std::string& word) {
  SCOPED_TRACE(key + ": " + word);
  try {
    model::build_network(topology, router, link);
    FAIL() << "was built";
  } catch (const model::ConfigurationError& error) {
    EXPECT_EQ(error.key, key);
    EXPECT_FALSE(error.value.empty());
    EXPECT_FALSE(error.allowed.empty());
    EXPECT_NE(std::string(error.what()).find(word), std::string::npos) << error.what();
  }
}

void expect_shape_refused(const Topology* kind, const std::vector<unsigned>& radix,
                          const std::string& key, const std::string& word) {
  expect_refused(spec_of(kind, radix), wide_router(), {}, key, word);
}

TEST(BuildErrorsTest, Radix1) {
  for (const auto kind : {Topology::mesh, Topology::torus, Topology::butterfly}) {
    expect_shape_refused(kind, {1, 1}, "network.radix", "at least 2");
    expect_shape_refused(kind, {1, 1}, "network.radix", "1");
  }
  expect_shape_refused(Topology::mesh, {8, 1}, "network.radix", "at least 2");
  expect_shape_refused(Topology::mesh, {0}, "network.radix", "0");
}

TEST(BuildErrorsTest, NoDimensions) {
  for (const auto kind :
       {Topology::mesh, Topology::torus, Topology::hypercube, Topology::butterfly}) {
    expect_shape_refused(kind, {}, "network.dimensions", "at least 1");
  }
}

TEST(BuildErrorsTest, RadixThatTheTopologyCannotHave) {
  expect_shape_refused(Topology::hypercube, {2, 3}, "network.radix", "3");
  expect_shape_refused(Topology::butterfly, {2, 4}, "network.radix", "one radix");
}

TEST(BuildErrorsTest, MorePortsThanARouterHas) {
  expect_shape_refused(Topology::mesh, std::vector<unsigned>(16, 2), "network.dimensions",
                       "33 ports");
  expect_shape_refused(Topology::butterfly, {33, 33}, "network.radix", "33 ports");
}

TEST(BuildErrorsTest, MoreNodesThanAddresses) {
  expect_shape_refused(Topology::mesh, {2049, 2048}, "network.radix", "terminals");
  expect_shape_refused(Topology::mesh, {65536, 65536, 65536}, "network.radix", "terminals");
  expect_shape_refused(Topology::mesh, {4294967295u, 4294967295u}, "network.radix", "terminals");
  // Few nodes, but 13 coordinates of two bits.
  expect_shape_refused(Topology::torus, std::vector<unsigned>(13, 3), "network.radix", "24");
}

TEST(BuildErrorsTest, FlitsTooNarrowForTwoAddresses) {
  RouterSpec router;
  router.flit_bits = 13;
  expect_refused(spec_of(Topology::mesh, {8, 8}), router, {}, "router.flit_bits", "14");
  router.flit_bits = 14;
  EXPECT_NO_THROW(model::build_network(spec_of(Topology::mesh, {8, 8}), router, {}));
}

TEST(BuildErrorsTest, HeadsThatTurnLastNeedARoutingThatFollowsDimensions) {
  RouterSpec router;
  router.turns_last = true;
  expect_refused(spec_of(Topology::butterfly, {3, 3}), router, {}, "router.turns", "\"fair\"");
  EXPECT_NO_THROW(model::build_network(spec_of(Topology::torus, {4, 4}), router, {}));
}

TEST(BuildErrorsTest, ExpressTorusNeedsTwoVcClassesAndSaysWhy) {
  model::TopologySpec express = spec_of(Topology::torus, {16, 16});
  express.express = model::ExpressSpec{};
  express.express->spacing = {4};
  expect_refused(express, wide_router(1), {}, "router.virtual_channels", "dateline");
  EXPECT_NO_THROW(model::build_network(express, wide_router(2), {}));
}

TEST(BuildErrorsTest, RouterParametersOutOfRange) {
  struct Case {
    unsigned RouterSpec::*field;
    unsigned value;
    const char* key;
  };
  const Case cases[] = {
      {&RouterSpec::virtual_channels, 0, "router.virtual_channels"},
      {&RouterSpec::virtual_channels, 17, "router.virtual_channels"},
      {&RouterSpec::buffer_depth, 0, "router.buffer_depth"},
      {&RouterSpec::buffer_depth, 65, "router.buffer_depth"},
      {&RouterSpec::flit_bits, 7, "router.flit_bits"},
      {&RouterSpec::flit_bits, 513, "router.flit_bits"},
      {&RouterSpec::pipeline_cycles, 0, "router.pipeline_cycles"},
      {&RouterSpec::pipeline_cycles, 3, "router.pipeline_cycles"},
      {&RouterSpec::patience, 0, "router.patience"},
  };
  for (const Case& c : cases) {
    RouterSpec router = wide_router();
    router.*c.field = c.value;
    expect_refused(spec_of(Topology::mesh, {4, 4}), router, {}, c.key, std::to_string(c.value));
  }
}

TEST(BuildErrorsTest, LinkCyclesOutOfRange) {
  for (const double cycles : {-1.0, 1e9, std::numeric_limits<double>::quiet_NaN()}) {
    LinkSpec link;
    link.cycles_per_unit = cycles;
    expect_refused(spec_of(Topology::mesh, {4, 4}), wide_router(), link, "link.cycles_per_unit",
                   "0 ..");
  }
}

TEST(BuildErrorsTest, ExpressChannelsOutOfRange) {
  const auto refused = [](const TopologySpec& spec, const std::string& key,
                          const std::string& word) {
    expect_refused(spec, wide_router(), {}, key, word);
  };
  refused(express_array(64, {}), "network.express.spacing", "nothing");
  refused(express_array(64, {1}), "network.express.spacing", "2 .. 64");
  refused(express_array(64, {4, 1}, 2), "network.express.spacing", "[4, 1]");
  refused(express_array(64, {65}), "network.express.spacing", "2 .. 64");
  refused(express_array(8, {4}), "network.express.spacing", "half");
  refused(express_ring(8, {4}, 1), "network.express.spacing", "third");
  EXPECT_NO_THROW(build(express_ring(8, {4}, 1, false)));
  EXPECT_NO_THROW(build(express_array(9, {4})));
  refused(express_array(64, {4}, 0), "network.express.levels", "1 .. 4");
  refused(express_array(64, {2}, 5), "network.express.levels", "1 .. 4");
  refused(express_array(64, {16}, 3), "network.express.levels", "at most 2");
  EXPECT_NO_THROW(build(express_array(64, {8}, 3)));
  refused(express_array(16777216, {16777216}, 4), "network.radix", "terminals");
  refused(express_array(64, {4}, 1, {0}), "network.express.channels", "1 .. 8");
  refused(express_array(64, {4}, 2, {1, 9}), "network.express.channels", "1 .. 8");
  refused(express_array(64, {4}, 2, {1, 1, 1}), "network.express.channels", "list of 2");
  TopologySpec deep = express_array(64, {4});
  deep.express->buffer_depth = 65;
  refused(deep, "network.express.buffer_depth", "1 .. 64");
  TopologySpec cube = with_express(spec_of(Topology::hypercube, {2, 2, 2}), {2});
  refused(cube, "network.express.spacing", "only with topology");
}

TEST(BuildErrorsTest, CyclesOfAHopAndOfTheLongestChannelOutOfRange) {
  LinkSpec link;
  link.cycles_per_hop = 65537;
  expect_refused(spec_of(Topology::mesh, {4}), wide_router(), link, "link.cycles_per_hop", "65537");
  link.cycles_per_hop = 65536;
  EXPECT_NO_THROW(model::build_network(spec_of(Topology::mesh, {4}), wide_router(), link));
  link = {};
  link.cycles_per_unit = 2048;
  EXPECT_NO_THROW(model::build_network(express_array(100, {32}), wide_router(), link));
  expect_refused(express_array(100, {33}), wide_router(), link, "link.cycles_per_unit",
                 "length 33");
}

TEST(BuildErrorsTest, LinksThatCannotBe) {
  const auto refused = [](const std::vector<std::pair<unsigned, unsigned>>& links,
                          const std::string& word) {
    TopologySpec spec = ten_switches();
    spec.links.insert(spec.links.end(), links.begin(), links.end());
    expect_refused(spec, wide_router(), {}, "network.links", word);
  };
  refused({{3, 3}}, "[3, 3]");
  refused({{0, 2}}, "duplicate");
  refused({{2, 0}}, "duplicate");
  TopologySpec apart = ten_switches();
  apart.links = {{0, 1}, {2, 3}, {4, 5}, {6, 7}, {8, 9}};
  expect_refused(apart, wide_router(), {}, "network.links", "switch 2");
  expect_refused(irregular({{0, 4294967295u}}), wide_router(), {}, "network.links", "4194303");
}

TEST(BuildErrorsTest, MoreLinksAtASwitchThanPorts) {
  TopologySpec star = irregular({});
  for (unsigned s = 1; s <= 32; ++s) star.links.emplace_back(0, s);
  expect_refused(star, wide_router(), {}, "network.links", "32 links");
  star.links.pop_back();
  EXPECT_NO_THROW(build(star));
}

TEST(BuildErrorsTest, MessagesNameTheSwitchesAndAWayOut) {
  const auto refused = [](const TopologySpec& spec, const std::string& word) {
    expect_refused(spec, wide_router(), {}, "network.links", word);
  };
  TopologySpec star = irregular({});
  for (unsigned s = 0; s <= 33; ++s) {
    if (s != 7) star.links.emplace_back(7, s);
  }
  refused(star, "switch 7 has 33 links and switch 0 has 1 terminal");
  star.links.resize(31);
  star.hosts.assign(32, 1);
  star.hosts[3] = 2;
  refused(star, "switch 7 has 31 links and switch 3 has 2 terminals: routers of 33 ports");
  refused(irregular({{0, 1}, {2, 3}, {4, 5}, {6, 7}}),
          "switches 2 .. 7 are cut off from switch 0, 6 of 8");
  refused(irregular({{0, 1}, {1, 3}, {3, 5}}), "switches 2, 4 are cut off");
  refused(irregular({{0, 1}, {1, 3}}), "switch 2 is cut off from switch 0, 1 of 4");
  refused(irregular({{0, 1}, {1, 3}}), "a link of switch 2 with switch 0 joins them");
  refused(irregular({{0, 1}, {1, 0}}), "leave one out");
}

// 10,000 switches of four links: which numbers make the tables so large, and what would fit.
TEST(BuildErrorsTest, TablesThatAreTooLargeSayWhatWouldFit) {
  TopologySpec ring = irregular({});
  for (unsigned s = 0; s < 12000; ++s) {
    ring.links.emplace_back(s, (s + 1) % 12000);
    ring.links.emplace_back(s, (s + 2) % 12000);
  }
  expect_refused(ring, wide_router(), {}, "network.links",
                 "288000000 words of routing tables: 12000 switches * 2 * 12000 terminals");
  expect_refused(ring, wide_router(), {}, "network.links", "11184 terminals");
}

TEST(BuildErrorsTest, HostsAndRootThatCannotBe) {
  TopologySpec spec = ten_switches();
  spec.root = 10;
  expect_refused(spec, wide_router(), {}, "network.root", "0 .. 9");
  spec = ten_switches();
  spec.hosts.resize(9);
  expect_refused(spec, wide_router(), {}, "network.hosts", "10 switches");
  spec.hosts.assign(10, 0);
  expect_refused(spec, wide_router(), {}, "network.hosts", "terminal");
  spec.hosts.assign(10, 30);
  expect_refused(spec, wide_router(), {}, "network.links", "33 ports");
}

TEST(BuildErrorsTest, LatenciesMustBeOnePerLink) {
  TopologySpec spec = ten_switches();
  spec.link_latency.assign(14, 1);
  expect_refused(spec, wide_router(), {}, "network.links", "14 latencies");
  spec.link_latency.assign(15, 65537);
  expect_refused(spec, wide_router(), {}, "network.links", "65537");
}

}  // namespace
}  // namespace turnpike::test
