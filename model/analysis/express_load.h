// express_load.h - expected traffic on each level of an express array, and channels to carry it.
//
// The exact count, which equations (6) and (7) of (Dally 1991, III-E) approximate, holds for any
// traffic that depends on the distance alone. Another function splits a number of channels among
// the levels. Traffic is in messages (or flits, as the caller counts) per cycle when each node
// sends one per cycle. An argument out of range throws std::invalid_argument.

#pragma once

#include <cstdint>
#include <functional>
#include <vector>

#include "model/analysis/dally.h"

namespace turnpike::model {

// Weight, 0 or more, of a destination at a distance of 0 (the node itself) .. radix - 1. Only the
// ratios of weights matter, because every node sends the same amount.
using DistanceWeight = std::function<double(std::uint64_t distance)>;

// All nodes, including the source, are equally likely destinations.
DistanceWeight random_traffic();
// All other nodes within `distance`, 1 or more, are equally likely destinations.
DistanceWeight local_traffic(std::uint64_t distance);

// Traffic across a cut through all channels of an array, on each level (0: local).
struct CutTraffic {
  std::vector<double> up;    // towards higher nodes, [level]
  std::vector<double> down;  // towards lower ones

  // Shares of the levels in the sum of both directions; all 0 if nothing crosses.
  std::vector<double> fractions() const;
};

// The cut lies directly behind node cut - 1: before the interchange in front of node `cut`, if one
// exists. radix 2 .. 2^24, cut 1 .. radix - 1. At an offered load (flits per node and cycle), each
// of the m_j parallel channels of level j carries up[j] * load / m_j flits per cycle.
CutTraffic cut_traffic(std::uint64_t radix, const dally::Spacing& spacing, std::uint64_t cut,
                       const DistanceWeight& weight);

// The traffic across the centre, which is cut floor(radix / 2).
CutTraffic centre_traffic(std::uint64_t radix, const dally::Spacing& spacing,
                          const DistanceWeight& weight);

// Real numbers m_j that balance the load, in proportion to the fractions.
std::vector<double> balanced_split(const std::vector<double>& fractions, unsigned channels);

// Integers m_j of 1 or more, which add up to `channels`, at least the number of levels. The split
// minimises the largest load of a channel, then the next largest, and so on; among equal splits it
// prefers more channels of lower levels, which serve any message (III-E).
std::vector<unsigned> split_channels(const std::vector<double>& fractions, unsigned channels);

// Share of the traffic on one channel of each level.
std::vector<double> channel_loads(const std::vector<double>& fractions,
                                  const std::vector<unsigned>& split);

// The level whose channels have the highest load; among equals the lowest level.
unsigned bottleneck_level(const std::vector<double>& loads);

}  // namespace turnpike::model
