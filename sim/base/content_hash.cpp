// content_hash.cpp - parts and files into SHA-256.

#include "sim/base/content_hash.h"

#include <fmt/format.h>

#include <array>
#include <cerrno>
#include <cstdint>
#include <cstring>
#include <fstream>
#include <vector>

#include "sim/base/config_error.h"

namespace turnpike::sim {

void ContentHash::add(const std::string& part) {
  const std::string length = std::to_string(part.size()) + ":";
  add_bytes(length.data(), length.size());
  add_bytes(part.data(), part.size());
}

void ContentHash::add_file(const std::string& path) {
  std::ifstream in(path, std::ios::binary);
  if (!in) throw ConfigError(fmt::format("{}: cannot be read: {}", path, std::strerror(errno)));
  std::vector<char> piece(std::size_t{1} << 20);
  std::uint64_t bytes = 0;
  while (in.read(piece.data(), static_cast<std::streamsize>(piece.size())) || in.gcount() > 0) {
    add_bytes(piece.data(), static_cast<std::size_t>(in.gcount()));
    bytes += static_cast<std::uint64_t>(in.gcount());
  }
  if (in.bad())
    throw ConfigError(fmt::format("{}: cannot be read: {}", path, std::strerror(errno)));
  add(std::to_string(bytes));  // where the file ends
}

std::string ContentHash::to_text() const {
  sha256_ctx copy = state_;
  std::array<std::uint8_t, 16> digest;
  sha256_digest(&copy, digest.size(), digest.data());
  std::string text;
  for (const std::uint8_t byte : digest) text += fmt::format("{:02x}", byte);
  return text;
}

void ContentHash::add_bytes(const char* bytes, std::size_t count) {
  sha256_update(&state_, count, reinterpret_cast<const std::uint8_t*>(bytes));
}

}  // namespace turnpike::sim
