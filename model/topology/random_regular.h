// random_regular.h - random networks in which every switch has the same number of links.

#pragma once

#include <cstdint>
#include <utility>
#include <vector>

namespace turnpike::model {

// A simple connected graph in which each switch has `degree` links, each such graph (with labels)
// equally likely; the same seed, the same graph. Links as TopologySpec takes them, in order, the
// smaller switch first. Degrees 2 to 4, fewer than `switches`; switches * degree is even. Throws
// ConfigurationError.
std::vector<std::pair<unsigned, unsigned>> random_regular_links(unsigned switches, unsigned degree,
                                                                std::uint64_t seed);

}  // namespace turnpike::model
