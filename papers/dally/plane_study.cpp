// plane_study.cpp - four meshes of 16 x 16 under rising load.

#include "papers/dally/plane_study.h"

#include <fmt/format.h>

#include <algorithm>

#include "papers/dally/load_runs.h"

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

double PlaneStudy::saturation(Plane plane) const {
  double most = 0;
  for (const PlanePoint& point : of(plane)) most = std::max(most, point.accepted.mean);
  return most;
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

}  // namespace turnpike::sim::dally
