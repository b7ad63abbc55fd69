// loads.h - the traffic that the experiments of Buzzard & Mudge share.

#pragma once

#include <cstdint>
#include <vector>

#include "model/analysis/buzzard.h"
#include "model/traffic/message_list.h"
#include "papers/papers.h"

namespace turnpike::sim::buzzard {

constexpr unsigned kDimension = 6;
constexpr unsigned kNodes = 1u << kDimension;
constexpr unsigned kLoads = 9;  // heaviest first
constexpr unsigned kHeaviest = 0;
constexpr unsigned kLightest = kLoads - 1;
constexpr double kLinkDirections = kNodes * kDimension;

// How long the lists are and how often they are drawn; the paper says neither.
struct Effort {
  unsigned messages_per_node = 100;
  std::vector<std::uint64_t> seeds;
};
inline Effort effort(const PaperOptions& options) {
  Effort wanted;
  if (options.quick) wanted.messages_per_node = 20;
  const unsigned repetitions = options.quick ? 2 : 5;
  for (unsigned i = 0; i < repetitions; ++i) wanted.seeds.push_back(options.seed + i);
  return wanted;
}

inline model::MessageListSpec list_spec(unsigned mean_bytes, unsigned load,
                                        unsigned messages_per_node, std::uint64_t seed) {
  model::MessageListSpec spec;
  spec.dimension = kDimension;
  spec.messages_per_node = messages_per_node;
  spec.mean_bytes = mean_bytes;
  spec.intergeneration =
      static_cast<model::Tick>(model::buzzard::intergeneration_times(mean_bytes)[load]);
  spec.start = model::ListStart::spread;
  spec.seed = seed;
  return spec;
}

// Ideal link utilisation of the nine loads, each direction a link: the same for all mean lengths.
inline double utilisation(unsigned load) {
  return model::buzzard::ideal_utilisation(kDimension, 512,
                                           model::buzzard::intergeneration_times(512)[load],
                                           model::buzzard::Links::directions);
}

}  // namespace turnpike::sim::buzzard
