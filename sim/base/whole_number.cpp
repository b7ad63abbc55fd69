// whole_number.cpp - decimal digits to a number in a range.

#include "sim/base/whole_number.h"

#include <fmt/format.h>

#include <charconv>

#include "model/common/printable.h"

namespace turnpike::sim {

std::string take_whole_number(std::string& text, std::uint64_t least, std::uint64_t most) {
  std::uint64_t number = 0;
  const char* end = text.data() + text.size();
  const auto [stop, error] = std::from_chars(text.data(), end, number);
  if (error != std::errc() || stop != end || number < least || number > most) {
    return fmt::format("found '{}', allowed: integer {} .. {}", model::excerpt(text), least, most);
  }
  text = fmt::format("{}", number);
  return "";
}

}  // namespace turnpike::sim
