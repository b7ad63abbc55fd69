// panel_figures.cpp - Figs. 3 and 4: tables and pictures of the networks.

#include <fmt/format.h>

#include "papers/shahrabi/latency.h"

namespace turnpike::sim::shahrabi {

namespace {

using model::shahrabi::Prediction;
using model::shahrabi::Variant;

std::string title_of(const Panel& panel) {
  return fmt::format("n = {}, V = {}, M = {}, beta = {}", panel.dimensions, panel.virtual_channels,
                     panel.flits, panel.broadcast_share);
}

Cell predicted(const std::optional<Prediction>& prediction, double value, int decimals) {
  return prediction ? exact(value, decimals) : Cell("-");
}

void add_rows(Table& table, const Panel& panel, unsigned at_once,
              const std::vector<PanelPoint>& points) {
  for (const PanelPoint& p : points) {
    if (p.saturated) continue;  // latencies grow with the length of the run
    const Prediction printed = p.printed.value_or(Prediction());
    const Prediction counted = p.counted.value_or(Prediction());
    table.rows.push_back(
        {exact(at_once), exact(p.share, 2), exact(p.rate, 5), Cell(p.unicast, 1),
         predicted(p.printed, printed.unicast_latency, 1),
         predicted(p.counted, counted.unicast_latency, 1), Cell(p.broadcast, 0), Cell(p.path, 0),
         predicted(p.printed, broadcast_latency(panel, printed), 0),
         predicted(p.counted, broadcast_latency(panel, counted), 0), Cell(p.multiplexing, 2),
         predicted(p.printed, printed.multiplexing, 2), Cell(p.wait, 1),
         predicted(p.printed, printed.source_wait * printed.multiplexing, 1), Cell(p.copy, 1),
         predicted(p.printed, printed.broadcast_step - printed.source_wait * printed.multiplexing,
                   1),
         Cell(p.way, 1),
         predicted(p.printed, printed.unicast_latency - printed.source_wait * printed.multiplexing,
                   1)});
  }
}

Table latency_table(const Part& part, const PanelStudy& study) {
  Table table = part.table("latency", {{"network", title_of(study.panel)},
                                       {"unicast", kUncountedUnicast},
                                       {"copies", kUncountedCopy * study.panel.dimensions}});
  table.id = fmt::format("latency_{}", study.panel.id);
  for (const ModeStudy* mode : study.modes()) {
    const unsigned at_once = mode == &study.one ? 1 : study.panel.virtual_channels;
    add_rows(table, study.panel, at_once, mode->points);
    add_rows(table, study.panel, at_once, mode->beyond);
  }
  return table;
}

// A curve of the model up to just below its end.
template <class Latency>
PlotSeries curve(const Panel& panel, Variant variant, const Latency& latency) {
  constexpr unsigned kPoints = 40;
  PlotSeries series;
  series.label = variant == Variant::printed ? "model as printed" : "model, copies counted";
  series.style = PlotStyle::line;
  series.dashed = variant == Variant::counted;
  series.colour = variant == Variant::printed ? 1 : 2;
  const double last = .995 * saturation(panel, variant);
  for (unsigned i = 1; i <= kPoints; ++i) {
    const double rate = last * i / kPoints;
    series.points.push_back({rate, latency(predict(load_of(panel, rate, variant))), 0});
  }
  return series;
}

PlotSeries measured_series(const ModeStudy& mode, const std::string& label, unsigned colour,
                           Measured PanelPoint::*latency) {
  PlotSeries series;
  series.label = label;
  series.colour = colour;
  series.style = PlotStyle::line_and_points;
  series.is_hollow = colour == 4;
  for (const auto* points : {&mode.points, &mode.beyond}) {
    for (const PanelPoint& point : *points) {
      const Measured& value = point.*latency;
      if (value.known() && !point.saturated)
        series.points.push_back({point.rate, value.mean, value.half_width});
    }
  }
  return series;
}

template <class Latency>
Plot latency_plot(const Part& part, const PanelStudy& study, const char* id,
                  Measured PanelPoint::*latency, const Latency& model) {
  Plot plot = part.plot(id, {{"network", title_of(study.panel)}});
  plot.id = fmt::format("{}_{}", id, study.panel.id);
  plot.series = {curve(study.panel, Variant::printed, model),
                 curve(study.panel, Variant::counted, model),
                 measured_series(study.one, "measured, one at once", 3, latency),
                 measured_series(study.all, "measured, V at once", 4, latency)};
  return plot;
}

}  // namespace

void add_panels(const PaperOptions& options, PaperReport& report) {
  const Part part("shahrabi", "panels");
  std::vector<PanelStudy> studies;
  std::vector<Table> tables;
  std::vector<Plot> plots;
  for (const Panel& panel : panels()) {
    if (!options.wants(panel.id)) continue;
    const std::optional<PanelStudy> study = study_panel(panel, options);
    if (!study) {
      report.interrupted = true;
      return;
    }
    studies.push_back(*study);
    tables.push_back(latency_table(part, *study));
    plots.push_back(latency_plot(part, *study, "broadcast", &PanelPoint::broadcast,
                                 [&](const Prediction& p) { return broadcast_latency(panel, p); }));
    plots.push_back(latency_plot(part, *study, "unicast", &PanelPoint::unicast,
                                 [](const Prediction& p) { return p.unicast_latency; }));
  }
  if (studies.empty()) return;
  part.add_to(report, options.quick, {}, std::move(tables), std::move(plots));
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
