// parse_json.cpp - counts brackets outside strings, then parses.

#include "sim/base/parse_json.h"

#include <cstddef>

#include "model/common/input_limits.h"

namespace turnpike::sim {

namespace {

bool is_too_deep(const std::string& text) {
  std::size_t depth = 0;
  bool in_string = false;
  for (std::size_t at = 0; at < text.size(); ++at) {
    const char c = text[at];
    if (in_string && c == '\\') {
      ++at;
    } else if (c == '"') {
      in_string = !in_string;
    } else if (!in_string && (c == '[' || c == '{')) {
      if (++depth > model::kMaxNesting) return true;
    } else if (!in_string && (c == ']' || c == '}') && depth > 0) {
      --depth;
    }
  }
  return false;
}

}  // namespace

Json parse_json(const std::string& text) {
  if (is_too_deep(text)) return Json(Json::value_t::discarded);
  return Json::parse(text, nullptr, false);
}

}  // namespace turnpike::sim
