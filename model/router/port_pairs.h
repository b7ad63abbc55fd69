// port_pairs.h - sets of (input, output) pairs of a router, taken diagonal by diagonal.
//
// A pair is kept as its input and its diagonal; `wave` is the output counted from the rotation, so
// wave = (input + diagonal) mod ports. Pairs of one diagonal have no port in common.

#pragma once

#include <array>
#include <cstdint>
#include <type_traits>

#include "model/common/types.h"

namespace turnpike::model {

struct PortPair {
  std::uint8_t input = 0;
  std::uint8_t wave = 0;
};

__extension__ using PairBits128 = unsigned __int128;

// For a number of ports known when compiled: one bit a pair, all in one word.
template <unsigned kPorts>
class PairWord {
  static_assert(kPorts * kPorts <= 128);

 public:
  explicit PairWord(unsigned) {}

  bool any() const { return bits_ != 0; }
  void add(PortId input, PortId wave) { bits_ |= Bits{1} << kTables.bit_of[input][wave]; }
  // Of the first diagonal with pairs; the set is not empty.
  PortPair first() const { return kTables.pair_of[lowest_bit()]; }
  // Removes all pairs with that input or that output.
  void remove(const PortPair& pair) {
    bits_ &= ~(kTables.of_input[pair.input] | kTables.of_wave[pair.wave]);
  }

 private:
  using Bits =
      std::conditional_t<kPorts * kPorts <= 32, std::uint32_t,
                         std::conditional_t<kPorts * kPorts <= 64, std::uint64_t, PairBits128>>;
  struct Tables {
    std::array<Bits, kPorts> of_input{};
    std::array<Bits, kPorts> of_wave{};
    std::array<std::array<std::uint8_t, kPorts>, kPorts> bit_of{};  // [input][wave]
    std::array<PortPair, kPorts * kPorts> pair_of{};                // [bit]
  };

  static constexpr Tables make_tables() {
    Tables tables;
    for (unsigned input = 0; input < kPorts; ++input) {
      for (unsigned diagonal = 0; diagonal < kPorts; ++diagonal) {
        const unsigned at = diagonal * kPorts + input;
        const unsigned wave = (input + diagonal) % kPorts;
        tables.of_input[input] |= Bits{1} << at;
        tables.of_wave[wave] |= Bits{1} << at;
        tables.bit_of[input][wave] = static_cast<std::uint8_t>(at);
        tables.pair_of[at] = {static_cast<std::uint8_t>(input), static_cast<std::uint8_t>(wave)};
      }
    }
    return tables;
  }
  static constexpr Tables kTables = make_tables();

  unsigned lowest_bit() const {
    if constexpr (sizeof(Bits) <= sizeof(std::uint64_t)) {
      return static_cast<unsigned>(__builtin_ctzll(bits_));
    } else {
      const auto low = static_cast<std::uint64_t>(bits_);
      if (low != 0) return static_cast<unsigned>(__builtin_ctzll(low));
      return 64u + static_cast<unsigned>(__builtin_ctzll(static_cast<std::uint64_t>(bits_ >> 64)));
    }
  }

  Bits bits_ = 0;
};

// For any number of ports: a row of inputs per diagonal.
class PairRows {
 public:
  explicit PairRows(unsigned ports) : ports_(ports) {}

  bool any() const { return diagonals_ != 0; }
  void add(PortId input, PortId wave) {
    const unsigned d = wrap(wave + ports_ - input);
    rows_[d] = (diagonals_ >> d & 1 ? rows_[d] : 0) | 1u << input;
    diagonals_ |= 1u << d;
  }
  PortPair first() const {
    const auto d = static_cast<unsigned>(__builtin_ctz(diagonals_));
    const auto input = static_cast<PortId>(__builtin_ctz(rows_[d]));
    return {static_cast<std::uint8_t>(input), static_cast<std::uint8_t>(wrap(input + d))};
  }
  void remove(const PortPair& pair) {
    for (PortMask left = diagonals_; left != 0; left &= left - 1) {
      const auto d = static_cast<unsigned>(__builtin_ctz(left));
      const PortId of_wave = wrap(pair.wave + ports_ - d);
      rows_[d] &= ~(1u << pair.input | 1u << of_wave);
      if (rows_[d] == 0) diagonals_ &= ~(1u << d);
    }
  }

 private:
  unsigned wrap(unsigned port) const { return port >= ports_ ? port - ports_ : port; }

  unsigned ports_;
  PortMask diagonals_ = 0;    // rows that are not empty; the others are not valid
  PortMask rows_[kMaxPorts];  // [diagonal] inputs
};

}  // namespace turnpike::model
