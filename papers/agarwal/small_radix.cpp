// small_radix.cpp - the binary 6-cube beside the model with clamped probabilities.

#include "papers/agarwal/other_networks.h"

namespace turnpike::sim::agarwal {

namespace {

constexpr unsigned kCube = 6;

Table small_table(const Part& part, const std::vector<MeasuredPoint>& points) {
  Table table = part.table("small_radix");
  for (const MeasuredPoint& point : points) {
    table.rows.push_back({exact(point.network.flits, 0), exact(point.rho(), 2),
                          exact(point.network.rate, 3), Cell(point.latency, 2),
                          Cell(point.local_wait, 2), Cell(ratio(point.wait(), point.hops), 3),
                          exact(clamped_wait(kCube, point.rho(), point.network.flits), 3)});
  }
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
  const Part part("agarwal", "k2");
  part.add_to(report, options.quick, {}, {small_table(part, points)});
}

}  // namespace turnpike::sim::agarwal
