// panel_study.cpp - one network of Figs. 3 and 4 at all loads.

#include "papers/shahrabi/panel_study.h"

#include <fmt/format.h>

#include <algorithm>
#include <memory>
#include <numeric>

namespace turnpike::sim::shahrabi {

namespace {

using model::shahrabi::Prediction;
using model::shahrabi::Variant;

template <class Values, class Figure>
Measured over(const Values& values, const Figure& figure) {
  std::vector<double> all;
  for (const auto& one : values) all.push_back(figure(one));
  return measured(all);
}

// Of the runs that had broadcasts; unknown where none had.
template <class Figure>
Measured over_broadcasts_of(const NetworkPoint& point, const Figure& figure) {
  std::vector<double> values;
  for (const model::Results& results : point.results) {
    if (results.broadcasts != 0) values.push_back(figure(results));
  }
  return measured(values);
}

double mean(const std::vector<double>& values) {
  return std::accumulate(values.begin(), values.end(), 0.0) /
         static_cast<double>(std::max<std::size_t>(1, values.size()));
}

// By chance a run has more or fewer broadcasts than beta says, each of which is many messages:
// what brings a rate over that of the messages that came to lambda_g and beta.
double to_beta(const Panel& panel, const model::Results& results,
               double (*ratio)(const Panel&, Variant)) {
  const auto all = static_cast<double>(results.packets + results.broadcasts);
  const double came = all / static_cast<double>(results.measurement_cycles) / panel.nodes();
  Panel as_it_came = panel;
  as_it_came.broadcast_share = static_cast<double>(results.broadcasts) / all;
  return ratio(panel, Variant::counted) / ratio(as_it_came, Variant::counted) / came;
}

std::optional<Prediction> prediction_at(const Panel& panel, double rate, Variant variant) {
  if (rate >= saturation(panel, variant)) return {};
  return predict(load_of(panel, rate, variant));
}

// At several loads. None: interrupted.
std::optional<std::vector<PanelPoint>> run_loads(const Panel& panel, unsigned messages_at_once,
                                                 const std::vector<double>& shares,
                                                 const std::vector<std::uint64_t>& seeds,
                                                 const PaperOptions& options) {
  const Effort how = effort(options, panel);
  Variation variation;
  variation.messages_at_once = messages_at_once;
  std::vector<NetworkPoint> points;
  std::vector<std::vector<std::unique_ptr<PartsMeter>>> meters;
  for (const double share : shares) {
    NetworkPoint point;
    point.experiment = experiment_of(panel, rate_at(panel, share), how.discarded(panel),
                                     how.measured(panel), variation);
    const model::Cycle begin = *point.experiment.run.warmup;
    meters.emplace_back();
    for (std::size_t s = 0; s < seeds.size(); ++s) {
      meters.back().push_back(
          std::make_unique<PartsMeter>(panel, begin, begin + point.experiment.run.measurement));
      point.sinks.push_back(meters.back().back().get());
    }
    points.push_back(std::move(point));
  }
  const std::string name = fmt::format("panel {}, {} at once", panel.id, messages_at_once);
  if (!run_network_points(points, seeds, options, name)) return {};
  std::vector<PanelPoint> found;
  for (std::size_t i = 0; i < points.size(); ++i) {
    std::vector<MessageParts> parts;
    for (const auto& meter : meters[i]) parts.push_back(meter->parts());
    found.push_back(point_of(panel, shares[i], points[i], parts));
  }
  return found;
}

// One after the other, until the network saturates; then between, so that the bounds are close.
// None: interrupted. Whether it saturates is not a matter of a few per cent: one seed.
std::optional<ModeStudy> study_mode(const Panel& panel, unsigned messages_at_once,
                                    const PaperOptions& options) {
  const Effort how = effort(options, panel);
  ModeStudy study;
  const auto run = [&](const std::vector<double>& shares, const std::vector<std::uint64_t>& seeds) {
    return run_loads(panel, messages_at_once, shares, seeds, options);
  };
  auto points = run(how.loads, how.seeds);
  if (!points) return {};
  study.points = std::move(*points);
  std::vector<PanelPoint> all = study.points;
  const auto add = [&](double share) {
    auto point = run({share}, {options.seed});
    if (!point) return false;
    all.push_back(point->front());
    if (!all.back().saturated) study.beyond.push_back(all.back());
    return true;
  };
  for (const double share : how.overload) {
    if (saturation_of(all).known()) break;
    if (!add(share)) return {};
  }
  for (unsigned i = 0; i < how.refinements; ++i) {
    const Saturation so_far = saturation_of(all);
    if (!so_far.known()) break;
    if (!add((so_far.below + so_far.above) / 2)) return {};
  }
  study.saturation = saturation_of(all);
  std::sort(study.beyond.begin(), study.beyond.end(),
            [](const PanelPoint& a, const PanelPoint& b) { return a.share < b.share; });
  return study;
}

}  // namespace

Measured Saturation::rate(const Panel& panel) const {
  return {rate_at(panel, (below + above) / 2), rate_at(panel, (above - below) / 2)};
}

PanelPoint point_of(const Panel& panel, double share, const NetworkPoint& runs,
                    const std::vector<MessageParts>& parts) {
  PanelPoint point;
  point.share = share;
  point.rate = rate_at(panel, share);
  const double copies = static_cast<double>(kUncountedCopy) * panel.dimensions;
  using model::Results;
  point.unicast =
      over(runs.results, [](const Results& r) { return r.latency - kUncountedUnicast; });
  point.broadcast =
      over_broadcasts_of(runs, [&](const Results& r) { return r.broadcast_latency - copies; });
  point.path =
      over_broadcasts_of(runs, [&](const Results& r) { return r.broadcast_path - copies; });
  point.channel_rate = over(runs.results, [&](const Results& r) {
    return mean(r.channel_utilisation) / panel.flits * to_beta(panel, r, channel_ratio);
  });
  std::vector<double> queue_rates;
  for (std::size_t i = 0; i < parts.size(); ++i) {
    queue_rates.push_back(parts[i].queue_rate * to_beta(panel, runs.results[i], queue_ratio));
  }
  point.queue_rate = measured(queue_rates);
  point.wait = over(parts, [](const MessageParts& p) { return p.wait; });
  point.copy = over(parts, [](const MessageParts& p) { return p.copy; });
  point.way = over(runs.results, [](const Results& r) { return r.network_latency; });
  point.multiplexing = over(parts, [](const MessageParts& p) { return p.multiplexing; });
  point.printed = prediction_at(panel, point.rate, Variant::printed);
  point.counted = prediction_at(panel, point.rate, Variant::counted);
  point.saturated = std::any_of(runs.results.begin(), runs.results.end(),
                                [](const Results& r) { return r.saturated || !r.complete; });
  return point;
}

Saturation saturation_of(const std::vector<PanelPoint>& points) {
  Saturation found;
  for (const PanelPoint& point : points) {
    if (!point.saturated) continue;
    if (!found.known() || point.share < found.above) found.above = point.share;
  }
  for (const PanelPoint& point : points) {
    if (point.saturated || (found.known() && point.share > found.above)) continue;
    found.below = std::max(found.below, point.share);
  }
  return found;
}

std::optional<PanelStudy> study_panel(const Panel& panel, const PaperOptions& options) {
  auto one = study_mode(panel, 1, options);
  auto all = one ? study_mode(panel, panel.virtual_channels, options) : std::nullopt;
  if (!all) return {};
  return PanelStudy{panel, std::move(*one), std::move(*all)};
}

double broadcast_latency(const Panel& panel, const Prediction& prediction) {
  return panel.dimensions * (prediction.broadcast_step + kStartup);
}

double channel_ratio(const Panel& panel, Variant variant) {
  return model::shahrabi::channel_rate(panel.dimensions, 1, panel.broadcast_share, variant);
}

// (4) counts a unicast message on each of its hops, (25) once.
double queue_ratio(const Panel& panel, Variant variant) {
  const double nodes = panel.nodes();
  const double hops = panel.dimensions / 2.0 * nodes / (nodes - 1);  // (6)
  return channel_ratio(panel, variant) -
         (1 - panel.broadcast_share) * (hops - 1) / panel.dimensions;
}

}  // namespace turnpike::sim::shahrabi
