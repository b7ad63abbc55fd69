// Nothing is allocated per packet once queues have had their longest.

#include <gtest/gtest.h>

#include <atomic>
#include <cstdlib>
#include <new>
#include <string>
#include <vector>

#include "api/turnpike.h"

// A sanitizer has operators of its own, which must be met by each other.
#if !defined(__SANITIZE_ADDRESS__) && !defined(__SANITIZE_THREAD__)

namespace {

std::atomic<bool> is_counting{false};
std::atomic<unsigned long> allocations{0};

void* allocate(std::size_t bytes, std::size_t alignment) {
  if (is_counting) ++allocations;
  void* memory = nullptr;
  if (::posix_memalign(&memory, alignment, bytes == 0 ? 1 : bytes) != 0) throw std::bad_alloc();
  return memory;
}

// Not seen through by the compiler, which would miss the pair of malloc and free.
__attribute__((noinline)) void release(void* memory) noexcept { std::free(memory); }

}  // namespace

// Of the whole program: every allocation of C++ comes here.
void* operator new(std::size_t bytes) { return allocate(bytes, alignof(std::max_align_t)); }
void* operator new[](std::size_t bytes) { return allocate(bytes, alignof(std::max_align_t)); }
void* operator new(std::size_t bytes, std::align_val_t alignment) {
  return allocate(bytes, static_cast<std::size_t>(alignment));
}
void* operator new[](std::size_t bytes, std::align_val_t alignment) {
  return allocate(bytes, static_cast<std::size_t>(alignment));
}
void operator delete(void* memory) noexcept { release(memory); }
void operator delete[](void* memory) noexcept { release(memory); }
void operator delete(void* memory, std::size_t) noexcept { release(memory); }
void operator delete[](void* memory, std::size_t) noexcept { release(memory); }
void operator delete(void* memory, std::align_val_t) noexcept { release(memory); }
void operator delete[](void* memory, std::align_val_t) noexcept { release(memory); }
void operator delete(void* memory, std::size_t, std::align_val_t) noexcept { release(memory); }
void operator delete[](void* memory, std::size_t, std::align_val_t) noexcept { release(memory); }

namespace turnpike::test {
namespace {

// Without end: a packet in each cycle, from each node to each other in turn, and now and then more
// than the queue of a node takes.
struct Counts {
  unsigned long delivered = 0;
  unsigned long refused = 0;
};
Counts run(turnpike_network* network, std::uint64_t cycles, std::uint32_t nodes,
           std::uint64_t burst_every) {
  Counts counts;
  turnpike_delivery deliveries[64];
  for (std::uint64_t cycle = 0; cycle < cycles; ++cycle) {
    const auto source = static_cast<std::uint32_t>(cycle % nodes);
    const auto turn = static_cast<std::uint32_t>(cycle / nodes % nodes);
    const int packets = cycle % burst_every == 0 ? 8 : 1;
    for (int i = 0; i < packets; ++i) {
      const std::uint32_t destination = (turn + source) % nodes;
      counts.refused += turnpike_offer(network, source, destination, 5, 0, cycle) != TURNPIKE_OK;
    }
    turnpike_step(network, 1);
    std::size_t count = 0;
    turnpike_take_deliveries(network, deliveries, 64, &count);
    counts.delivered += count;
  }
  return counts;
}

class AllocationTest : public testing::TestWithParam<std::string> {};

TEST_P(AllocationTest, ThereIsNoneInTheSteadyState) {
  turnpike_options options{};
  options.size = sizeof options;
  options.text = GetParam().c_str();
  options.queue_limit = 4;
  turnpike_network* network = nullptr;
  ASSERT_EQ(turnpike_create(&options, &network, nullptr), TURNPIKE_OK);
  turnpike_shape shape{};
  shape.size = sizeof shape;
  turnpike_get_shape(network, &shape);
  run(network, 50000, shape.nodes, 8);  // longer queues than later
  is_counting = true;
  const Counts counts = run(network, 30000, shape.nodes, 512);
  is_counting = false;
  EXPECT_GT(counts.delivered, 25000u);
  EXPECT_GT(counts.refused, 100u);
  EXPECT_EQ(allocations.exchange(0), 0u);
  turnpike_destroy(network);
}

const std::string kNetworks[] = {
    "[network]\ntopology = 'mesh'\nradix = 4\ndimensions = 2\n[run]\nengine = 'model'\n",
    "[network]\ntopology = 'hypercube'\ndimensions = 4\n[router]\nkind = 'packet'\n"
    "[run]\nengine = 'model'\n"};

INSTANTIATE_TEST_SUITE_P(BothTerminals, AllocationTest, testing::ValuesIn(kNetworks));

TEST(AllocationCounterTest, Counts) {
  is_counting = true;
  const std::vector<int> memory(100);
  is_counting = false;
  EXPECT_GE(allocations.exchange(0), 1u);
}

}  // namespace
}  // namespace turnpike::test

#endif
