// kernel_words.h - words of lanes, and small counters in them.
//
// A word is a vector of the compiler, or 64 bits. The compiler inlines all functions of this
// header.

#pragma once

#include <cstdint>

#define TURNPIKE_LANES __attribute__((always_inline)) inline

namespace turnpike::model {
namespace {

template <class Word>
TURNPIKE_LANES Word no_lane() {
  return Word{} ^ Word {};
}
template <class Word>
TURNPIKE_LANES Word all_lanes() {
  return ~Word{};
}

template <class Word>
TURNPIKE_LANES bool any_lane(const Word& word) {
  if constexpr (sizeof(Word) == 8) {
    return word != 0;
  } else {
    std::uint64_t all = 0;
    for (unsigned part = 0; part < sizeof(Word) / 8; ++part) all |= word[part];
    return all != 0;
  }
}

template <class Word>
TURNPIKE_LANES Word choose(const Word& lanes, const Word& then, const Word& otherwise) {
  return (lanes & then) | (~lanes & otherwise);
}

// Unary counters: word k tells the lanes that count more than k.
template <class Word>
TURNPIKE_LANES void count_up(Word* count, unsigned most, const Word& lanes) {
  for (unsigned k = most; k-- > 1;) count[k] |= count[k - 1] & lanes;
  count[0] |= lanes;
}
template <class Word>
TURNPIKE_LANES void count_down(Word* count, unsigned most, const Word& lanes) {
  for (unsigned k = 0; k + 1 < most; ++k) count[k] &= count[k + 1] | ~lanes;
  count[most - 1] &= ~lanes;
}

}  // namespace
}  // namespace turnpike::model
