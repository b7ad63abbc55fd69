// node_heap_test.cpp - room in node memory: no overlap, alignment, guards, nothing lost.

#include <gtest/gtest.h>

#include <map>

#include "sim/machine/check/draws.h"
#include "sim/machine/check/node_heap.h"

namespace turnpike::test {
namespace {

TEST(NodeHeapTest, PiecesLieApartAndAsAligned) {
  model::MemorySpec spec;
  spec.bytes = 1u << 20;
  model::NodeMemory memory(spec, 0);
  sim::NodeHeap heap(memory, {0x1000, 0x40000});
  sim::Draws draws(11);
  std::map<std::uint32_t, std::uint32_t> taken;  // address, bytes
  for (int i = 0; i < 5000; ++i) {
    if (!taken.empty() && draws.chance(0.48)) {
      auto one = taken.begin();
      std::advance(one, draws.below(static_cast<std::uint32_t>(taken.size())));
      EXPECT_EQ(heap.damage(one->first), 0u);
      heap.give_back(one->first);
      taken.erase(one);
      continue;
    }
    const std::uint32_t bytes = draws.below(2000);
    const std::uint32_t offset = draws.below(8);
    const std::uint32_t address = heap.take(bytes, offset);
    if (address == 0) continue;
    EXPECT_EQ(address % 8, offset);
    EXPECT_GE(address, 0x1000u + sim::NodeHeap::kGuardBytes);
    EXPECT_LE(address + bytes + sim::NodeHeap::kGuardBytes, 0x41000u);
    const auto next = taken.lower_bound(address);
    if (next != taken.end()) {
      EXPECT_LE(address + bytes + 2 * sim::NodeHeap::kGuardBytes, next->first);
    }
    if (next != taken.begin()) {
      const auto previous = std::prev(next);
      EXPECT_GE(address, previous->first + previous->second + 2 * sim::NodeHeap::kGuardBytes);
    }
    const std::vector<std::uint8_t> data(bytes, 0x5a);
    memory.write(address, data.data(), bytes);
    taken[address] = bytes;
  }
  for (const auto& [address, bytes] : taken) heap.give_back(address);
  EXPECT_EQ(heap.pieces(), 0u);
  EXPECT_NE(heap.take(0x40000 - 40, 0), 0u);  // all joined again
}

TEST(NodeHeapTest, SeesAGuardByteThatWasWritten) {
  model::NodeMemory memory(model::MemorySpec{}, 0);
  sim::NodeHeap heap(memory, {0x1000, 0x1000});
  const std::uint32_t address = heap.take(10, 3);
  std::uint8_t byte = 0;
  for (const std::uint32_t at : {address - 1, address - 16, address + 10, address + 25}) {
    memory.read(at, &byte, 1);
    byte = static_cast<std::uint8_t>(byte ^ 0xff);
    memory.write(at, &byte, 1);
    EXPECT_EQ(heap.damage(address), 1u) << at - address;
    memory.forget(at, 1);
  }
  EXPECT_EQ(heap.damage(address), 0u);
}

}  // namespace
}  // namespace turnpike::test
