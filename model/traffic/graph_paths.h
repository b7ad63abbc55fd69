// graph_paths.h - remembers which message released each message of a graph, for its critical path.
//
// A delivered message is remembered as long as a message that it released, directly or through
// others, is under way. Memory is therefore proportional to the messages in flight and their paths.

#pragma once

#include <cstdint>
#include <vector>

#include "model/common/state_stream.h"
#include "model/statistics/delivery.h"

namespace turnpike::model {

class GraphPaths {
 public:
  using Index = std::uint32_t;
  static constexpr Index kNone = ~Index{0};

  struct Step {
    std::uint64_t id = 0;
    Delivery delivery;
    Index before = kNone;     // the message whose delivery released it
    std::uint32_t users = 0;  // steps behind it, and waiting messages
  };

  // A message that was delivered; takes over the caller's use of `before`. The caller uses the step
  // until it drops it.
  Index add(std::uint64_t id, const Delivery& delivery, Index before) {
    Index at = free_;
    if (at == kNone) {
      at = static_cast<Index>(steps_.size());
      steps_.emplace_back();
    } else {
      free_ = steps_[at].before;
    }
    steps_[at] = {id, delivery, before, 1};
    return at;
  }
  void use(Index at) {
    if (at != kNone) ++steps_[at].users;
  }
  void drop(Index at) {
    while (at != kNone && --steps_[at].users == 0) {
      const Index before = steps_[at].before;
      steps_[at].before = free_;
      free_ = at;
      at = before;
    }
  }

  const Step& operator[](Index at) const { return steps_[at]; }
  // The steps up to this one, the first message first.
  std::vector<Step> path_to(Index at) const {
    std::vector<Step> path;
    for (; at != kNone; at = steps_[at].before) path.push_back(steps_[at]);
    return {path.rbegin(), path.rend()};
  }
  bool is_place(Index at) const { return at == kNone || at < steps_.size(); }

  void visit_state(StateStream& state, NodeId nodes) {
    state.any_list(steps_, [&](Step& step) {
      state.value(step.id);
      state.value(step.delivery);
      state.value(step.before);
      state.value(step.users);
      state.check(step.delivery.source < nodes && step.delivery.destination < nodes,
                  "a message of a path");
    });
    state.value(free_);
    state.check(!state.is_reading() || ends(), "a path");
  }

 private:
  // Every way back leads through the table and comes to an end.
  bool ends() const {
    std::vector<Index> seen_by(steps_.size(), kNone);
    if (!is_place(free_)) return false;
    for (Index first = 0; first < steps_.size(); ++first) {
      for (Index at = first; at != kNone && seen_by[at] != first; at = steps_[at].before) {
        if (!is_place(steps_[at].before)) return false;
        if (seen_by[at] != kNone) break;  // from there on it was seen to end
        seen_by[at] = first;
        if (steps_[at].before != kNone && seen_by[steps_[at].before] == first) return false;
      }
    }
    return true;
  }

  std::vector<Step> steps_;
  Index free_ = kNone;  // a list of places, by `before`
};

}  // namespace turnpike::model
