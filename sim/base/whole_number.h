// whole_number.h - whole numbers on the command line.

#pragma once

#include <cstdint>
#include <string>

namespace turnpike::sim {

// Decimal digits, from `least` to `most`, compared exactly: empty, and `text` without leading
// zeros; else what is wrong.
std::string take_whole_number(std::string& text, std::uint64_t least, std::uint64_t most);

}  // namespace turnpike::sim
