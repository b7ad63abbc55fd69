// claims.cpp - what the sheet asks of the claims of Arnau et al., from plain numbers.

#include "papers/arnau/claims.h"

#include <fmt/format.h>

#include <algorithm>
#include <cmath>
#include <limits>
#include <set>

#include "papers/arnau/correlation.h"
#include "papers/sheet.h"

namespace turnpike::sim::arnau {

namespace {

using Found = std::optional<Values>;

const char* const kPercent = "%";

// Table 1: the same legal routes, no more.
Values routes(const TableFacts& facts) {
  const std::vector<std::string> printed = {"0-2-1", "0-2-6-4-1", "0-4-1", "0-4-6-2-1"};
  std::string text;
  double right = 0;
  for (const std::string& route : facts.routes) {
    add_to_list(text, route);
    if (std::find(printed.begin(), printed.end(), route) != printed.end()) ++right;
  }
  Values values = tally(right, static_cast<double>(std::max(facts.routes.size(), printed.size())));
  values.emplace("routes", text);
  return values;
}

// Of the ten switches: distances and how many ordered pairs they have, as Fig. 8.
Values occurrences(const TableFacts& facts) {
  const std::vector<std::pair<double, unsigned>> printed = {{1, 42}, {1.25, 2}, {2, 22}, {3, 24}};
  std::string points;
  double right = 0;
  for (std::size_t i = 0; i < facts.values.size(); ++i) {
    const auto& [distance, pairs] = facts.values[i];
    add_to_list(points, fmt::format("({:.4g}, {})", distance, pairs));
    if (i >= printed.size()) continue;
    const bool same_distance = std::abs(distance - printed[i].first) <= kSameDistance;
    if (same_distance && pairs == printed[i].second) ++right;
  }
  Values values = tally(right, static_cast<double>(std::max(facts.values.size(), printed.size())));
  values.emplace("points", points);
  return values;
}

Values not_minimal(const TableFacts& facts) {
  return {{"ten", facts.not_minimal},
          {"random", facts.random_not_minimal},
          {"networks", facts.random_networks},
          {"random_share", facts.random_not_minimal / std::max(1.0, 1.0 * facts.random_networks)},
          {"pairs", facts.random_not_minimal_share}};
}

Found delivered(const TableFacts& tables, const std::optional<TenSwitchFacts>& ten) {
  if (!ten) return std::nullopt;
  return Values{{"most", ten->most_delivered.value},
                {"reading", ten->most_delivered.reading},
                {"bound", tables.bound}};
}

// Those of `outcomes`, each NAME as PREFIX_NAME.
void add_values(Values& values, const std::string& prefix, const Outcomes& outcomes) {
  for (const auto& [name, value] : values_of(outcomes, 1, kPercent)) {
    values.emplace(fmt::format("{}_{}", prefix, name), value);
  }
}

Outcomes in_percent(Outcomes shares) {
  for (Outcome& one : shares) one.value = {100 * one.value.mean, 100 * one.value.half_width};
  return shares;
}

Found saturation(const std::optional<TenSwitchFacts>& ten) {
  if (!ten) return std::nullopt;
  Values values;
  add_values(values, "s1", in_percent(ten->delivered_s1));
  add_values(values, "s8", in_percent(ten->delivered_s8));
  return values;
}

// A number of the ten switches, or of a family.
template <class Facts>
Found outcomes(const std::optional<Facts>& facts, const Outcomes Facts::*which, int decimals = 1,
               const std::string& unit = kPercent) {
  if (!facts) return std::nullopt;
  return values_of((*facts).*which, decimals, unit);
}

Found latencies(const std::optional<TenSwitchFacts>& ten) {
  if (!ten) return std::nullopt;
  Values values = values_of(ten->latency_s8, 1, "cycles");
  values.emplace("s1", ten->latency_s1.front().value);
  return values;
}

// Low and medium loads: latency less than twice that at S1.
bool is_light(const FamilyFacts& facts, const FamilyFacts::AtLoad& at) {
  return at.latency < threshold("much") * facts.loads.front().latency;
}

// S1 with every reading, the other light loads with that of the figures.
Found large_low(const std::optional<FamilyFacts>& facts) {
  if (!facts) return std::nullopt;
  std::vector<Values> rows;
  for (const auto& at : facts->loads) {
    if (!is_light(*facts, at)) continue;
    Values row = values_of(rows.empty() ? facts->low : Outcomes{{"", at.index}}, 1, kPercent);
    row.emplace("load", at.name);
    rows.push_back(std::move(row));
  }
  Values values = values_of(facts->low, 1, kPercent);
  values.emplace("loads", rows);
  return values;
}

// Near saturation: the loads that are no longer light, before S8.
Found large_deep(const std::optional<FamilyFacts>& facts) {
  if (!facts) return std::nullopt;
  Outcomes near_saturation;
  for (const auto& at : facts->loads) {
    if (!is_light(*facts, at) && at.name < "S8") near_saturation.push_back({at.name, at.index});
  }
  if (near_saturation.empty()) return std::nullopt;
  Values values = values_of(facts->deep, 1, kPercent);
  add_values(values, "near", near_saturation);
  return values;
}

Found large_weighted(const std::optional<FamilyFacts>& facts) {
  if (!facts) return std::nullopt;
  Values values = values_of(facts->deep_weighted, 1, kPercent);
  add_values(values, "low", facts->low_weighted);
  return values;
}

// Standard deviations beside those that are printed.
struct PrintedSpread {
  const char* name;
  double printed;
  Outcomes FamilyFacts::*ours;
};
Found spreads(const std::optional<FamilyFacts>& facts, const std::vector<PrintedSpread>& printed) {
  if (!facts) return std::nullopt;
  std::vector<Values> rows;
  std::string ends;
  double over_limit = 0;  // by each reading, points
  for (const PrintedSpread& one : printed) {
    Values row = values_of((*facts).*one.ours, 1, "");
    row.emplace("name", one.name);
    row.emplace("printed", one.printed);
    row.emplace("limit", one.printed + threshold("points"));
    over_limit = std::max(over_limit,
                          row.at("all_least").number()->mean - one.printed - threshold("points"));
    add_to_list(ends, fmt::format("{}: {}", one.name, *row.at("ends").words()), "; ");
    rows.push_back(std::move(row));
  }
  return Values{{"spreads", rows}, {"ends", ends}, {"over_limit", over_limit}};
}
Found topology(const std::optional<FamilyFacts>& sixteen) {
  return spreads(sixteen, {{"low load", 2, &FamilyFacts::low_spread},
                           {"low, weighted", 2, &FamilyFacts::low_weighted_spread},
                           {"deep", 12, &FamilyFacts::deep_spread},
                           {"deep, weighted", 7, &FamilyFacts::deep_weighted_spread}});
}
Found traffic(const std::optional<FamilyFacts>& twenty) {
  return spreads(twenty, {{"low load", 2, &FamilyFacts::low_spread},
                          {"low, weighted", .4, &FamilyFacts::low_weighted_spread},
                          {"deep", 13, &FamilyFacts::deep_spread},
                          {"deep, weighted", 1, &FamilyFacts::deep_weighted_spread}});
}

// A row for each size that was measured, with what the paper prints of it.
struct Size {
  const char* name;
  const Outcomes* ours;
  const char* printed;
};
Found sizes(const std::vector<Size>& all) {
  std::vector<Values> rows;
  std::string ends;
  double most = std::numeric_limits<double>::infinity();  // of the size with the least of them
  for (const Size& size : all) {
    if (size.ours == nullptr) continue;
    Values row = values_of(*size.ours, 2, "");
    row.emplace("size", size.name);
    row.emplace("printed", size.printed);
    most = std::min(most, row.at("all_most").number()->mean);
    add_to_list(ends, fmt::format("{}: {}", size.name, *row.at("ends").words()), "; ");
    rows.push_back(std::move(row));
  }
  if (rows.empty()) return std::nullopt;
  return Values{{"sizes", rows}, {"ends", ends}, {"all_most", most}};
}
template <class Facts>
const Outcomes* part_of(const std::optional<Facts>& facts, const Outcomes Facts::*which) {
  return facts ? &((*facts).*which) : nullptr;
}

Found falls(const Measurements& measured) {
  return sizes({{"10", part_of(measured.ten, &TenSwitchFacts::falls), "88.8 to 74.4 %"},
                {"16", part_of(measured.sixteen, &FamilyFacts::falls), "81.9 to 46 %"},
                {"20", part_of(measured.twenty, &FamilyFacts::falls), "96.4 to 58.5 %"},
                {"24", part_of(measured.large, &FamilyFacts::falls), "70-80 to below 20 %"}});
}
Found stays(const Measurements& measured) {
  return sizes({{"10", part_of(measured.ten, &TenSwitchFacts::stays), "99.2 % at S8"},
                {"16", part_of(measured.sixteen, &FamilyFacts::stays), "89.9 to 83.2 %"},
                {"20", part_of(measured.twenty, &FamilyFacts::stays), "99.1 to 86.2 %"},
                {"24", part_of(measured.large, &FamilyFacts::stays), "90 to 80 %"}});
}

constexpr double kLatencyS1 = 30.93;  // cycles, as printed
constexpr double kLatencyS8 = 170.17;

bool is_close(double value, double printed) {
  return std::abs(value / printed - 1) <= threshold("close") / 100;
}

void mark(Outcomes& outcomes, const std::set<std::string>& other) {
  for (Outcome& one : outcomes) one.is_fitting = other.count(one.reading) == 0;
}

void mark(FamilyFacts& facts, const std::set<std::string>& other) {
  for (Outcomes* outcomes :
       {&facts.low, &facts.low_weighted, &facts.deep, &facts.deep_weighted, &facts.falls,
        &facts.stays, &facts.low_spread, &facts.low_weighted_spread, &facts.deep_spread,
        &facts.deep_weighted_spread}) {
    mark(*outcomes, other);
  }
}

}  // namespace

void mark_fitting(Measurements& measured) {
  if (!measured.ten) return;
  TenSwitchFacts& ten = *measured.ten;
  std::set<std::string> other_s1;
  std::set<std::string> other;
  for (const Outcome& one : ten.latency_s1) {
    if (!is_close(one.value.mean, kLatencyS1)) other_s1.insert(one.reading);
  }
  other = other_s1;
  for (const Outcome& one : ten.latency_s8) {
    if (!is_close(one.value.mean, kLatencyS8)) other.insert(one.reading);
  }
  mark(ten.latency_s8, other_s1);
  for (Outcomes* outcomes : {&ten.latency_s1, &ten.index_s1, &ten.index_s8, &ten.weighted_s8,
                             &ten.falls, &ten.stays, &ten.delivered_s1, &ten.delivered_s8}) {
    mark(*outcomes, other);
  }
  for (std::optional<FamilyFacts>* facts : {&measured.sixteen, &measured.twenty, &measured.large}) {
    if (*facts) mark(**facts, other);
  }
}

std::vector<Judgement> judge(const TableFacts& tables, const Measurements& measured) {
  const auto& [ten, sixteen, twenty, large] = measured;
  std::vector<Judgement> all;
  const auto add = [&](const char* part, const sim::Findings& found) {
    for (Judgement& j : Part("arnau", part).judge(found)) all.push_back(std::move(j));
  };
  const Values triangles = {{"broken", tables.triangles_broken},
                            {"printed", tables.triangles_printed}};
  add("distances", {{"table_1", routes(tables)},
                    {"table_2", tally(tables.entries_right, 100)},
                    {"points", occurrences(tables)},
                    {"symmetry", tally(tables.symmetric_tables, tables.tables)},
                    {"triangle", triangles},
                    {"not_minimal", not_minimal(tables)}});
  add("ten", {{"traffic_s8", delivered(tables, ten)},
              {"saturation", saturation(ten)},
              {"latency_s8", latencies(ten)},
              {"index_s1", outcomes(ten, &TenSwitchFacts::index_s1)},
              {"index_s8", outcomes(ten, &TenSwitchFacts::index_s8)},
              {"weighted_s8", outcomes(ten, &TenSwitchFacts::weighted_s8)}});
  add("sixteen", {{"sixteen_low", outcomes(sixteen, &FamilyFacts::low)},
                  {"sixteen_low_weighted", outcomes(sixteen, &FamilyFacts::low_weighted)},
                  {"sixteen_deep", outcomes(sixteen, &FamilyFacts::deep)},
                  {"sixteen_deep_weighted", outcomes(sixteen, &FamilyFacts::deep_weighted)},
                  {"topology", topology(sixteen)}});
  add("twenty_four", {{"large_low", large_low(large)},
                      {"large_deep", large_deep(large)},
                      {"large_weighted", large_weighted(large)}});
  add("twenty", {{"twenty_low", outcomes(twenty, &FamilyFacts::low)},
                 {"twenty_low_weighted", outcomes(twenty, &FamilyFacts::low_weighted)},
                 {"twenty_deep", outcomes(twenty, &FamilyFacts::deep)},
                 {"twenty_deep_weighted", outcomes(twenty, &FamilyFacts::deep_weighted)},
                 {"traffic", traffic(twenty)}});
  add("all_sizes", {{"falls", falls(measured)}, {"weighted_stays", stays(measured)}});
  return all;
}

}  // namespace turnpike::sim::arnau
