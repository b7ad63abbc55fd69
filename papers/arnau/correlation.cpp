// correlation.cpp - weighted correlation and regression.

#include "papers/arnau/correlation.h"

#include <algorithm>
#include <cmath>
#include <limits>

namespace turnpike::sim::arnau {

namespace {

struct Moments {
  double distance = 0;  // means
  double latency = 0;
  double distance_squares = 0;  // weighted sums of products of differences from the means
  double latency_squares = 0;
  double products = 0;
};

Moments moments_of(const std::vector<DistancePoint>& points) {
  Moments m;
  double pairs = 0;
  for (const DistancePoint& p : points) {
    pairs += p.pairs;
    m.distance += p.pairs * p.distance;
    m.latency += p.pairs * p.latency;
  }
  m.distance /= pairs;
  m.latency /= pairs;
  for (const DistancePoint& p : points) {
    const double x = p.distance - m.distance;
    const double y = p.latency - m.latency;
    m.distance_squares += p.pairs * x * x;
    m.latency_squares += p.pairs * y * y;
    m.products += p.pairs * x * y;
  }
  return m;
}

}  // namespace

std::vector<DistancePoint> grouped_by_distance(std::vector<DistancePoint> points) {
  std::sort(points.begin(), points.end(),
            [](const DistancePoint& a, const DistancePoint& b) { return a.distance < b.distance; });
  std::vector<DistancePoint> groups;
  for (const DistancePoint& p : points) {
    if (groups.empty() || p.distance - groups.back().distance > kSameDistance) {
      groups.push_back({p.distance, 0, 0});
    }
    groups.back().latency += p.pairs * p.latency;
    groups.back().pairs += p.pairs;
  }
  for (DistancePoint& group : groups) group.latency /= group.pairs;
  return groups;
}

double correlation(const std::vector<DistancePoint>& points) {
  const Moments m = moments_of(points);
  const double scale = std::sqrt(m.distance_squares * m.latency_squares);
  return scale > 0 ? m.products / scale : std::numeric_limits<double>::quiet_NaN();
}

Line regression(const std::vector<DistancePoint>& points) {
  const Moments m = moments_of(points);
  const double slope = m.products / m.distance_squares;
  return {slope, m.latency - slope * m.distance};
}

}  // namespace turnpike::sim::arnau
