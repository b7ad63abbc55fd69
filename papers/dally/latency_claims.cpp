// latency_claims.cpp - Fig. 4, equations (2) to (5) and III-D, judged.

#include "papers/dally/latency_claims.h"

#include <fmt/format.h>

#include <algorithm>
#include <cmath>

#include "papers/dally/verdict_rule.h"

namespace turnpike::sim::dally {

namespace {

namespace closed = model::dally;

constexpr double kExact = 1e-9;

bool same(double a, double b) { return std::fabs(a - b) <= kExact; }

const Pair& pair_of(const std::vector<Pair>& pairs, unsigned distance) {
  return *std::find_if(pairs.begin(), pairs.end(),
                       [&](const Pair& pair) { return pair.distance == distance; });
}

double latency_of(const std::vector<Pair>& pairs, unsigned distance) {
  return static_cast<double>(pair_of(pairs, distance).way.latency);
}

// Of the measured means between two distances, T_w a node.
double slope(const std::vector<Pair>& pairs, unsigned from, unsigned to) {
  return (mean_latency(pairs, to) - mean_latency(pairs, from)) / (to - from);
}

Judgement curves(const LatencyStudy& study) {
  unsigned points = 0;
  unsigned equal = 0;
  const auto compare = [&](double measured, double computed) {
    ++points;
    equal += same(measured, computed);
  };
  const auto& distances = figure_distances();
  const closed::Spacing flat = {kFlatSpacing};
  const closed::Spacing deep = closed::equal_spacing(kSpacing, kLevels);
  for (std::size_t n = 0; n < distances.size(); ++n) {
    const unsigned d = distances[n];
    compare(study.wire[n], d);
    compare(latency_of(study.conventional, d), closed::latency_conventional(d, kAlpha));
    compare(latency_of(study.flat, d), closed::latency(kFlatSource, kFlatSource + d, flat, kAlpha));
    compare(mean_latency(study.flat_all, d), closed::mean_latency(d, flat, kAlpha));
    compare(latency_of(study.hierarchical, d),
            closed::latency(kDeepSource, kDeepSource + d, deep, kAlpha));
    compare(mean_latency(study.hierarchical_all, d), closed::mean_latency(d, deep, kAlpha));
  }
  return judged(
      claim_of("curves", "Fig. 4: latency over distance, alpha = 64",
               "curves of (2), of (3) and (4), of (5) and III-C, and the wire",
               "Holds: every measured point is the computed one, to the last T_w; in part: nine of "
               "ten. The curves are drawn by the corrected equations."),
      fmt::format("{} of {} points equal", equal, points),
      graded(equal == points, 10 * equal >= 9 * points), "some points lie beside the curves");
}

Judgement slope_conventional(const LatencyStudy& study) {
  const double ours = slope(study.conventional, 8, 1024);
  return judged(claim_of("slope_conventional", "III-D: slope of the conventional array", "alpha",
                         "Holds: alpha, within 0.5 %; in part: alpha + 1, which (2) says."),
                fmt::format("{:g} from D = 8 to 1024", ours),
                graded(within(ours, kAlpha, .005), same(ours, kAlpha + 1)),
                "(2) counts the wire too: alpha + 1");
}

Judgement slope_claim(const char* id, const char* claim, const char* paper, double expected,
                      double ours) {
  return judged(
      claim_of(id, claim, paper,
               "Measured means, D = 64 to 1024. Holds: the same, to 0.1 %; in part: 5 %."),
      fmt::format("{:g}", ours), graded(within(ours, expected, .001), within(ours, expected, .05)),
      "another slope is measured");
}

Judgement first_express(const LatencyStudy& study) {
  unsigned first = figure_distances().back();
  for (const Pair& pair : study.flat) {
    if (pair.way.channels_of(1) > 0) first = std::min(first, pair.distance);
  }
  double most_before = 0;  // above the conventional array
  for (unsigned d = 1; d < first; ++d) {
    most_before =
        std::max(most_before, latency_of(study.flat, d) - latency_of(study.conventional, d));
  }
  return judged(
      claim_of(
          "first_express",
          "III-D: from midway, i = 16, the flat cube is as slow as the conventional array up to "
          "the first express channel, at D = 24",
          "the same latency, then D = 24",
          "Holds: the first express channel at D = 24 and equal latency below; in part: at D = 24, "
          "and at most one T_n more below."),
      fmt::format("first express channel at D = {}; below, up to {:g} T_w more", first,
                  most_before),
      graded(first == 24 && most_before == 0, first == 24 && most_before <= kAlpha),
      "a message that crosses an interchange and stays local pays a hop for it");
}

Judgement variation(const LatencyStudy& study) {
  const double step = kFlatSpacing * (1 + kAlpha / kFlatSpacing);
  unsigned places = 0;
  unsigned local = 0;
  unsigned periodic = 0;
  unsigned steps = 0;
  for (unsigned d = 24; d <= kLastNear; ++d) {
    const Pair& pair = pair_of(study.flat, d);
    const auto expected = closed::hops_equation_4(d, kFlatSpacing, closed::Reading::b).local();
    ++places;
    local += same(static_cast<double>(pair.way.local()), expected);
    if (d + kFlatSpacing > kLastNear) continue;
    ++steps;
    periodic += same(latency_of(study.flat, d + kFlatSpacing) - latency_of(study.flat, d), step);
  }
  return judged(
      claim_of(
          "periodic_variation",
          "III-D: from there on a periodic variation around slope 1 + alpha/i, due to D_local = "
          "(i+1)/2 + (D - i/2 + 1/2) mod i local channels",
          "period i, D_local",
          "D = 24 to 80. Holds: i nodes further always cost i + alpha more, and D_local is the "
          "number of local channels everywhere; in part: one of the two."),
      fmt::format("{} of {} steps of i nodes; D_local right at {} of {} distances", periodic, steps,
                  local, places),
      graded(periodic == steps && local == places, periodic == steps || local == places),
      "the local channels counted on the network are others");
}

Judgement equation_3(const LatencyStudy& study) {
  unsigned pairs = 0;
  unsigned equal = 0;
  for (const Pair& pair : study.flat_all) {
    if (pair.distance % kFlatSpacing != 0) continue;
    ++pairs;
    equal += same(static_cast<double>(pair.way.hops()),
                  closed::hops_equation_3(pair.distance, kFlatSpacing));
  }
  return judged(claim_of("equation_3", "III-A (3): H = D/i + i where i divides D", "every such D",
                         "Holds: the channels counted on the way of every pair, all sources; in "
                         "part: nine of ten pairs."),
                fmt::format("{} of {} pairs", equal, pairs),
                graded(equal == pairs, 10 * equal >= 9 * pairs), "some pairs take another way");
}

Judgement equation_4(const LatencyStudy& study) {
  unsigned places = 0;
  unsigned printed = 0;
  unsigned by_b = 0;
  double worst = 0;
  for (const Pair& pair : study.flat) {
    if (2 * pair.distance < kFlatSpacing + 1) continue;
    const auto hops = static_cast<double>(pair.way.hops());
    const auto as_printed =
        closed::hops_equation_4(pair.distance, kFlatSpacing, closed::Reading::printed).total();
    ++places;
    printed += same(hops, as_printed);
    worst = std::max(worst, std::fabs(hops - as_printed));
    by_b += same(hops,
                 closed::hops_equation_4(pair.distance, kFlatSpacing, closed::Reading::b).total());
  }
  return judged(
      claim_of("equation_4", "III-A (4): hops of a message from midway, any D",
               "H_i + H_e + H_f as printed",
               "i = 16, source 8, every D up to 80 and those of Fig. 4. Holds: the printed sum is "
               "the hops counted; in part: a consistent pair of H_e and H_f is, everywhere."),
      fmt::format("printed right at {} of {} distances, off by {:g} hops at most; with "
                  "H_f = (D - i/2 + 1/2) mod i at {}",
                  printed, places, worst, by_b),
      graded(printed == places, by_b == places),
      "the printed H_e belongs to a source at i/2, H_f to one at (i - 1)/2");
}

Judgement equation_5(const LatencyStudy& study) {
  unsigned pairs = 0;
  unsigned equal = 0;
  for (const Pair& pair : study.hierarchical_all) {
    if (pair.distance % kPeriod != 0) continue;
    ++pairs;
    equal += same(static_cast<double>(pair.way.hops()),
                  closed::hops_equation_5(pair.distance, kSpacing, kLevels));
  }
  return judged(claim_of("equation_5", "III-C (5): H = D/i^l + (i - 1) l + 1 where i^l divides D",
                         "every such D",
                         "Holds: the channels counted on the way of every pair, all sources; in "
                         "part: nine of ten pairs."),
                fmt::format("{} of {} pairs", equal, pairs),
                graded(equal == pairs, 10 * equal >= 9 * pairs), "some pairs take another way");
}

Judgement ascent(const LatencyStudy& study) {
  double sum = 0;
  unsigned messages = 0;
  for (const Pair& pair : study.hierarchical_all) {
    if (pair.distance != figure_distances().back()) continue;
    sum += static_cast<double>(pair.way.climb(kLevels));
    ++messages;
  }
  const double ours = sum / messages;
  const double printed = (kSpacing - 1) / 2. + 1;
  const double corrected = (kSpacing - 1) * kLevels / 2. + 1;
  return judged(
      claim_of("ascent", "III-C: the mean ascent takes H_a = (i - 1)/2 + 1 hops",
               fmt::format("{:g} for i = 4", printed),
               "Channels before the first of the top level, mean over sources. Holds: as printed; "
               "in part: (i - 1) l/2 + 1."),
      fmt::format("{:g} for i = 4, l = 3", ours),
      graded(same(ours, printed), same(ours, corrected)),
      "the sum over the levels was left out: (i - 1) l/2 + 1, which (5) needs too");
}

Judgement digits(const LatencyStudy& study) {
  unsigned pairs = 0;
  unsigned printed = 0;
  unsigned corrected = 0;
  double error = 0;
  for (const Pair& pair : study.hierarchical_all) {
    if (pair.distance < kPeriod) continue;
    const auto hops = static_cast<std::int64_t>(pair.way.hops());
    const model::NodeId to = pair.source + pair.distance;
    const std::int64_t as_printed = hops_as_printed(pair.source, to, kSpacing, kLevels);
    ++pairs;
    printed += hops == as_printed;
    error += static_cast<double>(as_printed - hops);
    corrected +=
        hops == static_cast<std::int64_t>(closed::hops(pair.source, to, kSpacing, kLevels));
  }
  return judged(
      claim_of("digits", "III-C: hops of any pair from the digits of source and destination",
               "H_a + H_c + H_d as printed",
               "All sources, D from i^l on. Holds: the printed sum is the hops counted; in part: "
               "the corrected one is, for every pair."),
      fmt::format("printed right for {} of {} pairs, {:+.2f} hops in the mean; corrected for {}",
                  printed, pairs, error / pairs, corrected),
      graded(printed == pairs, corrected == pairs),
      "one climbs to the next multiple of i^l, so a one is carried; hops into and out of "
      "interchanges were left out");
}

Judgement factor_three(const LatencyStudy& study) {
  const double from = closed::crossover_distance(kAlpha, kSpacing);
  double worst = 0;
  for (const unsigned d : figure_distances()) {
    if (d < from) continue;
    worst = std::max(worst, mean_latency(study.hierarchical_all, d) / d);
    worst = std::max(worst, latency_of(study.hierarchical, d) / d);
  }
  const closed::Spacing deep = closed::equal_spacing(kSpacing, kLevels);
  unsigned first = kPeriod;  // by the closed form, which the measured points lie on
  while (closed::mean_latency(first, deep, kAlpha) > 3. * first) ++first;
  return judged(
      claim_of("factor_three",
               "V: from D' = alpha i log_i alpha on, the hierarchical cube is within three times "
               "the wire",
               fmt::format("D' = {:g} for alpha = 64, i = 4", from),
               "Holds: at most 3 at every measured distance from D' on; in part: at most 3.3."),
      fmt::format("{:.2f} times at most; 3 times is reached at D = {}", worst, first),
      graded(worst <= 3, worst <= 3.3), "the wire is further ahead");
}

Judgement crossover(const LatencyStudy& study) {
  const double steep = slope(study.hierarchical_all, 256, 1024);
  const double fixed = mean_latency(study.hierarchical_all, 1024) - steep * 1024;
  const double at = fixed / steep;
  const double end = closed::crossover_distance(kAlpha, kSpacing);
  return judged(
      claim_of("crossover",
               "Fig. 4: the hierarchical cube changes from logarithmic to linear between D = alpha "
               "and D = i alpha log_i alpha",
               fmt::format("{:g} to {:g}", kAlpha, end),
               "Where the part that grows with D (slope from D = 256 to 1024) is as large as the "
               "rest. Holds: between the two; in part: within twice of them."),
      fmt::format("D = {:g}: {:g} T_w and {:g} T_w a node", at, fixed, steep),
      graded(at >= kAlpha && at <= end, 2 * at >= kAlpha && at <= 2 * end),
      "the linear part begins elsewhere");
}

Judgement flat_wire(const LatencyStudy& study) {
  const unsigned last = figure_distances().back();
  const double share = last / mean_latency(study.flat_all, last);
  const double end = 1 / (1 + kAlpha / kFlatSpacing);
  return judged(
      claim_of(
          "flat_wire_limited",
          "Fig. 4: the flat cube is dominated by T_n for short and by T_w for long distances",
          "T_w dominates at last",
          "Holds: more than half of the latency at D = 1024 is wire; in part: the share of the "
          "wire tends to half or more as D grows."),
      fmt::format("wire is {:.0f} % of the latency at D = 1024, {:.0f} % in the limit", 100 * share,
                  100 * end),
      graded(share > .5, end >= .5),
      "with i = 16 and alpha = 64 an express channel is shorter than a node is slow; T_w weighs as "
      "much as T_n from i = alpha on");
}

Judgement short_distances(const LatencyStudy& study) {
  bool near = true;
  bool steps = true;
  std::string ours;
  double before = 0;
  for (unsigned p = 1, d = kSpacing; p <= kLevels; ++p, d *= kSpacing) {
    const double hops = mean_hops(study.hierarchical_all, d);
    near = near && within(hops, (kSpacing - 1.) * p, .1);
    steps = steps && (p == 1 || same(hops - before, kSpacing - 1));
    before = hops;
    ours += fmt::format("{}{:g} at D = {}", p == 1 ? "" : ", ", hops, d);
  }
  return judged(
      claim_of("short_distances", "III-D: T_D is about (i - 1) log_i D T_n up to D = alpha",
               "3, 6, 9 hops at D = 4, 16, 64",
               "Mean hops over sources. Holds: within 10 %; in part: logarithmic, i times the "
               "distance always costs i - 1 hops more."),
      "mean hops: " + ours, graded(near, steps),
      "two hops more than that: (5) at D = i^p is (i - 1) p + 2, for the ways into the first "
      "interchange and out of the last");
}

Judgement best_switches(const LatencyStudy& study) {
  bool holds = true;
  bool in_part = true;
  std::string ours;
  for (unsigned p = 1, d = kSpacing; p <= kLevels; ++p, d *= kSpacing) {
    const double hops = mean_hops(study.hierarchical_all, d);
    holds = holds && hops / p <= kSpacing - 1;
    in_part = in_part && (hops - 2) / p <= kSpacing - 1;
    ours += fmt::format("{}{:.2f} at D = {}", p == 1 ? "" : ", ", hops / p, d);
  }
  return judged(
      claim_of("best_switches",
               "III-D: for short distances within a factor i - 1 of the best that radix-i switches "
               "can do",
               "3 times log_i D hops, i = 4",
               "Mean hops over log_i D, D = 4, 16, 64. Holds: i - 1 or less; in part: so without "
               "the two hops into the first interchange and out of the last."),
      "times log_i D: " + ours, graded(holds, in_part),
      "the two hops of the ends count most where the way is short");
}

}  // namespace

std::int64_t hops_as_printed(std::uint64_t source, std::uint64_t destination, unsigned spacing,
                             unsigned levels) {
  std::int64_t hops = 0;
  for (unsigned j = 0; j < levels; ++j) {
    hops += static_cast<std::int64_t>((spacing - source % spacing) % spacing);
    hops += static_cast<std::int64_t>(destination % spacing);
    source /= spacing;
    destination /= spacing;
  }
  return hops + static_cast<std::int64_t>(destination) - static_cast<std::int64_t>(source);
}

std::vector<Judgement> judge_latency(const LatencyStudy& study) {
  const double wire_slope = (study.wire.back() - study.wire.front()) /
                            (figure_distances().back() - figure_distances().front());
  return {
      curves(study),
      equation_3(study),
      equation_4(study),
      ascent(study),
      equation_5(study),
      digits(study),
      slope_conventional(study),
      slope_claim("slope_wire", "III-D: slope of the wire", "1", 1, wire_slope),
      slope_claim("slope_flat", "III-D: slope of the flat cube, 1 + alpha/i", "5 for i = 16",
                  1 + kAlpha / kFlatSpacing, slope(study.flat_all, 64, 1024)),
      slope_claim("slope_hierarchical", "III-D: slope of the hierarchical cube, 1 + alpha/i^l",
                  "2 for i = 4, l = 3", 1 + kAlpha / kPeriod,
                  slope(study.hierarchical_all, 64, 1024)),
      first_express(study),
      variation(study),
      flat_wire(study),
      short_distances(study),
      best_switches(study),
      crossover(study),
      factor_three(study),
  };
}

}  // namespace turnpike::sim::dally
