// dally_walk.h - a study of Fig. 4 made of walks on a number line, without a network.

#pragma once

#include "papers/dally/latency.h"

namespace turnpike::test {

// From a lower node to a higher one, with interchanges before the multiples of the spacing.
inline sim::dally::Way walk(unsigned from, unsigned to, unsigned spacing, unsigned levels) {
  sim::dally::Way way;
  unsigned place = from + 1;  // before this node, or in it
  way.levels.push_back(0);
  while (true) {
    unsigned level = 0;
    unsigned length = 1;
    while (levels > 0 && level < levels && place % (length * spacing) == 0) {
      length *= spacing;
      ++level;
    }
    if (level > 0) {  // an interchange: the longest channel that does not pass the destination
      for (; level > 0 && length > to - place; length /= spacing) --level;
      way.levels.push_back(static_cast<std::uint8_t>(level));
      if (level > 0) {
        place += length;
        continue;
      }
    }
    if (place == to) break;
    way.levels.push_back(0);
    ++place;
  }
  way.latency = static_cast<model::Cycle>(sim::dally::kAlpha) * way.hops() + (to - from);
  return way;
}

inline sim::dally::LatencyStudy walked_study() {
  namespace dally = sim::dally;
  dally::LatencyStudy study;
  const auto add = [](std::vector<dally::Pair>& pairs, unsigned source, unsigned distance,
                      unsigned spacing, unsigned levels) {
    pairs.push_back({source, distance, walk(source, source + distance, spacing, levels)});
  };
  for (unsigned d = 1; d <= dally::figure_distances().back(); ++d) {
    if (d > dally::kLastNear && d % 128 != 0) continue;
    add(study.conventional, dally::kFlatSource, d, 2, 0);
    add(study.flat, dally::kFlatSource, d, dally::kFlatSpacing, 1);
  }
  for (const unsigned d : dally::figure_distances()) {
    study.wire.push_back(d);
    add(study.hierarchical, dally::kDeepSource, d, dally::kSpacing, dally::kLevels);
    for (unsigned s = 0; s < dally::kFlatSpacing; ++s) {
      add(study.flat_all, s, d, dally::kFlatSpacing, 1);
    }
    for (unsigned s = 0; s < dally::kPeriod; ++s) {
      add(study.hierarchical_all, s, d, dally::kSpacing, dally::kLevels);
    }
  }
  return study;
}

}  // namespace turnpike::test
