// draws.h - the random choices of one case of the fuzz: the same for a seed on every machine.

#pragma once

#include <cstdint>
#include <initializer_list>
#include <random>

namespace turnpike::test {

class Draws {
 public:
  explicit Draws(std::uint64_t seed) : random_(seed) {}

  // 0 .. bound - 1. A plain remainder: the standard's distributions differ between libraries.
  unsigned below(unsigned bound) { return static_cast<unsigned>(random_() % bound); }
  unsigned between(unsigned low, unsigned high) { return low + below(high - low + 1); }
  bool chance(unsigned percent) { return below(100) < percent; }
  std::uint64_t bits() { return random_(); }

  template <class T>
  T pick(std::initializer_list<T> values) {
    return values.begin()[below(static_cast<unsigned>(values.size()))];
  }

 private:
  std::mt19937_64 random_;
};

}  // namespace turnpike::test
