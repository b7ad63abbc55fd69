// level_study.cpp - the array of III-E nearly empty, and overloaded with its channels split.

#include "papers/dally/level_study.h"

#include <fmt/format.h>
#include <fmt/ranges.h>

#include <algorithm>

#include "model/analysis/express_load.h"
#include "papers/dally/centre.h"
#include "papers/dally/load_runs.h"
#include "papers/dally/quiet_network.h"

namespace turnpike::sim::dally {

namespace {

constexpr unsigned kFlits = 4;

std::string example_text(const Split& split) {
  return array_text(kExampleNodes,
                    fmt::format("spacing = {}\nlevels = {}\nchannels = [{}]", kExampleSpacing,
                                kExampleLevels, fmt::join(split, ", ")));
}

// Every way to split the express channels, one at least on each level; quick: the two that are
// judged.
std::vector<Split> wanted_splits(const PaperOptions& options) {
  if (options.quick) return {paper_split(), counted_split()};
  std::vector<Split> all;
  for (unsigned a = 1; a <= kExampleExpress - 2; ++a) {
    for (unsigned b = 1; a + b <= kExampleExpress - 1; ++b) {
      all.push_back({a, b, kExampleExpress - a - b});
    }
  }
  return all;
}

}  // namespace

Split paper_split() { return {1, 2, 4}; }

Split counted_split() {
  Split all = model::split_channels(exact_fractions(), kExampleExpress + 1);
  all.erase(all.begin());  // the local one
  return all;
}

std::string split_text(const Split& split) { return fmt::format("1, {}", fmt::join(split, ", ")); }

std::vector<double> exact_fractions() {
  return model::centre_traffic(kExampleNodes,
                               model::dally::equal_spacing(kExampleSpacing, kExampleLevels),
                               model::random_traffic())
      .fractions();
}

double expected_gain(const Split& split) {
  const model::dally::Spacing spacing =
      model::dally::equal_spacing(kExampleSpacing, kExampleLevels);
  double least = kExampleNodes;  // flits per node and cycle
  for (unsigned cut = 1; cut < kExampleNodes; ++cut) {
    const model::CutTraffic traffic =
        model::cut_traffic(kExampleNodes, spacing, cut, model::random_traffic());
    for (unsigned level = 0; level <= kExampleLevels; ++level) {
      const double busier = std::max(traffic.up[level], traffic.down[level]);
      const double channels = level == 0 ? 1 : split[level - 1];
      if (busier > 0) least = std::min(least, channels / busier);
    }
  }
  return least * kExampleNodes / 4;  // the plain array is full at 4/k
}

bool LevelStudy::run(const PaperOptions& options) {
  std::vector<NetworkPoint> empty = {
      {experiment_from(example_text({1, 1, 1}) + low_load(options, 1), "array"), {}}};
  std::vector<NetworkPoint> full = {
      {experiment_from(array_text(kExampleNodes) + overload(options, .2, kFlits), "array"), {}}};
  for (const Split& split : wanted_splits(options)) {
    splits.push_back({split, {}, expected_gain(split)});
    full.push_back(
        {experiment_from(example_text(split) + overload(options, .8, kFlits), "array"), {}});
  }
  const std::vector<std::uint64_t> seeds = load_seeds(options);
  if (!run_network_points(empty, seeds, options, "loads by level") ||
      !run_network_points(full, seeds, options, "splits of channels")) {
    return false;
  }
  const model::Network network = network_of(empty[0].experiment);
  for (unsigned level = 0; level <= kExampleLevels; ++level) {
    shares.push_back(over_results(empty[0], [&](const model::Results& r) {
      return centre_channels(network, r.channel_utilisation).share(level);
    }));
  }
  for (std::size_t s = 0; s < splits.size(); ++s) {
    std::vector<double> times;
    for (std::size_t r = 0; r < seeds.size(); ++r) {
      times.push_back(full[s + 1].results[r].accepted / full[0].results[r].accepted);
    }
    splits[s].times_plain = measured(times);
  }
  return true;
}

}  // namespace turnpike::sim::dally
