// records.h - messages, receives and sends in the books of a random test.

#pragma once

#include <cstdint>

#include "model/common/flit.h"
#include "model/common/types.h"
#include "sim/machine/messages/header_block.h"

namespace turnpike::sim {

// Messages of one source to one destination keep their order within a class, which their types
// tell.
enum class OrderClass : std::uint8_t { sends, broadcasts, adaptive };

constexpr std::uint32_t kBroadcastTypes = 0x4000;  // and above
constexpr std::uint32_t kAdaptiveTypes = 0x8000;   // and above
constexpr OrderClass order_class(std::uint32_t type) {
  return type >= kAdaptiveTypes    ? OrderClass::adaptive
         : type >= kBroadcastTypes ? OrderClass::broadcasts
                                   : OrderClass::sends;
}

// Byte `at` of content number `content`.
constexpr std::uint8_t content_byte(std::uint64_t content, std::uint32_t at) {
  return static_cast<std::uint8_t>(model::mix(model::mix(content) + at / 8) >> (8 * (at % 8)));
}

struct Receive;

// What one node gets from one send or broadcast.
struct Message {
  std::uint64_t number = 0;
  model::NodeId source = 0;
  model::NodeId destination = 0;
  std::uint32_t type = 0;
  std::uint32_t length = 0;
  std::uint64_t content = 0;
  bool is_sent = false;        // its instruction was issued
  Receive* planned = nullptr;  // the receive that was made for it and may still take it
};

struct Receive {
  std::uint64_t number = 0;
  model::NodeId node = 0;
  std::uint32_t block = 0;
  std::uint32_t source = 0;    // as in the header block
  std::uint32_t type = 0;      // as in the header block
  std::uint32_t buffer = 0;    // 0: a system buffer, please
  std::uint32_t capacity = 0;  // bytes
  Message* planned = nullptr;

  Message* matched = nullptr;
  std::uint32_t header_bytes = 0;  // a bit per byte of the words that a match writes
  std::uint32_t flag = 0;
  std::uint64_t bytes_written = 0;  // to the buffer
  std::uint32_t end_written = 0;    // offset behind the last of them
  std::uint32_t system_buffer = 0;  // given with it

  bool is_checked() const { return (type & kUncheckedBit) == 0; }
  bool accepts(std::uint32_t from, std::uint32_t message_type) const {
    return (source == kAnySource || source == from) &&
           ((type & kAnyTypeBit) != 0 || (type & kTypeMask) == message_type);
  }
};

// A send or broadcast at its source.
struct Sending {
  model::NodeId node = 0;
  model::Operation operation = model::Operation::send;
  std::uint32_t block = 0;
  std::uint32_t buffer = 0;
  std::uint32_t length = 0;
  std::uint32_t flag = 0;
};

// An instruction with a fault that its header block is told of.
struct Refusal {
  model::Operation operation = model::Operation::send;
  std::uint32_t block = 0;
  model::MessageError error = model::MessageError::none;
};

}  // namespace turnpike::sim
