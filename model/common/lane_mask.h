// lane_mask.h - sets of virtual channels of a whole router: lane = port * VCs + vc.
//
// A set is a machine word where it fits (up to 64 lanes), else a WideMask; the functions below are
// all that the router needs of either. Lane arrays hold a byte per lane, eight to a word.

#pragma once

#include <cstddef>
#include <cstdint>
#include <cstring>
#ifdef __BMI2__
#include <immintrin.h>
#endif

#include "model/common/types.h"

namespace turnpike::model {

constexpr unsigned kMaxLanes = kMaxPorts * kMaxVcs;

inline bool any(std::uint32_t mask) { return mask != 0; }
inline bool any(std::uint64_t mask) { return mask != 0; }
inline unsigned lowest(std::uint32_t mask) { return static_cast<unsigned>(__builtin_ctz(mask)); }
inline unsigned lowest(std::uint64_t mask) { return static_cast<unsigned>(__builtin_ctzll(mask)); }
template <class Mask>
inline bool test(Mask mask, unsigned lane) {
  return (mask >> lane & 1) != 0;
}
// Lanes [from, from + width) of a set, from bit 0 up; width at most 16.
template <class Mask>
inline std::uint32_t field(Mask mask, unsigned from, unsigned width) {
  return static_cast<std::uint32_t>(mask >> from) & ((1u << width) - 1);
}
// The set of lanes from + i for the bits i of `bits`.
template <class Mask>
inline Mask place(std::uint32_t bits, unsigned from) {
  return static_cast<Mask>(static_cast<Mask>(bits) << from);
}
template <class Mask>
inline Mask without_lowest(Mask mask) {
  return mask & (mask - 1);
}

// Up to 512 lanes, for routers with very many virtual channels.
struct WideMask {
  static constexpr unsigned kWords = kMaxLanes / 64;
  std::uint64_t word[kWords] = {};

  friend WideMask operator&(WideMask a, const WideMask& b) {
    for (unsigned i = 0; i < kWords; ++i) a.word[i] &= b.word[i];
    return a;
  }
  friend WideMask operator|(WideMask a, const WideMask& b) {
    for (unsigned i = 0; i < kWords; ++i) a.word[i] |= b.word[i];
    return a;
  }
  friend WideMask operator~(WideMask a) {
    for (std::uint64_t& w : a.word) w = ~w;
    return a;
  }
  WideMask& operator|=(const WideMask& b) { return *this = *this | b; }
  WideMask& operator&=(const WideMask& b) { return *this = *this & b; }
};

inline bool any(const WideMask& mask) {
  std::uint64_t all = 0;
  for (const std::uint64_t w : mask.word) all |= w;
  return all != 0;
}
inline unsigned lowest(const WideMask& mask) {
  unsigned i = 0;
  while (mask.word[i] == 0) ++i;
  return 64 * i + lowest(mask.word[i]);
}
inline bool test(const WideMask& mask, unsigned lane) {
  return (mask.word[lane / 64] >> (lane % 64) & 1) != 0;
}
inline std::uint32_t field(const WideMask& mask, unsigned from, unsigned width) {
  std::uint64_t bits = mask.word[from / 64] >> (from % 64);
  if (from % 64 + width > 64) bits |= mask.word[from / 64 + 1] << (64 - from % 64);
  return static_cast<std::uint32_t>(bits) & ((1u << width) - 1);
}
template <>
inline WideMask place<WideMask>(std::uint32_t bits, unsigned from) {
  WideMask mask;
  mask.word[from / 64] = std::uint64_t{bits} << (from % 64);
  if (from % 64 + kMaxVcs > 64 && from / 64 + 1 < WideMask::kWords) {
    mask.word[from / 64 + 1] = std::uint64_t{bits} >> (64 - from % 64);
  }
  return mask;
}
inline WideMask without_lowest(WideMask mask) {
  for (std::uint64_t& w : mask.word) {
    if (w == 0) continue;
    w &= w - 1;
    break;
  }
  return mask;
}

// Bit i of `bits` as the value of byte i.
inline std::uint64_t spread_to_bytes(std::uint32_t bits) {
#ifdef __BMI2__
  return _pdep_u64(bits, 0x0101010101010101u);
#else
  const std::uint64_t one_a_byte = (bits * 0x0101010101010101u) & 0x8040201008040201u;
  return ((one_a_byte + 0x7f7f7f7f7f7f7f7fu) >> 7) & 0x0101010101010101u;
#endif
}

// Adds one to the byte of every lane of the set; `words` of eight lanes.
template <class Mask>
inline void increment_lanes(std::uint8_t* lanes, const Mask& set, unsigned words) {
  for (unsigned w = 0; w < words; ++w) {
    std::uint64_t eight;
    std::memcpy(&eight, lanes + 8 * w, sizeof eight);
    eight += spread_to_bytes(field(set, 8 * w, 8));
    std::memcpy(lanes + 8 * w, &eight, sizeof eight);
  }
}

}  // namespace turnpike::model
