// plane_claims.cpp - what express channels do for a mesh of two dimensions, judged.

#include <fmt/format.h>

#include <algorithm>
#include <cmath>

#include "papers/dally/plane_study.h"
#include "papers/dally/verdict_rule.h"

namespace turnpike::sim::dally {

namespace {

Judgement latency(const PlaneStudy& study) {
  const PlanePoint& plain = study.of(Plane::plain).front();
  const PlanePoint& express = study.of(Plane::express).front();
  const double hops = express.hops.mean / plain.hops.mean;
  const double cycles = express.latency.mean / plain.latency.mean;
  return judged(
      claim_of(
          "plane_latency",
          "III-A, III-F: express channels reduce hops and so latency, channels as wide as before",
          "fewer hops, less latency",
          "16 x 16, i = 4, lightest load. Holds: both less by 2 % or more; in part: the hops."),
      fmt::format("hops {:.2f} instead of {:.2f}, latency {:.1f} instead of {:.1f} cycles",
                  express.hops.mean, plain.hops.mean, express.latency.mean, plain.latency.mean),
      graded(hops <= .98 && cycles <= .98, hops <= .98), "what the hops save does not show");
}

Judgement throughput(const PlaneStudy& study) {
  const double ratio = study.saturation(Plane::express) / study.saturation(Plane::plain);
  return judged(
      claim_of(
          "plane_throughput",
          "III-B, III-F: an express channel beside each local one doubles throughput, to first "
          "order",
          "m + 1 = 2 times",
          "16 x 16, i = 4, the most bits accepted. Holds: 1.8 times or more; in part: 1.1 "
          "times."),
      fmt::format("{:.2f} times", ratio), graded(ratio >= 1.8, ratio >= 1.1),
      "half of the messages across the centre of a row take the one express channel, and every "
      "message still leaves and enters by local channels");
}

Judgement per_wire(const PlaneStudy& study) {
  const auto of_a_wire = [&](Plane plane) {
    const PlaneRow& row = plane_row(plane);
    return study.saturation(plane) / (row.width * row.channels);
  };
  const double plain = of_a_wire(Plane::plain);
  double worst = 0;
  std::string ours;
  for (const Plane plane : {Plane::express, Plane::wide}) {
    const double ratio = of_a_wire(plane) / plain;
    worst = std::max(worst, std::fabs(ratio - 1));
    ours += fmt::format("{}{:.2f} ({})", ours.empty() ? "" : ", ", ratio, plane_row(plane).label);
  }
  return judged(
      claim_of("throughput_of_wires",
               "III-B: to first order throughput is proportional to wire bisection",
               "the same bits for each wire",
               "Most bits accepted for each wire of the bisection, over the plain mesh's. Holds: "
               "within 20 % for twice the wires either way; in part: within half."),
      ours, graded(worst <= .2, worst <= .5),
      "wires in wider channels carry as much each; wires in express channels less, since messages "
      "cannot choose between local and express ones");
}

Judgement joint(const PlaneStudy& study) {
  const PlanePoint& separate = study.of(Plane::express).front();
  const PlanePoint& both = study.of(Plane::joint).front();
  return judged(
      claim_of("joint_interchanges",
               "III-F, Fig. 6b: with interchanges of all dimensions messages change dimensions "
               "without descending to local channels",
               "fewer local channels on the way",
               "16 x 16, i = 4, lightest load. Holds: fewer mean hops than with separate ones; in "
               "part: not more than 2 % more."),
      fmt::format("{:.2f} hops, separate {:.2f}", both.hops.mean, separate.hops.mean),
      graded(both.hops.mean < separate.hops.mean, both.hops.mean < 1.02 * separate.hops.mean),
      "they stand on diagonals, so a row has its interchanges elsewhere; a turn needs an express "
      "channel that waits in the new dimension");
}

}  // namespace

std::vector<Judgement> judge_plane(const PlaneStudy& study) {
  return {latency(study), throughput(study), per_wire(study), joint(study)};
}

}  // namespace turnpike::sim::dally
