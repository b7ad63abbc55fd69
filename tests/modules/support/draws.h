// draws.h - the random numbers of one test, the same in every run.

#pragma once

#include <cstdint>

#include "model/common/random.h"

namespace turnpike::test {

class Draws {
 public:
  explicit Draws(std::uint64_t seed) : stream_(seed, model::Stream::test) {}

  std::uint64_t bits() { return stream_.draw(0, event_++); }
  std::uint32_t below(std::uint32_t n) { return model::below(bits(), n); }
  bool chance(double probability) { return model::chance(bits(), probability); }
  // A set in which each of `width` bits is there with this probability.
  std::uint32_t subset(unsigned width, double probability) {
    std::uint32_t set = 0;
    for (unsigned i = 0; i < width; ++i) set |= (chance(probability) ? 1u : 0u) << i;
    return set;
  }
  // One bit of `set`, which is not empty, as a number.
  unsigned one_of(std::uint32_t set) {
    for (unsigned skip = below(static_cast<unsigned>(__builtin_popcount(set))); skip != 0; --skip) {
      set &= set - 1;
    }
    return static_cast<unsigned>(__builtin_ctz(set));
  }

 private:
  model::RandomStream stream_;
  std::uint64_t event_ = 0;
};

constexpr std::uint64_t kSeeds[] = {1, 2, 3};

}  // namespace turnpike::test
