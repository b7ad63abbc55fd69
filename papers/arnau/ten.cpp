// ten.cpp - latency of the ten switches over traffic and over equivalent distance; random networks.

#include "papers/arnau/experiments.h"

#include <fmt/format.h>

#include <algorithm>

#include "papers/arnau/load_tables.h"
#include "papers/sheet.h"

namespace turnpike::sim::arnau {

namespace {

// Fig. 5; latency from the source queue leaves the frame above saturation.
Plot traffic_plot(const Part& part, const Study& study) {
  Plot plot = part.plot("figure_5");
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
Plot distance_plot(Plot plot, const char* label, const std::vector<PlotPoint>& shown,
                   const std::vector<DistancePoint>& points) {
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

Plot pairs_plot(Plot plot, const Study& study, unsigned load) {
  const std::vector<DistancePoint> points = study.points(load, LatencyFrom::injection);
  std::vector<PlotPoint> shown;
  for (const DistancePoint& pair : points) shown.push_back({pair.distance, pair.latency, 0});
  return distance_plot(std::move(plot), "pairs of switches", shown, points);
}

Plot weighted_plot(Plot plot, const Study& study) {
  std::vector<PlotPoint> shown;
  for (const auto& at : study.distance_latencies(kS8)) {
    shown.push_back({at.distance, at.latency.mean, at.latency.half_width});
  }
  return distance_plot(std::move(plot), "distances", shown,
                       grouped_by_distance(study.points(kS8, LatencyFrom::injection)));
}

Table distance_table(const Part& part, const Study& study) {
  Table table = part.table("distances_10");
  const auto low = study.distance_latencies(kLow);
  const auto eighth = study.distance_latencies(kS8);
  const auto deep = study.distance_latencies(kDeep);
  for (std::size_t i = 0; i < low.size(); ++i) {
    table.rows.push_back({exact(low[i].distance, 2), exact(static_cast<double>(low[i].pairs)),
                          Cell(low[i].latency, 2), Cell(eighth[i].latency, 1),
                          Cell(deep[i].latency, 1)});
  }
  return table;
}

std::string link_text(unsigned a, unsigned b) {
  return fmt::format("{}-{}", std::min(a, b), std::max(a, b));
}

TenSwitchFacts ten_facts(const Study& study) {
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
  findings.ten = ten_facts(study);
  const Part part("arnau", "ten");
  std::vector<Plot> plots;
  if (options.wants("5")) plots.push_back(traffic_plot(part, study));
  if (options.wants("6")) plots.push_back(pairs_plot(part.plot("figure_6"), study, kLow));
  if (options.wants("7")) plots.push_back(pairs_plot(part.plot("figure_7"), study, kS8));
  if (options.wants("8")) plots.push_back(weighted_plot(part.plot("figure_8"), study));
  plots.push_back(index_plot(study, "index_10", "Correlation index over traffic, ten switches"));
  part.add_to(report, options.quick, {}, {loads_table(study), distance_table(part, study)}, plots);
  return true;
}

bool add_sixteen_switches(const PaperOptions& options, PaperReport& report, Findings& findings) {
  std::vector<Study> studies;
  for (unsigned which = 1; which <= kSixteens; ++which) {
    studies.emplace_back(StudySpec{sixteen_switches(which), all_loads(), {}, 0});
  }
  if (!run_studies(studies, options, "16 switches")) return false;
  findings.sixteen = family_facts(studies);
  Section section;
  section.title = "Six random networks of 16 switches";
  section.plots = {mean_index_plot(
      studies, "index_16",
      "Correlation index over traffic, six networks of 16 switches (bars: standard deviation)")};
  section.tables = {
      family_table(studies, "networks_16", "Six networks of 16 switches, uniform traffic")};
  for (const Study& study : studies) section.tables.push_back(loads_table(study));
  report.sections.push_back(std::move(section));
  return true;
}

bool add_twenty_four_switches(const PaperOptions& options, PaperReport& report,
                              Findings& findings) {
  std::vector<Study> studies;
  studies.emplace_back(StudySpec{twenty_four_switches(), all_loads(), {}, 0});
  if (!run_studies(studies, options, "24 switches")) return false;
  std::vector<Indices> indices;
  for (unsigned load = 0; load < kLoads; ++load) {
    indices.push_back(indices_at(studies.front(), load));
  }
  findings.large = indices;
  Section section;
  section.title = "24 switches (figure 9)";
  section.plots = {
      index_plot(studies.front(), "figure_9", "Figure 9: correlation index, 24 switches")};
  section.tables = {loads_table(studies.front())};
  report.sections.push_back(std::move(section));
  return true;
}

bool add_twenty_switches(const PaperOptions& options, PaperReport& report, Findings& findings) {
  std::vector<Study> studies;
  for (const Pattern pattern : kPatterns) {
    studies.emplace_back(StudySpec{twenty_switches(pattern), all_loads(), {}, 0});
  }
  if (!run_studies(studies, options, "20 switches")) return false;
  findings.twenty = family_facts(studies);
  Section section;
  section.title = "20 switches, four kinds of traffic (figure 10)";
  section.plots = {
      index_plot(studies[1], "figure_10",
                 "Figure 10: correlation index, 20 switches, bit reversal"),
      mean_index_plot(studies, "index_20",
                      "Correlation index, 20 switches, four kinds of traffic (bars: standard "
                      "deviation)")};
  section.tables = {family_table(studies, "patterns_20", "20 switches, four kinds of traffic")};
  for (const Study& study : studies) section.tables.push_back(loads_table(study));
  report.sections.push_back(std::move(section));
  return true;
}

}  // namespace turnpike::sim::arnau
