// staged_folder.h - a folder that appears completely or not at all.
//
// The program fills it under a random name beside its place and then renames it. The folder has the
// checksums of its files. A folder that matches them is replaced in one step; a folder with added
// or changed files is not.

#pragma once

#include <map>
#include <optional>
#include <string>

#include "sim/base/temporary_file.h"

namespace turnpike::sim {

class StagedFolder {
 public:
  // Lists the files of such a folder with their checksums; `sha256sum -c` reads it.
  static constexpr const char* kSums = "SHA256SUMS";

  // Everything throws ConfigError. Refuses a place that keep() could not take: a file, or a folder
  // that has files of others.
  explicit StagedFolder(std::string path);

  // `name` may have one folder in front of it.
  void write(const std::string& name, const std::string& text);
  // No file follows: the folder gets its name.
  void keep();

 private:
  void refuse_strangers() const;

  std::string path_;
  std::string parent_;
  std::optional<TemporaryFolder> place_;  // where it is now; then what it has replaced
  std::map<std::string, std::string> sums_;
};

}  // namespace turnpike::sim
