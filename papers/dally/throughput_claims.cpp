// throughput_claims.cpp - III-B, judged.

#include <fmt/format.h>

#include <algorithm>
#include <cmath>

#include "papers/dally/throughput_study.h"
#include "papers/dally/verdict_rule.h"

namespace turnpike::sim::dally {

namespace {

using Points = std::vector<const ThroughputPoint*>;

Points express_points(const ThroughputStudy& study) {
  Points points;
  for (const ThroughputPoint& p : study.points) {
    if (p.insertion != Insertion::none) points.push_back(&p);
  }
  return points;
}

std::string name_of(const ThroughputPoint& p) {
  return fmt::format("i = {}, m = {}, {}", p.spacing, p.express, insertion_text(p.insertion));
}

double of_m_plus_1(const ThroughputPoint& p) { return p.times_plain.mean / (p.express + 1); }

bool less_of_m_plus_1(const ThroughputPoint* a, const ThroughputPoint* b) {
  return of_m_plus_1(*a) < of_m_plus_1(*b);
}

// Would the loads of the channels have allowed nine tenths of m + 1 anywhere?
bool loads_explain(const Points& points, double plain_bound) {
  return std::none_of(points.begin(), points.end(), [&](const ThroughputPoint* p) {
    return p->bound.mean / plain_bound >= .9 * (p->express + 1);
  });
}

Judgement m_plus_one(const ThroughputStudy& study) {
  const Points points = express_points(study);
  const auto [worst, best] = std::minmax_element(points.begin(), points.end(), less_of_m_plus_1);
  const bool explained = loads_explain(points, study.points[0].bound.mean);
  return judged(
      claim_of("m_plus_one",
               "III-B: m express channels raise throughput, to first order, by a factor of m + 1",
               "2, 3, 4, 5 for m = 1, 2, 3, 4",
               "Accepted when overloaded, over the plain array's. Holds: 90 % of m + 1 or more for "
               "all i, m and both insertions; in part: for at least one."),
      fmt::format("{:.0f} to {:.0f} % of m + 1; best {:.2f} times with {}",
                  100 * of_m_plus_1(**worst), 100 * of_m_plus_1(**best), (*best)->times_plain.mean,
                  name_of(**best)),
      graded(of_m_plus_1(**worst) >= .9, of_m_plus_1(**best) >= .9),
      explained
          ? "local channels take the share 2i/k alone, so m express channels allow m k/(k - 2i) "
            "times at most; with large i the one local channel on which i nodes come to "
            "their interchange is full before. The loads of the channels allow 90 % nowhere"
          : "more than the loads of the channels explain");
}

Judgement bisection(const ThroughputStudy& study) {
  const double plain = study.points[0].channels;
  const Points points = express_points(study);
  const auto right = std::count_if(points.begin(), points.end(), [&](const ThroughputPoint* p) {
    return p->channels == plain * (p->express + 1);
  });
  const auto all = static_cast<std::ptrdiff_t>(points.size());
  return judged(
      claim_of("bisection", "III-B: both methods raise the bisection by a factor of m + 1", "m + 1",
               "Channels across the centre of the built network. Holds: m + 1 times the "
               "plain array's in all; in part: in half of them."),
      fmt::format("{} of {} networks", right, all), graded(right == all, 2 * right >= all),
      "other channels are there");
}

Judgement centre_share(const ThroughputStudy& study) {
  double worst = 0;
  std::string ours;
  for (const ThroughputPoint* p : express_points(study)) {
    if (p->express != 1 || p->insertion != Insertion::multichannel) continue;
    worst = std::max(worst, std::fabs(p->local_share.mean - 2. * p->spacing / kArrayNodes));
    ours += fmt::format("{}{:.3f}", ours.empty() ? "" : ", ", p->local_share.mean);
  }
  return judged(
      claim_of(
          "centre_share",
          "III-B: local channels carry f_0 = 2i/k of the messages across the centre, express "
          "channels the rest",
          "f_0 = .125, .25, .5 for i = 4, 8, 16 and k = 64",
          "Loads at a tenth of saturation and less. Holds: within .015 everywhere; in part: .04."),
      "f_0 = " + ours, graded(worst <= .015, worst <= .04), "other shares are measured");
}

Judgement concentrator(const ThroughputStudy& study) {
  unsigned cases = 0;
  unsigned better = 0;
  unsigned worse = 0;
  std::string lost;
  for (const ThroughputPoint* a : express_points(study)) {
    if (a->insertion != Insertion::multichannel || a->express < 2) continue;
    for (const ThroughputPoint* b : express_points(study)) {
      if (b->insertion != Insertion::interleaved || b->spacing != a->spacing ||
          b->express != a->express) {
        continue;
      }
      ++cases;
      const double ratio = b->accepted.mean / a->accepted.mean;
      better += ratio < .98;
      worse += ratio > 1.02;
      lost += fmt::format("{}{:.2f} (i = {}, m = {})", lost.empty() ? "" : ", ", ratio, a->spacing,
                          a->express);
    }
  }
  return judged(
      claim_of(
          "concentrator",
          "III-B: (a), several channels at an interchange, uses express channels better than "
          "(b), interleaved simplex interchanges, whose lanes are unevenly loaded",
          "(a) better",
          "Differences below 2 % do not count. Holds: (b) accepts less for some i and m and more "
          "for none; in part: less for some."),
      "(b) over (a): " + lost, graded(better > 0 && worse == 0, better > 0),
      fmt::format("in {} of {} cases lanes win: with large i the way from i nodes into their one "
                  "interchange is full first, and m lanes are m ways in",
                  worse, cases));
}

// The best array for each m.
Judgement wire_limited(const ThroughputStudy& study) {
  double worst = 1;
  std::string ours;
  for (const unsigned m : {1u, 2u, 3u, 4u}) {
    double best = 0;
    for (const ThroughputPoint* p : express_points(study)) {
      if (p->express == m) best = std::max(best, p->accepted.mean / (kPlainBound * (m + 1)));
    }
    worst = std::min(worst, best);
    ours += fmt::format("{}{:.0f}", ours.empty() ? "" : ", ", 100 * best);
  }
  return judged(
      claim_of("wire_limited",
               "Abstract: throughput is wire-limited, within a small factor of the physical limit",
               "a small factor",
               "Accepted traffic over what the bisection allows, best i and insertion for each m. "
               "Holds: half or more for every m; in part: a quarter."),
      ours + " % of the bisection for m = 1, 2, 3, 4", graded(worst >= .5, worst >= .25),
      "single channels are full long before the bisection is");
}

Judgement quadruple(const ThroughputStudy& study) {
  const ThroughputPoint* best = nullptr;
  for (const ThroughputPoint* p : express_points(study)) {
    if (p->express != 3) continue;
    if (best == nullptr || p->times_plain.mean > best->times_plain.mean) best = p;
  }
  return judged(claim_of("quadruple",
                         "III-B: with m = 3 the J-Machine's wires could quadruple the throughput",
                         "4 times", "Best i. Holds: 3.6 times or more; in part: 3 times."),
                fmt::format("{:.2f} times ({})", best->times_plain.mean, name_of(*best)),
                graded(best->times_plain.mean >= 3.6, best->times_plain.mean >= 3),
                "nearly all messages share the three express channels, few the local one");
}

}  // namespace

std::vector<Judgement> judge_throughput(const ThroughputStudy& study) {
  return {bisection(study),    centre_share(study), m_plus_one(study),
          concentrator(study), quadruple(study),    wire_limited(study)};
}

}  // namespace turnpike::sim::dally
