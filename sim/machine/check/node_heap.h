// node_heap.h - allocates memory of a node, with guard bytes around each block.

#pragma once

#include <cstdint>
#include <map>

#include "model/machine/node_memory.h"
#include "sim/machine/messages/messenger.h"

namespace turnpike::sim {

class NodeHeap {
 public:
  static constexpr std::uint32_t kGuardBytes = 16;  // and more, on both sides

  NodeHeap(model::NodeMemory& memory, Region region);

  // Address of `bytes` bytes that is `offset` (0 .. 7) above a multiple of 8; 0: no room.
  std::uint32_t take(std::uint32_t bytes, std::uint32_t offset);
  // Guard bytes beside a piece that hold something else than they did.
  std::uint32_t damage(std::uint32_t address) const;
  void give_back(std::uint32_t address);
  std::size_t pieces() const { return taken_.size(); }

 private:
  struct Piece {
    std::uint32_t begin = 0;  // guard bytes included
    std::uint32_t end = 0;
    std::uint32_t bytes = 0;
  };

  model::NodeMemory& memory_;
  std::map<std::uint32_t, std::uint32_t> free_;  // begin, end; no two touch
  std::map<std::uint32_t, Piece> taken_;         // by address
};

}  // namespace turnpike::sim
