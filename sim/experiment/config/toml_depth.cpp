// toml_depth.cpp - counts dots and brackets outside strings and comments.

#include "sim/experiment/config/toml_depth.h"

#include <fmt/format.h>

#include <algorithm>

#include "model/common/input_limits.h"

namespace turnpike::sim {

namespace {

class DepthScan {
 public:
  explicit DepthScan(std::string_view text) : text_(text) {}

  std::optional<TooDeep> run() {
    while (at_ < text_.size()) {
      const char c = text_[at_];
      if (c == '"' || c == '\'') {
        skip_string(c);
      } else if (c == '#') {
        at_ = std::min(text_.find('\n', at_), text_.size());
      } else {
        count(c);
        ++at_;
      }
      if (parts_ > model::kMaxKeyParts) {
        return TooDeep{line_, fmt::format("a key of more than {} words", model::kMaxKeyParts),
                       fmt::format("at most {} words between dots", model::kMaxKeyParts)};
      }
      if (depth_ > model::kMaxNesting) {
        return TooDeep{
            line_, fmt::format("more than {} open brackets", model::kMaxNesting),
            fmt::format("at most {} lists and tables within another", model::kMaxNesting)};
      }
    }
    return std::nullopt;
  }

 private:
  void count(char c) {
    if (c == '.') ++parts_;
    if (c == '[' || c == '{') ++depth_;
    if ((c == ']' || c == '}') && depth_ > 0) --depth_;
    if (c == '\n') ++line_;
    // What ends a key.
    if (std::string_view("[]{}=,\n").find(c) != std::string_view::npos) parts_ = 1;
  }

  bool begins_with(const std::string& start) const {
    return text_.compare(at_, start.size(), start) == 0;
  }

  void skip_string(char quote) {
    const bool has_escapes = quote == '"';
    if (begins_with(std::string(3, quote))) return skip_long_string(quote, has_escapes);
    ++at_;
    while (at_ < text_.size() && text_[at_] != quote && text_[at_] != '\n') skip_one(has_escapes);
    if (at_ < text_.size() && text_[at_] == quote) ++at_;
  }

  // Up to two quotes may stand before the three that end it.
  void skip_long_string(char quote, bool has_escapes) {
    at_ += 3;
    while (at_ < text_.size()) {
      if (begins_with(std::string(3, quote))) {
        std::size_t end = at_ + 3;
        while (end < text_.size() && text_[end] == quote && end < at_ + 5) ++end;
        at_ = end;
        return;
      }
      skip_one(has_escapes);
    }
  }

  // A character, or a backslash and what it stands before.
  void skip_one(bool has_escapes) {
    const std::size_t end = at_ + (has_escapes && text_[at_] == '\\' ? 2 : 1);
    for (; at_ < end && at_ < text_.size(); ++at_) line_ += text_[at_] == '\n' ? 1 : 0;
  }

  std::string_view text_;
  std::size_t at_ = 0;
  unsigned line_ = 1;
  std::size_t parts_ = 1;  // words of the present key
  std::size_t depth_ = 0;  // open brackets
};

}  // namespace

std::optional<TooDeep> find_too_deep(std::string_view text) { return DepthScan(text).run(); }

}  // namespace turnpike::sim
