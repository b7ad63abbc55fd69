// wire_bits.h - a vector of up to 1024 bits, for the wires of a wide bus or a flit.

#pragma once

#include <array>
#include <cstdint>

namespace turnpike::model {

// Bits above those that were put are 0. Fields are of 1 to 64 bits, or of any width as WireBits.
class WireBits {
 public:
  std::uint64_t get(unsigned low, unsigned width) const {
    const unsigned shift = low % 64;
    std::uint64_t bits = word_[low / 64] >> shift;
    if (shift != 0 && shift + width > 64) bits |= word_[low / 64 + 1] << (64 - shift);
    return bits & mask(width);
  }
  void put(unsigned low, unsigned width, std::uint64_t bits) {
    const unsigned shift = low % 64;
    std::uint64_t& first = word_[low / 64];
    first = (first & ~(mask(width) << shift)) | ((bits & mask(width)) << shift);
    if (shift == 0 || shift + width <= 64) return;
    std::uint64_t& next = word_[low / 64 + 1];
    next = (next & ~(mask(width) >> (64 - shift))) | ((bits & mask(width)) >> (64 - shift));
  }
  WireBits field(unsigned low, unsigned width) const {
    WireBits bits;
    for (unsigned at = 0; at < width; at += 64) {
      const unsigned here = width - at < 64 ? width - at : 64;
      bits.put(at, here, get(low + at, here));
    }
    return bits;
  }
  void put_field(unsigned low, unsigned width, const WireBits& bits) {
    for (unsigned at = 0; at < width; at += 64) {
      const unsigned here = width - at < 64 ? width - at : 64;
      put(low + at, here, bits.get(at, here));
    }
  }
  friend bool operator==(const WireBits& a, const WireBits& b) { return a.word_ == b.word_; }

 private:
  static constexpr std::uint64_t mask(unsigned width) {
    return width >= 64 ? ~std::uint64_t{0} : (std::uint64_t{1} << width) - 1;
  }

  std::array<std::uint64_t, 16> word_ = {};
};

}  // namespace turnpike::model
