// cache_folder.cpp - lock, build aside, rename.

#include "sim/rtl_components/cache_folder.h"

#include <fcntl.h>
#include <sys/file.h>
#include <unistd.h>

#include <cerrno>
#include <cstring>
#include <stdexcept>
#include <system_error>

namespace turnpike::sim {
namespace {

namespace fs = std::filesystem;

class FileLock {
 public:
  explicit FileLock(const fs::path& path)
      : file_(::open(path.c_str(), O_RDWR | O_CREAT | O_CLOEXEC, 0666)) {
    if (file_ < 0) {
      throw std::runtime_error("cannot write " + path.string() + ": " + std::strerror(errno));
    }
    while (::flock(file_, LOCK_EX) != 0 && errno == EINTR) {
    }
  }
  ~FileLock() { ::close(file_); }
  FileLock(const FileLock&) = delete;
  FileLock& operator=(const FileLock&) = delete;

 private:
  int file_;
};

}  // namespace

CacheFolder::CacheFolder(fs::path folder) : folder_(std::move(folder)) {
  std::error_code failure;
  fs::create_directories(folder_, failure);
  if (failure) {
    throw std::runtime_error("cannot make the folder " + folder_.string() + ": " +
                             failure.message());
  }
}

bool CacheFolder::has(const std::string& key) const { return fs::exists(folder_ / key); }

fs::path CacheFolder::entry(const std::string& key,
                            const std::function<void(const fs::path&)>& build) {
  const fs::path done = folder_ / key;
  if (fs::exists(done)) return done;
  const FileLock lock(folder_ / (key + ".lock"));
  if (fs::exists(done)) return done;  // another process was faster

  // Left by a process that died: the lock says that nobody works in it.
  const fs::path aside = folder_ / (key + ".building");
  fs::remove_all(aside);
  fs::create_directory(aside);
  try {
    build(aside);
  } catch (...) {
    std::error_code ignored;
    fs::remove_all(aside, ignored);
    throw;
  }
  fs::rename(aside, done);
  return done;
}

}  // namespace turnpike::sim
