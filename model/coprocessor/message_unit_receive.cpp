// message_unit_receive.cpp - messages and receives matched, placed, written and finished.

#include "model/coprocessor/message_unit.h"

namespace turnpike::model::coprocessor_parts {
namespace {

constexpr std::uint32_t kAnyType = 1u << 16;
constexpr std::uint32_t kUnchecked = 1u << 31;  // no overrun checking

bool matches(std::uint32_t want_source, std::uint32_t want_type, std::uint32_t source,
             std::uint32_t type) {
  return (want_source == kAnySource || want_source == source) &&
         ((want_type & kAnyType) != 0 || (want_type & 0xffffu) == type);
}

}  // namespace

// A packet's message against a receive, or a receive against the descriptor of a message.
void MessageUnit::compare() {
  const std::uint32_t source = low_half(word_[1]);
  const std::uint32_t type = high_half(word_[1]);
  matched_ = is_packet_ ? matches(source, type, source_, type_)
                        : matches(want_source_, want_type_, source, type);
  if (!matched_) {
    const std::uint32_t next = low_half(word_[0]);
    if (next != 0) return fetch(next, 0, State::compare);
    return go(is_packet_ ? State::allot : State::post);
  }
  if (is_packet_) {
    block_ = at_;
    want_type_ = type;
    capacity_ = low_half(word_[2]);
    buffer_ = high_half(word_[2]);
  } else {
    const std::uint32_t status = high_half(word_[2]);
    source_ = source;
    type_ = type;
    length_ = low_half(word_[2]);
    complete_ = (status & 1) != 0;
    stream_ = status >> 8 & 0xfu;
    slot_ = status >> 16 & 0x3fu;
  }
  go(State::allot);
}

// Where the data goes; false: nowhere for the time being.
bool MessageUnit::place(Parts& parts, const CoprocessorIn& in) {
  too_long_ = false;
  buffered_ = false;
  if (matched_ && buffer_ != 0) {
    start_ = buffer_;
    room_ = std::min(length_, capacity_);
    too_long_ = length_ > capacity_;
    return true;
  }
  if (!is_packet_) {
    buffered_ = true;
    return true;
  }
  if (length_ > SystemBuffers::capacity(in)) {
    start_ = 0;
    room_ = 0;
    too_long_ = true;
    return matched_;
  }
  slot_ = parts.buffers.lowest_free(parts.params.system_buffers);
  if (slot_ >= (matched_ ? parts.params.system_buffers : parts.params.open_buffers())) return false;
  parts.buffers.take(slot_);
  buffered_ = true;
  start_ = SystemBuffers::descriptor(in, slot_) + kDescriptorBytes;
  room_ = length_;
  return true;
}

void MessageUnit::allot(Parts& parts, const CoprocessorIn& in) {
  if (!place(parts, in)) {
    parts.waiting |= 1u << port_;
    return go(State::idle);
  }
  entry_ = parts.cache.lowest_free(parts.params.dimensions);
  watched_ = matched_ && is_packet_ && (want_type_ & kUnchecked) == 0 && room_ > kFirstData &&
             entry_ != parts.params.dimensions;
  go(matched_ ? State::unlink : State::descriptor);
}

void MessageUnit::unlink() {
  const std::uint32_t next = low_half(word_[0]);
  const std::uint32_t previous = high_half(word_[0]);
  if (step_ < (next != 0 ? 1u : 0u) + (previous != 0 ? 1u : 0u)) return;
  List& list = searched();
  if (previous == 0) list.head = next;
  if (next == 0) list.tail = previous;
  go(State::describe);
}

void MessageUnit::describe() {
  if (step_ < 2) return;
  if (is_packet_) return go(watched_ ? State::one : State::open);
  if (buffer_ != 0) return go(State::job);
  go(complete_ ? State::three : State::claim);
}

void MessageUnit::open(Parts& parts) {
  MessageContext context;
  context.open = true;
  context.fresh = true;
  context.matched = matched_;
  context.buffered = buffered_;
  context.watched = watched_;
  context.entry = static_cast<std::uint8_t>(entry_);
  context.too_long = too_long_;
  context.block = block_;
  context.slot = static_cast<std::uint8_t>(slot_);
  context.next = start_;
  context.left = length_;
  context.room = room_;
  parts.contexts.write(context_address(parts), context);
  go(State::data);
}

void MessageUnit::descriptor(const CoprocessorIn& in) {
  if (step_ < (unexpected_.tail != 0 ? 4u : 3u)) return;
  unexpected_.tail = SystemBuffers::descriptor(in, slot_);
  if (unexpected_.head == 0) unexpected_.head = unexpected_.tail;
  go(State::open);
}

void MessageUnit::first_packet(const PacketBytes& packet) {
  type_ = packet.type();
  length_ = packet.length();
  is_packet_ = true;
  matched_ = false;
  if (posted_.head != 0) return fetch(posted_.head, 0, State::compare);
  go(State::allot);
}

void MessageUnit::data(Parts& parts, bool granted, Effects& effects) {
  const MessageContext& context = parts.contexts.output();
  if (!context.open) return first_packet(parts.collectors[port_].packet());
  const unsigned most = context.fresh ? kFirstData : kLaterData;
  const unsigned bytes = std::min({context.left, context.room, most});
  const unsigned words = StrobedWords(context.next, bytes).count();
  if (words == 0 || (granted && step_ == words)) end_packet(parts, effects);
}

// The last byte of the packet is on its way.
void MessageUnit::end_packet(Parts& parts, Effects& effects) {
  MessageContext context = parts.contexts.output();
  const std::uint32_t bytes = std::min(context.left, context.fresh ? kFirstData : kLaterData);
  const std::uint32_t written = std::min(bytes, context.room);
  context.next += written;
  context.left -= bytes;
  context.room -= written;
  context.open = context.left != 0;
  context.fresh = false;
  parts.contexts.write(context_address(parts), context);
  effects.taken = port_;
  if (context.open) return go(State::idle);
  if (!context.copy) return go(State::finish);
  parts.copy.push(context.slot);
  go(State::idle);
}

void MessageUnit::finish(Parts& parts) {
  const MessageContext& context = parts.contexts.output();
  if (context.watched) parts.cache.invalidate(context.entry);
  if (context.matched && context.buffered) parts.buffers.give(context.slot);
  go(State::idle);
}

void MessageUnit::job(Parts& parts) {
  if (step_ < 2) return;
  if (!complete_) return go(State::claim);
  parts.copy.push(slot_);
  go(State::idle);
}

void MessageUnit::claim_write(Parts& parts) {
  MessageContext context = parts.contexts.output();
  context.matched = true;
  context.block = block_;
  context.copy = buffer_ != 0;
  parts.contexts.write(context_address(parts), context);
  go(State::idle);
}

void MessageUnit::post(Parts& parts) {
  if (step_ == 1 && posted_.tail != 0) return;
  posted_.tail = block_;
  if (posted_.head == 0) posted_.head = block_;
  parts.waiting = 0;
  go(State::idle);
}

}  // namespace turnpike::model::coprocessor_parts
