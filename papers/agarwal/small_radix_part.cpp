// small_radix_part.cpp - the binary 6-cube beside the model with clamped probabilities.

#include "papers/agarwal/small_radix_part.h"

#include "papers/agarwal/measured_points.h"

namespace turnpike::sim::agarwal {

namespace {

constexpr unsigned kCube = 6;

Table small_table(const std::vector<MeasuredPoint>& points) {
  Table table;
  table.id = "small_radix";
  table.title = "Binary 6-cube, k_d = 1/2: cycles of waiting per hop";
  table.columns = {
      "B", "rho", "m", "latency", "local wait", "wait per hop, measured", "clamped model"};
  for (const MeasuredPoint& point : points) {
    table.rows.push_back({exact(point.network.flits, 0), exact(point.rho(), 2),
                          exact(point.network.rate, 3), Cell(point.latency, 2),
                          Cell(point.local_wait, 2), exact(point.wait() / point.hops.mean, 3),
                          exact(clamped_wait(kCube, point.rho(), point.network.flits), 3)});
  }
  table.note =
      "With k_d = 1/2 the node's own channels carry m B = 2 rho, so loads end at rho = 0.4; what "
      "messages wait for the channel to the node where they arrive is in the measured wait.";
  return table;
}

}  // namespace

double clamped_wait(unsigned dimensions, double rho, unsigned flits) {
  const double entering = rho * 2 / dimensions;  // rho_i = rho / (n k_d)
  const double turning = rho - entering;         // rho_s, rho_c = 0
  return flits * turning * entering / (rho * (1 - rho));
}

void add_small_radix(const PaperOptions& options, PaperReport& report) {
  if (!options.wants("k2")) return;
  std::vector<NetworkCase> networks;
  for (const unsigned flits : {1u, 4u}) {
    for (const double rho : {.1, .2, .3, .4}) {
      networks.push_back(at_utilisation({Shape::hypercube, 2, kCube, flits, 0, 1}, rho));
    }
  }
  const auto points = measure(networks, options, "k = 2", report);
  if (report.interrupted) return;
  Section section;
  section.title = "Outside the model: k = 2";
  section.paragraphs = {
      "With k_d below 1 the share rho_c of messages that go straight on is negative and (6) and "
      "(8) give a negative wait (C1-12): k = 2 with channels one way, k below 4 with channels both "
      "ways and in meshes. The formulas here refuse such a network. With the probability of a turn "
      "cut to 1, so rho_c = 0, (3) and (5) give w = rho B / (1 - rho) (2/n) (1 - 2/n), of the "
      "right "
      "sign and size."};
  section.tables = {small_table(points)};
  report.sections.push_back(std::move(section));
}

}  // namespace turnpike::sim::agarwal
