// transport_claims.cpp - rules for the conclusions of Buzzard & Mudge 1988, section 3.

#include "papers/buzzard/transport_claims.h"

#include <fmt/format.h>

#include <algorithm>

namespace turnpike::sim::buzzard {

namespace {

using model::TransportScheme;

constexpr std::size_t kShort = 0;  // index of a mean length: 64, 512, 8192 bytes
constexpr std::size_t kLong = 2;
constexpr unsigned kModerate = 6;  // loads 0 .. 5 are "moderate to heavy", the others light
constexpr unsigned kHeavy = 3;     // loads 0 .. 2 are "heavy"

constexpr Variant fixed(TransportScheme scheme, bool bidirectional) {
  return {scheme, false, bidirectional};
}
constexpr Variant adaptive(TransportScheme scheme, bool bidirectional) {
  return {scheme, true, bidirectional};
}

// Counts cases that agree with a claim.
struct Tally {
  unsigned agree = 0;
  unsigned all = 0;

  void add(bool agrees) {
    agree += agrees ? 1 : 0;
    ++all;
  }
  Verdict verdict() const {
    if (agree == all) return Verdict::holds;
    return 2 * agree > all ? Verdict::in_part : Verdict::contradicted;
  }
  std::string text() const { return fmt::format("{} of {} cases", agree, all); }
};

Judgement circuits_break_down(const TransportStudy& study) {
  Judgement j;
  j.id = "circuit_breakdown";
  j.claim = "3: circuit switching does not degrade gracefully under heavy traffic";
  j.paper = "a poor choice where moderate to heavy bursts are likely";
  const auto ratio = [&](unsigned load) {
    return study.last(kLong, fixed(TransportScheme::circuit, true), load) /
           study.last(kLong, fixed(TransportScheme::cut_through, true), load);
  };
  const double heavy = ratio(kHeaviest);
  const double light = ratio(kLightest);
  j.ours = fmt::format(
      "circuits take {:.2f} times as long as cut-through at the heaviest load, "
      "{:.2f} times at the lightest",
      heavy, light);
  j.rule =
      "Mean 8192 bytes, fixed routing, bidirectional links. Holds: 2 times or more at the "
      "heaviest load, 1.25 or less at the lightest; in part: 1.25 or more at the heaviest.";
  j.verdict = heavy >= 2 && light <= 1.25 ? Verdict::holds
              : heavy >= 1.25             ? Verdict::in_part
                                          : Verdict::contradicted;
  return j;
}

Judgement buffers(const TransportStudy& study) {
  Judgement j;
  j.id = "datagram_buffers";
  j.claim = "3: buffers of datagrams without flow control, messages of mean 8192 bytes";
  j.paper = "largest about 100 Kbyte (light) to more than 200 Kbyte (heavy)";
  double light = 0;
  double heavy = 0;
  for (const Variant& variant : all_variants()) {
    if (!variant.is_datagram()) continue;
    light = std::max(light, measured(study.at(kLong, variant, kLightest).transit_largest).mean);
    heavy = std::max(heavy, measured(study.at(kLong, variant, kHeaviest).transit_largest).mean);
  }
  j.ours = fmt::format("{:.0f} Kbyte (lightest load) to {:.0f} Kbyte (heaviest)", light / 1000,
                       heavy / 1000);
  j.rule =
      "The largest of the eight kinds of datagrams, what waits at its source not counted. "
      "Holds: 67 to 150 Kbyte at the lightest load and 150 to 400 at the heaviest; in part: "
      "one of them.";
  const bool light_fits = light >= 67e3 && light <= 150e3;
  const bool heavy_fits = heavy >= 150e3 && heavy <= 400e3;
  j.verdict = light_fits && heavy_fits   ? Verdict::holds
              : light_fits || heavy_fits ? Verdict::in_part
                                         : Verdict::contradicted;
  return j;
}

Judgement cut_through_gains(const TransportStudy& study) {
  Judgement j;
  j.id = "cut_through";
  j.claim = "3: cut-through is a significant advantage for all but the heaviest traffic";
  j.paper = "all loads but the heaviest";
  Tally tally;
  double least = 1;
  double heaviest = 1;
  for (std::size_t length = 0; length <= kLong; ++length) {
    for (const bool both_ways : {false, true}) {
      for (unsigned load = 0; load < kLoads; ++load) {
        const double gain =
            1 - study.last(length, fixed(TransportScheme::cut_through, both_ways), load) /
                    study.last(length, fixed(TransportScheme::store_and_forward, both_ways), load);
        if (load == kHeaviest) heaviest = std::min(heaviest, gain);
        if (load == kHeaviest) continue;
        least = std::min(least, gain);
        tally.add(gain >= 0.2);
      }
    }
  }
  j.ours = fmt::format(
      "{} (three lengths, both kinds of links, eight loads) with 20 % less time "
      "or better; least gain {:.0f} %, at the heaviest load {:.0f} %",
      tally.text(), 100 * least, 100 * heaviest);
  j.rule =
      "Fixed routing. A case agrees when the mean time to the last byte is 20 % less or "
      "better. Holds: all cases but those at the heaviest load agree; in part: more than half.";
  j.verdict = tally.verdict();
  return j;
}

// By how much bidirectional links and adaptive routing, each alone, shorten the time.
Judgement links_before_routing(const TransportStudy& study) {
  Judgement j;
  j.id = "bidirectional_links";
  j.claim =
      "3: under moderate to heavy traffic bidirectional links gain most, for datagrams and "
      "circuits; adaptive routing gains less";
  j.paper = "all three schemes";
  Tally tally;
  Tally heavy;
  for (std::size_t length = 0; length <= kLong; ++length) {
    for (unsigned scheme = 0; scheme < 3; ++scheme) {
      const auto which = static_cast<TransportScheme>(scheme);
      for (unsigned load = 0; load < kModerate; ++load) {
        const bool agrees = study.last(length, fixed(which, true), load) <
                            study.last(length, adaptive(which, false), load);
        tally.add(agrees);
        if (load < kHeavy) heavy.add(agrees);
      }
    }
  }
  j.ours = fmt::format("{} at the six heaviest loads, {} at the three heaviest", tally.text(),
                       heavy.text());
  j.rule =
      "Three lengths, three schemes, the six heaviest loads; a case agrees when fixed routing "
      "with bidirectional links is faster than adaptive routing with one-directional ones. "
      "Holds: all agree; in part: more than half.";
  j.verdict = tally.verdict();
  if (j.verdict == Verdict::in_part) {
    j.reason =
        "where queues are short, waiting for several links at once already avoids most of "
        "them";
  }
  return j;
}

Judgement adaptive_datagrams(const TransportStudy& study) {
  Judgement j;
  j.id = "adaptive_datagrams";
  j.claim =
      "3: adaptive routing helps datagrams, but for heavy traffic with small messages, where "
      "it makes them slower";
  j.paper = "slower with small messages in heavy traffic, most with one-directional links";
  Tally helps;
  Tally harms;
  for (std::size_t length = 0; length <= kLong; ++length) {
    for (unsigned scheme = 0; scheme < 2; ++scheme) {
      for (const bool both_ways : {false, true}) {
        for (unsigned load = 0; load < kLoads; ++load) {
          const auto which = static_cast<TransportScheme>(scheme);
          const bool faster = study.last(length, adaptive(which, both_ways), load) <
                              study.last(length, fixed(which, both_ways), load);
          if (length == kShort && load < kHeavy) {
            harms.add(!faster);
          } else {
            helps.add(faster);
          }
        }
      }
    }
  }
  j.ours = fmt::format(
      "helps in {}; slower with messages of mean 64 bytes at the three heaviest "
      "loads in {}",
      helps.text(), harms.text());
  j.rule =
      "Holds: faster everywhere but with the shortest messages at the three heaviest loads, "
      "and slower there; in part: one of the two in more than half of its cases.";
  const bool helps_enough = 2 * helps.agree > helps.all;
  const bool harms_enough = 2 * harms.agree > harms.all;
  j.verdict = helps.agree == helps.all && harms.agree == harms.all ? Verdict::holds
              : helps_enough || harms_enough                       ? Verdict::in_part
                                                                   : Verdict::contradicted;
  if (!harms_enough) {
    j.reason =
        "an adaptive message here waits for all useful links at once and takes the first "
        "that is free, at no cost; the paper does not say how its messages choose";
  }
  return j;
}

Judgement adaptive_circuits(const TransportStudy& study) {
  Judgement j;
  j.id = "adaptive_circuits";
  j.claim = "3: adaptive routing makes circuits of small messages slower at all traffic levels";
  j.paper = "slower at all loads";
  Tally tally;
  for (const bool both_ways : {false, true}) {
    for (unsigned load = 0; load < kLoads; ++load) {
      tally.add(study.last(kShort, adaptive(TransportScheme::circuit, both_ways), load) >
                study.last(kShort, fixed(TransportScheme::circuit, both_ways), load));
    }
  }
  j.ours = fmt::format("slower in {}", tally.text());
  j.rule =
      "Messages of mean 64 bytes, both kinds of links, nine loads. Holds: slower in all; in "
      "part: in more than half.";
  j.verdict = tally.verdict();
  if (j.verdict == Verdict::contradicted) {
    j.reason =
        "taking a link away from a younger message costs nothing here but its way back; "
        "the paper does not say what it costs";
  }
  return j;
}

}  // namespace

std::vector<Judgement> judge_transport(const TransportStudy& study) {
  return {circuits_break_down(study), buffers(study),
          cut_through_gains(study),   links_before_routing(study),
          adaptive_datagrams(study),  adaptive_circuits(study)};
}

}  // namespace turnpike::sim::buzzard
