// claims.cpp - rules for the claims of Arnau et al.

#include "papers/arnau/claims.h"

#include <fmt/format.h>
#include <fmt/ranges.h>

#include <algorithm>
#include <functional>

#include "papers/arnau/claim_rules.h"
#include "papers/arnau/random_claims.h"

namespace turnpike::sim::arnau {

namespace {

Judgement table_two(const TableFacts& facts) {
  Judgement j =
      claim("table_2", "2, Table 2: equivalent distances of the ten switches", "100 entries",
            "Holds: all 100 entries, to two decimals; in part: 90 or more.");
  j.ours = fmt::format("{} of 100 entries the same", facts.entries_right);
  j.verdict = facts.entries_right == 100  ? Verdict::holds
              : facts.entries_right >= 90 ? Verdict::in_part
                                          : Verdict::contradicted;
  return j;
}

Judgement symmetry(const TableFacts& facts) {
  Judgement j = claim("symmetry", "2 (1), (2): T_ij = T_ji, and 0 only for i = j", "all networks",
                      "Holds: all tables of random networks and of the ten switches; in part: that "
                      "of the ten switches and half of the others.");
  j.ours = fmt::format("{} of {} tables", facts.symmetric_tables, facts.tables);
  j.verdict = facts.symmetric_tables == facts.tables       ? Verdict::holds
              : 2 * facts.symmetric_tables >= facts.tables ? Verdict::in_part
                                                           : Verdict::contradicted;
  return j;
}

Judgement triangles(const TableFacts& facts) {
  Judgement j = claim("triangle", "2: the table does not satisfy the triangular inequality",
                      "no metric space", "Holds: it fails for some three of the ten switches.");
  j.ours = fmt::format("it fails for {} of 720 ordered triples of the ten switches",
                       facts.triangles_broken);
  j.verdict = facts.triangles_broken > 0 ? Verdict::holds : Verdict::contradicted;
  return j;
}

Judgement occurrences(const TableFacts& facts) {
  Judgement j = claim("points", "3.2, Fig. 8: a point for each distance, and how often it occurs",
                      "(1, 42), (1.25, 2), (2, 22), (3, 24)",
                      "Holds: the same four points; in part: the same distances.");
  const std::vector<std::pair<double, unsigned>> wanted = {{1, 42}, {1.25, 2}, {2, 22}, {3, 24}};
  std::vector<std::string> texts;
  bool same_counts = facts.values.size() == wanted.size();
  bool same_distances = same_counts;
  for (std::size_t i = 0; i < facts.values.size(); ++i) {
    const auto& [distance, pairs] = facts.values[i];
    texts.push_back(fmt::format("({:.4g}, {})", distance, pairs));
    if (i >= wanted.size()) continue;
    same_distances = same_distances && is_near(distance, wanted[i].first, kSameDistance);
    same_counts = same_counts && pairs == wanted[i].second;
  }
  j.ours = fmt::format("{}", fmt::join(texts, ", "));
  j.verdict = !same_distances ? Verdict::contradicted
              : same_counts   ? Verdict::holds
                              : Verdict::in_part;
  return j;
}

Judgement bottleneck(const std::optional<TenSwitchFacts>& facts) {
  Judgement j =
      claim("saturation",
            "3.2: .097 flits/node/cycle is a low load of the ten switches, .56 deep "
            "saturation (so a node is a switch: our bound is 39/320 flits per host and cycle)",
            "S1 low, S8 saturated",
            "Holds: the busiest link at S8 is the one that the bound names, S1 is delivered whole "
            "(within "
            "3 %) and S8 is not (less than 95 %); in part: the loads only.");
  if (!facts) return j;
  j.ours = fmt::format(
      "bound {:.4f} flits per switch and cycle, link {}; measured: {:.4f} delivered at S1, {:.3f} "
      "at "
      "S8, {:.3f} at S9; busiest at S8: link {}, {:.0f} % of the cycles",
      facts->bound, facts->bottleneck, facts->accepted_s1, facts->accepted_s8, facts->accepted_s9,
      facts->busiest, 100 * facts->busiest_share);
  const bool loads = is_near(facts->accepted_s1 / facts->generated_s1, 1, .03) &&
                     facts->accepted_s8 < .95 * load_of(kS8, facts->bound);
  const bool link = facts->busiest == facts->bottleneck;
  j.verdict = !loads ? Verdict::contradicted : link ? Verdict::holds : Verdict::in_part;
  return j;
}

constexpr double kLatencyS1 = 30.93;  // cycles
constexpr double kLatencyS8 = 170.17;

// A figure over the switches that were tried.
std::string range_text(const std::optional<SettingFacts>& settings,
                       const std::function<double(const SettingFacts::Switches&)>& figure,
                       const char* unit) {
  if (!settings) return "other switches were not measured in this run (--figure settings)";
  std::vector<double> values;
  for (const auto& switches : settings->switches) values.push_back(figure(switches));
  const auto [least, most] = std::minmax_element(values.begin(), values.end());
  return fmt::format(
      "{:.0f} to {:.0f} {} with other switches: the paper gives neither buffers, virtual channels, "
      "delays nor priorities (table of settings)",
      *least, *most, unit);
}

Judgement latency_s1(const std::optional<TenSwitchFacts>& facts,
                     const std::optional<SettingFacts>& settings) {
  Judgement j =
      claim("latency_s1", "3.2, Fig. 5: mean latency of the ten switches at S1", "30.93 cycles",
            "Holds: within 10 %; in part: between the least and the most of the switches "
            "of the table of settings, as the paper gives no delays.");
  if (!facts) return j;
  j.ours = fmt::format("{:.2f} cycles, hops of one cycle", facts->latency_s1);
  j.verdict = by_distance(facts->latency_s1, kLatencyS1, .1 * kLatencyS1, 0);
  if (j.verdict == Verdict::holds) return j;
  j.reason = range_text(
      settings, [](const auto& s) { return s.latency_s1; }, "cycles");
  if (!settings) return j;
  double most = 0;
  for (const auto& switches : settings->switches) most = std::max(most, switches.latency_s1);
  if (facts->latency_s1 <= kLatencyS1 && kLatencyS1 <= most) {
    j.verdict = Verdict::in_part;
    j.reason += fmt::format("; the most is that of hops of {} cycles", settings->longest_hop);
  }
  return j;
}

Judgement latency_s8(const std::optional<TenSwitchFacts>& facts,
                     const std::optional<SettingFacts>& settings) {
  Judgement j = claim("latency_s8", "3.2, Fig. 5: mean latency of the ten switches at S8",
                      "170.17 cycles", "Holds: within 10 %; in part: within 30 %.");
  if (!facts) return j;
  j.ours = fmt::format("{:.1f} cycles from injection", facts->latency_s8);
  j.verdict = by_distance(facts->latency_s8, kLatencyS8, .1 * kLatencyS8, .3 * kLatencyS8);
  if (j.verdict != Verdict::holds) {
    j.reason = range_text(
        settings, [](const auto& s) { return s.latency_s8; }, "cycles");
  }
  return j;
}

struct IndexClaim {
  const char* id;
  const char* text;
  const char* paper;
  double value;
  Indices TenSwitchFacts::*point;
  Indices SettingFacts::Switches::*other;
  double Indices::*which;
};
constexpr IndexClaim kIndexClaims[] = {
    {"index_s1", "3.2, Fig. 6: ten switches at S1, index", "88.8 %", 88.8, &TenSwitchFacts::s1,
     &SettingFacts::Switches::s1, &Indices::plain},
    {"index_s8", "3.2, Fig. 7: ten switches at S8, index", "74.4 %", 74.4, &TenSwitchFacts::s8,
     &SettingFacts::Switches::s8, &Indices::plain},
    {"weighted_s8", "3.2, Fig. 8: ten switches at S8, weighted index", "99.2 %", 99.2,
     &TenSwitchFacts::s8, &SettingFacts::Switches::s8, &Indices::weighted}};

Judgement ten_switch_index(const IndexClaim& what, const std::optional<TenSwitchFacts>& facts,
                           const std::optional<SettingFacts>& settings) {
  Judgement j = claim(what.id, what.text, what.paper,
                      "Holds: within 5 percentage points; in part: within 15.");
  if (!facts) return j;
  const double ours = (*facts).*what.point.*what.which;
  j.ours = fmt::format("{:.1f} %", ours);
  j.verdict = by_distance(ours, what.value, kNear, kFar);
  if (j.verdict != Verdict::holds) {
    j.reason = range_text(
        settings, [&](const auto& s) { return s.*what.other.*what.which; }, "%");
  }
  return j;
}

}  // namespace

std::vector<Judgement> judge(const TableFacts& tables, const Findings& findings) {
  std::vector<Judgement> all = {table_two(tables),
                                symmetry(tables),
                                triangles(tables),
                                bottleneck(findings.ten),
                                latency_s1(findings.ten, findings.settings),
                                latency_s8(findings.ten, findings.settings)};
  for (const IndexClaim& what : kIndexClaims) {
    all.push_back(ten_switch_index(what, findings.ten, findings.settings));
  }
  all.push_back(occurrences(tables));
  for (Judgement& j : judge_random(tables, findings)) all.push_back(std::move(j));
  return all;
}

}  // namespace turnpike::sim::arnau
