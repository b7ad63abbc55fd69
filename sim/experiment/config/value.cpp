// value.cpp - values of a configuration as text.

#include "sim/experiment/config/value.h"

#include <fmt/format.h>

#include <cmath>

#include "model/common/printable.h"

namespace turnpike::sim {

namespace {

std::string list_to_toml(const ValueList& list) {
  std::string text = "[";
  for (const Value& element : list) {
    if (text.size() > 1) text += ", ";
    text += to_toml(element);
  }
  return text + "]";
}

}  // namespace

double number_in(const Value& value) {
  return value.real() ? *value.real() : static_cast<double>(*value.integer());
}

std::string quoted(const std::string& text) {
  std::string out = "\"";
  for (const char c : text) {
    if (c == '"' || c == '\\') {
      out += '\\';
      out += c;
    } else if (static_cast<unsigned char>(c) < 0x20 || c == 0x7f) {
      out += fmt::format("\\u{:04x}", static_cast<unsigned>(static_cast<unsigned char>(c)));
    } else {
      out += c;
    }
  }
  return out + '"';
}

std::string real_to_toml(double value) {
  if (std::isnan(value)) return "nan";
  if (std::isinf(value)) return value < 0 ? "-inf" : "inf";
  std::string text = fmt::format("{}", value);
  if (text.find_first_of(".e") == std::string::npos) text += ".0";
  return text;
}

std::string to_toml(const Value& value) {
  if (const auto* integer = value.integer()) return fmt::format("{}", *integer);
  if (const auto* real = value.real()) return real_to_toml(*real);
  if (const auto* boolean = value.boolean()) return *boolean ? "true" : "false";
  if (const auto* text = value.text()) return quoted(*text);
  if (const auto* list = value.list()) return list_to_toml(*list);
  return std::get<ForeignValue>(value.data).text;
}

std::string found_text(const Value& value) { return model::excerpt(to_toml(value)); }

}  // namespace turnpike::sim
