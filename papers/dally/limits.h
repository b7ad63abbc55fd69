// limits.h - how near an express array comes to the wire, and what its ends cost (III-A, C, D, V).

#pragma once

#include <vector>

#include "papers/papers.h"

namespace turnpike::sim::dally {

// Latency over that of the wire, flat array with i = j alpha.
struct WireRatio {
  unsigned j = 0;
  unsigned distance = 0;
  double ratio = 0;
};

// Hops of a message from one interchange to another.
struct HopCount {
  unsigned spacing = 0;
  unsigned levels = 0;
  unsigned distance = 0;
  double hops = 0;
};

constexpr unsigned kRatioAlpha = 8;   // i = alpha, 2 alpha, 4 alpha
constexpr unsigned kFarInAlpha = 96;  // a distance "much greater than alpha"
constexpr unsigned kHopAlpha = 16;    // i^l of `depths`
constexpr unsigned kLongFlits = 64;

struct LimitStudy {
  std::vector<WireRatio> ratios;
  std::vector<HopCount> roots;   // flat: two distances, spacings around their square root
  std::vector<HopCount> depths;  // i^l = kHopAlpha
  // From node 14 to 17, alpha = 64, T_w: without an interchange and across one.
  double near = 0;
  double near_crossed = 0;
  // Hierarchical, i = 4, l = 3, alpha = 64.
  unsigned long_distance = 0;
  double long_latency = 0;
  // Cycles that the last flit comes after the first, of messages of kLongFlits; T_p is one.
  double tail = 0;

  // False: interrupted.
  bool run(const PaperOptions& options);
};

std::vector<Judgement> judge_limits(const LimitStudy& study);

// Runs the part and adds what it found. False: interrupted.
bool add_limits(const PaperOptions& options, PaperReport& report);

}  // namespace turnpike::sim::dally
