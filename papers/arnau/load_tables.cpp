// load_tables.cpp - tables and plots over the loads and over the readings.

#include "papers/arnau/load_tables.h"

#include <fmt/format.h>

#include <cmath>
#include <functional>

namespace turnpike::sim::arnau {

namespace {

// r^2 of an index in %; the error is carried over.
Measured squared(const Measured& index) {
  const double r = index.mean / 100;
  return {r * r, 2 * std::abs(r) * index.half_width / 100};
}

// Mean and standard deviation over networks.
template <class Figure>
Measured spread_over(const Family& family, Figure figure) {
  std::vector<double> values;
  for (std::size_t n = 0; n < family.networks(); ++n) values.push_back(figure(family.at(n, 0)));
  Measured result = measured(values);
  double squares = 0;
  for (const double value : values) squares += (value - result.mean) * (value - result.mean);
  result.half_width = std::sqrt(squares / static_cast<double>(values.size() - 1));
  return result;
}

using Index = Measured (Study::*)(unsigned) const;

Measured index_over(const Family& family, Index index, unsigned load) {
  return spread_over(family, [&](const Study& study) { return (study.*index)(load).mean; });
}

// What is printed stands beside what was measured, so that bars do not cover each other.
constexpr double kBeside = .17;

PlotSeries measured_series(const char* label, unsigned colour,
                           const std::function<Measured(unsigned load)>& index) {
  PlotSeries series;
  series.label = label;
  series.colour = colour;
  for (const unsigned load : all_loads()) {
    const Measured value = index(load);
    series.points.push_back({load + 1., value.mean, value.half_width});
  }
  return series;
}

PlotSeries printed_series(const char* label, unsigned colour,
                          const std::vector<PrintedIndex>& printed) {
  PlotSeries series;
  series.label = label;
  series.colour = colour;
  series.style = PlotStyle::points;
  series.is_hollow = true;
  for (const PrintedIndex& at : printed) {
    series.points.push_back({at.load + 1 + kBeside, at.value.mean, at.value.half_width});
  }
  return series;
}

Plot with_series(Plot plot, const std::function<Measured(unsigned)>& plain,
                 const std::function<Measured(unsigned)>& weighted,
                 const std::vector<PrintedIndex>& printed,
                 const std::vector<PrintedIndex>& printed_weighted) {
  plot.series = {measured_series("average latencies", 1, plain),
                 measured_series("weighted average values", 2, weighted)};
  if (!printed.empty()) plot.series.push_back(printed_series("the paper's", 1, printed));
  if (!printed_weighted.empty()) {
    plot.series.push_back(printed_series("the paper's, weighted", 2, printed_weighted));
  }
  return plot;
}

}  // namespace

Table loads_table(Table table, const Study& study) {
  for (const unsigned load : study.spec().loads) {
    const Measured plain = study.plain_index(load);
    const Measured weighted = study.weighted_index(load);
    table.rows.push_back({load_name(load), exact(study.load(load), 4),
                          Cell(study.accepted(load), 4), Cell(study.latency(load), 2),
                          Cell(study.latency_from_queue(load), 1), Cell(plain, 1),
                          Cell(squared(plain), 3), Cell(weighted, 1), Cell(squared(weighted), 3)});
  }
  return table;
}

Table loads_table(Table table, const Family& family) {
  const Study& first = family.at(0, 0);
  for (const unsigned load : first.spec().loads) {
    const auto over = [&](const std::function<double(const Study&)>& figure) {
      return spread_over(family, figure);
    };
    const Measured plain = index_over(family, &Study::plain_index, load);
    const Measured weighted = index_over(family, &Study::weighted_index, load);
    table.rows.push_back(
        {load_name(load), exact(load_of(load, 1), 3),
         exact(over([&](const Study& s) { return s.accepted(load).mean; }).mean, 4),
         exact(over([&](const Study& s) { return s.latency(load).mean; }).mean, 1),
         exact(plain.mean, 1), exact(plain.half_width, 1), exact(squared(plain).mean, 3),
         exact(weighted.mean, 1), exact(weighted.half_width, 1), exact(squared(weighted).mean, 3)});
  }
  return table;
}

Table readings_table(Table table, const std::vector<Family>& families, const FamilyFacts& facts) {
  for (std::size_t i = 0; i < families.size(); ++i) {
    const bool is_first = i == 0;  // it has S8 as well, behind all others
    table.rows.push_back({families[i].reading, exact(static_cast<double>(families[i].networks())),
                          Cell(facts.low[i].value, 1), Cell(facts.low_weighted[i].value, 1),
                          is_first ? Cell(facts.deep.back().value, 1) : Cell("-"),
                          is_first ? Cell(facts.deep_weighted.back().value, 1) : Cell("-"),
                          Cell(facts.deep[i].value, 1), Cell(facts.deep_weighted[i].value, 1),
                          Cell(facts.falls[i].value, 2), Cell(facts.stays[i].value, 3)});
  }
  return table;
}

Plot index_plot(Plot plot, const Study& study, const std::vector<PrintedIndex>& printed,
                const std::vector<PrintedIndex>& printed_weighted) {
  return with_series(
      std::move(plot), [&](unsigned load) { return study.plain_index(load); },
      [&](unsigned load) { return study.weighted_index(load); }, printed, printed_weighted);
}

Plot index_plot(Plot plot, const Family& family, const std::vector<PrintedIndex>& printed,
                const std::vector<PrintedIndex>& printed_weighted) {
  return with_series(
      std::move(plot), [&](unsigned load) { return index_over(family, &Study::plain_index, load); },
      [&](unsigned load) { return index_over(family, &Study::weighted_index, load); }, printed,
      printed_weighted);
}

}  // namespace turnpike::sim::arnau
