// temporary_file.cpp - names that are drawn, files that are new.

#include "sim/base/temporary_file.h"

#include <fcntl.h>
#include <fmt/format.h>
#include <stdlib.h>
#include <sys/stat.h>
#include <unistd.h>

#include <algorithm>
#include <cerrno>
#include <cstdint>
#include <cstdio>
#include <cstring>
#include <filesystem>
#include <utility>
#include <vector>

#include "sim/base/config_error.h"
#include "sim/base/temporary_leftovers.h"

namespace turnpike::sim {
namespace {

constexpr int kAttempts = 100;  // at a name that is not taken
constexpr const char* kTemporaryStart = ".turnpike-";
constexpr const char* kTemporaryEnd = ".tmp";

// Not by mkstemp: the file keeps the permissions that it is made with, and mkstemp's are none for
// others.
std::string drawn_name() {
  std::uint64_t number = 0;
  if (::getentropy(&number, sizeof number) != 0) {
    throw ConfigError(fmt::format("random bytes: {}", std::strerror(errno)));
  }
  return fmt::format("{}{:016x}{}", kTemporaryStart, number, kTemporaryEnd);
}

}  // namespace

void fail_to_write(const std::string& what, const std::string& path, int error) {
  throw ConfigError(fmt::format("{}: {}: {}", path, what, std::strerror(error)));
}

namespace {

void write_all(int descriptor, const std::string& text, const std::string& wanted) {
  std::size_t done = 0;
  while (done < text.size()) {
    const ssize_t count = ::write(descriptor, text.data() + done, text.size() - done);
    if (count < 0 && errno == EINTR) continue;
    if (count <= 0) fail_to_write("cannot be written", wanted, count < 0 ? errno : ENOSPC);
    done += static_cast<std::size_t>(count);
  }
}

// A file system of the network reports a full disk here.
void close_open(int& open, const std::string& wanted) {
  const int descriptor = open;
  open = -1;
  if (::close(descriptor) != 0) fail_to_write("cannot be written", wanted, errno);
}

void close_flushed(int& open, const std::string& wanted) {
  if (::fsync(open) != 0) fail_to_write("cannot be written", wanted, errno);
  close_open(open, wanted);
}

}  // namespace

void flush_folder(const std::string& path) {
  const int descriptor = ::open(path.c_str(), O_RDONLY | O_DIRECTORY | O_CLOEXEC);
  if (descriptor < 0) return;
  ::fsync(descriptor);
  ::close(descriptor);
}

void remove_temporary_files(const std::string& folder) {
  namespace fs = std::filesystem;
  std::error_code failure;
  std::vector<fs::path> left;
  fs::directory_iterator entry(folder, failure);
  for (const fs::directory_iterator end; !failure && entry != end; entry.increment(failure)) {
    const fs::path name = entry->path().filename();
    const bool is_temporary =
        name.string().rfind(kTemporaryStart, 0) == 0 && name.extension() == kTemporaryEnd;
    if (is_temporary) left.push_back(entry->path());
  }
  for (const fs::path& path : left) fs::remove(path, failure);
}

TemporaryFile::TemporaryFile(std::string wanted, unsigned mode) : wanted_(std::move(wanted)) {
  const std::filesystem::path folder = std::filesystem::path(wanted_).parent_path();
  for (int attempt = 0; descriptor_ < 0; ++attempt) {
    path_ = (folder / drawn_name()).string();
    descriptor_ = ::open(path_.c_str(), O_WRONLY | O_CREAT | O_EXCL | O_NOFOLLOW | O_CLOEXEC, mode);
    const bool is_taken = descriptor_ < 0 && errno == EEXIST && attempt < kAttempts;
    if (descriptor_ < 0 && !is_taken) fail_to_write("cannot be written", wanted_, errno);
  }
}

TemporaryFile::~TemporaryFile() {
  if (descriptor_ >= 0) ::close(descriptor_);
  if (!kept_) ::unlink(path_.c_str());
}

void TemporaryFile::write(const std::string& text) { write_all(descriptor_, text, wanted_); }

void TemporaryFile::flush_and_close() { close_flushed(descriptor_, wanted_); }

void TemporaryFile::close() { close_open(descriptor_, wanted_); }

void TemporaryFile::keep_as(const std::string& path) {
  if (std::rename(path_.c_str(), path.c_str()) != 0) {
    fail_to_write("cannot be written", path, errno);
  }
  kept_ = true;
}

PartialFile::PartialFile(std::string wanted) : wanted_(std::move(wanted)), path_(name_of(wanted_)) {
  ::unlink(path_.c_str());
  descriptor_ = ::open(path_.c_str(), O_WRONLY | O_CREAT | O_EXCL | O_NOFOLLOW | O_CLOEXEC, 0666);
  if (descriptor_ < 0) fail_to_write("cannot be written", path_, errno);
}

PartialFile::PartialFile(std::string wanted, std::uint64_t bytes, const Read& read)
    : wanted_(std::move(wanted)), path_(name_of(wanted_)), bytes_(bytes) {
  constexpr int kFlags = O_RDWR | O_NOFOLLOW | O_NONBLOCK | O_CLOEXEC;  // a pipe is not waited for
  descriptor_ = ::open(path_.c_str(), kFlags);
  if (descriptor_ < 0 && errno == ENOENT) {
    // Killed after it got its last name, and before the run was over.
    descriptor_ = ::open(wanted_.c_str(), kFlags);
    is_finished_ = descriptor_ >= 0;
  }
  if (descriptor_ < 0) fail_to_write("cannot be continued", path_, errno);
  const auto refuse = [&](const std::string& found) {
    ::close(std::exchange(descriptor_, -1));
    throw ConfigError(
        fmt::format("{}: found {}, allowed: the file as the run before left it", path_, found));
  };
  struct stat status {};
  if (::fstat(descriptor_, &status) != 0 || !S_ISREG(status.st_mode)) refuse("no regular file");
  if (static_cast<std::uint64_t>(status.st_size) < bytes) {
    refuse(fmt::format("{} bytes, fewer than the {} of the checkpoint", status.st_size, bytes));
  }
  std::vector<char> piece(std::size_t{1} << 20);
  for (std::uint64_t left = bytes; left != 0;) {
    const ssize_t count =
        ::read(descriptor_, piece.data(), std::min<std::uint64_t>(piece.size(), left));
    if (count < 0 && errno == EINTR) continue;
    if (count <= 0) refuse("bytes that cannot be read");
    read(piece.data(), static_cast<std::size_t>(count));
    left -= static_cast<std::uint64_t>(count);
  }
}

void PartialFile::go_on() {
  if (is_finished_ && std::rename(wanted_.c_str(), path_.c_str()) != 0) {
    fail_to_write("cannot be written", path_, errno);
  }
  if (::ftruncate(descriptor_, static_cast<off_t>(bytes_)) != 0) {
    fail_to_write("cannot be cut", path_, errno);
  }
}

PartialFile::~PartialFile() {
  if (descriptor_ >= 0) ::close(descriptor_);
}

void PartialFile::write(const std::string& text) { write_all(descriptor_, text, path_); }

void PartialFile::flush() {
  if (::fsync(descriptor_) != 0) fail_to_write("cannot be written", path_, errno);
}

void PartialFile::flush_and_close() { close_flushed(descriptor_, path_); }

void PartialFile::keep_as(const std::string& path) {
  if (std::rename(path_.c_str(), path.c_str()) != 0) {
    fail_to_write("cannot be written", path, errno);
  }
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
