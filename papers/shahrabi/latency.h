// latency.h - Figs. 3 and 4: latencies against load, and what the paper says of them.

#pragma once

#include <vector>

#include "papers/shahrabi/panel_study.h"
#include "papers/sheet.h"

namespace turnpike::sim::shahrabi {

// Shares of the load at which the model as printed ends, or the network saturates, whichever is
// less: up to kSteady it is the steady state ("light and moderate traffic"), from kNear on near
// saturation.
constexpr double kSteady = .7;
constexpr double kNear = .9;
// That load, as a share of the printed model's end.
double limit_of(const ModeStudy& mode);

// Of what Figs. 3 and 4 show: of all studies, at least one.
std::vector<Judgement> judge_panels(const std::vector<PanelStudy>& studies);

// What the model predicts of a point, and what was measured.
struct Quantity {
  const char* name;
  Measured PanelPoint::*measured;
  double (*model)(const Panel& panel, const model::shahrabi::Prediction& prediction,
                  const PanelPoint& point);
  bool is_part = false;  // an error is a share of the latency of a step, not of itself
};
extern const Quantity kUnicast;
extern const Quantity kBroadcast;
extern const Quantity kPath;

// (model - measured) / measured, percent: the one of the points that are not saturated at loads in
// [from, to], shares of the limit, that is farthest from 0; unknown without such a point.
Measured worst_error(const Panel& panel, const ModeStudy& mode, const Quantity& quantity,
                     model::shahrabi::Variant variant, double from, double to);

// Sets report.interrupted if it is.
void add_panels(const PaperOptions& options, PaperReport& report);

}  // namespace turnpike::sim::shahrabi
