// staged_folder.cpp - a folder beside its place, exchanged with it.

#include "sim/base/staged_folder.h"

#include <fcntl.h>
#include <fmt/format.h>
#include <sys/stat.h>

#include <cerrno>
#include <cstdio>
#include <filesystem>
#include <fstream>
#include <sstream>
#include <utility>

#include "sim/base/config_error.h"
#include "sim/base/content_hash.h"

namespace turnpike::sim {
namespace {

namespace fs = std::filesystem;

std::string content_of(const fs::path& file) {
  std::ifstream in(file, std::ios::binary);
  std::ostringstream text;
  text << in.rdbuf();
  return text.str();
}

// A line of SHA256SUMS.
std::string sum_line(const std::string& name, const std::string& sum) {
  return fmt::format("{}  {}\n", sum, name);
}

}  // namespace

StagedFolder::StagedFolder(std::string path) : path_(std::move(path)) {
  while (path_.size() > 1 && path_.back() == '/') path_.pop_back();
  if (path_.empty()) throw ConfigError("found no name of a folder, allowed: one");
  refuse_strangers();
  parent_ = fs::path(path_).parent_path().string();
  if (parent_.empty()) parent_ = ".";
  std::error_code failure;
  fs::create_directories(parent_, failure);
  if (failure) fail_to_write("cannot be made", path_, failure.value());
  place_.emplace(parent_, path_);
}

void StagedFolder::refuse_strangers() const {
  const auto refuse = [&](const std::string& found) {
    throw ConfigError(
        fmt::format("{}: found {}, allowed: a new or empty folder, or one as this command left it",
                    path_, found));
  };
  std::error_code failure;
  const fs::file_status status = fs::symlink_status(path_, failure);
  if (status.type() == fs::file_type::not_found) return;
  if (status.type() != fs::file_type::directory) refuse("something that is no folder");
  std::map<std::string, std::string> sums;
  std::istringstream lines(content_of(fs::path(path_) / kSums));
  for (std::string line; std::getline(lines, line);) {
    if (line.size() > 66) sums[line.substr(66)] = line.substr(0, 64);
  }
  for (fs::recursive_directory_iterator entry(path_, failure), end; entry != end && !failure;
       entry.increment(failure)) {
    const std::string name = fs::path(entry->path()).lexically_relative(path_).string();
    if (entry->is_directory() && !entry->is_symlink()) continue;
    if (name == kSums) continue;
    const auto sum = sums.find(name);
    if (sum == sums.end()) refuse(fmt::format("'{}', which it does not know", name));
    if (!entry->is_regular_file() || entry->is_symlink() ||
        sha256_of(content_of(entry->path())) != sum->second) {
      refuse(fmt::format("'{}' changed", name));
    }
  }
  if (failure) refuse("a folder that cannot be read: " + failure.message());
}

void StagedFolder::write(const std::string& name, const std::string& text) {
  const fs::path file = fs::path(place_->path()) / name;
  std::error_code failure;
  fs::create_directories(file.parent_path(), failure);
  if (failure) fail_to_write("cannot be made", path_, failure.value());
  write_whole_file(file.string(), text);
  sums_[name] = sha256_of(text);
}

void StagedFolder::keep() {
  std::string list;
  for (const auto& [name, sum] : sums_) list += sum_line(name, sum);
  write_whole_file((fs::path(place_->path()) / kSums).string(), list);
  // As other folders are made, not as mkdtemp makes them.
  const std::string& place = place_->path();
  const mode_t mask = ::umask(0);
  ::umask(mask);
  if (::chmod(place.c_str(), 0777 & ~mask) != 0) fail_to_write("cannot be made", path_, errno);
  flush_folder(place);
  if (::rename(place.c_str(), path_.c_str()) != 0) {
    if (errno != ENOTEMPTY && errno != EEXIST) fail_to_write("cannot be made", path_, errno);
    if (::renameat2(AT_FDCWD, place.c_str(), AT_FDCWD, path_.c_str(), RENAME_EXCHANGE) != 0) {
      fail_to_write("cannot be replaced", path_, errno);
    }
  }
  flush_folder(parent_);
}

}  // namespace turnpike::sim
