// sweep_plan.cpp - loads and products of settings.

#include "sim/experiment/run/sweep_plan.h"

#include <fmt/format.h>

#include <algorithm>
#include <cmath>
#include <cstdlib>

#include "model/common/types.h"
#include "sim/base/config_error.h"
#include "sim/base/product.h"
#include "sim/experiment/config/settings.h"

namespace turnpike::sim {

namespace {

constexpr std::size_t kMostPoints = 10000;

std::vector<std::string> split_values(const std::string& text) {
  std::vector<std::string> parts(1);
  int depth = 0;
  char quote = 0;
  for (const char c : text) {
    if (quote != 0) {
      if (c == quote) quote = 0;
    } else if (c == '"' || c == '\'') {
      quote = c;
    } else if (c == '[' || c == '{') {
      ++depth;
    } else if (c == ']' || c == '}') {
      --depth;
    } else if (c == ',' && depth <= 0) {
      parts.emplace_back();
      continue;
    }
    parts.back() += c;
  }
  return parts;
}

[[noreturn]] void refuse_loads(const std::string& text) {
  throw ConfigError(fmt::format(
      "--load: found '{}', allowed: A:B:STEP with 0 <= A <= B <= {} and STEP > 0, or A,B,...", text,
      model::kMaxPorts));
}

double parse_load(const std::string& part, const std::string& whole) {
  char* end = nullptr;
  const double value = std::strtod(part.c_str(), &end);
  const bool is_number = !part.empty() && end == part.c_str() + part.size();
  if (!is_number || !(value >= 0 && value <= model::kMaxPorts)) refuse_loads(whole);
  return value;
}

std::vector<std::string> split_at(const std::string& text, char separator) {
  std::vector<std::string> parts(1);
  for (const char c : text) {
    if (c == separator) {
      parts.emplace_back();
    } else {
      parts.back() += c;
    }
  }
  return parts;
}

std::string plain_value(const std::string& set) {
  const Value value = parse_override(set, "--set").value;
  return value.text() ? *value.text() : to_toml(value);
}

void refuse_second(const std::vector<std::string>& keys, const std::string& key) {
  if (std::find(keys.begin(), keys.end(), key) == keys.end()) return;
  throw ConfigError(fmt::format(
      "--set: found key '{}' twice, allowed: once, where several values are swept", key));
}

std::string key_of(const std::string& set) {
  const std::size_t equals = set.find('=');
  if (equals == std::string::npos || equals == 0) {
    throw ConfigError(fmt::format("--set: found '{}', allowed: table.key=value[,value...]", set));
  }
  return set.substr(0, equals);
}

}  // namespace

std::vector<Curve> curves_of(const std::vector<std::string>& sets) {
  std::vector<std::vector<std::string>> choices;  // [key][value] "key=value"
  std::vector<std::string> keys;
  std::vector<std::string> swept;
  for (const std::string& set : sets) {
    const std::string key = key_of(set);
    std::vector<std::string> values = split_values(set.substr(key.size() + 1));
    refuse_second(values.size() > 1 ? keys : swept, key);
    keys.push_back(key);
    if (values.size() > 1) swept.push_back(key);
    for (std::string& value : values) value = fmt::format("{}={}", key, value);
    choices.push_back(std::move(values));
  }
  const auto refuse = [](std::size_t count) {
    throw ConfigError(
        fmt::format("--set: found {} combinations, allowed: at most {}", count, kMostPoints));
  };
  std::vector<Curve> curves;
  for (std::vector<std::string>& chosen : product_of(choices, kMostPoints, refuse)) {
    Curve curve;
    for (std::size_t i = 0; i < chosen.size(); ++i) {
      if (choices[i].size() < 2) continue;
      curve.label += fmt::format("{}{} = {}", curve.label.empty() ? "" : ", ", keys[i],
                                 chosen[i].substr(keys[i].size() + 1));
      curve.swept.emplace_back(keys[i], plain_value(chosen[i]));
    }
    curve.sets = std::move(chosen);
    curves.push_back(std::move(curve));
  }
  return curves;
}

std::vector<double> parse_loads(const std::string& text) {
  const std::vector<std::string> range = split_at(text, ':');
  std::vector<double> loads;
  if (range.size() == 1) {
    for (const std::string& part : split_at(text, ',')) loads.push_back(parse_load(part, text));
    return loads;
  }
  if (range.size() != 3) refuse_loads(text);
  const double first = parse_load(range[0], text);
  const double last = parse_load(range[1], text);
  const double step = parse_load(range[2], text);
  if (!(step > 0) || first > last) refuse_loads(text);
  // Not by adding up: 0.1 + 0.1 + 0.1 is not 0.3.
  const double count = std::floor((last - first) / step + 1e-6);
  if (count >= static_cast<double>(kMostPoints)) refuse_loads(text);
  for (std::size_t i = 0; i <= static_cast<std::size_t>(count); ++i) {
    loads.push_back(first + static_cast<double>(i) * step);
  }
  return loads;
}

std::string load_text(double load) {
  const std::string text = fmt::format("{:.4g}", load);
  return text.find('e') == std::string::npos ? text : fmt::format("{:.10f}", load);
}

}  // namespace turnpike::sim
