// ten.cpp - latency of the ten switches over traffic and over equivalent distance.

#include <fmt/format.h>

#include <algorithm>

#include "papers/arnau/experiments.h"
#include "papers/arnau/load_tables.h"
#include "papers/arnau/readings.h"

namespace turnpike::sim::arnau {

namespace {

// What the paper prints of S1 and S8: flits per node and cycle, cycles, %.
constexpr double kTraffic[] = {.097, .56};
constexpr double kLatency[] = {30.93, 170.17};
constexpr double kIndex[] = {88.8, 74.4};
constexpr double kWeighted = 99.2;

PlotSeries latency_curve(const Study& study, const std::string& label,
                         Measured (Study::*latency)(unsigned) const = &Study::latency) {
  PlotSeries series;
  series.label = label;
  for (const unsigned load : study.spec().loads) {
    const Measured value = (study.*latency)(load);
    series.points.push_back({study.accepted(load).mean, value.mean, value.half_width});
  }
  return series;
}

// Latency over what is delivered; the paper's points stand where it prints them.
Plot traffic_plot(const Part& part, const std::vector<Reading>& all,
                  const std::vector<Study>& studies) {
  Plot plot = part.plot("figure_5");
  for (std::size_t i = 0; i < all.size() && i < 2; ++i) {
    plot.series.push_back(latency_curve(studies[i], all[i].label));
  }
  plot.series.push_back(
      latency_curve(studies[0], "from the source queue", &Study::latency_from_queue));
  plot.series.back().dashed = true;
  PlotSeries printed;
  printed.label = "the paper's S1 and S8";
  printed.style = PlotStyle::points;
  printed.is_hollow = true;
  printed.colour = 8;
  for (const unsigned i : {0u, 1u}) printed.points.push_back({kTraffic[i], kLatency[i], 0});
  plot.series.push_back(printed);
  return plot;
}

// A point for each pair or distance, and the regression line through `points`.
Plot distance_plot(Plot plot, const char* label, const std::vector<PlotPoint>& shown,
                   const std::vector<DistancePoint>& points, double printed) {
  PlotSeries measured_points;
  measured_points.label = label;
  measured_points.style = PlotStyle::points;
  measured_points.points = shown;
  const Line line = regression(points);
  PlotSeries fitted;
  fitted.label = fmt::format("{:.2f} + {:.2f} T, index {:.1f} % (the paper's: {:.1f} %)",
                             line.intercept, line.slope, 100 * correlation(points), printed);
  fitted.style = PlotStyle::line;
  fitted.points = {{.5, line.at(.5), 0}, {3.5, line.at(3.5), 0}};
  plot.series = {measured_points, fitted};
  return plot;
}

Plot pairs_plot(Plot plot, const Study& study, unsigned load, double printed) {
  const std::vector<DistancePoint> points = study.points(load);
  std::vector<PlotPoint> shown;
  shown.reserve(points.size());
  for (const DistancePoint& pair : points) shown.push_back({pair.distance, pair.latency, 0});
  return distance_plot(std::move(plot), "pairs of switches", shown, points, printed);
}

Plot weighted_plot(Plot plot, const Study& study) {
  std::vector<PlotPoint> shown;
  for (const auto& at : study.distance_latencies(kS8)) {
    shown.push_back({at.distance, at.latency.mean, at.latency.half_width});
  }
  return distance_plot(std::move(plot), "distances", shown, grouped_by_distance(study.points(kS8)),
                       kWeighted);
}

Table distance_table(Table table, const Study& study) {
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

Table readings_table(Table table, const std::vector<Reading>& all,
                     const std::vector<Study>& studies, const TenSwitchFacts& facts) {
  for (std::size_t i = 0; i < all.size(); ++i) {
    const Study& s = studies[i];
    table.rows.push_back(
        {all[i].label, facts.index_s1[i].is_fitting ? "yes" : "no", Cell(s.latency(kLow), 2),
         Cell(s.plain_index(kLow), 1), Cell(s.weighted_index(kLow), 1), Cell(s.accepted(kS8), 3),
         Cell(s.latency(kS8), 1), Cell(s.plain_index(kS8), 1), Cell(s.weighted_index(kS8), 1),
         Cell(s.accepted(kDeep), 3), Cell(s.latency(kDeep), 1), Cell(s.plain_index(kDeep), 1),
         Cell(s.weighted_index(kDeep), 1)});
  }
  return table;
}

// A number by each reading, at S1 or S8; S8 may be read as what is delivered far beyond saturation.
template <class Figure>
Outcomes over_readings(const std::vector<Reading>& all, const std::vector<Study>& studies,
                       unsigned load, Figure figure) {
  Outcomes outcomes;
  for (std::size_t i = 0; i < all.size(); ++i) {
    outcomes.push_back({all[i].label, figure(studies[i], load)});
  }
  if (load == kS8) outcomes.push_back({"S9 in the place of S8", figure(studies[0], kDeep)});
  return outcomes;
}

TenSwitchFacts ten_facts(const std::vector<Reading>& all, const std::vector<Study>& studies) {
  const auto over = [&](unsigned load, auto figure) {
    return over_readings(all, studies, load, figure);
  };
  const auto latency = [](const Study& s, unsigned load) { return s.latency(load); };
  const auto plain = [](const Study& s, unsigned load) { return s.plain_index(load); };
  const auto weighted = [](const Study& s, unsigned load) { return s.weighted_index(load); };
  const auto delivered = [](const Study& s, unsigned load) {
    return ratio(s.accepted(load), {s.load(load), 0});
  };
  TenSwitchFacts facts;
  facts.latency_s1 = over(kLow, latency);
  facts.latency_s8 = over(kS8, latency);
  facts.index_s1 = over(kLow, plain);
  facts.index_s8 = over(kS8, plain);
  facts.weighted_s8 = over(kS8, weighted);
  facts.falls = over(kS8, [](const Study& s, unsigned load) {
    return ratio(s.plain_index(kLow), s.plain_index(load));
  });
  facts.stays = over(kS8, [](const Study& s, unsigned load) {
    return ratio(s.weighted_index(load), s.weighted_index(kLow));
  });
  facts.delivered_s1 = over(kLow, delivered);
  facts.delivered_s8 = over(kS8, delivered);
  facts.delivered_s8.pop_back();  // of S8 itself
  for (std::size_t i = 0; i < all.size(); ++i) {
    for (const unsigned load : studies[i].spec().loads) {
      const Measured most = studies[i].accepted(load);
      if (!(most.mean <= facts.most_delivered.value.mean)) {
        facts.most_delivered = {all[i].label, most};
      }
    }
  }
  return facts;
}

}  // namespace

bool add_ten_switches(const PaperOptions& options, PaperReport& report, Measurements& found) {
  const Effort wanted = effort(options);
  const std::vector<Reading> all = readings(options);
  std::vector<Study> studies;
  studies.reserve(all.size());
  for (const Reading& reading : all) {
    studies.emplace_back(StudySpec{ten_switches(), all_loads(), reading.setting,
                                   wanted.messages_of_ten / reading.shorter, wanted.seeds});
  }
  if (!run_studies(studies, options, "ten switches")) return false;
  found.ten = ten_facts(all, studies);
  mark_fitting(found);
  const Study& study = studies.front();
  const Part part("arnau", "ten");
  std::vector<Plot> plots;
  if (options.wants("5")) plots.push_back(traffic_plot(part, all, studies));
  if (options.wants("6")) {
    plots.push_back(pairs_plot(part.plot("figure_6"), study, kLow, kIndex[0]));
  }
  if (options.wants("7")) {
    plots.push_back(pairs_plot(part.plot("figure_7"), study, kS8, kIndex[1]));
  }
  if (options.wants("8")) plots.push_back(weighted_plot(part.plot("figure_8"), study));
  plots.push_back(index_plot(part.plot("index_10"), study,
                             {{kLow, {kIndex[0], 0}}, {kS8, {kIndex[1], 0}}},
                             {{kS8, {kWeighted, 0}}}));
  part.add_to(report, options.quick, {},
              {readings_table(part.table("readings_10"), all, studies, *found.ten),
               distance_table(part.table("distances_10"), study),
               loads_table(part.table("loads_10"), study)},
              plots);
  return true;
}

}  // namespace turnpike::sim::arnau
