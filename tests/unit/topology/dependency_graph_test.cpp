// dependency_graph_test.cpp - the deadlock check against the same question asked in another way.
//
// check_deadlock lets one VC stand for its dateline class and searches depth first. Here each VC
// stands for itself, all dependencies are written down, and those that nothing can wait behind are
// taken away until nothing or a circle is left.

#include <gtest/gtest.h>

#include <iterator>
#include <set>
#include <utility>

#include "model/topology/deadlock.h"
#include "tests/unit/topology/express_networks.h"

namespace turnpike::test {
namespace {

using model::DeadlockReport;
using model::Network;
using model::Topology;

// (held, wanted), each channel * VCs + VC.
using Dependencies = std::set<std::pair<std::size_t, std::size_t>>;

struct Waiting {
  Stand at;
  std::size_t held = kNothing;  // kNothing: still at its source
};

std::vector<Waiting> at_the_sources(const Network& network) {
  std::vector<Waiting> result;
  for (const model::Terminal& source : network.terminals) {
    for (model::VcId vc = 0; vc < network.router.virtual_channels; ++vc) {
      result.push_back({{source.inject.component, source.inject.port, vc}, kNothing});
    }
  }
  return result;
}

Dependencies dependencies(const Network& network) {
  const PortMap map(network);
  const std::size_t vcs = network.router.virtual_channels;
  Dependencies result;
  for (const model::Terminal& destination : network.terminals) {
    std::vector<Waiting> open = at_the_sources(network);
    std::set<std::size_t> seen;
    while (!open.empty()) {
      const Waiting now = open.back();
      open.pop_back();
      const model::Route route = route_of(network, now.at, destination.address);
      for (std::size_t port = 0; port < map.ports; ++port) {
        const std::size_t out = map.channel_out[now.at.component * map.ports + port];
        if ((route.outputs >> port & 1) == 0 || out == kNothing) continue;
        for (model::VcId vc = 0; vc < vcs; ++vc) {
          if ((route.vcs >> vc & 1) == 0) continue;
          const std::size_t wanted = out * vcs + vc;
          if (now.held != kNothing) result.insert({now.held, wanted});
          if (!seen.insert(wanted).second) continue;
          open.push_back({{network.channels[out].to, network.channels[out].to_port, vc}, wanted});
        }
      }
    }
  }
  return result;
}

bool has_circle(Dependencies left) {
  while (!left.empty()) {
    std::set<std::size_t> held;
    for (const auto& dependency : left) held.insert(dependency.first);
    const std::size_t before = left.size();
    for (auto i = left.begin(); i != left.end();) {
      i = held.count(i->second) == 0 ? left.erase(i) : std::next(i);
    }
    if (left.size() == before) return true;
  }
  return false;
}

// Both say the same; and of a cycle every step is a dependency.
void expect_agreement(const Network& network) {
  const DeadlockReport report = model::check_deadlock(network);
  const Dependencies all = dependencies(network);
  ASSERT_TRUE(report.checked);
  EXPECT_EQ(report.deadlock_free, !has_circle(all));
  EXPECT_EQ(report.deadlock_free, report.cycle.empty());
  const std::size_t vcs = network.router.virtual_channels;
  for (std::size_t i = 0; i < report.cycle.size(); ++i) {
    const auto& [channel, vc] = report.cycle[i];
    const auto& [next, next_vc] = report.cycle[(i + 1) % report.cycle.size()];
    EXPECT_EQ(all.count({channel * vcs + vc, next * vcs + next_vc}), 1u)
        << "step " << i << " of\n"
        << cycle_text(network, report);
  }
}

void expect_free(const Network& network) {
  expect_agreement(network);
  EXPECT_TRUE(model::check_deadlock(network).deadlock_free);
}

TEST(DependencyGraphTest, EachVcForItselfClosesNoCircleOnAnyTorus) {
  for (const bool bidirectional : {true, false}) {
    for (const unsigned vcs : {2u, 3u, 4u, 5u}) {
      SCOPED_TRACE(testing::Message() << vcs << " VCs, both ways: " << bidirectional);
      for (const bool highest_first : {true, false}) {
        expect_free(make_network(Topology::torus, {5, 4}, bidirectional, highest_first, vcs));
      }
      for (unsigned k = 2; k <= 8; ++k) {
        expect_free(make_network(Topology::torus, {k}, bidirectional, true, vcs));
      }
    }
  }
}

TEST(DependencyGraphTest, OtherTopologiesNeedOneVc) {
  expect_free(make_network(Topology::mesh, {3, 2, 4}, true, false, 1));
  expect_free(make_network(Topology::hypercube, {2, 2, 2, 2}, true, true, 1));
  expect_free(make_network(Topology::butterfly, {3, 3, 3}, true, true, 1));
}

TEST(DependencyGraphTest, ExpressChannelsCloseNoCircle) {
  for (const auto& [name, spec] : express_rings()) {
    for (const unsigned vcs : {2u, 3u, 5u}) {
      SCOPED_TRACE(name + ", VCs: " + std::to_string(vcs));
      expect_free(build(spec, vcs));
      Network spoilt = build(spec, vcs);
      for (auto& shape : spoilt.interchanges) shape.routing.virtual_channels = 1;
      expect_agreement(spoilt);
    }
  }
  for (const auto& [name, spec] : express_cubes()) {
    SCOPED_TRACE(name);
    expect_free(build(spec, spec.kind == Topology::torus ? 2 : 1));
  }
}

TEST(DependencyGraphTest, UpDownIsFreeFromEveryRoot) {
  for (unsigned root = 0; root < 10; ++root) {
    model::TopologySpec spec = ten_switches();
    spec.root = root;
    expect_free(model::build_network(spec, wide_router(1), {}));
  }
}

// Lines of tables are more than packets meet: with them a network may stay unproved, but what is
// proved is so, and Up*/Down* always is.
void expect_proof_by_lines(const Network& network, bool is_up_down) {
  const DeadlockReport lines = model::check_deadlock(network, 1);
  EXPECT_FALSE(lines.checked && has_circle(dependencies(network)));
  EXPECT_EQ(lines.checked, lines.deadlock_free);
  EXPECT_TRUE(lines.deadlock_free || !is_up_down);
}

TEST(DependencyGraphTest, LinesOfTablesProveUpDownFromEveryRoot) {
  for (unsigned root = 0; root < 10; ++root) {
    model::TopologySpec spec = ten_switches();
    spec.root = root;
    expect_proof_by_lines(model::build_network(spec, wide_router(1), {}), true);
  }
}

// Up*/Down* tables that let packets go up once more: outputs are added at random, and the two
// searches must agree on each of the networks, free or not.
TEST(DependencyGraphTest, SearchesAgreeOnSpoiltTables) {
  unsigned spoilt = 0;
  for (std::uint64_t seed = 0; seed < 60; ++seed) {
    SCOPED_TRACE(seed);
    Network network = model::build_network(ten_switches(), wide_router(1), {});
    const PortMap map(network);
    for (std::uint64_t change = 0; change <= seed / 6; ++change) {
      const std::uint64_t dice = model::mix(seed << 8 | change);
      const auto at = static_cast<std::size_t>(dice % 10);
      const auto out = static_cast<std::size_t>((dice >> 8) % 3);
      auto& table = network.tables[at];
      model::PortMask& entry = table[(dice >> 16) % table.size()];
      if (entry == 0 || map.channel_out[at * map.ports + out] == kNothing) continue;
      entry |= model::PortMask{1} << out;
    }
    expect_agreement(network);
    expect_proof_by_lines(network, false);
    if (!model::check_deadlock(network).deadlock_free) ++spoilt;
  }
  EXPECT_GT(spoilt, 5u);
  EXPECT_LT(spoilt, 55u);
}

}  // namespace
}  // namespace turnpike::test
