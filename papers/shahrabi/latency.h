// latency.h - Figs. 3 and 4: latencies against load, and what the paper says of them.

#pragma once

#include <vector>

#include "papers/shahrabi/panel_study.h"

namespace turnpike::sim::shahrabi {

// Loads up to this share of the counted variant's saturation are the steady state ("light and
// moderate traffic"), from kNear on it is near saturation.
constexpr double kSteady = .7;
constexpr double kNear = .9;

// Of what Figs. 3 and 4 show: of all studies, at least one.
std::vector<Judgement> judge_panels(const std::vector<PanelStudy>& studies);

// (model - measured) / measured, of the largest absolute value, at loads in [from, to].
enum class Latency { unicast, broadcast, path };
double worst_error(const std::vector<PanelStudy>& studies, Latency latency,
                   model::shahrabi::Variant variant, double from, double to);

// Sets report.interrupted if it is.
void add_panels(const PaperOptions& options, PaperReport& report);

}  // namespace turnpike::sim::shahrabi
