// word_fields.h - fields of 1 to 64 bits at any place in a vector of 64-bit words, such as the pins
// of a Verilated network.

#pragma once

#include <cstddef>
#include <cstdint>
#include <vector>

namespace turnpike::sim {

// As many ones; `bits` is 1 to 64.
inline std::uint64_t ones(unsigned bits) { return ~std::uint64_t{0} >> (64 - bits); }

// Bits low .. low + bits - 1, which `words` has.
inline std::uint64_t word_field(const std::vector<std::uint64_t>& words, std::size_t low,
                                unsigned bits) {
  const std::size_t word = low / 64;
  const unsigned shift = low % 64;
  std::uint64_t value = words[word] >> shift;
  if (shift + bits > 64) value |= words[word + 1] << (64 - shift);
  return value & ones(bits);
}

// Sets them to the lowest bits of `value`.
inline void set_word_field(std::vector<std::uint64_t>& words, std::size_t low, unsigned bits,
                           std::uint64_t value) {
  const std::size_t word = low / 64;
  const unsigned shift = low % 64;
  value &= ones(bits);
  words[word] = (words[word] & ~(ones(bits) << shift)) | value << shift;
  if (shift + bits <= 64) return;
  words[word + 1] = (words[word + 1] & ~(ones(bits) >> (64 - shift))) | value >> (64 - shift);
}

}  // namespace turnpike::sim
