// merge_runs.cpp - the runs of several seeds as one result.

#include "sim/experiment/results/merge_runs.h"

#include <fmt/format.h>

#include <algorithm>
#include <cmath>
#include <map>
#include <numeric>
#include <optional>

#include "model/statistics/interval.h"
#include "model/statistics/slowest.h"

namespace turnpike::sim {
namespace {

using Runs = std::vector<RunRecord>;

double figure(const RunRecord& run, const char* key) { return run.results.at(key).get<double>(); }

std::vector<double> figures(const Runs& runs, const char* key) {
  std::vector<double> values;
  for (const RunRecord& run : runs) values.push_back(figure(run, key));
  return values;
}

std::uint64_t sum(const Runs& runs, const char* key) {
  std::uint64_t total = 0;
  for (const RunRecord& run : runs) total += run.results.at(key).get<std::uint64_t>();
  return total;
}

std::uint64_t highest(const Runs& runs, const char* key) {
  std::uint64_t most = 0;
  for (const RunRecord& run : runs) {
    most = std::max(most, run.results.at(key).get<std::uint64_t>());
  }
  return most;
}

// Mean of a figure with its interval; a run counts by what another figure of it is.
model::Estimate mean(const Runs& runs, const char* key, const char* weight) {
  const std::vector<double> values = figures(runs, key);
  const std::vector<double> weights = figures(runs, weight);
  return model::estimate_mean(values.data(), weights.data(), values.size());
}

double half_width(const model::Estimate& estimate) {
  return std::isinf(estimate.half_width) ? -1 : estimate.half_width;
}

// Of single packets: that within the runs and that between their means.
double stddev(const Runs& runs, double latency) {
  double squares = 0;
  double packets = 0;
  for (const RunRecord& run : runs) {
    const double count = figure(run, "packets");
    const double within = figure(run, "latency_stddev");
    const double off = figure(run, "latency") - latency;
    squares += std::max(0.0, count - 1) * within * within + count * off * off;
    packets += count;
  }
  return packets < 2 ? 0 : std::sqrt(squares / (packets - 1));
}

std::vector<model::LatencyBin> bins_of(const Runs& runs) {
  std::map<model::Cycle, model::LatencyBin> bins;  // by their low end
  for (const RunRecord& run : runs) {
    for (const model::LatencyBin& bin : run.histogram) {
      const auto [place, is_new] = bins.emplace(bin.low, bin);
      if (!is_new) place->second.packets += bin.packets;
    }
  }
  std::vector<model::LatencyBin> all;
  for (const auto& [low, bin] : bins) all.push_back(bin);
  return all;
}

// As model::Histogram has it.
model::Cycle percentile(const model::Results& results, double quantile) {
  const double wanted = std::ceil(quantile * static_cast<double>(results.packets));
  std::uint64_t seen = 0;
  for (const model::LatencyBin& bin : results.latency_bins) {
    seen += bin.packets;
    if (static_cast<double>(seen) >= wanted) return std::min(bin.high, results.latency_max);
  }
  return 0;
}

void merge_latencies(model::Results& r, const Runs& runs) {
  const model::Estimate latency = mean(runs, "latency", "packets");
  r.latency = latency.mean;
  r.latency_ci95 = half_width(latency);
  r.latency_ci95_reliable = latency.is_reliable && !r.saturated;
  r.latency_stddev = stddev(runs, r.latency);
  r.latency_bins = bins_of(runs);
  r.latency_max = highest(runs, "latency_max");
  r.latency_p50 = percentile(r, 0.50);
  r.latency_p90 = percentile(r, 0.90);
  r.latency_p95 = percentile(r, 0.95);
  r.latency_p99 = percentile(r, 0.99);
  r.head_latency = mean(runs, "head_latency", "packets").mean;
  r.network_latency = mean(runs, "network_latency", "packets").mean;
  r.hops = mean(runs, "hops", "packets").mean;
  double waits = 0;
  double latencies = 0;
  for (const RunRecord& run : runs) {
    const double all = figure(run, "latency") * figure(run, "packets");
    waits += figure(run, "source_queue_share") * all;
    latencies += all;
  }
  r.source_queue_share = latencies > 0 ? waits / latencies : 0;
  const model::Estimate broadcast = mean(runs, "broadcast_latency", "broadcasts");
  r.broadcasts = sum(runs, "broadcasts");
  r.broadcast_latency = broadcast.mean;
  r.broadcast_latency_ci95 = half_width(broadcast);
  r.broadcast_latency_ci95_reliable = broadcast.is_reliable && !r.saturated;
  r.broadcast_latency_max = highest(runs, "broadcast_latency_max");
  r.broadcast_path = mean(runs, "broadcast_path", "broadcasts").mean;
}

// One that is saturated, or not complete, makes the whole so: there is no mean of the two.
void merge_ends(model::Results& r, const Runs& runs) {
  const auto count = [&](const char* key, bool value) {
    return std::count_if(runs.begin(), runs.end(), [&](const RunRecord& run) {
      return run.results.at(key).get<bool>() == value;
    });
  };
  const auto saturated = count("saturated", true);
  const auto cut = count("complete", false);
  r.saturated = saturated > 0;
  r.complete = cut == 0;
  r.warmup_converged = count("warmup_converged", false) == 0;
  for (const RunRecord& run : runs) {
    const auto& reason = run.results.at("reason").get_ref<const std::string&>();
    if (reason.empty() || !r.reason.empty()) continue;
    r.reason = fmt::format("{} of {} seeds; seed {}: {}", std::max(saturated, cut), runs.size(),
                           run.results.at("seed").dump(), reason);
  }
}

// Those of the seed in which messages came to wait longest: a mean over seeds would hide a node
// that starves in one of them.
void merge_fairness(model::Results& r, const Runs& runs) {
  const Json& limit = runs.front().results.at("latency_limit");
  if (!limit.is_null()) r.latency_limit = limit.get<double>();
  for (const RunRecord& run : runs) {
    if (run.results.at("wait_growth").is_null()) continue;
    const double growth = figure(run, "wait_growth");
    model::Fairness& f = r.fairness;
    if (f.is_known && growth <= f.wait_growth) continue;
    f.is_known = true;
    f.jain = figure(run, "fairness");
    f.worst_source = run.results.at("worst_source").get<model::NodeId>();
    f.worst_offered = figure(run, "worst_source_offered");
    f.worst_accepted = figure(run, "worst_source_accepted");
    f.wait_growth = growth;
    f.wait_limit = figure(run, "wait_limit");
    f.starved.resize(run.results.at("starved_nodes").get<std::size_t>());
  }
}

void merge_classes(model::Results& r, const Runs& runs) {
  for (std::size_t c = 0; c < runs.front().results.at("message_classes").size(); ++c) {
    Runs of_class;  // with the figures of the class in place of those of the run
    for (const RunRecord& run : runs) {
      RunRecord& one = of_class.emplace_back();
      one.results = run.results.at("message_classes").at(c);
      one.results["cycles"] = run.results.at("measurement_cycles");
    }
    model::ClassResults& merged = r.classes.emplace_back();
    merged.generated = mean(of_class, "generated", "cycles").mean;
    merged.accepted = mean(of_class, "accepted", "cycles").mean;
    merged.packets = sum(of_class, "packets");
    merged.latency = mean(of_class, "latency", "packets").mean;
    merged.latency_p50 = highest(of_class, "latency_p50");
    merged.latency_p95 = highest(of_class, "latency_p95");
    merged.latency_p99 = highest(of_class, "latency_p99");
    merged.latency_max = highest(of_class, "latency_max");
  }
}

std::optional<double> merged_figure(const model::WorkloadFigure& row,
                                    const std::vector<const Json*>& runs) {
  using Merge = model::WorkloadFigure::Merge;
  const bool is_of_mean = row.merge == Merge::interval || row.merge == Merge::reliable;
  const std::string name = is_of_mean ? row.of : row.name;
  std::vector<double> values;
  std::vector<double> weights;
  for (const Json* figures : runs) {
    const Json& value = figures->at(name);
    if (value.is_null()) continue;
    values.push_back(value.is_boolean() ? value.get<bool>() : value.get<double>());
    const bool has_weight = row.merge == Merge::mean && row.of != nullptr;
    weights.push_back(has_weight ? figures->at(row.of).get<double>() : 1);
  }
  if (values.empty()) return std::nullopt;
  const model::Estimate estimate =
      model::estimate_mean(values.data(), weights.data(), values.size());
  switch (row.merge) {
    case Merge::sum:
      return std::accumulate(values.begin(), values.end(), 0.0);
    case Merge::highest:
      return *std::max_element(values.begin(), values.end());
    case Merge::mean:
      return estimate.mean;
    case Merge::interval:
      if (std::isinf(estimate.half_width)) return std::nullopt;
      return estimate.half_width;
    case Merge::reliable:
      return estimate.is_reliable ? 1 : 0;
  }
  return std::nullopt;
}

// Its tables are those of the runs alone.
void merge_workload(model::Results& r, const Runs& runs, const model::Workload& workload) {
  std::vector<const Json*> figures;
  for (const RunRecord& run : runs) {
    const Json& found = run.results.at("workload");
    if (!found.is_null()) figures.push_back(&found.at("figures"));
  }
  for (std::size_t i = 0; !figures.empty() && i < workload.figure_count; ++i) {
    r.workload.figures.push_back(merged_figure(workload.figures[i], figures));
  }
}

void merge_channels(model::Results& r, const Runs& runs) {
  double cycles = 0;
  for (const RunRecord& run : runs) {
    const double weight = figure(run, "measurement_cycles");
    const std::size_t vcs = run.channels.empty() ? 0 : run.channels[0].occupancy.size();
    r.channel_utilisation.resize(run.channels.size());
    r.vc_occupancy.resize(run.channels.size() * vcs);
    for (std::size_t c = 0; c < run.channels.size(); ++c) {
      r.channel_utilisation[c] += weight * run.channels[c].utilisation;
      for (std::size_t v = 0; v < vcs; ++v) {
        r.vc_occupancy[c * vcs + v] += weight * run.channels[c].occupancy[v];
      }
    }
    cycles += weight;
  }
  for (std::vector<double>* all : {&r.channel_utilisation, &r.vc_occupancy}) {
    for (double& value : *all) value /= cycles;
  }
}

// The first of the runs in which hardware and model differed, or nothing moved any more.
void merge_faults(RunOutcome& outcome, const Runs& runs) {
  for (const RunRecord& run : runs) {
    const auto& report = run.results.at("mismatch_report").get_ref<const std::string&>();
    if (outcome.mismatch_report.empty()) outcome.mismatch_report = report;
    if (!outcome.standstill) outcome.standstill = run.standstill;
  }
  outcome.mismatches = sum(runs, "mismatches");
}

}  // namespace

RunOutcome merge_runs(const std::vector<RunRecord>& runs, const Experiment& experiment) {
  RunOutcome outcome;
  const Json& first = runs.front().results;
  outcome.seeds = runs.size();
  outcome.nodes = first.at("nodes").get<std::uint64_t>();
  outcome.components = first.at("components").get<std::uint64_t>();
  outcome.channels = first.at("channels").get<std::uint64_t>();
  model::Results& r = outcome.results;
  merge_ends(r, runs);
  for (const auto& [key, field] :
       {std::pair{"offered", &r.offered}, {"generated", &r.generated}, {"accepted", &r.accepted}}) {
    *field = mean(runs, key, "measurement_cycles").mean;
  }
  r.packets = sum(runs, "packets");
  r.flits = sum(runs, "flits");
  r.undelivered = sum(runs, "undelivered");
  r.cycles = sum(runs, "cycles");
  r.warmup_cycles = sum(runs, "warmup_cycles");
  r.measurement_cycles = sum(runs, "measurement_cycles");
  merge_latencies(r, runs);
  r.precision = experiment.run.precision;
  r.precision_reached = r.precision == 0 || (r.latency_ci95_reliable && r.latency_ci95 >= 0 &&
                                             r.latency_ci95 <= r.precision * r.latency);
  merge_fairness(r, runs);
  merge_classes(r, runs);
  merge_workload(r, runs, *experiment.traffic.workload);
  merge_channels(r, runs);
  model::SlowestDeliveries slowest;
  for (const RunRecord& run : runs) {
    for (const model::Delivery& delivery : run.slowest) slowest.add(delivery);
  }
  r.slowest = slowest.list();
  merge_faults(outcome, runs);
  return outcome;
}

}  // namespace turnpike::sim
