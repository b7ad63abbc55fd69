// levels.h - traffic on each level at the centre, and channels split among levels (III-E).

#pragma once

#include <string>
#include <vector>

#include "papers/papers.h"

namespace turnpike::sim::dally {

// The paper's example: k = 64, i = 2, l = 3, M = 7 express channels beside the local one.
constexpr unsigned kExampleNodes = 64;
constexpr unsigned kExampleSpacing = 2;
constexpr unsigned kExampleLevels = 3;
constexpr unsigned kExampleExpress = 7;

using Split = std::vector<unsigned>;  // channels of level 1, 2, ...

struct SplitPoint {
  Split split;
  Measured times_plain;  // throughput when overloaded
  double expected = 0;   // the same by the exact count: when the busiest channel is full
};

struct LevelStudy {
  std::vector<Measured> shares;  // [level] of the traffic across the centre
  std::vector<SplitPoint> splits;

  // False: interrupted.
  bool run(const PaperOptions& options);
};

Split paper_split();
// Of the exact count at the centre: the one with the lightest busiest channel.
Split counted_split();
std::string split_text(const Split& split);  // with the local channel: "1, 1, 2, 4"
// Expected throughput over the plain array's: some channel at some cut is full.
double expected_gain(const Split& split);

std::vector<double> exact_fractions();

std::vector<Judgement> judge_levels(const LevelStudy& study);

// Runs the part and adds what it found. False: interrupted.
bool add_levels(const PaperOptions& options, PaperReport& report);

}  // namespace turnpike::sim::dally
