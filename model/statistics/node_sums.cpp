// node_sums.cpp - sums of nodes and flows, added up.

#include "model/statistics/node_sums.h"

namespace turnpike::model {

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
  if (2 * (count_ + 1) > places_.size()) grow();
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
  for (const FlowSums& flow : places_) {
    if (flow.key != kNoFlow) flows.push_back(flow);
  }
}

void NodeCounters::add_to(NodeTable& table) const {
  if (to_.empty()) return;
  table.squares += squares_;
  table.from.resize(to_.size());
  table.to.resize(to_.size());
  for (std::size_t i = 0; i < from_.size(); ++i) table.from[first_ + i] += from_[i];
  for (std::size_t i = 0; i < to_.size(); ++i) table.to[i] += to_[i];
  // Every partition keeps its flows as long as they alone are few enough, so which flows there are
  // when all are put together does not depend on the partitions.
  flows_.append_to(table.flows);
  table.has_flows = table.has_flows && !flows_.is_full() && table.flows.size() <= FlowTable::kMost;
  if (!table.has_flows) table.flows = {};
  std::sort(table.flows.begin(), table.flows.end(),
            [](const FlowSums& a, const FlowSums& b) { return a.key < b.key; });
}

void NodeCounters::add_growth_to(std::vector<std::int64_t>& backlogs) const {
  for (std::size_t i = 0; i < from_.size(); ++i) backlogs[first_ + i] += from_[i].growth();
  for (std::size_t i = 0; i < to_.size(); ++i) backlogs[to_.size() + i] += to_[i].growth();
}

}  // namespace turnpike::model
