// latency.cpp - Figs. 3 and 4: latency of unicast and broadcast against load.

#include "papers/shahrabi/latency.h"

#include <fmt/format.h>

#include <algorithm>
#include <cmath>

#include "papers/sheet.h"

namespace turnpike::sim::shahrabi {

using model::shahrabi::Prediction;
using model::shahrabi::Variant;

namespace {

constexpr double kHeaviest = 1;

std::string title_of(const Panel& panel) {
  return fmt::format("n = {}, V = {}, M = {}, beta = {}", panel.dimensions, panel.virtual_channels,
                     panel.flits, panel.broadcast_share);
}

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

// Of the largest errors in the steady state, percent.
Values steady(const std::vector<PanelStudy>& studies, Latency latency) {
  const auto worst = [&](Latency of, Variant variant) {
    return 100 * worst_error(studies, of, variant, 0, kSteady);
  };
  const double printed = worst(latency, Variant::printed);
  const double counted = worst(latency, Variant::counted);
  const double path = worst(Latency::path, Variant::printed);
  return {{"printed", printed},
          {"size", std::abs(printed)},
          {"counted", counted},
          {"counted_size", std::abs(counted)},
          {"path_printed", path},
          {"path_size", std::abs(path)},
          {"path_counted", worst(Latency::path, Variant::counted)}};
}

bool has_loads(const std::vector<PanelStudy>& studies, double from) {
  return std::any_of(studies.begin(), studies.end(),
                     [from](const PanelStudy& study) { return study.points.back().share >= from; });
}

Values near_saturation(const std::vector<PanelStudy>& studies) {
  const auto worst = [&](Latency latency, Variant variant, double from, double to) {
    return 100 * worst_error(studies, latency, variant, from, to);
  };
  const double unicast = worst(Latency::unicast, Variant::printed, kNear, kHeaviest);
  const double broadcast = worst(Latency::broadcast, Variant::printed, kNear, kHeaviest);
  const double light_unicast = worst(Latency::unicast, Variant::printed, 0, kSteady);
  const double light_broadcast = worst(Latency::broadcast, Variant::printed, 0, kSteady);
  return {{"has_loads", has_loads(studies, kNear)},
          {"unicast", unicast},
          {"unicast_size", std::abs(unicast)},
          {"unicast_growth", std::abs(unicast) - std::abs(light_unicast)},
          {"light_unicast", light_unicast},
          {"broadcast", broadcast},
          {"broadcast_size", std::abs(broadcast)},
          {"broadcast_growth", std::abs(broadcast) - std::abs(light_broadcast)},
          {"light_broadcast", light_broadcast},
          {"counted_unicast", worst(Latency::unicast, Variant::counted, kNear, kHeaviest)},
          {"counted_broadcast", worst(Latency::broadcast, Variant::counted, kNear, kHeaviest)}};
}

// Largest errors in percent, without their signs.
Values channel_load(const std::vector<PanelStudy>& studies) {
  double printed = 0;
  double counted = 0;
  std::string ratios;
  for (const PanelStudy& study : studies) {
    const double measured = channel_ratio(study);
    const double by_print = channel_ratio(study.panel, Variant::printed);
    const double by_count = channel_ratio(study.panel, Variant::counted);
    printed = std::max(printed, std::abs(by_print / measured - 1));
    counted = std::max(counted, std::abs(by_count / measured - 1));
    add_to_list(ratios,
                fmt::format("{}: {:.3f} (printed {:.3f}, counted {:.3f})", study.panel.id, measured,
                            by_print, by_count),
                "; ");
  }
  return {{"printed", 100 * printed}, {"counted", 100 * counted}, {"ratios", ratios}};
}

Values saturation_point(const std::vector<PanelStudy>& studies) {
  double worst = 0;
  bool is_known = true;
  unsigned judged = 0;
  bool is_later = true;  // the network than the model
  std::string loads;
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
    add_to_list(loads,
                fmt::format("{}: {:.5f} to {:.5f} (printed {:.5f}, counted {:.5f})", study.panel.id,
                            study.saturation.below * counted, study.saturation.above * counted,
                            printed, counted),
                "; ");
  }
  return {{"size", 100 * worst},
          {"is_known", is_known},
          {"judged", judged},
          {"is_later", is_later},
          {"loads", loads.empty() ? "not found among the loads that were run" : loads}};
}

Table latency_table(const Part& part, const PanelStudy& study) {
  const Panel& panel = study.panel;
  Table table = part.table("latency", {{"network", title_of(panel)},
                                       {"unicast", kUncountedUnicast},
                                       {"copies", kUncountedCopy * panel.dimensions},
                                       {"printed", channel_ratio(panel, Variant::printed)},
                                       {"counted", channel_ratio(panel, Variant::counted)}});
  table.id = fmt::format("latency_{}", panel.id);
  for (const PanelPoint& point : study.points) {
    table.rows.push_back({exact(point.share, 2), exact(point.rate, 5), Cell(point.unicast, 1),
                          exact(point.printed.unicast_latency, 1),
                          exact(point.counted.unicast_latency, 1), Cell(point.broadcast, 0),
                          Cell(point.path, 0),
                          exact(point.broadcast_of(point.printed, panel.dimensions), 0),
                          exact(point.broadcast_of(point.counted, panel.dimensions), 0),
                          Cell(point.channel_rate, 3)});
  }
  return table;
}

// A curve of the model up to just below its saturation.
template <class Latency>
PlotSeries curve(const Panel& panel, Variant variant, const Latency& latency) {
  constexpr unsigned kPoints = 40;
  PlotSeries series;
  series.label = variant == Variant::printed ? "model as printed" : "model, copies counted";
  series.style = PlotStyle::line;
  series.dashed = variant == Variant::counted;
  const double last = .995 * saturation(panel, variant);
  for (unsigned i = 1; i <= kPoints; ++i) {
    const double rate = last * i / kPoints;
    series.points.push_back({rate, latency(predict(load_of(panel, rate, variant))), 0});
  }
  return series;
}

PlotSeries measured_series(const PanelStudy& study, const char* label,
                           Measured PanelPoint::*latency) {
  PlotSeries series;
  series.label = label;
  series.style = PlotStyle::points;
  for (const PanelPoint& point : study.points) {
    const Measured& value = point.*latency;
    series.points.push_back({point.rate, value.mean, value.half_width});
  }
  return series;
}

Plot unicast_plot(const Part& part, const PanelStudy& study) {
  const auto latency = [](const Prediction& p) { return p.unicast_latency; };
  Plot plot = part.plot("unicast", {{"network", title_of(study.panel)}});
  plot.id = fmt::format("unicast_{}", study.panel.id);
  plot.series = {curve(study.panel, Variant::printed, latency),
                 curve(study.panel, Variant::counted, latency),
                 measured_series(study, "measured", &PanelPoint::unicast)};
  return plot;
}

Plot broadcast_plot(const Part& part, const PanelStudy& study) {
  const unsigned n = study.panel.dimensions;
  const auto latency = [n](const Prediction& p) { return n * (p.broadcast_step + kStartup); };
  Plot plot = part.plot("broadcast", {{"network", title_of(study.panel)}});
  plot.id = fmt::format("broadcast_{}", study.panel.id);
  plot.series = {curve(study.panel, Variant::printed, latency),
                 curve(study.panel, Variant::counted, latency),
                 measured_series(study, "measured", &PanelPoint::broadcast),
                 measured_series(study, "measured, node n steps away", &PanelPoint::path)};
  return plot;
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
  return Part("shahrabi", "latency")
      .judge({{"unicast_steady", steady(studies, Latency::unicast)},
              {"broadcast_steady", steady(studies, Latency::broadcast)},
              {"near_saturation", near_saturation(studies)},
              {"channel_load", channel_load(studies)},
              {"saturation", saturation_point(studies)}});
}

void add_panels(const PaperOptions& options, PaperReport& report) {
  const Part part("shahrabi", "panels");
  std::vector<PanelStudy> studies;
  for (const Panel& panel : panels()) {
    if (!options.wants(panel.id)) continue;
    const std::optional<PanelStudy> study = study_panel(panel, options);
    if (!study) {
      report.interrupted = true;
      return;
    }
    studies.push_back(*study);
    part.add_to(report, options.quick, {}, {latency_table(part, *study)},
                {unicast_plot(part, *study), broadcast_plot(part, *study)},
                {{"network", title_of(panel)}});
  }
  if (studies.empty()) return;
  const Effort how = effort(options);
  Part("shahrabi", "latency")
      .add_to(report, options.quick, judge_panels(studies), {}, {},
              {{"startup", kStartup},
               {"discarded_by_node", how.discarded_by_node},
               {"discarded_in_all", how.discarded_in_all},
               {"measured_by_node", how.measured_by_node},
               {"measured_in_all", how.measured_in_all}});
}

}  // namespace turnpike::sim::shahrabi
