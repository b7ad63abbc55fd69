// traffic.h - which node sends what to whom, and when.
//
// Every figure of a message is drawn from (seed, node, message count of the node), or from a state
// of the node that is stepped once a cycle (xorshift_traffic.h); so the traffic of a node does not
// depend on the engine, the threads or the other nodes.
//
// In each cycle the engine calls prepare(cycle) once, then take(node) for every node as long as
// next_cycles()[node] <= cycle. take() touches its own node only: nodes of different threads
// may be taken at the same time.

#pragma once

#include <cstdint>
#include <limits>
#include <memory>
#include <optional>
#include <vector>

#include "model/common/random.h"
#include "model/common/ring.h"
#include "model/common/types.h"
#include "model/topology/network.h"
#include "model/traffic/arrivals.h"
#include "model/traffic/destinations.h"
#include "model/traffic/message_length.h"
#include "model/traffic/trace_source.h"
#include "model/traffic/traffic_spec.h"
#include "model/traffic/xorshift_traffic.h"

namespace turnpike::model {

struct Message {
  Cycle queued = 0;
  NodeId destination = 0;
  std::uint32_t flits = 0;     // at least 1
  bool is_broadcast = false;   // to all other nodes; then `destination` means nothing
  std::uint64_t tag = 0;       // comes back with the delivery of a message that was offered
  unsigned message_class = 0;  // below the message classes of the network
};

// A message probability p = load / mean length per node and cycle. Bernoulli: at most one message
// a cycle, so p <= 1. Poisson: any number.
class Traffic {
 public:
  // next_cycles() of a node that has no further message.
  static constexpr Cycle kNever = std::numeric_limits<Cycle>::max();

  // Throws ConfigurationError; for a trace file only what its opening shows (check_trace sees all).
  Traffic(const TrafficSpec& spec, const Network& network, std::uint64_t seed);

  // No messages but those that a caller offers; of `spec` only messages_at_once counts. Throws
  // ConfigurationError.
  static Traffic offered(const TrafficSpec& spec, const Network& network);
  bool is_offered() const { return !offered_.empty(); }
  // Between cycles: the source queues the message in the cycle that comes next, after those that
  // were offered before. Both nodes exist.
  void offer(NodeId source, const Message& message);

  // Messages offered to the source and not yet taken.
  std::size_t offered_at(NodeId source) const { return offered_[source].size(); }

  // What it was made from: another one made of it brings the same messages.
  const TrafficSpec& spec() const { return spec_; }
  std::uint64_t seed() const { return seed_; }

  // [node], contiguous: the cycle in which the node's next message is queued. Of a trace only the
  // messages up to the cycle last prepared are known.
  const Cycle* next_cycles() const { return next_.data(); }
  NodeId nodes() const { return static_cast<NodeId>(next_.size()); }

  // The message due in next_cycles()[node], which must not be kNever; advances this node only.
  Message take(NodeId node);

  // Once per cycle, one thread, before any take() of the cycle. A trace file is read here, as far
  // as this cycle; otherwise nothing happens. Throws ConfigurationError for a bad trace file.
  void prepare(Cycle now) {
    if (trace_) trace_->prepare(now, next_);
  }

  // True when no message will ever come again. Not while another thread takes.
  bool exhausted() const;

  // Between cycles; not of traffic that is offered. Read by other traffic that was made of the
  // same.
  void visit_state(StateStream& state);
  // What was read, before the messages of cycle `now` are taken.
  void check(const StateStream& state, Cycle now) const;

  // True for a trace: the traffic ends by itself.
  bool finite() const { return trace_ != nullptr; }
  // Flits per node and cycle that were asked for, averaged over all nodes (some may be silent in a
  // permutation file); 0 for a trace, whose load is only measured.
  double offered_load() const { return offered_load_; }
  // Mean message length in flits; 0 for a trace.
  double mean_length() const { return length_.mean(); }

 private:
  explicit Traffic(const Network& network);
  unsigned pick_class(NodeId node, std::uint64_t event) const;

  TrafficSpec spec_;
  std::uint64_t seed_;
  std::vector<Cycle> next_;           // [node]
  std::vector<std::uint64_t> event_;  // [node] messages taken
  double offered_load_ = 0;
  ArrivalProcess arrivals_;
  MessageLength length_;
  Destinations destinations_;
  RandomStream broadcasts_;
  RandomStream classes_;
  std::vector<double> class_limits_;  // [message class but the last] share of this and lower ones
  std::unique_ptr<TraceSource> trace_;
  std::optional<XorshiftTraffic> xorshift_;
  std::vector<Ring<Message>> offered_;  // [node] messages not taken yet; empty: none are offered
};

}  // namespace turnpike::model
