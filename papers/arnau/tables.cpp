// tables.cpp - tables of equivalent distances: of the ten switches and of random networks.

#include "papers/arnau/tables.h"

#include <fmt/format.h>

#include <algorithm>
#include <cmath>

#include "papers/arnau/correlation.h"
#include "papers/sheet.h"

namespace turnpike::sim::arnau {

namespace {

// Table 2 as printed.
constexpr double kTableTwo[10][10] = {
    {0, 1, 1, 2, 1, 3, 1, 3, 3, 1},    {1, 0, 1, 2, 1, 3, 1, 3, 3, 1},
    {1, 1, 0, 2, 2, 3, 1, 3, 3, 1},    {2, 2, 2, 0, 2, 1, 1, 1, 1, 2},
    {1, 1, 2, 2, 0, 3, 1, 3, 3, 1},    {3, 3, 3, 1, 3, 0, 2, 1, 1, 1},
    {1, 1, 1, 1, 1, 2, 0, 2, 2, 1.25}, {3, 3, 3, 1, 3, 1, 2, 0, 1, 2},
    {3, 3, 3, 1, 3, 1, 2, 1, 0, 2},    {1, 1, 1, 2, 1, 1, 1.25, 2, 2, 0}};

double at(const model::DistanceTable& table, std::size_t from, std::size_t to) {
  return table.equivalent[from * table.switches + to];
}

std::vector<double> printed_table() {
  std::vector<double> all;
  for (const auto& row : kTableTwo) all.insert(all.end(), std::begin(row), std::end(row));
  return all;
}

bool is_symmetric(const model::DistanceTable& table) {
  for (std::size_t i = 0; i < table.switches; ++i) {
    for (std::size_t j = 0; j < table.switches; ++j) {
      if (std::abs(at(table, i, j) - at(table, j, i)) > kSameDistance) return false;
      if ((at(table, i, j) < kSameDistance) != (i == j)) return false;
    }
  }
  return true;
}

unsigned broken_triangles(const std::vector<double>& distances, std::size_t n) {
  unsigned broken = 0;
  for (std::size_t i = 0; i < n; ++i) {
    for (std::size_t j = 0; j < n; ++j) {
      for (std::size_t k = 0; k < n; ++k) {
        const double round_about = distances[i * n + j] + distances[j * n + k];
        if (distances[i * n + k] > round_about + kSameDistance) ++broken;
      }
    }
  }
  return broken;
}

std::vector<Case> random_cases(unsigned networks) {
  std::vector<Case> cases;
  for (const unsigned switches : {16u, 20u, 24u}) {
    for (unsigned network = 1; network <= networks; ++network) {
      cases.push_back(random_switches(switches, network));
    }
  }
  return cases;
}

// Ordered pairs whose shortest legal route is longer than the shortest way in the graph.
unsigned not_minimal(const model::SwitchGraph& graph, const model::DistanceTable& table) {
  unsigned pairs = 0;
  for (model::ComponentId from = 0; from < graph.size(); ++from) {
    const std::vector<unsigned> ways = model::levels_from(graph, from);
    for (std::size_t to = 0; to < ways.size(); ++to) {
      if (table.legal[from * ways.size() + to] > ways[to]) ++pairs;
    }
  }
  return pairs;
}

// Legal routes that pass no switch twice, each as "0-2-1".
class LegalRoutes {
 public:
  LegalRoutes(const model::SwitchGraph& graph, model::ComponentId root)
      : graph_(graph), up_down_(graph, root), is_passed_(graph.size(), false) {}

  std::vector<std::string> between(model::ComponentId from, model::ComponentId to) {
    routes_.clear();
    go(from, to, true, std::to_string(from));
    std::sort(routes_.begin(), routes_.end());
    return routes_;
  }

 private:
  void go(model::ComponentId at, model::ComponentId to, bool may_go_up, const std::string& so_far) {
    if (at == to) {
      routes_.push_back(so_far);
      return;
    }
    is_passed_[at] = true;
    for (const model::ComponentId next : graph_[at]) {
      const bool is_up = up_down_.is_up(at, next);
      if (is_passed_[next] || (is_up && !may_go_up)) continue;
      go(next, to, is_up, so_far + "-" + std::to_string(next));
    }
    is_passed_[at] = false;
  }

  const model::SwitchGraph& graph_;
  model::UpDown up_down_;
  std::vector<bool> is_passed_;
  std::vector<std::string> routes_;
};

// Correlation of equivalent distances with the lengths of the shortest legal routes.
double route_index(const Distances& distances) {
  const std::size_t n = distances.table.switches;
  std::vector<DistancePoint> points;
  for (std::size_t pair = 0; pair < n * n; ++pair) {
    if (pair / n == pair % n) continue;
    points.push_back(
        {distances.table.equivalent[pair], static_cast<double>(distances.table.legal[pair]), 1});
  }
  return 100 * correlation(points);
}

Table table_two(const Part& part) {
  Table table = part.table("equivalent_distances_10");
  const Distances distances = distances_of(ten_switches());
  for (std::size_t i = 0; i < distances.table.switches; ++i) {
    table.columns.push_back(std::to_string(i));
    std::vector<Cell> row = {std::to_string(i)};
    for (std::size_t j = 0; j < distances.table.switches; ++j) {
      row.emplace_back(Measured{at(distances.table, i, j), 0}, 2);
    }
    table.rows.push_back(row);
  }
  return table;
}

Table networks_table(const Part& part, unsigned networks) {
  Table table = part.table("networks");
  std::vector<Case> cases = random_cases(networks);
  cases.insert(cases.begin(), ten_switches());
  for (const Case& one : cases) {
    const Distances distances = distances_of(one);
    const std::size_t pairs = std::size_t{one.switches} * (one.switches - 1);
    double equivalent = 0;
    double legal = 0;
    for (std::size_t pair = 0; pair < distances.table.legal.size(); ++pair) {
      equivalent += distances.table.equivalent[pair] / static_cast<double>(pairs);
      legal += distances.table.legal[pair] / static_cast<double>(pairs);
    }
    table.rows.push_back({one.label, exact(distances.root), exact(equivalent, 3), exact(legal, 3),
                          exact(not_minimal(distances.graph, distances.table)),
                          exact(distances.bound, 4),
                          fmt::format("{}-{}", distances.bottleneck.from, distances.bottleneck.to),
                          exact(route_index(distances), 1)});
  }
  return table;
}

void add_ten(TableFacts& facts) {
  const Distances ten = distances_of(ten_switches());
  const std::vector<double>& table = ten.table.equivalent;
  std::vector<DistancePoint> points;
  for (std::size_t i = 0; i < 10; ++i) {
    for (std::size_t j = 0; j < 10; ++j) {
      if (std::abs(at(ten.table, i, j) - kTableTwo[i][j]) < .005) ++facts.entries_right;
      if (i != j) points.push_back({at(ten.table, i, j), 0, 1});
    }
  }
  for (const DistancePoint& group : grouped_by_distance(points)) {
    facts.values.emplace_back(group.distance, static_cast<unsigned>(group.pairs));
  }
  facts.bound = ten.bound;
  facts.routes = LegalRoutes(ten.graph, ten.root).between(0, 1);
  facts.triangles_broken = broken_triangles(table, 10);
  facts.triangles_printed = broken_triangles(printed_table(), 10);
  facts.not_minimal = not_minimal(ten.graph, ten.table);
  facts.tables = 1;
  facts.symmetric_tables = is_symmetric(ten.table) ? 1 : 0;
}

}  // namespace

TableFacts table_facts(unsigned networks) {
  TableFacts facts;
  add_ten(facts);
  double pairs = 0;
  double not_so_short = 0;
  for (const Case& one : random_cases(networks)) {
    const Distances distances = distances_of(one);
    ++facts.tables;
    if (is_symmetric(distances.table)) ++facts.symmetric_tables;
    const unsigned longer = not_minimal(distances.graph, distances.table);
    ++facts.random_networks;
    if (longer > 0) ++facts.random_not_minimal;
    pairs += one.switches * (one.switches - 1);
    not_so_short += longer;
  }
  facts.random_not_minimal_share = 100 * not_so_short / pairs;
  return facts;
}

void add_tables(unsigned networks, PaperReport& report) {
  const Part part("arnau", "distances");
  part.add_to(report, report.quick, {}, {table_two(part), networks_table(part, networks)});
}

}  // namespace turnpike::sim::arnau
