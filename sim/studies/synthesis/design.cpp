// design.cpp - looks for modules and parameters in the sources.

#include "sim/studies/synthesis/design.h"

#include <fmt/format.h>
#include <fmt/ranges.h>

#include <algorithm>
#include <regex>

#include "sim/base/config_error.h"
#include "sim/base/nearest.h"
#include "sim/base/text_file.h"

namespace turnpike::sim {
namespace {

namespace fs = std::filesystem;

// In this order: the clock of one and the same router differs by some MHz with what Yosys has read
// before it.
constexpr const char* kFolders[] = {"common",        "router",      "routing",  "interchange",
                                    "packet_router", "coprocessor", "adapters", "fpga"};

std::vector<std::string> sources_in(const fs::path& folder) {
  std::vector<std::string> names;
  std::error_code failure;
  for (const fs::directory_entry& entry : fs::directory_iterator(folder, failure)) {
    if (entry.path().extension() == ".v") names.push_back(entry.path().filename().string());
  }
  if (failure) {
    throw ConfigError(fmt::format("{}: cannot be read: {}", folder.string(), failure.message()));
  }
  std::sort(names.begin(), names.end());
  return names;
}

std::vector<std::string> parameters_in(const std::string& source) {
  static const std::regex kParameter("(?:^|\\n)\\s*parameter\\s+(?:\\[[^\\]]*\\]\\s*)?(\\w+)\\s*=");
  std::vector<std::string> names;
  for (std::sregex_iterator found(source.begin(), source.end(), kParameter), end; found != end;
       ++found) {
    names.push_back((*found)[1]);
  }
  return names;
}

void refuse_unknown_module(const std::string& module, const std::vector<std::string>& sources) {
  std::vector<std::string> names;
  for (const std::string& source : sources) names.push_back(fs::path(source).stem().string());
  throw ConfigError(
      fmt::format("no module '{}' in rtl/{}; a configuration is a file such as my.toml", module,
                  nearest_text(", nearest: ", module, names)));
}

}  // namespace

std::string Design::to_text() const {
  std::string text = top;
  for (const auto& [name, value] : parameters) text += fmt::format(" {}={}", name, value);
  return text;
}

Design rtl_design(const fs::path& root, const std::string& module,
                  const std::vector<std::pair<std::string, std::uint32_t>>& parameters) {
  Design design;
  design.folder = root;
  design.top = module;
  design.parameters = parameters;
  std::string file;
  for (const char* name : kFolders) {
    const std::string folder = fmt::format("rtl/{}", name);
    design.includes.push_back(folder);
    for (const std::string& source : sources_in(root / folder)) {
      design.sources.push_back(fmt::format("{}/{}", folder, source));
      if (source == module + ".v") file = design.sources.back();
    }
  }
  if (file.empty()) refuse_unknown_module(module, design.sources);
  const std::vector<std::string> known = parameters_in(read_text_file((root / file).string()));
  for (const auto& [name, value] : parameters) {
    if (std::find(known.begin(), known.end(), name) != known.end()) continue;
    throw ConfigError(fmt::format("{} has no parameter '{}'; there are: {}", module, name,
                                  fmt::join(known, ", ")));
  }
  return design;
}

}  // namespace turnpike::sim
