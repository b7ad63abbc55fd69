// decompositions.h - interchanges of several modules (III-C, Fig. 5).

#pragma once

#include <array>
#include <vector>

#include "papers/dally/quiet_network.h"

namespace turnpike::sim::dally {

enum class Modules { single, full, no_ascent, top_only };  // Fig. 5a to 5d
constexpr unsigned kDecompositions = 4;

// k, i and l = 3.
struct DecomposedArray {
  unsigned nodes = 0;
  unsigned spacing = 0;
  // [Modules][pair], in the same order: all ordered pairs, or of a long array those from one source
  // of each place in a period.
  std::array<std::vector<Way>, kDecompositions> ways;

  const std::vector<Way>& of(Modules kind) const { return ways[static_cast<unsigned>(kind)]; }
  double mean_hops(Modules kind) const;
};

struct DecompositionStudy {
  std::vector<DecomposedArray> arrays;
  // Modules of an interchange of level 1, 2, 3, Fig. 5b.
  std::array<unsigned, 3> modules{};

  // False: interrupted.
  bool run(const PaperOptions& options);
};

std::vector<Judgement> judge_decompositions(const DecompositionStudy& study);

// Runs the part and adds what it found. False: interrupted.
bool add_decompositions(const PaperOptions& options, PaperReport& report);

}  // namespace turnpike::sim::dally
