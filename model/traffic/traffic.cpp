// traffic.cpp - which node sends what to whom, and when.

#include "model/traffic/traffic.h"

#include <string>

#include "model/common/check.h"
#include "model/common/configuration_error.h"

namespace turnpike::model {
namespace {

// Messages per node and cycle.
double message_rate(const TrafficSpec& spec, double mean_length) {
  constexpr double kMaxLoad = 1e6;  // a number, not a nan or an infinity
  if (!(spec.load >= 0 && spec.load <= kMaxLoad)) {
    throw ConfigurationError("traffic.load", std::to_string(spec.load),
                             "0 or more flits per node and cycle");
  }
  const double rate = spec.load / mean_length;
  if (spec.arrivals == Arrivals::bernoulli && rate > 1) {
    throw ConfigurationError("traffic.load", std::to_string(spec.load),
                             "at most the mean message length, " + std::to_string(mean_length) +
                                 ": Bernoulli arrivals are at most one message per node and "
                                 "cycle; Poisson arrivals have no such limit");
  }
  return rate;
}

}  // namespace

Traffic::Traffic(const TrafficSpec& spec, const Network& network, std::uint64_t seed)
    : spec_(spec), seed_(seed), next_(network.nodes(), kNever) {
  if (spec.pattern == Pattern::trace) {
    trace_ = std::make_unique<TraceSource>(spec.file, nodes());
    return;
  }
  length_ = MessageLength(spec, seed);
  destinations_ = Destinations(spec, network, seed);
  arrivals_ = ArrivalProcess(spec.arrivals, message_rate(spec, length_.mean()), nodes(), seed);
  event_.assign(next_.size(), 0);
  NodeId senders = 0;
  for (NodeId node = 0; node < nodes(); ++node) {
    if (!destinations_.sends(node)) continue;
    next_[node] = arrivals_.first(node);
    ++senders;
  }
  offered_load_ = senders == 0 ? 0 : spec.load * senders / nodes();
}

Message Traffic::take(NodeId node) {
  require(next_[node] != kNever, "take only a message that is due");
  if (trace_) {
    const TraceLine line = trace_->take(node, next_);
    return {line.cycle, line.destination, line.flits};
  }
  const std::uint64_t event = event_[node]++;
  const Cycle queued = next_[node];
  next_[node] = arrivals_.next(node, event + 1, queued);
  return {queued, destinations_.pick(node, event), length_.pick(node, event)};
}

bool Traffic::exhausted() const {
  if (trace_) return trace_->exhausted(next_);
  for (const Cycle cycle : next_) {
    if (cycle != kNever) return false;
  }
  return true;
}

}  // namespace turnpike::model
