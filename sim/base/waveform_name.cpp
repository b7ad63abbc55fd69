// waveform_name.cpp - what the lines of a .gtkw cannot hold.

#include "sim/base/waveform_name.h"

#include <fmt/format.h>

#include <algorithm>
#include <filesystem>

#include "model/common/printable.h"
#include "sim/base/config_error.h"

namespace turnpike::sim {

void check_waveform_name(const std::string& path) {
  const std::string name = std::filesystem::path(path).filename().string();
  const bool fits = std::none_of(name.begin(), name.end(),
                                 [](unsigned char c) { return c < 0x20 || c == 0x7f || c == '"'; });
  if (fits) return;
  throw ConfigError(fmt::format(
      "--trace: found '{}', allowed: a file name without control characters and double quotes, "
      "which GTKWave's save file cannot hold",
      model::excerpt(path)));
}

}  // namespace turnpike::sim
