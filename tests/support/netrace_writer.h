// netrace_writer.h - traces in the format of Netrace 1.0, for tests.

#pragma once

#include <bzlib.h>

#include <cstddef>
#include <cstdint>
#include <fstream>
#include <string>
#include <utility>
#include <vector>

#include "model/common/random.h"

namespace turnpike::test {

struct TracedPacket {
  std::uint64_t cycle;
  std::uint32_t id;
  unsigned type;
  unsigned source;
  unsigned destination;
  std::vector<std::uint32_t> followers;
};

inline void add_bytes(std::string& bytes, std::uint64_t value, unsigned count) {
  for (unsigned i = 0; i < count; ++i) bytes += static_cast<char>(value >> 8 * i & 0xff);
}
inline std::string netrace_packet_bytes(const TracedPacket& packet) {
  std::string bytes;
  add_bytes(bytes, packet.cycle, 8);
  add_bytes(bytes, packet.id, 4);
  add_bytes(bytes, 0x1234, 4);
  add_bytes(bytes, packet.type, 1);
  add_bytes(bytes, packet.source, 1);
  add_bytes(bytes, packet.destination, 1);
  add_bytes(bytes, 0x20, 1);
  add_bytes(bytes, packet.followers.size(), 1);
  for (const std::uint32_t id : packet.followers) add_bytes(bytes, id, 4);
  return bytes;
}
// The whole trace is one region, and what comes from packet `second` on another.
inline std::string netrace_bytes_of(const std::vector<TracedPacket>& packets, std::size_t second) {
  std::string bytes;
  add_bytes(bytes, 0x484a5455, 4);
  add_bytes(bytes, 0x3f800000, 4);  // 1.0
  bytes += std::string(30, 'x');
  add_bytes(bytes, 64, 1);
  add_bytes(bytes, 0, 1);
  add_bytes(bytes, 500, 8);
  add_bytes(bytes, packets.size(), 8);
  add_bytes(bytes, 3, 4);
  add_bytes(bytes, 2, 4);
  add_bytes(bytes, 0, 8);
  bytes += "ab";
  add_bytes(bytes, 0, 1);
  std::string body;
  std::size_t offset = 0;
  for (std::size_t i = 0; i < packets.size(); ++i) {
    if (i == second) offset = body.size();
    body += netrace_packet_bytes(packets[i]);
  }
  for (const auto& [at, count] :
       {std::pair{std::size_t{0}, packets.size()}, {offset, packets.size() - second}}) {
    add_bytes(bytes, at, 8);
    add_bytes(bytes, 500, 8);
    add_bytes(bytes, count, 8);
  }
  return bytes + body;
}
// Reads, their answers, and writes on 64 nodes, each behind some of the packets before it.
inline std::vector<TracedPacket> random_netrace(unsigned count) {
  std::vector<TracedPacket> packets;
  for (unsigned i = 0; i < count; ++i) {
    const auto draw = [&](unsigned what, unsigned n) {
      return model::below(model::draw(6, model::Stream::test, i, what), n);
    };
    TracedPacket packet{2 * i, i, 1 + draw(0, 2), draw(1, 64), draw(2, 64), {}};
    for (const unsigned later : {i + 1 + draw(3, 20), i + 30 + draw(4, 20)}) {
      if (later < count) packet.followers.push_back(later);
    }
    packets.push_back(packet);
  }
  return packets;
}

inline std::string compressed(const std::string& bytes) {
  std::vector<char> packed(bytes.size() + 1000);
  auto size = static_cast<unsigned>(packed.size());
  BZ2_bzBuffToBuffCompress(packed.data(), &size, const_cast<char*>(bytes.data()),
                           static_cast<unsigned>(bytes.size()), 9, 0, 0);
  return {packed.data(), size};
}

// Compressed; the last `cut` bytes are left out.
inline void write_netrace(const std::string& path, const std::string& bytes, std::size_t cut = 0) {
  const std::string packed = compressed(bytes);
  std::ofstream(path, std::ios::binary) << packed.substr(0, packed.size() - cut);
}

}  // namespace turnpike::test
