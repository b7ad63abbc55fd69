// route_test.cpp - the way of every pair against closed forms.

#include "model/topology/route.h"

#include <gtest/gtest.h>

#include <algorithm>
#include <cstdlib>
#include <stdexcept>

#include "tests/unit/topology/networks.h"

namespace turnpike::test {
namespace {

using model::Network;
using model::NodeId;
using model::Topology;

// Sum over the dimensions of per_dimension(from, to, radix).
template <class PerDimension>
std::size_t distance(const Network& network, NodeId from, NodeId to, PerDimension per_dimension) {
  std::size_t sum = 0;
  for (const unsigned k : network.radix) {
    sum += per_dimension(from % k, to % k, k);
    from /= k;
    to /= k;
  }
  return sum;
}

// All pairs have `distance` hops; returns the longest.
template <class PerDimension>
std::size_t check_all_pairs(const Network& network, PerDimension per_dimension) {
  std::size_t longest = 0;
  for_all_pairs(network, [&](NodeId from, NodeId to, const std::vector<model::PathStep>& path) {
    const std::size_t expected = distance(network, from, to, per_dimension);
    EXPECT_EQ(model::hops(path), expected) << from << " to " << to;
    EXPECT_EQ(model::zero_load_latency(network, path),
              1 + network.router.pipeline_cycles * (expected + 1))
        << from << " to " << to;
    longest = std::max(longest, model::hops(path));
  });
  return longest;
}

unsigned array_distance(unsigned a, unsigned b, unsigned) { return a < b ? b - a : a - b; }
unsigned up_distance(unsigned a, unsigned b, unsigned k) { return (b + k - a) % k; }
unsigned ring_distance(unsigned a, unsigned b, unsigned k) {
  return std::min((b + k - a) % k, (a + k - b) % k);
}

TEST(RouteTest, MeshRoutesAreAsLongAsTheCoordinatesDiffer) {
  EXPECT_EQ(check_all_pairs(build(spec_of(Topology::mesh, {8, 8})), array_distance), 14u);
  EXPECT_EQ(check_all_pairs(build(spec_of(Topology::mesh, {2, 5, 3})), array_distance), 7u);
  EXPECT_EQ(check_all_pairs(build(spec_of(Topology::mesh, {7}), 1), array_distance), 6u);
}

TEST(RouteTest, TorusRoutesTakeTheShorterWay) {
  EXPECT_EQ(check_all_pairs(build(spec_of(Topology::torus, {8, 8})), ring_distance), 8u);
  EXPECT_EQ(check_all_pairs(build(spec_of(Topology::torus, {5, 2, 3})), ring_distance), 4u);
  EXPECT_EQ(check_all_pairs(build(spec_of(Topology::torus, {9}), 3), ring_distance), 4u);
}

TEST(RouteTest, UnidirectionalTorusRoutesGoUp) {
  const auto spec = spec_of(Topology::torus, {6, 5}, false);
  EXPECT_EQ(check_all_pairs(build(spec), up_distance), 9u);
}

TEST(RouteTest, HypercubeRoutesAreAsLongAsTheAddressesDiffer) {
  const auto spec = spec_of(Topology::hypercube, std::vector<unsigned>(6, 2));
  EXPECT_EQ(check_all_pairs(build(spec), array_distance), 6u);
}

TEST(RouteTest, ButterflyRoutesVisitEveryStageOnce) {
  for (const auto& radix : {std::vector<unsigned>(4, 2), std::vector<unsigned>(3, 3),
                            std::vector<unsigned>(2, 5), std::vector<unsigned>(1, 8)}) {
    const Network network = build(spec_of(Topology::butterfly, radix));
    for_all_pairs(network, [&](NodeId from, NodeId to, const std::vector<model::PathStep>& path) {
      ASSERT_EQ(path.size(), radix.size()) << from << " to " << to;
      for (std::size_t s = 0; s < path.size(); ++s) {
        EXPECT_EQ(model::component_coordinates(network, path[s].component)[0], s);
      }
    });
  }
}

TEST(RouteTest, LowestDimensionFirstTurnsTheOtherWay) {
  auto spec = spec_of(Topology::mesh, {3, 3});
  EXPECT_EQ(model::route(build(spec), 0, 8)[2].component, 6u);
  spec.highest_first = false;
  EXPECT_EQ(model::route(build(spec), 0, 8)[2].component, 2u);
  EXPECT_EQ(check_all_pairs(build(spec), array_distance), 4u);
}

TEST(RouteTest, LatencyCountsPipelineAndWires) {
  model::RouterSpec router;
  router.pipeline_cycles = 2;
  model::LinkSpec link;
  link.cycles_per_unit = 3;
  const Network network = model::build_network(spec_of(Topology::mesh, {8, 8}), router, link);
  const auto path = model::route(network, 0, 63);
  EXPECT_EQ(model::hops(path), 14u);
  EXPECT_EQ(model::zero_load_latency(network, path), 1u + 2 * 15 + 3 * 14);
  EXPECT_EQ(model::zero_load_latency(network, model::route(network, 5, 5)), 3u);
}

TEST(RouteTest, StepsAreJoinedByTheirChannels) {
  const Network network = build(spec_of(Topology::torus, {6, 6}));
  const auto path = model::route(network, 1, 28);
  ASSERT_GT(path.size(), 2u);
  for (std::size_t i = 0; i + 1 < path.size(); ++i) {
    const model::Channel& channel = network.channels.at(path[i].channel);
    EXPECT_EQ(channel.from, path[i].component);
    EXPECT_EQ(channel.from_port, path[i].out_port);
    EXPECT_EQ(channel.to, path[i + 1].component);
    EXPECT_EQ(channel.to_port, path[i + 1].in_port);
  }
  EXPECT_EQ(path.back().channel, model::kNoChannel);
}

TEST(RouteTest, PathBeforeTheDatelineIsOnClass0AndBehindItOnClass1) {
  // Ring of 8 upwards from 6 to 2: 6-7 class 0, 7-0 the dateline itself, then class 1.
  const Network network = build(spec_of(Topology::torus, {8}), 4);
  const auto path = model::route(network, 6, 2);
  ASSERT_EQ(path.size(), 5u);
  EXPECT_EQ(path[0].vc, 0u);
  EXPECT_EQ(path[1].vc, 0u);
  EXPECT_EQ(path[2].vc, 2u);
  EXPECT_EQ(path[3].vc, 2u);
}

TEST(RouteTest, UnknownTerminalIsRefused) {
  const Network network = build(spec_of(Topology::mesh, {3}));
  EXPECT_THROW(model::route(network, 0, 3), std::invalid_argument);
  EXPECT_THROW(model::route(network, 9, 0), std::invalid_argument);
}

TEST(RouteTest, MissingChannelIsReportedNotFollowed) {
  Network network = build(spec_of(Topology::mesh, {3}));
  network.channels.pop_back();
  EXPECT_THROW(model::route(network, 2, 0), std::runtime_error);
}

}  // namespace
}  // namespace turnpike::test
