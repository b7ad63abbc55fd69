// output_folder.cpp - atomic writing of result files.

#include "sim/base/output_folder.h"

#include <cerrno>
#include <filesystem>

#include "sim/base/temporary_file.h"

namespace turnpike::sim {

OutputFolder::OutputFolder(const std::string& path) : path_(path) {
  std::error_code error;
  std::filesystem::create_directories(path, error);
  if (!std::filesystem::is_directory(path)) {
    fail_to_write("cannot be made a folder for results", path, error ? error.value() : ENOTDIR);
  }
  TemporaryFile trial(path_of(".trial"));
  trial.write("trial\n");
}

void OutputFolder::write(const std::string& name, const std::string& text) {
  write_whole_file(path_of(name), text);
  flush_folder(path_);
  files_.push_back(path_of(name));
}

}  // namespace turnpike::sim
