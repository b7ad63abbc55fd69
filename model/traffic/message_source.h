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
  // The kind in its packet heads; not unicast only if packet routers make the copies.
  PacketKind kind = PacketKind::unicast;
};

// The part of a message that sources without needs use.
struct PlainMessage {
  Cycle queued;
  NodeId source;
  NodeId destination;
  std::uint32_t flits;
};

// When a message was sent and delivered; for a broadcast, to the last of its nodes.
struct MessageTimes {
  Cycle injected = 0;  // its head was on the injection pins
  Cycle first = 0;     // the last flit of its first part was delivered
  Cycle last = 0;      // its last flit was delivered
  bool is_delivered = false;
};

class MessageSource {
 public:
  // The value of next_cycles() for a node without a known further message.
  static constexpr Cycle kNever = std::numeric_limits<Cycle>::max();

  // The calls that the source needs from the terminals.
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

  // Called once in each cycle, by one thread, before any take() of the cycle.
  virtual void prepare(Cycle /*now*/) {}
  // Returns the message that is due in next_cycles()[node], which is not kNever.
  virtual Message take(NodeId node) = 0;
  // Called instead of take() if the source has no needs: appends the messages of all nodes that are
  // due before cycle `end`.
  virtual void take_until(Cycle end, std::vector<PlainMessage>& to);
  // Called when a message arrived completely, in cycle `delivery.last`. Not called for broadcasts.
  virtual void delivered(const Delivery& /*delivery*/) {}
  // Called when the message with this tag has arrived at all its destinations, by the thread of its
  // source, one cycle later.
  virtual void completed(std::uint64_t /*tag*/, const MessageTimes& /*times*/) {}

  // The first cycle in which prepare() or take() has something to do, if no message is under way;
  // it may be in the past. kNever if no message will come. Called between cycles.
  virtual Cycle next_due() const;
  // True if no message will come unless one that is under way is delivered. Not called while
  // another thread calls take().
  virtual bool exhausted() const;
  // The requested load in flits per node and cycle, averaged over all nodes; 0 if the load is only
  // measured.
  virtual double offered_load() const { return 0; }

  // For a closed loop whose unit is not the message, such as a request with its reply: the counts
  // of these units. Warm-up, the end of the drain and run.precision then use them. Called between
  // cycles, as are the next three.
  virtual std::optional<Collector> collected() const { return std::nullopt; }
  // From now on, measure the units that begin in cycles start .. end - 1.
  virtual void restart_collector(Cycle /*start*/, Cycle /*end*/) {}
  // Moves the end of the measurement, which has not passed, to a later cycle.
  virtual void measure_until(Cycle /*end*/) {}
  // Called at the end of a run: returns a figure for each row of the descriptor.
  virtual WorkloadResults results(const RunFigures& /*run*/) const { return {}; }

  // Visits the state that changes during a run. Called between cycles. A source with more state
  // than next_cycles() overrides it, and calls this function first.
  virtual void visit_state(StateStream& state) { state.list(next_); }

 protected:
  explicit MessageSource(NodeId nodes, Needs needs) : next_(nodes, kNever), needs_(needs) {}
  explicit MessageSource(NodeId nodes) : MessageSource(nodes, Needs()) {}

  // visit_state() for sources in which a node without a first message never sends.
  void visit_next_of_senders(StateStream& state);

  std::vector<Cycle> next_;  // [node]

 private:
  Needs needs_;
};

}  // namespace turnpike::model
