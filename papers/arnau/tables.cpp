// tables.cpp - tables of equivalent distances: of the paper's networks and of many random ones.

#include "papers/arnau/tables.h"

#include <fmt/format.h>

#include <algorithm>
#include <cmath>

#include "papers/sheet.h"

namespace turnpike::sim::arnau {

namespace {

constexpr unsigned kRandomNetworks = 100;  // of each size

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

bool is_symmetric(const model::DistanceTable& table) {
  for (std::size_t i = 0; i < table.switches; ++i) {
    for (std::size_t j = 0; j < table.switches; ++j) {
      if (std::abs(at(table, i, j) - at(table, j, i)) > kSameDistance) return false;
      if ((at(table, i, j) < kSameDistance) != (i == j)) return false;
    }
  }
  return true;
}

unsigned broken_triangles(const model::DistanceTable& table) {
  unsigned broken = 0;
  for (std::size_t i = 0; i < table.switches; ++i) {
    for (std::size_t j = 0; j < table.switches; ++j) {
      for (std::size_t k = 0; k < table.switches; ++k) {
        if (at(table, i, k) > at(table, i, j) + at(table, j, k) + kSameDistance) ++broken;
      }
    }
  }
  return broken;
}

std::vector<Case> cases_of_experiments() {
  std::vector<Case> cases = {ten_switches()};
  for (unsigned which = 1; which <= kSixteens; ++which) cases.push_back(sixteen_switches(which));
  for (const Pattern pattern : kPatterns) cases.push_back(twenty_switches(pattern));
  cases.push_back(twenty_four_switches());
  return cases;
}

std::vector<DistancePoint> pairs_of(const Case& one, const Distances& distances) {
  const std::size_t n = one.switches;
  std::vector<char> sends(n * n, one.pattern == Pattern::uniform ? 1 : 0);
  if (one.pattern != Pattern::uniform) {
    const std::vector<unsigned> to = permutation_of(one.pattern, one.fit, one.switches * kHosts);
    for (std::size_t h = 0; h < to.size(); ++h) sends[h / kHosts * n + to[h] / kHosts] = 1;
  }
  std::vector<DistancePoint> points;
  for (std::size_t pair = 0; pair < n * n; ++pair) {
    if (pair / n == pair % n || !sends[pair]) continue;
    points.push_back(
        {distances.table.equivalent[pair], static_cast<double>(distances.table.legal[pair]), 1});
  }
  return points;
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

Table networks_table(const Part& part) {
  Table table = part.table("networks");
  for (const Case& one : cases_of_experiments()) {
    const Distances distances = distances_of(one);
    const std::vector<DistancePoint> pairs = pairs_of(one, distances);
    double equivalent = 0;
    double legal = 0;
    for (const DistancePoint& p : pairs) {
      equivalent += p.distance / static_cast<double>(pairs.size());
      legal += p.latency / static_cast<double>(pairs.size());
    }
    const Indices routes = route_indices(one, distances);
    table.rows.push_back(
        {one.label, Cell(Measured{static_cast<double>(distances.root), 0}, 0),
         Cell(Measured{static_cast<double>(pairs.size()), 0}, 0),
         Cell(Measured{static_cast<double>(grouped_by_distance(pairs).size()), 0}, 0),
         Cell(Measured{equivalent, 0}, 3), Cell(Measured{legal, 0}, 3),
         Cell(Measured{distances.bound, 0}, 4),
         fmt::format("{}-{}", distances.bottleneck.from, distances.bottleneck.to),
         Cell(Measured{routes.plain, 0}, 1), Cell(Measured{routes.weighted, 0}, 1)});
  }
  return table;
}

// Indices of route lengths of many random networks.
struct Survey {
  std::vector<double> plain;
  std::vector<double> weighted;
};
Survey survey_of(unsigned switches) {
  Survey survey;
  for (unsigned seed = 1; seed <= kRandomNetworks; ++seed) {
    const Case one = random_switches(switches, seed);
    const Indices routes = route_indices(one, distances_of(one));
    survey.plain.push_back(routes.plain);
    survey.weighted.push_back(routes.weighted);
  }
  return survey;
}

Table random_table(const Part& part) {
  Table table = part.table("random_networks", {{"networks", kRandomNetworks}});
  for (const unsigned switches : {8u, 16u, 20u, 24u}) {
    const Survey survey = survey_of(switches);
    std::vector<Cell> row = {Cell(Measured{static_cast<double>(switches), 0}, 0)};
    for (const std::vector<double>* values : {&survey.plain, &survey.weighted}) {
      const auto [least, most] = std::minmax_element(values->begin(), values->end());
      row.emplace_back(measured(*values), 1);
      row.emplace_back(Measured{*least, 0}, 1);
      row.emplace_back(Measured{*most, 0}, 1);
    }
    table.rows.push_back(row);
  }
  return table;
}

}  // namespace

TableFacts table_facts() {
  const model::DistanceTable ten = distances_of(ten_switches()).table;
  TableFacts facts;
  std::vector<DistancePoint> points;
  for (std::size_t i = 0; i < 10; ++i) {
    for (std::size_t j = 0; j < 10; ++j) {
      if (std::abs(at(ten, i, j) - kTableTwo[i][j]) < .005) ++facts.entries_right;
      if (i != j) points.push_back({at(ten, i, j), 0, 1});
    }
  }
  for (const DistancePoint& group : grouped_by_distance(points)) {
    facts.values.emplace_back(group.distance, static_cast<unsigned>(group.pairs));
  }
  facts.triangles_broken = broken_triangles(ten);
  std::vector<Case> cases = cases_of_experiments();
  for (unsigned seed = 1; seed <= kRandomNetworks; ++seed) {
    for (const unsigned switches : {16u, 24u}) cases.push_back(random_switches(switches, seed));
  }
  for (const Case& one : cases) {
    ++facts.tables;
    if (is_symmetric(distances_of(one).table)) ++facts.symmetric_tables;
  }
  const Survey survey = survey_of(20);
  facts.routes_most = {*std::max_element(survey.plain.begin(), survey.plain.end()),
                       *std::max_element(survey.weighted.begin(), survey.weighted.end())};
  return facts;
}

Indices route_indices(const Case& one, const Distances& distances) {
  const std::vector<DistancePoint> pairs = pairs_of(one, distances);
  return {100 * correlation(pairs), 100 * correlation(grouped_by_distance(pairs))};
}

void add_tables(PaperReport& report) {
  const Part part("arnau", "distances");
  part.add_to(report, report.quick, {},
              {table_two(part), networks_table(part), random_table(part)});
}

}  // namespace turnpike::sim::arnau
