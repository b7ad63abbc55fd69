// toml_quotes.h - a word without quotes, or with one of the two, in a line of TOML.

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
