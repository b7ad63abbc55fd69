// traffic_spec.h - the user's description of the traffic: the tables [traffic] and [workload].

#pragma once

#include <cstdint>
#include <map>
#include <string>
#include <vector>

#include "model/common/types.h"
#include "model/common/words.h"
#include "model/traffic/pattern.h"
#include "model/traffic/workload.h"

namespace turnpike::model {

enum class Arrivals : std::uint8_t { bernoulli, poisson, on_off };
inline constexpr Word<Arrivals> kArrivalsWords[] = {{Arrivals::bernoulli, "bernoulli"},
                                                    {Arrivals::poisson, "poisson"},
                                                    {Arrivals::on_off, "on_off"}};

// Where random numbers come from.
enum class Generator : std::uint8_t {
  counter,   // random.h: the best there is, a draw for each message
  xorshift,  // a state a node, stepped each cycle: what fits into an FPGA beside the network
};
inline constexpr Word<Generator> kGeneratorWords[] = {{Generator::counter, "counter"},
                                                      {Generator::xorshift, "xorshift"}};

enum class LengthKind : std::uint8_t { fixed, exponential, bimodal };
inline constexpr Word<LengthKind> kLengthWords[] = {{LengthKind::fixed, "fixed"},
                                                    {LengthKind::exponential, "exponential"},
                                                    {LengthKind::bimodal, "bimodal"}};

// The way in which a broadcast reaches all nodes of a hypercube.
enum class BroadcastKind : std::uint8_t {
  tree,    // messages of one hop along a binomial tree: each node sends new ones to its children
  router,  // the packet routers copy its packets
};
inline constexpr Word<BroadcastKind> kBroadcastWords[] = {{BroadcastKind::tree, "tree"},
                                                          {BroadcastKind::router, "router"}};

// The dimension that the tree of a broadcast takes first; the others follow downwards, cyclically.
enum class BroadcastBase : std::uint8_t {
  rotating,  // another one for each broadcast of a node, by turns
  random,
  fixed,  // the highest
};
inline constexpr Word<BroadcastBase> kBaseWords[] = {{BroadcastBase::rotating, "rotating"},
                                                     {BroadcastBase::random, "random"},
                                                     {BroadcastBase::fixed, "fixed"}};

struct BroadcastSpec {
  double fraction = 0;  // of the messages
  BroadcastKind kind = BroadcastKind::tree;
  BroadcastBase base = BroadcastBase::rotating;
  unsigned startup = 1;  // cycles, at least 1, in which a node prepares what it sends
};

struct TrafficSpec {
  const Pattern* pattern = Pattern::uniform;
  double load = 0.1;  // flits per node and cycle
  Generator generator = Generator::counter;
  Arrivals arrivals = Arrivals::bernoulli;
  double burst_load = 1;        // on_off: flits per node and cycle in a burst
  unsigned burst_cycles = 100;  // on_off: mean length of a burst
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
  // [message class] traffic of its own, in which `classes` is empty; none: all classes have this.
  std::vector<TrafficSpec> classes;

  // The table [workload]: the kind, and the values of its keys.
  const Workload* workload = Workload::traffic;
  std::map<std::string, WorkloadValue> workload_values;
  // The phases of workload.kind "phases": a kind with its keys each, whose own `phases` is empty.
  std::vector<TrafficSpec> phases;
  std::uint64_t pause = 1;  // of a phase: cycles from the end of the one before, at least 1
};

}  // namespace turnpike::model
