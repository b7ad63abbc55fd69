// locality.h - Fig. 12 of Agarwal 1991: a window of destinations, N = 1K, n = 2, B = 4.

#pragma once

#include <vector>

#include "papers/agarwal/measured_points.h"

namespace turnpike::sim::agarwal {

constexpr double kLightRate = .001;  // m
constexpr double kHeavyRate = .012;
constexpr double kNearbySide = .9;  // l^(1/2) that the text compares with 1

struct LocalityStudy {
  std::vector<MeasuredPoint> points;

  // Null: not measured. `side` is l^(1/2).
  const MeasuredPoint* at(double rate, double side) const;
};

LocalityStudy run_locality(const PaperOptions& options, PaperReport& report);

NetworkCase locality_network(double rate, double side);
// (10) with k_dl = (l^(1/n) k - 1) / 2, the window's real width.
double locality_formula(double rate, double side);

// What the text says of the latency when l^(1/2) goes from 1 to 0.9: shares of the latency at 1.
struct Reduction {
  double from = 0;  // cycles
  double to = 0;
  double hops = 0;  // share taken off because there are fewer hops
  double total() const { return 1 - to / from; }
  double bandwidth() const { return total() - hops; }
};
Reduction reduction(double from, double to, double hops_from, double hops_to);

std::vector<Judgement> judge_locality(const LocalityStudy& study);

void add_locality(const PaperOptions& options, PaperReport& report);

}  // namespace turnpike::sim::agarwal
