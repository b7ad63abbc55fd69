// temporary_file.cpp - a file that gets its name when it is whole, and vanishes if it never is.

#include "sim/base/temporary_file.h"

#include <fcntl.h>
#include <fmt/format.h>
#include <unistd.h>

#include <cerrno>
#include <cstdio>
#include <cstring>
#include <utility>

#include "sim/base/config_error.h"

namespace turnpike::sim {

void fail_to_write(const std::string& what, const std::string& path, int error) {
  throw ConfigError(fmt::format("{}: {}: {}", path, what, std::strerror(error)));
}

void flush_folder(const std::string& path) {
  const int descriptor = ::open(path.c_str(), O_RDONLY | O_DIRECTORY | O_CLOEXEC);
  if (descriptor < 0) return;
  ::fsync(descriptor);
  ::close(descriptor);
}

TemporaryFile::TemporaryFile(std::string path) : path_(std::move(path)) {
  descriptor_ = ::open(path_.c_str(), O_WRONLY | O_CREAT | O_TRUNC | O_CLOEXEC, 0666);
  if (descriptor_ < 0) fail_to_write("cannot be written", path_, errno);
}

TemporaryFile::~TemporaryFile() {
  if (descriptor_ >= 0) ::close(descriptor_);
  if (!kept_) ::unlink(path_.c_str());
}

void TemporaryFile::write(const std::string& text) {
  std::size_t done = 0;
  while (done < text.size()) {
    const ssize_t count = ::write(descriptor_, text.data() + done, text.size() - done);
    if (count < 0 && errno == EINTR) continue;
    if (count <= 0) fail_to_write("cannot be written", path_, count < 0 ? errno : ENOSPC);
    done += static_cast<std::size_t>(count);
  }
}

void TemporaryFile::flush_and_close() {
  if (::fsync(descriptor_) != 0) fail_to_write("cannot be written", path_, errno);
  const int descriptor = descriptor_;
  descriptor_ = -1;
  if (::close(descriptor) != 0) fail_to_write("cannot be written", path_, errno);
}

void TemporaryFile::keep_as(const std::string& path) {
  if (std::rename(path_.c_str(), path.c_str()) != 0) {
    fail_to_write("cannot be written", path, errno);
  }
  kept_ = true;
}

}  // namespace turnpike::sim
