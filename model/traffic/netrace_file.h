// netrace_file.h - packets of a Netrace trace, version 1.0, compressed with bzip2.
//
// A packet names the later packets that wait for it. Numbers are little-endian. The header has 72
// bytes (magic, version, name, nodes, cycles, packets, length of the notes, regions, padding).
// Notes follow, regions of 24 bytes (offset behind the header, cycles, packets), and packets of 21
// bytes and 4 for each packet that waits.

#pragma once

#include <cstdint>
#include <memory>
#include <string>
#include <vector>

#include "model/common/types.h"

namespace turnpike::model {

struct NetracePacket {
  Cycle cycle = 0;
  std::uint32_t id = 0;
  std::uint8_t type = 0;
  std::uint8_t source = 0;
  std::uint8_t destination = 0;
  std::uint8_t node_types = 0;           // of source and destination, four bits each
  std::vector<std::uint32_t> followers;  // ids of later packets that wait for it
};

struct NetraceRegion {
  std::uint64_t offset = 0;  // bytes behind the header, uncompressed
  std::uint64_t cycles = 0;
  std::uint64_t packets = 0;
};

class NetraceReader {
 public:
  // Throws ConfigurationError of the key "workload.file".
  explicit NetraceReader(const std::string& path);
  ~NetraceReader();
  NetraceReader(const NetraceReader&) = delete;
  NetraceReader& operator=(const NetraceReader&) = delete;

  unsigned nodes() const { return nodes_; }
  std::uint64_t packets() const { return packets_; }
  const std::vector<NetraceRegion>& regions() const { return regions_; }

  // Before the first packet: goes on to the region. Throws ConfigurationError.
  void skip_to(const NetraceRegion& region);
  // The next packet; false at the end of the file. Throws ConfigurationError.
  bool next(NetracePacket& packet);

  // Reports the file, at the packet that was read last.
  [[noreturn]] void refuse(const std::string& found, const std::string& allowed) const;

 private:
  struct File;

  std::size_t read(void* to, std::size_t bytes);
  void read_header();

  std::string path_;
  std::unique_ptr<File> file_;
  unsigned nodes_ = 0;
  std::uint64_t packets_ = 0;
  std::uint64_t read_ = 0;  // packets
  std::vector<NetraceRegion> regions_;
};

// Bytes of a packet of the type, 8 without data and 72 with it; 0: there is no such type.
unsigned netrace_bytes(unsigned type);

}  // namespace turnpike::model
