// block_memory.h - the memory that holds the blocks of a network.

#pragma once

#include <cstddef>
#include <cstdlib>
#include <memory>

namespace turnpike::model {

struct FreeBlocks {
  void operator()(std::byte* memory) const { std::free(memory); }
};
using BlockMemory = std::unique_ptr<std::byte, FreeBlocks>;

// Zeroed, aligned to blocks; in huge pages where there is much and the system has them: a router's
// neighbours lie pages apart, and the tables of a million small pages fit into no cache.
BlockMemory allocate_zeroed(std::size_t bytes);

}  // namespace turnpike::model
