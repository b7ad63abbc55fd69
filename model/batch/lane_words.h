// lane_words.h - words of a kernel in memory, and single lanes of them.

#pragma once

#include <cstddef>
#include <cstdint>
#include <vector>

namespace turnpike::model {

// A lane's place in every word: which 64 bits, and which of them.
struct LaneBit {
  explicit LaneBit(unsigned lane) : part(lane / 64), shift(lane % 64) {}
  unsigned part;
  unsigned shift;
};

// Zeroed words of `lanes` bits, a multiple of 64. The kernels want them aligned.
class LaneWords {
 public:
  LaneWords(std::size_t words, unsigned lanes)
      : parts_(lanes / 64), bits_(words * parts_ + kAlignment / 8), start_(aligned(bits_.data())) {}
  LaneWords(const LaneWords&) = delete;
  LaneWords& operator=(const LaneWords&) = delete;

  // [part] 64 lanes each.
  std::uint64_t* at(std::size_t word) { return start_ + word * parts_; }
  const std::uint64_t* at(std::size_t word) const { return start_ + word * parts_; }

  bool get(std::size_t word, LaneBit lane) const {
    return (at(word)[lane.part] >> lane.shift & 1) != 0;
  }
  void set(std::size_t word, LaneBit lane, bool value) {
    std::uint64_t& bits = at(word)[lane.part];
    bits = (bits & ~(std::uint64_t{1} << lane.shift)) | std::uint64_t{value} << lane.shift;
  }
  void fill(std::size_t word) {
    for (unsigned part = 0; part < parts_; ++part) at(word)[part] = ~std::uint64_t{0};
  }

 private:
  static constexpr std::size_t kAlignment = 64;
  static std::uint64_t* aligned(std::uint64_t* bits) {
    const auto address = reinterpret_cast<std::uintptr_t>(bits);
    return bits + ((kAlignment - address % kAlignment) % kAlignment) / 8;
  }

  unsigned parts_;
  std::vector<std::uint64_t> bits_;
  std::uint64_t* start_;
};

}  // namespace turnpike::model
