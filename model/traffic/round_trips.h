// round_trips.h - the counts of requests and their replies, for all sources that send them.
//
// Each block of 64 nodes has counters of its own, because a thread serves whole blocks.

#pragma once

#include <algorithm>
#include <cstdint>
#include <optional>
#include <vector>

#include "model/statistics/collector.h"
#include "model/statistics/results.h"
#include "model/statistics/workload_results.h"

namespace turnpike::model {

class RoundTrips {
 public:
  explicit RoundTrips(NodeId nodes) : blocks_((nodes + 63) / 64) { restart(0, 0, {}); }

  // The node queued a request in cycle `now`.
  void asked(NodeId node, Cycle now, bool is_write) {
    Block& block = blocks_[node / 64];
    block.trips.packet_queued(now, 1);
    block.trips.of_class()[is_write ? 1 : 0].packet_queued(now, 1);
    if (now >= end_) return;
    ++block.opened;
    block.opened_in += std::max(now, start_);
  }
  // The reply to a request that was queued in that cycle was delivered.
  void answered(const Delivery& reply, Cycle queued, bool is_write);

  // Requests queued in start .. end - 1 are measured. `outstanding`: of each node now; empty: none.
  void restart(Cycle start, Cycle end, const std::vector<std::uint64_t>& outstanding);
  void measure_until(Cycle end);

  Collector collected() const;
  // Rows as kRoundTripFigures; `asking`: nodes that ask.
  WorkloadResults results(const RunFigures& run, NodeId nodes, NodeId asking) const;

  void visit_state(StateStream& state);

 private:
  struct Block {
    Collector trips;  // a class for reads and one for writes
    // Outstanding requests in the measured cycles: the numbers of those that began and ended, and
    // the sums of the cycles in which they did.
    std::uint64_t opened = 0;
    std::uint64_t closed = 0;
    std::uint64_t opened_in = 0;
    std::uint64_t closed_in = 0;
  };

  Cycle start_ = 0;
  Cycle end_ = 0;
  std::vector<Block> blocks_;  // [node / 64]
};

inline constexpr const char* kRoundTripTable = "round_trips.csv";

inline constexpr WorkloadFigure kRoundTripFigures[] = {
    {"round_trips", "requests", "queued in the measurement, and answered",
     WorkloadFigure::Kind::count, WorkloadFigure::Merge::sum},
    {"round_trip", "cycles", "mean, from the queueing of a request to the last flit of its reply",
     WorkloadFigure::Kind::number, WorkloadFigure::Merge::mean, "round_trips", true},
    {"round_trip_ci95", "cycles", "half width of its 95 % confidence interval",
     WorkloadFigure::Kind::number, WorkloadFigure::Merge::interval, "round_trip"},
    {"round_trip_ci95_reliable", "", "false: the run is too short for their correlation",
     WorkloadFigure::Kind::flag, WorkloadFigure::Merge::reliable, "round_trip"},
    {"round_trip_stddev", "cycles", "standard deviation of single round trips",
     WorkloadFigure::Kind::number, WorkloadFigure::Merge::mean, "round_trips"},
    {"round_trip_p50", "cycles", "median; of several seeds the highest, as the next ones",
     WorkloadFigure::Kind::count, WorkloadFigure::Merge::highest},
    {"round_trip_p95", "cycles", "95th percentile", WorkloadFigure::Kind::count,
     WorkloadFigure::Merge::highest},
    {"round_trip_p99", "cycles", "99th percentile", WorkloadFigure::Kind::count,
     WorkloadFigure::Merge::highest},
    {"round_trip_max", "cycles", "the slowest", WorkloadFigure::Kind::count,
     WorkloadFigure::Merge::highest},
    {"read_round_trip", "cycles", "mean of the reads", WorkloadFigure::Kind::number,
     WorkloadFigure::Merge::mean},
    {"write_round_trip", "cycles", "mean of the writes", WorkloadFigure::Kind::number,
     WorkloadFigure::Merge::mean},
    {"requests_per_cycle", "requests per cycle and node",
     "answered in the measurement, over the nodes that ask", WorkloadFigure::Kind::number,
     WorkloadFigure::Merge::mean, nullptr, true},
    {"achieved_window", "requests", "mean number that a node that asks had outstanding",
     WorkloadFigure::Kind::number, WorkloadFigure::Merge::mean, nullptr, true},
};

}  // namespace turnpike::model
