// counted.h - joins a number and its noun: "1 link", "2 links".

#pragma once

#include <cstddef>
#include <string>

namespace turnpike::model {

// `plural` follows the noun of any number but one: "0 switches" of "switch" and "es".
inline std::string counted(std::size_t number, const std::string& noun, const char* plural = "s") {
  return std::to_string(number) + " " + noun + (number == 1 ? "" : plural);
}

}  // namespace turnpike::model
