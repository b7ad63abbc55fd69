// deadlock.h - checks that packets cannot wait for each other in a circle (Dally & Seitz, 1987).
//
// If a packet that holds VC v of channel c may next take VC w of channel d, then (c, v) depends on
// (d, w). Without a cycle of dependencies nothing can deadlock, with adaptive routing too. With an
// escape layer (docs/timing.md, 2.9) three conditions are enough: its channels have no cycle, every
// packet can reach it, and a packet on it stays there (Duato, 1993).
//
// Packet routers (virtual cut-through): a packet behind channel c on VC v, in the input buffer or
// still in the queue before the channel, waits for a slot in the queue of VC w before channel d. A
// slot is kept for each VC, so packets that wait for (d, w) wait for nothing else.
// Broadcasts wait for every output of their tree. docs/hypercube.md has the argument.
//
// Message classes have VCs of their own, so the graph is that of one class, repeated for each
// class. An order of classes adds dependencies at every node, from what is delivered in one class
// to what is sent in the next. Any node may send to any other, so a class that follows itself
// closes a cycle; no other order does.

#pragma once

#include <cstddef>
#include <optional>
#include <string>
#include <utility>
#include <vector>

#include "model/topology/network.h"
#include "model/topology/used_pairs.h"

namespace turnpike::model {

struct DeadlockReport {
  bool checked = false;        // false: too large, nothing is known
  bool deadlock_free = false;  // only if checked
  std::size_t nodes = 0;
  std::size_t channels = 0;                       // between routers and interchanges
  std::string method;                             // what was looked at, or why nothing was
  std::vector<std::pair<ChannelId, VcId>> cycle;  // each waits for the next, the last for the first
  std::vector<unsigned> class_cycle;  // message classes, likewise: each needs the next to be sent
};

// Routes of all destinations are followed while destinations * channels is at most this.
constexpr std::size_t kMaxDeadlockWork = std::size_t{1} << 26;

// The graph is made by following the routing function from all sources to each destination. A
// larger network is decided by what any line of its routing tables permits, one without tables by
// its structure, of which its topology says what to look at.
DeadlockReport check_deadlock(const Network& network, std::size_t max_work = kMaxDeadlockWork);
// Checks the routes of these pairs only, which are followed in a network of any size.
DeadlockReport check_deadlock(const Network& network, const UsedPairs& pairs);

// A proof that somebody else can check: the VC classes of all channels in an order in which each
// depends on later ones alone. Of all routes, as check_deadlock() follows them, however large the
// network is; empty where there is a circle.
struct ChannelOrder {
  unsigned classes = 1;                                // of a channel: layers, dateline classes
  std::vector<std::pair<ChannelId, unsigned>> places;  // channel and class
  std::optional<unsigned> escape;  // the order is that of this class alone, which all may take
};
// `pairs`: of their routes alone; null: of all.
ChannelOrder channel_order(const Network& network, const UsedPairs* pairs = nullptr);

// Functions with which topologies prove large networks (Topology::prove_large).
namespace detail {
// All routes between these terminals.
void check_between(const Network& network, const std::vector<NodeId>& terminals,
                   DeadlockReport& report);
// Dimension order: one ring or array of each radix stands for all. Is that little enough work?
bool fits_one_ring_per_radix(const Network& network);
void check_one_ring_per_radix(const Network& network, DeadlockReport& report);
}  // namespace detail

// The cycle, a line per channel; empty without one.
std::string cycle_text(const Network& network, const DeadlockReport& report);

}  // namespace turnpike::model
