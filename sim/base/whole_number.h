// whole_number.h - options that take a whole number.

#pragma once

#include <CLI/CLI.hpp>

#include <cstdint>
#include <string>

namespace turnpike::sim {

// For Option::transform: decimal digits, from `least` to `most`, compared exactly. CLI11 itself
// takes 010 for 8, -1 for 2^64 - 1, and what is too large for the largest.
CLI::Validator whole_number(std::uint64_t least, std::uint64_t most);
constexpr std::uint64_t kLastCycle = ~std::uint64_t{0};

// Empty, and `text` without leading zeros, if it is such a number; else what is wrong.
std::string take_whole_number(std::string& text, std::uint64_t least, std::uint64_t most);

}  // namespace turnpike::sim
