// printable.cpp - UTF-8 read character by character.

#include "model/common/printable.h"

#include <algorithm>

namespace turnpike::model {

namespace {

unsigned byte(std::string_view text, std::size_t at) {
  return static_cast<unsigned char>(text[at]);
}

bool is_continuation(unsigned byte) { return (byte & 0xc0) == 0x80; }

// Bytes of the UTF-8 character that begins at `at`; 0: there is none.
std::size_t character_bytes(std::string_view text, std::size_t at, unsigned& code) {
  const unsigned first = byte(text, at);
  const std::size_t bytes = first < 0x80   ? 1
                            : first < 0xc2 ? 0
                            : first < 0xe0 ? 2
                            : first < 0xf0 ? 3
                            : first < 0xf5 ? 4
                                           : 0;
  if (bytes == 0 || bytes > text.size() - at) return 0;
  code = bytes == 1 ? first : first & (0x7fu >> bytes);
  for (std::size_t i = 1; i < bytes; ++i) {
    if (!is_continuation(byte(text, at + i))) return 0;
    code = code << 6 | (byte(text, at + i) & 0x3f);
  }
  const bool is_too_long = (bytes == 3 && code < 0x800) || (bytes == 4 && code < 0x10000);
  const bool is_surrogate = code >= 0xd800 && code < 0xe000;
  return is_too_long || is_surrogate || code > 0x10ffff ? 0 : bytes;
}

// Control characters, separators of lines, and marks without a width or that turn the direction.
bool is_shown(unsigned code) {
  if (code < 0x20 || (code >= 0x7f && code < 0xa0)) return false;
  const bool is_mark = (code >= 0x200b && code <= 0x200f) || (code >= 0x2028 && code <= 0x202e) ||
                       (code >= 0x2066 && code <= 0x2069) || code == 0xfeff;
  return !is_mark;
}

std::string hexadecimal(unsigned number, unsigned digits) {
  std::string text;
  for (unsigned i = digits; i-- > 0;) text += "0123456789abcdef"[number >> (4 * i) & 15];
  return text;
}

std::string escaped(unsigned code) {
  if (code == '\n') return "\\n";
  if (code == '\r') return "\\r";
  if (code == '\t') return "\\t";
  return code < 0x80 ? "\\x" + hexadecimal(code, 2) : "\\u" + hexadecimal(code, 4);
}

}  // namespace

std::string printable(std::string_view text) {
  std::string out;
  out.reserve(text.size());
  for (std::size_t at = 0; at < text.size();) {
    unsigned code = 0;
    const std::size_t bytes = character_bytes(text, at, code);
    if (bytes == 0) {
      out += "\\x" + hexadecimal(byte(text, at), 2);
    } else if (is_shown(code)) {
      out.append(text, at, bytes);
    } else {
      out += escaped(code);
    }
    at += std::max<std::size_t>(bytes, 1);
  }
  return out;
}

std::string printable_lines(std::string_view text) {
  std::string out;
  for (;;) {
    const std::size_t end = text.find('\n');
    out += printable(text.substr(0, end));
    if (end == std::string_view::npos) return out;
    out += '\n';
    text.remove_prefix(end + 1);
  }
}

std::string excerpt(std::string_view text, std::size_t limit) {
  if (text.size() <= limit) return printable(text);
  std::size_t end = limit;
  // Not in the middle of a character.
  while (end > 0 && limit - end < 3 && is_continuation(byte(text, end))) --end;
  return printable(text.substr(0, end)) + " ...";
}

bool has_byte_order_mark(std::string_view text) {
  return text.substr(0, kByteOrderMark) == "\xef\xbb\xbf";
}

}  // namespace turnpike::model
