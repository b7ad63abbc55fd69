// toml_quotes.h - finds a word of a TOML line that lacks one or both of its quotes.

#pragma once

#include <cstddef>
#include <optional>
#include <string>

namespace turnpike::sim {

struct MissingQuote {
  std::string found;    // mesh, "mesh
  std::string allowed;  // "mesh"
};

// Of line `number`, from 1, which the parser did not understand. Nothing where it has another
// fault.
std::optional<MissingQuote> find_missing_quote(const std::string& text, std::size_t number);

}  // namespace turnpike::sim
