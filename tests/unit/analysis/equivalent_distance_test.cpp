// Equivalent distances: Arnau's ten switches, circuits solved by hand, properties, the bottleneck.

#include "model/analysis/equivalent_distance.h"

#include <gtest/gtest.h>

#include <algorithm>
#include <cmath>
#include <map>
#include <set>

#include "model/common/random.h"

namespace turnpike::test {
namespace {

using model::ComponentId;
using model::DistanceTable;
using model::SwitchGraph;
using Links = std::vector<std::pair<ComponentId, ComponentId>>;

SwitchGraph graph_of(std::size_t switches, const Links& links) {
  SwitchGraph graph(switches);
  for (const auto& [a, b] : links) {
    graph[a].push_back(b);
    graph[b].push_back(a);
  }
  return graph;
}

SwitchGraph ten_switch_graph() {
  return graph_of(10, {{0, 2},
                       {0, 4},
                       {0, 9},
                       {1, 2},
                       {1, 4},
                       {1, 9},
                       {2, 6},
                       {3, 6},
                       {3, 7},
                       {3, 8},
                       {4, 6},
                       {5, 7},
                       {5, 8},
                       {5, 9},
                       {7, 8}});
}

// 3-regular where it can be: links drawn at random until every switch has three or none fits.
SwitchGraph random_graph(std::size_t switches, std::uint64_t seed) {
  std::set<std::pair<ComponentId, ComponentId>> links;
  std::vector<unsigned> degree(switches, 0);
  const auto add = [&](ComponentId a, ComponentId b) {
    if (a == b || !links.insert(std::minmax(a, b)).second) return;
    ++degree[a];
    ++degree[b];
  };
  for (ComponentId s = 1; s < switches; ++s) add(s - 1, s);  // connected
  const auto n = static_cast<std::uint32_t>(switches);
  for (std::uint64_t draw = 0; draw < 50 * switches; ++draw) {
    const auto a = model::below(model::draw(seed, model::Stream::test, 0, draw), n);
    const auto b = model::below(model::draw(seed, model::Stream::test, 1, draw), n);
    if (degree[a] < 3 && degree[b] < 3) add(a, b);
  }
  return graph_of(switches, {links.begin(), links.end()});
}

double at(const DistanceTable& table, ComponentId i, ComponentId j) {
  return table.equivalent[i * table.switches + j];
}

// Arnau et al., Table 2: distances and how many ordered pairs have them.
TEST(EquivalentDistanceTest, TenSwitchesHaveThePapersTable) {
  for (const ComponentId root : {3u, 6u}) {
    const DistanceTable table = model::equivalent_distances(ten_switch_graph(), root);
    std::map<long, int> pairs;  // in thousandths
    for (ComponentId i = 0; i < 10; ++i) {
      for (ComponentId j = 0; j < 10; ++j) {
        if (i != j) ++pairs[std::lround(1000 * at(table, i, j))];
      }
    }
    const std::map<long, int> expected = {{1000, 42}, {1250, 2}, {2000, 22}, {3000, 24}};
    EXPECT_EQ(pairs, expected);
    EXPECT_NEAR(at(table, 6, 9), 1.25, 1e-12);
    EXPECT_NEAR(at(table, 0, 5), 3, 1e-12);  // more than 0-9 and 9-5
    EXPECT_NEAR(at(table, 0, 9) + at(table, 9, 5), 2, 1e-12);
    double legal = 0;
    for (const unsigned l : table.legal) legal += l / 90.0;
    EXPECT_NEAR(legal, 2.267, 0.0005);
    EXPECT_EQ(table.legal[0 * 10 + 5], 5u);
  }
}

TEST(EquivalentDistanceTest, CircuitsSolvedByHand) {
  // A row: all resistors one behind the other.
  const DistanceTable row = model::equivalent_distances(graph_of(4, {{0, 1}, {1, 2}, {2, 3}}), 0);
  EXPECT_NEAR(at(row, 0, 3), 3, 1e-12);
  // A square: two ways of two links from the root to the far corner; between the other two
  // corners both ways, by the root and by the far corner, but the second would go down and up.
  const DistanceTable square =
      model::equivalent_distances(graph_of(4, {{0, 1}, {0, 2}, {1, 3}, {2, 3}}), 0);
  EXPECT_NEAR(at(square, 0, 3), 1, 1e-12);
  EXPECT_NEAR(at(square, 1, 2), 2, 1e-12);
  EXPECT_NEAR(at(square, 0, 1), 1, 1e-12);
  // Three ways side by side.
  const DistanceTable three =
      model::equivalent_distances(graph_of(5, {{0, 1}, {0, 2}, {0, 3}, {1, 4}, {2, 4}, {3, 4}}), 0);
  EXPECT_NEAR(at(three, 0, 4), 2.0 / 3, 1e-12);
}

TEST(EquivalentDistanceTest, RoutesAreAsLongBothWaysAndResistanceIsAtMostTheirLength) {
  for (std::uint64_t seed = 1; seed <= 20; ++seed) {
    const SwitchGraph graph = random_graph(16 + seed % 9, seed);
    const ComponentId root = model::central_switch(graph);
    const DistanceTable table = model::equivalent_distances(graph, root);
    const std::size_t n = graph.size();
    for (ComponentId i = 0; i < n; ++i) {
      for (ComponentId j = 0; j < n; ++j) {
        EXPECT_EQ(table.legal[i * n + j], table.legal[j * n + i]) << seed;
        if (i == j) {
          EXPECT_EQ(at(table, i, j), 0);
        } else {
          EXPECT_GT(at(table, i, j), 0);
          EXPECT_LE(at(table, i, j), table.legal[i * n + j] + 1e-9);
        }
      }
    }
  }
}

// All shortest legal routes, walked one by one: their links.
class AllRoutes {
 public:
  AllRoutes(const SwitchGraph& graph, ComponentId root) : graph_(graph), up_down_(graph, root) {}

  std::set<std::pair<ComponentId, ComponentId>> links(ComponentId from, ComponentId to,
                                                      unsigned length) {
    links_.clear();
    path_.assign(1, from);
    walk(to, length, true);
    return links_;
  }

 private:
  void walk(ComponentId to, unsigned left, bool may_go_up) {
    const ComponentId at = path_.back();
    if (left == 0) {
      for (std::size_t i = 1; at == to && i < path_.size(); ++i) {
        links_.insert(std::minmax(path_[i - 1], path_[i]));
      }
      return;
    }
    for (const ComponentId next : graph_[at]) {
      const bool up = up_down_.is_up(at, next);
      if (up && !may_go_up) continue;
      path_.push_back(next);
      walk(to, left - 1, up);
      path_.pop_back();
    }
  }

  const SwitchGraph& graph_;
  const model::UpDown up_down_;
  std::vector<ComponentId> path_;
  std::set<std::pair<ComponentId, ComponentId>> links_;
};

// Unit current from one switch to another: Kirchhoff's equations of all switches, by elimination.
double resistance(std::size_t n, const std::set<std::pair<ComponentId, ComponentId>>& links,
                  ComponentId from, ComponentId to) {
  std::vector<std::vector<double>> rows(n, std::vector<double>(n + 1, 0));
  for (const auto& [a, b] : links) {
    rows[a][a] += 1;
    rows[b][b] += 1;
    rows[a][b] -= 1;
    rows[b][a] -= 1;
  }
  // The ground, and switches that no link of the circuit meets.
  for (std::size_t i = 0; i < n; ++i) {
    if (i != to && rows[i][i] > 0) continue;
    rows[i].assign(n + 1, 0);
    rows[i][i] = 1;
  }
  rows[from][n] = 1;
  for (std::size_t i = 0; i < n; ++i) {
    for (std::size_t r = 0; r < n; ++r) {
      if (r == i || rows[r][i] == 0) continue;
      const double factor = rows[r][i] / rows[i][i];
      for (std::size_t c = i; c <= n; ++c) rows[r][c] -= factor * rows[i][c];
    }
  }
  return rows[from][n] / rows[from][from];
}

TEST(EquivalentDistanceTest, ResistancesAreThoseOfKirchhoffsEquations) {
  unsigned fractions = 0;
  for (std::uint64_t seed = 1; seed <= 12; ++seed) {
    const std::size_t n = 6 + seed % 7;
    // Links between three rows, so that many routes are as short as each other.
    Links links;
    for (ComponentId a = 0; a < n; ++a) {
      for (ComponentId b = a + 1; b < n; ++b) {
        const bool near = b == a + 1 || b == a + 3;
        if (near || model::below(model::draw(seed, model::Stream::test, a, b), 6) == 0) {
          links.emplace_back(a, b);
        }
      }
    }
    const SwitchGraph graph = graph_of(n, links);
    const auto root = static_cast<ComponentId>(seed % n);
    const DistanceTable table = model::equivalent_distances(graph, root);
    AllRoutes routes(graph, root);
    for (ComponentId i = 0; i < n; ++i) {
      for (ComponentId j = 0; j < i; ++j) {
        const double expected = resistance(n, routes.links(i, j, table.legal[i * n + j]), i, j);
        EXPECT_NEAR(at(table, i, j), expected, 1e-9) << seed << ": " << i << " " << j;
        if (std::abs(expected - std::round(expected)) > 1e-6) ++fractions;
      }
    }
  }
  EXPECT_GT(fractions, 50u);
}

TEST(EquivalentDistanceTest, WithoutResistancesThereAreLegalDistancesAlone) {
  const DistanceTable whole = model::equivalent_distances(ten_switch_graph(), 6);
  const DistanceTable legal = model::equivalent_distances(ten_switch_graph(), 6, false);
  EXPECT_TRUE(legal.equivalent.empty());
  EXPECT_EQ(legal.legal, whole.legal);
}

// Uniform traffic, four hosts a switch: 39 destinations, 4 * 4 * 20 messages over the channel from
// 3 to 6 or back.
TEST(EquivalentDistanceTest, BottleneckOfTenSwitchesIsTheLinkOfTheRoots) {
  const auto found = model::bottleneck(ten_switch_graph(), 6, std::vector<unsigned>(10, 4));
  EXPECT_EQ(std::minmax(found.from, found.to), std::minmax<ComponentId>(3, 6));
  EXPECT_NEAR(found.crossings, 320, 1e-9);
  EXPECT_NEAR(found.saturation, 39.0 / 320, 1e-12);
}

TEST(EquivalentDistanceTest, WithoutTrafficBetweenSwitchesThereIsNoBottleneck) {
  const SwitchGraph two = graph_of(2, {{0, 1}});
  EXPECT_EQ(model::bottleneck(two, 0, {3, 0}).crossings, 0);
  EXPECT_EQ(model::bottleneck(two, 0, {3, 0}).saturation, 1);
  EXPECT_EQ(model::bottleneck(two, 0, {0, 0}).saturation, 0);
  EXPECT_EQ(model::bottleneck(two, 0, {1, 1}).saturation, 1);
}

// The only shortest route between neighbours is their link.
TEST(EquivalentDistanceTest, AThousandSwitches) {
  const SwitchGraph graph = random_graph(1024, 1);
  const DistanceTable table = model::equivalent_distances(graph, model::central_switch(graph));
  for (ComponentId i = 0; i < graph.size(); ++i) {
    for (const ComponentId j : graph[i]) EXPECT_NEAR(at(table, i, j), 1, 1e-12);
    for (ComponentId j = 0; j < graph.size(); ++j) {
      if (i == j) continue;
      ASSERT_GT(at(table, i, j), 0) << i << " " << j;
      ASSERT_LE(at(table, i, j), table.legal[i * graph.size() + j] + 1e-9) << i << " " << j;
    }
  }
}

}  // namespace
}  // namespace turnpike::test
