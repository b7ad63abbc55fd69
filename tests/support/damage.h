// damage.h - changes of a state, as nobody who wrote it would make them.

#pragma once

#include <cstddef>
#include <cstdint>
#include <iterator>
#include <random>
#include <string>

namespace turnpike::test {

// Changes what begins at a byte: a bit, the byte, or a number of four or eight bytes.
inline void damage(std::string& state, std::size_t at, std::mt19937& draw) {
  constexpr std::uint64_t kNumbers[] = {0, 1, 2, 0x7f, 0x80, 0xff, 0xffff, 0x7fffffff, ~0ull};
  const unsigned kind = draw() % 4;
  char& byte = state[at];
  if (kind == 0) byte = static_cast<char>(byte ^ (1 << draw() % 8));
  if (kind == 1) byte = static_cast<char>(draw());
  if (kind == 2) byte = static_cast<char>(byte + (draw() % 2 == 0 ? 1 : -1));
  if (kind != 3) return;
  const std::uint64_t number = kNumbers[draw() % std::size(kNumbers)];
  const std::size_t bytes = draw() % 2 == 0 ? 4 : 8;
  for (std::size_t i = 0; i < bytes && at + i < state.size(); ++i) {
    state[at + i] = static_cast<char>(number >> 8 * i);
  }
}

}  // namespace turnpike::test
