// cache_folder.h - a folder of finished builds that several processes may fill at once.
//
// An entry is made under another name and renamed when it is complete and on the disk, so a failed
// or interrupted build leaves none. A lock file per entry lets one process build while the others
// wait; the kernel drops the lock of a process that dies. A manifest in each entry (manifest.h)
// says what it holds; an entry that differs from it is never used.
//
// What lies here is loaded into the program. So the folder must belong to this user or to root, and
// nobody else may write to it.

#pragma once

#include <filesystem>
#include <functional>
#include <mutex>
#include <optional>
#include <string>

namespace turnpike::sim {

class CacheFolder {
 public:
  using Notice = std::function<void(const std::string& line)>;
  using Build = std::function<void(const std::filesystem::path& folder)>;

  // Makes the folder if need be. Throws ConfigError when it cannot be made, is of somebody else, or
  // may be written by others. `notice` hears of damage and of waiting, one call at a time.
  explicit CacheFolder(std::filesystem::path folder, Notice notice = {});

  // The folder of entry `key`, if there is one and it is whole.
  std::optional<std::filesystem::path> find(const std::string& key) const;

  // The same; if there is none, `build` first fills an empty folder with files. What it throws is
  // passed on and nothing stays behind. Throws Interrupted when a signal comes while it waits for
  // another process.
  std::filesystem::path entry(const std::string& key, const Build& build);

 private:
  void tell(const std::string& line);

  std::filesystem::path folder_;
  Notice notice_;
  std::mutex telling_;
};

}  // namespace turnpike::sim
