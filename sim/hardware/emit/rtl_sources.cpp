// rtl_sources.cpp - instances and includes, followed from module to module.

#include "sim/hardware/emit/rtl_sources.h"

#include <fmt/format.h>

#include <map>
#include <regex>

#include "sim/base/config_error.h"
#include "sim/base/text_file.h"

namespace turnpike::sim {
namespace {

namespace fs = std::filesystem;

// All files of rtl/*/, by name: no two have the same.
std::map<std::string, fs::path> files_of(const fs::path& root) {
  std::map<std::string, fs::path> files;
  std::error_code failure;
  for (const fs::directory_entry& folder : fs::directory_iterator(root / "rtl", failure)) {
    if (!folder.is_directory()) continue;
    for (const fs::directory_entry& file : fs::directory_iterator(folder.path(), failure)) {
      const std::string ending = file.path().extension().string();
      if (ending == ".v" || ending == ".vh") files[file.path().filename().string()] = file.path();
    }
  }
  if (failure) {
    throw ConfigError(
        fmt::format("{}: cannot be read: {}", (root / "rtl").string(), failure.message()));
  }
  return files;
}

std::vector<std::string> needs_of(const std::string& source) {
  static const std::regex kComment("//[^\\n]*");
  static const std::regex kInclude("`include\\s+\"([^\"]+)\"");
  static const std::regex kInstance("(?:^|[;\\s])([a-z]\\w*)\\s+(?:#\\s*\\(|u_\\w+\\s*\\()");
  const std::string text = std::regex_replace(source, kComment, "");
  std::vector<std::string> needs;
  for (std::sregex_iterator found(text.begin(), text.end(), kInclude), end; found != end; ++found) {
    needs.push_back((*found)[1]);
  }
  for (std::sregex_iterator found(text.begin(), text.end(), kInstance), end; found != end;
       ++found) {
    needs.push_back((*found)[1].str() + ".v");
  }
  return needs;
}

}  // namespace

std::vector<fs::path> rtl_sources(const fs::path& root, const std::vector<std::string>& modules) {
  const std::map<std::string, fs::path> files = files_of(root);
  std::map<std::string, fs::path> needed;
  std::vector<std::string> waiting;
  for (const std::string& module : modules) {
    if (files.count(module + ".v") == 0) {
      throw ConfigError(fmt::format("{}: no {}.v in it", (root / "rtl").string(), module));
    }
    waiting.push_back(module + ".v");
  }
  while (!waiting.empty()) {
    const auto file = files.find(waiting.back());
    waiting.pop_back();
    if (file == files.end() || !needed.insert(*file).second) continue;
    for (const std::string& need : needs_of(read_text_file(file->second.string()))) {
      waiting.push_back(need);
    }
  }
  std::vector<fs::path> result;
  for (const auto& [name, path] : needed) result.push_back(path);
  return result;
}

}  // namespace turnpike::sim
