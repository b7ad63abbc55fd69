// temporary_file.cpp - names that are drawn, files that are new.

#include "sim/base/temporary_file.h"

#include <fcntl.h>
#include <fmt/format.h>
#include <stdlib.h>
#include <sys/random.h>
#include <unistd.h>

#include <cerrno>
#include <cstdint>
#include <cstdio>
#include <cstring>
#include <filesystem>
#include <utility>

#include "sim/base/config_error.h"

namespace turnpike::sim {
namespace {

constexpr int kAttempts = 100;  // at a name that is not taken

// Not by mkstemp: the file keeps the permissions that it is made with, and mkstemp's are none for
// others.
std::string drawn_name() {
  std::uint64_t number = 0;
  if (::getrandom(&number, sizeof number, 0) != sizeof number) {
    throw ConfigError(fmt::format("random bytes: {}", std::strerror(errno)));
  }
  return fmt::format(".turnpike-{:016x}.tmp", number);
}

}  // namespace

void fail_to_write(const std::string& what, const std::string& path, int error) {
  throw ConfigError(fmt::format("{}: {}: {}", path, what, std::strerror(error)));
}

void flush_folder(const std::string& path) {
  const int descriptor = ::open(path.c_str(), O_RDONLY | O_DIRECTORY | O_CLOEXEC);
  if (descriptor < 0) return;
  ::fsync(descriptor);
  ::close(descriptor);
}

TemporaryFile::TemporaryFile(std::string wanted) : wanted_(std::move(wanted)) {
  const std::filesystem::path folder = std::filesystem::path(wanted_).parent_path();
  for (int attempt = 0; descriptor_ < 0; ++attempt) {
    path_ = (folder / drawn_name()).string();
    descriptor_ = ::open(path_.c_str(), O_WRONLY | O_CREAT | O_EXCL | O_NOFOLLOW | O_CLOEXEC, 0666);
    const bool is_taken = descriptor_ < 0 && errno == EEXIST && attempt < kAttempts;
    if (descriptor_ < 0 && !is_taken) fail_to_write("cannot be written", wanted_, errno);
  }
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
    if (count <= 0) fail_to_write("cannot be written", wanted_, count < 0 ? errno : ENOSPC);
    done += static_cast<std::size_t>(count);
  }
}

void TemporaryFile::flush_and_close() {
  if (::fsync(descriptor_) != 0) fail_to_write("cannot be written", wanted_, errno);
  close();
}

// A file system of the network reports a full disk here.
void TemporaryFile::close() {
  const int descriptor = descriptor_;
  descriptor_ = -1;
  if (::close(descriptor) != 0) fail_to_write("cannot be written", wanted_, errno);
}

void TemporaryFile::keep_as(const std::string& path) {
  if (std::rename(path_.c_str(), path.c_str()) != 0) {
    fail_to_write("cannot be written", path, errno);
  }
  kept_ = true;
}

void write_whole_file(const std::string& path, const std::string& text) {
  TemporaryFile file(path);
  file.write(text);
  file.flush_and_close();
  file.keep_as(path);
}

void write_shared_file(const std::string& path, const std::string& text) {
  TemporaryFile file(path);
  file.write(text);
  file.close();
  file.keep_as(path);
}

TemporaryFolder::TemporaryFolder() {
  std::error_code failure;
  const std::filesystem::path place = std::filesystem::temp_directory_path(failure);
  if (failure) {
    throw ConfigError(fmt::format("no folder for temporary files (TMPDIR): {}", failure.message()));
  }
  path_ = (place / "turnpike-XXXXXX").string();
  if (::mkdtemp(path_.data()) == nullptr) {
    fail_to_write("no temporary folder can be made in it", place.string(), errno);
  }
}

TemporaryFolder::TemporaryFolder(const std::string& parent, const std::string& wanted)
    : path_(parent + "/.turnpike-XXXXXX") {
  if (::mkdtemp(path_.data()) == nullptr) fail_to_write("cannot be made", wanted, errno);
}

TemporaryFolder::~TemporaryFolder() {
  std::error_code ignored;
  std::filesystem::remove_all(path_, ignored);
}

}  // namespace turnpike::sim
