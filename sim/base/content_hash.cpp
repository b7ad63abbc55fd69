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

namespace {

// The first bytes of the digest; the state begins anew.
template <std::size_t bytes>
std::string digest_text(sha256_ctx& state) {
  std::array<std::uint8_t, bytes> digest;
  sha256_digest(&state, digest.size(), digest.data());
  std::string text;
  for (const std::uint8_t byte : digest) text += fmt::format("{:02x}", byte);
  return text;
}

}  // namespace

ContentHash::ContentHash() { sha256_init(&state_); }

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
  return digest_text<16>(copy);
}

void ContentHash::add_bytes(const char* bytes, std::size_t count) {
  sha256_update(&state_, count, reinterpret_cast<const std::uint8_t*>(bytes));
}

Sha256::Sha256() { sha256_init(&state_); }

void Sha256::add(const std::string& bytes) {
  sha256_update(&state_, bytes.size(), reinterpret_cast<const std::uint8_t*>(bytes.data()));
}

std::string Sha256::to_text() const {
  sha256_ctx copy = state_;
  return digest_text<SHA256_DIGEST_SIZE>(copy);
}

std::string sha256_of(const std::string& bytes) {
  Sha256 hash;
  hash.add(bytes);
  return hash.to_text();
}

}  // namespace turnpike::sim
