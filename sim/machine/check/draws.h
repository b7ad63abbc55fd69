// draws.h - a sequence of random choices from a seed.

#pragma once

#include "model/common/random.h"

namespace turnpike::sim {

class Draws {
 public:
  explicit Draws(std::uint64_t seed) : stream_(seed, model::Stream::test) {}

  std::uint64_t bits() { return stream_.draw(0, next_++); }
  // 0 .. n-1
  std::uint32_t below(std::uint32_t n) { return model::below(bits(), n); }
  // first .. last
  std::uint32_t between(std::uint32_t first, std::uint32_t last) {
    return first + below(last - first + 1);
  }
  bool chance(double probability) { return model::chance(bits(), probability); }

 private:
  model::RandomStream stream_;
  std::uint64_t next_ = 0;
};

}  // namespace turnpike::sim
