// pins.h - the pins of a component as one vector of bits, lowest bits first.

#pragma once

#include <cstdint>
#include <string>
#include <vector>

namespace turnpike::dpi {

// A pin of the hardware, with one element per port or one alone.
struct Pin {
  const char* name;
  unsigned elements;
  unsigned width;            // of an element, in bits
  bool while_valid = false;  // means something only where out_valid_o of the port is high
};

inline unsigned bits_of(const std::vector<Pin>& pins) {
  unsigned sum = 0;
  for (const Pin& pin : pins) sum += pin.elements * pin.width;
  return sum;
}

// $clog2 of the hardware, at least 1.
inline unsigned index_bits(unsigned values) {
  unsigned bits = 1;
  while ((values - 1) >> bits != 0) ++bits;
  return bits;
}

// Up to 64 bits from bit `at` on.
inline std::uint64_t get_bits(const std::uint32_t* words, unsigned at, unsigned width) {
  std::uint64_t value = 0;
  for (unsigned done = 0; done < width;) {
    const unsigned offset = (at + done) % 32;
    const unsigned part = width - done < 32 - offset ? width - done : 32 - offset;
    const std::uint64_t mask = (std::uint64_t{1} << part) - 1;
    value |= (words[(at + done) / 32] >> offset & mask) << done;
    done += part;
  }
  return value;
}

// Sets bits that were 0.
inline void put_bits(std::uint32_t* words, unsigned at, unsigned width, std::uint64_t value) {
  for (unsigned done = 0; done < width;) {
    const unsigned offset = (at + done) % 32;
    const unsigned part = width - done < 32 - offset ? width - done : 32 - offset;
    const std::uint64_t mask = (std::uint64_t{1} << part) - 1;
    words[(at + done) / 32] |= static_cast<std::uint32_t>((value >> done & mask) << offset);
    done += part;
  }
}

// Reads pins one after the other.
class PinReader {
 public:
  explicit PinReader(const std::uint32_t* words) : words_(words) {}

  std::uint64_t take(unsigned width) {
    const std::uint64_t value = get_bits(words_, at_, width);
    at_ += width;
    return value;
  }
  void take_wide(std::uint64_t* to, unsigned width) {
    for (unsigned bit = 0; bit < width; bit += 64) {
      to[bit / 64] = take(width - bit < 64 ? width - bit : 64);
    }
  }

 private:
  const std::uint32_t* words_;
  unsigned at_ = 0;
};

// Writes pins one after the other, over zeros.
class PinWriter {
 public:
  explicit PinWriter(std::uint32_t* words) : words_(words) {}

  void put(unsigned width, std::uint64_t value) {
    put_bits(words_, at_, width, value);
    at_ += width;
  }
  void put_wide(unsigned width, const std::uint64_t* from) {
    for (unsigned bit = 0; bit < width; bit += 64) {
      put(width - bit < 64 ? width - bit : 64, from[bit / 64]);
    }
  }
  void skip(unsigned width) { at_ += width; }

 private:
  std::uint32_t* words_;
  unsigned at_ = 0;
};

// What differs first, without the cycle: "port 2, out_vc_o: expected 0x1, actual 0x3"; empty if
// nothing does. The first pin is out_valid_o. Elements are at most 288 bits wide.
std::string first_difference(const std::vector<Pin>& pins, const std::uint32_t* expected,
                             const std::uint32_t* actual);

}  // namespace turnpike::dpi
