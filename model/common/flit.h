// flit.h - the bits of a flit, exactly as on the wires (docs/flit_format.md).

#pragma once

#include <cstdint>

#include "model/common/types.h"

namespace turnpike::model {

enum class PacketKind : std::uint8_t { unicast = 0, broadcast = 1, near_neighbour_broadcast = 2 };

constexpr unsigned kMaxFlitWords = (kMaxFlitBits + 2 + 63) / 64;

// {tail, head, data[flit_bits-1:0]} packed from bit 0 of word[0] up; bits above are zero.
// kWords is 1, 2 or kMaxFlitWords: enough for flit_bits + 2 bits.
template <unsigned kWords>
struct FlitWords {
  std::uint64_t word[kWords] = {};

  friend bool operator==(const FlitWords& a, const FlitWords& b) {
    for (unsigned i = 0; i < kWords; ++i) {
      if (a.word[i] != b.word[i]) return false;
    }
    return true;
  }
  friend bool operator!=(const FlitWords& a, const FlitWords& b) { return !(a == b); }
};

// Finalizer of splitmix64 (Steele, Lea, Flood 2014): a bijection that mixes every bit.
constexpr std::uint64_t mix(std::uint64_t x) {
  x += 0x9e3779b97f4a7c15u;
  x = (x ^ (x >> 30)) * 0xbf58476d1ce4e5b9u;
  x = (x ^ (x >> 27)) * 0x94d049bb133111ebu;
  return x ^ (x >> 31);
}

struct FlitFormat {
  unsigned flit_bits = 32;    // data bits, 8 .. 512
  unsigned address_bits = 6;  // A, 1 .. 24
  unsigned path_bits = 0;     // of these the upper ones, of a destination: the number of a path
  unsigned left_out = 0;      // upper data bits that are not kept: see without_payload()

  constexpr unsigned kept_bits() const { return flit_bits - left_out; }
  constexpr unsigned wire_bits() const { return kept_bits() + 2; }
  constexpr unsigned words() const { return (wire_bits() + 63) / 64; }
  // Width of the packet number in a head flit; packets of packet routers have none.
  constexpr unsigned number_bits() const {
    const unsigned fields = 2 * address_bits + 2;
    if (flit_bits < fields) return 0;
    const unsigned room = (flit_bits < 60 ? flit_bits : 60) - fields;
    return room < 24 ? room : 24;
  }
  // The same flits with no more data bits than fit one word beside head and tail. All fields of a
  // head are among them, and the index and the packet number of a body flit.
  constexpr FlitFormat without_payload() const {
    FlitFormat format = *this;
    format.left_out = flit_bits > 62 ? flit_bits - 62 : 0;
    return format;
  }
  constexpr std::uint64_t address_mask() const { return (std::uint64_t{1} << address_bits) - 1; }
  constexpr std::uint64_t number_mask() const { return (std::uint64_t{1} << number_bits()) - 1; }

  constexpr bool is_head(const std::uint64_t* word) const { return bit(word, kept_bits()); }
  constexpr bool is_tail(const std::uint64_t* word) const { return bit(word, kept_bits() + 1); }

  // A destination without its path, and the path.
  constexpr Address terminal_of(Address destination) const {
    return destination & ((Address{1} << (address_bits - path_bits)) - 1);
  }
  constexpr unsigned path_of(Address destination) const {
    return destination >> (address_bits - path_bits);
  }

  // Fields of a head flit.
  constexpr Address destination(const std::uint64_t* word) const {
    return static_cast<Address>(word[0] & address_mask());
  }
  constexpr Address source(const std::uint64_t* word) const {
    return static_cast<Address>((word[0] >> (address_bits + 2)) & address_mask());
  }
  constexpr PacketKind kind(const std::uint64_t* word) const {
    return static_cast<PacketKind>((word[0] >> address_bits) & 3);
  }
  constexpr std::uint32_t number(const std::uint64_t* word) const {
    return static_cast<std::uint32_t>((word[0] >> (2 * address_bits + 2)) & number_mask());
  }

  template <unsigned kWords>
  FlitWords<kWords> head(Address destination, Address source, PacketKind kind, std::uint32_t number,
                         bool is_tail) const {
    const unsigned used = 2 * address_bits + 2 + number_bits();
    const std::uint64_t fields = destination | (static_cast<std::uint64_t>(kind) << address_bits) |
                                 (std::uint64_t{source} << (address_bits + 2)) |
                                 ((number & number_mask()) << (2 * address_bits + 2));
    return fill<kWords>(fields, used, true, is_tail);
  }

  template <unsigned kWords>
  FlitWords<kWords> body(Address source, std::uint32_t number, std::uint32_t index,
                         bool is_tail) const {
    const std::uint64_t fields = (index & 0xffffu) | (std::uint64_t{number & 0xffffffu} << 16) |
                                 (std::uint64_t{source & 0xffffffu} << 40);
    return fill<kWords>(fields, 64, false, is_tail);
  }

 private:
  static constexpr bool bit(const std::uint64_t* word, unsigned at) {
    return ((word[at / 64] >> (at % 64)) & 1) != 0;
  }

  // Fields in the low `used` bits (at most 64), a hash above them, then head and tail.
  template <unsigned kWords>
  FlitWords<kWords> fill(std::uint64_t fields, unsigned used, bool is_head, bool is_tail) const {
    const unsigned width = kept_bits();
    FlitWords<kWords> flit;
    for (unsigned i = 0; i < kWords; ++i) {
      const unsigned low = 64 * i;
      if (low >= width) break;
      std::uint64_t word = i == 0 ? fields : mix(fields + i);
      if (i == 0 && used < 64 && used < width) word |= mix(fields) << used;
      const unsigned bits = width - low;
      if (bits < 64) word &= (std::uint64_t{1} << bits) - 1;
      flit.word[i] = word;
    }
    flit.word[width / 64] |= std::uint64_t{is_head} << (width % 64);
    flit.word[(width + 1) / 64] |= std::uint64_t{is_tail} << ((width + 1) % 64);
    return flit;
  }
};

}  // namespace turnpike::model
