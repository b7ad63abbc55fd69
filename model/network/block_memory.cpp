// block_memory.cpp - the memory that a network's blocks lie in.

#include "model/network/block_memory.h"

#include <cstring>
#include <new>

#ifdef __linux__
#include <sys/mman.h>
#endif

namespace turnpike::model {

BlockMemory allocate_zeroed(std::size_t bytes) {
  constexpr std::size_t kHugePage = std::size_t{2} << 20;
  constexpr std::size_t kCacheLine = 64;
  const std::size_t unit = bytes >= kHugePage ? kHugePage : kCacheLine;
  const std::size_t rounded = (bytes + unit - 1) / unit * unit;
  BlockMemory memory(static_cast<std::byte*>(std::aligned_alloc(unit, rounded)));
  if (memory == nullptr) throw std::bad_alloc();
#ifdef __linux__
  // Only a hint: without huge pages everything works, slower.
  if (unit == kHugePage) madvise(memory.get(), rounded, MADV_HUGEPAGE);
#endif
  std::memset(memory.get(), 0, rounded);
  return memory;
}

}  // namespace turnpike::model
