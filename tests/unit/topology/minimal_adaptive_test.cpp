// minimal_adaptive_test.cpp - every shortest route, and the escape layer that makes it safe.

#include <gtest/gtest.h>

#include <algorithm>
#include <set>

#include "model/common/configuration_error.h"
#include "model/common/random.h"
#include "model/topology/deadlock.h"
#include "model/topology/validate.h"
#include "tests/unit/topology/networks.h"

namespace turnpike::test {
namespace {

using model::ComponentId;
using model::Network;
using model::NodeId;
using model::PortMask;
using model::Route;
using model::TableWord;
using model::TopologySpec;

TopologySpec adaptive(TopologySpec spec) {
  spec.tables = &model::TableRouting::minimal_adaptive;
  return spec;
}

class Chances {
 public:
  explicit Chances(std::uint64_t seed) : seed_(seed) {}
  unsigned below(unsigned n) {
    return model::below(model::draw(seed_, model::Stream::test, 7, event_++), n);
  }

 private:
  std::uint64_t seed_;
  std::uint64_t event_ = 0;
};

// A connected graph: a tree, and some links more, perhaps side by side.
TopologySpec some_graph(Chances& chances, unsigned switches, unsigned more) {
  TopologySpec spec;
  spec.kind = model::Topology::graph;
  for (unsigned s = 1; s < switches; ++s) spec.links.emplace_back(chances.below(s), s);
  while (more > 0) {
    const unsigned a = chances.below(switches);
    const unsigned b = chances.below(switches);
    if (a == b) continue;
    spec.links.emplace_back(a, b);
    --more;
  }
  spec.hosts.assign(switches, 1);
  return spec;
}

TopologySpec ring_of_six() {
  TopologySpec spec;
  spec.kind = model::Topology::graph;
  for (unsigned s = 0; s < 6; ++s) spec.links.emplace_back(s, (s + 1) % 6);
  spec.hosts.assign(6, 1);
  return spec;
}

PortMask shortest_outputs(const Network& network, const std::vector<unsigned>& distance,
                          ComponentId here) {
  PortMask outputs = 0;
  for (const model::Channel& channel : network.channels) {
    const bool is_nearer = distance[channel.to] + 1 == distance[here];
    if (channel.from == here && is_nearer) outputs |= PortMask{1} << channel.from_port;
  }
  return outputs;
}

void expect_safe(const Network& network) {
  const model::ValidationReport sound = model::validate(network);
  EXPECT_TRUE(sound.valid()) << (sound.valid() ? "" : sound.problems.front());
  const model::DeadlockReport report = model::check_deadlock(network);
  EXPECT_TRUE(report.checked && report.deadlock_free) << model::cycle_text(network, report);
}

TEST(MinimalAdaptiveTest, OnAMeshEveryShortestOutputMayBeTaken) {
  const Network network = build(adaptive(spec_of(model::Topology::mesh, {4, 4})), 4);
  expect_safe(network);
  const model::VcId vc = 0;
  for (NodeId to = 0; to < network.terminals.size(); ++to) {
    const std::vector<unsigned> distance =
        distances_to(network, network.terminals[to].eject.component);
    for (NodeId from = 0; from < network.terminals.size(); ++from) {
      if (from == to) continue;
      const model::Attachment& at = network.terminals[from].inject;
      const Route route =
          route_at(network, at.component, network.terminals[to].address, at.port, vc);
      EXPECT_EQ(route.outputs, shortest_outputs(network, distance, at.component));
      EXPECT_EQ(route.vcs, 0b0011u);
      EXPECT_NE(route.escape, 0u);
      EXPECT_EQ(route.escape_vcs, 0b1100u);
    }
  }
}

TEST(MinimalAdaptiveTest, RandomGraphsAreSoundAndFreeOfDeadlockByTheirEscape) {
  unsigned by_escape = 0;
  for (std::uint64_t seed = 1; seed <= 60; ++seed) {
    SCOPED_TRACE(testing::Message() << "seed " << seed);
    Chances chances(seed);
    const auto switches = static_cast<unsigned>(4 + seed % 14);
    const Network network = build(adaptive(some_graph(chances, switches, switches)), 2);
    expect_safe(network);
    for (NodeId to = 0; to < switches; ++to) {
      const std::vector<unsigned> distance = distances_to(network, to);
      for (ComponentId here = 0; here < switches; ++here) {
        if (here == to) continue;
        const model::Attachment& at = network.terminals[here].inject;
        const Route route = route_at(network, here, network.terminals[to].address, at.port, 0);
        if (route.vcs != 1u) continue;  // no adaptive output: the escape alone
        EXPECT_EQ(route.outputs & ~shortest_outputs(network, distance, here), 0u);
      }
    }
    const std::string method = model::check_deadlock(network).method;
    by_escape += method.find("escape layer") != std::string::npos ? 1 : 0;
  }
  EXPECT_GT(by_escape, 20u) << "the others are free of circles on both layers";
}

TEST(MinimalAdaptiveTest, LargeNetworksAreProvedFromTheLinesOfTheirTables) {
  const Network network = build(adaptive(ring_of_six()), 2);
  const model::DeadlockReport report = model::check_deadlock(network, 1);
  EXPECT_TRUE(report.checked && report.deadlock_free);
  EXPECT_NE(report.method.find("all lines"), std::string::npos) << report.method;
}

template <class Change>
Network changed(const TopologySpec& spec, const Change& change) {
  Network network = build(adaptive(spec), 2);
  for (auto& table : network.tables) {
    for (std::size_t row = 0; row < table.size(); ++row) change(network, table[row], row);
  }
  return network;
}

TEST(MinimalAdaptiveTest, WithoutItsEscapeTheSameRoutesCanDeadlock) {
  const Network network =
      changed(ring_of_six(), [](const Network& its, TableWord& word, std::size_t) {
        const auto outputs = static_cast<TableWord>(model::all_vcs(its.router.ports));
        if ((word & outputs) != 0) word &= outputs;
      });
  EXPECT_FALSE(model::check_deadlock(network).deadlock_free);
}

TEST(MinimalAdaptiveTest, AnEscapeThatPacketsLeaveIsNone) {
  const Network network =
      changed(ring_of_six(), [](const Network& its, TableWord& word, std::size_t) {
        const auto outputs = static_cast<TableWord>(model::all_vcs(its.router.ports));
        if ((word & outputs) == 0) word |= word >> its.router.ports;  // back to layer 0
      });
  EXPECT_FALSE(model::check_deadlock(network).deadlock_free);
}

TEST(MinimalAdaptiveTest, ACircleOfTheEscapeIsTold) {
  // All packets enter the escape one way round the ring, and stay on it.
  Network network = build(adaptive(ring_of_six()), 2);
  const model::RouterParams& router = network.router;
  for (const model::Channel& up : network.channels) {
    if (up.to != (up.from + 1) % 6) continue;
    for (NodeId to = 0; to < 6; ++to) {
      if (network.terminals[to].eject.component == up.from) continue;
      for (model::PortId in = 0; in < router.ports; ++in) {
        for (unsigned layer = 0; layer < 2 && in != up.from_port; ++layer) {
          TableWord& word =
              network.tables[up.from][table_row(router.routing, router.format.address_bits, in,
                                                layer, network.terminals[to].address)];
          word &= static_cast<TableWord>(model::all_vcs(router.ports));
          word |= table_word(router.routing, PortMask{1} << up.from_port, 2);
        }
      }
    }
  }
  const model::DeadlockReport report = model::check_deadlock(network);
  ASSERT_FALSE(report.deadlock_free);
  for (const auto& [channel, vc] : report.cycle) EXPECT_EQ(vc, 1u) << "of the escape layer";
}

// Of the escape alone: which channels wait for which, closed over all ways; and does every packet
// that is on its way have it before it?
class BruteForce {
 public:
  explicit BruteForce(const Network& network) : network_(network), waits_(network.channels.size()) {
    for (NodeId to = 0; to < network.terminals.size(); ++to) {
      to_ = to;
      seen_.clear();
      for (const model::Terminal& terminal : network.terminals) {
        step(terminal.inject.component, terminal.inject.port, 0, nullptr);
      }
    }
  }

  bool proves() const {
    if (!is_open_) return false;
    std::vector<std::set<std::size_t>> reach = waits_;
    for (std::size_t round = 0; round < reach.size(); ++round) {
      for (auto& its : reach) {
        for (const std::size_t next : std::set<std::size_t>(its)) {
          its.insert(waits_[next].begin(), waits_[next].end());
        }
      }
    }
    for (std::size_t c = 0; c < reach.size(); ++c) {
      if (reach[c].count(c) != 0) return false;
    }
    return true;
  }

 private:
  void step(ComponentId here, model::PortId in, unsigned layer, const model::Channel* by) {
    if (network_.terminals[to_].eject.component == here) return;
    if (!seen_.insert({here, in, layer}).second) return;
    const Route route = route_at(network_, here, network_.terminals[to_].address, in, layer);
    bool has_escape = false;
    for (std::size_t c = 0; c < network_.channels.size(); ++c) {
      const model::Channel& next = network_.channels[c];
      if (next.from != here) continue;
      for (unsigned its = 0; its < 2; ++its) {
        const bool may = ((route.outputs >> next.from_port & 1) != 0 && route.vcs >> its & 1) ||
                         ((route.escape >> next.from_port & 1) != 0 && route.escape_vcs >> its & 1);
        if (!may) continue;
        has_escape = has_escape || its == 1;
        if (layer == 1 && by != nullptr) {
          is_open_ = is_open_ && its == 1;
          if (its == 1) waits_[static_cast<std::size_t>(by - network_.channels.data())].insert(c);
        }
        step(next.to, next.to_port, its, &next);
      }
    }
    if (by != nullptr) is_open_ = is_open_ && has_escape;
  }

  const Network& network_;
  std::vector<std::set<std::size_t>> waits_;
  std::set<std::tuple<ComponentId, model::PortId, unsigned>> seen_;
  NodeId to_ = 0;
  bool is_open_ = true;
};

// Tables of which words were changed at random: some are still safe, some are not.
TEST(MinimalAdaptiveTest, TheVerdictOnDamagedTablesIsThatOfBruteForce) {
  unsigned unsafe = 0;
  constexpr unsigned kGraphs = 1000;
  for (std::uint64_t seed = 1; seed <= kGraphs; ++seed) {
    Chances chances(seed);
    Network network = build(adaptive(some_graph(chances, 4 + chances.below(3), 3)), 2);
    const unsigned ports = network.router.ports;
    for (unsigned damage = 0; damage < 1 + seed % 3; ++damage) {
      auto& table = network.tables[chances.below(static_cast<unsigned>(network.tables.size()))];
      TableWord& word = table[chances.below(static_cast<unsigned>(table.size()))];
      const auto outputs = static_cast<TableWord>(model::all_vcs(ports));
      if ((word & outputs) != 0 && word >> ports != 0) word &= outputs;  // no escape here
      if ((word & outputs) == 0) word |= word >> ports;                  // it is left here
    }
    const model::DeadlockReport report = model::check_deadlock(network);
    if (report.method.find("escape") == std::string::npos && report.deadlock_free) continue;
    ASSERT_EQ(report.deadlock_free, BruteForce(network).proves()) << "seed " << seed;
    unsafe += report.deadlock_free ? 0 : 1;
  }
  EXPECT_GT(unsafe, 10u);
}

TEST(MinimalAdaptiveTest, AnOddNumberOfVcsAndTooManyPortsAreRefused) {
  const auto refusal = [](const TopologySpec& spec, unsigned vcs) {
    try {
      build(spec, vcs);
    } catch (const model::ConfigurationError& error) {
      return std::string(error.what());
    }
    return std::string();
  };
  EXPECT_NE(refusal(adaptive(ring_of_six()), 3).find("a multiple of 2"), std::string::npos);
  TopologySpec wide = ring_of_six();
  wide.hosts[0] = 15;
  EXPECT_NE(refusal(adaptive(wide), 2).find("at most 16 ports"), std::string::npos);
}

}  // namespace
}  // namespace turnpike::test
