// message_unit_send.cpp - instructions checked, streams chosen, messages started and finished.

#include "model/coprocessor/message_unit.h"

namespace turnpike::model::coprocessor_parts {
namespace {

constexpr std::uint32_t kAdaptive = 1u << 30;
// Bits of the type word that must be 0.
constexpr std::uint32_t kReservedInSend = 0xbfff0000u;
constexpr std::uint32_t kReservedInBroadcast = 0xffff0000u;
constexpr std::uint32_t kReservedInReceive = 0x7ffe0000u;

unsigned highest(PortMask bits) { return 31u - static_cast<unsigned>(__builtin_clz(bits)); }

}  // namespace

// Type, length, buffer and so on from the words of the block.
void MessageUnit::read_fields() {
  const bool is_broadcast =
      operation_ == Operation::broadcast || operation_ == Operation::near_neighbour_broadcast;
  if (is_broadcast) {
    type_ = low_half(word_[1]);
    length_ = high_half(word_[1]);
    buffer_ = low_half(word_[2]);
    return;
  }
  want_source_ = low_half(word_[1]);
  type_ = high_half(word_[1]);
  length_ = low_half(word_[2]);
  buffer_ = high_half(word_[2]);
}

MessageError MessageUnit::fault(const Parts& parts, const CoprocessorIn& in) const {
  const bool is_receive = operation_ == Operation::receive;
  const bool has_node = is_receive || operation_ == Operation::send;
  const std::uint32_t reserved = is_receive ? kReservedInReceive
                                 : has_node ? kReservedInSend
                                            : kReservedInBroadcast;
  if ((type_ & reserved) != 0) return MessageError::reserved_bits;
  if (!has_node || (is_receive && want_source_ == kAnySource)) return MessageError::none;
  if (want_source_ >> parts.params.dimensions != 0) return MessageError::unknown_node;
  return want_source_ == in.node ? MessageError::own_node : MessageError::none;
}

void MessageUnit::check(const Parts& parts, const CoprocessorIn& in) {
  read_fields();
  code_ = fault(parts, in);
  if (code_ != MessageError::none) return go(State::error);
  const auto kind = static_cast<std::uint32_t>(operation_);  // the same numbers
  switch (operation_) {
    case Operation::receive:
      want_type_ = type_;
      capacity_ = length_;
      is_packet_ = false;
      if (unexpected_.head == 0) return go(State::post);
      return fetch(unexpected_.head, 0, State::compare);
    case Operation::near_neighbour_broadcast:
      index_ = 0;
      asked_ = 0;
      mask_ = 0;
      return go(State::list);
    case Operation::send:
      route_ = want_source_;
      return go(State::choose);
    default:
      route_ = kind << parts.params.dimensions;
      return go(State::choose);
  }
}

MessageError MessageUnit::add_destination(const Parts& parts, const CoprocessorIn& in,
                                          std::uint32_t node) {
  const std::uint32_t difference = node ^ in.node;
  const bool is_neighbour = difference >> parts.params.dimensions == 0 && difference != 0 &&
                            (difference & (difference - 1)) == 0;
  if (!is_neighbour) return MessageError::not_a_neighbour;
  if ((mask_ & difference) != 0) return MessageError::duplicate;
  mask_ |= difference;
  return MessageError::none;
}

// The number and the first destination, then two destinations in each word.
void MessageUnit::take_destinations(const Parts& parts, const CoprocessorIn& in,
                                    std::uint64_t word) {
  code_ = MessageError::none;
  if (index_ == 0) {
    number_ = low_half(word);
    if (number_ == 0 || number_ > parts.params.dimensions) code_ = MessageError::bad_list;
  } else {
    code_ = add_destination(parts, in, low_half(word));
  }
  if (code_ == MessageError::none && 2 * index_ < number_) {
    code_ = add_destination(parts, in, high_half(word));
  }
  if (code_ != MessageError::none) return go(State::error);
  ++index_;
  asked_ = 0;
  if (2 * index_ <= number_) return;
  route_ = mask_ | static_cast<std::uint32_t>(operation_) << parts.params.dimensions;
  go(State::choose);
}

// Of the outputs that bring the message nearer the one with the fewest messages, then the shortest
// queue, then the highest.
unsigned MessageUnit::adaptive_stream(const Parts& parts, const CoprocessorIn& in,
                                      PortMask outputs) const {
  const auto load = [&](unsigned port) {
    return wait_count_[port] + (parts.engines[port].is_free() ? 0u : 1u);
  };
  unsigned best = highest(outputs);
  for (PortMask rest = outputs & ~(1u << best); rest != 0;) {
    const unsigned port = highest(rest);
    rest &= ~(1u << port);
    if (load(port) < load(best) || (load(port) == load(best) && in.queue[port] < in.queue[best])) {
      best = port;
    }
  }
  return best;
}

void MessageUnit::choose(const Parts& parts, const CoprocessorIn& in) {
  port_ = parts.params.dimensions;
  if (operation_ == Operation::send) {
    const PortMask outputs = want_source_ ^ in.node;
    port_ = (type_ & kAdaptive) != 0 ? adaptive_stream(parts, in, outputs) : highest(outputs);
  }
  const bool can_start = parts.engines[port_].is_free() && wait_[port_].head == 0;
  go(can_start ? State::start : State::link);
}

void MessageUnit::start(Effects& effects) {
  effects.loaded = port_;
  effects.message = {route_, type_ & 0xffffu, length_, buffer_};
  current_[port_] = block_ | static_cast<std::uint32_t>(operation_);
  go(State::idle);
}

void MessageUnit::link() {
  List& list = wait_[port_];
  if (step_ == 1 && list.head != 0) return;  // its last one's link is still to be written
  list.tail = block_ | static_cast<std::uint32_t>(operation_);
  if (list.head == 0) list.head = list.tail;
  ++wait_count_[port_];
  go(State::idle);
}

void MessageUnit::sent() {
  const std::uint32_t head = wait_[port_].head;
  if (head == 0) return go(State::idle);
  block_ = head & ~7u;
  operation_ = static_cast<Operation>(head & 7u);
  fetch(block_, 0, State::pop);
}

void MessageUnit::pop() {
  List& list = wait_[port_];
  list.head = low_half(word_[0]);
  if (list.head == 0) list.tail = 0;
  --wait_count_[port_];
  read_fields();
  route_ = high_half(word_[0]);
  go(State::start);
}

}  // namespace turnpike::model::coprocessor_parts
