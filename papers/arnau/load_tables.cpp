// load_tables.cpp - a network over its loads, as tables and plots.

#include "papers/arnau/load_tables.h"

#include <fmt/format.h>

#include "papers/arnau/tables.h"

namespace turnpike::sim::arnau {

namespace {

// r^2 of an index in %; the error is carried over.
Measured squared(const Measured& index) {
  const double r = index.mean / 100;
  return {r * r, 2 * std::abs(r) * index.half_width / 100};
}

Plot empty_index_plot(const std::string& id, const std::string& title) {
  Plot plot;
  plot.id = id;
  plot.title = title;
  plot.x_label = "simulation point S1 .. S9";
  plot.y_label = "correlation index, %";
  plot.x_limit = 10;
  plot.y_limit = 125;  // room for the labels
  return plot;
}

PlotPoint point_at(unsigned load, const Measured& value) {
  return {static_cast<double>(load + 1), value.mean, value.half_width};
}

constexpr const char* kPlainLabel = "average latencies";
constexpr const char* kWeightedLabel = "weighted average values";

}  // namespace

Table loads_table(const Study& study) {
  Table table;
  table.id = "loads_" + study.spec().one.id;
  table.title = fmt::format("{}, bound {:.4f} flits per switch and cycle", study.spec().one.label,
                            study.distances().bound);
  table.columns = {"point",
                   "offered, flits/switch/cycle",
                   "delivered",
                   "latency from injection, cycles",
                   "from the source queue",
                   "from the first switch's output",
                   "index, %",
                   "r^2",
                   "weighted index, %",
                   "r^2, weighted",
                   "index from the first switch's output, %",
                   "weighted"};
  for (const unsigned load : study.spec().loads) {
    const Measured plain = study.plain_index(load);
    const Measured weighted = study.weighted_index(load);
    table.rows.push_back({load_name(load), Cell(Measured{study.load(load), 0}, 4),
                          Cell(study.accepted(load), 4),
                          Cell(study.latency(load, LatencyFrom::injection), 2),
                          Cell(study.latency(load, LatencyFrom::queueing), 1),
                          Cell(study.latency(load, LatencyFrom::first_switch), 2), Cell(plain, 1),
                          Cell(squared(plain), 3), Cell(weighted, 1), Cell(squared(weighted), 3),
                          Cell(study.plain_index(load, LatencyFrom::first_switch), 1),
                          Cell(study.weighted_index(load, LatencyFrom::first_switch), 1)});
  }
  table.note =
      "Indices are those of latency from injection, where nothing else is said. Above saturation "
      "latency from the source queue grows with the length of the run.";
  return table;
}

Plot index_plot(const Study& study, const std::string& id, const std::string& title) {
  Plot plot = empty_index_plot(id, title);
  plot.series.resize(2);
  plot.series[0].label = kPlainLabel;
  plot.series[1].label = kWeightedLabel;
  for (const unsigned load : study.spec().loads) {
    plot.series[0].points.push_back(point_at(load, study.plain_index(load)));
    plot.series[1].points.push_back(point_at(load, study.weighted_index(load)));
  }
  return plot;
}

Plot mean_index_plot(const std::vector<Study>& studies, const std::string& id,
                     const std::string& title) {
  Plot plot = empty_index_plot(id, title);
  plot.series.resize(2);
  plot.series[0].label = kPlainLabel;
  plot.series[1].label = kWeightedLabel;
  for (const unsigned load : studies.front().spec().loads) {
    Family family;
    for (const Study& study : studies) family.push_back(indices_at(study, load));
    for (const auto& [series, which] :
         {std::pair{0, &Indices::plain}, std::pair{1, &Indices::weighted}}) {
      plot.series[static_cast<std::size_t>(series)].points.push_back(
          point_at(load, {mean_of(family, which), deviation_of(family, which)}));
    }
  }
  return plot;
}

Table family_table(const std::vector<Study>& studies, const std::string& id,
                   const std::string& title) {
  Table table;
  table.id = id;
  table.title = title;
  table.columns = {"network",      "index, S1, %", "weighted, S1", "index, S8",
                   "weighted, S8", "index, S9",    "weighted, S9"};
  std::vector<Family> families(3);
  constexpr unsigned kPoints[] = {kLow, kS8, kDeep};
  for (const Study& study : studies) {
    std::vector<Cell> row = {study.spec().one.label};
    for (std::size_t i = 0; i < families.size(); ++i) {
      row.emplace_back(study.plain_index(kPoints[i]), 1);
      row.emplace_back(study.weighted_index(kPoints[i]), 1);
      families[i].push_back(indices_at(study, kPoints[i]));
    }
    table.rows.push_back(row);
  }
  for (const bool is_mean : {true, false}) {
    const auto over = is_mean ? mean_of : deviation_of;
    std::vector<Cell> row = {is_mean ? "mean" : "standard deviation"};
    for (const Family& family : families) {
      row.emplace_back(Measured{over(family, &Indices::plain), 0}, 1);
      row.emplace_back(Measured{over(family, &Indices::weighted), 0}, 1);
    }
    table.rows.push_back(row);
  }
  return table;
}

Indices indices_at(const Study& study, unsigned load) {
  return {study.plain_index(load).mean, study.weighted_index(load).mean};
}

FamilyFacts family_facts(const std::vector<Study>& studies) {
  FamilyFacts facts;
  for (const Study& study : studies) {
    facts.low.push_back(indices_at(study, kLow));
    facts.deep.push_back(indices_at(study, kDeep));
    facts.routes.push_back(route_indices(study.spec().one, study.distances()));
  }
  return facts;
}

}  // namespace turnpike::sim::arnau
