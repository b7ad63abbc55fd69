// collector.h - the counts of the terminals of one partition, which can be merged.
//
// All counts are integers. Merging the collectors of any number of threads, in any order, therefore
// gives the same bits. Means and intervals are computed from the merged sums at the end
// (results.h).
//
// The measured packets are those queued in [start, end). Accepted traffic counts the flits that are
// delivered in that interval, whichever packet they belong to.

#pragma once

#include <algorithm>
#include <cstdint>
#include <vector>

#include "model/common/types.h"
#include "model/statistics/batch_sums.h"
#include "model/statistics/delivery.h"
#include "model/statistics/histogram.h"
#include "model/statistics/slowest.h"

namespace turnpike::model {

__extension__ using Uint128 = unsigned __int128;

// The counts since the collector was made; the difference of two is what happened between them.
struct WindowSummary {
  std::uint64_t packets_queued = 0;
  std::uint64_t flits_queued = 0;
  std::uint64_t packets_delivered = 0;
  std::uint64_t flits_delivered = 0;
  std::uint64_t latency_sum = 0;  // cycles, over packets_delivered

  WindowSummary& operator+=(const WindowSummary& other);
  friend WindowSummary operator-(const WindowSummary& after, const WindowSummary& before);
  friend bool operator==(const WindowSummary& a, const WindowSummary& b);
};

// Sums over the measured packets that were delivered.
struct MeasuredSums {
  std::uint64_t packets_queued = 0;
  std::uint64_t flits_queued = 0;
  std::uint64_t packets = 0;
  std::uint64_t flits = 0;
  std::uint64_t hops = 0;
  std::uint64_t latency = 0;          // cycles, queued to last flit
  std::uint64_t head_latency = 0;     // cycles, queued to first flit
  std::uint64_t queue_wait = 0;       // cycles, queued to injected
  std::uint64_t network_latency = 0;  // cycles, injected to last flit
  Uint128 latency_squares = 0;        // cycles squared
  Cycle latency_max = 0;

  MeasuredSums& operator+=(const MeasuredSums& other);
  friend bool operator==(const MeasuredSums& a, const MeasuredSums& b);
};

// Sums over the measured broadcasts that have reached all nodes.
struct BroadcastSums {
  std::uint64_t queued = 0;  // delivered or not
  std::uint64_t delivered = 0;
  Cycle latency_max = 0;
  BatchSums latencies;  // cycles, from queueing to the last flit at the last node
  BatchSums paths;      // the same, at the node of the longest way: all steps of a tree

  void visit_state(StateStream& state) {
    for (std::uint64_t* number : {&queued, &delivered, &latency_max}) state.value(*number);
    latencies.visit_state(state);
    paths.visit_state(state);
  }

  BroadcastSums& operator+=(const BroadcastSums& other);
  friend bool operator==(const BroadcastSums& a, const BroadcastSums& b);
};

class Collector {
 public:
  // Measures nothing, counts the totals (warm-up).
  Collector() = default;
  // Measures packets queued in [start, end).
  Collector(Cycle start, Cycle end, unsigned message_classes = 1)
      : start_(start), length_(end - start) {
    if (message_classes > 1) of_class_.assign(message_classes, Collector(start, end));
  }

  // [message class] what of it is of that class; empty: there is one.
  std::vector<Collector>& of_class() { return of_class_; }
  const std::vector<Collector>& of_class() const { return of_class_; }

  // Once per message, at its source.
  void packet_queued(Cycle queued, std::uint32_t flits) {
    ++totals_.packets_queued;
    totals_.flits_queued += flits;
    if (measures(queued)) {
      ++measured_.packets_queued;
      measured_.flits_queued += flits;
    }
  }

  // Once per flit that a sink consumes in cycle `now`.
  void flit_delivered(Cycle now) {
    ++totals_.flits_delivered;
    accepted_flits_ += measures(now);
  }
  // Counts many flits, also of several cycles if all of these are measured, or not, like `now`.
  void flits_delivered(std::uint64_t flits, Cycle now) {
    totals_.flits_delivered += flits;
    if (measures(now)) accepted_flits_ += flits;
  }

  // Once per packet, after the flit_delivered() of its tail.
  void packet_delivered(const Delivery& delivery) {
    const Cycle latency = delivery.latency();
    ++totals_.packets_delivered;
    totals_.latency_sum += latency;
    if (measures(delivery.queued)) measure(delivery, latency);
  }

  // A broadcast is counted for itself and as the `copies` that are sent of it: they are traffic as
  // packets are, but their latencies are not those of packets.
  void broadcast_queued(Cycle queued) { broadcasts_.queued += measures(queued); }
  void broadcast_delivered(Cycle queued, Cycle last) {
    if (measures(queued)) measure_broadcast(queued, last - queued);
  }
  void broadcast_path_delivered(Cycle queued, Cycle last) {
    if (measures(queued)) broadcasts_.paths.add(queued - start_, last - queued);
  }
  void copies_queued(Cycle queued, std::uint64_t copies, std::uint32_t flits) {
    totals_.packets_queued += copies;
    totals_.flits_queued += copies * flits;
    if (measures(queued)) measured_.flits_queued += copies * flits;
  }
  void copies_delivered(std::uint64_t copies, Cycle latency) {
    totals_.packets_delivered += copies;
    totals_.latency_sum += copies * latency;
  }

  // Moves the end of the interval, before that cycle and the present end are reached.
  void measure_until(Cycle end) {
    length_ = end - start_;
    for (Collector& one : of_class_) one.measure_until(end);
  }

  void merge(const Collector& other);
  void visit_state(StateStream& state) {
    state.value(start_);
    state.value(length_);
    state.value(totals_);
    state.value(accepted_flits_);
    state.value(measured_);
    latencies_.visit_state(state);
    batches_.visit_state(state);
    broadcasts_.visit_state(state);
    slowest_.visit_state(state);
    state.list(of_class_, [&](Collector& one) {
      one.visit_state(state);
      state.check(one.start_ == start_ && one.length_ == length_, "interval of a message class");
    });
  }

  Cycle start() const { return start_; }
  Cycle length() const { return length_; }  // cycles measured
  const WindowSummary& totals() const { return totals_; }
  const MeasuredSums& measured() const { return measured_; }
  std::uint64_t accepted_flits() const { return accepted_flits_; }
  const BroadcastSums& broadcasts() const { return broadcasts_; }
  // Measured packets and broadcasts that were queued but not delivered; meaningful after merging.
  std::uint64_t outstanding() const {
    return measured_.packets_queued - measured_.packets + broadcasts_.queued -
           broadcasts_.delivered;
  }
  const Histogram& latencies() const { return latencies_; }
  const BatchSums& batches() const { return batches_; }
  const SlowestDeliveries& slowest() const { return slowest_; }

  friend bool operator==(const Collector& a, const Collector& b);

 private:
  // One comparison does both ends: below start_ the difference wraps to a huge number.
  bool measures(Cycle cycle) const { return cycle - start_ < length_; }
  void measure(const Delivery& delivery, Cycle latency);
  void measure_broadcast(Cycle queued, Cycle latency);

  Cycle start_ = 0;
  Cycle length_ = 0;
  WindowSummary totals_;
  std::uint64_t accepted_flits_ = 0;
  MeasuredSums measured_;
  Histogram latencies_;
  BatchSums batches_;
  BroadcastSums broadcasts_;
  SlowestDeliveries slowest_;
  std::vector<Collector> of_class_;
};

}  // namespace turnpike::model
