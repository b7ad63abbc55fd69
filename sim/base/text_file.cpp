// text_file.cpp - reads a file piece by piece, up to a limit.

#include "sim/base/text_file.h"

#include <fmt/format.h>

#include <cerrno>
#include <cstring>
#include <filesystem>
#include <fstream>

#include "model/common/input_limits.h"
#include "model/common/printable.h"
#include "sim/base/config_error.h"

namespace turnpike::sim {

std::string read_text_file(const std::string& path) {
  const std::string place = model::printable(path);
  std::error_code ignored;
  if (std::filesystem::is_directory(path, ignored)) {
    throw ConfigError(fmt::format("{}: is a folder, allowed: a file", place));
  }
  errno = 0;
  std::ifstream in(path, std::ios::binary);
  if (!in) throw ConfigError(fmt::format("{}: cannot be read: {}", place, std::strerror(errno)));
  std::string text;
  // Piece by piece: a device such as /dev/zero has no end, and a pipe no size.
  while (in) {
    constexpr std::size_t kPiece = 1 << 16;
    const std::size_t before = text.size();
    text.resize(before + kPiece);
    in.read(&text[before], kPiece);
    text.resize(before + static_cast<std::size_t>(in.gcount()));
    if (text.size() > model::kMaxFileBytes) {
      throw ConfigError(fmt::format("{}: found more than {} MiB, allowed: at most as much", place,
                                    model::kMaxFileBytes / model::kMiB));
    }
  }
  if (in.bad()) throw ConfigError(fmt::format("{}: cannot be read to its end", place));
  return text;
}

}  // namespace turnpike::sim
