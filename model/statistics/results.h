// results.h - the results of a run: plain data, with a field for each key of the JSON report.
//
// Times are in cycles, traffic in flits per node and cycle. Latencies are those of the measured
// packets that were delivered; if `undelivered` is not zero, the slowest packets are missing.

#pragma once

#include <cstdint>
#include <string>
#include <vector>

#include "model/common/types.h"
#include "model/statistics/collector.h"
#include "model/statistics/fairness.h"
#include "model/statistics/node_sums.h"
#include "model/statistics/run_control.h"
#include "model/statistics/workload_results.h"

namespace turnpike::model {

// Packets with a latency of low .. high cycles.
struct LatencyBin {
  Cycle low = 0;
  Cycle high = 0;
  std::uint64_t packets = 0;
};

// The results of the messages of one class; the fields mean the same as in Results.
struct ClassResults {
  double generated = 0;
  double accepted = 0;
  std::uint64_t packets = 0;
  double latency = 0;
  Cycle latency_p50 = 0;
  Cycle latency_p95 = 0;
  Cycle latency_p99 = 0;
  Cycle latency_max = 0;
};

struct Results {
  double offered = 0;    // flits per node and cycle asked for; of a trace: as generated
  double generated = 0;  // flits per node and cycle queued at the sources while measuring
  double accepted = 0;   // flits per node and cycle delivered while measuring

  double latency = 0;         // cycles, mean, from queueing to the delivery of the last flit
  double latency_ci95 = 0;    // cycles, half width of its 95 % confidence interval; < 0: unknown
  double latency_stddev = 0;  // cycles, of single packets
  Cycle latency_p50 = 0;      // cycles; percentiles are rounded up by less than one part in 128
  Cycle latency_p90 = 0;
  Cycle latency_p95 = 0;
  Cycle latency_p99 = 0;
  Cycle latency_max = 0;          // cycles, exact
  double head_latency = 0;        // cycles, mean, from queueing to the delivery of the first flit
  double network_latency = 0;     // cycles, mean, from injection of the head to the last flit
  double source_queue_share = 0;  // 0 .. 1, share of the latency spent in the source queue
  double hops = 0;                // mean, channels between routers

  std::uint64_t packets = 0;      // measured packets delivered
  std::uint64_t flits = 0;        // their flits
  std::uint64_t undelivered = 0;  // measured packets not delivered at the end of the run

  std::uint64_t broadcasts = 0;  // measured broadcasts that reached all nodes
  double broadcast_latency = 0;  // cycles, mean, from queueing to the last flit at the last node
  double broadcast_latency_ci95 = -1;  // cycles, as latency_ci95; < 0: unknown
  Cycle broadcast_latency_max = 0;     // cycles, exact
  double broadcast_path = 0;  // cycles, mean, to the node that is all steps of the tree away

  Cycle cycles = 0;              // cycles run, all phases
  Cycle warmup_cycles = 0;       // cycles before the measurement
  Cycle measurement_cycles = 0;  // cycles in which queued packets were measured
  bool warmup_converged = true;  // the warm-up rule was met (or not used)
  bool saturated = false;
  bool complete = true;  // false: max_cycles cut off a run that is not saturated
  std::string reason;    // why it is saturated or not complete; else empty

  double latency_limit = -1;  // cycles of mean latency that count as saturated; < 0: there is none
  Fairness fairness;          // of nodes; where it is not known nobody counted them
  NodeTable node_table;

  std::vector<ClassResults> classes;     // [message class]; empty: there is one
  std::vector<LatencyBin> latency_bins;  // of the measured packets; empty bins are left out
  std::vector<Delivery> slowest;         // the slowest measured packets, slowest first
  WorkloadResults workload;              // what the source of the messages found out

  // Says that the intervals are reliable. False: the run is too short for correlated latencies.
  bool latency_ci95_reliable = false;
  bool broadcast_latency_ci95_reliable = false;
  // Cycles to measure, at least, for reliable intervals and for run.precision; 0: no more, or
  // unknown.
  Cycle measurement_needed = 0;
  double precision = 0;           // RunSpec::precision; 0: none was asked for
  bool precision_reached = true;  // or none was asked for

  // Filled by engines that can tell; else empty.
  std::vector<std::uint64_t> channel_flits;  // [channel] in the measured cycles, below 2^32
  std::vector<double> channel_utilisation;   // [channel] share of cycles with a flit, 0 .. 1
  std::vector<double> vc_occupancy;  // [channel * VCs + vc] mean flits in the buffer at its end
};

// The properties of a run that its results need besides the counts.
struct RunFigures {
  Cycle cycles = 0;
  Cycle start = 0;                // of the measurement
  Cycle end = 0;                  // first cycle no longer in it
  double offered = 0;             // flits per node and cycle asked for
  bool offers_generated = false;  // nothing was asked for: what was generated is what was offered
  bool warmup_converged = true;
  bool saturated = false;
  bool complete = true;
  std::string reason;
  double precision = 0;  // RunSpec::precision
};

// `offered`: flits per node and cycle that were asked for; 0: what was generated.
RunFigures figures_of(const RunControl& control, double offered);

// Like the function below, for callers without a RunControl.
Results make_results(const Collector& merged, const RunFigures& run, NodeId nodes);

// `merged`: the collectors of all partitions, restarted when the measurement began.
// `offered`: flits per node and cycle that were asked for; 0: what was generated.
Results make_results(const Collector& merged, const RunControl& control, NodeId nodes,
                     double offered);

}  // namespace turnpike::model
