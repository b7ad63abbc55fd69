// toml_depth.h - refuses TOML that is nested too deeply, before it is parsed.
//
// toml++ limits nested brackets, but not the number of words in a dotted key. Each word is one more
// level of tables, and functions that walk the tables recurse once for each level.

#pragma once

#include <optional>
#include <string>
#include <string_view>

namespace turnpike::sim {

struct TooDeep {
  unsigned line = 1;
  std::string found;
  std::string allowed;
};

// The first place beyond kMaxKeyParts or kMaxNesting, in text that is TOML as far as that.
std::optional<TooDeep> find_too_deep(std::string_view text);

}  // namespace turnpike::sim
