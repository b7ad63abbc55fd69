// packet_bytes.h - the 20 bytes of a packet, as flits and as data (docs/timing.md, section 8).

#pragma once

#include <cstdint>

#include "model/common/flit.h"
#include "model/coprocessor/coprocessor_params.h"
#include "model/coprocessor/coprocessor_pins.h"

namespace turnpike::model::coprocessor_parts {

constexpr unsigned kFirstData = 10;  // most data bytes of a message's first packet
constexpr unsigned kLaterData = 16;  // of the others

constexpr std::uint32_t low_half(std::uint64_t word) { return static_cast<std::uint32_t>(word); }
constexpr std::uint32_t high_half(std::uint64_t word) {
  return static_cast<std::uint32_t>(word >> 32);
}
constexpr std::uint64_t halves(std::uint32_t low, std::uint32_t high) {
  return low | std::uint64_t{high} << 32;
}

// Bytes of a word that a strobe selects.
constexpr std::uint64_t strobe_mask(std::uint32_t strobe) {
  const std::uint64_t bits =
      (strobe & 0xffu) * 0x0101010101010101u & 0x8040201008040201u;  // one bit of each byte
  return ((bits + 0x7f7f7f7f7f7f7f7fu) >> 7 & 0x0101010101010101u) * 0xff;
}

// Up to 16 bytes, the first in the lowest bits.
struct DataBytes {
  std::uint64_t low = 0;
  std::uint64_t high = 0;

  void keep(unsigned bytes) {
    low &= strobe_mask(bytes < 8 ? (1u << bytes) - 1 : 0xff);
    high &= strobe_mask(bytes < 8 ? 0 : (1u << (bytes - 8)) - 1);
  }
};

// The writes of `bytes` bytes to an address: word i lies 8 * i behind the word of the first byte.
struct StrobedWords {
  StrobedWords(std::uint32_t address, unsigned bytes) : offset(address & 7), size(bytes) {}

  unsigned count() const { return size == 0 ? 0 : (offset + size + 7) / 8; }
  std::uint32_t strobe(unsigned index) const {
    return ((1u << size) - 1) << offset >> (8 * index) & 0xffu;
  }
  std::uint64_t data(unsigned index, const DataBytes& bytes) const {
    const unsigned up = 8 * offset;
    std::uint64_t word = 0;
    if (index == 0) {
      word = bytes.low << up;
    } else if (index == 1) {
      word = up == 0 ? bytes.high : bytes.low >> (64 - up) | bytes.high << up;
    } else {
      word = up == 0 ? 0 : bytes.high >> (64 - up);
    }
    return word & strobe_mask(strobe(index));
  }

  unsigned offset;
  unsigned size;  // 0 .. 16
};

struct PacketBytes {
  std::uint64_t word[3] = {};  // 24 bytes; the last 4 are 0

  std::uint32_t source() const { return static_cast<std::uint32_t>(word[0] >> 16) & 0xfffu; }
  std::uint32_t stream() const { return static_cast<std::uint32_t>(word[0] >> 28) & 0xfu; }
  // Fields of the first packet of a message.
  std::uint32_t length() const { return high_half(word[0]); }
  std::uint32_t type() const { return static_cast<std::uint32_t>(word[1]) & 0xffffu; }

  DataBytes data(bool is_first) const {
    if (is_first) return {word[1] >> 16 | word[2] << 48, word[2] >> 16 & 0xffffu};
    return {word[0] >> 32 | word[1] << 32, word[1] >> 32 | word[2] << 32};
  }
  void set_first(std::uint32_t route, std::uint32_t origin, std::uint32_t type,
                 std::uint32_t length, const DataBytes& bytes) {
    word[0] = halves(route | origin << 16, length);
    word[1] = type | bytes.low << 16;
    word[2] = bytes.low >> 48 | bytes.high << 16;
  }
  void set_later(std::uint32_t route, std::uint32_t origin, const DataBytes& bytes) {
    word[0] = route | std::uint64_t{origin} << 16 | bytes.low << 32;
    word[1] = bytes.low >> 32 | bytes.high << 32;
    word[2] = bytes.high >> 32;
  }
};

// The division of a packet into flits.
struct PacketShape {
  unsigned flit_bits = 16;
  unsigned flits = 10;

  std::uint64_t mask() const { return ~std::uint64_t{0} >> (64 - flit_bits); }

  CoprocessorFlit flit(const PacketBytes& packet, unsigned index) const {
    CoprocessorFlit flit;
    const unsigned at = index * flit_bits;
    flit.word[0] = packet.word[at / 64] >> (at % 64) & mask();
    const std::uint64_t marks = (index == 0 ? 1u : 0u) | (index + 1 == flits ? 2u : 0u);
    if (flit_bits == 64) {
      flit.word[1] = marks;
    } else {
      flit.word[0] |= marks << flit_bits;
    }
    return flit;
  }
  void put(PacketBytes& packet, unsigned index, std::uint64_t data) const {
    const unsigned at = index * flit_bits;
    packet.word[at / 64] |= data << (at % 64);
  }
  std::uint64_t data(const CoprocessorFlit& flit) const { return flit.word[0] & mask(); }
  unsigned marks(const CoprocessorFlit& flit) const {
    return static_cast<unsigned>(flit_bits == 64 ? flit.word[1] : flit.word[0] >> flit_bits) & 3u;
  }
};

}  // namespace turnpike::model::coprocessor_parts
