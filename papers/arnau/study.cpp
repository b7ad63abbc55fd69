// study.cpp - a network under its traffic over the loads, several seeds each.

#include "papers/arnau/study.h"

#include <fmt/format.h>

#include <algorithm>
#include <atomic>
#include <cmath>
#include <memory>
#include <numeric>

#include "papers/network_runs.h"
#include "sim/base/task_pool.h"
#include "sim/base/temporary_file.h"

namespace turnpike::sim::arnau {

namespace {

constexpr double kTenSwitchesBound = 4 * 39.0 / 320;  // flits per switch and cycle
constexpr double kFirst = .097 / kTenSwitchesBound;   // S1 and S8, as shares of it
constexpr double kEighth = .56 / kTenSwitchesBound;
constexpr double kBeyond = 3;

// A permutation in a file that lasts as long as this.
class PermutationFile {
 public:
  explicit PermutationFile(const Case& one) : path_(folder_.path() + "/permutation.txt") {
    const std::vector<unsigned> to = permutation_of(one.pattern, one.fit, one.switches * kHosts);
    std::string text;
    for (std::size_t host = 0; host < to.size(); ++host) {
      text += fmt::format("{} {}\n", host, to[host]);
    }
    write_whole_file(path_, text);
  }
  const std::string& path() const { return path_; }

 private:
  TemporaryFolder folder_;
  std::string path_;
};

// Long enough for so many messages of each pair, were the traffic uniform.
Experiment experiment_of(const StudySpec& spec, double load, double bound,
                         const std::string& permutation) {
  Experiment experiment =
      experiment_from(configuration_of(spec.one, spec.setting, load, permutation), spec.one.id);
  const double carried = std::min(load, bound);
  experiment.run.measurement = static_cast<model::Cycle>(
      spec.messages_per_pair * (spec.one.switches - 1) * kMessageFlits / carried);
  experiment.run.max_cycles = 4 * experiment.run.measurement + 200000;
  return experiment;
}

double mean_latency(const PairSums& sums) {
  return static_cast<double>(sums.crossing) / static_cast<double>(sums.messages);
}

template <class Figure>
Measured over_runs(const std::vector<PairRun>& runs, Figure figure) {
  std::vector<double> values;
  values.reserve(runs.size());
  for (const PairRun& run : runs) values.push_back(figure(run));
  return measured(values);
}

}  // namespace

std::vector<unsigned> all_loads() {
  std::vector<unsigned> loads(kLoads);
  std::iota(loads.begin(), loads.end(), 0u);
  return loads;
}

double load_of(unsigned load, double bound) {
  const double share = load > kS8 ? kBeyond : kFirst + (kEighth - kFirst) * load / kS8;
  return share * bound;
}

std::string load_name(unsigned load) { return fmt::format("S{}", load + 1); }

Effort effort(const PaperOptions& options) {
  Effort wanted;
  if (options.quick) {
    wanted.messages_of_ten = wanted.messages_of_random = 20;
    wanted.networks = 3;
    wanted.networks_of_readings = 2;
  }
  for (unsigned i = 0; i < (options.quick ? 2u : 5u); ++i) wanted.seeds.push_back(options.seed + i);
  return wanted;
}

Study::Study(StudySpec spec) : spec_(std::move(spec)), distances_(distances_of(spec_.one)) {}

std::vector<DistancePoint> Study::points_of(const std::vector<PairSums>& pairs) const {
  const std::size_t n = spec_.one.switches;
  std::vector<DistancePoint> points;
  for (std::size_t pair = 0; pair < pairs.size(); ++pair) {
    if (pair / n == pair % n || pairs[pair].messages == 0) continue;
    points.push_back({distances_.table.equivalent[pair], mean_latency(pairs[pair]), 1});
  }
  return points;
}

std::vector<DistancePoint> Study::points(unsigned load) const {
  const std::vector<PairRun>& runs = runs_.at(load);
  std::vector<PairSums> pairs = runs.front().pairs;
  for (std::size_t s = 1; s < runs.size(); ++s) {
    for (std::size_t pair = 0; pair < pairs.size(); ++pair) pairs[pair] += runs[s].pairs[pair];
  }
  return points_of(pairs);
}

Measured Study::latency(unsigned load) const {
  return over_runs(runs_.at(load), [](const PairRun& run) { return mean_latency(run.all); });
}

Measured Study::latency_from_queue(unsigned load) const {
  return over_runs(runs_.at(load), [](const PairRun& run) {
    return static_cast<double>(run.all.queueing + run.all.crossing) /
           static_cast<double>(run.all.messages);
  });
}

Measured Study::accepted(unsigned load) const {
  return over_runs(runs_.at(load), [](const PairRun& run) { return run.accepted; });
}

Measured Study::plain_index(unsigned load) const {
  return over_runs(runs_.at(load),
                   [&](const PairRun& run) { return 100 * correlation(points_of(run.pairs)); });
}

Measured Study::weighted_index(unsigned load) const {
  return over_runs(runs_.at(load), [&](const PairRun& run) {
    return 100 * correlation(grouped_by_distance(points_of(run.pairs)));
  });
}

std::vector<Study::DistanceLatency> Study::distance_latencies(unsigned load) const {
  std::vector<DistanceLatency> found;
  for (const DistancePoint& all : grouped_by_distance(points(load))) {
    std::vector<double> means;
    for (const PairRun& run : runs_.at(load)) {
      for (const DistancePoint& group : grouped_by_distance(points_of(run.pairs))) {
        if (std::abs(group.distance - all.distance) <= kSameDistance) {
          means.push_back(group.latency);
        }
      }
    }
    found.push_back({all.distance, static_cast<unsigned>(all.pairs), measured(means)});
  }
  return found;
}

bool run_studies(std::vector<Study>& studies, const PaperOptions& options,
                 const std::string& what) {
  std::atomic<bool> stop{false};
  std::vector<std::unique_ptr<PermutationFile>> files;
  std::vector<std::function<void()>> tasks;
  for (Study& study : studies) {
    const StudySpec& spec = study.spec_;
    std::string permutation;
    if (spec.one.pattern != Pattern::uniform) {
      files.push_back(std::make_unique<PermutationFile>(spec.one));
      permutation = files.back()->path();
    }
    for (const unsigned load : spec.loads) {
      const double bound = study.distances_.bound;
      Experiment experiment = experiment_of(spec, load_of(load, bound), bound, permutation);
      std::vector<PairRun>& runs = study.runs_[load];
      runs.resize(spec.seeds.size());
      for (std::size_t s = 0; s < runs.size(); ++s) {
        tasks.emplace_back([&stop, &run = runs[s], experiment, seed = spec.seeds[s]]() mutable {
          experiment.run.seed = seed;
          run = run_pairs(experiment, stop);
        });
      }
    }
  }
  const bool all = run_tasks(tasks, options.jobs, [&](std::size_t done) {
    stop = options.on_progress &&
           !options.on_progress(fmt::format("{}: {} of {} runs", what, done, tasks.size()));
    return !stop;
  });
  return all && !stop;
}

}  // namespace turnpike::sim::arnau
