// histogram.h - a log-linear histogram of latencies, for percentiles from a bounded table.
//
// Values below 256 have a bin each. Above, each power of two is cut into 128 bins, so a percentile
// is never below the true one, and above it by less than one part in 128.

#pragma once

#include <cstddef>
#include <cstdint>
#include <vector>

#include "model/common/state_stream.h"

namespace turnpike::model {

class Histogram {
 public:
  void add(std::uint64_t value) {
    const std::size_t at = bin(value);
    if (at >= count_.size()) count_.resize(at + 1);
    ++count_[at];
    ++total_;
  }

  void merge(const Histogram& other);

  void visit_state(StateStream& state) {
    state.any_list(count_);
    state.check(count_.size() <= bin(~std::uint64_t{0}) + 1, "bins of a histogram");
    state.value(total_);
  }

  std::uint64_t total() const { return total_; }

  // The least recorded value (rounded up to its bin's end) that at least a share `quantile`,
  // in (0, 1], of all values does not exceed; 0 when there are none.
  std::uint64_t percentile(double quantile) const;

  // [bin], as long as the highest bin in use.
  const std::vector<std::uint64_t>& counts() const { return count_; }

  friend bool operator==(const Histogram& a, const Histogram& b) {
    return a.total_ == b.total_ && a.count_ == b.count_;
  }

  static constexpr unsigned kSubBits = 7;  // 128 bins per power of two

  static std::size_t bin(std::uint64_t value) {
    if (value < (std::uint64_t{2} << kSubBits)) return static_cast<std::size_t>(value);
    const unsigned shift = 63u - static_cast<unsigned>(__builtin_clzll(value)) - kSubBits;
    return (std::size_t{shift} << kSubBits) + static_cast<std::size_t>(value >> shift);
  }

  // Lowest and highest value of a bin.
  static std::uint64_t bin_begin(std::size_t at) { return at == 0 ? 0 : bin_end(at - 1) + 1; }
  static std::uint64_t bin_end(std::size_t bin);

 private:
  std::vector<std::uint64_t> count_;  // [bin]
  std::uint64_t total_ = 0;
};

}  // namespace turnpike::model
