// node_sums.cpp - sums of nodes and flows, added up.

#include "model/statistics/node_sums.h"

namespace turnpike::model {
namespace {

// Flits of a node; the sums of all partitions stay far below 2^63.
constexpr std::uint64_t kMostFlits = std::uint64_t{1} << 53;

void check(const StateStream& state, const std::vector<NodeSums>& sums) {
  for (const NodeSums& one : sums) {
    state.check(one.offered_flits <= kMostFlits && one.accepted_flits <= kMostFlits,
                "flits of a node");
  }
}

}  // namespace

NodeSums& NodeSums::operator+=(const NodeSums& other) {
  offered_flits += other.offered_flits;
  accepted_flits += other.accepted_flits;
  latency += other.latency;
  latency_max = std::max(latency_max, other.latency_max);
  offered += other.offered;
  packets += other.packets;
  return *this;
}

NodeSums* FlowTable::add(std::uint64_t key) {
  if (count_ == kMost) {
    is_full_ = true;
    places_ = {};
    return nullptr;
  }
  if (nodes_ != 0 && places_.empty())
    places_.assign(static_cast<std::size_t>(pairs_), {kNoFlow, {}});
  if (nodes_ == 0 && 2 * (count_ + 1) > places_.size()) grow();
  ++count_;
  FlowSums& place = places_[place_of(key)];
  place.key = key;
  return &place.sums;
}

void FlowTable::grow() {
  std::vector<FlowSums> before(std::max<std::size_t>(64, 2 * places_.size()), {kNoFlow, {}});
  before.swap(places_);
  for (const FlowSums& flow : before) {
    if (flow.key != kNoFlow) places_[place_of(flow.key)] = flow;
  }
}

void FlowTable::append_to(std::vector<FlowSums>& flows) const {
  flows.reserve(flows.size() + count_);
  for (const FlowSums& flow : places_) {
    if (flow.key != kNoFlow) flows.push_back(flow);
  }
}

void FlowTable::visit_state(StateStream& state, NodeId first, NodeId last, NodeId nodes) {
  if (state.is_reading()) *this = FlowTable(first, last, nodes);
  state.any_list(places_);
  state.value(count_, kMost, "flows");
  state.value(is_full_);
  if (state.is_reading()) state.check(is_possible(first, last, nodes), "flows");
}

// Each flow is where it would be found, and there are free places, so that a search ends.
bool FlowTable::is_possible(NodeId first, NodeId last, NodeId nodes) const {
  if (is_full_) return places_.empty() && count_ == kMost;
  if (nodes_ != 0) {
    if (!places_.empty() && places_.size() != pairs_) return false;
  } else if ((places_.size() & (places_.size() - 1)) != 0 || 2 * count_ > places_.size()) {
    return false;
  }
  const auto used = static_cast<std::uint64_t>(std::count_if(
      places_.begin(), places_.end(), [](const FlowSums& place) { return place.key != kNoFlow; }));
  if (used != count_) return false;
  for (std::size_t at = 0; at < places_.size(); ++at) {
    const FlowSums& flow = places_[at];
    if (flow.key == kNoFlow) continue;
    const bool has_nodes =
        flow.source() >= first && flow.source() < last && flow.destination() < nodes;
    if (!has_nodes || place_of(flow.key) != at) return false;
  }
  return true;
}

void NodeCounters::visit_state(StateStream& state, NodeId first, NodeId last, NodeId nodes) {
  state.value(start_);
  state.value(length_);
  state.value(first_);
  state.value(squares_);
  state.any_list(from_);
  state.any_list(to_);
  flows_.visit_state(state, first, last, nodes);
  const bool counts = length_ != 0;
  state.check(first_ == (counts ? first : 0), "first node of a partition");
  state.check(from_.size() == (counts ? last - first : 0), "nodes that send");
  state.check(to_.size() == (counts ? nodes : 0), "nodes that are sent to");
  check(state, from_);
  check(state, to_);
}

void NodeCounters::add_to(NodeTable& table, bool with_flows) const {
  if (to_.empty()) return;
  table.squares += squares_;
  table.from.resize(to_.size());
  table.to.resize(to_.size());
  for (std::size_t i = 0; i < from_.size(); ++i) table.from[first_ + i] += from_[i];
  for (std::size_t i = 0; i < to_.size(); ++i) table.to[i] += to_[i];
  if (!with_flows) return;
  // Every partition keeps its flows as long as they alone are few enough, so which flows there are
  // when all are put together does not depend on the partitions.
  flows_.append_to(table.flows);
  table.has_flows = table.has_flows && !flows_.is_full() && table.flows.size() <= FlowTable::kMost;
  if (!table.has_flows) table.flows = {};
  const auto is_before = [](const FlowSums& a, const FlowSums& b) { return a.key < b.key; };
  if (std::is_sorted(table.flows.begin(), table.flows.end(), is_before)) return;
  std::sort(table.flows.begin(), table.flows.end(), is_before);
}

void NodeCounters::add_growth_to(std::vector<std::int64_t>& backlogs) const {
  for (std::size_t i = 0; i < from_.size(); ++i) backlogs[first_ + i] += from_[i].growth();
  for (std::size_t i = 0; i < to_.size(); ++i) backlogs[to_.size() + i] += to_[i].growth();
}

}  // namespace turnpike::model
