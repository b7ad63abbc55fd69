// system_buffers.h - keeps which system buffers are used, and which of them the processor has.
// Mirror of rtl/coprocessor/system_buffers.v.

#pragma once

#include <cstdint>

#include "model/coprocessor/coprocessor_pins.h"

namespace turnpike::model::coprocessor_parts {

constexpr std::uint32_t kDescriptorBytes = 32;  // at the beginning of each system buffer

class SystemBuffers {
 public:
  void reset() {
    used_ = 0;
    given_ = 0;
  }

  // The lowest one that is not used, or `buffers`.
  unsigned lowest_free(unsigned buffers) const {
    const std::uint64_t all = buffers == 64 ? ~std::uint64_t{0} : (std::uint64_t{1} << buffers) - 1;
    const std::uint64_t free = ~used_ & all;
    return free == 0 ? buffers : static_cast<unsigned>(__builtin_ctzll(free));
  }
  void take(unsigned slot) { used_ |= bit(slot); }
  void give(unsigned slot) { given_ |= bit(slot); }
  void free(unsigned slot) {
    used_ &= ~bit(slot);
    given_ &= ~bit(slot);
  }
  // Releases the buffer at `pointer`; returns false if the processor had no such buffer.
  bool release(const CoprocessorIn& in, unsigned buffers, std::uint32_t pointer) {
    const std::uint32_t offset = pointer - kDescriptorBytes - in.system_base;
    const std::uint32_t slot = offset >> in.system_size_log2;
    if (slot >= buffers || slot << in.system_size_log2 != offset) return false;
    if ((used_ & given_ & bit(slot)) == 0) return false;
    free(slot);
    return true;
  }

  std::uint64_t used() const { return used_; }

  static std::uint32_t descriptor(const CoprocessorIn& in, unsigned slot) {
    return in.system_base + (slot << in.system_size_log2);
  }
  static std::uint32_t capacity(const CoprocessorIn& in) {
    return (1u << in.system_size_log2) - kDescriptorBytes;
  }

 private:
  static std::uint64_t bit(unsigned slot) { return std::uint64_t{1} << slot; }

  std::uint64_t used_ = 0;
  std::uint64_t given_ = 0;
};

}  // namespace turnpike::model::coprocessor_parts
