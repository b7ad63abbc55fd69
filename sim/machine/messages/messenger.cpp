// messenger.cpp - from calls to header blocks and instructions.

#include "sim/machine/messages/messenger.h"

#include <array>

namespace turnpike::sim {

using model::Operation;

const char* error_name(model::MessageError error) {
  switch (error) {
    case model::MessageError::none:
      return "no error";
    case model::MessageError::unknown_node:
      return "unknown node";
    case model::MessageError::own_node:
      return "own node";
    case model::MessageError::bad_list:
      return "bad list";
    case model::MessageError::duplicate:
      return "duplicate";
    case model::MessageError::not_a_neighbour:
      return "not a neighbour";
    case model::MessageError::too_long:
      return "too long";
    case model::MessageError::reserved_bits:
      return "reserved bits";
    case model::MessageError::misaligned_pointer:
      return "misaligned pointer";
    case model::MessageError::bad_release:
      return "bad release";
    case model::MessageError::unknown_operation:
      return "unknown operation";
  }
  return "unknown error";
}

Messenger::Messenger(ProcessorPort& port, Region region) : port_(port) {
  if (region.begin == 0 || region.begin % 8 != 0) {
    throw std::invalid_argument("header blocks lie at multiples of 8, not at 0");
  }
  const std::uint32_t blocks = region.bytes / HeaderBlock::kMaxBytes;
  for (std::uint32_t i = blocks; i-- > 0;) {
    free_.push_back(region.begin + i * HeaderBlock::kMaxBytes);
  }
}

std::uint32_t Messenger::take_block() {
  if (free_.empty()) throw std::length_error("no header block is free");
  const std::uint32_t block = free_.back();
  free_.pop_back();
  return block;
}

Ticket Messenger::start(Operation operation, std::uint32_t partner, std::uint32_t type,
                        std::uint32_t buffer, std::uint32_t length,
                        const std::vector<model::NodeId>* list) {
  const HeaderBlock layout = header_block(operation);
  const std::uint32_t block = take_block();
  std::array<std::uint32_t, HeaderBlock::kMaxBytes / 4> words{};
  if (layout.partner != 0) words[layout.partner / 4] = partner;
  words[layout.type / 4] = type;
  words[layout.length / 4] = length;
  words[layout.buffer / 4] = buffer;
  words[layout.flag / 4] = 0;
  std::uint32_t used = layout.flag / 4 + 1;
  if (list != nullptr) {
    words[used++] = static_cast<std::uint32_t>(list->size());
    for (const model::NodeId neighbour : *list) {
      if (used == words.size()) break;  // longer than any cube has neighbours: refused by number
      words[used++] = neighbour;
    }
  }
  std::array<std::uint8_t, HeaderBlock::kMaxBytes> bytes{};
  for (std::uint32_t i = 0; i < 4 * used; ++i) {
    bytes[i] = static_cast<std::uint8_t>(words[i / 4] >> (8 * (i % 4)));
  }
  port_.write(block, bytes.data(), 4 * used);
  port_.issue(operation, block);
  return {block, operation};
}

Ticket Messenger::send(model::NodeId destination, std::uint32_t type, std::uint32_t buffer,
                       std::uint32_t length, bool adaptive) {
  return start(Operation::send, destination, type | (adaptive ? kAdaptiveBit : 0), buffer, length);
}

Ticket Messenger::broadcast(std::uint32_t type, std::uint32_t buffer, std::uint32_t length) {
  return start(Operation::broadcast, 0, type, buffer, length);
}

Ticket Messenger::broadcast_to(const std::vector<model::NodeId>& neighbours, std::uint32_t type,
                               std::uint32_t buffer, std::uint32_t length) {
  return start(Operation::near_neighbour_broadcast, 0, type, buffer, length, &neighbours);
}

Ticket Messenger::receive(model::NodeId source, std::uint32_t type, std::uint32_t buffer,
                          std::uint32_t length, bool check_overrun) {
  return start(Operation::receive, source, type | (check_overrun ? 0 : kUncheckedBit), buffer,
               length);
}

void Messenger::release(std::uint32_t buffer) { port_.issue(Operation::release, buffer); }

std::optional<Completion> Messenger::poll(const Ticket& ticket) {
  const HeaderBlock layout = header_block(ticket.operation);
  const std::uint32_t flag = read_word(ticket.block + layout.flag);
  if (!is_finished(flag)) return std::nullopt;
  Completion completion;
  completion.error = error_of(flag);
  if (layout.partner != 0) completion.source = read_word(ticket.block + layout.partner);
  completion.type = read_word(ticket.block + layout.type);
  completion.length = read_word(ticket.block + layout.length);
  completion.buffer = read_word(ticket.block + layout.buffer);
  free_.push_back(ticket.block);
  return completion;
}

bool Messenger::has_begun(const Ticket& ticket) {
  return (read_word(ticket.block + header_block(ticket.operation).flag) & kInProgress) != 0;
}

Completion Messenger::wait(const Ticket& ticket, model::Cycle every) {
  for (;;) {
    const std::optional<Completion> completion = poll(ticket);
    if (!completion) {
      port_.pause(every);
      continue;
    }
    if (completion->error != model::MessageError::none) {
      throw MessageFailure("node " + std::to_string(node()) + ", header block " +
                               std::to_string(ticket.block) + ": " + error_name(completion->error),
                           completion->error);
    }
    return *completion;
  }
}

void Messenger::read(std::uint32_t address, void* to, std::uint32_t bytes) {
  while (!port_.read(address, to, bytes)) port_.pause(1);
}

std::uint32_t Messenger::read_word(std::uint32_t address) {
  std::uint8_t bytes[4];
  read(address, bytes, 4);
  return static_cast<std::uint32_t>(bytes[0] | bytes[1] << 8 | bytes[2] << 16) |
         static_cast<std::uint32_t>(bytes[3]) << 24;
}

void Messenger::write_word(std::uint32_t address, std::uint32_t value) {
  const std::uint8_t bytes[4] = {
      static_cast<std::uint8_t>(value), static_cast<std::uint8_t>(value >> 8),
      static_cast<std::uint8_t>(value >> 16), static_cast<std::uint8_t>(value >> 24)};
  port_.write(address, bytes, 4);
}

}  // namespace turnpike::sim
