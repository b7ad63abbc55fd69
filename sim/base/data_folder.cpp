// data_folder.cpp - looked for from the place of the program, or of the library that runs.

#include "sim/base/data_folder.h"

#include <fmt/format.h>

#include <cstdlib>
#include <optional>
#include <string>

#include "sim/base/code_file.h"
#include "sim/base/config_error.h"

namespace turnpike::sim {

namespace {

namespace fs = std::filesystem;

// Made by CMake in a build folder: the checkout.
constexpr const char* kLinkToCheckout = "checkout";

// Set, and not to nothing.
std::optional<fs::path> folder_in(const char* variable) {
  const char* folder = std::getenv(variable);
  if (folder == nullptr || *folder == '\0') return std::nullopt;
  return fs::path(folder);
}

fs::path program_folder() { return code_file().parent_path(); }

bool has_hardware(const fs::path& folder) {
  std::error_code failure;  // what cannot be looked at is not there
  return fs::is_directory(folder / "rtl", failure);
}

}  // namespace

fs::path data_folder() {
  if (const auto told = folder_in("TURNPIKE_ROOT")) return *told;
  const fs::path here = program_folder();
  for (const fs::path& folder : {here / kLinkToCheckout, here / "../share/turnpike",
                                 here / "../../share/turnpike", here / "share/turnpike"}) {
    if (has_hardware(folder)) return fs::canonical(folder);
  }
  throw ConfigError(fmt::format(
      "cannot find the Verilog of the hardware: there is neither {} nor {}; TURNPIKE_ROOT may name "
      "a folder with rtl/ and sim/hardware/rtl_components/",
      (here / kLinkToCheckout / "rtl").string(), (here / "../share/turnpike/rtl").string()));
}

fs::path shape_folder() {
  if (const auto told = folder_in("TURNPIKE_SHAPES")) return *told;
  const fs::path here = program_folder();
  if (has_hardware(here / kLinkToCheckout)) return here / "shapes";
  if (const auto cache = folder_in("XDG_CACHE_HOME")) return *cache / "turnpike/shapes";
  if (const auto home = folder_in("HOME")) return *home / ".cache/turnpike/shapes";
  throw ConfigError(
      "no folder for built shapes: none of TURNPIKE_SHAPES, XDG_CACHE_HOME and HOME is set");
}

}  // namespace turnpike::sim
