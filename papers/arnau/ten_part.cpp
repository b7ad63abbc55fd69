// ten_part.cpp - latency of the ten switches over traffic and over equivalent distance.

#include "papers/arnau/ten_part.h"

#include <fmt/format.h>

#include <algorithm>

#include "papers/arnau/load_tables.h"

namespace turnpike::sim::arnau {

namespace {

// Fig. 5; latency from the source queue leaves the frame above saturation.
Plot traffic_plot(const Study& study) {
  Plot plot;
  plot.id = "figure_5";
  plot.title = "Figure 5: latency over traffic, ten switches";
  plot.x_label = "traffic delivered, flits per switch and cycle";
  plot.y_label = "mean latency, cycles";
  plot.y_limit = 300;
  const std::pair<const char*, LatencyFrom> curves[] = {
      {"from injection", LatencyFrom::injection},
      {"from the source queue", LatencyFrom::queueing},
      {"from the output of the first switch", LatencyFrom::first_switch}};
  for (const auto& [label, from] : curves) {
    PlotSeries series;
    series.label = label;
    series.dashed = from != LatencyFrom::injection;
    for (const unsigned load : study.spec().loads) {
      const Measured latency = study.latency(load, from);
      series.points.push_back({study.accepted(load).mean, latency.mean, latency.half_width});
    }
    plot.series.push_back(series);
  }
  return plot;
}

// A point for each pair or distance, and the regression line through `points`.
Plot distance_plot(const std::string& id, const std::string& title, const char* label,
                   const std::vector<PlotPoint>& shown, const std::vector<DistancePoint>& points) {
  Plot plot;
  plot.id = id;
  plot.title = title;
  plot.x_label = "equivalent distance, links";
  plot.y_label = "mean latency, cycles";
  PlotSeries measured_points;
  measured_points.label = label;
  measured_points.style = PlotStyle::points;
  measured_points.points = shown;
  const Line line = regression(points);
  PlotSeries fitted;
  fitted.label = fmt::format("{:.2f} + {:.2f} T, index {:.1f} %", line.intercept, line.slope,
                             100 * correlation(points));
  fitted.style = PlotStyle::line;
  fitted.points = {{.5, line.at(.5), 0}, {3.5, line.at(3.5), 0}};
  plot.series = {measured_points, fitted};
  return plot;
}

Plot pairs_plot(const Study& study, unsigned load, const std::string& figure) {
  const std::vector<DistancePoint> points = study.points(load, LatencyFrom::injection);
  std::vector<PlotPoint> shown;
  for (const DistancePoint& pair : points) shown.push_back({pair.distance, pair.latency, 0});
  return distance_plot("figure_" + figure,
                       fmt::format("Figure {}: latency over equivalent distance, ten switches, {}",
                                   figure, load_name(load)),
                       "pairs of switches", shown, points);
}

Plot weighted_plot(const Study& study) {
  std::vector<PlotPoint> shown;
  for (const auto& at : study.distance_latencies(kS8)) {
    shown.push_back({at.distance, at.latency.mean, at.latency.half_width});
  }
  return distance_plot("figure_8", "Figure 8: mean of all pairs of a distance, ten switches, S8",
                       "distances", shown,
                       grouped_by_distance(study.points(kS8, LatencyFrom::injection)));
}

Table distance_table(const Study& study) {
  Table table;
  table.id = "distances_10";
  table.title = "Ten switches: mean latency of the pairs of each distance, cycles";
  table.columns = {"equivalent distance", "ordered pairs", "S1", "S8", "S9"};
  const auto low = study.distance_latencies(kLow);
  const auto eighth = study.distance_latencies(kS8);
  const auto deep = study.distance_latencies(kDeep);
  for (std::size_t i = 0; i < low.size(); ++i) {
    table.rows.push_back({Cell(Measured{low[i].distance, 0}, 2),
                          Cell(Measured{static_cast<double>(low[i].pairs), 0}, 0),
                          Cell(low[i].latency, 2), Cell(eighth[i].latency, 1),
                          Cell(deep[i].latency, 1)});
  }
  return table;
}

std::string link_text(unsigned a, unsigned b) {
  return fmt::format("{}-{}", std::min(a, b), std::max(a, b));
}

TenSwitchFacts facts_of(const Study& study) {
  TenSwitchFacts facts;
  facts.latency_s1 = study.latency(kLow, LatencyFrom::injection).mean;
  facts.latency_s8 = study.latency(kS8, LatencyFrom::injection).mean;
  facts.s1 = indices_at(study, kLow);
  facts.s8 = indices_at(study, kS8);
  facts.generated_s1 = study.generated(kLow).mean;
  facts.accepted_s1 = study.accepted(kLow).mean;
  facts.accepted_s8 = study.accepted(kS8).mean;
  facts.accepted_s9 = study.accepted(kDeep).mean;
  facts.bound = study.distances().bound;
  facts.bottleneck = link_text(study.distances().bottleneck.from, study.distances().bottleneck.to);
  const std::vector<double> utilisation = study.utilisation(kS8);
  const auto busiest = std::max_element(utilisation.begin(), utilisation.end());
  const auto link = static_cast<std::size_t>(busiest - utilisation.begin()) / 2;
  facts.busiest =
      link_text(study.spec().one.links[link].first, study.spec().one.links[link].second);
  facts.busiest_share = *busiest;
  return facts;
}

}  // namespace

bool add_ten_switches(const PaperOptions& options, PaperReport& report, Findings& findings) {
  std::vector<Study> studies;
  studies.emplace_back(StudySpec{ten_switches(), all_loads(), {}, 0});
  if (!run_studies(studies, options, "ten switches")) return false;
  const Study& study = studies.front();
  findings.ten = facts_of(study);
  Section section;
  section.title = "Ten switches (figures 5 to 8)";
  if (options.wants("5")) section.plots.push_back(traffic_plot(study));
  if (options.wants("6")) section.plots.push_back(pairs_plot(study, kLow, "6"));
  if (options.wants("7")) section.plots.push_back(pairs_plot(study, kS8, "7"));
  if (options.wants("8")) section.plots.push_back(weighted_plot(study));
  section.plots.push_back(
      index_plot(study, "index_10", "Correlation index over traffic, ten switches"));
  section.tables = {loads_table(study), distance_table(study)};
  report.sections.push_back(std::move(section));
  return true;
}

}  // namespace turnpike::sim::arnau
