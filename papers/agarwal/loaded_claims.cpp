// loaded_claims.cpp - rules for what Agarwal 1991, V, says of networks under load.

#include "papers/agarwal/loaded_claims.h"

#include <fmt/format.h>
#include <fmt/ranges.h>

#include <algorithm>
#include <cmath>

#include "papers/agarwal/findings.h"
#include "papers/agarwal/loaded_networks.h"

namespace turnpike::sim::agarwal {

using model::agarwal::Constraint;

namespace {

using Judgements = std::vector<Judgement>;

constexpr double kLastRate = .06;  // m, above the highest of the text

std::string latencies(Constraint constraint, double rate, double share) {
  std::vector<std::string> list;
  for (unsigned n = kFirstDimension; n <= kLastDimension; ++n) {
    const double latency = direct_latency(constraint, n, rate, share);
    list.push_back(std::isfinite(latency) ? fmt::format("{:.1f}", latency) : "saturated");
  }
  return fmt::format("n = 2 to 5: {}", fmt::join(list, ", "));
}

std::string best_text(const std::vector<BestFrom>& best) {
  std::string text = fmt::format("n = {} first", best.front().dimensions);
  for (std::size_t i = 1; i < best.size(); ++i) {
    text += fmt::format(", {} from m = {:.4f}", best[i].dimensions, best[i].rate);
  }
  return text;
}

Judgement saturation() {
  const auto direct = [](const char* what, double paper, double within, Constraint constraint,
                         unsigned n) {
    return number_finding(what, paper, direct_saturation(constraint, n, 1), within, 4);
  };
  return judge(
      {"saturation",
       "V, V-B: rates at which networks of 1K nodes saturate: two dimensions at 0.015, "
       "three at about 0.05 (32-bit channels); three at 0.037 (128 pins a node); the "
       "indirect network at 0.125",
       "m = 1 / (B k_d), 1 / B; agrees: within 15 % where the text says about, else 1 %.", ""},
      {direct("n = 2, W = 32, about", .015, .15, Constraint::width, 2),
       direct("n = 3, W = 32, about", .05, .15, Constraint::width, 3),
       direct("n = 3, 128 pins", .037, .01, Constraint::node, 3),
       number_finding("indirect", .125, indirect_saturation(), .01, 4)});
}

// Wires ignored: the more dimensions the better, at every rate.
Judgement clock_order() {
  unsigned ordered = 0;
  unsigned rates = 0;
  for (double rate = 0; rate < kLastRate; rate += .001) {
    ++rates;
    bool falling = true;
    for (unsigned n = kFirstDimension; n < kLastDimension; ++n) {
      const double more = direct_latency(Constraint::none, n + 1, rate, 1);
      falling =
          falling && (more < direct_latency(Constraint::none, n, rate, 1) || !std::isfinite(more));
    }
    ordered += falling ? 1 : 0;
  }
  return judge({"fig11a_order",
                "V, Fig. 11a: without wire delay higher-dimensional networks have lower latencies "
                "at a given rate",
                "m = 0, 0.001 to 0.06; agrees: latency falls from n = 2 to n = 5 at every rate.",
                "at some rates a higher dimension is slower"},
               {{"at every rate",
                 fmt::format("at {} of {} rates; {} at m = 0.01", ordered, rates,
                             latencies(Constraint::none, .01, 1)),
                 ordered == rates}});
}

Judgement wires_low_load() {
  const auto at = [](unsigned n) { return direct_latency(Constraint::width, n, 0, 1); };
  const double most = std::max({at(3), at(4), at(5)});
  const double least = std::min({at(3), at(4), at(5)});
  return judge(
      {"fig11b_low_load",
       "V, Fig. 11b: with wires and 32-bit channels n = 3, 4 and 5 are alike at low "
       "rates and clearly superior to n = 2 (C1-5: the text prints 2, 3, 4 and 5)",
       "Zero load; agrees: within 15 % of each other; all at least 15 % below n = 2.", ""},
      {{"alike", latencies(Constraint::width, 0, 1), most / least < 1.15},
       {"superior", fmt::format("{:.0f} % below", 100 * (1 - most / at(2))), most < .85 * at(2)}});
}

Judgement wires_four() {
  const auto best = best_by_rate(Constraint::width, 1, kLastRate);
  const bool at_once = best.front().dimensions == 4;
  const bool at_all =
      std::any_of(best.begin(), best.end(), [](const BestFrom& b) { return b.dimensions == 4; });
  return judge({"fig11b_four",
                "I: a four-dimensional network is slightly better than others when wire delays "
                "are the only constraint (Fig. 11b)",
                "n = 2 to 5, m up to 0.06; agrees: n = 4 has the lowest latency there.",
                "at the lightest loads three dimensions are a little faster"},
               {{"at low load", best_text(best), at_once}, {"at some load", "see there", at_all}});
}

Judgement bisection_two() {
  const auto best =
      best_by_rate(Constraint::bisection, 1, .98 * direct_saturation(Constraint::bisection, 2, 1));
  return judge(
      {"fig11c_two", "V, Fig. 11c: with a fixed bisection two dimensions outperform the rest",
       "Up to 98 % of the rate at which n = 2 saturates; agrees: n = 2 is best throughout.",
       "more dimensions win at some rate"},
      {{"throughout",
        best_text(best) + "; " + latencies(Constraint::bisection, 0, 1) + " at zero load",
        best.size() == 1 && best.front().dimensions == 2}});
}

Judgement node_two() {
  const auto over_best = [](double rate) {
    const double best =
        direct_latency(Constraint::node, best_direct(Constraint::node, rate, 1), rate, 1);
    return direct_latency(Constraint::node, 2, rate, 1) / best;
  };
  return judge(
      {"fig11d_two",
       "V, Fig. 11d: with 128 pins a node two dimensions perform poorly from m = 0.01 on, "
       "reasonably at low loads",
       "Latency over that of the best n; agrees: 1.5 times or more at m = 0.012, 1.25 or "
       "less at zero load.",
       ""},
      {{"poor", fmt::format("{:.2f} times at m = 0.012", over_best(.012)), over_best(.012) >= 1.5},
       {"reasonable", fmt::format("{:.2f} at zero load", over_best(0)), over_best(0) <= 1.33}});
}

Judgement node_best() {
  const double last = .98 * direct_saturation(Constraint::node, 5, 1);
  const auto best = best_by_rate(Constraint::node, 1, last);
  return judge(
      {"fig11d_best",
       "VI: with a fixed node size three dimensions have the lowest latency at low loads, "
       "four at high loads",
       "Agrees: n = 3 is best at zero load, n = 4 close to where the last network "
       "saturates.",
       "four dimensions are best only in a small range of rates; n = 5 has more bandwidth"},
      {{"three", latencies(Constraint::node, 0, 1) + " at zero load", best.front().dimensions == 3},
       {"four", best_text(best), best.back().dimensions == 4}});
}

double locality_gain(unsigned n, double rate) {
  return 1 - direct_latency(Constraint::node, n, rate, kNearShare) /
                 direct_latency(Constraint::node, n, rate, 1);
}

Judgements figure_13() {
  std::vector<Finding> effect;
  for (const double rate : {0., .01}) {
    std::vector<std::string> gains;
    bool largest = true;
    for (unsigned n = kFirstDimension; n <= kLastDimension; ++n) {
      gains.push_back(fmt::format("{:.0f} %", 100 * locality_gain(n, rate)));
      largest = largest && locality_gain(n, rate) <= locality_gain(2, rate);
    }
    effect.push_back({fmt::format("n = 2 gains most at m = {}", rate),
                      fmt::format("n = 2 to 5: {}", fmt::join(gains, ", ")), largest});
  }
  const auto best = best_by_rate(Constraint::node, kNearShare, kLastRate);
  return {judge({"fig13_effect",
                 "V-A, Fig. 13: locality (l = 0.3) has a larger relative effect on the "
                 "two-dimensional network",
                 "128 pins a node; agrees: the latency of n = 2 falls by the largest share.", ""},
                effect),
          judge({"fig13_two",
                 "Abstract: two-dimensional networks regain their advantage if locality exists",
                 "128 pins a node, l = 0.3; agrees: n = 2 is best at zero load; at m = 0.01, where "
                 "without locality it performs poorly.",
                 fmt::format("only at light loads: n = 2 saturates at m = {:.4f}",
                             direct_saturation(Constraint::node, 2, kNearShare))},
                {{"at zero load", latencies(Constraint::node, 0, kNearShare),
                  best.front().dimensions == 2},
                 {"at m = 0.01", best_text(best),
                  best_direct(Constraint::node, .01, kNearShare) == 2}})};
}

Judgements figure_14() {
  const double direct = direct_latency(Constraint::node, best_direct(Constraint::node, 0, 1), 0, 1);
  double widest = 0;
  for (unsigned n = kFirstDimension; n <= kLastDimension; ++n) {
    widest = std::max(widest, direct_saturation(Constraint::node, n, 1));
  }
  const auto share = [](const char* what, double rate, double paper) {
    Finding finding = number_finding(what, paper, equal_share(rate), .15, 2);
    finding.ours += fmt::format(" at m = {}", rate);
    return finding;
  };
  return {judge({"fig14a_lowest",
                 "V-B, Fig. 14a: without locality the indirect network has the lowest latency and "
                 "the highest bandwidth of all",
                 "(13) with its clock, 128 pins a node or switch; agrees: below every n from 2 to "
                 "5; saturates last.",
                 "at the lightest loads three dimensions are faster"},
                {{"lowest at zero load",
                  fmt::format("{:.1f}, best direct {:.1f}", indirect_latency(0), direct),
                  indirect_latency(0) < direct},
                 {"lowest under load", fmt::format("from m = {:.4f} on", indirect_lowest_from()),
                  indirect_lowest_from() < .01},
                 {"highest bandwidth",
                  fmt::format("m = {:.3f}, direct at most {:.3f}", indirect_saturation(), widest),
                  indirect_saturation() > widest}}),
          judge({"fig14b_shares",
                 "V-B, Fig. 14b: two dimensions are comparable with the indirect network below l = "
                 "0.6 at low rates, below 0.3 at high loads",
                 "Share at which latencies are equal, at m = 0.005 and 0.02 (ours: the text names "
                 "no rates); agrees: within 15 %.",
                 ""},
                {share("low rates", .005, .6), share("high loads", .02, .3)})};
}

}  // namespace

Judgements judge_loaded(const std::string& figure) {
  if (figure == "11") {
    return {saturation(),    clock_order(), wires_low_load(), wires_four(),
            bisection_two(), node_two(),    node_best()};
  }
  if (figure == "13") return figure_13();
  if (figure == "14") return figure_14();
  return {};
}

}  // namespace turnpike::sim::agarwal
