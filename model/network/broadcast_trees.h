// broadcast_trees.h - the broadcasts that are under way in the nodes of a hypercube.
//
// A copy is a message of one hop like any other. What its receiver must know to send it on stands
// in the message, as far as the nodes go; here it is passed from terminal to terminal when the
// copy's head goes in, which is before anything of it can arrive. Nodes of different partitions
// are served by different threads: what one partition tells another in a cycle is read in the
// next.

#pragma once

#include <cstdint>
#include <vector>

#include "model/common/random.h"
#include "model/common/ring.h"
#include "model/network/broadcast_tree.h"
#include "model/statistics/collector.h"
#include "model/traffic/traffic_spec.h"

namespace turnpike::model {

class BroadcastTrees {
 public:
  // `partitions` of which mail goes from each to each.
  // Packets carry the bits of `number_mask` of their number.
  BroadcastTrees(const BroadcastSpec& spec, unsigned dimensions, NodeId nodes, unsigned partitions,
                 std::uint32_t number_mask, std::uint64_t seed);

  const BroadcastSpec& spec() const { return spec_; }
  unsigned dimensions() const { return dimensions_; }

  // A broadcast of `flits` flits is queued in cycle `now` at its source.
  void begin(NodeId root, std::uint32_t flits, Cycle now);
  // Moves the next start of the node whose preparation is over to `start`; false: there is none.
  bool take_start(NodeId node, Cycle now, BroadcastStart& start);

  // The head of a copy for `receiver`, a node of partition `to`, goes in at a node of `from`.
  void send(unsigned from, unsigned to, NodeId receiver, const ExpectedCopy& copy, Cycle now) {
    mail(from, to, now).copies.push_back({receiver, copy});
  }
  // A packet of `source` came out whole at the node. Of the last of a copy: true, and it is
  // sent on; its root is in partition partition_of(root) and learns of it.
  template <class PartitionOf>
  void receive(NodeId node, unsigned partition, NodeId source, std::uint32_t number, Cycle now,
               const PartitionOf& partition_of) {
    TreeCopy copy;
    if (!take_expected(node, source, number, now, copy)) return;
    mail(partition, partition_of(copy.root), now).reached.push_back({copy, node, now});
  }

  // Reads what was told to the partition in cycles of this parity. Returns how many broadcasts have
  // now reached all nodes.
  std::uint64_t settle(unsigned partition, unsigned parity, Collector& collector);

  void visit_state(StateStream& state);
  // Of a tree of these nodes; as read.
  bool is_possible(const TreeCopy& copy) const {
    return copy.root < nodes_.size() && copy.base < dimensions_ && copy.place < dimensions_;
  }

 private:
  struct Sent {
    NodeId receiver = 0;
    ExpectedCopy copy;
  };
  struct Reached {
    TreeCopy copy;
    NodeId node = 0;
    Cycle last = 0;
  };
  struct Mail {
    std::vector<Sent> copies;
    std::vector<Reached> reached;
  };
  struct Node {
    std::vector<ExpectedCopy> expected;
    Ring<BroadcastStart> starts;  // by `due`
    Ring<OpenBroadcast> open;     // of this node, from the oldest one that is under way on
    std::uint32_t closed = 0;     // broadcasts before those
  };

  Mail& mail(unsigned from, unsigned to, Cycle cycle) {
    return mail_[((cycle & 1) * partitions_ + from) * partitions_ + to];
  }
  void check_mail(const StateStream& state, const Mail& mail) const;
  bool is_possible(const ExpectedCopy& copy) const;
  bool take_expected(NodeId node, NodeId source, std::uint32_t number, Cycle now, TreeCopy& copy);
  bool note_reached(const Reached& reached, Collector& collector);
  unsigned base_of(NodeId root, std::uint32_t broadcast) const;

  BroadcastSpec spec_;
  unsigned dimensions_;
  unsigned partitions_;
  std::uint32_t number_mask_;
  RandomStream bases_;
  std::vector<Node> nodes_;
  std::vector<Mail> mail_;  // [parity][from][to]
};

}  // namespace turnpike::model
