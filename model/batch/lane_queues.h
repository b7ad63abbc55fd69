// lane_queues.h - the messages that wait at the nodes of all lanes.
//
// Most queues hold one message at most. The first message of each queue is stored apart, so that
// the code looks for others only where there are some.

#pragma once

#include <cstdint>
#include <vector>

#include "model/batch/kernel_shape.h"
#include "model/common/queue_length.h"
#include "model/common/types.h"

namespace turnpike::model {

struct QueuedMessage {
  std::uint32_t queued;  // cycle
  NodeId destination;
  std::uint32_t flits;  // 0: there is none
};

class LaneQueues {
 public:
  struct Front {
    QueuedMessage message{};
    std::uint32_t begun = 0;  // messages that were begun: its number
  };

  explicit LaneQueues(NodeId nodes)
      : fronts_(std::size_t{nodes} * kLanes), has_more_(nodes), behind_(fronts_.size()) {}

  const Front& front(NodeId node, unsigned lane) const { return fronts_[at(node, lane)]; }
  // True: no message waited there before.
  bool add(NodeId node, unsigned lane, const QueuedMessage& message) {
    const std::size_t queue = at(node, lane);
    if (fronts_[queue].message.flits != 0) {
      behind_[queue].add(message);
      has_more_[node] |= std::uint64_t{1} << lane;
      return false;
    }
    fronts_[queue].message = message;
    return true;
  }
  // The first message is begun. False: no other one waits behind it.
  bool pop(NodeId node, unsigned lane) {
    const std::size_t queue = at(node, lane);
    Front& front = fronts_[queue];
    ++front.begun;
    front.message.flits = 0;
    std::uint64_t& more = has_more_[node];
    const std::uint64_t bit = std::uint64_t{1} << lane;
    if ((more & bit) == 0) return false;
    front.message = behind_[queue].take();
    if (behind_[queue].is_empty()) more &= ~bit;
    return true;
  }
  QueueLength length(NodeId node, unsigned lane) const {
    QueueLength length{};
    const std::size_t queue = at(node, lane);
    if (fronts_[queue].message.flits == 0) return length;
    length.add(fronts_[queue].message.flits);
    behind_[queue].add_to(length);
    return length;
  }

 private:
  class Ring {
   public:
    bool is_empty() const { return begin_ == end_; }
    void add(const QueuedMessage& message) {
      if (end_ - begin_ == ring_.size()) grow();
      ring_[end_++ & (ring_.size() - 1)] = message;
    }
    QueuedMessage take() { return ring_[begin_++ & (ring_.size() - 1)]; }
    void add_to(QueueLength& length) const {
      for (std::uint32_t n = begin_; n != end_; ++n)
        length.add(ring_[n & (ring_.size() - 1)].flits);
    }

   private:
    void grow() {
      std::vector<QueuedMessage> larger(ring_.empty() ? 4 : 2 * ring_.size());
      for (std::uint32_t n = begin_; n != end_; ++n) {
        larger[n & (larger.size() - 1)] = ring_[n & (ring_.size() - 1)];
      }
      ring_.swap(larger);
    }

    std::uint32_t begin_ = 0;
    std::uint32_t end_ = 0;
    std::vector<QueuedMessage> ring_;  // size a power of two
  };

  std::size_t at(NodeId node, unsigned lane) const { return std::size_t{node} * kLanes + lane; }

  std::vector<Front> fronts_;            // [node * kLanes + lane]
  std::vector<std::uint64_t> has_more_;  // [node] lanes in which messages wait behind the first
  std::vector<Ring> behind_;             // [node * kLanes + lane]
};

}  // namespace turnpike::model
