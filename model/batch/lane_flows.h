// lane_flows.h - the offered and delivered traffic of each node and flow of a lane, while measured.
//
// The sums of all flows of all lanes do not fit into a near cache. Messages are therefore kept in a
// list, which is added to the sums of their lane when it is long or when the sums are read. Only
// the growth of backlogs, which is read at the end of each window, is counted at once.

#pragma once

#include <cstdint>
#include <vector>

#include "model/statistics/node_sums.h"

namespace turnpike::model {

class LaneFlows {
 public:
  // Counts nothing.
  LaneFlows() = default;
  // Messages queued or delivered in [start, end).
  LaneFlows(Cycle start, Cycle end, NodeId nodes)
      : start_(start),
        length_(end - start),
        growth_(std::size_t{2} * nodes),
        counters_(start, end, 0, nodes, nodes) {
    queued_.reserve(kMost);
    delivered_.reserve(kMost);
  }

  // Moves the end of the window, not yet passed, to a later cycle.
  void measure_until(Cycle end) {
    if (length_ == 0) return;
    length_ = end - start_;
    counters_.measure_until(end);
  }
  void queued(NodeId source, NodeId destination, std::uint32_t flits, Cycle now) {
    if (!measures(now)) return;
    growth_[source] += flits;
    growth_[growth_.size() / 2 + destination] += flits;
    queued_.push_back({static_cast<std::uint32_t>(now), source, destination, flits});
    if (queued_.size() == kMost) add_up();
  }
  void delivered(const Delivery& delivery) {
    const bool is_accepted = measures(delivery.last);
    if (!is_accepted && !measures(delivery.queued)) return;
    if (is_accepted) {
      growth_[delivery.source] -= delivery.flits;
      growth_[growth_.size() / 2 + delivery.destination] -= delivery.flits;
    }
    delivered_.push_back({{static_cast<std::uint32_t>(delivery.queued), delivery.source,
                           delivery.destination, delivery.flits},
                          static_cast<std::uint32_t>(delivery.last)});
    if (delivered_.size() == kMost) add_up();
  }
  // See NodeCounters.
  void add_to(NodeTable& table, bool with_flows) {
    add_up();
    counters_.add_to(table, with_flows);
  }
  const std::vector<std::int64_t>& growth() const { return growth_; }

 private:
  static constexpr std::size_t kMost = 4096;  // messages in a list

  struct Queued {
    std::uint32_t cycle;
    NodeId source;
    NodeId destination;
    std::uint32_t flits;
  };
  struct Delivered {
    Queued queued;
    std::uint32_t last;  // cycle
  };

  bool measures(Cycle cycle) const { return cycle - start_ < length_; }
  void add_up();

  Cycle start_ = 0;
  Cycle length_ = 0;
  std::vector<std::int64_t> growth_;  // [node] as a source, then [nodes + node] as a destination
  std::vector<Queued> queued_;
  std::vector<Delivered> delivered_;
  NodeCounters counters_;
};

}  // namespace turnpike::model
