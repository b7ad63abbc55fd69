// stream.cpp - what kind of file stands behind a name.

#include "sim/base/stream.h"

#include <filesystem>

namespace turnpike::sim {

bool is_stream(const std::string& path) {
  std::error_code ignored;
  const std::filesystem::file_type type = std::filesystem::status(path, ignored).type();
  using Type = std::filesystem::file_type;
  return type == Type::fifo || type == Type::character || type == Type::block ||
         type == Type::socket;
}

}  // namespace turnpike::sim
