// build_errors_test.cpp - networks that cannot be name the key that says so.

#include <gtest/gtest.h>

#include <functional>
#include <limits>

#include "model/common/configuration_error.h"
#include "tests/unit/topology/some_networks.h"

namespace turnpike::test {
namespace {

using model::LinkSpec;
using model::RouterSpec;
using model::TopologyKind;
using model::TopologySpec;

// Key and text of the complaint; two empty strings if there is none.
std::pair<std::string, std::string> complaint(const TopologySpec& topology,
                                              const RouterSpec& router = {},
                                              const LinkSpec& link = {}) {
  try {
    model::build_network(topology, router, link);
  } catch (const model::ConfigurationError& error) {
    return {error.key, error.what()};
  }
  return {};
}

std::string key(const TopologySpec& topology) { return complaint(topology).first; }

std::string router_key(const std::function<void(RouterSpec&)>& change) {
  RouterSpec router;
  change(router);
  return complaint(spec_of(TopologyKind::mesh, {4, 4}), router).first;
}

TEST(BuildErrorsTest, RadixAndDimensions) {
  EXPECT_EQ(key(spec_of(TopologyKind::mesh, {1})), "network.radix");
  EXPECT_EQ(key(spec_of(TopologyKind::torus, {4, 0})), "network.radix");
  EXPECT_EQ(key(spec_of(TopologyKind::mesh, {})), "network.dimensions");
  EXPECT_EQ(key(spec_of(TopologyKind::hypercube, {2, 3})), "network.radix");
  EXPECT_EQ(key(spec_of(TopologyKind::butterfly, {2, 3})), "network.radix");
  EXPECT_EQ(key(spec_of(TopologyKind::butterfly, {33})), "network.radix");
}

TEST(BuildErrorsTest, SizesBeyondTheAddresses) {
  EXPECT_EQ(key(spec_of(TopologyKind::mesh, {4096, 1025})), "network.radix");
  EXPECT_EQ(key(spec_of(TopologyKind::mesh, std::vector<unsigned>(40, 2))), "network.radix");
  EXPECT_EQ(key(spec_of(TopologyKind::mesh, {1000000, 2})), "network.radix");
  EXPECT_EQ(key(spec_of(TopologyKind::mesh, {4294967295u, 4294967295u})), "network.radix");
  RouterSpec wide;
  wide.flit_bits = 64;
  EXPECT_EQ(complaint(spec_of(TopologyKind::mesh, std::vector<unsigned>(16, 2)), wide).first,
            "network.dimensions");
}

TEST(BuildErrorsTest, TorusWithOneVirtualChannelSaysWhy) {
  RouterSpec router;
  router.virtual_channels = 1;
  for (const bool bidirectional : {false, true}) {
    const auto [at, text] = complaint(spec_of(TopologyKind::torus, {4, 4}, bidirectional), router);
    EXPECT_EQ(at, "router.virtual_channels");
    EXPECT_NE(text.find("two dateline classes"), std::string::npos) << text;
  }
  EXPECT_EQ(complaint(spec_of(TopologyKind::mesh, {4, 4}), router).first, "");
}

TEST(BuildErrorsTest, RouterParametersOutOfRange) {
  EXPECT_EQ(router_key([](auto& r) { r.virtual_channels = 0; }), "router.virtual_channels");
  EXPECT_EQ(router_key([](auto& r) { r.virtual_channels = 17; }), "router.virtual_channels");
  EXPECT_EQ(router_key([](auto& r) { r.buffer_depth = 0; }), "router.buffer_depth");
  EXPECT_EQ(router_key([](auto& r) { r.buffer_depth = 65; }), "router.buffer_depth");
  EXPECT_EQ(router_key([](auto& r) { r.flit_bits = 7; }), "router.flit_bits");
  EXPECT_EQ(router_key([](auto& r) { r.flit_bits = 257; }), "router.flit_bits");
  EXPECT_EQ(router_key([](auto& r) { r.pipeline_cycles = 0; }), "router.pipeline_cycles");
  EXPECT_EQ(router_key([](auto& r) { r.pipeline_cycles = 3; }), "router.pipeline_cycles");
  EXPECT_EQ(router_key([](auto& r) { r.patience = 0; }), "router.patience");
  EXPECT_EQ(router_key([](auto& r) { r.virtual_channels = 16; }), "");
}

TEST(BuildErrorsTest, HeadFlitMustHoldTwoAddressesAndItsKind) {
  RouterSpec router;
  router.flit_bits = 13;  // 8x8: addresses of 6 bits
  const auto [at, text] = complaint(spec_of(TopologyKind::mesh, {8, 8}), router);
  EXPECT_EQ(at, "router.flit_bits");
  EXPECT_NE(text.find("at least 14"), std::string::npos) << text;
  router.flit_bits = 14;
  EXPECT_EQ(complaint(spec_of(TopologyKind::mesh, {8, 8}), router).first, "");
}

TEST(BuildErrorsTest, LinkCycles) {
  for (const double cycles : {-1.0, 1e9, std::numeric_limits<double>::quiet_NaN()}) {
    LinkSpec link;
    link.cycles_per_unit = cycles;
    EXPECT_EQ(complaint(spec_of(TopologyKind::mesh, {4}), {}, link).first, "link.cycles_per_unit");
  }
}

TEST(BuildErrorsTest, IrregularLinks) {
  EXPECT_EQ(key(irregular({{0, 1}, {1, 1}})), "network.links");
  EXPECT_EQ(key(irregular({{0, 1}, {1, 0}})), "network.links");
  EXPECT_EQ(key(irregular({{0, 1}, {2, 3}})), "network.links");
  EXPECT_NE(complaint(irregular({{0, 1}, {1, 2}, {0, 1}})).second.find("duplicate link [0, 1]"),
            std::string::npos);
  EXPECT_NE(complaint(irregular({{0, 1}, {2, 3}})).second.find("to switch 2"), std::string::npos);
  std::vector<std::pair<unsigned, unsigned>> star;
  for (unsigned s = 1; s <= 32; ++s) star.emplace_back(0, s);
  EXPECT_EQ(key(irregular(star)), "network.links");
  star.pop_back();
  EXPECT_EQ(key(irregular(star)), "");
  EXPECT_EQ(key(irregular({{0, 4294967295u}})), "network.links");
}

TEST(BuildErrorsTest, IrregularHostsRootAndLatencies) {
  TopologySpec line = irregular({{0, 1}, {1, 2}});
  line.root = 3;
  EXPECT_EQ(key(line), "network.root");
  line.root = 2;
  line.hosts = {1, 1};
  EXPECT_EQ(key(line), "network.hosts");
  line.hosts = {0, 0, 0};
  EXPECT_EQ(key(line), "network.hosts");
  line.hosts = {0, 40, 0};
  EXPECT_EQ(key(line), "network.hosts");
  line.hosts = {0, 2, 0};
  EXPECT_EQ(key(line), "");
  line.link_latency = {1};
  EXPECT_EQ(key(line), "network.links");
  line.link_latency = {1, 100000};
  EXPECT_EQ(key(line), "network.links");
}

}  // namespace
}  // namespace turnpike::test
