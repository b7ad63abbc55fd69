// network_runs.cpp - configurations run on the model, with several seeds, several at a time.

#include "papers/network_runs.h"

#include <fmt/format.h>

#include <atomic>

#include "model/topology/build.h"
#include "sim/base/task_pool.h"
#include "sim/experiment/config/read_experiment.h"
#include "sim/experiment/run/run_experiment.h"

namespace turnpike::sim {

namespace {

model::Results run_on_model(Experiment experiment, std::uint64_t seed, model::EventSink* sink,
                            const std::atomic<bool>& stop) {
  experiment.run.seed = seed;
  experiment.engine = EngineKind::model;
  const model::Network network =
      build_network(experiment.topology, experiment.router, experiment.link);
  RunOptions options;
  options.event_sink = sink;
  options.on_progress = [&stop](const Progress&) { return !stop; };
  const RunOutcome outcome = run_experiment(experiment, network, options);
  if (outcome.standstill) throw model::NetworkError(outcome.standstill->report);
  return outcome.results;
}

}  // namespace

Experiment experiment_from(const std::string& toml, const std::string& name) {
  return make_experiment(parse_settings(toml, name));
}

bool run_network_points(std::vector<NetworkPoint>& points, const std::vector<std::uint64_t>& seeds,
                        const PaperOptions& options, const std::string& what) {
  std::atomic<bool> stop{false};
  std::vector<std::function<void()>> tasks;
  for (NetworkPoint& point : points) {
    point.results.assign(seeds.size(), {});
    for (std::size_t s = 0; s < seeds.size(); ++s) {
      tasks.emplace_back([&point, s, seed = seeds[s], &stop] {
        model::EventSink* sink = point.sinks.empty() ? nullptr : point.sinks[s];
        point.results[s] = run_on_model(point.experiment, seed, sink, stop);
      });
    }
  }
  const bool all = run_tasks(tasks, options.jobs, [&](std::size_t done) {
    stop = options.on_progress &&
           !options.on_progress(fmt::format("{}: {} of {} runs", what, done, tasks.size()));
    return !stop;
  });
  return all && !stop;
}

Measured over_seeds(const NetworkPoint& point, double model::Results::*figure) {
  std::vector<double> values;
  values.reserve(point.results.size());
  for (const model::Results& results : point.results) values.push_back(results.*figure);
  return measured(values);
}

}  // namespace turnpike::sim
