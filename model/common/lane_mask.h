// lane_mask.h - sets of virtual channels of a whole router: lane = port * VCs + vc.
//
// A set is a machine word if it fits (up to 64 lanes), and otherwise a WideMask of several words.
// The functions below are all that the router needs of either.

#pragma once

#include <cstddef>
#include <cstdint>
#include <cstring>
#include <type_traits>
#ifdef __BMI2__
#include <immintrin.h>
#endif

#include "model/common/types.h"

namespace turnpike::model {

// Functions on sets must be inlined, so that a cycle keeps its sets in registers of the processor.
#define TURNPIKE_INLINE __attribute__((always_inline)) inline

constexpr unsigned kMaxLanes = kMaxPorts * kMaxVcs;

inline bool any(std::uint32_t mask) { return mask != 0; }
inline bool any(std::uint64_t mask) { return mask != 0; }
inline unsigned lowest(std::uint32_t mask) { return static_cast<unsigned>(__builtin_ctz(mask)); }
inline unsigned lowest(std::uint64_t mask) { return static_cast<unsigned>(__builtin_ctzll(mask)); }
inline unsigned count(std::uint32_t mask) {
  return static_cast<unsigned>(__builtin_popcount(mask));
}
inline unsigned count(std::uint64_t mask) {
  return static_cast<unsigned>(__builtin_popcountll(mask));
}
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
  if constexpr (std::is_integral_v<Mask>) {
    return static_cast<Mask>(static_cast<Mask>(bits) << from);
  } else {
    Mask mask{};
    mask.word[from / 64] = std::uint64_t{bits} << (from % 64);
    if (from % 64 + kMaxVcs > 64 && from / 64 + 1 < Mask::kWords) {
      mask.word[from / 64 + 1] = std::uint64_t{bits} >> (64 - from % 64);
    }
    return mask;
  }
}
template <class Mask>
inline Mask without_lowest(Mask mask) {
  return mask & (mask - 1);
}
// The set of one lane.
template <class Mask>
inline Mask only(unsigned lane) {
  return place<Mask>(1, lane);
}
// The set if `condition`, else none; without a branch.
template <class Mask>
inline Mask when(bool condition, Mask set) {
  return set & (Mask{0} - static_cast<Mask>(condition));
}

// Several words of lanes, for routers with more than 64. Not set unless it is made by `WideMask{}`.
template <unsigned kWordCount>
struct WideMask {
  static constexpr unsigned kWords = kWordCount;
  std::uint64_t word[kWords];

  // Each word of the result from the same word of each operand.
  template <class Each>
  TURNPIKE_INLINE static WideMask zip(const WideMask& a, const WideMask& b, const Each& each) {
    WideMask result;
    for (unsigned i = 0; i < kWords; ++i) result.word[i] = each(a.word[i], b.word[i]);
    return result;
  }
  TURNPIKE_INLINE friend WideMask operator&(const WideMask& a, const WideMask& b) {
    return zip(a, b, [](std::uint64_t x, std::uint64_t y) { return x & y; });
  }
  TURNPIKE_INLINE friend WideMask operator|(const WideMask& a, const WideMask& b) {
    return zip(a, b, [](std::uint64_t x, std::uint64_t y) { return x | y; });
  }
  TURNPIKE_INLINE friend WideMask operator^(const WideMask& a, const WideMask& b) {
    return zip(a, b, [](std::uint64_t x, std::uint64_t y) { return x ^ y; });
  }
  TURNPIKE_INLINE friend WideMask operator~(const WideMask& a) {
    return zip(a, a, [](std::uint64_t x, std::uint64_t) { return ~x; });
  }
  // Arithmetic on sets as numbers, modulo 2^(64 * kWords).
  TURNPIKE_INLINE friend WideMask operator+(const WideMask& a, const WideMask& b) {
    std::uint64_t carry = 0;
    return zip(a, b, [&carry](std::uint64_t x, std::uint64_t y) {
      const std::uint64_t low = x + carry;
      const std::uint64_t sum = low + y;
      carry = static_cast<std::uint64_t>(low < carry) | static_cast<std::uint64_t>(sum < y);
      return sum;
    });
  }
  TURNPIKE_INLINE friend WideMask operator-(const WideMask& a, const WideMask& b) {
    std::uint64_t borrow = 0;
    return zip(a, b, [&borrow](std::uint64_t x, std::uint64_t y) {
      const std::uint64_t high = x - y;
      const std::uint64_t difference = high - borrow;
      borrow = static_cast<std::uint64_t>(x < y) | static_cast<std::uint64_t>(high < borrow);
      return difference;
    });
  }
  // Shifts by 0 to 63 lanes.
  TURNPIKE_INLINE friend WideMask operator<<(const WideMask& a, unsigned lanes) {
    std::uint64_t below = 0;
    return zip(a, a, [&below, lanes](std::uint64_t x, std::uint64_t) {
      const std::uint64_t shifted = x << lanes | below;
      below = x >> 1 >> (63 - lanes);
      return shifted;
    });
  }
  TURNPIKE_INLINE friend WideMask operator>>(const WideMask& a, unsigned lanes) {
    WideMask result;
    for (unsigned i = 0; i < kWords; ++i) {
      const std::uint64_t above = i + 1 < kWords ? a.word[i + 1] : 0;
      result.word[i] = a.word[i] >> lanes | above << 1 << (63 - lanes);
    }
    return result;
  }
  TURNPIKE_INLINE WideMask& operator|=(const WideMask& b) { return *this = *this | b; }
  TURNPIKE_INLINE WideMask& operator&=(const WideMask& b) { return *this = *this & b; }
  TURNPIKE_INLINE WideMask& operator^=(const WideMask& b) { return *this = *this ^ b; }
};

// A set with room for the most lanes that a router can have.
using WidestMask = WideMask<kMaxLanes / 64>;

template <unsigned kWords>
TURNPIKE_INLINE bool any(const WideMask<kWords>& mask) {
  std::uint64_t all = 0;
  for (const std::uint64_t w : mask.word) all |= w;
  return all != 0;
}
template <unsigned kWords>
inline unsigned lowest(const WideMask<kWords>& mask) {
  unsigned i = 0;
  while (mask.word[i] == 0) ++i;
  return 64 * i + lowest(mask.word[i]);
}
template <unsigned kWords>
inline unsigned count(const WideMask<kWords>& mask) {
  unsigned lanes = 0;
  for (const std::uint64_t w : mask.word) lanes += count(w);
  return lanes;
}
template <unsigned kWords>
inline bool test(const WideMask<kWords>& mask, unsigned lane) {
  return (mask.word[lane / 64] >> (lane % 64) & 1) != 0;
}
template <unsigned kWords>
inline std::uint32_t field(const WideMask<kWords>& mask, unsigned from, unsigned width) {
  std::uint64_t bits = mask.word[from / 64] >> (from % 64);
  if (from % 64 + width > 64) bits |= mask.word[from / 64 + 1] << (64 - from % 64);
  return static_cast<std::uint32_t>(bits) & ((1u << width) - 1);
}
template <unsigned kWords>
TURNPIKE_INLINE WideMask<kWords> when(bool condition, WideMask<kWords> set) {
  for (std::uint64_t& w : set.word) w = when(condition, w);
  return set;
}
template <unsigned kWords>
inline WideMask<kWords> without_lowest(WideMask<kWords> mask) {
  for (std::uint64_t& w : mask.word) {
    if (w == 0) continue;
    w &= w - 1;
    break;
  }
  return mask;
}

// The lowest `width` bits of each of eight bytes, moved together; width 1 to 8.
inline std::uint64_t join_bytes(std::uint64_t bytes, unsigned width) {
  bytes &= 0x0101010101010101u * ((1u << width) - 1);
#ifdef __BMI2__
  return _pext_u64(bytes, 0x0101010101010101u * ((1u << width) - 1));
#else
  const auto join = [](std::uint64_t word, std::uint64_t low, unsigned shift) {
    return (word & low) | ((word & ~low) >> shift);
  };
  const std::uint64_t pairs = join(bytes, 0x00ff00ff00ff00ffu, 8 - width);
  const std::uint64_t fours = join(pairs, 0x0000ffff0000ffffu, 2 * (8 - width));
  return join(fours, 0x00000000ffffffffu, 4 * (8 - width));
#endif
}

// A row of ports, for each the set of its VCs, as a set of lanes. Rows are whole words long.
template <class Mask>
inline Mask gather_lanes(const std::uint8_t* row, unsigned ports, unsigned vcs) {
  Mask lanes{};
  for (unsigned port = 0; port < ports; port += 8) {
    std::uint64_t eight = 0;
    std::memcpy(&eight, row + port, sizeof eight);
    lanes |= static_cast<Mask>(static_cast<Mask>(join_bytes(eight, vcs)) << port * vcs);
  }
  return lanes;
}
template <class Mask>
inline Mask gather_lanes(const std::uint16_t* row, unsigned ports, unsigned vcs) {
  Mask lanes{};
  for (unsigned port = 0; port < ports; ++port) lanes |= place<Mask>(row[port], port * vcs);
  return lanes;
}

// Bit i: entry i of the word's eight bytes (or four 16-bit halves of words) is not 0.
template <class Entry>
inline std::uint64_t which_are_set(std::uint64_t word) {
  constexpr unsigned kBits = 8 * sizeof(Entry);
  constexpr std::uint64_t kOnes = ~std::uint64_t{0} / ((std::uint64_t{1} << kBits) - 1);
  constexpr std::uint64_t kTops = kOnes << (kBits - 1);
  const std::uint64_t tops = (((word & ~kTops) + (kTops - kOnes)) | word) & kTops;
  // Moves bit kBits * i to bit i of the top entry.
  constexpr std::uint64_t kGather = kBits == 8 ? 0x0102040810204080u : 0x0001000200040008u;
  return (tops >> (kBits - 1)) * kGather >> (64 - kBits);
}

}  // namespace turnpike::model
