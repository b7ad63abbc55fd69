// claims.cpp - what the sheet asks of the claims of Arnau et al., from plain numbers.

#include "papers/arnau/claims.h"

#include <fmt/format.h>

#include <algorithm>
#include <cmath>
#include <functional>

#include "papers/sheet.h"

namespace turnpike::sim::arnau {

namespace {

using Found = std::optional<Values>;

const Part& sheet() {
  static const Part part("arnau", "claims");
  return part;
}

// Of the ten switches: distances and how many ordered pairs they have, as Fig. 8.
Values occurrences(const TableFacts& facts) {
  const std::vector<std::pair<double, unsigned>> wanted = {{1, 42}, {1.25, 2}, {2, 22}, {3, 24}};
  std::string points;
  bool same_counts = facts.values.size() == wanted.size();
  bool same_distances = same_counts;
  for (std::size_t i = 0; i < facts.values.size(); ++i) {
    const auto& [distance, pairs] = facts.values[i];
    add_to_list(points, fmt::format("({:.4g}, {})", distance, pairs));
    if (i >= wanted.size()) continue;
    same_distances = same_distances && std::abs(distance - wanted[i].first) <= kSameDistance;
    same_counts = same_counts && pairs == wanted[i].second;
  }
  return {{"points", points}, {"same_distances", same_distances}, {"same_counts", same_counts}};
}

Found bottleneck(const std::optional<TenSwitchFacts>& facts) {
  if (!facts) return std::nullopt;
  return Values{{"bound", facts->bound},
                {"bottleneck", facts->bottleneck},
                {"s1", facts->accepted_s1},
                {"s8", facts->accepted_s8},
                {"s9", facts->accepted_s9},
                {"busiest", facts->busiest},
                {"busy", 100 * facts->busiest_share},
                {"s1_share", facts->accepted_s1 / facts->generated_s1},
                {"s8_share", facts->accepted_s8 / load_of(kS8, facts->bound)},
                {"same_link", facts->busiest == facts->bottleneck}};
}

using OfSwitches = std::function<double(const SettingFacts::Switches&)>;

// A figure over the switches that were tried.
void add_range(Values& values, const std::optional<SettingFacts>& settings,
               const OfSwitches& figure, const char* unit) {
  if (!settings) {
    values.insert({{"range", sheet().text("no_range")}, {"most", 0}});
    return;
  }
  std::vector<double> all;
  for (const auto& switches : settings->switches) all.push_back(figure(switches));
  const auto [least, most] = std::minmax_element(all.begin(), all.end());
  const Values ends = {{"least", *least}, {"most", *most}, {"unit", unit}};
  values.insert({{"range", sheet().text("range", ends)}, {"most", *most}});
}

Found latency(const Findings& findings, double TenSwitchFacts::*ours, const OfSwitches& others) {
  if (!findings.ten) return std::nullopt;
  Values values = {{"latency", (*findings.ten).*ours}};
  add_range(values, findings.settings, others, "cycles");
  const unsigned hop = findings.settings ? findings.settings->longest_hop : 0;
  values.emplace("longest_hop", sheet().text("longest_hop", {{"hop", hop}}));
  return values;
}

Found index(const Findings& findings, Indices TenSwitchFacts::*point,
            Indices SettingFacts::Switches::*other, double Indices::*which) {
  if (!findings.ten) return std::nullopt;
  Values values = {{"index", (*findings.ten).*point.*which}};
  add_range(
      values, findings.settings, [&](const auto& s) { return s.*other.*which; }, "%");
  return values;
}

// Why ours is higher, if the lengths of runs explain it.
std::string reason_for_more(const std::optional<SettingFacts>& settings,
                            Indices SettingFacts::*gain, double Indices::*which) {
  const double points = settings ? (*settings).*gain.*which : 0;
  return points < 1 ? sheet().text("more") : sheet().text("more_by_length", {{"points", points}});
}

struct Members {
  Family FamilyFacts::*where;
  double Indices::*which;
};
constexpr Members kLowPlain = {&FamilyFacts::low, &Indices::plain};
constexpr Members kLowWeighted = {&FamilyFacts::low, &Indices::weighted};
constexpr Members kDeepPlain = {&FamilyFacts::deep, &Indices::plain};
constexpr Members kDeepWeighted = {&FamilyFacts::deep, &Indices::weighted};

// `walked`: of permutations, beside their other reading.
Found family(const std::optional<FamilyFacts>& facts, const Members& what, bool walked,
             const TableFacts& tables, const Findings& findings) {
  if (!facts) return std::nullopt;
  const auto gain =
      what.where == &FamilyFacts::low ? &SettingFacts::low_gain : &SettingFacts::deep_gain;
  const auto spread = [&](const Family& members) {
    return Values{{"mean", mean_of(members, what.which)},
                  {"deviation", deviation_of(members, what.which)}};
  };
  Values values = spread((*facts).*what.where);
  values.emplace("routes", mean_of(facts->routes, what.which));
  values.emplace("routes_most", tables.routes_most.*what.which);
  values.emplace("more", reason_for_more(findings.settings, gain, what.which));
  values.emplace("walked",
                 walked && findings.settings
                     ? sheet().text("walked", spread(findings.settings->walked.*what.where))
                     : "");
  return values;
}

std::string list_text(const std::vector<Indices>& loads, double Indices::*which) {
  std::string text;
  for (const Indices& at : loads) add_to_list(text, fmt::format("{:.0f}", at.*which));
  return text;
}

bool is_within(double value, double low, double high) { return value >= low && value <= high; }

// 24 switches, index; S1 to S5 are low and medium loads.
Found large_low(const std::optional<std::vector<Indices>>& loads) {
  if (!loads) return std::nullopt;
  double sum = 0;
  unsigned inside = 0;
  for (unsigned load = 0; load <= kS5; ++load) {
    sum += (*loads)[load].plain;
    if (is_within((*loads)[load].plain, 65, 85)) ++inside;
  }
  const auto by_index = [](const Indices& a, const Indices& b) { return a.plain > b.plain; };
  return Values{{"all", list_text(*loads, &Indices::plain)},
                {"inside", inside},
                {"mean", sum / (kS5 + 1)},
                {"first", loads->front().plain},
                {"falling", std::is_sorted(loads->begin(), loads->begin() + kS5 + 1, by_index)}};
}

Found large_deep(const std::optional<std::vector<Indices>>& loads) {
  if (!loads) return std::nullopt;
  const auto first = loads->begin() + kS5 + 1;
  const bool near_saturation =
      std::any_of(first, first + 3, [](const Indices& at) { return is_within(at.plain, 20, 35); });
  return Values{{"all", list_text(*loads, &Indices::plain)},
                {"near", near_saturation},
                {"deep", (*loads)[kDeep].plain}};
}

Found large_weighted(const Findings& findings) {
  if (!findings.large) return std::nullopt;
  const std::vector<Indices>& loads = *findings.large;
  double least = 100;
  for (const Indices& at : loads) least = std::min(least, at.weighted);
  return Values{
      {"all", list_text(loads, &Indices::weighted)},
      {"first", loads.front().weighted},
      {"deep", loads[kDeep].weighted},
      {"least", least},
      {"more", reason_for_more(findings.settings, &SettingFacts::low_gain, &Indices::weighted)}};
}

// Every network under uniform traffic that was measured, and the patterns: low load, deep.
std::vector<std::pair<Indices, Indices>> ends_of(const Findings& findings) {
  std::vector<std::pair<Indices, Indices>> ends;
  if (findings.ten) ends.emplace_back(findings.ten->s1, findings.ten->s8);
  for (const auto* family : {&findings.sixteen, &findings.twenty}) {
    if (!*family) continue;
    for (std::size_t i = 0; i < (*family)->low.size(); ++i) {
      ends.emplace_back((*family)->low[i], (*family)->deep[i]);
    }
  }
  if (findings.large) ends.emplace_back(findings.large->front(), (*findings.large)[kDeep]);
  return ends;
}

Found falls(const Findings& findings) {
  const auto ends = ends_of(findings);
  if (ends.empty()) return std::nullopt;
  unsigned right = 0;
  double least = 100;
  for (std::size_t i = 0; i < ends.size(); ++i) {
    const double fall = ends[i].first.plain - ends[i].second.plain;
    least = std::min(least, fall);
    if (fall >= (i == 0 && findings.ten ? 10 : 20)) ++right;
  }
  Values values = tally(right, static_cast<double>(ends.size()));
  values.emplace("least", least);
  return values;
}

// Without 20 switches `of_twenty` is less than 0.
Found weighted_stays(const Findings& findings) {
  const auto ends = ends_of(findings);
  if (ends.empty()) return std::nullopt;
  const auto is_low = [](const Indices& at) { return at.weighted < 75; };
  unsigned right = 0;
  double least = 100;
  for (const auto& [low, deep] : ends) {
    least = std::min(least, deep.weighted);
    if (!is_low(deep)) ++right;
  }
  double of_twenty = -1;
  if (findings.twenty) {
    const Family& deep = findings.twenty->deep;
    of_twenty = static_cast<double>(std::count_if(deep.begin(), deep.end(), is_low));
  }
  Values values = tally(right, static_cast<double>(ends.size()));
  values.insert({{"least", least}, {"of_twenty", of_twenty}, {"others", ends.size() - right}});
  return values;
}

}  // namespace

double mean_of(const Family& family, double Indices::*which) {
  double sum = 0;
  for (const Indices& member : family) sum += member.*which;
  return sum / static_cast<double>(family.size());
}

double deviation_of(const Family& family, double Indices::*which) {
  const double mean = mean_of(family, which);
  double squares = 0;
  for (const Indices& member : family) squares += (member.*which - mean) * (member.*which - mean);
  return std::sqrt(squares / static_cast<double>(family.size() - 1));
}

std::vector<Judgement> judge(const TableFacts& tables, const Findings& findings) {
  const auto sixteen = [&](const Members& what) {
    return family(findings.sixteen, what, false, tables, findings);
  };
  const auto twenty = [&](const Members& what) {
    return family(findings.twenty, what, true, tables, findings);
  };
  return sheet().judge({
      {"table_2", Values{{"right", tables.entries_right}}},
      {"symmetry", tally(tables.symmetric_tables, tables.tables)},
      {"triangle", Values{{"broken", tables.triangles_broken}}},
      {"saturation", bottleneck(findings.ten)},
      {"latency_s1",
       latency(findings, &TenSwitchFacts::latency_s1, [](const auto& s) { return s.latency_s1; })},
      {"latency_s8",
       latency(findings, &TenSwitchFacts::latency_s8, [](const auto& s) { return s.latency_s8; })},
      {"index_s1",
       index(findings, &TenSwitchFacts::s1, &SettingFacts::Switches::s1, &Indices::plain)},
      {"index_s8",
       index(findings, &TenSwitchFacts::s8, &SettingFacts::Switches::s8, &Indices::plain)},
      {"weighted_s8",
       index(findings, &TenSwitchFacts::s8, &SettingFacts::Switches::s8, &Indices::weighted)},
      {"points", occurrences(tables)},
      {"sixteen_low", sixteen(kLowPlain)},
      {"sixteen_low_weighted", sixteen(kLowWeighted)},
      {"sixteen_deep", sixteen(kDeepPlain)},
      {"sixteen_deep_weighted", sixteen(kDeepWeighted)},
      {"large_low", large_low(findings.large)},
      {"large_deep", large_deep(findings.large)},
      {"large_weighted", large_weighted(findings)},
      {"twenty_low", twenty(kLowPlain)},
      {"twenty_low_weighted", twenty(kLowWeighted)},
      {"twenty_deep", twenty(kDeepPlain)},
      {"twenty_deep_weighted", twenty(kDeepWeighted)},
      {"falls", falls(findings)},
      {"weighted_stays", weighted_stays(findings)},
  });
}

}  // namespace turnpike::sim::arnau
