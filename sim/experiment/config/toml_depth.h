// toml_depth.h - refuses TOML that is nested too deeply, before it is parsed.
//
// toml++ limits brackets within brackets, but not the words of a dotted key, each of which is a
// table within a table; what walks its tables calls itself once for each.

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
