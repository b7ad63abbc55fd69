// node_book_receive.cpp - matches, arrivals and what they must hold.

#include <algorithm>
#include <vector>

#include "sim/machine/check/node_book.h"

namespace turnpike::sim {
namespace {

using model::MessageError;

constexpr HeaderBlock kLayout = header_block(model::Operation::receive);
constexpr std::uint32_t kSystemHeader = 32;   // bytes before a system buffer's data
constexpr std::uint32_t kMatchBytes = 0xfff;  // of the words source, type and length

}  // namespace

void NodeBook::written_to_receive(Receive& receive, std::uint32_t begin, std::uint32_t end,
                                  bool fence) {
  const std::uint32_t from = begin - receive.block;
  const std::uint32_t to = end - receive.block;
  bool has_flag = false;
  for (std::uint32_t at = from; at < to; ++at) {
    if (at < kLayout.partner) continue;  // queue links
    if (at < kLayout.buffer) {
      receive.header_bytes |= 1u << (at - kLayout.partner);
    } else if (at < kLayout.flag) {
      if (receive.buffer != 0)
        fail("the buffer pointer of " + sim::to_text(receive) + " is written");
    } else {
      has_flag = true;
    }
  }
  if (receive.header_bytes == kMatchBytes && receive.matched == nullptr) match(receive);
  if (!has_flag) return;
  if (to != kLayout.flag + 4 || from > kLayout.flag) fail("a part of a flag is written");
  if (!fence) fail("a flag is written without a fence");
  receive_flag(receive, memory_.read_word(receive.block + kLayout.flag));
}

// The block says which message it was given.
void NodeBook::match(Receive& receive) {
  const std::uint32_t source = memory_.read_word(receive.block + kLayout.partner);
  const std::uint32_t type = memory_.read_word(receive.block + kLayout.type);
  const std::uint32_t length = memory_.read_word(receive.block + kLayout.length);
  const auto found = std::find_if(arriving_.begin(), arriving_.end(), [&](const Message* message) {
    return message->source == source && message->type == type;
  });
  const std::string what = "source " + std::to_string(source) + ", type " + std::to_string(type) +
                           ", length " + std::to_string(length);
  if (found == arriving_.end()) fail(sim::to_text(receive) + " gets what was never sent: " + what);
  Message& message = **found;
  if (message.length != length) {
    fail(sim::to_text(receive) + " gets " + what + "; the next such message has " +
         std::to_string(message.length) + " bytes");
  }
  if (!receive.accepts(source, type)) fail(sim::to_text(receive) + " gets " + what);
  check_first_in_line(receive, message);
  arriving_.erase(found);
  open_.erase(std::find(open_.begin(), open_.end(), &receive));
  receive.matched = &message;
  events_.push_back({BookEvent::Kind::matched, receive.block, &receive, &message});
}

// Earliest posted receive, earliest message of its source.
void NodeBook::check_first_in_line(const Receive& receive, const Message& message) const {
  for (const Receive* other : open_) {
    if (other == &receive) break;
    if (other->accepts(message.source, message.type)) {
      fail(sim::to_text(receive) + " gets a message that " + sim::to_text(*other) +
           ", posted before it, accepts");
    }
  }
  const OrderClass order = order_class(message.type);
  if (order == OrderClass::adaptive) return;
  for (const Message* other : arriving_) {
    if (other == &message) break;
    if (other->source == message.source && order_class(other->type) == order &&
        receive.accepts(other->source, other->type)) {
      fail(sim::to_text(receive) + " gets a message of type " + std::to_string(message.type) +
           " that overtook one of type " + std::to_string(other->type) + " from node " +
           std::to_string(message.source));
    }
  }
}

void NodeBook::receive_flag(Receive& receive, std::uint32_t flag) {
  const std::string name = "the flag of " + sim::to_text(receive);
  if (receive.matched == nullptr) fail(name + " is written before it was matched");
  if (flag == kInProgress) {
    if (receive.flag != 0) fail(name + " becomes 1 twice");
    if (!receive.is_checked()) fail(name + " becomes 1 without overrun checking");
  } else if (flag == kComplete) {
    check_received(receive, MessageError::none);
  } else if (flag == error_flag(MessageError::too_long)) {
    check_received(receive, MessageError::too_long);
  } else {
    fail(name + " becomes " + std::to_string(flag));
  }
  receive.flag = flag;
}

void NodeBook::check_received(Receive& receive, MessageError error) {
  const Message& message = *receive.matched;
  const std::uint32_t buffer = memory_.read_word(receive.block + kLayout.buffer);
  // A receive with a system buffer takes any length that such a buffer holds.
  const std::uint32_t room = receive.buffer != 0
                                 ? receive.capacity
                                 : (1u << machine_.spec().system.size_log2) - kSystemHeader;
  const bool fits = message.length <= room;
  if (fits != (error == MessageError::none)) {
    fail(sim::to_text(receive) + ", message of " + std::to_string(message.length) +
         " bytes: the flag says \"" + error_name(error) + "\"");
  }
  if (receive.buffer != 0) {
    const std::uint32_t bytes = std::min(message.length, receive.capacity);
    if (receive.bytes_written != bytes || receive.end_written > bytes) {
      fail(sim::to_text(receive) + ": " + std::to_string(receive.bytes_written) +
           " bytes were written, not " + std::to_string(bytes));
    }
    check_bytes(receive, buffer, bytes);
    if (receive.capacity != 0) places_.erase(receive.buffer);
  } else if (fits) {
    take_system_buffer(receive, buffer);
    check_bytes(receive, buffer, message.length);
  } else if (buffer != 0) {
    fail(sim::to_text(receive) + ": a buffer is given with a message that does not fit");
  }
  places_.erase(receive.block);
  events_.push_back({BookEvent::Kind::received, receive.block, &receive, nullptr});
}

void NodeBook::check_bytes(const Receive& receive, std::uint32_t buffer,
                           std::uint32_t bytes) const {
  std::vector<std::uint8_t> found(bytes);
  memory_.read(buffer, found.data(), bytes);
  for (std::uint32_t i = 0; i < bytes; ++i) {
    const std::uint8_t expected = content_byte(receive.matched->content, i);
    if (found[i] == expected) continue;
    fail(sim::to_text(receive) + ": byte " + std::to_string(i) + " of " +
         std::to_string(receive.matched->length) + " from node " +
         std::to_string(receive.matched->source) + " is " + std::to_string(found[i]) + ", not " +
         std::to_string(expected) + ", as the flag says that it is finished");
  }
}

void NodeBook::take_system_buffer(Receive& receive, std::uint32_t buffer) {
  const model::SystemBuffers& system = machine_.spec().system;
  const std::uint32_t offset = buffer - system.base;
  const std::uint32_t number = offset >> system.size_log2;
  if (buffer < system.base || buffer >= machine_.system_end() ||
      (offset & ((1u << system.size_log2) - 1)) != kSystemHeader) {
    fail(sim::to_text(receive) + ": " + std::to_string(buffer) + " is no system buffer");
  }
  if (given_out_[number]) {
    fail("system buffer " + std::to_string(number) + " is given out twice");
  }
  given_out_[number] = true;
  receive.system_buffer = buffer;
}

void NodeBook::check_access(const Receive& receive, std::uint32_t offset, std::uint32_t bytes,
                            std::uint64_t found, bool excepted,
                            std::uint32_t flag_at_access) const {
  if (excepted) {
    if (is_finished(flag_at_access) || !receive.is_checked()) {
      fail(sim::to_text(receive) + ": exception for bytes that nothing guards");
    }
    return;
  }
  if (flag_at_access == 0) return;  // nobody said that it may be read
  for (std::uint32_t i = 0; i < bytes; ++i) {
    if (static_cast<std::uint8_t>(found >> (8 * i)) !=
        content_byte(receive.matched->content, offset + i)) {
      fail(sim::to_text(receive) + ": byte " + std::to_string(offset + i) +
           " was read before it arrived, without an exception");
    }
  }
}

}  // namespace turnpike::sim
