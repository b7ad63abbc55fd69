// cache_folder.h - a folder of finished builds that several processes may fill at once.
//
// An entry is made under another name and renamed when it is complete, so a failed or interrupted
// build leaves none. A lock file per entry lets one process build while the others wait; the
// kernel drops the lock of a process that dies.

#pragma once

#include <filesystem>
#include <functional>
#include <string>

namespace turnpike::sim {

class CacheFolder {
 public:
  // Throws std::runtime_error when the folder cannot be made.
  explicit CacheFolder(std::filesystem::path folder);

  bool has(const std::string& key) const;

  // The folder of entry `key`. If there is none, `build` fills an empty folder first; what it
  // throws is passed on and nothing stays behind.
  std::filesystem::path entry(const std::string& key,
                              const std::function<void(const std::filesystem::path&)>& build);

 private:
  std::filesystem::path folder_;
};

}  // namespace turnpike::sim
