// port_pairs.h - sets of (input, output) pairs of a router, taken diagonal by diagonal.
//
// A pair has a place in the set: that of its diagonal and of its input on it. `wave` is the output
// as counted along the diagonals, so wave = (input + diagonal) mod ports.

#pragma once

#include <cstdint>
#include <type_traits>

#include "model/common/types.h"

namespace turnpike::model {

__extension__ using PairBits128 = unsigned __int128;

// For a number of ports known when compiled: one bit a pair, all in one word. The bits lie in the
// order in which pairs are served (switch_allocator.h), which differs from rotation to rotation.
template <unsigned kPorts>
class PairWord {
  static_assert(kPorts * kPorts <= 128);

 public:
  static constexpr unsigned kPlaces = kPorts * kPorts;
  using Bits = std::conditional_t<kPlaces <= 32, std::uint32_t,
                                  std::conditional_t<kPlaces <= 64, std::uint64_t, PairBits128>>;

  bool any() const { return bits_ != 0; }
  void add(unsigned place) { bits_ |= Bits{1} << place; }
  void keep(Bits pairs) { bits_ &= pairs; }
  // The first pair; the set is not empty.
  unsigned first() const {
    if constexpr (sizeof(Bits) <= sizeof(std::uint64_t)) {
      return static_cast<unsigned>(__builtin_ctzll(bits_));
    } else {
      const auto low = static_cast<std::uint64_t>(bits_);
      if (low != 0) return static_cast<unsigned>(__builtin_ctzll(low));
      return 64u + static_cast<unsigned>(__builtin_ctzll(static_cast<std::uint64_t>(bits_ >> 64)));
    }
  }

 private:
  Bits bits_ = 0;
};

// For any number of ports: a row of inputs per diagonal.
class PairRows {
 public:
  static constexpr unsigned kPlaces = kMaxPorts * kMaxPorts;
  static constexpr unsigned place(unsigned diagonal, PortId input) {
    return diagonal * kMaxPorts + input;
  }

  void clear(unsigned ports) {
    ports_ = ports;
    diagonals_ = 0;
  }
  bool any() const { return diagonals_ != 0; }
  void add(unsigned place) {
    const unsigned d = place / kMaxPorts;
    rows_[d] = (diagonals_ >> d & 1 ? rows_[d] : 0) | 1u << place % kMaxPorts;
    diagonals_ |= 1u << d;
  }
  unsigned first() const {
    const auto d = static_cast<unsigned>(__builtin_ctz(diagonals_));
    return place(d, static_cast<PortId>(__builtin_ctz(rows_[d])));
  }
  void remove_rivals(unsigned place) {
    const unsigned input = place % kMaxPorts;
    const unsigned wave = wrap(input + place / kMaxPorts);
    for (PortMask left = diagonals_; left != 0; left &= left - 1) {
      const auto d = static_cast<unsigned>(__builtin_ctz(left));
      rows_[d] &= ~(1u << input | 1u << wrap(wave + ports_ - d));
      if (rows_[d] == 0) diagonals_ &= ~(1u << d);
    }
  }

 private:
  unsigned wrap(unsigned port) const { return port >= ports_ ? port - ports_ : port; }

  unsigned ports_ = 0;
  PortMask diagonals_ = 0;    // rows that are not empty; the others are not valid
  PortMask rows_[kMaxPorts];  // [diagonal] inputs
};

}  // namespace turnpike::model
