// message_claims.cpp - rules for the claims of Buzzard & Mudge 1988, section 6.

#include "papers/buzzard/message_claims.h"

#include <fmt/format.h>
#include <fmt/ranges.h>

#include <algorithm>
#include <cmath>

namespace turnpike::sim::buzzard {

namespace {

constexpr unsigned kHeavyLoads = 6;  // "the six highest link utilisation values"

struct Ratios {
  std::vector<double> values;  // [load]

  double mean_of_heavy() const {
    double sum = 0;
    for (unsigned load = 0; load < kHeavyLoads; ++load) sum += values[load];
    return sum / kHeavyLoads;
  }
  double heaviest() const { return values[kHeaviest]; }
  double lightest() const { return values[kLightest]; }
  double least() const { return *std::min_element(values.begin(), values.end()); }
  double most() const { return *std::max_element(values.begin(), values.end()); }
  unsigned count(double low, double high) const {
    return static_cast<unsigned>(std::count_if(values.begin(), values.end(),
                                               [&](double v) { return v >= low && v <= high; }));
  }
  std::string text() const {
    std::vector<std::string> percents;
    for (const double v : values) percents.push_back(fmt::format("{:.0f}", 100 * v));
    return fmt::format("{} %", fmt::join(percents, ", "));
  }
};

Ratios latency(const MessageStudy& study, Scheme scheme, Scheme other) {
  Ratios ratios;
  for (unsigned load = 0; load < kLoads; ++load) {
    ratios.values.push_back(study.latency_ratio(scheme, other, load).mean);
  }
  return ratios;
}
Ratios bandwidth(const MessageStudy& study, Scheme scheme, Scheme other) {
  Ratios ratios;
  for (unsigned load = 0; load < kLoads; ++load) {
    ratios.values.push_back(study.bandwidth_ratio(scheme, other, load).mean);
  }
  return ratios;
}

bool is_near(double value, double wanted, double within) {
  return std::abs(value - wanted) <= within;
}

Verdict of_two(bool first, bool second) {
  return first && second   ? Verdict::holds
         : first || second ? Verdict::in_part
                           : Verdict::contradicted;
}

constexpr const char* kHeavyToLight = ", heaviest load first";

Judgement fixed_latency_512(const MessageStudy& study) {
  const Ratios ours = latency(study, Scheme::fixed, Scheme::wormhole);
  const Ratios channels = latency(study, Scheme::fixed_channels, Scheme::wormhole_channels);
  Judgement j;
  j.id = "latency_fixed_512";
  j.claim = "6: latency of fixed packets over wormhole's, mean 512 bytes";
  j.paper = "about 70 % at the six heaviest loads, 85 % at the lightest";
  j.ours = fmt::format("{}{}; with a queue for each output, both: {}", ours.text(), kHeavyToLight,
                       channels.text());
  j.rule =
      "Holds: mean of the six heaviest 55 to 85 % and the lightest 70 to 100 %, with either kind "
      "of "
      "source; in part: one of them, or less than 100 % everywhere.";
  const bool heavy =
      is_near(ours.mean_of_heavy(), .7, .15) || is_near(channels.mean_of_heavy(), .7, .15);
  j.verdict = of_two(heavy, is_near(ours.lightest(), .85, .15));
  if (j.verdict == Verdict::contradicted && ours.most() < 1) j.verdict = Verdict::in_part;
  if (j.verdict != Verdict::holds) {
    j.reason =
        "where one message at a time leaves a node and sources are busy, 28 % more bytes take "
        "the gain away; with a queue for each output it is there. At light loads our packets wait "
        "less than the paper's: a first packet takes little more than its own time";
  }
  return j;
}

Judgement bandwidth_claim(const MessageStudy& study, Scheme scheme, const char* id,
                          const char* claim, const char* paper, double heavy, double light,
                          const char* reason) {
  const Ratios ours = bandwidth(study, scheme, Scheme::wormhole);
  Judgement j;
  j.id = id;
  j.claim = claim;
  j.paper = paper;
  j.ours = ours.text() + kHeavyToLight;
  j.rule = fmt::format(
      "Holds: {:.0f} to {:.0f} % at the heaviest load and {:.0f} to {:.0f} % at "
      "the lightest; in part: one of them.",
      100 * heavy - 10, 100 * heavy + 10, 100 * light - 10, 100 * light + 10);
  j.verdict = of_two(is_near(ours.heaviest(), heavy, .1), is_near(ours.lightest(), light, .1));
  if (j.verdict != Verdict::holds) {
    j.reason = reason;
  }
  return j;
}

Judgement adaptive_latency_512(const MessageStudy& study) {
  const Ratios ours = latency(study, Scheme::adaptive, Scheme::wormhole);
  Judgement j;
  j.id = "latency_adaptive_512";
  j.claim = "6: latency of quasi-adaptive packets over wormhole's, mean 512 bytes";
  j.paper = "less than 20 % at the two heaviest loads, rising to about 70 % at the lightest";
  j.ours = fmt::format("{}{}; over wormhole with a queue for each output: {}", ours.text(),
                       kHeavyToLight,
                       latency(study, Scheme::adaptive, Scheme::wormhole_channels).text());
  j.rule =
      "Holds: less than 20 % at the two heaviest loads and 55 to 85 % at the lightest; in "
      "part: one of them.";
  j.verdict = of_two(ours.values[0] < .2 && ours.values[1] < .2, is_near(ours.lightest(), .7, .15));
  if (j.verdict != Verdict::holds) {
    j.reason =
        "at the lightest load our packets come sooner than the paper's, not later: a first "
        "packet takes little more than its own time";
  }
  return j;
}

Judgement last_before_first(const MessageStudy& study) {
  Judgement j;
  j.id = "last_before_first_512";
  j.claim =
      "6: at the four heaviest loads quasi-adaptive messages have arrived whole, on average, "
      "about when worms begin to arrive, mean 512 bytes";
  j.paper = "last at or below wormhole's first";
  Ratios ratios;
  for (unsigned load = 0; load < kLoads; ++load) {
    ratios.values.push_back(study.last(Scheme::adaptive, load) /
                            study.first(Scheme::wormhole, load));
  }
  j.ours = fmt::format("last over wormhole's first: {}{}", ratios.text(), kHeavyToLight);
  j.rule = "Holds: 125 % or less at the four heaviest loads; in part: at two of them.";
  const auto below = static_cast<unsigned>(std::count_if(
      ratios.values.begin(), ratios.values.begin() + 4, [](double v) { return v <= 1.25; }));
  j.verdict = below == 4 ? Verdict::holds : below >= 2 ? Verdict::in_part : Verdict::contradicted;
  return j;
}

Judgement fixed_latency_2048(const MessageStudy& study) {
  const Ratios ours = latency(study, Scheme::fixed, Scheme::wormhole);
  Judgement j;
  j.id = "latency_fixed_2048";
  j.claim =
      "6: fixed packets do not improve latency, mean 2048 bytes: messages block at their "
      "source";
  j.paper = "no improvement";
  j.ours = fmt::format("{}{}; with a queue for each output, both: {}", ours.text(), kHeavyToLight,
                       latency(study, Scheme::fixed_channels, Scheme::wormhole_channels).text());
  j.rule =
      "Holds: 90 % or more at all loads; in part: at four or more of the nine. One message at "
      "a time leaves a node.";
  const unsigned none = ours.count(.9, 1e9);
  j.verdict = none == kLoads ? Verdict::holds
              : none >= 4    ? Verdict::in_part
                             : Verdict::contradicted;
  if (j.verdict != Verdict::holds) {
    j.reason =
        "where sources are not busy nothing blocks there, and a first packet need not wait "
        "for whole messages on the way";
  }
  return j;
}

Judgement fixed_bandwidth_2048(const MessageStudy& study) {
  const Ratios ours = bandwidth(study, Scheme::fixed, Scheme::wormhole);
  Judgement j;
  j.id = "bandwidth_fixed_2048";
  j.claim = "6: bandwidth of fixed packets is consistently poor, mean 2048 bytes";
  j.paper = "poor at all loads";
  j.ours = ours.text() + kHeavyToLight;
  j.rule = "Holds: below 75 % of wormhole's at all loads; in part: at four or more of the nine.";
  const unsigned poor = ours.count(0, .75);
  j.verdict = poor == kLoads ? Verdict::holds
              : poor >= 4    ? Verdict::in_part
                             : Verdict::contradicted;
  return j;
}

Judgement adaptive_latency_2048(const MessageStudy& study) {
  const Ratios ours = latency(study, Scheme::adaptive, Scheme::wormhole);
  Judgement j;
  j.id = "latency_adaptive_2048";
  j.claim = "6: latency of quasi-adaptive packets over wormhole's, mean 2048 bytes";
  j.paper = "18 to 25 % at all loads";
  j.ours = fmt::format("{}{}; over wormhole with a queue for each output: {}", ours.text(),
                       kHeavyToLight,
                       latency(study, Scheme::adaptive, Scheme::wormhole_channels).text());
  j.rule = "Holds: 13 to 30 % at all loads; in part: 30 % or less at all.";
  j.verdict = ours.count(.13, .3) == kLoads ? Verdict::holds
              : ours.most() <= .3           ? Verdict::in_part
                                            : Verdict::contradicted;
  if (j.verdict == Verdict::in_part) {
    j.reason =
        "the improvement is there at all loads, and larger than the paper's where one "
        "message at a time leaves a node of a wormhole cube: its sources are busy first";
  }
  return j;
}

}  // namespace

std::vector<Judgement> judge_short_messages(const MessageStudy& study) {
  return {fixed_latency_512(study),
          bandwidth_claim(study, Scheme::fixed, "bandwidth_fixed_512",
                          "6: bandwidth of fixed packets over wormhole's, mean 512 bytes",
                          "about 30 % (heavier loads) to 70 % (lighter)", .3, .7,
                          "where one message at a time leaves a node, few share a channel; with a "
                          "queue for each output the ratio is lower (table of ratios)"),
          adaptive_latency_512(study),
          bandwidth_claim(study, Scheme::adaptive, "bandwidth_adaptive_512",
                          "6: bandwidth of quasi-adaptive packets over wormhole's, mean 512 bytes",
                          "about 20 % (heaviest) to 70 % (lightest)", .2, .7,
                          "at the heaviest loads times grow with the length of the list, which the "
                          "paper does not give"),
          last_before_first(study)};
}

std::vector<Judgement> judge_long_messages(const MessageStudy& study) {
  return {fixed_latency_2048(study), fixed_bandwidth_2048(study), adaptive_latency_2048(study),
          bandwidth_claim(study, Scheme::adaptive, "bandwidth_adaptive_2048",
                          "6: bandwidth of quasi-adaptive packets over wormhole's, mean 2048 bytes",
                          "about 25 % (heaviest) to 65 % (lightest)", .25, .65,
                          "at the heaviest loads times grow with the length of the list, which the "
                          "paper does not give")};
}

std::vector<Judgement> judge_both(const MessageStudy& shorter, const MessageStudy& longer) {
  Ratios latencies = latency(shorter, Scheme::adaptive, Scheme::wormhole);
  Ratios bandwidths = bandwidth(shorter, Scheme::adaptive, Scheme::wormhole);
  const Ratios more = latency(longer, Scheme::adaptive, Scheme::wormhole);
  const Ratios wider = bandwidth(longer, Scheme::adaptive, Scheme::wormhole);
  latencies.values.insert(latencies.values.end(), more.values.begin(), more.values.end());
  bandwidths.values.insert(bandwidths.values.end(), wider.values.begin(), wider.values.end());

  Judgement factor;
  factor.id = "factor_five";
  factor.claim = "7: latency is consistently improved, by factors of up to 5";
  factor.paper = "up to 5";
  factor.ours = fmt::format("{:.1f} to {:.1f}", 1 / latencies.most(), 1 / latencies.least());
  factor.rule =
      "Holds: an improvement at all loads and both lengths, 5 or more at one; in part: "
      "one of the two.";
  factor.verdict = of_two(latencies.most() < 1, latencies.least() <= .2);

  constexpr double kConsumed = .188;  // Mbyte/s, nCUBE, aX + Y
  constexpr double kPeak = .77;
  Judgement enough;
  enough.id = "bandwidth_enough";
  enough.claim =
      "6: the loss of bandwidth does not matter: an nCUBE consumes 0.188 of 0.77 Mbyte/s";
  enough.paper = "a loss of more than a factor of 4 would be needed";
  enough.ours = fmt::format(
      "quasi-adaptive packets lose a factor of {:.1f} at most; {:.1f} would "
      "be needed",
      1 / bandwidths.least(), kPeak / kConsumed);
  enough.rule =
      "Holds: bandwidth ratios above 0.188 / 0.77 at all loads and both lengths; in part: "
      "at all but four or fewer.";
  const unsigned above = bandwidths.count(kConsumed / kPeak, 1e9);
  enough.verdict = above == 2 * kLoads       ? Verdict::holds
                   : above + 4 >= 2 * kLoads ? Verdict::in_part
                                             : Verdict::contradicted;
  if (enough.verdict == Verdict::in_part) enough.reason = "not at the heaviest loads";
  return {factor, enough};
}

}  // namespace turnpike::sim::buzzard
