// collector.cpp - the rarer halves of counting.

#include "model/statistics/collector.h"

#include "model/common/check.h"

namespace turnpike::model {

WindowSummary& WindowSummary::operator+=(const WindowSummary& other) {
  packets_queued += other.packets_queued;
  flits_queued += other.flits_queued;
  packets_delivered += other.packets_delivered;
  flits_delivered += other.flits_delivered;
  latency_sum += other.latency_sum;
  return *this;
}

WindowSummary operator-(const WindowSummary& after, const WindowSummary& before) {
  WindowSummary between;
  between.packets_queued = after.packets_queued - before.packets_queued;
  between.flits_queued = after.flits_queued - before.flits_queued;
  between.packets_delivered = after.packets_delivered - before.packets_delivered;
  between.flits_delivered = after.flits_delivered - before.flits_delivered;
  between.latency_sum = after.latency_sum - before.latency_sum;
  return between;
}

bool operator==(const WindowSummary& a, const WindowSummary& b) {
  return a.packets_queued == b.packets_queued && a.flits_queued == b.flits_queued &&
         a.packets_delivered == b.packets_delivered && a.flits_delivered == b.flits_delivered &&
         a.latency_sum == b.latency_sum;
}

MeasuredSums& MeasuredSums::operator+=(const MeasuredSums& other) {
  packets_queued += other.packets_queued;
  flits_queued += other.flits_queued;
  packets += other.packets;
  flits += other.flits;
  hops += other.hops;
  latency += other.latency;
  head_latency += other.head_latency;
  queue_wait += other.queue_wait;
  network_latency += other.network_latency;
  latency_squares += other.latency_squares;
  latency_max = std::max(latency_max, other.latency_max);
  return *this;
}

bool operator==(const MeasuredSums& a, const MeasuredSums& b) {
  return a.packets_queued == b.packets_queued && a.flits_queued == b.flits_queued &&
         a.packets == b.packets && a.flits == b.flits && a.hops == b.hops &&
         a.latency == b.latency && a.head_latency == b.head_latency &&
         a.queue_wait == b.queue_wait && a.network_latency == b.network_latency &&
         a.latency_squares == b.latency_squares && a.latency_max == b.latency_max;
}

BroadcastSums& BroadcastSums::operator+=(const BroadcastSums& other) {
  queued += other.queued;
  delivered += other.delivered;
  latency_max = std::max(latency_max, other.latency_max);
  latencies.merge(other.latencies);
  paths.merge(other.paths);
  return *this;
}

bool operator==(const BroadcastSums& a, const BroadcastSums& b) {
  return a.queued == b.queued && a.delivered == b.delivered && a.latency_max == b.latency_max &&
         a.latencies == b.latencies && a.paths == b.paths;
}

void Collector::measure_broadcast(Cycle queued, Cycle latency) {
  ++broadcasts_.delivered;
  broadcasts_.latency_max = std::max(broadcasts_.latency_max, latency);
  broadcasts_.latencies.add(queued - start_, latency);
}

void Collector::measure(const Delivery& delivery, Cycle latency) {
  ++measured_.packets;
  measured_.flits += delivery.flits;
  measured_.hops += delivery.hops;
  measured_.latency += latency;
  measured_.head_latency += delivery.first - delivery.queued;
  measured_.queue_wait += delivery.injected - delivery.queued;
  measured_.network_latency += delivery.last - delivery.injected;
  measured_.latency_squares += Uint128{latency} * latency;
  measured_.latency_max = std::max(measured_.latency_max, latency);
  latencies_.add(latency);
  batches_.add(delivery.queued - start_, latency);
  slowest_.add(delivery);
}

void Collector::merge(const Collector& other) {
  require(start_ == other.start_ && length_ == other.length_,
          "merge collectors of one measurement interval only");
  totals_ += other.totals_;
  accepted_flits_ += other.accepted_flits_;
  measured_ += other.measured_;
  latencies_.merge(other.latencies_);
  batches_.merge(other.batches_);
  broadcasts_ += other.broadcasts_;
  slowest_.merge(other.slowest_);
  for (std::size_t c = 0; c < of_class_.size(); ++c) of_class_[c].merge(other.of_class_.at(c));
}

bool operator==(const Collector& a, const Collector& b) {
  return a.start_ == b.start_ && a.length_ == b.length_ && a.totals_ == b.totals_ &&
         a.accepted_flits_ == b.accepted_flits_ && a.measured_ == b.measured_ &&
         a.latencies_ == b.latencies_ && a.batches_ == b.batches_ &&
         a.broadcasts_ == b.broadcasts_ && a.slowest_ == b.slowest_ && a.of_class_ == b.of_class_;
}

}  // namespace turnpike::model
