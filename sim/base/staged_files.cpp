// staged_files.cpp - files that appear in a folder together, or not at all.

#include "sim/base/staged_files.h"

#include <algorithm>
#include <cerrno>
#include <filesystem>

namespace turnpike::sim {

namespace fs = std::filesystem;

void StagedFiles::write(const std::string& name, const std::string& text) {
  auto file = std::make_unique<TemporaryFile>(folder_.path_of(name));
  file->write(text);
  file->flush_and_close();
  staged_.push_back({name, std::move(file)});
}

std::vector<std::string> StagedFiles::files() const {
  std::vector<std::string> files;
  for (const Staged& staged : staged_) files.push_back(folder_.path_of(staged.name));
  return files;
}

void StagedFiles::name(const Staged& staged) {
  staged.file->keep_as(folder_.path_of(staged.name));
  folder_.note(staged.name);
}

void StagedFiles::keep() {
  for (const std::string& place : files()) {
    if (fs::is_directory(place)) fail_to_write("cannot be written", place, EISDIR);
  }
  for (std::size_t i = 0; i + 1 < staged_.size(); ++i) name(staged_[i]);
  for (const std::string& old : replaced_) {
    const bool is_new = std::any_of(staged_.begin(), staged_.end(),
                                    [&](const Staged& staged) { return staged.name == old; });
    std::error_code ignored;  // it is not there, or the last file tells that it is a stranger
    if (!is_new) fs::remove(folder_.path_of(old), ignored);
  }
  flush_folder(folder_.path());
  if (!staged_.empty()) name(staged_.back());
  flush_folder(folder_.path());
}

}  // namespace turnpike::sim
