// lane_words.h - words of a kernel in memory, and single lanes of them.
//
// A word has 64 bits, one for each lane, of each router of a group.

#pragma once

#include <cstddef>
#include <cstdint>
#include <vector>

namespace turnpike::model {

// Zeroed words of `width` routers. The kernels want them aligned.
class LaneWords {
 public:
  LaneWords(std::size_t words, unsigned width)
      : width_(width), bits_(words * width + kAlignment / 8), start_(aligned(bits_.data())) {}
  LaneWords(const LaneWords&) = delete;
  LaneWords& operator=(const LaneWords&) = delete;

  // [router of the group] 64 lanes each.
  std::uint64_t* at(std::size_t word) { return start_ + word * width_; }
  const std::uint64_t* at(std::size_t word) const { return start_ + word * width_; }

  bool get(std::size_t word, unsigned router, unsigned lane) const {
    return (at(word)[router] >> lane & 1) != 0;
  }
  void set(std::size_t word, unsigned router, unsigned lane, bool value) {
    set_number(word, 1, router, lane, value ? 1 : 0);
  }
  // Sets a number whose bits are `planes` words from `word` on, the lowest bit first.
  void set_number(std::size_t word, unsigned planes, unsigned router, unsigned lane,
                  std::uint64_t number) {
    std::uint64_t* bits = at(word) + router;
    const std::uint64_t others = ~(std::uint64_t{1} << lane);
    for (unsigned plane = 0; plane < planes; ++plane, bits += width_, number >>= 1) {
      *bits = (*bits & others) | (number & 1) << lane;
    }
  }
  // All lanes of all routers.
  void fill(std::size_t word) {
    for (unsigned router = 0; router < width_; ++router) at(word)[router] = ~std::uint64_t{0};
  }

 private:
  static constexpr std::size_t kAlignment = 64;
  static std::uint64_t* aligned(std::uint64_t* bits) {
    const auto address = reinterpret_cast<std::uintptr_t>(bits);
    return bits + ((kAlignment - address % kAlignment) % kAlignment) / 8;
  }

  unsigned width_;
  std::vector<std::uint64_t> bits_;
  std::uint64_t* start_;
};

}  // namespace turnpike::model
