// validation_claims.cpp - rules for what Agarwal 1991, III-C, says of model and simulation.

#include "papers/agarwal/validation_claims.h"

#include <fmt/format.h>

#include <algorithm>
#include <cmath>

#include "papers/agarwal/findings.h"

namespace turnpike::sim::agarwal {

namespace {

constexpr unsigned kLargePacket = 8;    // flits
constexpr double kNearSaturation = .9;  // rho

using Points = std::vector<MeasuredPoint>;

Points chosen(const Points& points, double low, double high) {
  Points some;
  std::copy_if(points.begin(), points.end(), std::back_inserter(some),
               [&](const auto& p) { return p.rho() > low - 1e-6 && p.rho() < high + 1e-6; });
  return some;
}

double largest(const Points& points, double (*value)(const MeasuredPoint&)) {
  double most = 0;
  for (const MeasuredPoint& point : points) most = std::max(most, value(point));
  return most;
}
double deviation(const MeasuredPoint& point) { return std::abs(point.excess()); }
double ideal_deviation(const MeasuredPoint& point) { return std::abs(point.ideal_excess()); }

constexpr double kClose = .15;  // of the latency

Finding within(const std::string& where, double most) {
  return {where + ": close", fmt::format("within {:.1f} %", 100 * most), most <= kClose};
}

std::string percent(double share) { return fmt::format("{:+.1f} %", 100 * share); }

constexpr const char* kRouterReason =
    "the excess is the packet router's, whose outputs take one head a cycle, not the queues'";

Judgement accuracy(const ValidationStudy& study) {
  const Points points = study.high_radix();
  std::vector<Finding> findings;
  const char* reason = "the deviation is largest near saturation";
  if (!points.empty()) {
    const Points above = chosen(points, .51, 1);
    findings = {within("up to rho = 0.5", largest(chosen(points, 0, .5), deviation)),
                within("above", largest(above, deviation)),
                within("above, ideal queues", largest(above, ideal_deviation))};
    if (!findings[1].agrees && findings[2].agrees) reason = kRouterReason;
  }
  return judge({"validation_accuracy",
                "III-C, Figs. 2 and 3: (10) predicts latency with remarkable accuracy, even at "
                "high loads (k = 10)",
                "All B, rho up to 0.9; agrees: within 15 % of (10).", reason},
               findings);
}

Judgement large_packets(const ValidationStudy& study) {
  std::vector<Finding> findings;
  for (const MeasuredPoint& point : chosen(study.high_radix(), 0, .5)) {
    if (point.network.flits < kLargePacket || point.rho() < .3) continue;
    findings.push_back({fmt::format("n = {}, B = {}, rho = {:.1f}: model too high",
                                    point.network.dimensions, point.network.flits, point.rho()),
                        "measured " + percent(point.excess()), point.excess() < 0});
  }
  return judge(
      {"validation_large_packets", "III-C: the model overestimates the latency for large packets",
       "k = 10, B of 8 or more, rho 0.3 to 0.5; agrees: measured below (10).", ""},
      findings);
}

// Mean over B near saturation.
Judgement high_loads(const ValidationStudy& study) {
  std::vector<Finding> findings;
  for (const unsigned dimensions : {2u, 3u}) {
    double sum = 0;
    double ideal = 0;
    double count = 0;
    for (const MeasuredPoint& point : chosen(study.high_radix(), kNearSaturation, 1)) {
      if (point.network.dimensions != dimensions) continue;
      sum += point.excess();
      ideal += point.ideal_excess();
      ++count;
    }
    if (count == 0) continue;
    findings.push_back(
        {fmt::format("n = {}: model slightly too low", dimensions),
         fmt::format("measured {}, ideal queues {}", percent(sum / count), percent(ideal / count)),
         sum > 0 && sum / count < .25});
  }
  return judge({"validation_high_loads",
                "III-C: the model underestimates the latency slightly at high loads (k = 10)",
                "Mean over B at rho = 0.9; agrees: measured above (10), by less than 25 %.",
                "at rho = 0.9 what large packets take off is as much as high load adds"},
               findings);
}

Judgement small_radix(const ValidationStudy& study) {
  std::vector<Finding> findings;
  for (const MeasuredPoint& point : chosen(study.figure_4, kNearSaturation, 1)) {
    findings.push_back(
        {fmt::format("n = {}: model too low", point.network.dimensions),
         fmt::format("measured {:.1f}, (10) {:.1f}", point.latency.mean, formula(point.network)),
         point.excess() > 0});
  }
  return judge({"validation_small_radix",
                "III-C, Fig. 4: with k = 4 the model underestimates latency near saturation",
                "rho = 0.9; agrees: measured above (10).", ""},
               findings);
}

Judgement robust(const ValidationStudy& study) {
  std::vector<Finding> findings;
  const char* reason = "the deviation grows with load";
  if (!study.figure_4.empty()) {
    const Points some = chosen(study.figure_4, 0, .5);
    findings = {within("up to rho = 0.3", largest(chosen(some, 0, .3), deviation)),
                within("up to 0.5", largest(some, deviation)),
                within("up to 0.5, ideal queues", largest(some, ideal_deviation))};
    if (!findings[1].agrees && findings[2].agrees) reason = kRouterReason;
  }
  return judge({"validation_robust",
                "III-C, Fig. 4: the predictions remain accurate for low radix (k = 4), but near "
                "saturation",
                "B = 4; agrees: within 15 % of (10).", reason},
               findings);
}

Judgement higher_than_high_radix(const ValidationStudy& study) {
  std::vector<Finding> findings;
  const Points high = chosen(study.high_radix(), kNearSaturation, 1);
  const Points low = chosen(study.figure_4, kNearSaturation, 1);
  if (!high.empty() && !low.empty()) {
    const auto compare = [&](const char* what, double (*excess)(const MeasuredPoint&)) {
      double most = -1;
      for (const MeasuredPoint& point : high) most = std::max(most, excess(point));
      double least = 10;
      for (const MeasuredPoint& point : low) least = std::min(least, excess(point));
      findings.push_back(
          {fmt::format("{}: k = 4 further above", what),
           fmt::format("at least {}, k = 10 at most {}", percent(least), percent(most)),
           least > most});
    };
    compare("measured", [](const MeasuredPoint& p) { return p.excess(); });
    compare("ideal queues", [](const MeasuredPoint& p) { return p.ideal_excess(); });
  }
  return judge({"validation_radix_gap",
                "III-C: at high loads simulation is further above the model in Fig. 4 (k = 4) "
                "than in Figs. 2 and 3",
                "rho = 0.9, all n and B; agrees: every excess over (10) with k = 4 larger than any "
                "with k = 10.",
                "one head a cycle at an output costs short packets most, and B is 2 with k = 10"},
               findings);
}

Judgement exact_variance(const ValidationStudy& study) {
  std::vector<Finding> findings;
  if (!study.figure_4.empty()) {
    const double most = largest(study.figure_4, [](const MeasuredPoint& point) {
      return std::abs(formula_exact(point.network) / formula(point.network) - 1);
    });
    findings = {
        {"virtually the same", fmt::format("up to {:.1f} % apart", 100 * most), most <= .05}};
  }
  return judge({"validation_exact_variance",
                "III-C, Fig. 4: the complete expression for V in (5) gives virtually the same "
                "curves",
                "k = 4, rho up to 0.9; agrees: latencies within 5 %.", ""},
               findings);
}

// Of a network: waiting per flit of the packet, at the least and the largest B.
Judgement proportional(const ValidationStudy& study) {
  std::vector<Finding> findings;
  for (const MeasuredPoint& small : study.figure_5) {
    if (small.network.flits != 2) continue;
    for (const MeasuredPoint& large : study.figure_5) {
      NetworkCase same = large.network;
      same.flits = 2;
      if (large.network.flits != 12 || !is_same_but_for_rate(same, small.network)) continue;
      const double ratio = large.wait() / small.wait();
      findings.push_back({fmt::format("k = {}, n = {}: B = 12 waits 6 times as long as B = 2",
                                      large.network.radix, large.network.dimensions),
                          fmt::format("{:.2f}", ratio), std::abs(ratio / 6 - 1) <= .2});
    }
  }
  return judge({"validation_packet_size",
                "III-C, Fig. 5: contention grows in proportion to packet size (rho = 0.4)",
                "Agrees: 6 times within 20 %, in the network.", ""},
               findings);
}

Judgement small_packets(const ValidationStudy& study) {
  std::vector<Finding> findings;
  unsigned rising = 0;
  unsigned steps = 0;
  for (std::size_t i = 1; i < study.figure_5.size(); ++i) {
    if (study.figure_5[i].network.flits < study.figure_5[i - 1].network.flits) continue;
    ++steps;
    rising += study.figure_5[i].latency.mean > study.figure_5[i - 1].latency.mean ? 1 : 0;
  }
  if (steps > 0) {
    findings = {{"lower for every smaller B", fmt::format("at {} of {} steps of B", rising, steps),
                 rising == steps}};
  }
  return judge({"validation_small_packets",
                "III-C: for a given channel utilisation smaller messages have lower latency",
                "Fig. 5; agrees: measured latency rises with every step of B.", ""},
               findings);
}

}  // namespace

std::vector<Judgement> judge_validation(const ValidationStudy& study) {
  return {accuracy(study),       large_packets(study), high_loads(study),
          robust(study),         small_radix(study),   higher_than_high_radix(study),
          exact_variance(study), proportional(study),  small_packets(study)};
}

}  // namespace turnpike::sim::agarwal
