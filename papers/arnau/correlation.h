// correlation.h - how well latencies follow equivalent distances (Arnau et al., section 3.2).

#pragma once

#include <vector>

namespace turnpike::sim::arnau {

// One point of a figure, standing for `pairs` ordered pairs of switches.
struct DistancePoint {
  double distance = 0;  // equivalent, in links
  double latency = 0;   // cycles
  double pairs = 1;     // its weight
};

// Distances that are equal but for rounding.
constexpr double kSameDistance = 1e-6;
// One point for each distance, ascending: the mean latency of its points and how many they are.
std::vector<DistancePoint> grouped_by_distance(std::vector<DistancePoint> points);

// Pearson's r with weights; NaN when one of the two does not vary.
double correlation(const std::vector<DistancePoint>& points);

struct Line {
  double slope = 0;
  double intercept = 0;
  double at(double x) const { return intercept + slope * x; }
};
// Least squares with weights; distances vary.
Line regression(const std::vector<DistancePoint>& points);

}  // namespace turnpike::sim::arnau
