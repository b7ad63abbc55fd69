// latency.h - latency over distance on running networks (Dally 1991, Fig. 4).
//
// alpha = 64: T_w is one register for each unit of length, T_n a component's own cycle and 63
// registers more. Times are in T_w, which is a cycle.

#pragma once

#include <cstdint>
#include <vector>

#include "model/analysis/dally.h"
#include "papers/dally/quiet_network.h"

namespace turnpike::sim::dally {

constexpr double kAlpha = 64;
constexpr unsigned kFlatSpacing = 16;
constexpr unsigned kSpacing = 4;  // hierarchical
constexpr unsigned kLevels = 3;
constexpr unsigned kPeriod = 64;           // kSpacing^kLevels
constexpr model::NodeId kFlatSource = 8;   // midway
constexpr model::NodeId kDeepSource = 32;  // midway between interchanges of the top level
constexpr unsigned kLastNear = 80;         // every distance up to here from kFlatSource

// The distances of the table and the plots.
const std::vector<unsigned>& figure_distances();

struct Pair {
  model::NodeId source = 0;
  unsigned distance = 0;
  Way way;
};

struct LatencyStudy {
  std::vector<double> wire;        // [figure distance]
  std::vector<Pair> conventional;  // from kFlatSource: 1 .. kLastNear and the figure's
  std::vector<Pair> flat;          // the same
  std::vector<Pair> flat_all;      // all sources of a period, the figure's distances
  std::vector<Pair> hierarchical;  // from kDeepSource, the figure's distances
  std::vector<Pair> hierarchical_all;

  // False: interrupted.
  bool run(const PaperOptions& options);
};

// Of the pairs with that distance; there is one at least.
double mean_latency(const std::vector<Pair>& pairs, unsigned distance);
double mean_hops(const std::vector<Pair>& pairs, unsigned distance);

std::vector<Judgement> judge_latency(const LatencyStudy& study);

// III-C as it is printed, without the carry and the steps into and out of interchanges; source
// below destination, a distance of i^l or more.
std::int64_t hops_as_printed(std::uint64_t source, std::uint64_t destination, unsigned spacing,
                             unsigned levels);

// Runs a part and adds what it found. False: interrupted.
bool add_latency(const PaperOptions& options, PaperReport& report);

}  // namespace turnpike::sim::dally
