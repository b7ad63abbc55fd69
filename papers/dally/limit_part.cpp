// limit_part.cpp - tables and plot of the limits.

#include "papers/dally/limit_part.h"

#include <fmt/format.h>

#include "model/analysis/dally.h"
#include "papers/dally/limit_study.h"

namespace turnpike::sim::dally {

namespace {

namespace closed = model::dally;

Cell number(double value, int decimals = 0) { return {Measured{value, 0}, decimals}; }

// (2) or (3) over D T_w.
double computed_ratio(unsigned j, unsigned distance) {
  const unsigned source = 0;  // any multiple of i
  return closed::latency(source, source + distance, {j * kRatioAlpha}, kRatioAlpha) / distance;
}

Table ratio_table(const LimitStudy& study) {
  Table table;
  table.id = "limits";
  table.title = "Latency over that of the wire, alpha = 8, flat array with i = j alpha";
  table.columns = {"j", "D", "computed, (3)", "measured", "limit, 1 + 1/j"};
  for (const WireRatio& r : study.ratios) {
    table.rows.push_back({number(r.j), number(r.distance),
                          number(computed_ratio(r.j, r.distance), 4), number(r.ratio, 4),
                          number(1 + 1. / r.j, 2)});
  }
  return table;
}

Table hop_table(const LimitStudy& study) {
  Table table;
  table.id = "limits_hops";
  table.title = "Hops from interchange to interchange, by spacing and levels";
  table.columns = {"D", "i", "l", "computed, (5)", "measured"};
  for (const std::vector<HopCount>* counts : {&study.roots, &study.depths}) {
    for (const HopCount& c : *counts) {
      table.rows.push_back({number(c.distance), number(c.spacing), number(c.levels),
                            number(closed::hops_equation_5(c.distance, c.spacing, c.levels)),
                            number(c.hops)});
    }
  }
  table.note = fmt::format(
      "A message over D = {} takes {:g} T_w with alpha = 64, i = 4, l = 3. From node 14 to 17 it "
      "takes {:g} T_w in the plain array and {:g} across the interchange before node 16.",
      study.long_distance, study.long_latency, study.near, study.near_crossed);
  return table;
}

Plot ratio_plot(const LimitStudy& study) {
  Plot plot;
  plot.id = "limits";
  plot.title = "Latency over that of the wire, i = j alpha, alpha = 8";
  plot.x_label = "distance D, nodes (points: measured)";
  plot.y_label = "T_D / (D T_w)";
  plot.log_x = true;
  for (const unsigned j : {1u, 2u, 4u}) {
    PlotSeries line;
    line.label = fmt::format("i = {}, (3)", j * kRatioAlpha);
    line.style = PlotStyle::line;
    line.colour = j;
    PlotSeries dots;
    dots.style = PlotStyle::points;
    dots.colour = j;
    for (const WireRatio& r : study.ratios) {
      if (r.j == j) dots.points.push_back({1. * r.distance, r.ratio, 0});
    }
    for (unsigned d = 64; d <= 8192; d *= 2)
      line.points.push_back({1. * d, computed_ratio(j, d), 0});
    plot.series.push_back(std::move(line));
    plot.series.push_back(std::move(dots));
  }
  return plot;
}

}  // namespace

bool add_limits(const PaperOptions& options, PaperReport& report) {
  LimitStudy study;
  if (!study.run(options)) return false;
  report.parameters.push_back(
      {"limits: alpha and distances",
       "alpha = 8, i = 8, 16, 32, D = 64 .. 8192 (quick: 4096), from one interchange to another",
       true});
  for (Judgement& judgement : judge_limits(study)) report.judgements.push_back(judgement);
  Section section;
  section.title = "Limits (III-A, III-C, III-D, V)";
  section.plots = {ratio_plot(study)};
  section.tables = {ratio_table(study), hop_table(study)};
  report.sections.push_back(std::move(section));
  return true;
}

}  // namespace turnpike::sim::dally
