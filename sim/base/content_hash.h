// content_hash.h - a name for contents: the first 128 bits of the SHA-256 over them.

#pragma once

#include <nettle/sha2.h>

#include <string>

namespace turnpike::sim {

class ContentHash {
 public:
  ContentHash();

  // A part's length goes in as well, so that parts cannot run into one another.
  void add(const std::string& part);
  // Contents of a file, which may be larger than memory; throws ConfigError when it cannot be read.
  void add_file(const std::string& path);

  // As they are, in pieces of any length.
  void add_bytes(const char* bytes, std::size_t count);

  // 32 hexadecimal digits.
  std::string to_text() const;

 private:
  sha256_ctx state_;
};

// SHA-256 as `sha256sum` prints it, 64 hexadecimal digits, of bytes that come piece by piece.
class Sha256 {
 public:
  Sha256();
  void add(const std::string& bytes);
  std::string to_text() const;

 private:
  sha256_ctx state_;
};

// The same of one text.
std::string sha256_of(const std::string& bytes);

}  // namespace turnpike::sim
