// lane_sums.h - numbers of 64 lanes as bit planes, the lowest bit first.

#pragma once

#include <cstdint>

namespace turnpike::model {

// One more in each of `lanes`, modulo 2^planes.
inline void add_to_planes(std::uint64_t* planes, unsigned count, std::uint64_t lanes) {
  for (unsigned plane = 0; plane < count && lanes != 0; ++plane) {
    const std::uint64_t before = planes[plane];
    planes[plane] ^= lanes;
    lanes &= before;
  }
}
// One less.
inline void take_from_planes(std::uint64_t* planes, unsigned count, std::uint64_t lanes) {
  for (unsigned plane = 0; plane < count && lanes != 0; ++plane) {
    planes[plane] ^= lanes;
    lanes &= planes[plane];
  }
}
inline std::uint64_t number_of_planes(const std::uint64_t* planes, unsigned count, unsigned lane) {
  std::uint64_t number = 0;
  for (unsigned plane = 0; plane < count; ++plane) {
    number |= (planes[plane] >> lane & 1) << plane;
  }
  return number;
}

}  // namespace turnpike::model
