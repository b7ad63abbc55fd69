// coprocessor_processor.h - the processor beside a co-processor under test: random instructions
// with valid and invalid header blocks, and a watch over what is written where.

#pragma once

#include <gtest/gtest.h>

#include <algorithm>
#include <cstdint>
#include <vector>

#include "tests/modules/support/coprocessor_channels.h"
#include "tests/modules/support/coprocessor_memory.h"

namespace turnpike::test {

// Where things lie in the memory; `high` are the upper bits of all addresses.
struct CoprocessorPlaces {
  std::uint32_t high;
  std::uint32_t system_size_log2;

  static constexpr unsigned kBlocks = 32;
  static constexpr std::uint32_t kBlockSize = 128;
  static constexpr std::uint32_t kDataSize = 0x6000;
  std::uint32_t block(unsigned number) const { return high + 0x1000 + number * kBlockSize; }
  std::uint32_t data() const { return high + 0x2000; }
  std::uint32_t system() const { return high + 0x8000; }
};

class CoprocessorProcessor {
 public:
  CoprocessorProcessor(const model::CoprocessorParams& params, std::uint32_t node,
                       const CoprocessorPlaces& places, CoprocessorMemory& memory,
                       CoprocessorChannels& channels, Draws& draws)
      : params_(params),
        node_(node),
        places_(places),
        memory_(memory),
        channels_(channels),
        draws_(draws) {
    reset();
  }

  void change_pace() { eagerness_ = draws_.chance(0.3) ? 0.5 : 0.02; }
  void reset() {
    blocks_.assign(CoprocessorPlaces::kBlocks, {});
    borrowed_.clear();
    is_asking_ = false;
  }

  // Blocks that were finished without, and with an error.
  unsigned finished() const { return finished_; }
  unsigned refused() const { return refused_; }

  void draw(model::CoprocessorIn& in) {
    if (!is_asking_ && draws_.chance(eagerness_)) ask();
    in.instruction_valid = is_asking_;
    in.operation = is_asking_ ? operation_ : draws_.below(8);
    in.pointer = is_asking_ ? pointer_ : static_cast<std::uint32_t>(draws_.bits());
    in.watch_valid = draws_.chance(0.4);
    in.watch_bytes = 1 + draws_.below(8);
    in.watch_address = watched_ + draws_.below(140) - 12;
  }

  // The end of the cycle; the memory has done its part.
  void tick(const model::CoprocessorIn& in, const model::CoprocessorOut& out) {
    if (is_asking_ && out.instruction_ready) is_asking_ = false;
    if (out.memory_valid && out.memory_write && in.memory_ready) see_write(out);
  }

 private:
  struct Block {
    bool is_in_use = false;
    model::Operation operation{};
    std::uint32_t address = 0;
    std::uint32_t flag = 0;  // as it was last seen
    std::uint32_t buffer = 0;
    std::uint32_t length = 0;

    bool is_receive() const { return operation == model::Operation::receive; }
    std::uint32_t flag_address() const {
      const bool is_broadcast = operation == model::Operation::broadcast ||
                                operation == model::Operation::near_neighbour_broadcast;
      return address + (is_broadcast ? 20 : 24);
    }
  };

  std::uint32_t random_word() { return static_cast<std::uint32_t>(draws_.bits()); }

  void ask() {
    const std::uint32_t what = draws_.below(100);
    is_asking_ = true;
    pointer_ = places_.block(draws_.below(CoprocessorPlaces::kBlocks));
    operation_ = 3;
    if (what < 72) {
      make_block(what < 28   ? model::Operation::send
                 : what < 34 ? model::Operation::broadcast
                 : what < 40 ? model::Operation::near_neighbour_broadcast
                             : model::Operation::receive);
    } else if (what < 94) {
      give_back();
    } else if (what < 96) {
      operation_ = 4;
      pointer_ = draws_.chance(0.5) ? random_word() : places_.system() + 8 * draws_.below(64);
    } else if (what < 98) {
      operation_ = 5 + draws_.below(3);
    } else {
      operation_ = draws_.below(4);
      pointer_ = draws_.chance(0.3) ? 0 : pointer_ + 1 + draws_.below(7);
    }
  }

  // The release of a system buffer that a receive was given.
  void give_back() {
    is_asking_ = !borrowed_.empty();
    if (!is_asking_) return;
    const std::size_t which = draws_.below(static_cast<std::uint32_t>(borrowed_.size()));
    operation_ = 4;
    pointer_ = borrowed_[which];
    borrowed_.erase(borrowed_.begin() + static_cast<std::ptrdiff_t>(which));
  }

  // Half of the blocks are for receives.
  void make_block(model::Operation operation) {
    const bool is_receive = operation == model::Operation::receive;
    const unsigned number = draws_.below(CoprocessorPlaces::kBlocks / 2) * 2 + is_receive;
    Block& block = blocks_[number];
    is_asking_ = !block.is_in_use;
    if (!is_asking_) return;
    block = {true, operation, places_.block(number) + 8 * draws_.below(6), 0, 0, 0};
    operation_ = static_cast<std::uint32_t>(operation);
    pointer_ = block.address;
    for (unsigned i = 0; i < 20; ++i) memory_.set_word(block.address + 4 * i, random_word());
    memory_.set_word(block.flag_address(), 0);
    block.length = draw_length(draws_);
    block.buffer = places_.data() + draws_.below(CoprocessorPlaces::kDataSize - 0x200);
    if (is_receive && draws_.chance(0.3)) block.buffer = 0;
    if (is_receive && draws_.chance(0.7)) watched_ = block.buffer;
    unsigned at = block.address + 8;
    const auto put = [&](std::uint32_t value) {
      memory_.set_word(at, value);
      at += 4;
    };
    if (operation == model::Operation::send) put(draw_node(false));
    if (is_receive) put(draw_node(true));
    put(draw_type(operation));
    put(block.length);
    put(block.buffer);
    if (operation == model::Operation::near_neighbour_broadcast) put_list(block.address + 24);
  }

  std::uint32_t draw_node(bool is_source) {
    if (draws_.chance(0.02)) return node_;
    if (draws_.chance(0.02)) return (1u << params_.dimensions) + draws_.below(3);
    if (draws_.chance(0.02)) return random_word();
    return is_source && draws_.chance(0.6) ? 0xffffffffu : channels_.any_source();
  }
  std::uint32_t draw_type(model::Operation operation) {
    std::uint32_t type = draws_.below(3);
    if (operation == model::Operation::receive) {
      type |= draws_.chance(0.5) ? 1u << 16 : 0;
      type |= draws_.chance(0.3) ? 1u << 31 : 0;
    }
    if (operation == model::Operation::send) type |= draws_.chance(0.5) ? 1u << 30 : 0;
    if (draws_.chance(0.03)) type |= 1u << (16 + draws_.below(16));
    return type;
  }
  void put_list(std::uint32_t at) {
    const std::uint32_t near = 1 + draws_.below((1u << params_.dimensions) - 1);
    std::vector<std::uint32_t> list;
    for (unsigned d = 0; d < params_.dimensions; ++d) {
      if ((near >> d & 1) != 0) list.push_back(node_ ^ 1u << d);
    }
    for (std::size_t i = list.size(); i > 1; --i) {
      std::swap(list[i - 1], list[draws_.below(static_cast<std::uint32_t>(i))]);
    }
    if (draws_.chance(0.05)) list.push_back(list[0]);
    if (draws_.chance(0.05)) list[draws_.below(static_cast<std::uint32_t>(list.size()))] = node_;
    if (draws_.chance(0.05)) list.back() ^= random_word();
    auto entries = static_cast<std::uint32_t>(list.size());
    if (draws_.chance(0.03)) entries = 0;
    if (draws_.chance(0.03)) entries = params_.dimensions + 1 + draws_.below(3);
    if (draws_.chance(0.01)) entries = random_word();
    memory_.set_word(at, entries);
    for (const std::uint32_t entry : list) memory_.set_word(at += 4, entry);
  }

  // Nothing is written but into blocks in use, buffers of receives in use, and system buffers.
  void see_write(const model::CoprocessorOut& out) {
    for (unsigned i = 0; i < 8; ++i) {
      if ((out.memory_strobe >> i & 1) == 0) continue;
      const std::uint32_t address = out.memory_address + i;
      ASSERT_TRUE(is_allowed(address)) << "write to " << std::hex << address;
    }
    for (Block& block : blocks_) {
      if (!block.is_in_use || block.flag_address() / 8 != out.memory_address / 8) continue;
      see_flag(block);
    }
  }
  bool is_allowed(std::uint32_t address) const {
    const std::uint32_t offset = address - places_.high;
    if (offset >= 0x8000 && offset < 0x10000) return true;
    return std::any_of(blocks_.begin(), blocks_.end(), [&](const Block& block) {
      return block.is_in_use && (address - block.address < 28 ||
                                 (block.is_receive() && address - block.buffer < block.length));
    });
  }
  void see_flag(Block& block) {
    const std::uint32_t flag = memory_.word(block.flag_address());
    if (flag == block.flag) return;
    ASSERT_TRUE(flag == 3 || (flag == 1 && block.flag == 0) || (flag & 0x800000ff) == 0x80000003u)
        << "flag " << std::hex << flag << " after " << block.flag;
    block.flag = flag;
    if ((flag & 2) == 0) return;
    block.is_in_use = false;
    ++(flag == 3 ? finished_ : refused_);
    if (!block.is_receive() || flag != 3 || block.buffer != 0) return;
    borrowed_.push_back(memory_.word(block.address + 20));
  }

  model::CoprocessorParams params_;
  std::uint32_t node_;
  CoprocessorPlaces places_;
  CoprocessorMemory& memory_;
  CoprocessorChannels& channels_;
  Draws& draws_;
  std::vector<Block> blocks_;
  std::vector<std::uint32_t> borrowed_;  // system buffers that receives were given
  bool is_asking_ = false;
  std::uint32_t operation_ = 0;
  std::uint32_t pointer_ = 0;
  std::uint32_t watched_ = 0;
  double eagerness_ = 0.02;
  unsigned finished_ = 0;
  unsigned refused_ = 0;
};

}  // namespace turnpike::test
