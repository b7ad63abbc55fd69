// coprocessor_bench.h - a co-processor with a memory, its processor and the ends of its channels.
//
// The memory stalls and answers as late as it likes, in order. Every byte that is written must have
// been allowed before. Completion flags are kept in the order in which they were written.

#pragma once

#include <gtest/gtest.h>

#include <deque>
#include <map>
#include <set>
#include <string>
#include <utility>
#include <vector>

#include "model/common/random.h"
#include "model/coprocessor/coprocessor.h"
#include "tests/modules/support/draws.h"

namespace turnpike::test {

using model::CoprocessorFlit;
using model::CoprocessorIn;
using model::CoprocessorOut;
using model::CoprocessorParams;
using model::MessageError;
using model::Operation;

using Bytes = std::vector<std::uint8_t>;
using Packet = Bytes;  // 20 bytes

inline std::uint32_t error_flag(MessageError code) {
  return 0x80000003u | static_cast<std::uint32_t>(code) << 8;
}

class ModelCoprocessor {
 public:
  explicit ModelCoprocessor(const CoprocessorParams& params) : coprocessor_(params) {}

  const CoprocessorOut& eval() { return coprocessor_.eval(); }
  void tick(const CoprocessorIn& in) { coprocessor_.tick(in); }
  std::string breach_of_tick(const CoprocessorIn& in) {
    try {
      coprocessor_.tick(in);
    } catch (const std::logic_error& error) {
      return error.what();
    }
    return "";
  }
  void reset(const CoprocessorIn&) { coprocessor_.reset(); }

 private:
  model::Coprocessor coprocessor_;
};

struct BenchSpec {
  CoprocessorParams params;
  std::uint32_t node = 0;
  std::uint32_t memory_bytes = 1u << 20;
  std::uint32_t system_base = 0x1000;
  std::uint32_t system_size_log2 = 8;
  double stall = 0;         // part of the cycles in which the memory takes nothing
  unsigned latency = 1;     // of a read, at least
  unsigned jitter = 0;      // and up to so many cycles more
  double credit_delay = 0;  // part of the cycles in which a channel's end takes nothing
  std::uint64_t seed = 1;
};

template <class Component>
class CoprocessorBench {
 public:
  explicit CoprocessorBench(const BenchSpec& spec)
      : spec_(spec),
        component_(spec.params),
        draws_(spec.seed),
        memory_(spec.memory_bytes),
        allowed_(spec.memory_bytes),
        arriving_(spec.params.ports()),
        credits_(spec.params.ports(), spec.params.buffer_depth),
        leaving_(spec.params.ports()) {
    sent_packets.resize(spec.params.ports());
    in.node = spec.node;
    in.system_base = spec.system_base;
    in.system_size_log2 = spec.system_size_log2;
    const std::uint32_t system_bytes = spec.params.system_buffers << spec.system_size_log2;
    allow(spec.system_base, system_bytes);
    component_.reset(in);
  }

  // Memory.
  void allow(std::uint32_t address, std::uint32_t bytes) {
    for (std::uint32_t i = 0; i < bytes; ++i) allowed_.at(address + i) = true;
  }
  void forbid(std::uint32_t address, std::uint32_t bytes) {
    for (std::uint32_t i = 0; i < bytes; ++i) allowed_.at(address + i) = false;
  }
  std::uint32_t word(std::uint32_t address) const {
    std::uint32_t value = 0;
    for (unsigned i = 0; i < 4; ++i) value |= std::uint32_t{memory_.at(address + i)} << (8 * i);
    return value;
  }
  void set_word(std::uint32_t address, std::uint32_t value) {
    for (unsigned i = 0; i < 4; ++i) {
      memory_.at(address + i) = static_cast<std::uint8_t>(value >> (8 * i));
    }
  }
  void set_bytes(std::uint32_t address, const Bytes& bytes) {
    for (std::size_t i = 0; i < bytes.size(); ++i) memory_.at(address + i) = bytes[i];
  }
  Bytes bytes(std::uint32_t address, std::uint32_t size) const {
    return {memory_.begin() + address, memory_.begin() + address + size};
  }

  // Header blocks; the co-processor may write the words that are its own.
  void send_block(std::uint32_t block, std::uint32_t destination, std::uint32_t type,
                  std::uint32_t length, std::uint32_t buffer) {
    set_words(block, {0xdead0001, 0xdead0002, destination, type, length, buffer, 0});
    allow(block, 8);
    allow(block + 24, 4);
    flag_at_.insert(block + 24);
  }
  void broadcast_block(std::uint32_t block, std::uint32_t type, std::uint32_t length,
                       std::uint32_t buffer, const std::vector<std::uint32_t>& list = {}) {
    set_words(block, {0xdead0001, 0xdead0002, type, length, buffer, 0,
                      static_cast<std::uint32_t>(list.size())});
    set_words(block + 28, list);
    allow(block, 8);
    allow(block + 20, 4);
    flag_at_.insert(block + 20);
  }
  void receive_block(std::uint32_t block, std::uint32_t source, std::uint32_t type,
                     std::uint32_t length, std::uint32_t buffer) {
    set_words(block, {0xdead0001, 0xdead0002, source, type, length, buffer, 0});
    allow(block, 28);
    if (buffer != 0) {
      forbid(block + 20, 4);
      allow(buffer, length);
    }
    flag_at_.insert(block + 24);
  }
  // Values written to the completion flag of a block, in order.
  std::vector<std::uint32_t> flags(std::uint32_t block, bool is_broadcast = false) {
    return flags_[block + (is_broadcast ? 20 : 24)];
  }

  void instruct(Operation operation, std::uint32_t pointer) {
    instructions_.push_back({static_cast<std::uint32_t>(operation), pointer});
  }
  void instruct(unsigned operation, std::uint32_t pointer) {
    instructions_.push_back({operation, pointer});
  }
  std::size_t instructions_left() const { return instructions_.size(); }

  // Channels. A packet for collector `port`.
  void arrive(unsigned port, const Packet& packet) {
    const unsigned flits = spec_.params.packet_flits();
    for (unsigned i = 0; i < flits; ++i) {
      CoprocessorFlit flit;
      for (unsigned j = 0; j < flit_bytes(); ++j) {
        const unsigned at = i * flit_bytes() + j;
        if (at < packet.size()) flit.word[0] |= std::uint64_t{packet[at]} << (8 * j);
      }
      set_mark(flit, 0, i == 0);
      set_mark(flit, 1, i + 1 == flits);
      arriving_.at(port).push_back(flit);
    }
  }
  bool is_arriving(unsigned port) const { return !arriving_.at(port).empty(); }

  const CoprocessorOut& eval() { return component_.eval(); }
  const CoprocessorIn& pins() const { return in; }
  std::uint64_t now() const { return now_; }

  void advance() {
    const CoprocessorOut& out = component_.eval();
    drive_memory(out);
    drive_instruction(out);
    drive_channels(out);
    component_.tick(in);
    in.watch_valid = false;
    ++now_;
    note_events();
  }
  void advance(unsigned cycles) {
    for (unsigned i = 0; i < cycles; ++i) advance();
  }
  // Resets the co-processor; what was on the channels and in the memory's pipeline is lost.
  void restart() {
    component_.reset(in);
    instructions_.clear();
    answers_.clear();
    for (auto& flits : arriving_) flits.clear();
    for (auto& packets : sent_packets) packets.clear();
    for (auto& credits : credits_) credits = spec_.params.buffer_depth;
    for (auto& leaving : leaving_) leaving = {};
    flags_.clear();
    sent = 0;
    received = 0;
  }
  // Until nothing is under way, or a packet cannot be placed and nothing else is.
  void settle(unsigned most = 200000) {
    unsigned still = 0;
    for (unsigned i = 0; i < most; ++i) {
      const auto before = activity_;
      advance();
      if (is_at_rest()) return;
      still = activity_ == before ? still + 1 : 0;
      if (still == 2000) return;
    }
    FAIL() << "not at rest after " << most << " cycles, seed " << spec_.seed;
  }
  bool is_at_rest() {
    if (!component_.eval().idle || !instructions_.empty()) return false;
    for (const auto& flits : arriving_) {
      if (!flits.empty()) return false;
    }
    return true;
  }
  // The processor's access in the next cycle; true: it got an exception.
  bool access(std::uint32_t address, unsigned size) {
    in.watch_valid = true;
    in.watch_address = address;
    in.watch_bytes = size;
    advance();
    in.watch_valid = false;
    return component_.eval().watch_exception;
  }

  const BenchSpec& spec() const { return spec_; }
  Component& component() { return component_; }

  CoprocessorIn in;
  bool holds_credits = false;                     // the ends of the channels return none
  std::vector<std::vector<Packet>> sent_packets;  // by stream
  std::vector<std::pair<std::uint32_t, std::uint32_t>> errors;  // code and pointer
  unsigned sent = 0;
  unsigned received = 0;
  std::uint64_t writes = 0;
  std::uint64_t reads = 0;

 private:
  struct Instruction {
    std::uint32_t operation;
    std::uint32_t pointer;
  };
  struct Answer {
    std::uint64_t due;
    std::uint64_t data;
  };

  void set_words(std::uint32_t address, const std::vector<std::uint32_t>& words) {
    for (std::size_t i = 0; i < words.size(); ++i) {
      set_word(address + 4 * static_cast<std::uint32_t>(i), words[i]);
    }
  }

  void drive_memory(const CoprocessorOut& out) {
    in.memory_response = !answers_.empty() && answers_.front().due <= now_;
    if (in.memory_response) {
      in.memory_read_data = answers_.front().data;
      answers_.pop_front();
      ++activity_;
    }
    in.memory_ready = !draws_.chance(spec_.stall);
    if (!out.memory_valid || !in.memory_ready) return;
    ++activity_;
    ASSERT_EQ(out.memory_address % 8, 0u);
    ASSERT_LE(out.memory_address + 8, spec_.memory_bytes) << std::hex << out.memory_address;
    if (out.memory_write) {
      write(out);
    } else {
      ++reads;
      std::uint64_t data = 0;
      for (unsigned i = 0; i < 8; ++i) {
        data |= std::uint64_t{memory_[out.memory_address + i]} << (8 * i);
      }
      answers_.push_back({now_ + spec_.latency + draws_.below(spec_.jitter + 1), data});
    }
  }
  void write(const CoprocessorOut& out) {
    ++writes;
    EXPECT_NE(out.memory_strobe, 0u);
    for (unsigned i = 0; i < 8; ++i) {
      if ((out.memory_strobe >> i & 1) == 0) {
        EXPECT_EQ(out.memory_data >> (8 * i) & 0xff, 0u) << "a byte without strobe";
        continue;
      }
      const std::uint32_t at = out.memory_address + i;
      EXPECT_TRUE(allowed_[at]) << "cycle " << now_ << " wrote " << std::hex << at;
      memory_[at] = static_cast<std::uint8_t>(out.memory_data >> (8 * i));
    }
    for (const unsigned half : {0u, 4u}) {
      const std::uint32_t at = out.memory_address + half;
      if ((out.memory_strobe >> half & 0xfu) == 0xfu && flag_at_.count(at) != 0) {
        EXPECT_TRUE(out.memory_fence) << "flag " << std::hex << at;
        flags_[at].push_back(word(at));
      }
    }
  }

  void drive_instruction(const CoprocessorOut& out) {
    in.instruction_valid = !instructions_.empty();
    if (!in.instruction_valid) return;
    in.operation = instructions_.front().operation;
    in.pointer = instructions_.front().pointer;
    if (!out.instruction_ready) return;
    instructions_.pop_front();
    ++activity_;
  }

  void drive_channels(const CoprocessorOut& out) {
    in.in_valid = 0;
    for (unsigned port = 0; port < spec_.params.ports(); ++port) {
      credits_[port] += out.in_credit[port];
      if (!arriving_[port].empty() && credits_[port] > 0) {
        in.in_valid |= 1u << port;
        in.in_flit[port] = arriving_[port].front();
        arriving_[port].pop_front();
        --credits_[port];
        ++activity_;
      }
      in.out_credit[port] = 0;
      auto& flits = leaving_[port];
      if ((out.out_valid >> port & 1) != 0) take_flit(port, out.out_flit[port]);
      if (flits.owed > 0 && !holds_credits && !draws_.chance(spec_.credit_delay)) {
        --flits.owed;
        in.out_credit[port] = 1;
      }
    }
  }
  void take_flit(unsigned port, const CoprocessorFlit& flit) {
    auto& leaving = leaving_[port];
    ++activity_;
    ++leaving.owed;
    EXPECT_LE(leaving.owed, spec_.params.buffer_depth) << "more flits than credits";
    const bool is_last = leaving.flits + 1 == spec_.params.packet_flits();
    EXPECT_EQ(mark(flit, 0), leaving.flits == 0) << "head";
    EXPECT_EQ(mark(flit, 1), is_last) << "tail";
    for (unsigned j = 0; j < flit_bytes(); ++j) {
      leaving.packet.push_back(static_cast<std::uint8_t>(flit.word[0] >> (8 * j)));
    }
    ++leaving.flits;
    if (!is_last) return;
    for (; leaving.packet.size() > 20; leaving.packet.pop_back()) {
      EXPECT_EQ(leaving.packet.back(), 0) << "filling of the last flit";
    }
    sent_packets[port].push_back(leaving.packet);
    leaving.flits = 0;
    leaving.packet.clear();
  }
  unsigned flit_bytes() const { return spec_.params.flit_bits / 8; }
  // Head (0) and tail (1).
  void set_mark(CoprocessorFlit& flit, unsigned which, bool on) const {
    const unsigned at = spec_.params.flit_bits + which;
    flit.word[at / 64] |= std::uint64_t{on} << (at % 64);
  }
  bool mark(const CoprocessorFlit& flit, unsigned which) const {
    const unsigned at = spec_.params.flit_bits + which;
    return (flit.word[at / 64] >> (at % 64) & 1) != 0;
  }
  void note_events() {
    const CoprocessorOut& out = component_.eval();
    sent += out.sent ? 1 : 0;
    received += out.received ? 1 : 0;
    if (out.error_valid) errors.emplace_back(out.error_code, out.error_pointer);
  }

  struct Leaving {
    unsigned flits = 0;
    unsigned owed = 0;
    Packet packet;
  };

  BenchSpec spec_;
  Component component_;
  Draws draws_;
  Bytes memory_;
  std::vector<bool> allowed_;
  std::deque<Answer> answers_;
  std::deque<Instruction> instructions_;
  std::vector<std::deque<CoprocessorFlit>> arriving_;
  std::vector<unsigned> credits_;
  std::vector<Leaving> leaving_;
  std::map<std::uint32_t, std::vector<std::uint32_t>> flags_;
  std::set<std::uint32_t> flag_at_;
  std::uint64_t now_ = 0;
  std::uint64_t activity_ = 0;
};

}  // namespace turnpike::test
