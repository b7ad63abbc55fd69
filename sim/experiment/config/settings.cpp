// settings.cpp - from TOML to a flat list of settings.

#include "sim/experiment/config/settings.h"

#include <fmt/format.h>
#include <toml++/toml.h>

#include <algorithm>
#include <cerrno>
#include <cstring>
#include <filesystem>
#include <fstream>
#include <iterator>
#include <optional>

#include "model/common/printable.h"
#include "sim/base/config_error.h"
#include "sim/base/text_file.h"
#include "sim/experiment/config/schema.h"
#include "sim/experiment/config/toml_depth.h"
#include "sim/experiment/config/toml_quotes.h"

namespace turnpike::sim {

namespace {

bool begins_with(const std::string& text, const std::string& start) {
  return text.compare(0, start.size(), start) == 0;
}

Value to_value(const toml::node& node) {
  if (const auto* integer = node.as_integer()) return {integer->get()};
  if (const auto* real = node.as_floating_point()) return {real->get()};
  if (const auto* boolean = node.as_boolean()) return {boolean->get()};
  if (const auto* text = node.as_string()) return {text->get()};
  if (const auto* array = node.as_array()) {
    ValueList list;
    for (const toml::node& element : *array) list.push_back(to_value(element));
    return {std::move(list)};
  }
  if (node.is_table()) return {ForeignValue{"a table"}};
  if (node.is_date()) return {ForeignValue{"a date"}};
  return {ForeignValue{"a time"}};
}

// A word of a key as it has to be written: with quotes where it would read as several.
std::string key_word(const std::string& name) {
  const char* plain = "ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz0123456789_-";
  return name.empty() || name.find_first_not_of(plain) != std::string::npos ? quoted(name) : name;
}

// Null: it is none, has no element, or its key takes no list of tables.
const toml::array* list_of_tables(const std::string& key, const toml::node& node) {
  const toml::array* list = node.as_array();
  if (!list || list->empty() || !list->is_homogeneous(toml::node_type::table)) return nullptr;
  return find_row(table_lists(), key) ? list : nullptr;
}

void flatten(const toml::table& table, const std::string& prefix, Settings& settings);

void flatten_table(const toml::table& table, const std::string& key, const Origin& origin,
                   Settings& settings) {
  settings.tables.emplace(key, origin);
  if (table.empty()) settings.empty_tables.push_back({key, {ForeignValue{"a table"}}, origin});
  flatten(table, key + ".", settings);
}

void flatten(const toml::table& table, const std::string& prefix, Settings& settings) {
  for (const auto& [name, node] : table) {
    const std::string key = prefix + key_word(std::string(name.str()));
    Origin origin{settings.file, static_cast<unsigned>(name.source().begin.line), ""};
    if (origin.line == 0) origin.line = static_cast<unsigned>(node.source().begin.line);
    if (const auto* inner = node.as_table()) {
      flatten_table(*inner, key, origin, settings);
    } else if (const auto* list = list_of_tables(key, node)) {
      std::size_t number = 0;
      for (const toml::node& element : *list) {
        origin.line = static_cast<unsigned>(element.source().begin.line);
        flatten_table(*element.as_table(), fmt::format("{}[{}]", key, number++), origin, settings);
      }
    } else {
      settings.list.push_back({key, to_value(node), origin});
    }
  }
}

toml::table parse_toml(const std::string& text, const std::string& file) {
  const std::string place = model::printable(file);
  if (text.size() > model::kMaxConfigurationBytes) {
    throw ConfigError(fmt::format("{}: found {} bytes, allowed: a configuration of at most {}",
                                  place, text.size(), model::kMaxConfigurationBytes));
  }
  if (const auto deep = find_too_deep(text)) {
    throw ConfigError(
        fmt::format("{}:{}: found {}, allowed: {}", place, deep->line, deep->found, deep->allowed));
  }
  try {
    return toml::parse(text, file);
  } catch (const toml::parse_error& error) {
    constexpr std::size_t kLongest = 300;
    const auto& at = error.source().begin;
    std::string what = model::excerpt(error.description(), kLongest);
    if (const auto quote = find_missing_quote(text, at.line)) {
      what = fmt::format("found {}, allowed: {}: a word has a quote on either side",
                         model::excerpt(quote->found), model::excerpt(quote->allowed));
    }
    throw ConfigError(
        fmt::format("{}:{}: TOML syntax error in column {}: {}", place, at.line, at.column, what));
  }
}

// Numbers as people type them, ".4" and "4.", as TOML wants them: "0.4", "4.0". Text in which
// anything but numbers, commas and brackets stands is left as it is.
std::string with_whole_digits(const std::string& text) {
  if (text.find_first_not_of("0123456789+-.eE_,[] ") != std::string::npos) return text;
  const auto is_digit = [&](std::size_t at) {
    return at < text.size() && text[at] >= '0' && text[at] <= '9';
  };
  std::string whole;
  for (std::size_t at = 0; at < text.size(); ++at) {
    const bool is_point = text[at] == '.';
    const bool after_digit = at > 0 && is_digit(at - 1);
    if (is_point && !after_digit && is_digit(at + 1)) whole += '0';
    whole += text[at];
    if (is_point && after_digit && !is_digit(at + 1)) whole += '0';
  }
  return whole;
}

// Nothing where the text is no TOML.
std::optional<Value> parse_value(const std::string& text) {
  try {
    const toml::table table = parse_toml("value = " + text, "");
    return to_value(*table.get("value"));
  } catch (const ConfigError&) {
    return std::nullopt;
  }
}

}  // namespace

std::string Origin::text() const {
  if (!option.empty()) return model::excerpt(option, 200);
  const std::string name = model::printable(file);
  return line == 0 ? name : fmt::format("{}:{}", name, line);
}

const Setting* Settings::find(const std::string& key) const {
  for (const Setting& setting : list) {
    if (setting.key == key) return &setting;
  }
  return nullptr;
}

void Settings::put(Setting setting) {
  const auto gives_way = [&](const Setting& old) {
    return old.key == setting.key || begins_with(old.key, setting.key + ".") ||
           begins_with(setting.key, old.key + ".");
  };
  list.erase(std::remove_if(list.begin(), list.end(), gives_way), list.end());
  list.push_back(std::move(setting));
}

void Settings::take_back(const std::string& key) {
  const auto is_part = [&](const std::string& name) {
    return name == key || begins_with(name, key + ".") || begins_with(name, key + "[");
  };
  list.erase(std::remove_if(list.begin(), list.end(),
                            [&](const Setting& setting) { return is_part(setting.key); }),
             list.end());
  for (auto table = tables.begin(); table != tables.end();) {
    table = is_part(table->first) ? tables.erase(table) : std::next(table);
  }
}

Settings parse_settings(const std::string& text, const std::string& file) {
  Settings settings;
  settings.file = file;
  flatten(parse_toml(text, file), "", settings);
  // toml++ keeps tables sorted by name; messages and listings follow the file.
  std::stable_sort(
      settings.list.begin(), settings.list.end(),
      [](const Setting& a, const Setting& b) { return a.origin.line < b.origin.line; });
  return settings;
}

Settings read_settings(const std::string& path) {
  return parse_settings(read_text_file(path), path);
}

Setting parse_override(const std::string& assignment, const std::string& option) {
  const std::string place = option + " " + assignment;
  const std::size_t equals = assignment.find('=');
  if (equals == std::string::npos || equals == 0) {
    throw ConfigError(fmt::format("{}: found '{}', allowed: table.key=value", option,
                                  model::excerpt(assignment)));
  }
  Setting setting;
  setting.key = assignment.substr(0, equals);
  setting.origin.option = place;
  const std::string text = assignment.substr(equals + 1);
  setting.value.data = text;
  // A line break would let the value smuggle in further keys.
  if (text.find('\n') != std::string::npos) return setting;
  std::optional<Value> value = parse_value(text);
  if (!value) value = parse_value(with_whole_digits(text));
  if (value) setting.value = std::move(*value);
  return setting;
}

}  // namespace turnpike::sim
