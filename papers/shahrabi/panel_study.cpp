// panel_study.cpp - one network of Figs. 3 and 4 at all loads.

#include "papers/shahrabi/panel_study.h"

#include <fmt/format.h>

#include <algorithm>
#include <numeric>

namespace turnpike::sim::shahrabi {

namespace {

using model::shahrabi::Variant;

// Of the runs that had broadcasts; unknown where none had.
template <class Figure>
Measured over_broadcasts_of(const NetworkPoint& point, const Figure& figure) {
  std::vector<double> values;
  for (const model::Results& results : point.results) {
    if (results.broadcasts != 0) values.push_back(figure(results));
  }
  return values.empty() ? Measured{} : measured(values);
}

template <class Figure>
Measured over_seeds_of(const NetworkPoint& point, const Figure& figure) {
  std::vector<double> values;
  for (const model::Results& results : point.results) values.push_back(figure(results));
  return measured(values);
}

double mean(const std::vector<double>& values) {
  return values.empty() ? 0
                        : std::accumulate(values.begin(), values.end(), 0.0) /
                              static_cast<double>(values.size());
}

// Messages per channel and cycle over messages per node and cycle. By chance a run has more or
// fewer broadcasts than beta says, each of which is many messages: the ratio is brought to beta.
double rate_ratio(const Panel& panel, const model::Results& results) {
  const auto all = static_cast<double>(results.packets + results.broadcasts);
  const double came = all / static_cast<double>(results.measurement_cycles) / panel.nodes();
  Panel as_it_came = panel;
  as_it_came.broadcast_share = static_cast<double>(results.broadcasts) / all;
  return mean(results.channel_utilisation) / panel.flits / came *
         channel_ratio(panel, Variant::counted) / channel_ratio(as_it_came, Variant::counted);
}

}  // namespace

PanelPoint point_of(const Panel& panel, double share, const NetworkPoint& runs) {
  PanelPoint point;
  point.share = share;
  point.rate = rate_at(panel, share);
  const double copies = static_cast<double>(kUncountedCopy) * panel.dimensions;
  point.unicast =
      over_seeds_of(runs, [](const model::Results& r) { return r.latency - kUncountedUnicast; });
  point.broadcast = over_broadcasts_of(
      runs, [&](const model::Results& r) { return r.broadcast_latency - copies; });
  point.path =
      over_broadcasts_of(runs, [&](const model::Results& r) { return r.broadcast_path - copies; });
  point.channel_rate =
      over_seeds_of(runs, [&](const model::Results& r) { return rate_ratio(panel, r); });
  point.printed = predict(load_of(panel, point.rate, Variant::printed));
  point.counted = predict(load_of(panel, point.rate, Variant::counted));
  return point;
}

Saturation saturation_of(const std::vector<double>& shares, const std::vector<NetworkPoint>& runs) {
  Saturation found;
  for (std::size_t i = 0; i < runs.size(); ++i) {
    const auto& results = runs[i].results;
    const bool saturated = std::any_of(results.begin(), results.end(),
                                       [](const auto& r) { return r.saturated || !r.complete; });
    if (saturated) {
      found.above = shares[i];
      break;
    }
    found.below = shares[i];
  }
  return found;
}

std::optional<PanelStudy> study_panel(const Panel& panel, const PaperOptions& options) {
  const Effort how = effort(options, panel);
  std::vector<NetworkPoint> points;
  for (const double share : how.loads) {
    points.push_back(
        {experiment_of(panel, rate_at(panel, share), how.discarded(panel), how.measured(panel)),
         {}});
  }
  const std::string name = fmt::format("panel {}", panel.id);
  if (!run_network_points(points, how.seeds, options, name)) return {};
  std::vector<NetworkPoint> overloaded;
  for (const double share : how.overload) {
    overloaded.push_back(
        {experiment_of(panel, rate_at(panel, share), how.discarded(panel), how.measured(panel)),
         {}});
  }
  // Whether it saturates is not a matter of a few per cent: one seed.
  if (!run_network_points(overloaded, {options.seed}, options, name + ", overload")) return {};
  PanelStudy study;
  study.panel = panel;
  for (std::size_t i = 0; i < points.size(); ++i) {
    study.points.push_back(point_of(panel, how.loads[i], points[i]));
  }
  study.saturation = saturation_of(how.overload, overloaded);
  if (study.saturation.above != 0) {
    study.saturation.below = std::max(study.saturation.below, how.loads.back());
  }
  return study;
}

double channel_ratio(const PanelStudy& study) {
  std::vector<double> ratios;
  for (const PanelPoint& point : study.points) ratios.push_back(point.channel_rate.mean);
  return mean(ratios);
}

double channel_ratio(const Panel& panel, Variant variant) {
  return model::shahrabi::channel_rate(panel.dimensions, 1, panel.broadcast_share, variant);
}

}  // namespace turnpike::sim::shahrabi
