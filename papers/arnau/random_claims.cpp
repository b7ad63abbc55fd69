// random_claims.cpp - rules for what Arnau et al. say of random networks, and of all networks.

#include "papers/arnau/random_claims.h"

#include <fmt/format.h>
#include <fmt/ranges.h>

#include <algorithm>
#include <cmath>

#include "papers/arnau/claim_rules.h"

namespace turnpike::sim::arnau {

namespace {

struct FamilyClaim {
  const char* id;
  const char* text;
  const char* paper;
  double mean;
  double deviation;
  Family FamilyFacts::*where;
  double Indices::*which;
  bool has_permutations;
};

// Why ours is higher, if the lengths of runs explain it.
std::string reason_for_more(const std::optional<SettingFacts>& settings,
                            Indices SettingFacts::*gain, double Indices::*which) {
  const double points = settings ? (*settings).*gain.*which : 0;
  if (points < 1) return "higher than the paper's";
  return fmt::format(
      "higher than the paper's: the index grows with the length of a run, as the mean of a pair is "
      "less a matter of chance then, here by {:.0f} points (table of lengths)",
      points);
}

std::string reason_for_less(const FamilyClaim& what, const FamilyFacts& facts,
                            const TableFacts& tables) {
  if (what.where == &FamilyFacts::deep) {
    return "lower than the paper's: where a message waits in saturation depends on where its "
           "switch lies, not only on how far it goes";
  }
  const double routes = mean_of(facts.routes, what.which);
  if (routes > what.mean - kNear) return "lower than the paper's";
  return fmt::format(
      "at low load latency follows the lengths of routes, whose own index is {:.1f} % here, and "
      "{:.1f} % at most in 100 random networks of 20 switches (table of random networks)",
      routes, tables.routes_most.*what.which);
}

std::string reason_of(const FamilyClaim& what, const FamilyFacts& facts, double mean,
                      const TableFacts& tables, const Findings& findings) {
  if (is_near(mean, what.mean, kNear)) return "the mean agrees, the spread is wider";
  const bool is_low = what.where == &FamilyFacts::low;
  std::string reason =
      mean > what.mean
          ? reason_for_more(findings.settings,
                            is_low ? &SettingFacts::low_gain : &SettingFacts::deep_gain, what.which)
          : reason_for_less(what, facts, tables);
  if (what.has_permutations && findings.settings) {
    const Family& walked = findings.settings->walked.*what.where;
    reason += fmt::format("; with the other reading of the permutations {:.1f} % (sd {:.1f})",
                          mean_of(walked, what.which), deviation_of(walked, what.which));
  }
  return reason;
}

Judgement judge_family(const FamilyClaim& what, const std::optional<FamilyFacts>& facts,
                       const TableFacts& tables, const Findings& findings) {
  Judgement j = claim(what.id, what.text, what.paper,
                      "Holds: the mean within 5 percentage points and the standard deviation at "
                      "most 3 points above the paper's; in part: the mean within 15 points.");
  if (!facts) return j;
  const Family& family = (*facts).*what.where;
  const double mean = mean_of(family, what.which);
  const double deviation = deviation_of(family, what.which);
  j.ours = fmt::format("{:.1f} % (sd {:.1f})", mean, deviation);
  j.verdict = by_distance(mean, what.mean, kNear, kFar);
  if (deviation > what.deviation + 3 && j.verdict == Verdict::holds) j.verdict = Verdict::in_part;
  if (j.verdict != Verdict::holds) j.reason = reason_of(what, *facts, mean, tables, findings);
  return j;
}

constexpr FamilyClaim kSixteenClaims[] = {
    {"sixteen_low", "3.2: six networks of 16 switches, low load, index", "81.9 % (sd 2)", 81.9, 2,
     &FamilyFacts::low, &Indices::plain, false},
    {"sixteen_low_weighted", "3.2: the same, weighted index", "89.9 % (sd 2)", 89.9, 2,
     &FamilyFacts::low, &Indices::weighted, false},
    {"sixteen_deep", "3.2: six networks of 16 switches, deep saturation, index", "46 % (sd 12)", 46,
     12, &FamilyFacts::deep, &Indices::plain, false},
    {"sixteen_deep_weighted", "3.2: the same in deep saturation, weighted index", "83.2 % (sd 7)",
     83.2, 7, &FamilyFacts::deep, &Indices::weighted, false}};
constexpr FamilyClaim kTwentyClaims[] = {
    {"twenty_low", "3.2: 20 switches, four kinds of traffic, low load, index", "96.4 % (sd 2)",
     96.4, 2, &FamilyFacts::low, &Indices::plain, true},
    {"twenty_low_weighted", "3.2: 20 switches, low load, weighted index", "99.1 % (sd 0.4)", 99.1,
     .4, &FamilyFacts::low, &Indices::weighted, true},
    {"twenty_deep", "3.2: 20 switches, four kinds of traffic, deep saturation, index",
     "58.5 % (sd 13)", 58.5, 13, &FamilyFacts::deep, &Indices::plain, true},
    {"twenty_deep_weighted", "3.2: 20 switches, deep saturation, weighted index", "86.2 % (sd 1)",
     86.2, 1, &FamilyFacts::deep, &Indices::weighted, true}};

std::string list_text(const std::vector<Indices>& loads, double Indices::*which) {
  std::vector<std::string> texts;
  for (const Indices& at : loads) texts.push_back(fmt::format("{:.0f}", at.*which));
  return fmt::format("{} % at S1 to S9", fmt::join(texts, ", "));
}

bool is_within(double value, double low, double high) { return value >= low && value <= high; }

Judgement large_low(const std::optional<std::vector<Indices>>& loads) {
  Judgement j =
      claim("large_low", "3.2, Fig. 9: 24 switches, index at low and medium load (S1 to S5)",
            "about 70 to 80 %",
            "Holds: 65 to 85 % at all five loads; in part: at two or more, or the mean of "
            "the five.");
  if (!loads) return j;
  j.ours = list_text(*loads, &Indices::plain);
  double sum = 0;
  unsigned inside = 0;
  for (unsigned load = 0; load <= kS5; ++load) {
    sum += (*loads)[load].plain;
    if (is_within((*loads)[load].plain, 65, 85)) ++inside;
  }
  const bool in_part = inside >= 2 || is_within(sum / (kS5 + 1), 65, 85);
  j.verdict = inside == kS5 + 1 ? Verdict::holds
              : in_part         ? Verdict::in_part
                                : Verdict::contradicted;
  const auto by_index = [](const Indices& a, const Indices& b) { return a.plain > b.plain; };
  const bool is_falling = std::is_sorted(loads->begin(), loads->begin() + kS5 + 1, by_index);
  if (j.verdict != Verdict::holds && is_falling && loads->front().plain > 80) {
    j.reason =
        "higher at the lowest load, then falling all the way: our loads are shares of the "
        "bound, and the paper's are not said but for ten switches";
  }
  return j;
}

Judgement large_deep(const std::optional<std::vector<Indices>>& loads) {
  Judgement j = claim("large_deep", "3.2, Fig. 9: 24 switches, index near and in deep saturation",
                      "25 to 30 % near saturation, below 20 % deep in it",
                      "Holds: 20 to 35 % at one of S6 to S8 and below 20 % at S9; in part: one of "
                      "the two.");
  if (!loads) return j;
  j.ours = list_text(*loads, &Indices::plain);
  const auto first = loads->begin() + kS5 + 1;
  const bool near_saturation =
      std::any_of(first, first + 3, [](const Indices& at) { return is_within(at.plain, 20, 35); });
  j.verdict = of_two(near_saturation, (*loads)[kDeep].plain < 20);
  if (j.verdict != Verdict::holds) {
    j.reason = near_saturation ? "it falls as far as the paper's near saturation, and no further"
                               : "near saturation it is not the paper's";
  }
  return j;
}

Judgement large_weighted(const Findings& findings) {
  const std::optional<std::vector<Indices>>& loads = findings.large;
  Judgement j =
      claim("large_weighted", "3.2, Fig. 9: 24 switches, weighted index",
            "about 90 % at low load, about 80 % in saturation",
            "Holds: within 5 percentage points of 90 at S1 and of 80 at S9; in part: 75 % "
            "or more at all loads.");
  if (!loads) return j;
  j.ours = list_text(*loads, &Indices::weighted);
  const bool high = std::all_of(loads->begin(), loads->end(),
                                [](const Indices& at) { return at.weighted >= 75; });
  const bool both =
      is_near(loads->front().weighted, 90, kNear) && is_near((*loads)[kDeep].weighted, 80, kNear);
  j.verdict = both ? Verdict::holds : high ? Verdict::in_part : Verdict::contradicted;
  if (j.verdict == Verdict::in_part) {
    j.reason = "high at all loads, and almost independent of load, as the paper says; " +
               reason_for_more(findings.settings, &SettingFacts::low_gain, &Indices::weighted);
  }
  return j;
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

Verdict of_many(std::size_t right, std::size_t all) {
  return right == all       ? Verdict::holds
         : 2 * right >= all ? Verdict::in_part
                            : Verdict::contradicted;
}

Judgement falls(const Findings& findings) {
  Judgement j =
      claim("falls", "3.2, 4: the index falls drastically when a network saturates",
            "all networks and kinds of traffic",
            "Holds: by 20 percentage points or more from low load to deep saturation (ten "
            "switches: 10, as in the paper) in all that were measured; in part: in half.");
  const auto ends = ends_of(findings);
  if (ends.empty()) return j;
  std::size_t right = 0;
  double least = 100;
  for (std::size_t i = 0; i < ends.size(); ++i) {
    const double fall = ends[i].first.plain - ends[i].second.plain;
    least = std::min(least, fall);
    if (fall >= (i == 0 && findings.ten ? 10 : 20)) ++right;
  }
  j.ours = fmt::format("{} of {} cases, least fall {:.0f} points", right, ends.size(), least);
  j.verdict = of_many(right, ends.size());
  return j;
}

Judgement weighted_stays(const Findings& findings) {
  Judgement j = claim("weighted_stays",
                      "3.2, 4: the weighted index hardly depends on load, network and traffic",
                      "falls by 7 to 13 percentage points",
                      "Holds: in deep saturation 75 % or more in all cases that were measured; in "
                      "part: in half of them.");
  const auto ends = ends_of(findings);
  if (ends.empty()) return j;
  std::size_t right = 0;
  double least = 100;
  for (const auto& [low, deep] : ends) {
    least = std::min(least, deep.weighted);
    if (deep.weighted >= 75) ++right;
  }
  j.ours = fmt::format("{} of {} cases, least {:.0f} %", right, ends.size(), least);
  j.verdict = of_many(right, ends.size());
  if (j.verdict != Verdict::holds && findings.twenty) {
    const auto low = std::count_if(findings.twenty->deep.begin(), findings.twenty->deep.end(),
                                   [](const Indices& at) { return at.weighted < 75; });
    j.reason = fmt::format(
        "{} of the other {} are permutations of 20 switches: few pairs, so a "
        "mean over those of one distance is one over few",
        low, ends.size() - right);
  }
  return j;
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

std::vector<Judgement> judge_random(const TableFacts& tables, const Findings& findings) {
  std::vector<Judgement> all;
  for (const FamilyClaim& what : kSixteenClaims) {
    all.push_back(judge_family(what, findings.sixteen, tables, findings));
  }
  all.push_back(large_low(findings.large));
  all.push_back(large_deep(findings.large));
  all.push_back(large_weighted(findings));
  for (const FamilyClaim& what : kTwentyClaims) {
    all.push_back(judge_family(what, findings.twenty, tables, findings));
  }
  all.push_back(falls(findings));
  all.push_back(weighted_stays(findings));
  return all;
}

}  // namespace turnpike::sim::arnau
