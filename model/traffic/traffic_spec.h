// traffic_spec.h - what a user says of the traffic: the [traffic] table.

#pragma once

#include <cstdint>
#include <string>
#include <vector>

#include "model/common/types.h"

namespace turnpike::model {

enum class Pattern : std::uint8_t {
  uniform,        // any node, the source included
  uniform_other,  // any node but the source
  transpose,      // 2n address bits: halves swapped; square arrays: coordinates swapped
  bit_complement,
  bit_reversal,
  perfect_shuffle,  // rotate the node number's bits left by one
  butterfly,        // swap the highest and the lowest bit
  tornado,          // ceil(k/2) - 1 further in every dimension
  neighbour,        // one further in every dimension
  hot_spot,         // `hot_fraction` of the messages to `hot_node`, the others uniform_other
  locality,         // Agarwal's window of locality * N nodes, one-sided, k' whole nodes a side
  permutation,      // file: one "source destination" pair a line
  trace,            // file: "cycle source destination flits" a line, cycles ascending
};

enum class Arrivals : std::uint8_t { bernoulli, poisson };

// Where random numbers come from.
enum class Generator : std::uint8_t {
  counter,   // random.h: the best there is, a draw for each message
  xorshift,  // a state a node, stepped each cycle: what fits into an FPGA beside the network
};

enum class LengthKind : std::uint8_t { fixed, exponential, bimodal };

// How a broadcast reaches all nodes of a hypercube.
enum class BroadcastKind : std::uint8_t {
  tree,    // messages of one hop along a binomial tree: each node sends new ones to its children
  router,  // the packet routers copy its packets
};

// The dimension that the tree of a broadcast takes first; the others follow downwards, cyclically.
enum class BroadcastBase : std::uint8_t {
  rotating,  // another one for each broadcast of a node, by turns
  random,
  fixed,  // the highest
};

struct BroadcastSpec {
  double fraction = 0;  // of the messages
  BroadcastKind kind = BroadcastKind::tree;
  BroadcastBase base = BroadcastBase::rotating;
  unsigned startup = 1;  // cycles, at least 1, in which a node prepares what it sends
};

struct TrafficSpec {
  Pattern pattern = Pattern::uniform;
  double load = 0.1;  // flits per node and cycle
  Generator generator = Generator::counter;
  Arrivals arrivals = Arrivals::bernoulli;
  LengthKind length_kind = LengthKind::fixed;
  unsigned length = 5;         // flits: fixed length, mean of exponential, short of bimodal
  unsigned long_length = 20;   // flits: long messages of bimodal
  double long_fraction = 0.1;  // share of long messages, bimodal
  NodeId hot_node = 0;
  double hot_fraction = 0.1;
  double locality = 1.0;  // l, share of all nodes in the window
  std::string file;       // permutation and trace
  BroadcastSpec broadcast;
  // Worms that a local channel sends at the same time, each on a VC of its own; only where nodes
  // have several local channels.
  unsigned messages_at_once = 1;
  // [message class] parts of the messages; empty: all classes have the same. A trace is of class 0.
  std::vector<unsigned> class_shares;
};

}  // namespace turnpike::model
