// random_faults.cpp - instructions that must be refused.

#include <algorithm>

#include "sim/machine/check/random_messages.h"
#include "sim/machine/fabric/machine_processor.h"

namespace turnpike::sim {

using model::MessageError;
using model::NodeId;
using model::Operation;

namespace {

std::uint32_t code(Operation operation) { return static_cast<std::uint32_t>(operation); }

}  // namespace

void RandomMessages::make_fault(NodeId node) {
  if (draws_.chance(0.6)) {
    make_header_fault(node);
  } else {
    make_pointer_fault(node);
  }
}

void RandomMessages::make_header_fault(NodeId node) {
  const unsigned n = machine_.dimensions();
  const std::uint32_t unknown = machine_.nodes() + draws_.below(1000);
  const NodeId other = draw_other(node);
  // Addresses and lengths that would do damage if they were used.
  const std::uint32_t length = draws_.below(1000);
  const std::uint32_t buffer = machine_.spec().system.base + draws_.below(1000);
  const auto send = [&](std::uint32_t to, std::uint32_t type, MessageError error) {
    refuse_header(node, Operation::send, error, {0, 0, to, type, length, buffer, 0});
  };
  const auto receive = [&](std::uint32_t from, std::uint32_t type, MessageError error) {
    refuse_header(node, Operation::receive, error, {0, 0, from, type, length, buffer, 0});
  };
  const auto near = [&](std::uint32_t number, std::vector<std::uint32_t> list, MessageError error) {
    list.resize(n, node ^ 1u);
    list.insert(list.begin(), {0, 0, 7, length, buffer, 0, number});
    refuse_header(node, Operation::near_neighbour_broadcast, error, list);
  };
  // All neighbours, of which one is replaced.
  std::vector<std::uint32_t> list;
  for (unsigned d = 0; d < n; ++d) list.push_back(node ^ (1u << d));
  const std::uint32_t last = static_cast<std::uint32_t>(list.size()) - 1;
  switch (draws_.below(13)) {
    case 0:
      send(unknown, 1, MessageError::unknown_node);
      break;
    case 1:
      send(draws_.chance(0.5) ? 0xffffffffu : 0x80000000u | other, 1, MessageError::unknown_node);
      break;
    case 2:
      receive(unknown, 1, MessageError::unknown_node);
      break;
    case 3:
      send(node, 1, MessageError::own_node);
      break;
    case 4:
      receive(node, kAnyTypeBit, MessageError::own_node);
      break;
    case 5:
      near(0, list, MessageError::bad_list);
      break;
    case 6:
      near(n + 1 + draws_.below(1000), list, MessageError::bad_list);
      break;
    case 7:
      if (n > 1) {
        list[last] = list[draws_.below(last)];
        near(n, list, MessageError::duplicate);
      }
      break;
    case 8:
      list[draws_.below(n)] = draws_.chance(0.5) && n > 1 ? node ^ 3u : unknown + machine_.nodes();
      near(n, list, MessageError::not_a_neighbour);
      break;
    case 9:
      list[last] = node;
      near(n, list, MessageError::not_a_neighbour);
      break;
    case 10: {
      const std::uint32_t bit = draws_.between(16, 30);
      send(other, bit == 30 ? 1u << 31 : 1u << bit, MessageError::reserved_bits);
      break;
    }
    case 11:
      receive(other, 1u << draws_.between(17, 30), MessageError::reserved_bits);
      break;
    default:
      refuse_header(node, Operation::broadcast, MessageError::reserved_bits,
                    {0, 0, 1u << draws_.between(16, 31), length, buffer, 0});
      break;
  }
}

void RandomMessages::refuse_header(NodeId node, Operation operation, MessageError error,
                                   const std::vector<std::uint32_t>& words) {
  const std::uint32_t block = at(node).heap->take(static_cast<std::uint32_t>(4 * words.size()), 0);
  if (block == 0) return;
  Instruction instruction;
  instruction.operation = code(operation);
  instruction.pointer = block;
  instruction.words = words;
  instruction.error = error;
  at(node).refusals[block] = static_cast<std::uint32_t>(error);
  at(node).instructions.emplace(machine_.now() + draw_delay(), std::move(instruction));
}

void RandomMessages::make_pointer_fault(NodeId node) {
  const model::SystemBuffers& system = machine_.spec().system;
  const std::uint32_t buffer =
      system.base + (draws_.below(machine_.params().system_buffers) << system.size_log2);
  const std::uint32_t data = program_memory(machine_).data.begin;
  switch (draws_.below(6)) {
    case 0:
      refuse_pointer(node, draws_.below(4), 0, MessageError::misaligned_pointer);
      break;
    case 1:
      refuse_pointer(node, draws_.below(4), data + 8 * draws_.below(100) + draws_.between(1, 7),
                     MessageError::misaligned_pointer);
      break;
    case 2:
      refuse_pointer(node, draws_.between(5, 7), data, MessageError::unknown_operation);
      break;
    case 3:  // not where data begins
      refuse_pointer(node, code(Operation::release), buffer + draws_.below(32),
                     MessageError::bad_release);
      break;
    case 4:  // outside
      refuse_pointer(node, code(Operation::release),
                     draws_.chance(0.5) ? machine_.system_end() + 32 : system.base - 32,
                     MessageError::bad_release);
      break;
    default:  // at a buffer that nobody has: only while no receive can be given it
      if (at(node).with_system_buffer == 0 && !at(node).book->has_given_out(buffer + 32)) {
        refuse_pointer(node, code(Operation::release), buffer + 32, MessageError::bad_release);
      }
      break;
  }
}

// At once: what is given out now may not be so later.
void RandomMessages::refuse_pointer(NodeId node, std::uint32_t operation, std::uint32_t pointer,
                                    MessageError error) {
  Instruction instruction;
  instruction.operation = operation;
  instruction.pointer = pointer;
  instruction.error = error;
  at(node).instructions.emplace(0, std::move(instruction));
}

}  // namespace turnpike::sim
