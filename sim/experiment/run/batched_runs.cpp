// batched_runs.cpp - which runs share a batch, and their outcomes.

#include "sim/experiment/run/batched_runs.h"

#include <fmt/format.h>

#include <algorithm>
#include <exception>
#include <map>
#include <set>
#include <string>

#include "model/batch/batch_reach.h"
#include "model/batch/batch_simulation.h"
#include "sim/base/config_error.h"
#include "sim/experiment/config/read_experiment.h"
#include "sim/experiment/run/network_checks.h"
#include "sim/experiment/run/run_files.h"

namespace turnpike::sim {
namespace {

// A cycle of a batch takes its routers the same time whatever moves in it. In units of what a lane
// without traffic saves in place of a run of the model: that time, with a margin. From runs of the
// 8x8 mesh at loads .05 to .6, and of the 8-cube, whose routers have 9 ports (docs/performance.md).
constexpr double kLeastGain = 80;
double least_gain(const model::Network& network) {
  const double ports = network.router.ports / 5.0;
  return kLeastGain * std::max(1.0, ports * ports);
}

// What the lane of a run saves. The model's time for a cycle rises with the flits that move, up to
// saturation; that of a lane rises less.
double gain_of(const Experiment& experiment) {
  return 1 + 43 * std::min(experiment.traffic.load, 0.5);
}

// Equal where the networks are.
std::string network_text(const Experiment& experiment) {
  Experiment network = experiment;
  network.name = "";
  network.traffic = {};
  network.run = {};
  network.precision = "";
  return to_toml(network);
}

double gain_of(const std::vector<const Experiment*>& experiments, const BatchedNumbers& runs) {
  double gain = 0;
  for (const std::size_t run : runs) gain += gain_of(*experiments[run]);
  return gain;
}

std::size_t batches_for(const BatchedNumbers& runs) {
  return (runs.size() + model::kLanes - 1) / model::kLanes;
}

// The runs of a batch have about the same load, so that they end at about the same time. As many
// batches as there are jobs, where each still pays.
void deal(const std::vector<const Experiment*>& experiments, BatchedNumbers runs,
          double worth_batches, unsigned jobs, std::vector<BatchedNumbers>& batches) {
  std::stable_sort(runs.begin(), runs.end(), [&](std::size_t a, std::size_t b) {
    return experiments[a]->traffic.load > experiments[b]->traffic.load;
  });
  std::size_t count = std::min<std::size_t>(jobs, static_cast<std::size_t>(worth_batches));
  count = std::max({count, std::size_t{1}, batches_for(runs)});
  for (std::size_t batch = 0; batch < count; ++batch) {
    const auto place = [&](std::size_t number) {
      return runs.begin() + static_cast<std::ptrdiff_t>(number * runs.size() / count);
    };
    batches.emplace_back(place(batch), place(batch + 1));
  }
}

}  // namespace

std::string batch_remark(const Experiment& experiment, const model::Network& network) {
  if (experiment.engine != EngineKind::batch) return "";
  const std::string found = model::batch_obstacle(network, experiment.traffic, experiment.run);
  if (found.empty()) return "";
  return fmt::format("engine batch does not carry {}: engine model runs it, with the same results",
                     found);
}

BatchPlan plan_batches(const std::vector<const Experiment*>& experiments, unsigned jobs) {
  std::map<std::string, BatchedNumbers> by_network;
  for (std::size_t i = 0; i < experiments.size(); ++i) {
    if (has_hardware(experiments[i]->engine)) continue;
    by_network[network_text(*experiments[i])].push_back(i);
  }
  BatchPlan plan;
  std::set<std::string> remarks;
  for (auto& [text, numbers] : by_network) {
    const bool is_asked = experiments[numbers.front()]->engine == EngineKind::batch;
    if (!is_asked && gain_of(experiments, numbers) < kLeastGain) continue;
    try {
      const model::Network network = build_network(*experiments[numbers.front()]);
      const auto is_not_carried = [&](std::size_t number) {
        const Experiment& one = *experiments[number];
        remarks.insert(batch_remark(one, network));
        return !model::batch_obstacle(network, one.traffic, one.run).empty();
      };
      numbers.erase(std::remove_if(numbers.begin(), numbers.end(), is_not_carried), numbers.end());
      if (numbers.empty()) continue;
      const double worth_batches = gain_of(experiments, numbers) / least_gain(network);
      if (!is_asked && worth_batches < static_cast<double>(batches_for(numbers))) continue;
      deal(experiments, numbers, worth_batches, jobs, plan.batches);
    } catch (const std::exception&) {  // the runs themselves will tell
    }
  }
  remarks.erase("");
  plan.remarks.assign(remarks.begin(), remarks.end());
  return plan;
}

void run_batch(const std::vector<const Experiment*>& experiments, const BatchedNumbers& batch,
               bool allow_deadlock, const OnOutcome& on_outcome,
               const std::function<bool(model::Cycle)>& goes_on) {
  const model::Network network = build_network(*experiments[batch.front()]);
  refuse_unsound(network, allow_deadlock);
  std::vector<model::BatchedRun> runs;
  BatchedNumbers numbers;
  for (const std::size_t number : batch) {
    const Experiment& one = *experiments[number];
    try {
      check_traffic(one, network);
    } catch (const ConfigError&) {
      continue;
    }
    runs.push_back({one.traffic, one.run});
    numbers.push_back(number);
  }
  if (runs.empty()) return;
  model::BatchCalls calls;
  calls.on_window = goes_on;
  calls.on_end = [&](std::size_t run, const model::Simulation& simulation) {
    RunOutcome outcome;
    outcome.nodes = network.nodes();
    outcome.components = network.components.size();
    outcome.channels = network.channels.size();
    outcome.results = simulation.results;
    on_outcome(numbers[run], network, outcome);
  };
  model::simulate_batch(network, runs, calls);
}

}  // namespace turnpike::sim
