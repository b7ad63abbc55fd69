// sliced_pins.h - words of 64 lanes: the pins of a bank of components, transposing, memories.

#pragma once

#include <cstdint>

#include "sim/hardware/rtl_components/component_abi.h"

namespace turnpike::sim {

using Word = std::uint64_t;  // bit n belongs to lane n

constexpr Word kLow = 0;
constexpr Word kHigh = ~Word{0};

// Widths of pins: Shape as of ComponentAdapter.
template <class Shape>
constexpr unsigned kVcBitsOf = Shape::kVcs <= 2   ? 1
                               : Shape::kVcs <= 4 ? 2
                               : Shape::kVcs <= 8 ? 3
                                                  : 4;

// The rows of a channel: valid, the VC, the route where there is one, the flit; then up to a
// multiple of 64, so that they can be transposed: 64 rows of lanes to one word for each lane.
template <class Shape, unsigned kRouteBits>
struct ChannelRows {
  static constexpr unsigned kVc = 1;
  static constexpr unsigned kRoute = kVc + kVcBitsOf<Shape>;
  static constexpr unsigned kFlit = kRoute + kRouteBits;
  static constexpr unsigned kWords = (kFlit + Shape::kFlitBits + 63) / 64;  // of a lane
  static constexpr unsigned kAll = 64 * kWords;
};

// Pins are named as the module names them.
template <class Shape, unsigned kRouteBits>
struct SlicedInputs {
  using Rows = ChannelRows<Shape, kRouteBits>;
  Word rst_i = 0;
  Word table_we_i = 0;
  Word table_port_i[32] = {};
  Word table_dest_i[32] = {};
  Word table_mask_i[32] = {};
  Word node_i[32] = {};
  Word limit_i[32] = {};
  Word dimension_i[32] = {};
  Word connected_i[32] = {};
  Word paced_i[32] = {};
  Word pauses_i[Shape::kPorts * kPausePins] = {};
  Word out_credit_i[Shape::kPorts * Shape::kVcs] = {};
  alignas(64) Word channel[Shape::kPorts][Rows::kAll] = {};
};

template <class Shape, unsigned kRouteBits>
struct SlicedOutputs {
  using Rows = ChannelRows<Shape, kRouteBits>;
  Word error_o = 0;
  Word idle_o = kHigh;
  Word in_credit_o[Shape::kPorts * Shape::kVcs] = {};
  alignas(64) Word channel[Shape::kPorts][Rows::kAll] = {};
};

// Eight words, which the compiler makes of what registers the processor has.
typedef Word EightWords __attribute__((vector_size(64), aligned(8), may_alias));

// A step of transposing, between rows that are `kHalf` apart: eight or more.
template <unsigned kHalf>
inline void exchange_far(Word* rows) {
  constexpr Word kMask = kHigh / ((Word{1} << kHalf) + 1);
  for (unsigned block = 0; block < 64; block += 2 * kHalf) {
    for (unsigned row = block; row < block + kHalf; row += 8) {
      EightWords& low = *reinterpret_cast<EightWords*>(rows + row);
      EightWords& high = *reinterpret_cast<EightWords*>(rows + row + kHalf);
      const EightWords moved = ((low >> kHalf) ^ high) & kMask;
      high ^= moved;
      low ^= moved << kHalf;
    }
  }
}

// The same between rows of one EightWords.
template <unsigned kHalf>
inline void exchange_near(Word* rows) {
  constexpr Word kMask = kHigh / ((Word{1} << kHalf) + 1);
  EightWords other;  // the number of the row that each is exchanged with
  EightWords mask;   // of rows that are the first of two
  for (unsigned row = 0; row < 8; ++row) {
    other[row] = row ^ kHalf;
    mask[row] = (row & kHalf) == 0 ? kMask : 0;
  }
  for (unsigned block = 0; block < 64; block += 8) {
    EightWords& eight = *reinterpret_cast<EightWords*>(rows + block);
    const EightWords moved = ((eight >> kHalf) ^ __builtin_shuffle(eight, other)) & mask;
    eight ^= (moved << kHalf) ^ __builtin_shuffle(moved, other);
  }
}

// Bit b of word a and bit a of word b change places (Warren, Hacker's Delight, 7-3).
inline void transpose(Word* rows) {
  exchange_far<32>(rows);
  exchange_far<16>(rows);
  exchange_far<8>(rows);
  exchange_near<4>(rows);
  exchange_near<2>(rows);
  exchange_near<1>(rows);
}

// The lanes in which `address` names each of the words, of those in `enable`.
template <unsigned kWords>
inline void decode(Word enable, const Word* address, Word* chosen) {
  chosen[0] = enable;
  for (unsigned bit = 0; (1u << bit) < kWords; ++bit) {
    for (unsigned word = 1u << bit; word-- > 0;) {
      const unsigned other = word + (1u << bit);
      if (other < kWords) chosen[other] = chosen[word] & address[bit];
      chosen[word] &= ~address[bit];
    }
  }
}

// A memory: bit planes of each word. What lies past its end reads as zero.
template <unsigned kWords, unsigned kRow>
inline void read_rows(const Word (&memory)[kWords][kRow], const Word* address, Word* data) {
  Word chosen[kWords];
  decode<kWords>(kHigh, address, chosen);
  for (unsigned column = 0; column < kRow; column += 8) {
    EightWords sum = {};
    for (unsigned word = 0; word < kWords; ++word) {
      sum |= *reinterpret_cast<const EightWords*>(&memory[word][column]) & chosen[word];
    }
    *reinterpret_cast<EightWords*>(data + column) = sum;
  }
}

template <unsigned kWords, unsigned kRow>
inline void write_rows(Word (&memory)[kWords][kRow], Word enable, const Word* address,
                       const Word* data) {
  if (enable == 0) return;
  Word chosen[kWords];
  decode<kWords>(enable, address, chosen);
  for (unsigned word = 0; word < kWords; ++word) {
    if (chosen[word] == 0) continue;
    for (unsigned column = 0; column < kRow; column += 8) {
      EightWords& old = *reinterpret_cast<EightWords*>(&memory[word][column]);
      old ^= (old ^ *reinterpret_cast<const EightWords*>(data + column)) & chosen[word];
    }
  }
}

}  // namespace turnpike::sim
