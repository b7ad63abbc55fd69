// manifest.cpp - writing manifests, and comparing folders with them.
//
// The first line names the entry. Each further line is a file: checksum, size in bytes, name.

#include "sim/hardware/rtl_components/manifest.h"

#include <fcntl.h>
#include <fmt/format.h>
#include <sys/stat.h>
#include <unistd.h>

#include <cerrno>
#include <cstdint>
#include <fstream>
#include <map>
#include <sstream>
#include <stdexcept>

#include "sim/base/content_hash.h"
#include "sim/base/temporary_file.h"

namespace turnpike::sim {
namespace {

namespace fs = std::filesystem;

constexpr const char* kName = "manifest";
constexpr mode_t kFileMode = 0644;
constexpr mode_t kFolderMode = 0755;

std::string first_line(const std::string& key) { return "turnpike shape cache, entry " + key; }

std::string checksum(const fs::path& file) {
  ContentHash hash;
  hash.add_file(file.string());
  return hash.to_text();
}

void flush_file(const fs::path& file) {
  const int descriptor = ::open(file.c_str(), O_RDONLY | O_CLOEXEC | O_NOFOLLOW);
  if (descriptor < 0) fail_to_write("cannot be read again", file, errno);
  const bool is_written = ::fchmod(descriptor, kFileMode) == 0 && ::fsync(descriptor) == 0;
  const int error = errno;
  ::close(descriptor);
  if (!is_written) fail_to_write("cannot be written", file, error);
}

// Names of all files but the manifest, in order.
std::map<std::string, fs::directory_entry> files_of(const fs::path& folder) {
  std::map<std::string, fs::directory_entry> files;
  for (const fs::directory_entry& entry : fs::directory_iterator(folder)) {
    const std::string name = entry.path().filename().string();
    if (name != kName) files.emplace(name, entry);
  }
  return files;
}

bool is_plain(const fs::directory_entry& entry) {
  return fs::is_regular_file(entry.symlink_status());
}

std::string compare(const fs::path& folder, const std::string& key) {
  std::ifstream manifest(folder / kName);
  if (!manifest) return fmt::format("there is no {}", kName);
  std::string line;
  if (!std::getline(manifest, line) || line != first_line(key)) {
    return fmt::format("its {} is of something else", kName);
  }
  std::map<std::string, fs::directory_entry> files = files_of(folder);
  while (std::getline(manifest, line)) {
    std::istringstream words(line);
    std::string sum;
    std::uintmax_t size = 0;
    std::string name;
    if (!(words >> sum >> size >> name)) return fmt::format("its {} cannot be read", kName);
    const auto file = files.find(name);
    if (file == files.end() || !is_plain(file->second)) return name + " is missing";
    const std::uintmax_t found = file->second.file_size();
    if (found != size) return fmt::format("{} has {} bytes instead of {}", name, found, size);
    if (checksum(file->second.path()) != sum) return name + " has another checksum";
    files.erase(file);
  }
  return files.empty() ? "" : files.begin()->first + " does not belong there";
}

}  // namespace

void seal(const fs::path& folder, const std::string& key) {
  std::string text = first_line(key) + "\n";
  for (const auto& [name, entry] : files_of(folder)) {
    if (!is_plain(entry)) throw std::logic_error(entry.path().string() + " is no plain file");
    flush_file(entry.path());
    text += fmt::format("{} {} {}\n", checksum(entry.path()), entry.file_size(), name);
  }
  write_whole_file((folder / kName).string(), text);
  fs::permissions(folder, fs::perms(kFolderMode));
  flush_folder(folder.string());
}

std::string damage(const fs::path& folder, const std::string& key) {
  try {
    return compare(folder, key);
  } catch (const std::exception& error) {  // unreadable is as good as lost
    return error.what();
  }
}

}  // namespace turnpike::sim
