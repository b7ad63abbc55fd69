// broadcast_trees.cpp - the broadcasts that are under way in the nodes of a hypercube.

#include "model/network/broadcast_trees.h"

#include <algorithm>
#include <string>

#include "model/network/engine.h"

namespace turnpike::model {

BroadcastTrees::BroadcastTrees(const BroadcastSpec& spec, unsigned dimensions, NodeId nodes,
                               unsigned partitions, std::uint32_t number_mask, std::uint64_t seed)
    : spec_(spec),
      dimensions_(dimensions),
      partitions_(partitions),
      number_mask_(number_mask),
      bases_(seed, Stream::broadcast_base),
      nodes_(nodes),
      mail_(std::size_t{2} * partitions * partitions) {}

unsigned BroadcastTrees::base_of(NodeId root, std::uint32_t broadcast) const {
  switch (spec_.base) {
    case BroadcastBase::rotating:
      return (root + broadcast) % dimensions_;  // nodes begin with different ones
    case BroadcastBase::random:
      return below(bases_.draw(root, broadcast), dimensions_);
    case BroadcastBase::fixed:
      break;
  }
  return dimensions_ - 1;
}

void BroadcastTrees::begin(NodeId root, std::uint32_t flits, Cycle now) {
  Node& self = nodes_[root];
  TreeCopy copy;
  copy.root = root;
  copy.broadcast = self.closed + static_cast<std::uint32_t>(self.open.size());
  copy.base = static_cast<std::uint8_t>(base_of(root, copy.broadcast));
  const bool by_router = spec_.kind == BroadcastKind::router;
  if (!by_router) self.open.push_back({now, 0, static_cast<std::uint32_t>(nodes_.size() - 1)});
  self.starts.push_back({now + spec_.startup, flits, by_router, copy});
}

bool BroadcastTrees::take_start(NodeId node, Cycle now, BroadcastStart& start) {
  Ring<BroadcastStart>& starts = nodes_[node].starts;
  if (starts.empty() || starts[0].due > now) return false;
  start = starts[0];
  starts.pop_front();
  return true;
}

// True: that was the last packet of `copy`, which now is sent on.
bool BroadcastTrees::take_expected(NodeId node, NodeId source, std::uint32_t number, Cycle now,
                                   TreeCopy& copy) {
  std::vector<ExpectedCopy>& expected = nodes_[node].expected;
  const auto is_packet_of = [&](const ExpectedCopy& one) {
    return one.source == source && ((number - one.number) & number_mask_) < one.packets;
  };
  const auto found = std::find_if(expected.begin(), expected.end(), is_packet_of);
  if (found == expected.end() || --found->missing != 0) return false;
  copy = found->copy;
  const std::uint32_t flits = found->flits;
  expected.erase(found);
  if (copy.place + 1u < dimensions_) {
    TreeCopy next = copy;
    ++next.place;
    nodes_[node].starts.push_back({now + spec_.startup, flits, false, next});
  }
  return true;
}

std::uint64_t BroadcastTrees::settle(unsigned partition, unsigned parity, Collector& collector) {
  std::uint64_t complete = 0;
  for (unsigned from = 0; from < partitions_; ++from) {
    Mail& mail_here = mail(from, partition, parity);
    for (const Sent& sent : mail_here.copies) nodes_[sent.receiver].expected.push_back(sent.copy);
    for (const Reached& reached : mail_here.reached) complete += note_reached(reached, collector);
    mail_here.copies.clear();
    mail_here.reached.clear();
  }
  return complete;
}

void BroadcastTrees::visit_state(StateStream& state) {
  for (Node& node : nodes_) {
    state.any_list(node.expected);
    for (const ExpectedCopy& copy : node.expected) {
      state.check(is_possible(copy), "a copy that is expected");
    }
    node.starts.visit_state(state, [&](BroadcastStart& start) {
      state.value(start.due);
      state.value(start.flits);
      state.value(start.by_router);
      state.value(start.copy);
      state.check(is_possible(start.copy), "a broadcast that starts");
    });
    node.open.visit_state(state);
    state.value(node.closed);
  }
  for (Mail& mail : mail_) {
    state.any_list(mail.copies);
    state.any_list(mail.reached);
    check_mail(state, mail);
  }
}

void BroadcastTrees::check_mail(const StateStream& state, const Mail& mail) const {
  for (const Sent& sent : mail.copies) {
    state.check(sent.receiver < nodes_.size() && is_possible(sent.copy), "a copy that was sent");
  }
  for (const Reached& reached : mail.reached) {
    state.check(reached.node < nodes_.size() && is_possible(reached.copy),
                "a node that was reached");
  }
}

bool BroadcastTrees::is_possible(const ExpectedCopy& copy) const {
  return copy.source < nodes_.size() && copy.missing != 0 && is_possible(copy.copy);
}

// True: that was the last node.
bool BroadcastTrees::note_reached(const Reached& reached, Collector& collector) {
  Node& root = nodes_[reached.copy.root];
  const std::uint32_t place = reached.copy.broadcast - root.closed;
  if (place >= root.open.size() || root.open[place].missing == 0) {
    throw NetworkError("cycle " + std::to_string(reached.last) + ": node " +
                       std::to_string(reached.node) + " received a broadcast of node " +
                       std::to_string(reached.copy.root) + " that had reached all nodes");
  }
  OpenBroadcast& broadcast = root.open[place];
  broadcast.last = std::max(broadcast.last, reached.last);
  const bool is_opposite = (reached.node ^ reached.copy.root) == nodes_.size() - 1;
  if (is_opposite) collector.broadcast_path_delivered(broadcast.queued, reached.last);
  if (--broadcast.missing != 0) return false;
  collector.broadcast_delivered(broadcast.queued, broadcast.last);
  for (; !root.open.empty() && root.open[0].missing == 0; ++root.closed) root.open.pop_front();
  return true;
}

}  // namespace turnpike::model
