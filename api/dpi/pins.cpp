// pins.cpp - the comparison of two vectors of pins.

#include "api/dpi/pins.h"

#include <algorithm>

namespace turnpike::dpi {
namespace {

std::string hexadecimal(const std::uint32_t* words, unsigned at, unsigned width) {
  static const char kDigits[] = "0123456789abcdef";
  std::string digits;
  for (unsigned bit = 0; bit < width; bit += 4) {
    digits.push_back(kDigits[get_bits(words, at + bit, std::min(4u, width - bit))]);
  }
  while (digits.size() > 1 && digits.back() == '0') digits.pop_back();
  std::reverse(digits.begin(), digits.end());
  return "0x" + digits;
}

bool differ(const std::uint32_t* a, const std::uint32_t* b, unsigned at, unsigned width) {
  for (unsigned bit = 0; bit < width; bit += 64) {
    const unsigned part = std::min(64u, width - bit);
    if (get_bits(a, at + bit, part) != get_bits(b, at + bit, part)) return true;
  }
  return false;
}

}  // namespace

std::string first_difference(const std::vector<Pin>& pins, const std::uint32_t* expected,
                             const std::uint32_t* actual) {
  unsigned at = 0;
  for (const Pin& pin : pins) {
    for (unsigned element = 0; element < pin.elements; ++element, at += pin.width) {
      if (pin.while_valid && get_bits(expected, element, 1) == 0) continue;
      if (!differ(expected, actual, at, pin.width)) continue;
      const std::string port =
          pin.elements > 1 ? "port " + std::to_string(element) + ", " : std::string();
      return port + pin.name + ": expected " + hexadecimal(expected, at, pin.width) + ", actual " +
             hexadecimal(actual, at, pin.width);
    }
  }
  return "";
}

}  // namespace turnpike::dpi
