// express_load.cpp - who crosses a cut of an express array on which level.

#include "model/analysis/express_load.h"

#include <algorithm>
#include <cmath>
#include <numeric>
#include <stdexcept>
#include <string>

namespace turnpike::model {

namespace {

using Lengths = std::vector<std::uint64_t>;

// A node's way across the cut. If it goes to at least the node number `reach` of the other side (0:
// next to the cut) it crosses on `level`, be it from there or to there: the way back is the same
// way. If not, the node on the other side decides in the same manner.
struct Crossing {
  unsigned level = 0;
  std::uint64_t reach = 0;
};

// [n]: sum of the weights of the distances below n.
using Sums = std::vector<double>;

void check(bool fits, const char* name, std::uint64_t value, const std::string& allowed) {
  if (fits) return;
  throw std::invalid_argument(std::string(name) + ": found " + std::to_string(value) +
                              ", allowed: " + allowed);
}

unsigned level_at(std::uint64_t interchange, const Lengths& lengths) {
  auto level = static_cast<unsigned>(lengths.size() - 1);
  while (level > 0 && interchange % lengths[level] != 0) --level;
  return level;
}

// From a node below the cut, always on the highest channel there is.
Crossing crossing_up(std::uint64_t node, std::uint64_t cut, const Lengths& lengths) {
  if (lengths.size() == 1) return {};
  std::uint64_t here = (node / lengths[1] + 1) * lengths[1];
  if (cut <= here) return {};  // on a local channel, wherever it goes
  for (;;) {
    const unsigned level = level_at(here, lengths);
    const std::uint64_t length = lengths[level];
    // Cruising needs no step by step.
    const bool cruises = level + 1 == lengths.size();
    here += cruises ? (cut - here + length - 1) / length * length : length;
    if (here >= cut) return {level, here - cut};
  }
}

// From a node above the cut. The interchange before node `cut` stands above it too.
Crossing crossing_down(std::uint64_t node, std::uint64_t cut, const Lengths& lengths) {
  if (lengths.size() == 1) return {};
  std::uint64_t here = node / lengths[1] * lengths[1];
  if (here < cut) return {};
  for (;;) {
    const unsigned level = level_at(here, lengths);
    const std::uint64_t length = lengths[level];
    const bool cruises = level + 1 == lengths.size();
    const std::uint64_t step = cruises ? ((here - cut) / length + 1) * length : length;
    // Nodes up to here - step - 1 are worth it; if there are none, nobody's reach goes so far.
    if (step > here - cut) return {level, cut + step - here};
    here -= step;
  }
}

// Traffic of the nodes on one side of the cut, nearest first, to those on the other.
std::vector<double> one_way(const std::vector<Crossing>& from, const std::vector<Crossing>& to,
                            std::size_t levels, const Sums& sums) {
  // Where the answer of the other side changes.
  std::vector<std::size_t> changes;
  for (std::size_t n = 0; n < to.size(); ++n) {
    if (n == 0 || to[n].level != to[n - 1].level) changes.push_back(n);
  }
  changes.push_back(to.size());
  std::vector<double> traffic(levels, 0.0);
  for (std::size_t near = 0; near < from.size(); ++near) {
    // It has from.size() - 1 - near nodes behind it and near + to.size() before it.
    const double all = sums[from.size() - near] + sums[near + to.size() + 1] - sums[1];
    if (all <= 0) continue;
    const auto between = [&](std::size_t first, std::size_t end) {
      return (sums[near + 1 + end] - sums[near + 1 + first]) / all;
    };
    const std::size_t reach = std::min<std::uint64_t>(from[near].reach, to.size());
    traffic[from[near].level] += between(reach, to.size());
    for (std::size_t c = 0; c + 1 < changes.size() && changes[c] < reach; ++c) {
      traffic[to[changes[c]].level] += between(changes[c], std::min(changes[c + 1], reach));
    }
  }
  return traffic;
}

Sums sums_of(const DistanceWeight& weight, std::uint64_t radix) {
  Sums sums{0.0};
  for (std::uint64_t distance = 0; distance < radix; ++distance) {
    const double part = weight(distance);
    if (!(part >= 0) || !std::isfinite(part)) {
      throw std::invalid_argument("weight of distance " + std::to_string(distance) + ": found " +
                                  std::to_string(part) + ", allowed: a number from 0 on");
    }
    sums.push_back(sums.back() + part);
  }
  return sums;
}

// Equal up to rounding.
bool less(double a, double b) { return a < b - 1e-12 * std::abs(b); }

}  // namespace

DistanceWeight random_traffic() {
  return [](std::uint64_t) { return 1.0; };
}

DistanceWeight local_traffic(std::uint64_t distance) {
  check(distance >= 1, "distance", distance, "1 or more");
  return [distance](std::uint64_t d) { return d >= 1 && d <= distance ? 1.0 : 0.0; };
}

std::vector<double> CutTraffic::fractions() const {
  std::vector<double> shares(up.size(), 0.0);
  const double all =
      std::accumulate(up.begin(), up.end(), std::accumulate(down.begin(), down.end(), 0.0));
  if (all <= 0) return shares;
  for (std::size_t level = 0; level < up.size(); ++level) {
    shares[level] = (up[level] + down[level]) / all;
  }
  return shares;
}

CutTraffic cut_traffic(std::uint64_t radix, const dally::Spacing& spacing, std::uint64_t cut,
                       const DistanceWeight& weight) {
  check(radix >= 2 && radix <= std::uint64_t{1} << 24, "radix", radix, "2 .. 2^24");
  check(cut >= 1 && cut < radix, "cut", cut, "1 .. " + std::to_string(radix - 1));
  const Lengths lengths = dally::channel_lengths(spacing);
  const Sums sums = sums_of(weight, radix);
  std::vector<Crossing> below;
  std::vector<Crossing> above;
  for (std::uint64_t n = 0; n < cut; ++n) below.push_back(crossing_up(cut - 1 - n, cut, lengths));
  for (std::uint64_t n = cut; n < radix; ++n) above.push_back(crossing_down(n, cut, lengths));
  return {one_way(below, above, lengths.size(), sums), one_way(above, below, lengths.size(), sums)};
}

CutTraffic centre_traffic(std::uint64_t radix, const dally::Spacing& spacing,
                          const DistanceWeight& weight) {
  return cut_traffic(radix, spacing, radix / 2, weight);
}

std::vector<double> balanced_split(const std::vector<double>& fractions, unsigned channels) {
  std::vector<double> split;
  for (const double fraction : fractions) split.push_back(fraction * channels);
  return split;
}

std::vector<unsigned> split_channels(const std::vector<double>& fractions, unsigned channels) {
  check(!fractions.empty(), "levels", 0, "1 or more");
  check(channels >= fractions.size(), "channels", channels,
        std::to_string(fractions.size()) + " or more, one for each level");
  std::vector<unsigned> split(fractions.size(), 1);
  // Each further channel goes where a channel carries most now; of equals to where it takes most
  // away, which is where there are fewest. No other order ends lower: loads only fall.
  for (auto left = channels - static_cast<unsigned>(fractions.size()); left > 0; --left) {
    std::size_t best = 0;
    for (std::size_t level = 1; level < fractions.size(); ++level) {
      const double most = fractions[best] / split[best];
      const double here = fractions[level] / split[level];
      if (less(most, here) || (!less(here, most) && split[level] < split[best])) best = level;
    }
    ++split[best];
  }
  return split;
}

std::vector<double> channel_loads(const std::vector<double>& fractions,
                                  const std::vector<unsigned>& split) {
  check(split.size() == fractions.size(), "split", split.size(),
        std::to_string(fractions.size()) + " numbers of channels");
  std::vector<double> loads;
  for (std::size_t level = 0; level < split.size(); ++level) {
    check(split[level] >= 1, "split", split[level], "1 or more");
    loads.push_back(fractions[level] / split[level]);
  }
  return loads;
}

unsigned bottleneck_level(const std::vector<double>& loads) {
  check(!loads.empty(), "levels", 0, "1 or more");
  std::size_t worst = 0;
  for (std::size_t level = 1; level < loads.size(); ++level) {
    if (less(loads[worst], loads[level])) worst = level;
  }
  return static_cast<unsigned>(worst);
}

}  // namespace turnpike::model
