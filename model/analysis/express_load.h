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

// How readily a node sends over a distance, 0 (to itself) .. radix - 1; 0 or more. What counts is
// the ratio between destinations: every node sends the same amount.
using DistanceWeight = std::function<double(std::uint64_t distance)>;

// All nodes are equally likely destinations, the source among them.
DistanceWeight random_traffic();
// All other nodes within `distance` are, 1 or more.
DistanceWeight local_traffic(std::uint64_t distance);

// Traffic across a cut through all channels of an array, on each level (0: local).
struct CutTraffic {
  std::vector<double> up;    // towards higher nodes, [level]
  std::vector<double> down;  // towards lower ones

  // Shares of the levels in the sum of both directions; all 0 if nothing crosses.
  std::vector<double> fractions() const;
};

// Between node cut - 1 and whatever stands next to it: the interchange before node `cut`, else the
// node. radix 2 .. 2^24, cut 1 .. radix - 1. A channel of level j carries up[j] * load / m_j flits
// per cycle at an offered load (flits per node and cycle), if the m_j parallel ones share it.
CutTraffic cut_traffic(std::uint64_t radix, const dally::Spacing& spacing, std::uint64_t cut,
                       const DistanceWeight& weight);

// At the centre, cut floor(radix / 2).
CutTraffic centre_traffic(std::uint64_t radix, const dally::Spacing& spacing,
                          const DistanceWeight& weight);

// m_j that balance the load, as numbers that are not whole: in proportion to the fractions.
std::vector<double> balanced_split(const std::vector<double>& fractions, unsigned channels);

// Whole m_j, 1 or more each, `channels` in all, at least as many as there are levels: the largest
// load of a channel is as small as it can be, then the next largest, and so on; of splits that are
// equal in that, the one that gives more to lower levels, which serve any message (III-E).
std::vector<unsigned> split_channels(const std::vector<double>& fractions, unsigned channels);

// Share of the traffic on one channel of each level.
std::vector<double> channel_loads(const std::vector<double>& fractions,
                                  const std::vector<unsigned>& split);

// The level whose channels are loaded most; of several the lowest.
unsigned bottleneck_level(const std::vector<double>& loads);

}  // namespace turnpike::model
