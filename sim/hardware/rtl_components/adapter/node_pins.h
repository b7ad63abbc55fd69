// node_pins.h - the pins of a Verilated co-processor beside its channels.

#pragma once

#include <type_traits>

#include "sim/hardware/rtl_components/adapter/signal_bits.h"
#include "sim/hardware/rtl_components/component_abi.h"

namespace turnpike::sim {

template <class Shape, class Root>
void drive_node(Root& root, const NodeInputs& in) {
  const auto drive = [](auto& pin, auto value) {
    pin = static_cast<std::remove_reference_t<decltype(pin)>>(value);
  };
  drive(root.system_base_i, in.system_base);
  drive(root.system_size_log2_i, in.system_size_log2);
  drive(root.instruction_valid_i, in.instruction_valid);
  drive(root.operation_i, in.operation);
  drive(root.pointer_i, in.pointer);
  drive(root.memory_ready_i, in.memory_ready);
  drive(root.memory_response_i, in.memory_response);
  drive(root.memory_data_i, in.memory_data);
  drive(root.watch_valid_i, in.watch_valid);
  drive(root.watch_address_i, in.watch_address);
  drive(root.watch_bytes_i, in.watch_bytes);
  clear(root.queue_i);
  for (unsigned port = 0; port + 1 < Shape::kPorts; ++port) {
    set_bits(root.queue_i, port * Shape::kQueueBits, Shape::kQueueBits, in.queue[port]);
  }
}

template <class Root>
void observe_node(const Root& root, NodeOutputs& out) {
  out.instruction_ready = root.instruction_ready_o;
  out.memory_valid = root.memory_valid_o;
  out.memory_write = root.memory_write_o;
  out.memory_fence = root.memory_fence_o;
  out.memory_address = root.memory_address_o;
  out.memory_strobe = root.memory_strobe_o;
  out.memory_data = root.memory_data_o;
  out.watch_exception = root.watch_exception_o;
  out.sent = root.sent_o;
  out.received = root.received_o;
  out.error_valid = root.error_valid_o;
  out.error_code = root.error_code_o;
  out.error_pointer = root.error_pointer_o;
  out.idle = root.idle_o;
}

}  // namespace turnpike::sim
