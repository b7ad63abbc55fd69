// coprocessor_memory.h - the memory of a co-processor under test: small, with random stalls and
// latencies.

#pragma once

#include <gtest/gtest.h>

#include <cstdint>
#include <deque>
#include <vector>

#include "model/coprocessor/coprocessor_pins.h"
#include "tests/modules/support/draws.h"

namespace turnpike::test {

// 64 KiB, which are there again and again in the whole address space.
class CoprocessorMemory {
 public:
  explicit CoprocessorMemory(Draws& draws) : draws_(draws), bytes_(kBytes) {
    for (std::uint8_t& byte : bytes_) byte = static_cast<std::uint8_t>(draws_.below(256));
  }

  static constexpr std::uint32_t kBytes = 0x10000;

  std::uint8_t byte(std::uint32_t address) const { return bytes_[address % kBytes]; }
  std::uint32_t word(std::uint32_t address) const {
    std::uint32_t value = 0;
    for (unsigned i = 0; i < 4; ++i) value |= std::uint32_t{byte(address + i)} << (8 * i);
    return value;
  }
  void set_word(std::uint32_t address, std::uint32_t value) {
    for (unsigned i = 0; i < 4; ++i) set_byte(address + i, (value >> (8 * i)) & 0xff);
  }

  // How often the memory is ready, and how often it answers when it owes data.
  void change_pace() {
    ready_ = kPaces[draws_.below(4)];
    answering_ = kPaces[draws_.below(4)];
  }
  void reset() { owed_.clear(); }

  // The pins of the cycle.
  void draw(model::CoprocessorIn& in) {
    in.memory_ready = draws_.chance(ready_);
    in.memory_response = !owed_.empty() && draws_.chance(answering_);
    in.memory_read_data = in.memory_response ? owed_.front() : draws_.bits();
  }

  // The end of the cycle.
  void tick(const model::CoprocessorIn& in, const model::CoprocessorOut& out) {
    if (in.memory_response) owed_.pop_front();
    if (!out.memory_valid || !in.memory_ready) return;
    ASSERT_EQ(out.memory_address % 8, 0u);
    if (out.memory_write) {
      for (unsigned i = 0; i < 8; ++i) {
        if ((out.memory_strobe >> i & 1) == 0) continue;
        set_byte(out.memory_address + i, (out.memory_data >> (8 * i)) & 0xff);
      }
    } else {
      owed_.push_back(word(out.memory_address) | std::uint64_t{word(out.memory_address + 4)} << 32);
    }
  }

 private:
  static constexpr double kPaces[] = {1.0, 0.8, 0.4, 0.1};

  void set_byte(std::uint32_t address, std::uint64_t value) {
    bytes_[address % kBytes] = static_cast<std::uint8_t>(value);
  }

  Draws& draws_;
  std::vector<std::uint8_t> bytes_;
  std::deque<std::uint64_t> owed_;  // data of the reads taken, oldest first
  double ready_ = 1;
  double answering_ = 1;
};

}  // namespace turnpike::test
