// coprocessor_messages.h - the packets of a message, made here and not by the co-processor's code.

#pragma once

#include <algorithm>
#include <vector>

#include "tests/modules/support/coprocessor_bench.h"

namespace turnpike::test {

struct MessageOrigin {
  std::uint32_t route = 0;  // first halfword: destination and kind
  std::uint32_t source = 0;
  std::uint32_t stream = 0;
};

inline void put(Packet& packet, std::uint32_t value, unsigned bytes) {
  for (unsigned i = 0; i < bytes; ++i)
    packet.push_back(static_cast<std::uint8_t>(value >> (8 * i)));
}

inline std::vector<Packet> packets_of(const MessageOrigin& origin, std::uint32_t type,
                                      const Bytes& data) {
  std::vector<Packet> packets;
  std::size_t at = 0;
  do {
    Packet packet;
    put(packet, origin.route, 2);
    put(packet, origin.source | origin.stream << 12, 2);
    if (packets.empty()) {
      put(packet, static_cast<std::uint32_t>(data.size()), 4);
      put(packet, type, 2);
    }
    const std::size_t most = std::min(data.size() - at, 20 - packet.size());
    packet.insert(packet.end(), data.begin() + static_cast<std::ptrdiff_t>(at),
                  data.begin() + static_cast<std::ptrdiff_t>(at + most));
    at += most;
    packet.resize(20);
    packets.push_back(packet);
  } while (at < data.size());
  return packets;
}

inline Bytes random_bytes(Draws& draws, std::size_t size) {
  Bytes bytes(size);
  for (auto& byte : bytes) byte = static_cast<std::uint8_t>(1 + draws.below(255));
  return bytes;
}

// Lengths around the ends of packets.
constexpr std::uint32_t kLengths[] = {0, 1, 9, 10, 11, 25, 26, 27, 1000};

}  // namespace turnpike::test
