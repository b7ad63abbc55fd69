// graph_waiting.h - the undelivered messages of a graph, and which of them wait for which.

#pragma once

#include <cstdint>
#include <unordered_map>
#include <vector>

#include "model/common/state_stream.h"
#include "model/common/types.h"
#include "model/traffic/graph_paths.h"

namespace turnpike::model {

// A message that was read and is not delivered, or one that others wait for and that the file has
// further down.
struct WaitingMessage {
  static constexpr std::uint32_t kNone = ~std::uint32_t{0};

  std::uint64_t id = 0;
  std::uint64_t order = 0;  // of the messages that were read
  Cycle cycle = 0;          // it is queued at the earliest
  Cycle delay = 1;
  NodeId source = 0;
  NodeId destination = 0;
  std::uint32_t flits = 0;
  std::uint32_t message_class = 0;
  std::uint32_t missing = 0;                     // deliveries that it waits for
  std::uint32_t waiters = kNone;                 // a list of those that wait for it
  GraphPaths::Index before = GraphPaths::kNone;  // the last delivery that it waited for
  bool is_read = false;
  bool is_free = true;
};

class GraphWaiting {
 public:
  static constexpr std::uint32_t kNone = WaitingMessage::kNone;

  // The place of the message, made if need be.
  std::uint32_t place_of(std::uint64_t id);
  // Takes away a message for which nobody waits any more.
  void remove(std::uint32_t at) {
    place_.erase(slots_[at].id);
    slots_[at].is_free = true;
    free_slots_.push_back(at);
  }

  WaitingMessage& operator[](std::uint32_t at) { return slots_[at]; }
  const WaitingMessage& operator[](std::uint32_t at) const { return slots_[at]; }
  bool is_place(std::uint32_t at) const { return at < slots_.size() && !slots_[at].is_free; }
  std::size_t count() const { return place_.size(); }

  void wait(std::uint32_t waiter, std::uint32_t for_message);
  // Calls with(place) for each that waits for the message, and forgets that they do.
  template <class With>
  void take_waiters(std::uint32_t at, With&& with) {
    std::uint32_t edge = slots_[at].waiters;
    slots_[at].waiters = kNone;
    while (edge != kNone) {
      const Edge one = edges_[edge];
      free_edges_.push_back(edge);
      with(one.slot);
      edge = one.next;
    }
  }

  void visit_state(StateStream& state, NodeId nodes, const GraphPaths& paths);

 private:
  struct Edge {
    std::uint32_t slot = 0;
    std::uint32_t next = kNone;
  };

  void check_edges(const StateStream& state) const;

  std::vector<WaitingMessage> slots_;
  std::vector<std::uint32_t> free_slots_;
  std::vector<Edge> edges_;
  std::vector<std::uint32_t> free_edges_;
  std::unordered_map<std::uint64_t, std::uint32_t> place_;  // [id]
};

}  // namespace turnpike::model
