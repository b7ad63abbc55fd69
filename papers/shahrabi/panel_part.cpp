// panel_part.cpp - Figs. 3 and 4: latency of unicast and broadcast against load.

#include "papers/shahrabi/panel_part.h"

#include <fmt/format.h>

#include <algorithm>

#include "papers/shahrabi/claims.h"

namespace turnpike::sim::shahrabi {

namespace {

using model::shahrabi::Prediction;
using model::shahrabi::Variant;

Cell exact(double value, int decimals) { return Cell(Measured{value, 0}, decimals); }

std::string title_of(const Panel& panel) {
  return fmt::format("n = {}, V = {}, M = {}, beta = {}", panel.dimensions, panel.virtual_channels,
                     panel.flits, panel.broadcast_share);
}

Table latency_table(const PanelStudy& study) {
  const Panel& panel = study.panel;
  Table table;
  table.id = fmt::format("latency_{}", panel.id);
  table.title = fmt::format("Latencies in cycles; {}", title_of(panel));
  table.columns = {"load, share of counted saturation",
                   "lambda_g",
                   "unicast",
                   "as printed",
                   "counted",
                   "broadcast",
                   "node n steps away",
                   "as printed",
                   "counted",
                   "lambda_c / lambda_g"};
  for (const PanelPoint& point : study.points) {
    table.rows.push_back({exact(point.share, 2), exact(point.rate, 5), Cell(point.unicast, 1),
                          exact(point.printed.unicast_latency, 1),
                          exact(point.counted.unicast_latency, 1), Cell(point.broadcast, 0),
                          Cell(point.path, 0),
                          exact(point.broadcast_of(point.printed, panel.dimensions), 0),
                          exact(point.broadcast_of(point.counted, panel.dimensions), 0),
                          Cell(point.channel_rate, 3)});
  }
  table.note = fmt::format(
      "Measured latencies less {} cycle (unicast) and {} cycles (broadcast), which the channel "
      "into "
      "the first router and the hop of a copy take here and the paper does not count. lambda_c / "
      "lambda_g: {:.3f} as printed, {:.3f} counted.",
      kUncountedUnicast, kUncountedCopy * panel.dimensions, channel_ratio(panel, Variant::printed),
      channel_ratio(panel, Variant::counted));
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

Plot unicast_plot(const PanelStudy& study) {
  const auto latency = [](const Prediction& p) { return p.unicast_latency; };
  Plot plot;
  plot.id = fmt::format("unicast_{}", study.panel.id);
  plot.title = fmt::format("Fig. 4, unicast: {}", title_of(study.panel));
  plot.x_label = "lambda_g, messages per node and cycle";
  plot.y_label = "latency, cycles";
  plot.series = {curve(study.panel, Variant::printed, latency),
                 curve(study.panel, Variant::counted, latency),
                 measured_series(study, "measured", &PanelPoint::unicast)};
  return plot;
}

Plot broadcast_plot(const PanelStudy& study) {
  const unsigned n = study.panel.dimensions;
  const auto latency = [n](const Prediction& p) { return n * (p.broadcast_step + kStartup); };
  Plot plot;
  plot.id = fmt::format("broadcast_{}", study.panel.id);
  plot.title = fmt::format("Fig. 3, broadcast: {}", title_of(study.panel));
  plot.x_label = "lambda_g, messages per node and cycle";
  plot.y_label = "latency, cycles";
  plot.series = {curve(study.panel, Variant::printed, latency),
                 curve(study.panel, Variant::counted, latency),
                 measured_series(study, "measured", &PanelPoint::broadcast),
                 measured_series(study, "measured, node n steps away", &PanelPoint::path)};
  return plot;
}

void add_parameters(const PaperOptions& options, PaperReport& report) {
  const Effort how = effort(options);
  const std::vector<Parameter> parameters = {
      {"traffic", "Poisson, any other node equally likely, a share beta broadcast", false},
      {"routing", "dimensions in descending order", false},
      {"broadcast",
       "binomial tree, cyclic order from a base; every copy a message of one hop "
       "through the queue of its dimension",
       false},
      {"start-up Delta", fmt::format("{} cycle", kStartup), false},
      {"channels between node and router", "one each way for each dimension, endless queues",
       false},
      {"base dimension", "rotates with each broadcast of a node; nodes begin with different ones",
       true},
      {"order after the base", "descending, cyclic", true},
      {"which networks the panels of Figs. 3 and 4 show",
       "6-cube: V 3, M 32, beta .02; V 4, M 64, beta .005; V 3, M 100, beta .03; 7-cube: V 4, M "
       "64, "
       "beta .01; 8-cube: V 6, M 128, beta .005",
       true},
      {"messages that an injection channel sends at once", "V, each on a virtual channel", true},
      {"ejection",
       "n channels of V virtual channels, sinks take every flit: an arriving message takes any "
       "that "
       "is free, two may share one while another is idle",
       true},
      {"start-up of unicast messages", "none ((33) has none)", true},
      {"injection", "a new message waits until half of the room behind its output is free", true},
      {"buffers", "4 flits a virtual channel, a hop 1 cycle", true},
      {"discarded at the start",
       fmt::format(
           "{} messages a node, at least {} (paper: 20000 in all); then {} a node, at least "
           "{}, are measured with each seed",
           how.discarded_by_node, how.discarded_in_all, how.measured_by_node, how.measured_in_all),
       true},
  };
  report.parameters.insert(report.parameters.end(), parameters.begin(), parameters.end());
}

}  // namespace

void add_panels(const PaperOptions& options, PaperReport& report) {
  std::vector<PanelStudy> studies;
  for (const Panel& panel : panels()) {
    if (!options.wants(panel.id)) continue;
    const std::optional<PanelStudy> study = study_panel(panel, options);
    if (!study) {
      report.interrupted = true;
      return;
    }
    studies.push_back(*study);
    Section section;
    section.title = fmt::format("Figs. 3 and 4: {}", title_of(panel));
    section.tables = {latency_table(*study)};
    section.plots = {unicast_plot(*study), broadcast_plot(*study)};
    report.sections.push_back(std::move(section));
  }
  if (studies.empty()) return;
  add_parameters(options, report);
  for (Judgement& judgement : judge_panels(studies)) {
    report.judgements.push_back(std::move(judgement));
  }
}

}  // namespace turnpike::sim::shahrabi
