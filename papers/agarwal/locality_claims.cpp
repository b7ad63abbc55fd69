// locality_claims.cpp - rules for what Agarwal 1991, V-A, says of Fig. 12.

#include "papers/agarwal/locality_claims.h"

#include <fmt/format.h>

#include "papers/agarwal/findings.h"

namespace turnpike::sim::agarwal {

namespace {

// Of the same rate, without and with locality.
Reduction measured_reduction(const LocalityStudy& study, double rate) {
  const MeasuredPoint& all = *study.at(rate, 1);
  const MeasuredPoint& near = *study.at(rate, kNearbySide);
  return reduction(all.latency.mean, near.latency.mean, all.hops.mean, near.hops.mean);
}

Reduction window_reduction(double rate) {
  const NetworkCase all = locality_network(rate, 1);
  const NetworkCase near = locality_network(rate, kNearbySide);
  return reduction(formula(all), formula(near), all.dimensions * mean_distance(all),
                   near.dimensions * mean_distance(near));
}

Reduction formula_reduction(double rate) {
  // n (k - 1) / 2 and n k_dl = l^(1/2) k - 1, n = 2.
  constexpr double kRadix = 32;
  return reduction(locality_formula(rate, 1), locality_formula(rate, kNearbySide), kRadix - 1,
                   kNearbySide * kRadix - 1);
}

std::string cycles(const Reduction& r) {
  return fmt::format("{:.1f} to {:.1f} (-{:.1f} %)", r.from, r.to, 100 * r.total());
}

std::vector<Finding> cycle_findings(const Reduction& r, double from, double to, double allowed) {
  return {number_finding("latency at l = 1", from, r.from, allowed, 1),
          number_finding("at l^(1/2) = 0.9", to, r.to, allowed, 1)};
}

Judgement light(const LocalityStudy& study) {
  std::vector<Finding> findings =
      cycle_findings(measured_reduction(study, kLightRate), 35, 31, .03);
  const Reduction window = window_reduction(kLightRate);
  findings.back().ours += fmt::format("; the model with the same window {}", cycles(window));
  return judge({"locality_light",
                "V-A, Fig. 12: light load, m = 0.001: latency goes from 35 to 31 when l^(1/2) "
                "goes from 1 to 0.9",
                "Measured, a window of whole nodes (28 a side); agrees: within 3 %.", ""},
               findings);
}

Judgement heavy(const LocalityStudy& study) {
  const Reduction ours = measured_reduction(study, kHeavyRate);
  std::vector<Finding> findings = cycle_findings(ours, 67, 50, .06);
  findings.push_back(
      {"over 25 % less", fmt::format("{:.1f} %", 100 * ours.total()), ours.total() > .24});
  findings.back().ours +=
      fmt::format("; the model with the same window {}", cycles(window_reduction(kHeavyRate)));
  return judge({"locality_heavy", "V-A, Fig. 12: high load, m = 0.012: latency goes from 67 to 50",
                "Measured, a window of whole nodes (28 a side); agrees: latencies within 6 %, 24 % "
                "less or more.",
                "the paper's own numbers are rounded"},
               findings);
}

// The text's numbers against the formula it gives for them.
Judgement by_formula() {
  const Reduction few = formula_reduction(kLightRate);
  const Reduction many = formula_reduction(kHeavyRate);
  std::vector<Finding> findings = cycle_findings(few, 35, 31, .03);
  const std::vector<Finding> more = cycle_findings(many, 67, 50, .03);
  findings.insert(findings.end(), more.begin(), more.end());
  return judge({"locality_formula",
                "V-A, Fig. 12: these numbers follow from k_dl = (l^(1/n) k - 1) / 2 in (10)",
                "m = 0.001, then 0.012; agrees: the formula's latency within 3 %.",
                "l^(1/2) k is 28.8; the numbers of the text are those of a window of 28 whole "
                "nodes a side (C1-9)"},
               findings);
}

Judgement split(const LocalityStudy& study) {
  const Reduction ours = measured_reduction(study, kHeavyRate);
  const Reduction window = window_reduction(kHeavyRate);
  const std::vector<Finding> findings = {
      {"over 19 points from bandwidth", fmt::format("{:.1f}", 100 * ours.bandwidth()),
       ours.bandwidth() > .17},
      {"under 6 from hops",
       fmt::format("{:.1f}; the model with the same window {:.1f} and {:.1f}", 100 * ours.hops,
                   100 * window.bandwidth(), 100 * window.hops),
       ours.hops < .065}};
  return judge({"locality_split",
                "V-A: of the 25 % at high load over 19 come from less bandwidth, under 6 from "
                "fewer hops",
                "Measured: hops taken off over the latency at l = 1, the rest is bandwidth; "
                "agrees: over 17 points, under 6.5.",
                "the text's split is that of rounded numbers, (31 - 27) / 67 and 13 / 67"},
               findings);
}

Judgement bandwidth_counts(const LocalityStudy& study) {
  const Reduction high = measured_reduction(study, kHeavyRate);
  const Reduction low = measured_reduction(study, kLightRate);
  const std::vector<Finding> findings = {
      {"high load: bandwidth much more than hops",
       fmt::format("{:.1f} times", high.bandwidth() / high.hops), high.bandwidth() > 2 * high.hops},
      {"light load: mostly hops",
       fmt::format("{:.1f} of {:.1f} points", 100 * low.hops, 100 * low.total()),
       low.hops > low.bandwidth()}};
  return judge({"locality_bandwidth",
                "Abstract, V-A: locality gains much more by the bandwidth it saves than by the "
                "hops; at light load the hops count",
                "Measured, l^(1/2) = 0.9; agrees: more than twice the hops' share at m = 0.012, "
                "less than the hops' at m = 0.001.",
                ""},
               findings);
}

}  // namespace

std::vector<Judgement> judge_locality(const LocalityStudy& study) {
  return {light(study), heavy(study), by_formula(), split(study), bandwidth_counts(study)};
}

}  // namespace turnpike::sim::agarwal
