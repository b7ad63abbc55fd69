// from_chars.h - std::from_chars() of numbers with a fraction, which Emscripten's library lacks.
//
// Every source of the page is compiled with it in front (cmake/web.cmake).

#pragma once

#include <charconv>
#include <cstdlib>
#include <string>

namespace std {

// The longest beginning that is a decimal number, as the standard has it: no space, no '+', no
// "0x". strtod() takes more beginnings than those, and the locale of a page is "C".
inline from_chars_result from_chars(const char* first, const char* last, double& value) {
  const string text(first, last);
  const size_t sign = !text.empty() && text[0] == '-' ? 1 : 0;
  const bool is_number = text.size() > sign && text.find_first_of("0123456789.in") == sign;
  const bool is_hexadecimal =
      text.size() > sign + 1 && (text[sign + 1] == 'x' || text[sign + 1] == 'X');
  if (!is_number) return {first, errc::invalid_argument};
  char* end = nullptr;
  const string part = is_hexadecimal ? text.substr(0, sign + 1) : text;
  const double read = strtod(part.c_str(), &end);
  if (end == part.c_str()) return {first, errc::invalid_argument};
  value = read;
  return {first + (end - part.c_str()), errc()};
}

}  // namespace std
