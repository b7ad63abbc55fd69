// limit_claims.cpp - III-A, the limits of III-C and III-D, and V, judged.

#include <fmt/format.h>

#include <algorithm>
#include <cmath>

#include "papers/dally/limit_study.h"
#include "papers/dally/verdict_rule.h"

namespace turnpike::sim::dally {

namespace {

constexpr double kAlpha = 64;  // of near, near_crossed and long_latency

double limit_of(unsigned j) { return 1 + 1. / j; }

// Largest difference from 1 + 1/j, as a share of it, at one distance or (0) at the farthest.
double worst_of(const LimitStudy& study, unsigned least_j, unsigned most_j, unsigned distance) {
  double worst = 0;
  for (const WireRatio& r : study.ratios) {
    if (r.j < least_j || r.j > most_j || r.distance != distance) continue;
    worst = std::max(worst, std::fabs(r.ratio / limit_of(r.j) - 1));
  }
  return worst;
}

unsigned farthest(const LimitStudy& study) {
  unsigned most = 0;
  for (const WireRatio& r : study.ratios) most = std::max(most, r.distance);
  return most;
}

std::string ratios_text(const LimitStudy& study, unsigned least_j, unsigned most_j) {
  std::string text;
  for (const unsigned distance : {kFarInAlpha * kRatioAlpha, farthest(study)}) {
    std::string values;
    for (const WireRatio& r : study.ratios) {
      if (r.j < least_j || r.j > most_j || r.distance != distance) continue;
      values += fmt::format("{}{:.3f}", values.empty() ? "" : ", ", r.ratio);
    }
    text += fmt::format("{}{} at D = {} alpha", text.empty() ? "" : "; ", values,
                        distance / kRatioAlpha);
  }
  return text;
}

Judgement ratio_claim(const LimitStudy& study, const char* id, const char* claim, const char* paper,
                      unsigned least_j, unsigned most_j) {
  const double far = worst_of(study, least_j, most_j, kFarInAlpha * kRatioAlpha);
  const double end = worst_of(study, least_j, most_j, farthest(study));
  return judged(
      claim_of(
          id, claim, paper,
          "Measured latency over D T_w, alpha = 8. Holds: within 5 % of 1 + 1/j at D = 96 alpha; "
          "in part: within 10 % at the farthest measured."),
      ratios_text(study, least_j, most_j), graded(far <= .05, end <= .1),
      "(3) is 1 + alpha/i + alpha i/D: what must be small is j alpha^2 / D, not alpha / D");
}

Judgement root(const LimitStudy& study) {
  bool least = true;
  bool printed = true;
  bool corrected = true;
  std::string ours;
  for (const unsigned distance : {64u, 256u}) {
    const double root = std::sqrt(distance);
    double at_root = 0;
    double others = 1e9;
    for (const HopCount& count : study.roots) {
      if (count.distance != distance) continue;
      if (count.spacing == root) {
        at_root = count.hops;
      } else {
        others = std::min(others, count.hops);
      }
    }
    least = least && at_root < others;
    printed = printed && at_root == 2 * (root - 1);
    corrected = corrected && at_root == 2 * root;
    ours += fmt::format("{}{:g} hops at D = {}, others {:g} or more", ours.empty() ? "" : "; ",
                        at_root, distance, others);
  }
  return judged(
      claim_of("root_of_distance",
               "III-A: for short distances i = sqrt(D) is best, T_D is about 2 (sqrt(D) - 1) T_n",
               "14 hops at D = 64, 30 at D = 256",
               "Spacings of a quarter to four times sqrt(D). Holds: fewest hops there, as many as "
               "printed; in part: fewest there, and 2 sqrt(D)."),
      ours, graded(least && printed, least && corrected), "(3) gives 2 sqrt(D) T_n");
}

Judgement base_two(const LimitStudy& study) {
  double least = 1e9;
  unsigned best = 0;
  bool right = true;
  std::string ours;
  for (const HopCount& count : study.depths) {
    const double local = count.hops - 1. * count.distance / kHopAlpha - 1;
    if (local < least) best = count.spacing;
    least = std::min(least, local);
    right = right && local == (count.spacing - 1.) * count.levels;
    ours += fmt::format("{}{:g} hops for i = {}, l = {}", ours.empty() ? "" : ", ", local,
                        count.spacing, count.levels);
  }
  return judged(
      claim_of(
          "base_two",
          "III-C: with i^l = alpha local nodes cost (i - 1) log_i alpha, least for i = 2",
          "4, 6, 15 hops for i = 2, 4, 16 and alpha = 16",
          "H - D/i^l - 1, measured. Holds: these numbers, least for i = 2; in part: one of the "
          "two."),
      ours, graded(right && best == 2, right || best == 2), "another spacing costs less");
}

Judgement local_message(const LimitStudy& study) {
  const double more = study.near_crossed - study.near;
  return judged(
      claim_of(
          "local_message",
          "V: a local message that crosses an interchange pays one node delay, T_n + T_w",
          "65 T_w with alpha = 64",
          "From node 14 to 17 without and with an interchange before node 16. Holds: T_n + T_w "
          "more; in part: T_n."),
      fmt::format("{:g} T_w: {:g} instead of {:g}", more, study.near_crossed, study.near),
      graded(more == kAlpha + 1, more == kAlpha),
      "III-A assumes that interchanges add no distance, so there is no T_w to pay");
}

Judgement long_messages(const LimitStudy& study) {
  const double per_node = 1 + kAlpha / 64;
  const double ideal = per_node * study.long_distance;
  const double ours = study.long_latency;
  return judged(
      claim_of("long_messages", "III-D: long messages take T_D of about (1 + alpha/i^l) T_w",
               "(1 + alpha/i^l) T_w",
               "Holds: within 5 % of the print; in part: within 10 % of D times it."),
      fmt::format("D = {}: {:g} T_w, {:.4f} of (1 + alpha/i^l) D T_w", study.long_distance, ours,
                  ours / ideal),
      graded(within(ours, per_node, .05), within(ours, ideal, .1)),
      "the distance was left out: it is (1 + alpha/i^l) D T_w");
}

Judgement twice_the_wire(const LimitStudy& study) {
  const double ratio = study.long_latency / study.long_distance;
  return judged(claim_of("twice_the_wire",
                         "III-D: with i^l = alpha a long message takes about twice the wire", "2",
                         "Holds: within 5 % of twice D T_w; in part: 25 %."),
                fmt::format("{:.3f} times at D = {}", ratio, study.long_distance),
                graded(within(ratio, 2, .1), within(ratio, 2, .25)), "the nodes weigh more");
}

}  // namespace

std::vector<Judgement> judge_limits(const LimitStudy& study) {
  return {
      ratio_claim(study, "i_is_alpha",
                  "III-A: for D much greater than alpha and i = alpha, T_D is about 2 T_w D",
                  "twice the wire", 1, 1),
      ratio_claim(study, "i_is_j_alpha",
                  "III-A, V: i = j alpha comes within 1 + 1/j of the wire, as near as one likes",
                  "1.5 and 1.25 times for j = 2 and 4", 2, 4),
      root(study),
      base_two(study),
      long_messages(study),
      twice_the_wire(study),
      local_message(study)};
}

}  // namespace turnpike::sim::dally
