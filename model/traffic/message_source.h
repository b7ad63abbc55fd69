// message_source.h - the interface of a source of messages: which node sends which message to whom,
// and when.
//
// In each cycle the engine calls prepare(cycle) once, if the source needs it, and then take(node)
// for every node while next_cycles()[node] <= cycle. A source that hears deliveries is told of each
// message at the destination, in the cycle of its last flit; a message that it sends in reply is
// due in the next cycle at the earliest. The thread of a node calls take(node) and delivered(to
// node), which touch only data of that node. Nothing therefore depends on the engine, the threads
// or the order of the nodes.

#pragma once

#include <cstdint>
#include <limits>
#include <optional>
#include <vector>

#include "model/common/flit.h"
#include "model/common/state_stream.h"
#include "model/common/types.h"
#include "model/statistics/collector.h"
#include "model/statistics/delivery.h"
#include "model/statistics/workload_results.h"

namespace turnpike::model {

struct RunFigures;

struct Message {
  Cycle queued = 0;
  NodeId destination = 0;
  std::uint32_t flits = 0;     // at least 1
  bool is_broadcast = false;   // to all other nodes; then `destination` means nothing
  std::uint64_t tag = 0;       // comes back with its delivery, where the source has tags
  unsigned message_class = 0;  // below the message classes of the network
  // What its packets say; another one only of packet routers that make copies.
  PacketKind kind = PacketKind::unicast;
};

// A message as whoever needs no more of it keeps it.
struct PlainMessage {
  Cycle queued;
  NodeId source;
  NodeId destination;
  std::uint32_t flits;
};

// What became of a message. A broadcast's are those of the node that had it last.
struct MessageTimes {
  Cycle injected = 0;  // its head was on the injection pins
  Cycle first = 0;     // the last flit of its first part was delivered
  Cycle last = 0;      // its last flit was delivered
  bool is_delivered = false;
};

class MessageSource {
 public:
  // next_cycles() of a node that has no further message, as far as is known.
  static constexpr Cycle kNever = std::numeric_limits<Cycle>::max();

  // What the terminals do for it.
  struct Needs {
    bool preparation = false;  // prepare() in each cycle
    bool deliveries = false;   // delivered()
    bool record = false;       // Engine::take_deliveries()
    bool times = false;        // completed()
    bool tags() const { return deliveries || record || times; }
  };

  MessageSource(const MessageSource&) = delete;
  MessageSource& operator=(const MessageSource&) = delete;
  virtual ~MessageSource() = default;

  const Needs& needs() const { return needs_; }
  NodeId nodes() const { return static_cast<NodeId>(next_.size()); }
  // [node], contiguous: the cycle in which the node's next message is queued.
  const Cycle* next_cycles() const { return next_.data(); }

  // Once per cycle, one thread, before any take() of the cycle.
  virtual void prepare(Cycle /*now*/) {}
  // The message due in next_cycles()[node], which is not kNever.
  virtual Message take(NodeId node) = 0;
  // Instead, of a source without needs: appends the messages of all nodes that are due before cycle
  // `end`.
  virtual void take_until(Cycle end, std::vector<PlainMessage>& to);
  // A message came out whole at its destination in cycle `delivery.last`. Not of broadcasts.
  virtual void delivered(const Delivery& /*delivery*/) {}
  // The message with this tag has come out at all its destinations. Called by the thread of its
  // source, in the cycle after.
  virtual void completed(std::uint64_t /*tag*/, const MessageTimes& /*times*/) {}

  // While no message is under way: the first cycle in which prepare() or take() has anything to do,
  // which may be over; kNever: none will come. Between cycles.
  virtual Cycle next_due() const;
  // True when no message will come unless one that is under way is delivered. Not while another
  // thread takes.
  virtual bool exhausted() const;
  // Flits per node and cycle that were asked for, averaged over all nodes; 0 where the load is only
  // measured.
  virtual double offered_load() const { return 0; }

  // Of a closed loop whose unit is not the message, such as a request with its reply: what was
  // counted of these units. Warm-up, the end of the drain and run.precision then go by them.
  // Between cycles, as the next three.
  virtual std::optional<Collector> collected() const { return std::nullopt; }
  // Units that begin in cycles start .. end - 1 are measured from now on.
  virtual void restart_collector(Cycle /*start*/, Cycle /*end*/) {}
  // Moves the end, not yet passed, to a later cycle.
  virtual void measure_until(Cycle /*end*/) {}
  // At the end of a run: a figure for each row of the descriptor.
  virtual WorkloadResults results(const RunFigures& /*run*/) const { return {}; }

  // Between cycles: what differs from a source that was just made of the same. Overridden by one
  // that has more than next_cycles(), which calls this first.
  virtual void visit_state(StateStream& state) { state.list(next_); }

 protected:
  explicit MessageSource(NodeId nodes, Needs needs) : next_(nodes, kNever), needs_(needs) {}
  explicit MessageSource(NodeId nodes) : MessageSource(nodes, Needs()) {}

  // visit_state() where a node without a first message never has one.
  void visit_next_of_senders(StateStream& state);

  std::vector<Cycle> next_;  // [node]

 private:
  Needs needs_;
};

}  // namespace turnpike::model
