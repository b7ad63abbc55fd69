// coprocessor_pins.h - the pins of a communication co-processor (docs/timing.md, section 8).

#pragma once

#include <array>
#include <cstdint>

#include "model/common/flit.h"
#include "model/common/types.h"
#include "model/coprocessor/coprocessor_params.h"

namespace turnpike::model {

constexpr unsigned kMaxCoprocessorPorts = 13;
using CoprocessorFlit = FlitWords<2>;  // up to 64 data bits, head and tail

struct CoprocessorIn {
  bool enable = true;
  std::uint32_t node = 0;               // node_i
  std::uint32_t system_base = 0;        // system_base_i, a multiple of 8
  std::uint32_t system_size_log2 = 16;  // system_size_log2_i, bytes of a system buffer, 6 .. 31

  // Instructions: taken in a cycle in which valid and ready are high.
  bool instruction_valid = false;
  std::uint32_t operation = 0;  // operation_i, 3 bits
  std::uint32_t pointer = 0;    // pointer_i

  // Memory: a request is taken in a cycle in which valid and ready are high; data that was read
  // comes in the order of the requests, any number of cycles later.
  bool memory_ready = false;
  bool memory_response = false;        // memory_response_i: memory_data_i holds a word read
  std::uint64_t memory_read_data = 0;  // memory_data_i

  // The processor's accesses.
  bool watch_valid = false;
  std::uint32_t watch_address = 0;  // of the first byte
  std::uint32_t watch_bytes = 1;    // watch_bytes_i, 1 .. 8

  // Channels from (in) and to (out) the router's local ports, DIMENSIONS + 1 of them.
  PortMask in_valid = 0;
  std::array<VcId, kMaxCoprocessorPorts> in_vc{};
  std::array<CoprocessorFlit, kMaxCoprocessorPorts> in_flit{};
  std::array<VcMask, kMaxCoprocessorPorts> out_credit{};
  std::array<std::uint32_t, kMaxCoprocessorPorts> queue{};  // queue_i, [network output] taken slots
};

struct CoprocessorOut {
  bool instruction_ready = false;

  bool memory_valid = false;
  bool memory_write = false;
  bool memory_fence = false;         // a write that must be seen after all writes before it
  std::uint32_t memory_address = 0;  // a multiple of 8
  std::uint64_t memory_data = 0;     // where memory_write
  std::uint32_t memory_strobe = 0;   // where memory_write: a bit per byte

  bool watch_exception = false;  // answers the access of the cycle before

  std::array<VcMask, kMaxCoprocessorPorts> in_credit{};
  PortMask out_valid = 0;
  std::array<VcId, kMaxCoprocessorPorts> out_vc{};  // always 0
  std::array<CoprocessorFlit, kMaxCoprocessorPorts> out_flit{};

  // Events, each high for one cycle.
  bool sent = false;      // a completion flag of a send or broadcast was written: finished
  bool received = false;  // a completion flag of a receive was written: finished
  bool error_valid = false;
  std::uint32_t error_code = 0;
  std::uint32_t error_pointer = 0;

  bool idle = true;
};

}  // namespace turnpike::model
