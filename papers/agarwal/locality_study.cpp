// locality_study.cpp - networks and loads of Fig. 12.

#include "papers/agarwal/locality_study.h"

#include <cmath>

#include "model/analysis/agarwal.h"

namespace turnpike::sim::agarwal {

const MeasuredPoint* LocalityStudy::at(double rate, double side) const {
  for (const MeasuredPoint& point : points) {
    const bool same_side = std::abs(std::sqrt(point.network.share) - side) < 1e-6;
    if (same_side && std::abs(point.network.rate - rate) < 1e-9) return &point;
  }
  return nullptr;
}

NetworkCase locality_network(double rate, double side) {
  return {Shape::torus, 32, 2, 4, rate, side * side};
}

double locality_formula(double rate, double side) {
  const NetworkCase network = locality_network(rate, side);
  return model::agarwal::latency_locality(network.nodes(), network.dimensions, rate, network.flits,
                                          network.share);
}

Reduction reduction(double from, double to, double hops_from, double hops_to) {
  return {from, to, (hops_from - hops_to) / from};
}

LocalityStudy run_locality(const PaperOptions& options, PaperReport& report) {
  const std::vector<double> rates = options.quick
                                        ? std::vector<double>{kLightRate, kHeavyRate}
                                        : std::vector<double>{kLightRate, .004, .008, kHeavyRate};
  const std::vector<double> sides = options.quick
                                        ? std::vector<double>{.5, kNearbySide, 1}
                                        : std::vector<double>{.3, .5, .7, .8, kNearbySide, 1};
  std::vector<NetworkCase> networks;
  for (const double rate : rates) {
    for (const double side : sides) networks.push_back(locality_network(rate, side));
  }
  return {measure(networks, options, "figure 12", report)};
}

}  // namespace turnpike::sim::agarwal
