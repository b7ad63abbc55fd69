// level_claims.cpp - III-E, judged.

#include <fmt/format.h>
#include <fmt/ranges.h>

#include <algorithm>
#include <cmath>

#include "model/analysis/dally.h"
#include "papers/dally/level_study.h"
#include "papers/dally/verdict_rule.h"

namespace turnpike::sim::dally {

namespace {

constexpr double kPaper[] = {.0625, .125, .25, .5625};

// (6) and (7) as they stand.
std::vector<double> printed_fractions() {
  std::vector<double> fractions;
  for (unsigned j = 0; j < kExampleLevels; ++j) {
    fractions.push_back(2 * std::pow(kExampleSpacing, j) / kExampleNodes);
  }
  fractions.push_back((std::pow(kExampleSpacing, kExampleLevels) - kExampleSpacing) /
                      (1. - kExampleSpacing));
  return fractions;
}

template <class Fractions>
unsigned levels_near(const Fractions& fractions, double tolerance) {
  unsigned near = 0;
  for (unsigned j = 0; j <= kExampleLevels; ++j) {
    near += std::fabs(fractions[j] - kPaper[j]) <= tolerance * kPaper[j];
  }
  return near;
}

Judgement equations() {
  const std::vector<double> printed = printed_fractions();
  const std::vector<double> corrected = model::dally::traffic_fractions(
      kExampleNodes, model::dally::equal_spacing(kExampleSpacing, kExampleLevels));
  return judged(
      claim_of("fraction_equations", "III-E: (6) and (7) give f_0 to f_3 for k = 64, i = 2, l = 3",
               ".0625, .125, .25, .5625",
               "Holds: the printed equations give these numbers; in part: 2 i^(j+1)/k and what is "
               "left for the top level do."),
      fmt::format("printed: {:g}; corrected: {:g}", fmt::join(printed, ", "),
                  fmt::join(corrected, ", ")),
      graded(levels_near(printed, 1e-9) == kExampleLevels + 1,
             levels_near(corrected, 1e-9) == kExampleLevels + 1),
      "the print lacks a factor i in (6) and 1 + 2/k times a geometric sum in (7)");
}

Judgement fractions(const LevelStudy& study) {
  std::vector<double> ours;
  for (const Measured& share : study.shares) ours.push_back(share.mean);
  const std::vector<double> exact = exact_fractions();
  const unsigned near = levels_near(ours, .1);
  double off = 0;
  for (unsigned j = 0; j <= kExampleLevels; ++j) off = std::max(off, std::fabs(ours[j] - exact[j]));
  return judged(
      claim_of("fractions", "III-E: shares of random traffic near the centre, levels 0 to 3",
               ".0625, .125, .25, .5625",
               "Holds: measured within 10 % of all four; in part: of two of them."),
      fmt::format("{:.4f}", fmt::join(ours, ", ")), graded(near == 4, near >= 2),
      off < .02 ? fmt::format("from level 1 on f_j counts the messages of the levels below again; "
                              "the exact count is {:g}",
                              fmt::join(exact, ", "))
                : "neither the paper's count nor the exact one");
}

const SplitPoint& find(const LevelStudy& study, const Split& split) {
  return *std::find_if(study.splits.begin(), study.splits.end(),
                       [&](const SplitPoint& p) { return p.split == split; });
}

Judgement allocation(const LevelStudy& study) {
  const SplitPoint& paper = find(study, paper_split());
  const SplitPoint& best = *std::max_element(study.splits.begin(), study.splits.end(),
                                             [](const SplitPoint& a, const SplitPoint& b) {
                                               return a.times_plain.mean < b.times_plain.mean;
                                             });
  const SplitPoint& counted = find(study, counted_split());
  const double share = paper.times_plain.mean / best.times_plain.mean;
  return judged(
      claim_of(
          "allocation", "III-E: M = 7, a reasonable allocation m_0 to m_3 is 1, 1, 2, 4",
          "1, 1, 2, 4 (8 channels: M = 7 express ones and the local one)",
          "Throughput when overloaded. Holds: 95 % of the best measured split or more; in part: "
          "75 %."),
      fmt::format("{:.2f} times the plain array; {} {:.2f} times, best {} {:.2f} times",
                  paper.times_plain.mean, split_text(counted.split), counted.times_plain.mean,
                  split_text(best.split), best.times_plain.mean),
      graded(share >= .95, share >= .75),
      fmt::format("by the exact count the top level carries {:g} of the traffic and {} channels "
                  "split best",
                  exact_fractions().back(), split_text(counted_split())));
}

}  // namespace

std::vector<Judgement> judge_levels(const LevelStudy& study) {
  return {equations(), fractions(study), allocation(study)};
}

}  // namespace turnpike::sim::dally
