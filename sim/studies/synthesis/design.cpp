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

// Names, and whether it is a list: its range has 32 bits for each number.
std::vector<std::pair<std::string, bool>> parameters_in(const std::string& source) {
  static const std::regex kParameter("(?:^|\\n)\\s*parameter\\s+(\\[[^\\]]*\\]\\s*)?(\\w+)\\s*=");
  std::vector<std::pair<std::string, bool>> parameters;
  for (std::sregex_iterator found(source.begin(), source.end(), kParameter), end; found != end;
       ++found) {
    parameters.emplace_back((*found)[2], (*found)[1].str().find("*32-1:0]") != std::string::npos);
  }
  return parameters;
}

void refuse_parameter(const Design& design, const std::string& source) {
  const std::vector<std::pair<std::string, bool>> known = parameters_in(source);
  std::vector<std::string> names;
  for (const auto& [name, is_list] : known) names.push_back(name);
  for (const auto& [name, value] : design.parameters) {
    const auto found = std::find(names.begin(), names.end(), name);
    if (found == names.end()) {
      throw ConfigError(fmt::format("{} has no parameter '{}'; there are: {}", design.top, name,
                                    fmt::join(names, ", ")));
    }
    if (value.is_list() && !known[static_cast<std::size_t>(found - names.begin())].second) {
      throw ConfigError(fmt::format("{}: found {}={}, allowed: one number", design.to_text(), name,
                                    value.to_text()));
    }
  }
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
  for (const auto& [name, value] : parameters) text += fmt::format(" {}={}", name, value.to_text());
  return text;
}

Json parameters_json(const Design& design) {
  Json json = Json::object();
  for (const auto& [name, value] : design.parameters) {
    json[name] = value.is_list() ? Json(value.numbers()) : Json(value.number());
  }
  return json;
}

Design rtl_design(const fs::path& root, const std::string& module, const Parameters& parameters) {
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
  refuse_parameter(design, read_text_file((root / file).string()));
  return design;
}

}  // namespace turnpike::sim
