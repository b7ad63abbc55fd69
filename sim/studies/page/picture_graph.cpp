// picture_graph.cpp - irregular networks: distances on the drawing as in the network.
//
// Stress majorization (Gansner, Koren, North, Graph drawing by stress majorization, 2004), one
// component after the other: each goes to the mean of where the others want it. Several starts, the
// least stress wins; no randomness, so a network always looks the same.

#include <algorithm>
#include <cmath>
#include <numeric>

#include "sim/studies/page/picture.h"

namespace turnpike::sim {
namespace {

constexpr double kApart = 1.6;    // of neighbours
constexpr double kLeast = 0.75;   // between any two
constexpr double kFewWork = 3e8;  // steps in all
constexpr unsigned kMostRounds = 150;

class StressLayout {
 public:
  StressLayout(const std::vector<unsigned>& distances, std::size_t components)
      : distances_(distances), n_(components) {}

  // Components on a circle, each `stride` places after the one before.
  void start_on_circle(std::size_t stride) {
    const double turn = 2 * std::acos(-1.0) / static_cast<double>(n_);
    const double radius = 0.5 * kApart * std::sqrt(static_cast<double>(n_)) + 0.1;
    spots_.clear();
    for (std::size_t i = 0; i < n_; ++i) {
      const double angle = turn * static_cast<double>(i * stride % n_);
      // Not quite a circle: symmetric starts can come to rest where they should not.
      const double r = radius * (1 + 0.01 * static_cast<double>(i % 7));
      spots_.push_back({r * std::cos(angle), r * std::sin(angle)});
    }
  }

  void settle(unsigned rounds) {
    for (unsigned round = 0; round < rounds; ++round) {
      double moved = 0;
      for (std::size_t i = 0; i < n_; ++i) moved = std::max(moved, settle_one(i));
      if (moved < 1e-4) break;
    }
  }

  double stress() const {
    double sum = 0;
    for (std::size_t i = 0; i < n_; ++i) {
      for (std::size_t j = 0; j < i; ++j) {
        const double wanted = kApart * distances_[i * n_ + j];
        const double error = length(spots_[i] - spots_[j]) / wanted - 1;
        sum += error * error;
      }
    }
    return sum;
  }

  // Pushes components apart that lie on top of each other.
  void separate() {
    for (unsigned round = 0; round < 100; ++round) {
      bool is_clear = true;
      for (std::size_t i = 0; i < n_; ++i) {
        for (std::size_t j = 0; j < i; ++j) {
          const Spot between = spots_[i] - spots_[j];
          const double apart = length(between);
          if (apart >= kLeast) continue;
          is_clear = false;
          const double angle = static_cast<double>(i + j);
          const Spot way =
              apart > 1e-6 ? 1 / apart * between : Spot{std::cos(angle), std::sin(angle)};
          const Spot push = (0.51 * (kLeast - apart)) * way;
          spots_[i] = spots_[i] + push;
          spots_[j] = spots_[j] - push;
        }
      }
      if (is_clear) return;
    }
  }

  const std::vector<Spot>& spots() const { return spots_; }

 private:
  double settle_one(std::size_t i) {
    Spot sum;
    double weights = 0;
    for (std::size_t j = 0; j < n_; ++j) {
      if (j == i) continue;
      const double wanted = kApart * distances_[i * n_ + j];
      const double weight = 1 / (wanted * wanted);
      const Spot between = spots_[i] - spots_[j];
      const double apart = std::max(length(between), 1e-9);
      sum = sum + weight * (spots_[j] + (wanted / apart) * between);
      weights += weight;
    }
    const Spot next = 1 / weights * sum;
    const double moved = length(next - spots_[i]);
    spots_[i] = next;
    return moved;
  }

  const std::vector<unsigned>& distances_;
  std::size_t n_;
  std::vector<Spot> spots_;
};

// Turns the drawing so that it is wider than high: its longest extent comes to lie flat.
void lay_flat(std::vector<Spot>& spots) {
  Spot mean;
  for (const Spot& spot : spots) mean = mean + 1.0 / static_cast<double>(spots.size()) * spot;
  double xx = 0;
  double xy = 0;
  double yy = 0;
  for (const Spot& spot : spots) {
    const Spot d = spot - mean;
    xx += d.x * d.x;
    xy += d.x * d.y;
    yy += d.y * d.y;
  }
  const double angle = 0.5 * std::atan2(2 * xy, xx - yy);
  const double c = std::cos(angle);
  const double s = std::sin(angle);
  for (Spot& spot : spots) {
    const Spot d = spot - mean;
    spot = {c * d.x + s * d.y, c * d.y - s * d.x};
  }
}

}  // namespace

void place_graph(const model::Network& network, Picture& picture) {
  const std::size_t n = network.components.size();
  picture.note = "Switches lie as far apart as they are in the network, as well as a plane allows.";
  if (n == 1) {
    picture.components.push_back({});
    return;
  }
  const std::vector<unsigned> distances = component_distances(network);
  const double round = static_cast<double>(n) * static_cast<double>(n);
  const auto rounds = static_cast<unsigned>(std::clamp(kFewWork / round, 20.0, 1.0 * kMostRounds));
  const bool is_small = round * kMostRounds * 8 < kFewWork;
  double least = -1;
  for (std::size_t stride = 1; stride <= (is_small ? 8 : 1); ++stride) {
    if (std::gcd(stride, n) != 1) continue;  // two would begin in one place
    StressLayout layout(distances, n);
    layout.start_on_circle(stride);
    layout.settle(rounds);
    const double stress = layout.stress();
    if (least >= 0 && stress >= least) continue;
    least = stress;
    layout.separate();
    picture.components = layout.spots();
  }
  lay_flat(picture.components);
}

}  // namespace turnpike::sim
