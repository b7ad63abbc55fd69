// nearest.h - the known word closest to a misspelt one.

#pragma once

#include <string>
#include <vector>

namespace turnpike::sim {

// Levenshtein distance: insertions, deletions and substitutions of one character each, and swaps of
// two neighbours (optimal string alignment).
unsigned edit_distance(const std::string& a, const std::string& b);

// The known "table.key" nearest to `key`; a right key in a wrong table is near. Empty where none is
// so near that it can be meant: a wrong hint costs more time than none.
std::string nearest_key(const std::string& key, const std::vector<std::string>& known);

// For a message: "WORDS'KEY'", or nothing where no known key is near.
std::string nearest_text(const std::string& words, const std::string& key,
                         const std::vector<std::string>& known);

}  // namespace turnpike::sim
