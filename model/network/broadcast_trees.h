// broadcast_trees.h - the broadcasts that are under way in the nodes of a hypercube.
//
// A copy is an ordinary message of one hop. It brings along what its receiver must know to send it
// on (expected_messages.h). Threads serve the nodes of different partitions: a partition reads in
// the next cycle what another one tells it.

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
  BroadcastTrees(const BroadcastSpec& spec, unsigned dimensions, NodeId nodes, unsigned partitions,
                 std::uint64_t seed);

  const BroadcastSpec& spec() const { return spec_; }
  unsigned dimensions() const { return dimensions_; }

  // A broadcast of `flits` flits is queued in cycle `now` at its source.
  void begin(NodeId root, std::uint32_t flits, Cycle now);
  // Moves the next start of the node whose preparation is over to `start`; false: there is none.
  bool take_start(NodeId node, Cycle now, BroadcastStart& start);

  // A copy of `flits` flits came out whole at the node, which sends it on; its root is in partition
  // `of_root` and learns of it.
  void receive(NodeId node, unsigned partition, unsigned of_root, const TreeCopy& copy,
               std::uint32_t flits, Cycle now);

  // Reads what was told to the partition in cycles of this parity. Returns how many broadcasts have
  // now reached all nodes.
  std::uint64_t settle(unsigned partition, unsigned parity, Collector& collector);

  void visit_state(StateStream& state);
  // Says whether a copy that was read belongs to a tree of these nodes.
  bool is_possible(const TreeCopy& copy) const {
    return copy.root < nodes_.size() && copy.base < dimensions_ && copy.place < dimensions_;
  }

 private:
  struct Reached {
    TreeCopy copy;
    NodeId node = 0;
    Cycle last = 0;
  };
  struct Node {
    Ring<BroadcastStart> starts;  // by `due`
    Ring<OpenBroadcast> open;     // of this node, from the oldest one that is under way on
    std::uint32_t closed = 0;     // broadcasts before those
  };

  std::vector<Reached>& mail(unsigned from, unsigned to, Cycle cycle) {
    return mail_[((cycle & 1) * partitions_ + from) * partitions_ + to];
  }
  bool note_reached(const Reached& reached, Collector& collector);
  unsigned base_of(NodeId root, std::uint32_t broadcast) const;

  BroadcastSpec spec_;
  unsigned dimensions_;
  unsigned partitions_;
  RandomStream bases_;
  std::vector<Node> nodes_;
  std::vector<std::vector<Reached>> mail_;  // [parity][from][to]
};

}  // namespace turnpike::model
