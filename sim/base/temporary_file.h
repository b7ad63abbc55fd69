// temporary_file.h - a file that gets its name when it is whole, and vanishes if it never is.

#pragma once

#include <string>

namespace turnpike::sim {

// Says which file could not be written and why; throws ConfigError. `error` is an errno.
[[noreturn]] void fail_to_write(const std::string& what, const std::string& path, int error);

// So that a new name in the folder survives a power failure; file systems that cannot do it are let
// off.
void flush_folder(const std::string& path);

class TemporaryFile {
 public:
  // Everything throws ConfigError.
  explicit TemporaryFile(std::string path);
  TemporaryFile(const TemporaryFile&) = delete;
  TemporaryFile& operator=(const TemporaryFile&) = delete;
  ~TemporaryFile();

  void write(const std::string& text);
  // To the disk; some file systems report a full one only here.
  void flush_and_close();
  void keep_as(const std::string& path);

 private:
  std::string path_;
  int descriptor_ = -1;
  bool kept_ = false;
};

}  // namespace turnpike::sim
