// cache_folder.cpp - lock, build aside, seal, rename.

#include "sim/hardware/rtl_components/cache_folder.h"

#include <fcntl.h>
#include <fmt/format.h>
#include <sys/file.h>
#include <sys/stat.h>
#include <unistd.h>

#include <cerrno>
#include <chrono>
#include <cstring>
#include <system_error>
#include <thread>

#include "sim/base/config_error.h"
#include "sim/base/interrupt.h"
#include "sim/base/temporary_file.h"
#include "sim/hardware/rtl_components/manifest.h"

namespace turnpike::sim {
namespace {

namespace fs = std::filesystem;

constexpr mode_t kMode = 0755;
constexpr std::chrono::milliseconds kNap(20);  // between attempts to get a lock
constexpr const char* kElsewhere = "TURNPIKE_SHAPES names another folder";

class FileLock {
 public:
  explicit FileLock(const fs::path& path)
      : file_(::open(path.c_str(), O_RDWR | O_CREAT | O_CLOEXEC | O_NOFOLLOW, 0644)) {
    if (file_ < 0) {
      throw ConfigError(fmt::format("{}: cannot be written: {} ({})", path.string(),
                                    std::strerror(errno), kElsewhere));
    }
  }
  ~FileLock() { ::close(file_); }
  FileLock(const FileLock&) = delete;
  FileLock& operator=(const FileLock&) = delete;

  // False: another process has it.
  bool take() const { return ::flock(file_, LOCK_EX | LOCK_NB) == 0; }

 private:
  int file_;
};

[[noreturn]] void refuse(const fs::path& folder, const std::string& found,
                         const std::string& remedy) {
  throw ConfigError(
      fmt::format("{}: {}; what lies in it is run, so allowed is: a folder of yours that nobody "
                  "else may write to ({}{})",
                  folder.string(), found, remedy, kElsewhere));
}

void refuse_shared(const fs::path& folder) {
  struct stat status = {};
  if (::stat(folder.c_str(), &status) != 0) fail_to_write("cannot be used", folder, errno);
  if (!S_ISDIR(status.st_mode)) fail_to_write("cannot be used", folder, ENOTDIR);
  if (status.st_uid != ::geteuid() && status.st_uid != 0) {
    refuse(folder, fmt::format("belongs to user {}", status.st_uid), "");
  }
  if ((status.st_mode & (S_IWGRP | S_IWOTH)) != 0) {
    refuse(folder, fmt::format("others may write to it (mode {:o})", status.st_mode & 07777u),
           fmt::format("chmod go-w {}, or ", folder.string()));
  }
}

}  // namespace

CacheFolder::CacheFolder(fs::path folder, Notice notice)
    : folder_(std::move(folder)), notice_(std::move(notice)) {
  std::error_code failure;
  if (folder_.has_parent_path()) fs::create_directories(folder_.parent_path(), failure);
  if (failure || (::mkdir(folder_.c_str(), kMode) != 0 && errno != EEXIST)) {
    fail_to_write("cannot be made a folder", folder_, failure ? failure.value() : errno);
  }
  refuse_shared(folder_);
}

std::optional<fs::path> CacheFolder::find(const std::string& key) const {
  const fs::path done = folder_ / key;
  if (!fs::exists(done) || !damage(done, key).empty()) return {};
  return done;
}

fs::path CacheFolder::entry(const std::string& key, const Build& build) {
  if (const auto found = find(key)) return *found;
  const fs::path done = folder_ / key;
  const FileLock lock(folder_ / (key + ".lock"));
  for (bool told = false; !lock.take(); told = true) {
    if (!told) tell(fmt::format("waiting for another process that builds {}", done.string()));
    stop_if_interrupted("while another process built " + done.string());
    std::this_thread::sleep_for(kNap);
  }
  if (const auto found = find(key)) return *found;  // another process was faster
  if (fs::exists(fs::symlink_status(done))) {
    tell(fmt::format("{} is damaged and made anew: {}", done.string(), damage(done, key)));
    fs::remove_all(done);
  }

  // Left by a process that died: the lock says that nobody works in it.
  const fs::path aside = folder_ / (key + ".building");
  fs::remove_all(aside);
  fs::create_directory(aside);
  try {
    build(aside);
    seal(aside, key);
  } catch (...) {
    std::error_code ignored;
    fs::remove_all(aside, ignored);
    throw;
  }
  fs::rename(aside, done);
  flush_folder(folder_);
  return done;
}

void CacheFolder::tell(const std::string& line) {
  const std::lock_guard<std::mutex> lock(telling_);
  if (notice_) notice_(line);
}

}  // namespace turnpike::sim
