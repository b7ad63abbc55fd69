// sheet_table.cpp - one table of a sheet, and the conditions in it.

#include "papers/sheet_table.h"

#include <fmt/format.h>
#include <fmt/ranges.h>

#include "sim/base/config_error.h"

namespace turnpike::sim {

void refuse_in_sheet(const std::string& place, const std::string& found,
                     const std::string& allowed) {
  throw ConfigError(fmt::format("{}: found {}, allowed: {}", place, found, allowed));
}

namespace {

std::string kind_of(const toml::node& node) {
  if (node.is_string()) return "a string";
  if (node.is_boolean()) return "true or false";
  if (node.is_number()) return "a number";
  if (node.is_array()) return "an array";
  return node.is_table() ? "a table" : "a date or time";
}

std::string line_of(const std::string& file, const toml::node& node) {
  return fmt::format("{}:{}", file, node.source().begin.line);
}

double number_of(const toml::node& node, const std::string& place) {
  if (const auto* flag = node.as_boolean()) return flag->get() ? 1 : 0;
  if (!node.is_number()) refuse_in_sheet(place, kind_of(node), "a number, true or false");
  return *node.value<double>();
}

// A threshold, "@close", or the name of a value.
void read_operand(const std::string& text, const std::string& place, RuleOf& rule) {
  if (text.empty() || text[0] != '@') {
    rule.other = text;
    return;
  }
  std::vector<std::string> allowed;
  for (const Threshold& t : thresholds()) {
    if (text.substr(1) == t.name) rule.numbers = {t.value};
    allowed.push_back(fmt::format("@{}", t.name));
  }
  if (rule.numbers.empty()) {
    refuse_in_sheet(place, "'" + text + "'", fmt::format("{}", fmt::join(allowed, ", ")));
  }
}

RuleOf rule_of(const std::string& value, const std::string& name, const toml::node& operand,
               const std::string& place) {
  RuleOf rule;
  rule.value = value;
  rule.rule = name;
  const unsigned wanted = numbers_of_rule(name);
  if (wanted == 0) {
    refuse_in_sheet(place, fmt::format("the rule '{}'", name),
                    fmt::format("{}", fmt::join(rule_names(), ", ")));
  }
  const std::string what = place + "." + name;
  if (wanted == 1 && operand.is_string()) {
    read_operand(operand.as_string()->get(), what, rule);
  } else if (wanted == 1) {
    rule.numbers = {number_of(operand, what)};
  } else {
    const toml::array* numbers = operand.as_array();
    if (numbers == nullptr || numbers->size() != wanted) {
      refuse_in_sheet(what, kind_of(operand), fmt::format("an array of {} numbers", wanted));
    }
    for (const toml::node& number : *numbers) rule.numbers.push_back(number_of(number, what));
  }
  return rule;
}

}  // namespace

SheetTable::SheetTable(const std::string& file, const toml::node& node, std::string name)
    : file_(file), name_(std::move(name)), place_(line_of(file, node) + ": " + name_) {
  if (!node.is_table()) refuse_in_sheet(place_, kind_of(node), "a table");
  table_ = node.as_table();
}

const toml::node* SheetTable::find(const char* key) {
  asked_.insert(key);
  return table_->get(key);
}

std::string SheetTable::key(const toml::node& node, const char* key) const {
  return fmt::format("{}: {}.{}", line_of(file_, node), name_, key);
}

std::optional<std::string> SheetTable::words(const char* key) {
  const toml::node* node = find(key);
  if (node == nullptr) return std::nullopt;
  return words_of(*node, key);
}

std::string SheetTable::words_or(const char* key, const char* otherwise) {
  return words(key).value_or(otherwise);
}

std::string SheetTable::needed(const char* key) {
  auto found = words(key);
  if (!found) throw ConfigError(fmt::format("{}.{}: missing", place_, key));
  return *found;
}

std::vector<std::string> SheetTable::list(const char* key) {
  std::vector<std::string> all;
  const toml::node* node = find(key);
  if (node == nullptr) return all;
  if (!node->is_array())
    refuse_in_sheet(this->key(*node, key), kind_of(*node), "an array of strings");
  for (const toml::node& element : *node->as_array()) all.push_back(words_of(element, key));
  return all;
}

bool SheetTable::flag(const char* key) {
  const toml::node* node = find(key);
  if (node == nullptr) return false;
  if (!node->is_boolean()) refuse_in_sheet(this->key(*node, key), kind_of(*node), "true or false");
  return node->as_boolean()->get();
}

double SheetTable::number(const char* key) {
  const toml::node* node = find(key);
  if (node == nullptr) return 0;
  if (!node->is_number()) refuse_in_sheet(this->key(*node, key), kind_of(*node), "a number");
  return *node->value<double>();
}

std::vector<SheetTable> SheetTable::tables(const char* key, const char* label) {
  std::vector<SheetTable> all;
  const toml::node* node = find(key);
  if (node == nullptr) return all;
  if (!node->is_array())
    refuse_in_sheet(this->key(*node, key), kind_of(*node), "an array of tables");
  for (const toml::node& element : *node->as_array()) {
    std::string name = fmt::format("{}.{}", name_, key);
    if (const toml::table* table = element.as_table()) {
      if (const auto id = (*table)[label].value<std::string>()) name += "." + *id;
    }
    all.emplace_back(file_, element, name);
  }
  return all;
}

std::optional<Condition> SheetTable::condition(const char* key) {
  const toml::node* node = find(key);
  if (node == nullptr) return std::nullopt;
  Condition condition;
  condition.place = this->key(*node, key);
  if (const toml::array* alternatives = node->as_array()) {
    for (const toml::node& one : *alternatives) {
      condition.any.push_back(rules_of(SheetTable(file_, one, name_ + "." + key)));
    }
  } else {
    condition.any.push_back(rules_of(SheetTable(file_, *node, name_ + "." + key)));
  }
  return condition;
}

std::map<std::string, std::string> SheetTable::dictionary(const char* key) {
  std::map<std::string, std::string> all;
  const toml::node* node = find(key);
  if (node == nullptr) return all;
  if (!node->is_table())
    refuse_in_sheet(this->key(*node, key), kind_of(*node), "a table of strings");
  for (const auto& [name, word] : *node->as_table()) {
    all[std::string(name.str())] = words_of(word, key);
  }
  return all;
}

void SheetTable::end() const {
  for (const auto& [key, node] : *table_) {
    if (asked_.count(std::string(key.str())) != 0) continue;
    refuse_in_sheet(line_of(file_, node) + ": " + name_, fmt::format("the key '{}'", key.str()),
                    fmt::format("{}", fmt::join(asked_, ", ")));
  }
}

std::string SheetTable::words_of(const toml::node& node, const char* key) const {
  if (!node.is_string()) refuse_in_sheet(this->key(node, key), kind_of(node), "a string");
  return node.as_string()->get();
}

std::vector<RuleOf> SheetTable::rules_of(const SheetTable& condition) const {
  std::vector<RuleOf> all;
  for (const auto& [value, rules] : condition.all()) {
    const SheetTable keys(file_, rules, condition.name_ + "." + std::string(value.str()));
    for (const auto& [name, operand] : keys.all()) {
      all.push_back(rule_of(std::string(value.str()), std::string(name.str()), operand,
                            line_of(file_, operand) + ": " + keys.name_));
    }
  }
  return all;
}

}  // namespace turnpike::sim
