// plane_part.cpp - tables and plot of the meshes of 16 x 16.

#include "papers/dally/plane_part.h"

#include "papers/dally/plane_study.h"

namespace turnpike::sim::dally {

namespace {

Table point_table(const PlaneStudy& study) {
  Table table;
  table.id = "plane";
  table.title = "16 x 16, uniform traffic, messages of 512 bits";
  table.columns = {"network", "offered", "accepted", "latency, cycles", "hops"};
  for (unsigned p = 0; p < kPlanes; ++p) {
    const auto plane = static_cast<Plane>(p);
    for (const PlanePoint& point : study.of(plane)) {
      table.rows.push_back({plane_row(plane).label, Cell({point.offered, 0}, 1),
                            Cell(point.accepted, 3),
                            point.latency.known() ? Cell(point.latency, 1) : Cell("saturated"),
                            Cell(point.hops, 2)});
    }
  }
  table.note = "Traffic in bits per node and cycle.";
  return table;
}

Table summary_table(const PlaneStudy& study) {
  Table table;
  table.id = "plane_summary";
  table.title = "The same at the lightest load, and the most that is accepted";
  table.columns = {"network", "wires across a row, one way", "latency, cycles", "hops",
                   "most accepted, bits per node and cycle"};
  for (unsigned p = 0; p < kPlanes; ++p) {
    const auto plane = static_cast<Plane>(p);
    const PlaneRow& row = plane_row(plane);
    const PlanePoint& first = study.of(plane).front();
    table.rows.push_back({row.label, Cell({1. * row.width * row.channels, 0}, 0),
                          Cell(first.latency, 1), Cell(first.hops, 2),
                          Cell({study.saturation(plane), 0}, 1)});
  }
  return table;
}

Plot latency_plot(const PlaneStudy& study) {
  Plot plot;
  plot.id = "plane";
  plot.title = "16 x 16: latency over offered traffic";
  plot.x_label = "offered traffic, bits per node and cycle";
  plot.y_label = "latency, cycles";
  plot.y_limit = 250;
  for (unsigned p = 0; p < kPlanes; ++p) {
    PlotSeries series;
    series.label = plane_row(static_cast<Plane>(p)).label;
    for (const PlanePoint& point : study.of(static_cast<Plane>(p))) {
      if (!point.latency.known()) continue;
      series.points.push_back({point.offered, point.latency.mean, point.latency.half_width});
    }
    plot.series.push_back(series);
  }
  return plot;
}

}  // namespace

bool add_plane(const PaperOptions& options, PaperReport& report) {
  PlaneStudy study;
  if (!study.run(options)) return false;
  report.parameters.push_back(
      {"III-F: meshes",
       "16 x 16, i = 4, l = 1, m = 1, uniform traffic, one cycle a hop for nodes and interchanges, "
       "no wire delay; the first three seeds",
       true});
  for (Judgement& judgement : judge_plane(study)) report.judgements.push_back(judgement);
  Section section;
  section.title = "Express against plain, 16 x 16 (III-B, III-F)";
  section.paragraphs = {
      "An express mesh with m = 1 has twice the wires of the plain one across every cut. So it is "
      "set "
      "beside the plain mesh with channels as wide, and beside the plain mesh with as many wires, "
      "whose messages are half as many flits. Nodes here are as fast as wires; express channels "
      "are "
      "meant for slow ones, and for nodes whose pins limit the width of a channel."};
  section.plots = {latency_plot(study)};
  section.tables = {summary_table(study), point_table(study)};
  report.sections.push_back(std::move(section));
  return true;
}

}  // namespace turnpike::sim::dally
