// signal_bits.h - bit fields of Verilated signals, whatever C++ type their width has made.

#pragma once

#include <cstdint>

#include "verilated.h"

namespace turnpike::sim {

constexpr std::uint64_t low_bits(unsigned width) {
  return width >= 64 ? ~std::uint64_t{0} : (std::uint64_t{1} << width) - 1;
}

template <class Signal>
std::uint64_t get_bits(const Signal& signal, unsigned low, unsigned width) {
  return (static_cast<std::uint64_t>(signal) >> low) & low_bits(width);
}

template <std::size_t kWords>
std::uint64_t get_bits(const VlWide<kWords>& signal, unsigned low, unsigned width) {
  const unsigned word = low / 32;
  const unsigned shift = low % 32;
  std::uint64_t bits = signal.at(word) >> shift;
  if (shift + width > 32) bits |= static_cast<std::uint64_t>(signal.at(word + 1)) << (32 - shift);
  if (shift + width > 64) bits |= static_cast<std::uint64_t>(signal.at(word + 2)) << (64 - shift);
  return bits & low_bits(width);
}

// `bits` has nothing above `width`.
template <class Signal>
void set_bits(Signal& signal, unsigned low, unsigned width, std::uint64_t bits) {
  signal = static_cast<Signal>((static_cast<std::uint64_t>(signal) & ~(low_bits(width) << low)) |
                               (bits << low));
}

template <std::size_t kWords>
void set_bits(VlWide<kWords>& signal, unsigned low, unsigned width, std::uint64_t bits) {
  unsigned word = low / 32;
  unsigned shift = low % 32;
  while (width > 0) {
    const unsigned here = 32 - shift < width ? 32 - shift : width;
    const auto mask = static_cast<EData>(low_bits(here) << shift);
    signal.at(word) = (signal.at(word) & ~mask) | (static_cast<EData>(bits << shift) & mask);
    bits = here == 64 ? 0 : bits >> here;
    width -= here;
    shift = 0;
    ++word;
  }
}

template <class Signal>
void clear(Signal& signal) {
  signal = 0;
}

template <std::size_t kWords>
void clear(VlWide<kWords>& signal) {
  for (std::size_t i = 0; i < kWords; ++i) signal.at(i) = 0;
}

template <class Signal>
bool is_zero(const Signal& signal) {
  return signal == 0;
}

template <std::size_t kWords>
bool is_zero(const VlWide<kWords>& signal) {
  EData any = 0;
  for (std::size_t i = 0; i < kWords; ++i) any |= signal.at(i);
  return any == 0;
}

}  // namespace turnpike::sim
