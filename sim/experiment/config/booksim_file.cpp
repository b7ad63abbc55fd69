// booksim_file.cpp - BookSim's grammar (config.l, config.y): STR = value; and // comments.

#include "sim/experiment/config/booksim_file.h"

#include <fmt/format.h>

#include <algorithm>
#include <charconv>
#include <cmath>

#include "model/common/printable.h"
#include "sim/base/config_error.h"

namespace turnpike::sim {

namespace {

[[noreturn]] void refuse(const std::string& where, const std::string& found,
                         const std::string& allowed) {
  throw ConfigError(fmt::format("{}: found {}, allowed: {}", where, found, allowed));
}

std::string shown(const std::string& text) { return "'" + model::excerpt(text) + "'"; }

// Reads the text character by character, and counts lines.
class Reader {
 public:
  Reader(const std::string& text, const std::string& name) : text_(text), name_(name) {}

  void read(std::map<std::string, BookSimFile::Entry>& entries) {
    for (skip(); at_ < text_.size(); skip()) {
      const std::string key = word();
      if (key.empty()) refuse(where(), shown(text_.substr(at_, 20)), "key = value;");
      const std::size_t line = line_;
      skip();
      take('=', "after key '" + model::excerpt(key) + "'");
      skip();
      const std::string value = word();
      if (value.empty()) refuse(where(), "no value of key '" + model::excerpt(key) + "'", "one");
      skip();
      take(';', "behind the value " + shown(value));
      entries[key] = {value, line};
    }
  }

 private:
  std::string where() const { return fmt::format("{}:{}", name_, line_); }

  void skip() {
    while (at_ < text_.size()) {
      if (text_[at_] == '\n') ++line_;
      if (text_.compare(at_, 2, "//") == 0) {
        at_ = std::min(text_.find('\n', at_), text_.size());
      } else if (text_[at_] == ' ' || text_[at_] == '\t' || text_[at_] == '\r' ||
                 text_[at_] == '\n') {
        ++at_;
      } else {
        return;
      }
    }
  }

  static bool is_of_word(char c) {
    return (c >= 'a' && c <= 'z') || (c >= 'A' && c <= 'Z') || (c >= '0' && c <= '9') ||
           std::string("_-/.+({,)}").find(c) != std::string::npos;
  }

  std::string word() {
    const std::size_t begin = at_;
    while (at_ < text_.size() && is_of_word(text_[at_]) && text_.compare(at_, 2, "//") != 0) ++at_;
    return text_.substr(begin, at_ - begin);
  }

  void take(char c, const std::string& place) {
    if (at_ < text_.size() && text_[at_] == c) {
      ++at_;
      return;
    }
    const std::string found =
        at_ < text_.size() ? shown(text_.substr(at_, 1)) : "the end of the file";
    refuse(where(), found + " " + place, fmt::format("'{}'", c));
  }

  const std::string& text_;
  const std::string& name_;
  std::size_t at_ = 0;
  std::size_t line_ = 1;
};

}  // namespace

std::optional<double> number_in(const std::string& text) {
  double value = 0;
  const char* const end = text.data() + text.size();
  const auto [stop, error] = std::from_chars(text.data(), end, value);
  if (error != std::errc() || stop != end || !std::isfinite(value)) return std::nullopt;
  return value;
}

BookSimFile::BookSimFile(const std::string& text, const std::string& name)
    : name_(model::printable(name)) {
  Reader(text, name_).read(entries_);
}

std::string BookSimFile::where(const std::string& key) const {
  const auto found = entries_.find(key);
  return found == entries_.end() ? name_ : fmt::format("{}:{}", name_, found->second.line);
}

std::string BookSimFile::text(const std::string& key, const std::string& by_default) {
  is_read_[key] = true;
  const auto found = entries_.find(key);
  return found == entries_.end() ? by_default : found->second.value;
}

double BookSimFile::number(const std::string& key, double by_default) {
  const std::string value = text(key, "");
  if (value.empty()) return by_default;
  const auto number = number_in(value);
  if (!number) refuse(where(key) + ": key '" + key + "'", shown(value), "a number");
  return *number;
}

unsigned BookSimFile::whole(const std::string& key, unsigned by_default) {
  constexpr double kMost = 1e9;
  const double value = number(key, by_default);
  if (value < 0 || value > kMost || value != std::floor(value)) {
    refuse(where(key) + ": key '" + key + "'", shown(entries_.at(key).value),
           "a whole number 0 .. 1000000000");
  }
  return static_cast<unsigned>(value);
}

std::vector<std::string> BookSimFile::list(const std::string& key, const std::string& by_default) {
  const std::string value = text(key, by_default);
  if (value.size() < 2 || value.front() != '{' || value.back() != '}') return {value};
  std::vector<std::string> values(1);
  unsigned depth = 0;
  for (const char c : value.substr(1, value.size() - 2)) {
    if (c == '(' || c == '{') ++depth;
    if ((c == ')' || c == '}') && depth > 0) --depth;
    if (c == ',' && depth == 0) {
      values.emplace_back();
    } else {
      values.back() += c;
    }
  }
  return values;
}

std::vector<std::string> BookSimFile::left() const {
  std::vector<std::string> keys;
  for (const auto& [key, entry] : entries_) {
    if (is_read_.count(key) == 0) keys.push_back(key);
  }
  std::sort(keys.begin(), keys.end(), [&](const std::string& a, const std::string& b) {
    return entries_.at(a).line < entries_.at(b).line;
  });
  return keys;
}

}  // namespace turnpike::sim
