// memory_port.h - the single port to the memory, which the parts of a co-processor share. Mirror of
// rtl/coprocessor/memory_port.v.

#pragma once

#include <array>
#include <cstdint>

#include "model/common/check.h"
#include "model/coprocessor/coprocessor_pins.h"

namespace turnpike::model::coprocessor_parts {

// The event that is reported when the memory takes a write.
enum class WriteTag : std::uint8_t { none, sent, received, advance };

struct MemoryRequest {
  std::uint32_t address = 0;
  std::uint64_t data = 0;
  std::uint32_t strobe = 0;
  bool write = false;
  bool fence = false;
  WriteTag tag = WriteTag::none;
  unsigned entry = 0;      // advance: comparator pair
  std::uint64_t next = 0;  // advance: its new next

  static MemoryRequest read(std::uint32_t where) {
    MemoryRequest request;
    request.address = where;
    return request;
  }
  static MemoryRequest store(std::uint32_t where, std::uint64_t value, std::uint32_t bytes = 0xff) {
    MemoryRequest request;
    request.address = where;
    request.data = value;
    request.strobe = bytes;
    request.write = true;
    return request;
  }
};

class MemoryPort {
 public:
  static constexpr unsigned kReads = 8;  // outstanding at most
  static constexpr unsigned kNoAgent = 32;
  static constexpr unsigned kMessageUnit = 0;
  static constexpr unsigned kCopyEngine = 1;
  static constexpr unsigned kFirstEngine = 2;

  void reset() { *this = {}; }

  bool is_valid() const { return valid_; }
  const MemoryRequest& request() const { return request_; }
  bool is_idle() const { return !valid_ && outstanding_ == 0; }

  // The agent to which the response of this cycle belongs.
  unsigned responder() const {
    require(outstanding_ > (valid_ && !request_.write ? 1u : 0u),
            "memory: a response without a read");
    return agents_[oldest_];
  }

  // The agent granted in this cycle. Bits are agents: who requests, and who of them a read.
  unsigned grant(std::uint32_t requests, std::uint32_t reads, bool ready) {
    if (valid_ && !ready) return kNoAgent;
    const std::uint32_t able = outstanding_ < kReads ? requests : requests & ~reads;
    if (able == 0) return kNoAgent;
    const std::uint32_t others = able & ~1u;
    if ((able & 1u) != 0 && (favour_ || others == 0)) {
      favour_ = false;
      return kMessageUnit;
    }
    favour_ = true;
    const std::uint32_t above = others & ~0u << turn_;
    const unsigned agent = first_bit(above != 0 ? above : others);
    turn_ = agent + 1;  // beyond the last it finds none above
    return agent;
  }

  // The clock edge: what the granted agent requests, if any was granted.
  void tick(bool ready, bool response, unsigned granted, const MemoryRequest& next) {
    if (valid_ && ready) valid_ = false;
    if (response) {
      oldest_ = (oldest_ + 1) % kReads;
      --outstanding_;
    }
    if (granted == kNoAgent) return;
    valid_ = true;
    request_ = next;
    if (next.write) return;
    agents_[(oldest_ + outstanding_) % kReads] = static_cast<std::uint8_t>(granted);
    ++outstanding_;
  }

  static unsigned first_bit(std::uint32_t bits) {
    return static_cast<unsigned>(__builtin_ctz(bits));
  }

 private:
  MemoryRequest request_;
  bool valid_ = false;
  bool favour_ = true;  // the message unit comes first
  unsigned turn_ = 1;   // of the other agents
  unsigned outstanding_ = 0;
  unsigned oldest_ = 0;
  std::array<std::uint8_t, kReads> agents_{};  // of the outstanding reads
};

}  // namespace turnpike::model::coprocessor_parts
