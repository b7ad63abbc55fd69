// latency_part.cpp - tables and plots of Fig. 4.

#include "papers/dally/latency_part.h"

#include <fmt/format.h>

#include <cmath>
#include <functional>

#include "papers/dally/latency_claims.h"

namespace turnpike::sim::dally {

namespace {

namespace closed = model::dally;

closed::Spacing flat_spacing() { return {kFlatSpacing}; }
closed::Spacing deep_spacing() { return closed::equal_spacing(kSpacing, kLevels); }

const std::vector<std::string>& columns() {
  static const std::vector<std::string> all = {"D",
                                               "wire",
                                               "conventional",
                                               "flat, source 8",
                                               "flat, mean over sources",
                                               "hierarchical, source 32",
                                               "hierarchical, mean over sources"};
  return all;
}

Cell number(double value, int decimals = 0) { return {Measured{value, 0}, decimals}; }

double from(const std::vector<Pair>& pairs, unsigned distance) {
  return mean_latency(pairs, distance);  // of one pair
}

Table measured_table(const LatencyStudy& study) {
  Table table;
  table.id = "latency";
  table.title = "Latency of the head, T_w, measured on the running networks";
  table.columns = columns();
  const auto& distances = figure_distances();
  for (std::size_t n = 0; n < distances.size(); ++n) {
    const unsigned d = distances[n];
    table.rows.push_back({number(d), number(study.wire[n]), number(from(study.conventional, d)),
                          number(from(study.flat, d)), number(mean_latency(study.flat_all, d)),
                          number(from(study.hierarchical, d)),
                          number(mean_latency(study.hierarchical_all, d))});
  }
  table.note =
      "Means over the sources of a period: 16 (flat), 64 (hierarchical), one after the other. The "
      "wire is a channel of D registers between two routers, the sender's own cycle left out.";
  return table;
}

Table computed_table() {
  Table table;
  table.id = "latency_computed";
  table.title = "The same by the closed forms";
  table.columns = columns();
  for (const unsigned d : figure_distances()) {
    table.rows.push_back(
        {number(d), number(d), number(closed::latency_conventional(d, kAlpha)),
         number(closed::latency(kFlatSource, kFlatSource + d, flat_spacing(), kAlpha)),
         number(closed::mean_latency(d, flat_spacing(), kAlpha)),
         number(closed::latency(kDeepSource, kDeepSource + d, deep_spacing(), kAlpha)),
         number(closed::mean_latency(d, deep_spacing(), kAlpha))});
  }
  table.note =
      "(2); III-C for one source; (5) for the mean, below i^l with the levels that the distance "
      "reaches, below i D + D/i hops.";
  return table;
}

using Curve = std::function<double(unsigned)>;

// A curve, and the points measured on it in the same colour, without a label of their own.
void add_curve(Plot& plot, const std::string& label, unsigned colour, const Curve& curve,
               const std::vector<PlotPoint>& points) {
  PlotSeries line;
  line.label = label;
  line.style = PlotStyle::line;
  line.colour = colour;
  const unsigned last = figure_distances().back();
  for (unsigned d = 1; d <= last; d += d < 256 ? 1 : 8)
    line.points.push_back({1. * d, curve(d), 0});
  PlotSeries dots;
  dots.style = PlotStyle::points;
  dots.colour = colour;
  dots.points = points;
  plot.series.push_back(std::move(line));
  plot.series.push_back(std::move(dots));
}

std::vector<PlotPoint> points_of(const std::vector<Pair>& pairs) {
  std::vector<PlotPoint> points;
  for (const unsigned d : figure_distances()) points.push_back({1. * d, mean_latency(pairs, d), 0});
  return points;
}

Plot empty_plot(const char* id, const char* title) {
  Plot plot;
  plot.id = id;
  plot.title = title;
  plot.x_label = "distance D, nodes (points: measured)";
  plot.y_label = "latency of the head, T_w";
  plot.log_x = true;
  plot.log_y = true;
  return plot;
}

void add_references(Plot& plot, const LatencyStudy& study) {
  std::vector<PlotPoint> wire;
  for (std::size_t n = 0; n < figure_distances().size(); ++n) {
    wire.push_back({1. * figure_distances()[n], study.wire[n], 0});
  }
  add_curve(
      plot, "wire", 8, [](unsigned d) { return d; }, wire);
  add_curve(
      plot, "conventional, (2)", 1,
      [](unsigned d) { return closed::latency_conventional(d, kAlpha); },
      points_of(study.conventional));
}

Plot midway_plot(const LatencyStudy& study) {
  Plot plot = empty_plot("figure_4", "Figure 4: latency over distance, source midway, alpha = 64");
  add_references(plot, study);
  add_curve(
      plot, "flat, i = 16", 2,
      [](unsigned d) {
        return closed::latency(kFlatSource, kFlatSource + d, flat_spacing(), kAlpha);
      },
      points_of(study.flat));
  add_curve(
      plot, "hierarchical, i = 4, l = 3", 3,
      [](unsigned d) {
        return closed::latency(kDeepSource, kDeepSource + d, deep_spacing(), kAlpha);
      },
      points_of(study.hierarchical));
  return plot;
}

Plot mean_plot(const LatencyStudy& study) {
  Plot plot = empty_plot("figure_4_mean", "The same, mean over all sources");
  add_references(plot, study);
  add_curve(
      plot, "flat, (3)", 2,
      [](unsigned d) { return closed::mean_latency(d, flat_spacing(), kAlpha); },
      points_of(study.flat_all));
  add_curve(
      plot, "hierarchical, (5)", 3,
      [](unsigned d) { return closed::mean_latency(d, deep_spacing(), kAlpha); },
      points_of(study.hierarchical_all));
  return plot;
}

}  // namespace

bool add_latency(const PaperOptions& options, PaperReport& report) {
  LatencyStudy study;
  if (!study.run(options)) return false;
  report.parameters.insert(
      report.parameters.end(),
      {{"Fig. 4: delays",
        "alpha = 64: T_w one register a unit of length, T_n a cycle and 63 registers", false},
       {"Fig. 4: networks", "flat i = 16; hierarchical i = 4, l = 3; arrays of 1280 nodes", false},
       {"Fig. 4: source", "midway: node 8 of 16 (flat), 32 of 64 (hierarchical); means over all",
        true},
       {"Fig. 4: messages", "one flit in an otherwise quiet network; terminals' cycles left out",
        true}});
  for (Judgement& judgement : judge_latency(study)) report.judgements.push_back(judgement);
  Section section;
  section.title = "Latency over distance (Fig. 4)";
  section.paragraphs = {
      "From one source the latency jumps where an interchange is crossed; the mean over all "
      "sources "
      "is the smooth curve of (3) and (5)."};
  section.plots = {midway_plot(study), mean_plot(study)};
  section.tables = {measured_table(study), computed_table()};
  report.sections.push_back(std::move(section));
  return true;
}

}  // namespace turnpike::sim::dally
