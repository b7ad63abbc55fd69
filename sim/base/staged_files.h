// staged_files.h - files that appear in a folder all together or not at all.

#pragma once

#include <memory>
#include <string>
#include <vector>

#include "sim/base/output_folder.h"
#include "sim/base/temporary_file.h"

namespace turnpike::sim {

// All are written to temporary files, where a full disk is noticed, before the first gets its name,
// which needs no space. Whoever is killed in between leaves the old last file beside new ones: that
// file tells by checksums which are its own.
class StagedFiles {
 public:
  // Everything throws ConfigError that names the file. `folder` outlives this.
  explicit StagedFiles(OutputFolder& folder) : folder_(folder) {}

  void write(const std::string& name, const std::string& text);
  // Unless there is a new file of this name, `folder` keeps no old one.
  void replace(const std::string& name) { replaced_.push_back(name); }

  // Gives them their names, the last one last, and counts them among the files of the folder.
  void keep();

  // Where they will be.
  std::vector<std::string> files() const;

 private:
  struct Staged {
    std::string name;
    std::unique_ptr<TemporaryFile> file;
  };
  void name(const Staged& staged);

  OutputFolder& folder_;
  std::vector<Staged> staged_;
  std::vector<std::string> replaced_;
};

}  // namespace turnpike::sim
