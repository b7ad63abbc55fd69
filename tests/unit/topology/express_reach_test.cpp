// express_reach_test.cpp - networks with express channels, of every construction: every pair has a
// way, never past the destination, on exactly as much wire as the nodes lie apart, and nothing
// waits in a circle.

#include <gtest/gtest.h>

#include <algorithm>
#include <cmath>
#include <set>

#include "model/topology/deadlock.h"
#include "model/topology/validate.h"
#include "tests/unit/topology/express_networks.h"

namespace turnpike::test {
namespace {

using model::ComponentKind;
using model::Network;
using model::NodeId;
using model::Topology;

unsigned distance(const Network& network, NodeId from, NodeId to) {
  unsigned sum = 0;
  for (const unsigned k : network.radix) {
    const unsigned a = from % k;
    const unsigned b = to % k;
    const unsigned up = (b + k - a) % k;
    const bool is_ring = network.topology == Topology::torus;
    sum += !is_ring ? (a < b ? b - a : a - b) : network.bidirectional ? std::min(up, k - up) : up;
    from /= k;
    to /= k;
  }
  return sum;
}

bool is_joint(const Network& network) { return network.interchanges.front().routing.is_joint; }

// Changes of dimension inside an interchange.
int turns(const Network& network, const std::vector<model::PathStep>& path) {
  int count = 0;
  for (const model::PathStep& step : path) {
    const model::Component& at = network.components[step.component];
    if (at.kind == ComponentKind::router) continue;
    const unsigned per_dimension = 2 * network.interchanges[at.shape].routing.per_direction();
    if (step.in_port / per_dimension != step.out_port / per_dimension) ++count;
  }
  return count;
}

TEST(ExpressReachTest, EveryConstructionIsSoundForAllPairs) {
  for (const auto& [name, spec] : all_express()) {
    SCOPED_TRACE(name);
    const Network network = build(spec);
    const model::ValidationReport report = model::validate(network);
    EXPECT_TRUE(report.valid()) << report.problems.front();
    EXPECT_EQ(report.coverage, "all pairs");
  }
}

// A detour past the destination and back would take more wire. At a turn inside a joint
// interchange the two last pieces of a corner fall away.
TEST(ExpressReachTest, WireOnTheWayIsAsLongAsTheNodesLieApart) {
  for (const auto& [name, spec] : all_express()) {
    SCOPED_TRACE(name);
    const Network network = build(spec);
    std::size_t wrong = 0;
    std::size_t turning = 0;
    for_all_pairs(network, [&](NodeId from, NodeId to, const auto& path) {
      double wire = 0;
      for (const model::PathStep& step : path) {
        if (step.channel != model::kNoChannel) wire += network.channels[step.channel].length;
      }
      const int corners = turns(network, path);
      if (corners != 0) ++turning;
      const double apart = distance(network, from, to);
      const double saved = apart - wire;
      if (saved < 0 || saved > 2 * corners) {
        if (wrong++ == 0) ADD_FAILURE() << from << " to " << to << ": wire " << wire;
      }
    });
    EXPECT_EQ(wrong, 0u);
    EXPECT_EQ(turning > 0, is_joint(network));
  }
}

TEST(ExpressReachTest, EveryConstructionIsFreeOfDeadlockWithFewVcsAndWithMany) {
  for (const auto& [name, spec] : all_express()) {
    for (const unsigned vcs : {1u, 2u, 3u, 4u}) {
      if (spec.kind == Topology::torus && vcs == 1) continue;
      SCOPED_TRACE(name + ", VCs: " + std::to_string(vcs));
      const Network network = build(spec, vcs);
      const model::DeadlockReport report = model::check_deadlock(network);
      EXPECT_TRUE(report.checked);
      EXPECT_TRUE(report.deadlock_free) << model::cycle_text(network, report);
      EXPECT_EQ(report.method, "all routes");
    }
  }
}

TEST(ExpressReachTest, RingWithoutTheChangeOfClassIsFound) {
  for (const auto& [name, spec] : express_rings()) {
    SCOPED_TRACE(name);
    Network network = build(spec);
    // With a class 1 that begins at VC 0 no VC is below it, and every packet stays on its own.
    for (auto& shape : network.interchanges) shape.routing.virtual_channels = 1;
    const model::DeadlockReport report = model::check_deadlock(network);
    EXPECT_TRUE(report.checked);
    EXPECT_FALSE(report.deadlock_free);
    ASSERT_FALSE(report.cycle.empty());
    auto last = report.cycle.back().first;
    for (const auto& [channel, vc] : report.cycle) {
      EXPECT_EQ(network.channels[last].to, network.channels[channel].from);
      last = channel;
    }
  }
}

// At the ends of an array a decomposition has channels that no message can climb to.
bool may_leave_out(const model::TopologySpec& spec) {
  return spec.express->decomposition == model::ExpressDecomposition::no_ascent ||
         spec.express->decomposition == model::ExpressDecomposition::top_only;
}

TEST(ExpressReachTest, EveryExpressChannelIsOnTheWayOfSomePair) {
  for (const auto& [name, spec] : all_express()) {
    SCOPED_TRACE(name);
    const Network network = build(spec);
    const model::Wiring wiring(network);
    std::set<model::ChannelId> used;
    for_all_pairs(network, [&](NodeId, NodeId to, const auto& path) {
      for (const model::PathStep& step : path) {
        const model::Address address = network.terminals[to].address;
        model::PortMask left =
            model::route_at(network, step.component, address, step.in_port, 0).outputs;
        for (; left != 0; left &= left - 1) {
          used.insert(wiring.channel_from(step.component, lowest(left)));
        }
      }
    });
    std::set<unsigned> levels;
    for (model::ChannelId id = 0; id < network.channels.size(); ++id) {
      const unsigned level = network.channels[id].level;
      if (used.count(id) != 0) levels.insert(level);
      if (level == 0 || may_leave_out(spec)) continue;
      EXPECT_EQ(used.count(id), 1u) << model::channel_name(network, id);
    }
    unsigned highest = 0;
    for (const auto& component : network.components) {
      highest = std::max<unsigned>(highest, component.level);
    }
    EXPECT_EQ(levels.size(), highest + 1) << "levels in use";
  }
}

}  // namespace
}  // namespace turnpike::test
