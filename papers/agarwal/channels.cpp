// channels.cpp - two channels a dimension: rho = m B k_d / 2, k_d of II-B.

#include "papers/agarwal/other_networks.h"

#include <fmt/format.h>

#include <algorithm>
#include <cmath>

namespace turnpike::sim::agarwal {

namespace {

constexpr double kModerate = .3;  // rho up to which loads are low to moderate in a mesh
constexpr double kHeavyMesh = .5;
constexpr double kHighestCompared = .7;

std::vector<NetworkCase> lines(bool quick) {
  std::vector<NetworkCase> networks = {{Shape::two_way_torus, 16, 2, 4, 0, 1},
                                       {Shape::mesh, 16, 2, 4, 0, 1}};
  if (quick) return networks;
  networks.push_back({Shape::two_way_torus, 9, 2, 4, 0, 1});
  networks.push_back({Shape::two_way_torus, 8, 3, 4, 0, 1});
  networks.push_back({Shape::mesh, 8, 3, 4, 0, 1});
  return networks;
}

std::vector<double> loads(Shape shape, bool quick) {
  if (shape == Shape::mesh) {
    return quick ? std::vector<double>{.1, .3, .55} : std::vector<double>{.1, .2, .3, .4, .5, .6};
  }
  return quick ? std::vector<double>{.1, .3, .7}
               : std::vector<double>{.1, .2, .3, .4, .5, .6, .7, .8, .9};
}

// Where the middle channels of a mesh are full: they carry m B k / 4.
double full_middle(const MeasuredPoint& point) {
  return 2 * mean_distance(point.network) / point.network.radix;
}

// The largest deviation, of either sign; percent.
Measured most_up_to_moderate(Shape shape, const std::vector<MeasuredPoint>& points) {
  std::vector<Measured> all;
  for (const MeasuredPoint& point : points) {
    if (point.network.shape != shape || point.rho() > kModerate + 1e-6) continue;
    const Measured excess = point.excess();
    all.push_back({std::abs(excess.mean), excess.half_width});
  }
  return highest(all);
}

Values mesh_values(const std::vector<MeasuredPoint>& points) {
  std::vector<Values> rows;
  for (const MeasuredPoint& point : points) {
    if (point.network.shape != Shape::mesh || point.rho() < kHeavyMesh - 1e-6) continue;
    rows.push_back({{"n", point.network.dimensions},
                    {"rho", point.rho()},
                    {"latency", point.latency},
                    {"formula", formula(point.network)}});
  }
  return {{"most", most_up_to_moderate(Shape::mesh, points)}, {"heavy", rows}};
}

// Largest excesses in percent.
Values middle_values(const std::vector<MeasuredPoint>& points) {
  std::vector<Measured> mesh = {{0, 0}};
  std::vector<Measured> torus = {{0, 0}};
  for (const MeasuredPoint& point : points) {
    if (point.rho() < kModerate + 1e-6 || point.rho() > kHighestCompared + 1e-6) continue;
    (point.network.shape == Shape::mesh ? mesh : torus).push_back(point.excess());
  }
  return {{"mesh", highest(mesh)}, {"torus", highest(torus)}};
}

// Hops in a dimension of meshes, in percent from (k - 1) / 3 and from (k - 1/k) / 3.
Values distance_values(const std::vector<MeasuredPoint>& points) {
  std::vector<Measured> printed;
  std::vector<Measured> corrected;
  for (const MeasuredPoint& point : points) {
    if (point.network.shape != Shape::mesh) continue;
    const Measured hops = {point.hops.mean / point.network.dimensions,
                           point.hops.half_width / point.network.dimensions};
    printed.push_back(percent_over(hops, (point.network.radix - 1) / 3.));
    const Measured off = percent_over(hops, mean_distance(point.network));
    corrected.push_back({std::abs(off.mean), off.half_width});
  }
  return {{"printed", highest(printed)}, {"corrected", highest(corrected)}};
}

Plot channels_plot(const Part& part, Shape shape, const std::vector<NetworkCase>& networks,
                   const std::vector<MeasuredPoint>& points) {
  Plot plot = part.plot(shape == Shape::mesh ? "channels_mesh" : "channels_torus");
  for (const NetworkCase& network : networks) {
    if (network.shape != shape) continue;
    add_network(plot, network, fmt::format("k = {}, n = {}", network.radix, network.dimensions),
                points);
  }
  return plot;
}

std::string middle_text(const std::vector<MeasuredPoint>& points) {
  std::string text;
  for (const MeasuredPoint& point : points) {
    if (point.network.shape != Shape::mesh || point.rho() > .11) continue;
    add_to_list(text,
                fmt::format("rho = {:.3f} with k = {}", full_middle(point), point.network.radix));
  }
  return text;
}

}  // namespace

std::vector<Judgement> judge_channels(const std::vector<MeasuredPoint>& points) {
  return Part("agarwal", "channels")
      .judge(
          {{"channels_torus", Values{{"most", most_up_to_moderate(Shape::two_way_torus, points)}}},
           {"channels_mesh", mesh_values(points)},
           {"channels_middle", middle_values(points)},
           {"channels_distance", distance_values(points)}});
}

void add_channels(const PaperOptions& options, PaperReport& report) {
  if (!options.wants("channels")) return;
  std::vector<NetworkCase> networks;
  for (const NetworkCase& line : lines(options.quick)) {
    for (const double rho : loads(line.shape, options.quick)) {
      networks.push_back(at_utilisation(line, rho));
    }
  }
  const auto points = measure(networks, options, "two-way channels", report);
  if (report.interrupted) return;
  const Part part("agarwal", "channels");
  part.add_to(report, options.quick, judge_channels(points),
              {points_table("channels", "Channels both ways", points)},
              {channels_plot(part, Shape::two_way_torus, lines(options.quick), points),
               channels_plot(part, Shape::mesh, lines(options.quick), points)},
              {{"middle", middle_text(points)}});
}

}  // namespace turnpike::sim::agarwal
