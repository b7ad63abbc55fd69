// results.cpp - from merged integer sums to what is reported.

#include "model/statistics/results.h"

#include <algorithm>
#include <cmath>

namespace turnpike::model {
namespace {

double ratio(double part, double whole) { return whole > 0 ? part / whole : 0; }

double stddev(const MeasuredSums& sums) {
  if (sums.packets < 2) return 0;
  // n * sum of squares - square of the sum, exact in integers: nothing cancels.
  const Uint128 n = sums.packets;
  const Uint128 spread = n * sums.latency_squares - Uint128{sums.latency} * sums.latency;
  const double count = static_cast<double>(sums.packets);
  return std::sqrt(static_cast<double>(spread) / count / (count - 1));
}

std::vector<LatencyBin> bins_of(const Histogram& histogram) {
  std::vector<LatencyBin> bins;
  const std::vector<std::uint64_t>& counts = histogram.counts();
  for (std::size_t i = 0; i < counts.size(); ++i) {
    if (counts[i] == 0) continue;
    bins.push_back({Histogram::bin_begin(i), Histogram::bin_end(i), counts[i]});
  }
  return bins;
}

ClassResults class_results(const Collector& collector, double node_cycles) {
  const MeasuredSums& sums = collector.measured();
  ClassResults results;
  results.generated = ratio(static_cast<double>(sums.flits_queued), node_cycles);
  results.accepted = ratio(static_cast<double>(collector.accepted_flits()), node_cycles);
  results.packets = sums.packets;
  results.latency = ratio(static_cast<double>(sums.latency), static_cast<double>(sums.packets));
  const auto percentile = [&](double quantile) {
    return std::min(collector.latencies().percentile(quantile), sums.latency_max);
  };
  results.latency_p50 = percentile(0.50);
  results.latency_p95 = percentile(0.95);
  results.latency_p99 = percentile(0.99);
  results.latency_max = sums.latency_max;
  return results;
}

double known(double half_width) { return std::isinf(half_width) ? -1 : half_width; }

void fill_intervals(Results& results, const Collector& merged, const RunFigures& run) {
  const Estimate latency = merged.batches().estimate();
  const Estimate broadcast = merged.broadcasts().latencies.estimate();
  results.latency_ci95 = known(latency.half_width);
  results.broadcast_latency = broadcast.mean;
  results.broadcast_latency_ci95 = known(broadcast.half_width);
  results.precision = run.precision;
  results.precision_reached =
      run.precision == 0 || (!run.saturated && latency.reaches(run.precision));
  if (run.saturated) return;  // its queues have no steady state, however long they are measured
  results.latency_ci95_reliable = latency.is_reliable;
  results.broadcast_latency_ci95_reliable = broadcast.is_reliable;
  results.measurement_needed = std::max(latency.needed, broadcast.needed);
  if (run.precision > 0) {
    results.measurement_needed = std::max(results.measurement_needed,
                                          latency.needed_for(run.precision, run.end - run.start));
  }
}

}  // namespace

RunFigures figures_of(const RunControl& control, double offered) {
  RunFigures run;
  run.cycles = control.now();
  run.start = control.measurement_start();
  run.end = control.measurement_end();
  run.offered = offered;
  run.offers_generated = control.finite() || offered == 0;
  run.precision = control.precision();
  run.warmup_converged = control.warmup_converged();
  run.saturated = control.saturated();
  run.complete = control.complete();
  run.reason = control.reason();
  return run;
}

Results make_results(const Collector& merged, const RunControl& control, NodeId nodes,
                     double offered) {
  return make_results(merged, figures_of(control, offered), nodes);
}

Results make_results(const Collector& merged, const RunFigures& run, NodeId nodes) {
  const MeasuredSums& sums = merged.measured();
  const double packets = static_cast<double>(sums.packets);
  Results results;
  results.cycles = run.cycles;
  results.warmup_cycles = run.start;
  results.measurement_cycles = run.end - run.start;
  const double node_cycles =
      static_cast<double>(nodes) * static_cast<double>(results.measurement_cycles);
  results.generated = ratio(static_cast<double>(sums.flits_queued), node_cycles);
  results.accepted = ratio(static_cast<double>(merged.accepted_flits()), node_cycles);
  for (const Collector& collector : merged.of_class()) {
    results.classes.push_back(class_results(collector, node_cycles));
  }
  results.offered = run.offers_generated ? results.generated : run.offered;

  results.latency = ratio(static_cast<double>(sums.latency), packets);
  fill_intervals(results, merged, run);
  results.latency_stddev = stddev(sums);
  const Histogram& latencies = merged.latencies();
  const auto percentile = [&](double quantile) {
    return std::min(latencies.percentile(quantile), sums.latency_max);
  };
  results.latency_p50 = percentile(0.50);
  results.latency_p90 = percentile(0.90);
  results.latency_p95 = percentile(0.95);
  results.latency_p99 = percentile(0.99);
  results.latency_max = sums.latency_max;
  results.latency_bins = bins_of(latencies);
  results.slowest = merged.slowest().list();
  results.head_latency = ratio(static_cast<double>(sums.head_latency), packets);
  results.network_latency = ratio(static_cast<double>(sums.network_latency), packets);
  results.source_queue_share =
      ratio(static_cast<double>(sums.queue_wait), static_cast<double>(sums.latency));
  results.hops = ratio(static_cast<double>(sums.hops), packets);

  results.packets = sums.packets;
  results.flits = sums.flits;
  results.undelivered = merged.outstanding();
  const BroadcastSums& broadcasts = merged.broadcasts();
  results.broadcasts = broadcasts.delivered;
  results.broadcast_latency_max = broadcasts.latency_max;
  results.broadcast_path = broadcasts.paths.estimate().mean;
  results.warmup_converged = run.warmup_converged;
  results.saturated = run.saturated;
  results.complete = run.complete;
  results.reason = run.reason;
  return results;
}

}  // namespace turnpike::model
