// plane.cpp - four meshes of 16 x 16 under rising load.

#include "papers/dally/plane.h"

#include <fmt/format.h>

#include <algorithm>

#include "papers/dally/load_runs.h"
#include "papers/sheet.h"

namespace turnpike::sim::dally {

namespace {

double heaviest(Plane plane) {  // offered, just beyond saturation
  switch (plane) {
    case Plane::plain:
      return 8;
    case Plane::express:
    case Plane::joint:
      break;
    case Plane::wide:
      return 16;
  }
  return 12;
}

NetworkPoint point_of(const PaperOptions& options, Plane plane, double offered) {
  const unsigned width = plane_row(plane).width;
  return {experiment_from(
              plane_text(plane) +
                  fmt::format("[traffic]\npattern = \"uniform\"\nload = {}\n"
                              "length = {}\n[run]\nwarmup = 3000\nmeasurement = {}\n",
                              offered / width, kMessageBits / width, options.quick ? 4000 : 10000),
              "mesh"),
          {}};
}

PlanePoint found_at(double offered, unsigned width, const NetworkPoint& point) {
  PlanePoint found;
  found.offered = offered;
  found.accepted = over_results(point, [&](const model::Results& r) { return r.accepted * width; });
  found.hops = over_seeds(point, &model::Results::hops);
  const bool saturated = std::any_of(point.results.begin(), point.results.end(),
                                     [](const model::Results& r) { return r.saturated; });
  if (!saturated) found.latency = over_seeds(point, &model::Results::latency);
  return found;
}

}  // namespace

const PlaneRow& plane_row(Plane plane) {
  static const PlaneRow rows[kPlanes] = {{"plain, W = 32", 32, 1},
                                         {"express i = 4, W = 32", 32, 2},
                                         {"joint express i = 4, W = 32", 32, 2},
                                         {"plain, W = 64", 64, 1}};
  return rows[static_cast<unsigned>(plane)];
}

std::string plane_text(Plane plane) {
  std::string text =
      "[network]\ntopology = \"mesh\"\nradix = 16\ndimensions = 2\n"
      "[router]\nvirtual_channels = 4\nbuffer_depth = 4\n";
  text += fmt::format("flit_bits = {}\n", plane_row(plane).width);
  if (plane == Plane::express || plane == Plane::joint) {
    text += fmt::format("[network.express]\nspacing = 4\nlevels = 1\ndimensions = \"{}\"\n",
                        plane == Plane::joint ? "joint" : "separate");
  }
  return text;
}

Measured PlaneStudy::saturation(Plane plane) const {
  return std::max_element(of(plane).begin(), of(plane).end(),
                          [](const PlanePoint& a, const PlanePoint& b) {
                            return a.accepted.mean < b.accepted.mean;
                          })
      ->accepted;
}

bool PlaneStudy::run(const PaperOptions& options) {
  std::vector<NetworkPoint> runs;
  std::vector<std::pair<Plane, double>> what;
  const double step = options.quick ? 2 : .5;
  for (unsigned p = 0; p < kPlanes; ++p) {
    const auto plane = static_cast<Plane>(p);
    for (double offered = .5; offered <= heaviest(plane); offered += step) {
      runs.push_back(point_of(options, plane, offered));
      what.emplace_back(plane, offered);
    }
  }
  std::vector<std::uint64_t> seeds = load_seeds(options);
  if (seeds.size() > 3) seeds.resize(3);
  if (!run_network_points(runs, seeds, options, "16 x 16")) return false;
  for (std::size_t r = 0; r < runs.size(); ++r) {
    const auto [plane, offered] = what[r];
    points[static_cast<unsigned>(plane)].push_back(
        found_at(offered, plane_row(plane).width, runs[r]));
  }
  return true;
}

namespace {

// Each at the lightest load.
Values latency(const PlanePoint& plain, const PlanePoint& express) {
  return {{"hops", express.hops},
          {"plain_hops", plain.hops},
          {"cycles", express.latency},
          {"plain_cycles", plain.latency}};
}

// Bits accepted for each wire of the bisection, over the plain mesh's.
Values per_wire(const PlaneStudy& study) {
  const auto of_a_wire = [&](Plane plane) {
    const PlaneRow& row = plane_row(plane);
    const double wires = row.width * row.channels;
    const Measured most = study.saturation(plane);
    return Measured{most.mean / wires, most.half_width / wires};
  };
  const Measured plain = of_a_wire(Plane::plain);
  return {{"express", ratio(of_a_wire(Plane::express), plain)},
          {"wide", ratio(of_a_wire(Plane::wide), plain)},
          {"express_name", plane_row(Plane::express).label},
          {"wide_name", plane_row(Plane::wide).label}};
}

Values joint(const PlanePoint& separate, const PlanePoint& both) {
  return {{"joint", both.hops}, {"separate", separate.hops}};
}

Table point_table(const Part& part, const PlaneStudy& study) {
  Table table = part.table("plane");
  for (unsigned p = 0; p < kPlanes; ++p) {
    const auto plane = static_cast<Plane>(p);
    for (const PlanePoint& point : study.of(plane)) {
      table.rows.push_back({plane_row(plane).label, exact(point.offered, 1),
                            Cell(point.accepted, 3),
                            point.latency.known() ? Cell(point.latency, 1) : Cell("saturated"),
                            Cell(point.hops, 2)});
    }
  }
  return table;
}

Table summary_table(const Part& part, const PlaneStudy& study) {
  Table table = part.table("plane_summary");
  for (unsigned p = 0; p < kPlanes; ++p) {
    const auto plane = static_cast<Plane>(p);
    const PlaneRow& row = plane_row(plane);
    const PlanePoint& first = study.of(plane).front();
    table.rows.push_back({row.label, exact(1. * row.width * row.channels), Cell(first.latency, 1),
                          Cell(first.hops, 2), Cell(study.saturation(plane), 1)});
  }
  return table;
}

Plot latency_plot(const Part& part, const PlaneStudy& study) {
  Plot plot = part.plot("plane");
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

std::vector<Judgement> judge_plane(const PlaneStudy& study) {
  const auto lightest = [&](Plane plane) { return study.of(plane).front(); };
  return Part("dally", "plane")
      .judge({{"plane_latency", latency(lightest(Plane::plain), lightest(Plane::express))},
              {"plane_throughput", Values{{"times", ratio(study.saturation(Plane::express),
                                                          study.saturation(Plane::plain))}}},
              {"throughput_of_wires", per_wire(study)},
              {"joint_interchanges", joint(lightest(Plane::express), lightest(Plane::joint))}});
}

bool add_plane(const PaperOptions& options, PaperReport& report) {
  PlaneStudy study;
  if (!study.run(options)) return false;
  const Part part("dally", "plane");
  part.add_to(report, options.quick, judge_plane(study),
              {summary_table(part, study), point_table(part, study)}, {latency_plot(part, study)});
  return true;
}

}  // namespace turnpike::sim::dally
