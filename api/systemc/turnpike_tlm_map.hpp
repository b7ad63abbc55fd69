// turnpike_tlm_map.hpp - the part of turnpike_tlm.hpp that knows which address is at which node.

#ifndef TURNPIKE_TLM_MAP_HPP
#define TURNPIKE_TLM_MAP_HPP

#include <cstddef>
#include <cstdint>
#include <stdexcept>
#include <string>
#include <utility>
#include <vector>

namespace turnpike {

// The addresses first .. first + bytes - 1 are at this node.
struct TlmRange {
  std::uint64_t first = 0;
  std::uint64_t bytes = 0;
  std::uint32_t node = 0;
};

namespace detail {

class AddressMap {
 public:
  // Throws std::invalid_argument for a node that is not there, or an address in two ranges.
  AddressMap(std::vector<TlmRange> ranges, std::size_t nodes) : ranges_(std::move(ranges)) {
    for (std::size_t i = 0; i < ranges_.size(); ++i) {
      const TlmRange& range = ranges_[i];
      if (range.node >= nodes) {
        throw std::invalid_argument("address map: node " + std::to_string(range.node) +
                                    "; allowed: 0 to " + std::to_string(nodes - 1));
      }
      if (range.bytes == 0 || range.first + (range.bytes - 1) < range.first) {
        throw std::invalid_argument("address map: a range of no bytes, or beyond 2^64");
      }
      for (std::size_t j = 0; j < i; ++j) {
        const TlmRange& other = ranges_[j];
        if (range.first <= other.first + (other.bytes - 1) &&
            other.first <= range.first + (range.bytes - 1)) {
          throw std::invalid_argument("address map: an address is in two ranges");
        }
      }
    }
  }

  const std::vector<TlmRange>& ranges() const { return ranges_; }

  // The range in which the whole access lies; null: there is none.
  const TlmRange* find(std::uint64_t first, std::uint64_t length) const {
    for (const TlmRange& range : ranges_) {
      if (first < range.first || first - range.first >= range.bytes) continue;
      return length <= range.bytes - (first - range.first) ? &range : nullptr;
    }
    return nullptr;
  }

 private:
  std::vector<TlmRange> ranges_;
};

}  // namespace detail
}  // namespace turnpike

#endif  // TURNPIKE_TLM_MAP_HPP
