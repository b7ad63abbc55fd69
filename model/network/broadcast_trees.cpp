// broadcast_trees.cpp - the broadcasts that are under way in the nodes of a hypercube.

#include "model/network/broadcast_trees.h"

#include <algorithm>
#include <string>

#include "model/network/engine.h"

namespace turnpike::model {

BroadcastTrees::BroadcastTrees(const BroadcastSpec& spec, unsigned dimensions, NodeId nodes,
                               unsigned partitions, std::uint64_t seed)
    : spec_(spec),
      dimensions_(dimensions),
      partitions_(partitions),
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

void BroadcastTrees::receive(NodeId node, unsigned partition, unsigned of_root,
                             const TreeCopy& copy, std::uint32_t flits, Cycle now) {
  mail(partition, of_root, now).push_back({copy, node, now});
  if (copy.place + 1u >= dimensions_) return;
  TreeCopy next = copy;
  ++next.place;
  nodes_[node].starts.push_back({now + spec_.startup, flits, false, next});
}

std::uint64_t BroadcastTrees::settle(unsigned partition, unsigned parity, Collector& collector) {
  std::uint64_t complete = 0;
  for (unsigned from = 0; from < partitions_; ++from) {
    std::vector<Reached>& letters = mail(from, partition, parity);
    for (const Reached& reached : letters) complete += note_reached(reached, collector);
    letters.clear();
  }
  return complete;
}

void BroadcastTrees::visit_state(StateStream& state) {
  for (Node& node : nodes_) {
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
  for (std::vector<Reached>& letters : mail_) {
    state.any_list(letters);
    for (const Reached& reached : letters) {
      state.check(reached.node < nodes_.size() && is_possible(reached.copy),
                  "a node that was reached");
    }
  }
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
