// node_memory.h - the memory of a node: bytes, a 64-bit port for the co-processor, and the
// processor's access.
//
// Memory that was never written holds a pattern that depends on node and address, so a byte that is
// written by mistake is visible without guard bytes. Everybody sees a write from the cycle in which
// it is taken, so a fence has nothing to wait for.
//
// Stalls are drawn by (seed, node, cycle), so they are the same in every engine.

#pragma once

#include <array>
#include <cstddef>
#include <functional>
#include <memory>
#include <stdexcept>
#include <vector>

#include "model/common/random.h"
#include "model/machine/memory_target.h"

namespace turnpike::model {

struct MemorySpec {
  std::uint32_t bytes = 1u << 26;  // a multiple of 4096; only what is touched takes room
  double stall = 0;                // probability that a request is not taken in a cycle
  unsigned latency = 1;            // cycles from a read to its data
  unsigned extra_latency = 0;      // at most so many more, drawn for each read
  std::uint64_t seed = 1;
};

// An access outside the memory, or one that the port does not allow.
struct MemoryError : std::runtime_error {
  using std::runtime_error::runtime_error;
};

class NodeMemory final : public MemoryTarget {
 public:
  NodeMemory(const MemorySpec& spec, NodeId node);

  // The co-processor's port.
  bool ready(Cycle now) override {
    return spec_.stall <= 0 || !chance(stalls_.draw(node_, now), spec_.stall);
  }
  void take(const MemoryAccess& request, Cycle now) override;
  bool respond(Cycle now, std::uint64_t& data) override;
  unsigned outstanding() const override { return reads_; }

  // The processor's: any address, any number of bytes, at once.
  void read(std::uint32_t address, void* to, std::size_t bytes) const;
  void write(std::uint32_t address, const void* from, std::size_t bytes);
  std::uint32_t read_word(std::uint32_t address) const;
  void write_word(std::uint32_t address, std::uint32_t value);

  // Guard bytes: gives memory its pattern back, and tells whether it still has it (the number of
  // bytes that do).
  void forget(std::uint32_t address, std::size_t bytes);
  std::size_t untouched(std::uint32_t address, std::size_t bytes) const;

  // Called with every write of the co-processor, after it was done.
  using Observer = std::function<void(const MemoryAccess& request, Cycle now)>;
  void set_observer(Observer observer) { observer_ = std::move(observer); }

  std::uint32_t bytes() const { return spec_.bytes; }
  std::uint64_t words_read() const { return words_read_; }
  std::uint64_t words_written() const { return words_written_; }

 private:
  static constexpr unsigned kPageBits = 12;
  static constexpr std::uint32_t kPageBytes = 1u << kPageBits;
  using Page = std::array<std::uint8_t, kPageBytes>;
  // Reads under way: more than a co-processor has outstanding.
  static constexpr unsigned kReads = 16;
  struct Read {
    std::uint64_t data = 0;
    Cycle due = 0;
  };

  std::uint8_t pattern(std::uint32_t address) const {
    return static_cast<std::uint8_t>(mix(pattern_key_ + address / 8) >> (8 * (address % 8)));
  }
  void check(std::uint32_t address, std::size_t bytes) const;
  Page& page(std::uint32_t address);

  MemorySpec spec_;
  NodeId node_;
  RandomStream stalls_;
  RandomStream latencies_;
  std::uint64_t pattern_key_;
  std::vector<std::unique_ptr<Page>> pages_;  // null: never written
  std::array<Read, kReads> queue_{};
  unsigned front_ = 0;
  unsigned reads_ = 0;
  Cycle last_due_ = 0;
  std::uint64_t words_read_ = 0;
  std::uint64_t words_written_ = 0;
  Observer observer_;
};

}  // namespace turnpike::model
