// csv_line.cpp - commas, quotes and blanks.

#include "sim/base/csv_line.h"

namespace turnpike::sim {

namespace {

std::string trimmed(const std::string& text) {
  const std::size_t first = text.find_first_not_of(" \t\r");
  if (first == std::string::npos) return "";
  return text.substr(first, text.find_last_not_of(" \t\r") - first + 1);
}

}  // namespace

std::optional<std::vector<std::string>> csv_values(const std::string& line) {
  std::vector<std::string> values(1);
  bool is_quoted = false;
  for (std::size_t i = 0; i < line.size(); ++i) {
    const char c = line[i];
    if (c == '"') {
      const bool is_double = is_quoted && i + 1 < line.size() && line[i + 1] == '"';
      if (is_double) values.back() += line[++i];
      if (!is_double) is_quoted = !is_quoted;
    } else if (c == ',' && !is_quoted) {
      values.emplace_back();
    } else {
      values.back() += c;
    }
  }
  if (is_quoted) return std::nullopt;
  for (std::string& value : values) value = trimmed(value);
  return values;
}

std::string csv_value(const std::string& text) {
  if (text.find_first_of(",\"#") == std::string::npos) return text;
  std::string quoted = "\"";
  for (const char c : text) quoted += c == '"' ? "\"\"" : std::string(1, c);
  return quoted + '"';
}

}  // namespace turnpike::sim
