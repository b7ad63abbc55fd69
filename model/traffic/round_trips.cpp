// round_trips.cpp - counters of requests and replies, and what they come to.

#include "model/traffic/round_trips.h"

#include <algorithm>
#include <utility>

namespace turnpike::model {
namespace {

WorkloadTable histogram_of(const std::vector<LatencyBin>& bins) {
  WorkloadTable table{kRoundTripTable, {"low", "high", "requests"}, {}};
  for (const LatencyBin& bin : bins) {
    for (const std::uint64_t cell : {bin.low, bin.high, bin.packets}) {
      table.cells.push_back(static_cast<double>(cell));
    }
  }
  return table;
}

std::optional<double> mean_of(const ClassResults& of_class) {
  if (of_class.packets == 0) return std::nullopt;
  return of_class.latency;
}

}  // namespace

void RoundTrips::answered(const Delivery& reply, Cycle queued, bool is_write) {
  Block& block = blocks_[reply.destination / 64];
  Delivery trip = reply;
  std::swap(trip.source, trip.destination);
  trip.queued = queued;
  trip.injected = queued;
  block.trips.packet_delivered(trip);
  block.trips.of_class()[is_write ? 1 : 0].packet_delivered(trip);
  if (reply.last >= end_) return;
  ++block.closed;
  block.closed_in += std::max(reply.last, start_);
}

void RoundTrips::restart(Cycle start, Cycle end, const std::vector<std::uint64_t>& outstanding) {
  start_ = start;
  end_ = end;
  for (Block& block : blocks_) {
    block = Block();
    block.trips = Collector(start, end, 2);
  }
  for (std::size_t node = 0; node < outstanding.size(); ++node) {
    blocks_[node / 64].opened += outstanding[node];
    blocks_[node / 64].opened_in += outstanding[node] * start;
  }
}

void RoundTrips::measure_until(Cycle end) {
  end_ = end;
  for (Block& block : blocks_) block.trips.measure_until(end);
}

Collector RoundTrips::collected() const {
  Collector all(start_, end_, 2);
  for (const Block& block : blocks_) all.merge(block.trips);
  return all;
}

WorkloadResults RoundTrips::results(const RunFigures& run, NodeId nodes, NodeId asking) const {
  const Results trips = make_results(collected(), run, nodes);
  Block all;
  for (const Block& block : blocks_) {
    all.opened += block.opened;
    all.closed += block.closed;
    all.opened_in += block.opened_in;
    all.closed_in += block.closed_in;
  }
  const double cycles = static_cast<double>(run.end - run.start) * asking;
  // Each was outstanding from its first cycle to its last, or to the end of the measurement.
  const std::uint64_t outstanding =
      (all.opened - all.closed) * run.end - all.opened_in + all.closed_in;
  const auto count = [](std::uint64_t value) { return static_cast<double>(value); };
  WorkloadResults results;
  results.figures = {count(trips.packets),
                     trips.latency,
                     trips.latency_ci95 < 0 ? std::nullopt : std::optional(trips.latency_ci95),
                     trips.latency_ci95_reliable ? 1 : 0,
                     trips.latency_stddev,
                     count(trips.latency_p50),
                     count(trips.latency_p95),
                     count(trips.latency_p99),
                     count(trips.latency_max),
                     mean_of(trips.classes[0]),
                     mean_of(trips.classes[1]),
                     cycles > 0 ? count(all.closed) / cycles : 0,
                     cycles > 0 ? count(outstanding) / cycles : 0};
  results.tables.push_back(histogram_of(trips.latency_bins));
  return results;
}

void RoundTrips::visit_state(StateStream& state) {
  state.value(start_);
  state.value(end_);
  for (Block& block : blocks_) {
    block.trips.visit_state(state);
    for (std::uint64_t* number :
         {&block.opened, &block.closed, &block.opened_in, &block.closed_in}) {
      state.value(*number);
    }
  }
}

}  // namespace turnpike::model
