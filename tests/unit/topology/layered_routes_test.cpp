// layered_routes_test.cpp - layered shortest routes, routes of one's own, and rows of both.

#include <gtest/gtest.h>

#include <algorithm>
#include <functional>
#include <set>
#include <tuple>

#include "model/common/configuration_error.h"
#include "model/common/random.h"
#include "model/topology/deadlock.h"
#include "model/topology/route.h"
#include "model/topology/validate.h"
#include "tests/unit/topology/networks.h"

namespace turnpike::test {
namespace {

using model::ComponentId;
using model::ConfigurationError;
using model::Network;
using model::NodeId;
using model::RouteRow;
using model::TableRouting;
using model::Topology;
using model::TopologySpec;

class Draws {
 public:
  Draws(std::uint64_t seed, NodeId purpose) : seed_(seed), purpose_(purpose) {}
  unsigned below(unsigned n) {
    return model::below(model::draw(seed_, model::Stream::test, purpose_, event_++), n);
  }

 private:
  std::uint64_t seed_;
  NodeId purpose_;
  std::uint64_t event_ = 0;
};

TopologySpec graph_of(std::vector<std::pair<unsigned, unsigned>> links, unsigned switches,
                      unsigned hosts = 1) {
  TopologySpec spec;
  spec.kind = Topology::graph;
  spec.links = std::move(links);
  spec.hosts.assign(switches, hosts);
  return spec;
}

TopologySpec ring_of(unsigned switches) {
  std::vector<std::pair<unsigned, unsigned>> links;
  for (unsigned s = 0; s < switches; ++s) links.emplace_back(s, (s + 1) % switches);
  return graph_of(links, switches);
}

TopologySpec layered(TopologySpec spec) {
  spec.tables = &TableRouting::layered_shortest;
  return spec;
}

TopologySpec adaptive_routes(TopologySpec spec) {
  spec.tables = &TableRouting::minimal_adaptive;
  return spec;
}

TopologySpec by_rows(TopologySpec spec, std::vector<RouteRow> rows) {
  spec.tables = &TableRouting::table;
  for (std::size_t i = 0; i < rows.size(); ++i) rows[i].place = "row " + std::to_string(i + 1);
  spec.routes = std::move(rows);
  return spec;
}

// A connected graph: a tree, and some links more, perhaps side by side.
TopologySpec random_graph(std::uint64_t seed, unsigned switches, unsigned more) {
  Draws draws(seed, 0);
  std::vector<std::pair<unsigned, unsigned>> links;
  for (unsigned s = 1; s < switches; ++s) links.emplace_back(draws.below(s), s);
  while (more > 0) {
    const unsigned a = draws.below(switches);
    const unsigned b = draws.below(switches);
    if (a == b) continue;
    links.emplace_back(a, b);
    --more;
  }
  return graph_of(links, switches);
}

void expect_shortest(const Network& network) {
  for (NodeId to = 0; to < network.terminals.size(); ++to) {
    const std::vector<unsigned> distance =
        distances_to(network, network.terminals[to].eject.component);
    for (NodeId from = 0; from < network.terminals.size(); ++from) {
      EXPECT_EQ(model::hops(model::route(network, from, to)),
                distance[network.terminals[from].inject.component])
          << from << " to " << to;
    }
  }
}

void expect_sound(const Network& network) {
  const model::ValidationReport sound = model::validate(network);
  EXPECT_TRUE(sound.valid()) << (sound.valid() ? "" : sound.problems.front());
  const model::DeadlockReport report = model::check_deadlock(network);
  EXPECT_TRUE(report.deadlock_free) << model::cycle_text(network, report);
}

using Columns = std::tuple<std::string, std::string, unsigned, std::string,
                           std::vector<std::string>, std::vector<unsigned>>;
std::vector<Columns> columns_of(const std::vector<RouteRow>& rows) {
  std::vector<Columns> columns;
  columns.reserve(rows.size());
  for (const RouteRow& row : rows) {
    columns.emplace_back(row.here, row.from, row.layer.value_or(99), row.destination, row.next,
                         row.next_layers);
  }
  std::sort(columns.begin(), columns.end());
  return columns;
}

std::string refusal_of(const TopologySpec& spec, unsigned vcs = 4) {
  try {
    build(spec, vcs);
  } catch (const ConfigurationError& error) {
    return error.what();
  }
  return "";
}

TEST(LayeredShortestTest, ARingNeedsTwoLayersAndSaysSoWhereThereIsOneVc) {
  const Network network = build(layered(ring_of(6)), 2);
  EXPECT_EQ(network.layers_needed, 2u);
  EXPECT_EQ(network.router.routing.layers, 2u);
  expect_sound(network);
  expect_shortest(network);
  const std::string refusal = refusal_of(layered(ring_of(6)), 1);
  EXPECT_NE(refusal.find("router.virtual_channels: 1; allowed: at least 2"), std::string::npos)
      << refusal;
}

TEST(LayeredShortestTest, ATreeNeedsNoLayers) {
  const Network network = build(layered(graph_of({{0, 1}, {0, 2}, {1, 3}}, 4, 2)), 3);
  EXPECT_EQ(network.layers_needed, 1u);
  EXPECT_EQ(network.router.routing.layers, 1u);
  expect_sound(network);
}

TEST(LayeredShortestTest, RandomGraphsAreSoundFreeOfDeadlockAndShortest) {
  unsigned with_layers = 0;
  for (std::uint64_t seed = 1; seed <= 60; ++seed) {
    SCOPED_TRACE(testing::Message() << "seed " << seed);
    const auto switches = static_cast<unsigned>(4 + seed % 14);
    const Network network = build(layered(random_graph(seed, switches, switches)), 8);
    expect_sound(network);
    expect_shortest(network);
    with_layers += network.layers_needed > 1 ? 1 : 0;
  }
  EXPECT_GT(with_layers, 20u);
}

TEST(LayeredShortestTest, WithoutItsLayersTheSameRoutesCanDeadlock) {
  Network network = build(layered(ring_of(6)), 2);
  std::vector<RouteRow> rows = model::rows_of(network);
  for (RouteRow& row : rows) {
    row.layer = std::nullopt;
    row.next_layers.clear();
  }
  std::sort(rows.begin(), rows.end(), [](const RouteRow& a, const RouteRow& b) {
    return std::tie(a.here, a.from, a.destination) < std::tie(b.here, b.from, b.destination);
  });
  rows.erase(std::unique(rows.begin(), rows.end(),
                         [](const RouteRow& a, const RouteRow& b) {
                           return std::tie(a.here, a.from, a.destination) ==
                                  std::tie(b.here, b.from, b.destination);
                         }),
             rows.end());
  const model::DeadlockReport report = model::check_deadlock(build(by_rows(ring_of(6), rows), 1));
  EXPECT_TRUE(report.checked);
  EXPECT_FALSE(report.deadlock_free);
}

TEST(RouteRowsTest, EveryRoutingIsWrittenAndReadBackWithTheSameRoutes) {
  for (const TopologySpec& spec :
       {spec_of(Topology::mesh, {4, 3}), spec_of(Topology::torus, {5, 4}),
        spec_of(Topology::hypercube, {2, 2, 2}), ten_switches(), layered(ten_switches()),
        layered(ring_of(7)), layered(spec_of(Topology::mesh, {4, 4})),
        layered(random_graph(3, 9, 12)), adaptive_routes(ten_switches()),
        adaptive_routes(ring_of(5)), adaptive_routes(random_graph(4, 9, 12))}) {
    const Network network = build(spec, 4);
    SCOPED_TRACE(spec.text(network.components.size()));
    const std::vector<RouteRow> rows = model::rows_of(network);
    TopologySpec plain = spec;
    plain.tables = nullptr;
    const Network again = build(by_rows(plain, rows), 4);
    EXPECT_EQ(columns_of(model::rows_of(again)), columns_of(rows));
    expect_sound(again);
    for (NodeId from = 0; from < network.terminals.size(); ++from) {
      for (NodeId to = 0; to < network.terminals.size(); ++to) {
        const auto way = model::route(network, from, to);
        const auto its = model::route(again, from, to);
        ASSERT_EQ(way.size(), its.size());
        for (std::size_t i = 0; i < way.size(); ++i) {
          EXPECT_EQ(way[i].component, its[i].component);
          EXPECT_EQ(way[i].vc, its[i].vc);
        }
      }
    }
  }
}

RouteRow row(const std::string& here, const std::string& destination, const std::string& next) {
  RouteRow one;
  one.here = here;
  one.destination = destination;
  one.next = {next};
  return one;
}

// All rows of a ring of four that goes round one way.
std::vector<RouteRow> round_and_round(bool has_dateline) {
  std::vector<RouteRow> rows;
  for (unsigned here = 0; here < 4; ++here) {
    for (unsigned to = 0; to < 4; ++to) {
      if (here == to) continue;
      rows.push_back(row("switch_" + std::to_string(here), "terminal_" + std::to_string(to),
                         "switch_" + std::to_string((here + 1) % 4)));
      if (has_dateline && here == 3) rows.back().next_layers = {1};
    }
  }
  return rows;
}

TEST(GivenRoutesTest, ARingRoundOneWayNeedsItsDateline) {
  expect_sound(build(by_rows(ring_of(4), round_and_round(true)), 2));
  const Network without = build(by_rows(ring_of(4), round_and_round(false)), 2);
  const model::DeadlockReport report = model::check_deadlock(without);
  EXPECT_FALSE(report.deadlock_free);
  EXPECT_EQ(report.cycle.size(), 4u);
}

// The faults that a user plants: each is found, and told by the row.
TEST(GivenRoutesTest, WrongRowsAreToldByRow) {
  const auto refused = [](const std::function<void(std::vector<RouteRow>&)>& plant) {
    std::vector<RouteRow> rows = round_and_round(true);
    plant(rows);
    return refusal_of(by_rows(ring_of(4), rows), 2);
  };
  const auto expect_part = [](const std::string& text, const std::string& part) {
    EXPECT_NE(text.find(part), std::string::npos) << text;
  };
  EXPECT_EQ(refused([](auto&) {}), "");
  expect_part(refused([](auto& rows) { rows[4].next = {"switch_3"}; }),
              "row 5, next: 'switch_3'; allowed: a router to which 'switch_1' has a link");
  expect_part(refused([](auto& rows) { rows.erase(rows.begin() + 4); }),
              "no row for terminal_2 at switch_1");
  expect_part(refused([](auto& rows) { rows[4].next = {"switch_0"}; }), "turns back");
  expect_part(refused([](auto& rows) { rows[0].here = "switch_9"; }), "row 1, here: 'switch_9'");
  expect_part(refused([](auto& rows) { rows[0].destination = "nowhere"; }),
              "row 1, destination: 'nowhere'");
  expect_part(refused([](auto& rows) { rows.push_back(rows[2]); }), "a second row");
  expect_part(refused([](auto& rows) { rows[0].from = "switch_2"; }), "row 1, from: 'switch_2'");
  expect_part(refused([](auto& rows) { rows[0].next_layers = {16}; }), "layers 0 .. 15");
  expect_part(refused([](auto& rows) { rows[0].next_layers = {2}; }),
              "router.virtual_channels: 2; allowed: at least 3");
  expect_part(refused([](auto& rows) { rows[0].next.clear(); }), "row 1, next: nothing");
  expect_part(refused([](auto& rows) { rows[0].next = {"terminal_0"}; }), "row 1, next");
}

TEST(GivenRoutesTest, ACircleOfRowsIsToldByItsRows) {
  // Two squares with a side in common; packets for terminal 5 go round the first.
  const TopologySpec spec = graph_of({{0, 1}, {1, 2}, {2, 3}, {3, 0}, {2, 4}, {4, 5}}, 6);
  std::vector<RouteRow> rows = model::rows_of(build(layered(spec), 4));
  rows.erase(std::remove_if(rows.begin(), rows.end(),
                            [](const RouteRow& one) { return one.destination == "terminal_5"; }),
             rows.end());
  for (unsigned here = 0; here < 4; ++here) {
    rows.push_back(row("switch_" + std::to_string(here), "terminal_5",
                       "switch_" + std::to_string((here + 1) % 4)));
  }
  rows.push_back(row("switch_4", "terminal_5", "switch_5"));
  const std::string refusal = refusal_of(by_rows(spec, rows));
  EXPECT_NE(refusal.find("a circle: packets for terminal_5"), std::string::npos) << refusal;
  EXPECT_NE(refusal.find("row " + std::to_string(rows.size() - 1)), std::string::npos) << refusal;
}

TEST(GivenRoutesTest, LinksSideBySideAreNamedByTheirPorts) {
  const TopologySpec spec = graph_of({{0, 1}, {0, 1}, {1, 2}}, 3, 2);
  const Network network = build(layered(spec), 2);
  std::set<std::string> next;
  for (const RouteRow& one : model::rows_of(network)) {
    if (one.here == "switch_0") next.insert(one.next.begin(), one.next.end());
  }
  EXPECT_EQ(next, (std::set<std::string>{"switch_1.0", "switch_1.1"})) << "both are used";
  RouteRow both = row("switch_0", "switch_2", "switch_1");
  std::vector<RouteRow> rows{both,
                             row("switch_0", "switch_1", "switch_1.1"),
                             row("switch_1", "switch_0", "switch_0"),
                             row("switch_1", "switch_2", "switch_2"),
                             row("switch_2", "switch_0", "switch_1"),
                             row("switch_2", "switch_1", "switch_1")};
  const Network given = build(by_rows(spec, rows), 2);
  expect_sound(given);
  EXPECT_EQ(model::route_at(given, 0, 4, 3, 0).outputs, 0b11u);
  EXPECT_EQ(model::route_at(given, 0, 2, 3, 0).outputs, 0b10u);
}

// Every pair of channels that a packet crosses one after the other, and the closure of that.
bool can_deadlock(const Network& network) {
  const std::size_t n = network.channels.size();
  std::vector<std::vector<bool>> waits(n, std::vector<bool>(n, false));
  for (NodeId from = 0; from < network.terminals.size(); ++from) {
    for (NodeId to = 0; to < network.terminals.size(); ++to) {
      const auto way = model::route(network, from, to);
      for (std::size_t i = 1; i + 1 < way.size(); ++i) {
        waits[way[i - 1].channel][way[i].channel] = true;
      }
    }
  }
  for (std::size_t k = 0; k < n; ++k) {
    for (std::size_t i = 0; i < n; ++i) {
      for (std::size_t j = 0; j < n && waits[i][k]; ++j) {
        if (waits[k][j]) waits[i][j] = true;
      }
    }
  }
  for (std::size_t i = 0; i < n; ++i) {
    if (waits[i][i]) return true;
  }
  return false;
}

// Shortest routes by any tree at all, on one layer: some deadlock, some do not.
TEST(DeadlockTest, TheVerdictIsThatOfBruteForceOnThousandsOfSmallGraphs) {
  unsigned deadlocks = 0;
  constexpr unsigned kGraphs = 3000;
  for (std::uint64_t seed = 1; seed <= kGraphs; ++seed) {
    Draws draws(seed, 1);
    const unsigned switches = 4 + draws.below(3);
    const TopologySpec spec = random_graph(seed, switches, 1 + draws.below(4));
    const Network plain = build(spec, 1);
    std::vector<RouteRow> rows;
    for (NodeId to = 0; to < switches; ++to) {
      const std::vector<unsigned> distance = distances_to(plain, to);
      for (ComponentId here = 0; here < switches; ++here) {
        if (here == to) continue;
        std::vector<const model::Channel*> ways;
        for (const model::Channel& channel : plain.channels) {
          const bool is_nearer = distance[channel.to] + 1 == distance[here];
          if (channel.from == here && is_nearer) ways.push_back(&channel);
        }
        const model::Channel& way = *ways[draws.below(static_cast<unsigned>(ways.size()))];
        rows.push_back(row("switch_" + std::to_string(here), "terminal_" + std::to_string(to),
                           "switch_" + std::to_string(way.to) + "." + std::to_string(way.to_port)));
      }
    }
    const Network network = build(by_rows(spec, rows), 1);
    const model::DeadlockReport report = model::check_deadlock(network);
    ASSERT_EQ(report.deadlock_free, !can_deadlock(network)) << "seed " << seed;
    const model::ChannelOrder order = model::channel_order(network);
    ASSERT_EQ(order.places.size(), report.deadlock_free ? network.channels.size() : 0u);
    deadlocks += report.deadlock_free ? 0 : 1;
  }
  EXPECT_GT(deadlocks, kGraphs / 20);
  EXPECT_LT(deadlocks, kGraphs - kGraphs / 20);
}

// The hardware leaves the choice out (CHOICES) exactly where no word of a table names two outputs.
TEST(LayeredRoutesTest, TablesThatNameOneOutputEachNeedNoChoice) {
  const auto has_choices = [](const TopologySpec& spec) {
    return build(spec, 8).router.routing.has_choices;
  };
  EXPECT_FALSE(has_choices(layered(ring_of(4))));
  EXPECT_TRUE(has_choices(adaptive_routes(ring_of(4))));
  TopologySpec valiant = ring_of(4);
  valiant.tables = &TableRouting::valiant;
  valiant.paths = 4;
  EXPECT_FALSE(has_choices(valiant));
  std::vector<RouteRow> rows = round_and_round(true);
  EXPECT_FALSE(has_choices(by_rows(ring_of(4), rows)));
  for (RouteRow& row : rows) {
    if (row.destination != "terminal_2") continue;
    if (row.here == "switch_0") row.next = {"switch_1", "switch_3"};  // to the opposite corner
    if (row.here == "switch_3") row.next = {"switch_2"};
  }
  EXPECT_TRUE(has_choices(by_rows(ring_of(4), rows)));
  EXPECT_TRUE(has_choices(spec_of(Topology::mesh, {4, 4}))) << "its routers compute their routes";
}

}  // namespace
}  // namespace turnpike::test
