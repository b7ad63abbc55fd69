// latency.cpp - Figs. 3 and 4: claims about latency of unicast and broadcast against load.

#include "papers/shahrabi/latency.h"

#include <fmt/format.h>

#include <algorithm>
#include <cmath>

namespace turnpike::sim::shahrabi {

using model::shahrabi::Prediction;
using model::shahrabi::Variant;

namespace {

double wait_of(const Prediction& p) { return p.source_wait * p.multiplexing; }

using Point = const PanelPoint&;

const Quantity kMultiplexing = {
    "V-bar", &PanelPoint::multiplexing,
    [](const Panel&, const Prediction& p, Point) { return p.multiplexing; }};
const Quantity kWait = {"W_s V-bar", &PanelPoint::wait,
                        [](const Panel&, const Prediction& p, Point) { return wait_of(p); }, true};
const Quantity kCopy = {
    "S_b V-bar", &PanelPoint::copy,
    [](const Panel&, const Prediction& p, Point) { return p.broadcast_step - wait_of(p); }};
const Quantity kWay = {"S_u V-bar", &PanelPoint::way, [](const Panel&, const Prediction& p, Point) {
                         return p.unicast_latency - wait_of(p);
                       }};
// (1) with S_b V-bar as measured.
const Quantity kReplaced = {"broadcast", &PanelPoint::broadcast,
                            [](const Panel& panel, const Prediction& p, Point point) {
                              return panel.dimensions * (point.copy.mean + wait_of(p) + kStartup);
                            }};

Measured size_of(const Measured& error) { return {std::abs(error.mean), error.half_width}; }

// Errors of the model as printed, one row for each network.
Values by_panel(const std::vector<PanelStudy>& studies, const Quantity& quantity) {
  std::vector<Values> rows;
  std::vector<Measured> counted;
  std::vector<Measured> sizes;
  for (const PanelStudy& study : studies) {
    Values row = {{"id", study.panel.id}};
    for (const ModeStudy* mode : study.modes()) {
      const std::string name = mode == &study.one ? "one" : "all";
      const auto error = worst_error(study.panel, *mode, quantity, Variant::printed, 0, kSteady);
      row.emplace(name, error);
      row.emplace(name + "_size", size_of(error));
      sizes.push_back(size_of(error));
      counted.push_back(
          size_of(worst_error(study.panel, *mode, quantity, Variant::counted, 0, kSteady)));
    }
    rows.push_back(std::move(row));
  }
  return {{"panels", rows}, {"worst", highest(sizes)}, {"counted", highest(counted)}};
}

// Errors near saturation beside those of the steady state, of both latencies and both modes.
std::optional<Values> near_saturation(const std::vector<PanelStudy>& studies) {
  std::vector<Values> rows;
  for (const Quantity* quantity : {&kUnicast, &kBroadcast}) {
    for (const bool is_one : {true, false}) {
      std::vector<Measured> steady;
      std::vector<Measured> near;
      for (const PanelStudy& study : studies) {
        const ModeStudy& mode = is_one ? study.one : study.all;
        const auto worst = [&](double from, double to) {
          return size_of(worst_error(study.panel, mode, *quantity, Variant::printed, from, to));
        };
        if (!worst(kNear, 1).known()) continue;
        steady.push_back(worst(0, kSteady));
        near.push_back(worst(kNear, 1));
      }
      if (near.empty()) return {};
      rows.push_back({{"latency", quantity->name},
                      {"mode", is_one ? "one at once" : "V at once"},
                      {"steady", highest(steady)},
                      {"near", highest(near)},
                      {"growth", difference(highest(near), highest(steady))}});
    }
  }
  return Values{{"latencies", rows}};
}

// A rate over lambda_g, which it does not depend on: over loads and modes, beside both variants.
Values rate_ratio(const std::vector<PanelStudy>& studies, Measured PanelPoint::*measured,
                  double (*ratio)(const Panel&, Variant)) {
  std::vector<Values> rows;
  double counted_off = 0;
  double printed_off = 0;
  for (const PanelStudy& study : studies) {
    std::vector<double> all;
    for (const ModeStudy* mode : study.modes()) {
      for (const PanelPoint& point : mode->points) {
        if (!point.saturated) all.push_back((point.*measured).mean);
      }
    }
    const Measured found = sim::measured(all);
    const double printed = ratio(study.panel, Variant::printed);
    const double counted = ratio(study.panel, Variant::counted);
    printed_off = std::max(printed_off, 100 * std::abs(printed / found.mean - 1));
    counted_off = std::max(counted_off, 100 * std::abs(counted / found.mean - 1));
    rows.push_back(
        {{"id", study.panel.id}, {"found", found}, {"printed", printed}, {"counted", counted}});
  }
  return {{"panels", rows}, {"printed_off", printed_off}, {"counted_off", counted_off}};
}

std::optional<Values> saturation_point(const std::vector<PanelStudy>& studies) {
  std::vector<Values> rows;
  bool is_later = true;
  for (const PanelStudy& study : studies) {
    if (!study.one.saturation.known() || !study.all.saturation.known()) continue;
    const double printed = saturation(study.panel, Variant::printed);
    const Measured one = study.one.saturation.rate(study.panel);
    const Measured all = study.all.saturation.rate(study.panel);
    is_later = is_later && printed < one.mean - one.half_width;
    rows.push_back({{"id", study.panel.id},
                    {"printed", printed},
                    {"counted", saturation(study.panel, Variant::counted)},
                    {"one", one},
                    {"all", all}});
  }
  if (rows.empty()) return {};
  return Values{{"panels", rows}, {"is_later", is_later}};
}

}  // namespace

const Quantity kUnicast = {
    "unicast", &PanelPoint::unicast,
    [](const Panel&, const Prediction& p, Point) { return p.unicast_latency; }};
const Quantity kBroadcast = {
    "broadcast", &PanelPoint::broadcast,
    [](const Panel& panel, const Prediction& p, Point) { return broadcast_latency(panel, p); }};
const Quantity kPath = {"path", &PanelPoint::path, kBroadcast.model};

double limit_of(const ModeStudy& mode) {
  const Saturation& found = mode.saturation;
  return found.known() ? std::min(1.0, (found.below + found.above) / 2) : 1;
}

Measured worst_error(const Panel& panel, const ModeStudy& mode, const Quantity& quantity,
                     Variant variant, double from, double to) {
  Measured worst;
  const double limit = limit_of(mode);
  for (const PanelPoint& point : mode.points) {
    if (point.saturated || point.share < from * limit || point.share > to * limit) continue;
    const auto& model = variant == Variant::printed ? point.printed : point.counted;
    const Measured& found = point.*quantity.measured;
    if (!model || !found.known()) continue;
    const double expected = quantity.model(panel, *model, point);
    const double whole = quantity.is_part ? point.wait.mean + point.copy.mean : found.mean;
    const double scale = quantity.is_part ? 1 : expected / found.mean;
    const Measured error = {100 * (expected - found.mean) / whole,
                            100 * scale * found.half_width / whole};
    if (!worst.known() || std::abs(error.mean) > std::abs(worst.mean)) worst = error;
  }
  return worst;
}

std::vector<Judgement> judge_panels(const std::vector<PanelStudy>& studies) {
  Values broadcast = by_panel(studies, kBroadcast);
  broadcast.emplace("path", by_panel(studies, kPath).at("worst"));
  broadcast.emplace("replaced", by_panel(studies, kReplaced).at("worst"));
  return Part("shahrabi", "latency")
      .judge({{"unicast_steady", by_panel(studies, kUnicast)},
              {"broadcast_steady", broadcast},
              {"near_saturation", near_saturation(studies)},
              {"channel_load", rate_ratio(studies, &PanelPoint::channel_rate, channel_ratio)},
              {"queue_load", rate_ratio(studies, &PanelPoint::queue_rate, queue_ratio)},
              {"multiplexing", by_panel(studies, kMultiplexing)},
              {"source_wait", by_panel(studies, kWait)},
              {"copy_time", by_panel(studies, kCopy)},
              {"way_time", by_panel(studies, kWay)},
              {"saturation", saturation_point(studies)}});
}

}  // namespace turnpike::sim::shahrabi
