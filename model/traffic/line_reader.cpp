// line_reader.cpp - lines of whole numbers from a text file, one at a time.

#include "model/traffic/line_reader.h"

#include <cerrno>
#include <cstring>
#include <filesystem>
#include <limits>

#include "model/common/configuration_error.h"
#include "model/common/printable.h"

namespace turnpike::model {
namespace {

constexpr const char* kKey = "traffic.file";

bool is_blank(char c) { return c == ' ' || c == '\t' || c == '\r'; }
bool is_digit(char c) { return c >= '0' && c <= '9'; }

}  // namespace

LineReader::LineReader(const std::string& path, std::size_t fields, const std::string& format,
                       std::size_t star, std::size_t optional)
    : path_(path), fields_(fields), format_(format), star_(star), optional_(optional) {
  namespace fs = std::filesystem;
  std::error_code ignored;
  // Opening a pipe would wait for its writer.
  if (fs::exists(path_, ignored) && !fs::is_regular_file(path_, ignored)) {
    refuse("is no regular file", "a regular file: it is read more than once");
  }
  errno = 0;
  file_.open(path_, std::ios::binary);
  if (!file_) refuse(std::strerror(errno), "a file that can be read");
}

void LineReader::refuse(const std::string& found, const std::string& allowed) const {
  throw ConfigurationError(kKey, printable(path_) + ": " + found, allowed);
}

bool LineReader::next() {
  while (read_line()) {
    const std::size_t found = parse();
    if (found > 0 && found + optional_ >= fields_) {
      for (std::size_t i = found; i < fields_; ++i) field_[i] = 0;
      return true;
    }
    if (found != 0) fail("\"" + format_ + "\"");
  }
  return false;
}

void LineReader::fail(const std::string& allowed) const {
  throw ConfigurationError(kKey,
                           printable(path_) + ":" + std::to_string(number_) + ": \"" +
                               excerpt({text_.data(), size_}) + "\"",
                           allowed);
}

bool LineReader::read_line() {
  ++number_;
  file_.getline(text_.data(), static_cast<std::streamsize>(text_.size()));
  const auto got = static_cast<std::size_t>(file_.gcount());
  if (file_.bad()) refuse("cannot be read to its end", "a file that can be read");
  size_ = got;
  if (file_.eof()) {
    if (got == 0) return false;
    fail("a newline at the end of every line: truncated last line");
  }
  if (file_.fail()) {
    fail("lines of at most " + std::to_string(kMaxLine) + " characters");
  }
  size_ = got - 1;  // the newline was taken, not stored
  return true;
}

std::size_t LineReader::parse() {
  std::size_t found = 0;
  const bool has_mark = number_ == 1 && has_byte_order_mark({text_.data(), size_});
  std::size_t at = has_mark ? kByteOrderMark : 0;
  for (;;) {
    while (at < size_ && is_blank(text_[at])) ++at;
    if (at == size_ || text_[at] == '#') return found;
    const bool is_star = found == star_ && text_[at] == '*';
    if (found == fields_ || !(is_star || is_digit(text_[at]))) fail("\"" + format_ + "\"");
    std::uint64_t value = 0;
    if (is_star) {
      ++at;
      value = kStar;
    }
    for (; at < size_ && is_digit(text_[at]); ++at) {
      const auto digit = static_cast<std::uint64_t>(text_[at] - '0');
      if (value > (std::numeric_limits<std::uint64_t>::max() - digit) / 10) {
        fail("numbers below 2^64");
      }
      value = value * 10 + digit;
    }
    if (at < size_ && !is_blank(text_[at]) && text_[at] != '#') fail("\"" + format_ + "\"");
    if (!is_star && found == star_ && value == kStar) fail("numbers below 2^64 - 1");
    field_[found++] = value;
  }
}

}  // namespace turnpike::model
