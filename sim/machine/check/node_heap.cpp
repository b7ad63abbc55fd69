// node_heap.cpp - first fit; what is given back joins its neighbours.

#include "sim/machine/check/node_heap.h"

#include "model/common/check.h"

namespace turnpike::sim {

NodeHeap::NodeHeap(model::NodeMemory& memory, Region region) : memory_(memory) {
  free_[region.begin] = region.begin + region.bytes;
}

std::uint32_t NodeHeap::take(std::uint32_t bytes, std::uint32_t offset) {
  const std::uint32_t whole = (kGuardBytes + offset + bytes + kGuardBytes + 7) & ~7u;
  for (auto it = free_.begin(); it != free_.end(); ++it) {
    const auto [begin, end] = *it;
    if (end - begin < whole) continue;
    free_.erase(it);
    if (end - begin > whole) free_[begin + whole] = end;
    const std::uint32_t address = begin + kGuardBytes + offset;
    memory_.forget(begin, address - begin);
    memory_.forget(address + bytes, begin + whole - (address + bytes));
    taken_[address] = {begin, begin + whole, bytes};
    return address;
  }
  return 0;
}

std::uint32_t NodeHeap::damage(std::uint32_t address) const {
  const Piece& piece = taken_.at(address);
  const std::uint32_t before = address - piece.begin;
  const std::uint32_t after = piece.end - (address + piece.bytes);
  const std::size_t sound =
      memory_.untouched(piece.begin, before) + memory_.untouched(address + piece.bytes, after);
  return before + after - static_cast<std::uint32_t>(sound);
}

void NodeHeap::give_back(std::uint32_t address) {
  const auto found = taken_.find(address);
  model::require(found != taken_.end(), "memory is given back that was not taken");
  std::uint32_t begin = found->second.begin;
  std::uint32_t end = found->second.end;
  taken_.erase(found);
  auto next = free_.lower_bound(begin);
  if (next != free_.end() && next->first == end) {
    end = next->second;
    next = free_.erase(next);
  }
  if (next != free_.begin()) {
    const auto previous = std::prev(next);
    if (previous->second == begin) {
      begin = previous->first;
      free_.erase(previous);
    }
  }
  free_[begin] = end;
}

}  // namespace turnpike::sim
