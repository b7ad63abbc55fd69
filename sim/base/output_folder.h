// output_folder.h - a folder of results, which is written completely or not at all.

#pragma once

#include <string>
#include <vector>

namespace turnpike::sim {

// Makes the folder and tries it when constructed, so that a long run does not end in vain.
// Everything throws ConfigError that names the file and the system's reason.
class OutputFolder {
 public:
  explicit OutputFolder(const std::string& path);

  // Under the final name appears the whole text or nothing: written to a temporary file of the
  // same folder, flushed to the disk, renamed.
  void write(const std::string& name, const std::string& text);

  // Counts a file that another program left in this folder among `files`.
  void note(const std::string& name) { files_.push_back(path_of(name)); }

  std::string path_of(const std::string& name) const { return path_ + "/" + name; }
  const std::string& path() const { return path_; }
  // Full paths, in the order of writing.
  const std::vector<std::string>& files() const { return files_; }

 private:
  std::string path_;
  std::vector<std::string> files_;
};

}  // namespace turnpike::sim
