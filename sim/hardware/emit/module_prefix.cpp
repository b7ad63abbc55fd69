// module_prefix.cpp - declarations and instances, found in the text.

#include "sim/hardware/emit/module_prefix.h"

#include <cctype>
#include <filesystem>
#include <set>

namespace turnpike::sim {
namespace {

bool is_word(char c) { return std::isalnum(static_cast<unsigned char>(c)) != 0 || c == '_'; }
bool is_space(char c) { return std::isspace(static_cast<unsigned char>(c)) != 0; }

std::size_t skip_space(const std::string& text, std::size_t at) {
  while (at < text.size() && is_space(text[at])) ++at;
  return at;
}
std::size_t skip_word(const std::string& text, std::size_t at) {
  while (at < text.size() && is_word(text[at])) ++at;
  return at;
}

// Whether what follows a name makes an instance of it: `#(` or `u_name (`.
bool is_instance(const std::string& text, std::size_t at) {
  const std::size_t next = skip_space(text, at);
  if (next == at || next >= text.size()) return false;
  if (text[next] == '#') {
    const std::size_t open = skip_space(text, next + 1);
    return open < text.size() && text[open] == '(';
  }
  const std::size_t end = skip_word(text, next);
  const std::size_t open = skip_space(text, end);
  return end > next && open < text.size() && text[open] == '(';
}

std::string renamed(const std::string& text, const std::set<std::string>& modules,
                    const std::string& prefix) {
  std::string result;
  std::string before;  // the word before this one
  for (std::size_t at = 0; at < text.size();) {
    if (!is_word(text[at])) {
      if (!is_space(text[at])) before.clear();
      result += text[at++];
      continue;
    }
    const std::size_t end = skip_word(text, at);
    const std::string word = text.substr(at, end - at);
    const bool is_known = modules.count(word) != 0;
    const bool is_said = before == "module" || before == "ref";  // `read_xdc -ref NAME`
    if (is_known && (is_said || is_instance(text, end))) result += prefix + "_";
    result += word;
    before = word;
    at = end;
  }
  return result;
}

}  // namespace

void put_prefix(std::vector<GeneratedSource>& files, const std::string& prefix,
                const std::string& top) {
  namespace fs = std::filesystem;
  std::set<std::string> modules;
  const auto is_renamed = [&](const fs::path& path) {
    return path.extension() == ".v" && path.filename().string().compare(0, top.size(), top) != 0;
  };
  for (const GeneratedSource& file : files) {
    const fs::path path = file.name;
    if (is_renamed(path)) modules.insert(path.stem().string());
  }
  for (GeneratedSource& file : files) {
    const fs::path path = file.name;
    const bool has_names = path.extension() == ".v" || path.extension() == ".xdc";
    if (has_names) file.text = renamed(file.text, modules, prefix);
    if (!is_renamed(path)) continue;
    file.name = (path.parent_path() / (prefix + "_" + path.filename().string())).string();
  }
}

}  // namespace turnpike::sim
