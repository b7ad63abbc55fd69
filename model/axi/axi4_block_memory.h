// axi4_block_memory.h - a memory that answers one write and one read at a time, as an FPGA has it.
// Mirror of rtl/fpga/axi4_block_memory.v, which says what happens in which cycle.

#pragma once

#include <cstdint>
#include <vector>

#include "model/axi/axi4_ends.h"

namespace turnpike::model {

class Axi4BlockMemory final : public Axi4MemoryEnd {
 public:
  // It has 2^word_bits beats.
  Axi4BlockMemory(unsigned data_bits, unsigned word_bits);

  const Axi4Subordinate& drive() override { return pins_; }
  void observe(const Axi4Manager& seen) override;

 private:
  std::size_t word_of(std::uint64_t address) const;
  void step_write(const Axi4Manager& seen);
  void step_read(const Axi4Manager& seen);

  unsigned beat_bytes_;
  std::vector<WireBits> words_;
  Axi4Subordinate pins_;
  std::size_t write_word_ = 0;
  bool is_reading_ = false;  // a read is held, of which beats have not been on R
  std::size_t read_word_ = 0;
  std::uint32_t left_ = 0;  // of them, less one
  std::uint32_t read_id_ = 0;
};

}  // namespace turnpike::model
