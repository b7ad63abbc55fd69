// netrace_file.cpp - the bytes of a Netrace trace, through libbz2.

#include "model/traffic/netrace_file.h"

#include <bzlib.h>

#include <algorithm>
#include <cerrno>
#include <cstring>
#include <filesystem>

#include "model/common/configuration_error.h"
#include "model/common/printable.h"

namespace turnpike::model {
namespace {

constexpr std::uint32_t kMagic = 0x484a5455;
constexpr float kVersion = 1.0f;
constexpr std::size_t kHeaderBytes = 72;
constexpr std::size_t kRegionBytes = 24;
constexpr std::size_t kPacketBytes = 21;
constexpr std::uint32_t kMostNotes = 1u << 20;
constexpr std::uint32_t kMostRegions = 1u << 16;

template <class T>
T number_at(const unsigned char* bytes) {
  T value = 0;
  for (std::size_t i = sizeof(T); i-- > 0;) value = static_cast<T>(value << 8 | bytes[i]);
  return value;
}

}  // namespace

struct NetraceReader::File {
  explicit File(const char* path) : handle(BZ2_bzopen(path, "rb")) {}
  ~File() {
    if (handle != nullptr) BZ2_bzclose(handle);
  }
  File(const File&) = delete;
  File& operator=(const File&) = delete;

  BZFILE* handle;
};

NetraceReader::NetraceReader(const std::string& path) : path_(path) {
  namespace fs = std::filesystem;
  std::error_code ignored;
  if (fs::exists(path_, ignored) && !fs::is_regular_file(path_, ignored)) {
    refuse("is no regular file", "a regular file: it is read more than once");
  }
  errno = 0;
  file_ = std::make_unique<File>(path_.c_str());
  if (file_->handle == nullptr) refuse(std::strerror(errno), "a file that can be read");
  read_header();
}

NetraceReader::~NetraceReader() = default;

void NetraceReader::refuse(const std::string& found, const std::string& allowed) const {
  const std::string place = read_ == 0 ? "" : ": packet " + std::to_string(read_);
  throw ConfigurationError("workload.file", printable(path_) + place + ": " + found, allowed);
}

// Fewer than `bytes` at the end of the file alone.
std::size_t NetraceReader::read(void* to, std::size_t bytes) {
  std::size_t got = 0;
  while (got < bytes) {
    const int piece = BZ2_bzread(file_->handle, static_cast<char*>(to) + got,
                                 static_cast<int>(std::min<std::size_t>(bytes - got, 1u << 20)));
    if (piece < 0) refuse("is damaged, or ends too early", "a whole file compressed with bzip2");
    if (piece == 0) break;
    got += static_cast<std::size_t>(piece);
  }
  return got;
}

void NetraceReader::read_header() {
  constexpr const char* kAllowed = "a trace of Netrace 1.0, compressed with bzip2";
  unsigned char header[kHeaderBytes] = {};
  if (read(header, kHeaderBytes) != kHeaderBytes || number_at<std::uint32_t>(header) != kMagic) {
    refuse("has no header of Netrace", kAllowed);
  }
  const auto version_bits = number_at<std::uint32_t>(header + 4);
  float version = 0;
  std::memcpy(&version, &version_bits, sizeof version);
  if (version != kVersion) refuse("version " + std::to_string(version), kAllowed);
  nodes_ = header[38];
  packets_ = number_at<std::uint64_t>(header + 48);
  const auto notes = number_at<std::uint32_t>(header + 56);
  const auto regions = number_at<std::uint32_t>(header + 60);
  if (notes > kMostNotes || regions > kMostRegions)
    refuse("has a header that is damaged", kAllowed);
  std::string text(notes, '\0');
  if (read(text.data(), notes) != notes) refuse("ends in its notes", kAllowed);
  for (std::uint32_t i = 0; i < regions; ++i) {
    unsigned char region[kRegionBytes] = {};
    if (read(region, kRegionBytes) != kRegionBytes) refuse("ends in its regions", kAllowed);
    regions_.push_back({number_at<std::uint64_t>(region), number_at<std::uint64_t>(region + 8),
                        number_at<std::uint64_t>(region + 16)});
  }
}

void NetraceReader::skip_to(const NetraceRegion& region) {
  std::vector<char> skipped(1u << 16);
  for (std::uint64_t left = region.offset; left > 0;) {
    const auto piece = static_cast<std::size_t>(std::min<std::uint64_t>(left, skipped.size()));
    if (read(skipped.data(), piece) != piece) {
      refuse("ends before its region at byte " + std::to_string(region.offset), "a whole file");
    }
    left -= piece;
  }
}

bool NetraceReader::next(NetracePacket& packet) {
  unsigned char bytes[kPacketBytes] = {};
  const std::size_t got = read(bytes, kPacketBytes);
  if (got == 0) return false;
  ++read_;
  if (got != kPacketBytes) refuse("ends too early", "whole packets");
  packet.cycle = number_at<std::uint64_t>(bytes);
  packet.id = number_at<std::uint32_t>(bytes + 8);
  packet.type = bytes[16];
  packet.source = bytes[17];
  packet.destination = bytes[18];
  packet.node_types = bytes[19];
  packet.followers.clear();
  for (unsigned i = 0; i < bytes[20]; ++i) {
    unsigned char id[4] = {};
    if (read(id, 4) != 4) refuse("ends too early", "whole packets");
    packet.followers.push_back(number_at<std::uint32_t>(id));
  }
  return true;
}

unsigned netrace_bytes(unsigned type) {
  constexpr unsigned kControl = 8;
  constexpr unsigned kData = 72;
  switch (type) {
    case 1:   // ReadReq
    case 5:   // WriteResp
    case 13:  // UpgradeReq
    case 14:  // UpgradeResp
    case 15:  // ReadExReq
    case 25:  // BadAddressError
    case 27:  // InvalidateReq
    case 28:  // InvalidateResp
    case 29:  // DowngradeReq
      return kControl;
    case 2:   // ReadResp
    case 3:   // ReadRespWithInvalidate
    case 4:   // WriteReq
    case 6:   // Writeback
    case 16:  // ReadExResp
    case 30:  // DowngradeResp
      return kData;
    default:
      return 0;
  }
}

}  // namespace turnpike::model
