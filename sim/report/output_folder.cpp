// output_folder.cpp - atomic writing of result files.

#include "sim/report/output_folder.h"

#include <fcntl.h>
#include <fmt/format.h>
#include <unistd.h>

#include <cerrno>
#include <cstdio>
#include <cstring>
#include <filesystem>

#include "sim/config/config_error.h"

namespace turnpike::sim {

namespace {

[[noreturn]] void fail(const std::string& what, const std::string& path, int error) {
  throw ConfigError(fmt::format("{}: {}: {}", path, what, std::strerror(error)));
}

// A file descriptor that closes itself, and a file that goes away unless it was kept.
class TemporaryFile {
 public:
  explicit TemporaryFile(std::string path) : path_(std::move(path)) {
    descriptor_ = ::open(path_.c_str(), O_WRONLY | O_CREAT | O_TRUNC | O_CLOEXEC, 0666);
    if (descriptor_ < 0) fail("cannot be written", path_, errno);
  }
  TemporaryFile(const TemporaryFile&) = delete;
  TemporaryFile& operator=(const TemporaryFile&) = delete;
  ~TemporaryFile() {
    if (descriptor_ >= 0) ::close(descriptor_);
    if (!kept_) ::unlink(path_.c_str());
  }

  void write(const std::string& text) {
    std::size_t done = 0;
    while (done < text.size()) {
      const ssize_t count = ::write(descriptor_, text.data() + done, text.size() - done);
      if (count < 0 && errno == EINTR) continue;
      if (count <= 0) fail("cannot be written", path_, count < 0 ? errno : ENOSPC);
      done += static_cast<std::size_t>(count);
    }
  }

  // Some file systems report a full disk only here.
  void flush_and_close() {
    if (::fsync(descriptor_) != 0) fail("cannot be written", path_, errno);
    const int descriptor = descriptor_;
    descriptor_ = -1;
    if (::close(descriptor) != 0) fail("cannot be written", path_, errno);
  }

  void keep_as(const std::string& path) {
    if (std::rename(path_.c_str(), path.c_str()) != 0) fail("cannot be written", path, errno);
    kept_ = true;
  }

 private:
  std::string path_;
  int descriptor_ = -1;
  bool kept_ = false;
};

// So that the new name survives a power failure; file systems that cannot do it are let off.
void flush_folder(const std::string& path) {
  const int descriptor = ::open(path.c_str(), O_RDONLY | O_DIRECTORY | O_CLOEXEC);
  if (descriptor < 0) return;
  ::fsync(descriptor);
  ::close(descriptor);
}

}  // namespace

OutputFolder::OutputFolder(const std::string& path) : path_(path) {
  std::error_code error;
  std::filesystem::create_directories(path, error);
  if (!std::filesystem::is_directory(path)) {
    fail("cannot be made a folder for results", path, error ? error.value() : ENOTDIR);
  }
  TemporaryFile trial(path_of(fmt::format(".trial.{}.tmp", ::getpid())));
  trial.write("trial\n");
}

void OutputFolder::write(const std::string& name, const std::string& text) {
  TemporaryFile file(path_of(fmt::format(".{}.{}.tmp", name, ::getpid())));
  file.write(text);
  file.flush_and_close();
  file.keep_as(path_of(name));
  flush_folder(path_);
  files_.push_back(path_of(name));
}

}  // namespace turnpike::sim
