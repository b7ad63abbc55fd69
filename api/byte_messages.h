// byte_messages.h - messages in bytes: cut into packets at the source, joined at the destination.
//
// The library keeps the bytes. The network carries as many flits as the bytes would need.

#pragma once

#include <cstdint>
#include <deque>
#include <vector>

#include "api/delivery_order.h"
#include "api/turnpike.h"
#include "model/common/state_stream.h"

namespace turnpike::api {

// How many flits carry how many bytes.
struct MessageFormat {
  std::uint32_t flit_bytes = 4;
  std::uint32_t header_flits = 0;    // of each packet, before the bytes
  std::uint64_t packet_bytes = 256;  // most of a packet

  // Throws Failure: out of range. `flit_bits`: of the network.
  static MessageFormat of(const turnpike_options& options, unsigned flit_bits);

  std::uint64_t packets(std::uint64_t bytes) const {
    return bytes == 0 ? 1 : (bytes - 1) / packet_bytes + 1;
  }
  std::uint32_t flits(std::uint64_t bytes, std::uint64_t packet) const;
  // The state of messages of another format is refused.
  void expect_same(model::StateStream& state) const {
    state.expect(flit_bytes, "options.flit_bytes");
    state.expect(header_flits, "options.header_flits");
    state.expect(packet_bytes, "options.packet_bytes");
  }
};

class ByteMessages {
 public:
  explicit ByteMessages(const MessageFormat& format) : format_(format) {}

  const MessageFormat& format() const { return format_; }

  // The number of a message whose packets are offered now.
  std::uint32_t begin(const turnpike_packet& about, const void* data, std::uint64_t bytes);
  // A packet of it came out. True: it was the last.
  bool arrive(const Arrival& packet);

  std::size_t waiting() const { return arrived_.size(); }
  // The oldest one that came out whole. Its data are good until the next one is taken.
  turnpike_message take();

  std::uint32_t count() const { return static_cast<std::uint32_t>(messages_.size()); }
  void visit_state(model::StateStream& state);

 private:
  struct Message {
    turnpike_message about{};   // `data` is set when it is taken
    std::uint64_t missing = 0;  // packets
    std::vector<unsigned char> data;
  };

  MessageFormat format_;
  std::vector<Message> messages_;
  std::vector<std::uint32_t> free_;    // numbers that no message has
  std::deque<std::uint32_t> arrived_;  // whole, and not yet taken
  std::vector<unsigned char> taken_;   // data of the last one that was taken
};

}  // namespace turnpike::api
