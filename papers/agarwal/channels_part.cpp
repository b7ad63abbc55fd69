// channels_part.cpp - two channels a dimension: rho = m B k_d / 2, k_d of II-B.

#include "papers/agarwal/channels_part.h"

#include <fmt/format.h>

#include <algorithm>
#include <cmath>

#include "papers/agarwal/curves.h"
#include "papers/agarwal/findings.h"

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

Finding close_up_to_moderate(Shape shape, const char* what,
                             const std::vector<MeasuredPoint>& points) {
  double most = 0;
  for (const MeasuredPoint& point : points) {
    if (point.network.shape != shape || point.rho() > kModerate + 1e-6) continue;
    most = std::max(most, std::abs(point.excess()));
  }
  return {fmt::format("{}: accurate at low to moderate load", what),
          fmt::format("within {:.1f} %", 100 * most), most <= .1};
}

Judgement judge_mesh(const std::vector<MeasuredPoint>& points) {
  std::vector<Finding> findings = {close_up_to_moderate(Shape::mesh, "mesh", points)};
  for (const MeasuredPoint& point : points) {
    if (point.network.shape != Shape::mesh || point.rho() < kHeavyMesh - 1e-6) continue;
    findings.push_back(
        {fmt::format("n = {}, rho = {:.2f}: measured higher", point.network.dimensions,
                     point.rho()),
         fmt::format("{:.1f} for {:.1f}", point.latency.mean, formula(point.network)),
         point.excess() > .05});
  }
  return judge({"channels_mesh",
                "III-C: without end-around channels (10) with rho = m B k_d / 2 is accurate at low "
                "to moderate loads, and too low when channels are heavily loaded",
                "k_d = (k - 1/k) / 3. Agrees: within 10 % up to rho = 0.3; measured higher by 5 % "
                "or more from 0.5 on.",
                "messages of few hops wait for the node's own channel too"},
               findings);
}

// Why, as the paper has it: channels in the middle carry more than the average.
Judgement judge_middle(const std::vector<MeasuredPoint>& points) {
  std::vector<Finding> findings;
  double mesh = 0;
  double torus = 0;
  for (const MeasuredPoint& point : points) {
    if (point.rho() < kModerate + 1e-6 || point.rho() > kHighestCompared + 1e-6) continue;
    double& most = point.network.shape == Shape::mesh ? mesh : torus;
    most = std::max(most, point.excess());
  }
  findings.push_back({"mesh above its formula, torus not as much",
                      fmt::format("at most {:+.0f} % and {:+.0f} %", 100 * mesh, 100 * torus),
                      mesh > 2 * std::max(0., torus)});
  return judge({"channels_middle",
                "III-C: the higher latencies come from the missing end-around channels: the middle "
                "of a dimension is loaded more",
                "Loads above 0.3, of a torus up to 0.7, which loads its channels evenly; agrees: "
                "the mesh's largest excess is more than twice the torus's.",
                ""},
               findings);
}

Plot channels_plot(Shape shape, const std::vector<NetworkCase>& networks,
                   const std::vector<MeasuredPoint>& points) {
  Plot plot;
  const bool is_mesh = shape == Shape::mesh;
  plot.id = is_mesh ? "channels_mesh" : "channels_torus";
  plot.title =
      is_mesh ? "Meshes, channels both ways, B = 4" : "Tori with channels both ways, B = 4";
  plot.x_label = "m, messages per node and cycle";
  plot.y_label = "latency, cycles";
  plot.y_limit = 120;
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
    text += fmt::format("{}rho = {:.3f} with k = {}", text.empty() ? "" : ", ", full_middle(point),
                        point.network.radix);
  }
  return text;
}

}  // namespace

std::vector<Judgement> judge_channels(const std::vector<MeasuredPoint>& points) {
  const Finding torus = close_up_to_moderate(Shape::two_way_torus, "two-way torus", points);
  return {judge({"channels_torus",
                 "III-C: tori with channels both ways follow (10) with rho = m B k_d / 2",
                 "k_d = k/4, (k - 1/k) / 4 for odd k. Agrees: within 10 % up to rho = 0.3.",
                 "messages of few hops wait for the node's own channel too"},
                {torus}),
          judge_mesh(points), judge_middle(points)};
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
  for (Judgement& judgement : judge_channels(points)) {
    report.judgements.push_back(std::move(judgement));
  }
  Section section;
  section.title = "Channels both ways (III-C)";
  section.paragraphs = {fmt::format(
      "C1-4: III-C prints k_d = (k - 1) / 3 for a mesh; II-B has (k - 1/k) / 3, which is what "
      "messages take (hops below). The middle channels of a mesh carry m B k / 4 and are full at "
      "{}.",
      middle_text(points))};
  section.plots = {channels_plot(Shape::two_way_torus, lines(options.quick), points),
                   channels_plot(Shape::mesh, lines(options.quick), points)};
  section.tables = {points_table("channels", "Channels both ways", points)};
  report.sections.push_back(std::move(section));
}

}  // namespace turnpike::sim::agarwal
