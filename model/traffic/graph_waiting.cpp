// graph_waiting.cpp - places for messages and for those that wait for them, used again and again.

#include "model/traffic/graph_waiting.h"

namespace turnpike::model {
namespace {

// A place that is not in use, and one more where there is none.
template <class T>
std::uint32_t free_place(std::vector<T>& places, std::vector<std::uint32_t>& free) {
  if (free.empty()) {
    places.emplace_back();
    return static_cast<std::uint32_t>(places.size() - 1);
  }
  const std::uint32_t at = free.back();
  free.pop_back();
  return at;
}

}  // namespace

std::uint32_t GraphWaiting::place_of(std::uint64_t id) {
  const auto [place, is_new] = place_.emplace(id, kNone);
  if (!is_new) return place->second;
  const std::uint32_t at = free_place(slots_, free_slots_);
  place->second = at;
  slots_[at] = WaitingMessage();
  slots_[at].id = id;
  slots_[at].is_free = false;
  return at;
}

void GraphWaiting::wait(std::uint32_t waiter, std::uint32_t for_message) {
  const std::uint32_t edge = free_place(edges_, free_edges_);
  edges_[edge] = {waiter, slots_[for_message].waiters};
  slots_[for_message].waiters = edge;
}

void GraphWaiting::visit_state(StateStream& state, NodeId nodes, const GraphPaths& paths) {
  state.any_list(slots_);
  state.any_list(free_slots_);
  state.any_list(edges_);
  state.any_list(free_edges_);
  if (!state.is_reading()) return;
  for (const WaitingMessage& one : slots_) {
    const bool has_waiters = one.waiters == kNone || one.waiters < edges_.size();
    state.check(has_waiters && paths.is_place(one.before), "who waits for a message");
    state.check(one.source < nodes && one.destination < nodes, "nodes of a message");
  }
  for (const std::uint32_t at : free_slots_) {
    state.check(at < slots_.size() && slots_[at].is_free, "a place for a message");
  }
  check_edges(state);
  place_.clear();
  for (std::uint32_t at = 0; at < slots_.size(); ++at) {
    if (!slots_[at].is_free) place_.emplace(slots_[at].id, at);
  }
  state.check(slots_.size() == free_slots_.size() + place_.size(), "messages of a graph");
}

// Each is in one list, and every list comes to an end.
void GraphWaiting::check_edges(const StateStream& state) const {
  std::vector<bool> seen(edges_.size());
  for (const std::uint32_t edge : free_edges_) {
    state.check(edge < edges_.size() && !seen[edge], "a place for one that waits");
    seen[edge] = true;
  }
  for (const WaitingMessage& one : slots_) {
    for (std::uint32_t at = one.is_free ? kNone : one.waiters; at != kNone; at = edges_[at].next) {
      state.check(at < edges_.size() && !seen[at] && is_place(edges_[at].slot),
                  "those that wait for a message");
      seen[at] = true;
    }
  }
}

}  // namespace turnpike::model
