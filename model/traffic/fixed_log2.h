// fixed_log2.h - -log2 of a random number in fixed point, with the same bits on every machine.
//
// The last bit of a library's log() differs from one processor to another, and one bit can move a
// message by a cycle. Exponential gaps are therefore made from integers only.

#pragma once

#include <array>
#include <cstddef>
#include <cstdint>

namespace turnpike::model {

constexpr unsigned kLogFraction = 56;  // fraction bits of the logarithms below

namespace detail {

__extension__ using Wide = unsigned __int128;
__extension__ using SignedWide = __int128;

// log2(m / 2^63) for m in [2^63, 2^64): each squaring gives one more bit. Error below 2^-55.
constexpr std::uint64_t log2_by_squaring(std::uint64_t m) {
  std::uint64_t log = 0;
  for (unsigned bit = 0; bit < kLogFraction; ++bit) {
    const Wide square = Wide{m} * m;  // 126 fraction bits, in [1, 4)
    const bool is_two = (square >> 127) != 0;
    m = static_cast<std::uint64_t>(square >> (is_two ? 64 : 63));
    log = (log << 1) | (is_two ? 1u : 0u);
  }
  return log;
}

struct LogTable {
  std::array<std::uint64_t, 256> inverse{};  // 2^63 / centre of the interval, rounded
  std::array<std::uint64_t, 256> log{};      // -log2(inverse / 2^63)
};

constexpr LogTable make_log_table() {
  LogTable table;
  for (std::size_t i = 0; i < 256; ++i) {
    // Centre of interval i of [1, 2): (513 + 2i) / 512.
    table.inverse[i] = static_cast<std::uint64_t>((Wide{512} << 63) / (513 + 2 * i));
    const std::uint64_t one = std::uint64_t{1} << kLogFraction;
    table.log[i] = one - log2_by_squaring(table.inverse[i] << 1);
  }
  return table;
}

inline constexpr LogTable kLogTable = make_log_table();

constexpr std::int64_t multiply(std::int64_t a, std::int64_t b) {  // both with 62 fraction bits
  return static_cast<std::int64_t>((SignedWide{a} * b) >> 62);
}

}  // namespace detail

// -log2(x / 2^64) with kLogFraction fraction bits, x >= 1. Error below 2^-45.
constexpr std::uint64_t negative_log2(std::uint64_t x) {
  const unsigned zeros = static_cast<unsigned>(__builtin_clzll(x));
  const std::uint64_t m = x << zeros;  // [1, 2) with 63 fraction bits
  const std::size_t at = static_cast<std::size_t>((m >> 55) & 255);
  // m * inverse = 1 + r with |r| < 2^-9; log2(1 + r) by four terms of its series.
  const detail::Wide product = detail::Wide{m} * detail::kLogTable.inverse[at];
  const std::int64_t one = std::int64_t{1} << 62;
  const std::int64_t r = static_cast<std::int64_t>(static_cast<std::uint64_t>(product >> 64)) - one;
  std::int64_t series = one / 3 - detail::multiply(r, one / 4);
  series = one / 2 - detail::multiply(r, series);
  series = one - detail::multiply(r, series);
  series = detail::multiply(r, series);                 // ln(1 + r)
  constexpr std::int64_t kLog2E = 6653256548922161246;  // log2(e) with 62 fraction bits
  const std::int64_t tail = detail::multiply(series, kLog2E) >> (62 - kLogFraction);
  const std::uint64_t log = detail::kLogTable.log[at] + static_cast<std::uint64_t>(tail);
  const std::uint64_t above = std::uint64_t{zeros + 1} << kLogFraction;
  return above > log ? above - log : 0;  // an error in the last bits must not wrap
}

// An exponential variable in units of its half-life: -log2 of a number in (0, 1), from 64 random
// bits. The number is odd / 2^64, so it is never 0 or 1. Exact multiples of 2^-56, below 65.
constexpr double half_lives(std::uint64_t bits) {
  return static_cast<double>(negative_log2(bits | 1)) *
         (1.0 / static_cast<double>(std::uint64_t{1} << kLogFraction));
}

}  // namespace turnpike::model
