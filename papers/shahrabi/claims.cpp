// claims.cpp - rules for the claims of Shahrabi & Ould-Khaoua on latency, load and saturation.

#include "papers/shahrabi/claims.h"

#include <fmt/format.h>

#include <algorithm>
#include <cmath>

namespace turnpike::sim::shahrabi {

using model::shahrabi::Prediction;
using model::shahrabi::Variant;

namespace {

constexpr double kClose = .1;   // relative error of a model that is "closely matched"
constexpr double kRough = .25;  // of one that is in part
constexpr double kHeaviest = 1;

double error_at(const PanelStudy& study, const PanelPoint& point, Latency latency,
                Variant variant) {
  const Prediction& model = variant == Variant::printed ? point.printed : point.counted;
  const double broadcast = point.broadcast_of(model, study.panel.dimensions);
  switch (latency) {
    case Latency::unicast:
      return model.unicast_latency / point.unicast.mean - 1;
    case Latency::broadcast:
      return broadcast / point.broadcast.mean - 1;
    case Latency::path:
      break;
  }
  return broadcast / point.path.mean - 1;
}

std::string percent(double share) { return fmt::format("{:+.1f} %", 100 * share); }

Verdict within(double error, double close, double rough) {
  const double size = std::abs(error);
  return size <= close ? Verdict::holds : size <= rough ? Verdict::in_part : Verdict::contradicted;
}

Judgement steady(const std::vector<PanelStudy>& studies, Latency latency, const char* id,
                 const char* claim) {
  const auto worst = [&](Latency of, Variant variant) {
    return worst_error(studies, of, variant, 0, kSteady);
  };
  Judgement j;
  j.id = id;
  j.claim = claim;
  j.paper = "closely match";
  j.ours = fmt::format("largest error of the model: {} as printed, {} counted",
                       percent(worst(latency, Variant::printed)),
                       percent(worst(latency, Variant::counted)));
  j.rule = fmt::format(
      "Loads up to {:.0f} % of the counted variant's saturation, all networks run. Holds: the "
      "model as printed within {:.0f} % of the measurement everywhere; in part: within {:.0f} %.",
      100 * kSteady, 100 * kClose, 100 * kRough);
  j.verdict = within(worst(latency, Variant::printed), kClose, kRough);
  if (j.verdict == Verdict::holds) return j;
  if (latency == Latency::broadcast && std::abs(worst(Latency::path, Variant::printed)) <
                                           std::abs(worst(Latency::broadcast, Variant::printed))) {
    j.reason = fmt::format(
        "(1) adds n mean steps, but the last of 2^n - 1 nodes is later than a mean one: for the "
        "node that is n steps away the error is {} as printed, {} counted",
        percent(worst(Latency::path, Variant::printed)),
        percent(worst(Latency::path, Variant::counted)));
  } else if (std::abs(worst(latency, Variant::counted)) <
             std::abs(worst(latency, Variant::printed))) {
    j.reason = "(11) has about half of the copies; with all of them (counted) the error is smaller";
  }
  return j;
}

bool has_loads(const std::vector<PanelStudy>& studies, double from) {
  return std::any_of(studies.begin(), studies.end(),
                     [from](const PanelStudy& study) { return study.points.back().share >= from; });
}

Judgement near_saturation(const std::vector<PanelStudy>& studies) {
  const auto worst = [&](Latency latency, double from, double to) {
    return worst_error(studies, latency, Variant::printed, from, to);
  };
  const double unicast = worst(Latency::unicast, kNear, kHeaviest);
  const double broadcast = worst(Latency::broadcast, kNear, kHeaviest);
  const double light_unicast = worst(Latency::unicast, 0, kSteady);
  const double light_broadcast = worst(Latency::broadcast, 0, kSteady);
  Judgement j;
  j.id = "near_saturation";
  j.claim = "4: discrepancies near saturation are noticeable";
  j.paper = "noticeable, for unicast and broadcast";
  j.ours = fmt::format(
      "largest error as printed: unicast {} (steady: {}), broadcast {} (steady: {}); counted: {} "
      "and {}",
      percent(unicast), percent(light_unicast), percent(broadcast), percent(light_broadcast),
      percent(worst_error(studies, Latency::unicast, Variant::counted, kNear, kHeaviest)),
      percent(worst_error(studies, Latency::broadcast, Variant::counted, kNear, kHeaviest)));
  j.rule = fmt::format(
      "Loads of {:.0f} % of the counted variant's saturation and more. Holds: for both the error "
      "as printed is above {:.0f} % and above that of the steady state; in part: for one.",
      100 * kNear, 100 * kClose);
  const bool of_unicast = std::abs(unicast) > std::max(kClose, std::abs(light_unicast));
  const bool of_broadcast = std::abs(broadcast) > std::max(kClose, std::abs(light_broadcast));
  j.verdict = of_unicast && of_broadcast   ? Verdict::holds
              : of_unicast || of_broadcast ? Verdict::in_part
                                           : Verdict::contradicted;
  if (!has_loads(studies, kNear)) {
    j.verdict = Verdict::not_judged;
    j.reason = "no load near saturation was run";
  } else if (j.verdict != Verdict::holds && std::abs(unicast) <= kClose) {
    j.reason =
        "unicast as printed still agrees at these loads: with half of the copies missing in (11) "
        "the model saturates later than with all of them";
  } else if (j.verdict != Verdict::holds) {
    j.reason = "at these loads the errors are no larger than in the steady state";
  }
  return j;
}

Judgement channel_load(const std::vector<PanelStudy>& studies) {
  double printed = 0;
  double counted = 0;
  std::string ours;
  for (const PanelStudy& study : studies) {
    const double measured = channel_ratio(study);
    const double by_print = channel_ratio(study.panel, Variant::printed);
    const double by_count = channel_ratio(study.panel, Variant::counted);
    printed = std::max(printed, std::abs(by_print / measured - 1));
    counted = std::max(counted, std::abs(by_count / measured - 1));
    ours += fmt::format("{}{}: {:.3f} (printed {:.3f}, counted {:.3f})", ours.empty() ? "" : "; ",
                        study.panel.id, measured, by_print, by_count);
  }
  Judgement j;
  j.id = "channel_load";
  j.claim = "3.1 (4), (7), (8), (11): the traffic on a channel, lambda_c over lambda_g";
  j.paper = "(1 - beta) dbar / n + beta (1 + wbar (2^(n-1) - 1) / n)";
  j.ours = ours;
  j.rule =
      "Mean over all loads. Holds: as printed within 3 % of the measurement everywhere; in part: "
      "within 3 % with (2^n - 1 - n) / n in place of wbar (2^(n-1) - 1) / n, and printed within 10 "
      "%.";
  j.verdict = printed <= .03                    ? Verdict::holds
              : counted <= .03 && printed <= .1 ? Verdict::in_part
                                                : Verdict::contradicted;
  if (j.verdict == Verdict::holds) return j;
  const std::string errors = fmt::format("the error is {:.1f} % at most, as printed up to {:.1f} %",
                                         100 * counted, 100 * printed);
  j.reason = counted < printed
                 ? "(11) multiplies twice with the probability that a node replicates; a broadcast "
                   "is 2^n - 1 messages of one hop: counted so, " +
                       errors
                 : "nor does a count of 2^n - 1 messages of one hop explain it: " + errors;
  return j;
}

Judgement saturation_point(const std::vector<PanelStudy>& studies) {
  double worst = 0;
  bool is_known = true;
  unsigned judged = 0;
  bool is_later = true;  // the network than the model
  std::string ours;
  for (const PanelStudy& study : studies) {
    const double printed = saturation(study.panel, Variant::printed);
    const double counted = saturation(study.panel, Variant::counted);
    const double middle = (study.saturation.below + study.saturation.above) / 2 * counted;
    if (study.saturation.above == 0) {
      if (study.saturation.below != 0) is_known = false;
      continue;
    }
    ++judged;
    worst = std::max(worst, std::abs(printed / middle - 1));
    is_later = is_later && printed < middle;
    ours += fmt::format("{}{}: {:.5f} to {:.5f} (printed {:.5f}, counted {:.5f})",
                        ours.empty() ? "" : "; ", study.panel.id, study.saturation.below * counted,
                        study.saturation.above * counted, printed, counted);
  }
  Judgement j;
  j.id = "saturation";
  j.claim = "4, Figs. 3, 4: the model has no solution where the network saturates";
  j.paper = "the curves end there";
  j.ours = ours.empty() ? "not found among the loads that were run" : ours;
  j.rule =
      "lambda_g. The network is between the highest load at which it follows and the lowest at "
      "which less than 95 % is delivered or the queues do not empty. Holds: printed within 15 % of "
      "the middle of that, everywhere; in part: within 40 %.";
  j.verdict = within(worst, .15, .4);
  if (judged == 0) j.verdict = Verdict::not_judged;
  if (!is_known) j.verdict = Verdict::contradicted;
  if (judged == 0 && is_known) {
    j.reason = "no load above the model's saturation was run";
  } else if (j.verdict != Verdict::holds && !is_later) {
    j.reason = "a network saturates before the model as printed";
  } else if (j.verdict != Verdict::holds) {
    j.reason =
        "the model loses its solution at a fold, where a channel is busy about 60 % of the time "
        "with messages and their blocking: it charges a blocked message the wait of an M/G/1 queue "
        "of whole channels though V messages share one. The network goes on";
  }
  return j;
}

}  // namespace

double worst_error(const std::vector<PanelStudy>& studies, Latency latency, Variant variant,
                   double from, double to) {
  double worst = 0;
  for (const PanelStudy& study : studies) {
    for (const PanelPoint& point : study.points) {
      if (point.share < from || point.share > to) continue;
      if (!point.unicast.known() || !point.broadcast.known()) continue;
      const double error = error_at(study, point, latency, variant);
      if (!(std::abs(error) <= std::abs(worst))) worst = error;
    }
  }
  return worst;
}

std::vector<Judgement> judge_panels(const std::vector<PanelStudy>& studies) {
  return {steady(studies, Latency::unicast, "unicast_steady",
                 "4, Fig. 4: simulated unicast latency is closely matched in the steady state"),
          steady(studies, Latency::broadcast, "broadcast_steady",
                 "4, Fig. 3: simulated broadcast latency is closely matched in the steady state"),
          near_saturation(studies), channel_load(studies), saturation_point(studies)};
}

}  // namespace turnpike::sim::shahrabi
