// levels.cpp - the array of III-E nearly empty, and overloaded with its channels split.

#include "papers/dally/levels.h"

#include <fmt/format.h>
#include <fmt/ranges.h>

#include <algorithm>
#include <cmath>

#include "model/analysis/dally.h"
#include "model/analysis/express_load.h"
#include "papers/dally/load_runs.h"
#include "papers/dally/quiet_network.h"
#include "papers/sheet.h"

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
  std::vector<unsigned> channels = {1};
  channels.insert(channels.end(), split.begin(), split.end());
  return counted_gain(kExampleNodes, model::dally::equal_spacing(kExampleSpacing, kExampleLevels),
                      channels);
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

namespace {

constexpr double kPaper[] = {.0625, .125, .25, .5625};

// (6) and (7) as they stand.
std::vector<double> printed_fractions() {
  std::vector<double> fractions;
  for (unsigned j = 0; j < kExampleLevels; ++j) {
    fractions.push_back(2 * std::pow(kExampleSpacing, j) / kExampleNodes);
  }
  fractions.push_back((std::pow(kExampleSpacing, kExampleLevels) - kExampleSpacing) /
                      (1. - kExampleSpacing));
  return fractions;
}

template <class Fractions>
unsigned levels_near(const Fractions& fractions, double tolerance) {
  unsigned near = 0;
  for (unsigned j = 0; j <= kExampleLevels; ++j) {
    near += std::fabs(fractions[j] - kPaper[j]) <= tolerance * kPaper[j];
  }
  return near;
}

Values equations() {
  const std::vector<double> printed = printed_fractions();
  const std::vector<double> corrected = model::dally::traffic_fractions(
      kExampleNodes, model::dally::equal_spacing(kExampleSpacing, kExampleLevels));
  return {{"printed", fmt::format("{:g}", fmt::join(printed, ", "))},
          {"corrected", fmt::format("{:g}", fmt::join(corrected, ", "))},
          {"printed_right", levels_near(printed, 1e-9)},
          {"corrected_right", levels_near(corrected, 1e-9)}};
}

Values fractions(const LevelStudy& study) {
  const std::vector<double> counted = exact_fractions();
  double off = 0;  // percent
  std::vector<Values> rows;
  for (unsigned j = 0; j <= kExampleLevels; ++j) {
    const Measured& share = study.shares[j];
    off = std::max(off, 100 * std::fabs(share.mean / counted[j] - 1));
    rows.push_back({{"j", j}, {"share", share}, {"paper", kPaper[j]}});
  }
  return {{"levels", rows}, {"off", off}, {"exact", fmt::format("{:g}", fmt::join(counted, ", "))}};
}

// Destinations within `distance` nodes either way, and anywhere; by the exact count.
Values local_allocation() {
  constexpr unsigned kNear = 2 * kExampleSpacing;
  const model::dally::Spacing spacing =
      model::dally::equal_spacing(kExampleSpacing, kExampleLevels);
  const std::vector<double> local =
      model::centre_traffic(kExampleNodes, spacing, model::local_traffic(kNear)).fractions();
  const std::vector<double> random = exact_fractions();
  const auto split = [](const std::vector<double>& fractions) {
    return model::split_channels(fractions, kExampleExpress + 1);
  };
  const auto lower = [](const auto& of_levels) { return of_levels[0] + of_levels[1]; };
  return {{"near", kNear},
          {"local", lower(local)},
          {"random", lower(random)},
          {"local_channels", lower(split(local))},
          {"random_channels", lower(split(random))},
          {"local_split", fmt::format("{}", fmt::join(split(local), ", "))},
          {"random_split", fmt::format("{}", fmt::join(split(random), ", "))}};
}

Values allocation(const LevelStudy& study) {
  const auto find = [&](const Split& split) -> const SplitPoint& {
    return *std::find_if(study.splits.begin(), study.splits.end(),
                         [&](const SplitPoint& p) { return p.split == split; });
  };
  const SplitPoint& paper = find(paper_split());
  const SplitPoint& counted = find(counted_split());
  const SplitPoint& best = *std::max_element(study.splits.begin(), study.splits.end(),
                                             [](const SplitPoint& a, const SplitPoint& b) {
                                               return a.times_plain.mean < b.times_plain.mean;
                                             });
  return {{"times", paper.times_plain},           {"counted", split_text(counted.split)},
          {"times_counted", counted.times_plain}, {"best", split_text(best.split)},
          {"times_best", best.times_plain},       {"top", exact_fractions().back()}};
}

Table share_table(const Part& part, const LevelStudy& study) {
  const std::vector<double> equations = model::dally::traffic_fractions(
      kExampleNodes, model::dally::equal_spacing(kExampleSpacing, kExampleLevels));
  const std::vector<double> counted = exact_fractions();
  Table table = part.table("levels");
  for (unsigned j = 0; j <= kExampleLevels; ++j) {
    table.rows.push_back(
        {exact(j), exact(equations[j], 4), exact(counted[j], 4), Cell(study.shares[j], 4)});
  }
  return table;
}

Table split_table(const Part& part, const LevelStudy& study) {
  Table table = part.table("levels_splits");
  for (const SplitPoint& p : study.splits) {
    table.rows.push_back({split_text(p.split), exact(p.expected, 2), Cell(p.times_plain, 2)});
  }
  return table;
}

}  // namespace

std::vector<Judgement> judge_levels(const LevelStudy& study) {
  return Part("dally", "levels")
      .judge({{"fraction_equations", equations()},
              {"fractions", fractions(study)},
              {"allocation", allocation(study)},
              {"local_allocation", local_allocation()}});
}

bool add_levels(const PaperOptions& options, PaperReport& report) {
  LevelStudy study;
  if (!study.run(options)) return false;
  const Part part("dally", "levels");
  part.add_to(report, options.quick, judge_levels(study),
              {share_table(part, study), split_table(part, study)});
  return true;
}

}  // namespace turnpike::sim::dally
