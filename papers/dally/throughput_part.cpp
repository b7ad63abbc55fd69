// throughput_part.cpp - table and plot of III-B.

#include "papers/dally/throughput_part.h"

#include <fmt/format.h>

#include "papers/dally/throughput_study.h"

namespace turnpike::sim::dally {

namespace {

Cell count(unsigned value) { return {Measured{1. * value, 0}, 0}; }

Table throughput_table(const ThroughputStudy& study) {
  Table table;
  table.id = "throughput";
  table.title = "Accepted traffic far beyond saturation, k = 64, uniform, 4 flits a message";
  table.columns = {"insertion",
                   "i",
                   "m",
                   "accepted",
                   "times plain",
                   "m + 1",
                   "bound by loads",
                   "channels across the centre",
                   "f_0 at the centre"};
  for (const ThroughputPoint& p : study.points) {
    const bool plain = p.insertion == Insertion::none;
    table.rows.push_back({insertion_text(p.insertion), plain ? Cell("") : count(p.spacing),
                          count(p.express), Cell(p.accepted, 4), Cell(p.times_plain, 2),
                          count(p.express + 1), Cell(p.bound, 4), count(p.channels),
                          Cell(p.local_share, 4)});
  }
  table.note =
      "In flits per node and cycle. The bound is the accepted traffic at which the busiest "
      "channel, "
      "parallel ones taken together, would be full, from the loads at 0.02. Overload is not fair: "
      "nodes beside full channels send less, so accepted traffic can pass the bound of uniform "
      "traffic.";
  return table;
}

Plot throughput_plot(const ThroughputStudy& study) {
  Plot plot;
  plot.id = "throughput";
  plot.title = "Throughput over the number of express channels, k = 64";
  plot.x_label = "express channels m";
  plot.y_label = "throughput, times the plain array";
  PlotSeries ideal;
  ideal.label = "m + 1";
  ideal.style = PlotStyle::line;
  ideal.dashed = true;
  ideal.colour = 8;
  for (const double m : {0., 4.}) ideal.points.push_back({m, m + 1, 0});
  plot.series.push_back(ideal);
  unsigned colour = 0;
  for (const unsigned spacing : {4u, 8u, 16u}) {
    for (const Insertion insertion : {Insertion::multichannel, Insertion::interleaved}) {
      PlotSeries series;
      series.label = fmt::format("{}, i = {}", insertion_text(insertion), spacing);
      series.dashed = insertion == Insertion::interleaved;
      series.colour = ++colour;
      series.points.push_back({0, 1, 0});
      for (const ThroughputPoint& p : study.points) {
        if (p.insertion != insertion || p.spacing != spacing) continue;
        series.points.push_back({1. * p.express, p.times_plain.mean, p.times_plain.half_width});
      }
      plot.series.push_back(series);
    }
  }
  return plot;
}

}  // namespace

bool add_throughput(const PaperOptions& options, PaperReport& report) {
  ThroughputStudy study;
  if (!study.run(options)) return false;
  report.parameters.insert(
      report.parameters.end(),
      {{"III-B: arrays", "k = 64, i = 4, 8, 16, m = 1 to 4", true},
       {"III-B: traffic", "uniform (random) over all nodes, 4 flits a message", true},
       {"III-B: routers",
        "4 VCs, 4 flits each, one cycle a hop; the paper deals with topology only", true}});
  for (Judgement& judgement : judge_throughput(study)) report.judgements.push_back(judgement);
  Section section;
  section.title = "Throughput with m express channels (III-B, Fig. 2)";
  section.plots = {throughput_plot(study)};
  section.tables = {throughput_table(study)};
  report.sections.push_back(std::move(section));
  return true;
}

}  // namespace turnpike::sim::dally
