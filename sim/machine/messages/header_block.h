// header_block.h - offsets and values of header blocks in node memory (docs/coprocessor.md).

#pragma once

#include <cstdint>

#include "model/coprocessor/coprocessor_params.h"

namespace turnpike::sim {

// Words of 32 bits, little endian; offsets in bytes from an address that is a multiple of 8.
struct HeaderBlock {
  static constexpr std::uint32_t kNext = 0;
  static constexpr std::uint32_t kPrevious = 4;
  static constexpr std::uint32_t kMaxBytes = 80;  // near-neighbour broadcast in a 12-cube: 76

  std::uint32_t partner = 0;  // offset of destination or source; 0: has none
  std::uint32_t type = 0;
  std::uint32_t length = 0;
  std::uint32_t buffer = 0;
  std::uint32_t flag = 0;
  std::uint32_t list = 0;  // of the number of destinations, which the list follows; 0: has none
};

constexpr HeaderBlock header_block(model::Operation operation) {
  switch (operation) {
    case model::Operation::broadcast:
      return {0, 8, 12, 16, 20, 0};
    case model::Operation::near_neighbour_broadcast:
      return {0, 8, 12, 16, 20, 24};
    default:
      return {8, 12, 16, 20, 24, 0};
  }
}

constexpr std::uint32_t kAnySource = 0xffffffffu;
constexpr std::uint32_t kTypeMask = 0xffffu;
constexpr std::uint32_t kAnyTypeBit = 1u << 16;    // receive
constexpr std::uint32_t kAdaptiveBit = 1u << 30;   // send
constexpr std::uint32_t kUncheckedBit = 1u << 31;  // receive: no overrun checking

constexpr std::uint32_t kInProgress = 1;
constexpr std::uint32_t kComplete = 3;
constexpr std::uint32_t kErrorBit = 1u << 31;

constexpr bool is_finished(std::uint32_t flag) { return (flag & 2) != 0; }
constexpr model::MessageError error_of(std::uint32_t flag) {
  return (flag & kErrorBit) != 0 ? static_cast<model::MessageError>(flag >> 8 & 0xff)
                                 : model::MessageError::none;
}
constexpr std::uint32_t error_flag(model::MessageError error) {
  return kErrorBit | kComplete | static_cast<std::uint32_t>(error) << 8;
}

const char* error_name(model::MessageError error);

}  // namespace turnpike::sim
