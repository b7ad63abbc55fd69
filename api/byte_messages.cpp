// byte_messages.cpp - messages in bytes between the caller and packets.

#include "api/byte_messages.h"

#include <fmt/format.h>

#include <algorithm>

#include "api/failure.h"

namespace turnpike::api {
namespace {

std::uint32_t in_range(const char* what, std::uint32_t found, std::uint32_t most) {
  if (found <= most) return found;
  throw Failure(TURNPIKE_ERROR_ARGUMENT,
                fmt::format("options.{}: found {}, allowed: 0 .. {}", what, found, most));
}

}  // namespace

MessageFormat MessageFormat::of(const turnpike_options& options, unsigned flit_bits) {
  constexpr std::uint64_t kFlitsByDefault = 64;
  MessageFormat format;
  format.flit_bytes = in_range("flit_bytes", options.flit_bytes, 4096);
  if (format.flit_bytes == 0) format.flit_bytes = std::max(flit_bits / 8, 1u);
  format.header_flits = in_range("header_flits", options.header_flits, 64);
  format.packet_bytes = in_range("packet_bytes", options.packet_bytes, 0x40000000);
  if (format.packet_bytes == 0) format.packet_bytes = kFlitsByDefault * format.flit_bytes;
  return format;
}

std::uint32_t MessageFormat::flits(std::uint64_t bytes, std::uint64_t packet) const {
  const std::uint64_t here = std::min(packet_bytes, bytes - packet * packet_bytes);
  const std::uint64_t flits = header_flits + (here + flit_bytes - 1) / flit_bytes;
  return static_cast<std::uint32_t>(std::max<std::uint64_t>(flits, 1));
}

std::uint32_t ByteMessages::begin(const turnpike_packet& about, const void* data,
                                  std::uint64_t bytes) {
  if (free_.empty()) {
    messages_.emplace_back();
    free_.push_back(count() - 1);
  }
  const std::uint32_t number = free_.back();
  Message& message = messages_[number];
  const auto* first = static_cast<const unsigned char*>(data);
  if (bytes != 0) {
    message.data.assign(first, first + bytes);
  } else {
    message.data.clear();
  }
  free_.pop_back();
  message.missing = format_.packets(bytes);
  message.about = {};
  message.about.size = sizeof message.about;
  message.about.bytes = bytes;
  message.about.tag = about.tag;
  message.about.packets = message.missing;
  message.about.source = about.source;
  message.about.destination = about.destination;
  message.about.message_class = about.message_class;
  return number;
}

bool ByteMessages::arrive(const Arrival& packet) {
  Message& message = messages_[packet.message];
  const turnpike_delivery& part = packet.delivery;
  const bool is_first = message.missing == message.about.packets;
  message.about.queued = is_first ? part.queued : std::min(message.about.queued, part.queued);
  message.about.delivered = std::max(message.about.delivered, part.delivered);
  message.about.released = std::max(message.about.released, part.released);
  if (--message.missing != 0) return false;
  arrived_.push_back(packet.message);
  return true;
}

turnpike_message ByteMessages::take() {
  const std::uint32_t number = arrived_.front();
  arrived_.pop_front();
  taken_.swap(messages_[number].data);
  turnpike_message about = messages_[number].about;
  about.data = taken_.data();
  free_.push_back(number);
  return about;
}

void ByteMessages::visit_state(model::StateStream& state) {
  state.any_list(messages_, [&](Message& one) {
    turnpike_message& about = one.about;
    for (auto* number : {&about.bytes, &about.tag, &about.packets, &about.queued, &about.delivered,
                         &about.released, &one.missing}) {
      state.value(*number);
    }
    for (auto* number : {&about.source, &about.destination, &about.message_class}) {
      state.value(*number);
    }
    about.size = sizeof about;
    state.any_list(one.data);
    state.check(one.missing <= about.packets, "packets of a message");
  });
  const auto visit = [&](std::uint32_t& number) {
    state.value(number);
    state.check(number < count(), "number of a message");
  };
  state.any_list(free_, visit);
  std::vector<std::uint32_t> arrived(arrived_.begin(), arrived_.end());
  state.any_list(arrived, visit);
  if (state.is_reading()) arrived_.assign(arrived.begin(), arrived.end());
}

}  // namespace turnpike::api
