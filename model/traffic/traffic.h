// traffic.h - the messages of a run: the user's description, and the source that delivers them.

#pragma once

#include <cstdint>
#include <memory>

#include "model/common/check.h"
#include "model/statistics/run_control.h"
#include "model/topology/network.h"
#include "model/traffic/message_source.h"
#include "model/traffic/traffic_spec.h"

namespace turnpike::model {

// Throws ConfigurationError for a load above a flit a cycle for each local channel of a node.
void check_load(const TrafficSpec& spec, unsigned local_channels);
// A message probability p = load / mean length per node and cycle. But
// for Poisson there is at most one message a cycle, so p <= 1. Throws ConfigurationError, too where
// check_load() does.
double message_rate(const TrafficSpec& spec, const Network& network, double mean_length);

class Traffic {
 public:
  static constexpr Cycle kNever = MessageSource::kNever;

  // Throws ConfigurationError; for a trace file only what its opening shows (check_trace sees all).
  Traffic(const TrafficSpec& spec, const Network& network, std::uint64_t seed);
  virtual ~Traffic() = default;

  // Its spec. Another object with this spec delivers the same messages, unless they came from
  // outside the library.
  const TrafficSpec& spec() const { return spec_; }
  std::uint64_t seed() const { return seed_; }
  bool is_offered() const { return source_->needs().record; }

  MessageSource& source() { return *source_; }
  const MessageSource& source() const { return *source_; }

  // See MessageSource.
  const Cycle* next_cycles() const { return source_->next_cycles(); }
  NodeId nodes() const { return source_->nodes(); }
  Message take(NodeId node) {
    require(next_cycles()[node] != kNever, "take only a message that is due");
    return source_->take(node);
  }
  void prepare(Cycle now) { source_->prepare(now); }
  bool exhausted() const { return source_->exhausted(); }
  bool finite() const { return nature().is_finite; }
  TrafficNature nature() const;
  double offered_load() const { return source_->offered_load(); }

  // Between cycles; of offered traffic once its deliveries were taken. Read by other traffic that
  // was made of the same.
  void visit_state(StateStream& state) { source_->visit_state(state); }
  // Checks a state that was read, before messages of cycle `now` are taken: none is overdue.
  void check(const StateStream& state, Cycle now) const;

 protected:
  Traffic(const TrafficSpec& spec, const Network& network, std::unique_ptr<MessageSource> source);

 private:
  TrafficSpec spec_;
  std::uint64_t seed_ = 0;
  std::unique_ptr<MessageSource> source_;
};

}  // namespace turnpike::model
