// value.h - one value of a configuration, free of the TOML library's types.

#pragma once

#include <cstdint>
#include <string>
#include <variant>
#include <vector>

namespace turnpike::sim {

struct Value;
using ValueList = std::vector<Value>;

// A kind of TOML value that no key takes (dates, times).
struct ForeignValue {
  std::string text;
};

struct Value {
  std::variant<std::int64_t, double, bool, std::string, ValueList, ForeignValue> data;

  const std::int64_t* integer() const { return std::get_if<std::int64_t>(&data); }
  const double* real() const { return std::get_if<double>(&data); }
  const bool* boolean() const { return std::get_if<bool>(&data); }
  const std::string* text() const { return std::get_if<std::string>(&data); }
  const ValueList* list() const { return std::get_if<ValueList>(&data); }
};

// Of a value that is an integer or a real.
double number_in(const Value& value);
// As TOML would write it; quotes are escaped.
std::string to_toml(const Value& value);
std::string quoted(const std::string& text);
// The shortest decimal text that reads back as the same number, always with a point or exponent.
std::string real_to_toml(double value);
// For messages: as to_toml, cut to a readable length.
std::string found_text(const Value& value);

}  // namespace turnpike::sim
