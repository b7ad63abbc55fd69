// node_sums.h - the offered and delivered traffic of each node and flow, in the measurement
// interval.
//
// A flow is all messages from one node to another. All sums are integers, and the sums of the
// partitions of a run are added up, so threads do not matter. The partition of a message's source
// counts the message when it is queued and when it is delivered completely; a destination therefore
// has sums in every partition. Copies of broadcasts are not counted as messages.

#pragma once

#include <algorithm>
#include <cstddef>
#include <cstdint>
#include <vector>

#include "model/common/state_stream.h"
#include "model/common/types.h"
#include "model/statistics/delivery.h"

namespace turnpike::model {

struct NodeSums {
  std::uint64_t offered_flits = 0;   // of messages queued in the interval
  std::uint64_t accepted_flits = 0;  // of messages delivered whole in the interval
  std::uint64_t latency = 0;         // cycles, sum over the measured packets that were delivered
  std::uint64_t latency_max = 0;
  std::uint32_t offered = 0;  // messages queued in the interval: the measured packets
  std::uint32_t packets = 0;  // of them delivered

  void queue(std::uint32_t flits) {
    offered_flits += flits;
    ++offered;
  }
  void accept(std::uint32_t flits) { accepted_flits += flits; }
  void measure(Cycle cycles) {
    latency += cycles;
    latency_max = std::max<std::uint64_t>(latency_max, cycles);
    ++packets;
  }
  NodeSums& operator+=(const NodeSums& other);
  // Flits that were offered and not accepted; negative where what waited before got through.
  std::int64_t growth() const { return static_cast<std::int64_t>(offered_flits - accepted_flits); }
};

struct FlowSums {
  std::uint64_t key = 0;  // flow_key()
  NodeSums sums;

  NodeId source() const { return static_cast<NodeId>(key >> 32); }
  NodeId destination() const { return static_cast<NodeId>(key & 0xffffffffu); }
};

constexpr std::uint64_t flow_key(NodeId source, NodeId destination) {
  return std::uint64_t{source} << 32 | destination;
}

// The flows of some sources, as long as there are no more than kMost of them; beyond it keeps none.
class FlowTable {
 public:
  static constexpr std::size_t kMost = 65536;

  FlowTable() = default;
  // The flows of the sources [first, last) among `nodes` nodes. If pairs are few, each has a place.
  FlowTable(NodeId first, NodeId last, NodeId nodes)
      : first_(first),
        pairs_(std::uint64_t{last - first} * nodes),
        nodes_(pairs_ <= kMostPairs ? nodes : 0) {}

  // Null: they are too many.
  NodeSums* find(NodeId source, NodeId destination) {
    if (is_full_) return nullptr;
    const std::uint64_t key = flow_key(source, destination);
    if (!places_.empty()) {
      FlowSums& place = places_[place_of(key)];
      if (place.key == key) return &place.sums;
    }
    return add(key);
  }

  bool is_full() const { return is_full_; }
  std::size_t size() const { return count_; }
  void append_to(std::vector<FlowSums>& flows) const;
  // The state of the sources [first, last) among `nodes` nodes.
  void visit_state(StateStream& state, NodeId first, NodeId last, NodeId nodes);

 private:
  static constexpr std::uint64_t kNoFlow = ~std::uint64_t{0};
  static constexpr std::uint64_t kMostPairs = 16384;

  bool is_possible(NodeId first, NodeId last, NodeId nodes) const;  // as read

  // Where the flow is, or would be.
  std::size_t place_of(std::uint64_t key) const {
    if (nodes_ != 0) {
      return static_cast<std::size_t>(((key >> 32) - first_) * nodes_ + (key & 0xffffffffu));
    }
    const std::size_t mask = places_.size() - 1;
    std::size_t at = static_cast<std::size_t>(key * 0x9e3779b97f4a7c15u >> 32) & mask;
    while (places_[at].key != key && places_[at].key != kNoFlow) at = (at + 1) & mask;
    return at;
  }
  NodeSums* add(std::uint64_t key);
  void grow();

  NodeId first_ = 0;
  std::uint64_t pairs_ = 0;
  NodeId nodes_ = 0;              // 0: places are found by a hash
  std::vector<FlowSums> places_;  // size 0; or [pair], or a power of two, at most half of it used
  std::uint64_t count_ = 0;
  bool is_full_ = false;
};

// The sums of a whole run.
struct NodeTable {
  std::vector<NodeSums> from;   // [node] as a source; empty: nothing was counted
  std::vector<NodeSums> to;     // [node] as a destination
  std::vector<FlowSums> flows;  // by source, then destination; those with traffic
  bool has_flows = true;        // false: they were more than FlowTable::kMost
  std::uint64_t squares = 0;    // sum over the messages queued in the interval: flits squared
};

// The counters of one partition.
class NodeCounters {
 public:
  // Counts nothing.
  NodeCounters() = default;
  // Messages queued or delivered in [start, end), of the sources [first, last) of `nodes` nodes.
  NodeCounters(Cycle start, Cycle end, NodeId first, NodeId last, NodeId nodes)
      : start_(start),
        length_(end - start),
        first_(first),
        from_(last - first),
        to_(nodes),
        flows_(first, last, nodes) {}

  // Moves the end of the window, not yet passed, to a later cycle.
  void measure_until(Cycle end) {
    if (length_ != 0) length_ = end - start_;
  }

  // Once per message, at its source.
  void queued(NodeId source, NodeId destination, std::uint32_t flits, Cycle now) {
    if (!measures(now)) return;
    squares_ += std::uint64_t{flits} * flits;
    from_[source - first_].queue(flits);
    to_[destination].queue(flits);
    if (NodeSums* flow = flows_.find(source, destination)) flow->queue(flits);
  }
  // Once per message that is delivered whole.
  void delivered(const Delivery& delivery) {
    const bool is_accepted = measures(delivery.last);
    const bool is_measured = measures(delivery.queued);
    if (!is_accepted && !is_measured) return;
    NodeSums* flow = flows_.find(delivery.source, delivery.destination);
    for (NodeSums* sums : {&from_[delivery.source - first_], &to_[delivery.destination], flow}) {
      if (sums == nullptr) continue;
      if (is_accepted) sums->accept(delivery.flits);
      if (is_measured) sums->measure(delivery.latency());
    }
  }

  void add_to(NodeTable& table, bool with_flows) const;
  // [node] as source, then [nodes + node] as destination: adds how its backlog has grown, in flits.
  void add_growth_to(std::vector<std::int64_t>& backlogs) const;

  // The state of the sources [first, last) among `nodes` nodes.
  void visit_state(StateStream& state, NodeId first, NodeId last, NodeId nodes);
  // Nothing, or the messages of [start, start + length).
  bool counts_only(Cycle start, Cycle length) const {
    return length_ == 0 || (start_ == start && length_ == length);
  }

 private:
  bool measures(Cycle cycle) const { return cycle - start_ < length_; }

  Cycle start_ = 0;
  Cycle length_ = 0;
  NodeId first_ = 0;
  std::uint64_t squares_ = 0;
  std::vector<NodeSums> from_;  // [source - first_]
  std::vector<NodeSums> to_;    // [destination]
  FlowTable flows_;
};

}  // namespace turnpike::model
