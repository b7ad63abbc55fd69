// coprocessor_params.h - the parameters of a communication co-processor, equal to the Verilog's.

#pragma once

#include <cstdint>

namespace turnpike::model {

struct CoprocessorParams {
  unsigned dimensions = 6;        // DIMENSIONS, degree of the cube n, 1 .. 12
  unsigned flit_bits = 16;        // DATA_W, bits of a channel: 8 (n <= 6), 16, 32 or 64
  unsigned virtual_channels = 2;  // VCS, of the router's channels; packets here use VC 0
  unsigned buffer_depth = 12;     // DEPTH, of the router's input buffers and of ours, flits
  unsigned system_buffers = 16;   // SYSTEM_BUFFERS, 1 .. 64
  unsigned packet_slots = 16;     // SLOTS of the router: gives the width of queue_i

  unsigned ports() const {
    return dimensions + 1;
  }  // local ports of the router; the last is for
     // broadcasts
  // System buffers that a message without a receive may take; the others are kept for receives
  // with a null pointer.
  unsigned open_buffers() const { return system_buffers - system_buffers / 2; }
  static constexpr unsigned kPacketBytes = 20;
  unsigned packet_flits() const { return (kPacketBytes * 8 + flit_bits - 1) / flit_bits; }
};

// The five instructions; the values are those of operation_i.
enum class Operation : std::uint8_t {
  send = 0,
  broadcast = 1,
  near_neighbour_broadcast = 2,
  receive = 3,
  release = 4,
};

// Codes of errors: a flag holds 0x80000003 + 256 * code, and error_code_o codes from 16 up.
enum class MessageError : std::uint8_t {
  none = 0,
  unknown_node = 1,
  own_node = 2,
  bad_list = 3,
  duplicate = 4,
  not_a_neighbour = 5,
  too_long = 6,
  reserved_bits = 7,
  misaligned_pointer = 16,
  bad_release = 17,
  unknown_operation = 18,
};

}  // namespace turnpike::model
