// cases.h - the networks and the traffic of the experiments of Arnau et al.

#pragma once

#include <string>
#include <utility>
#include <vector>

#include "model/analysis/equivalent_distance.h"
#include "sim/experiment/config/experiment.h"

namespace turnpike::sim::arnau {

constexpr unsigned kHosts = 4;          // of a switch
constexpr unsigned kSwitchLinks = 3;    // of a switch, to other switches
constexpr unsigned kMessageFlits = 16;  // of every message

// What the paper leaves open of its switches. With a hop of so many cycles, ten switches have the
// paper's latency at S1; buffers hold what is under way, so that a channel can run at full rate.
struct SwitchSetting {
  unsigned virtual_channels = 1;
  unsigned buffer_depth = 14;  // flits of a virtual channel
  unsigned hop_cycles = 6;     // from the output of a switch to that of the next
  // Cycles that a flit waits before passing traffic no longer goes first: about a message.
  unsigned patience = kMessageFlits;
};

enum class Pattern { uniform, bit_reversal, perfect_shuffle, butterfly };
constexpr Pattern kPatterns[] = {Pattern::uniform, Pattern::bit_reversal, Pattern::perfect_shuffle,
                                 Pattern::butterfly};
const char* pattern_text(Pattern pattern);

// How a permutation of 2^b addresses becomes one of fewer hosts; equal for 2^b hosts.
enum class Fit {
  ordered,  // the host whose place is that of the destination among the destinations of all hosts
  walked,   // the permutation goes on from its result until it comes back among the hosts
};

// A network under one kind of traffic.
struct Case {
  std::string id;     // "switches_20_3_bit_reversal"
  std::string label;  // "20 switches, network 3, bit reversal"
  unsigned switches = 0;
  std::vector<std::pair<unsigned, unsigned>> links;
  // Of Up*/Down*. The paper does not say how roots were chosen; in random networks it is the first
  // switch of the smallest eccentricity.
  unsigned root = 0;
  Pattern pattern = Pattern::uniform;
  Fit fit = Fit::ordered;
};
Case ten_switches();  // Figs. 1 to 3, reconstructed
// One of the random networks, by the generator's seed.
Case random_switches(unsigned switches, unsigned seed, Pattern pattern = Pattern::uniform,
                     Fit fit = Fit::ordered);

// As a user would write it; `load` in flits per switch and cycle. A permutation is in the file
// `permutation`.
std::string configuration_of(const Case& one, const SwitchSetting& setting, double load,
                             const std::string& permutation);

// Destination of each of `hosts` hosts, at least two, by the permutation of the smallest power of
// two that is not less.
std::vector<unsigned> permutation_of(Pattern pattern, Fit fit, unsigned hosts);

// What is known of a network before anything runs.
struct Distances {
  model::SwitchGraph graph;
  model::DistanceTable table;
  model::ComponentId root = 0;
  model::Bottleneck bottleneck;  // uniform traffic
  double bound = 0;              // flits per switch and cycle at which it is full
};
Distances distances_of(const Case& one);

}  // namespace turnpike::sim::arnau
