// traffic_spec.h - what a user says of the traffic: the [traffic] table.

#pragma once

#include <cstdint>
#include <string>

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

enum class LengthKind : std::uint8_t { fixed, exponential, bimodal };

struct TrafficSpec {
  Pattern pattern = Pattern::uniform;
  double load = 0.1;  // flits per node and cycle
  Arrivals arrivals = Arrivals::bernoulli;
  LengthKind length_kind = LengthKind::fixed;
  unsigned length = 5;         // flits: fixed length, mean of exponential, short of bimodal
  unsigned long_length = 20;   // flits: long messages of bimodal
  double long_fraction = 0.1;  // share of long messages, bimodal
  NodeId hot_node = 0;
  double hot_fraction = 0.1;
  double locality = 1.0;  // l, share of all nodes in the window
  std::string file;       // permutation and trace
};

}  // namespace turnpike::model
