// sheet_table.h - one table of a sheet, whose keys must all be asked for; conditions in it.

#pragma once

#include <toml++/toml.h>

#include <map>
#include <optional>
#include <set>
#include <string>
#include <vector>

#include "papers/rules.h"

namespace turnpike::sim {

// Throws ConfigError.
[[noreturn]] void refuse_in_sheet(const std::string& place, const std::string& found,
                                  const std::string& allowed);

// All that is wrong throws ConfigError: file, line and key, what was found and what is allowed.
class SheetTable {
 public:
  SheetTable(const std::string& file, const toml::node& node, std::string name);

  const std::string& place() const { return place_; }
  const toml::table& all() const { return *table_; }

  // Null: it is not there.
  const toml::node* find(const char* key);
  std::string key(const toml::node& node, const char* key) const;

  std::optional<std::string> words(const char* key);
  std::string words_or(const char* key, const char* otherwise);
  std::string needed(const char* key);
  std::vector<std::string> list(const char* key);
  bool flag(const char* key);
  double number(const char* key);
  // Of an array of tables; named after its `label`, if it has one.
  std::vector<SheetTable> tables(const char* key, const char* label);
  std::optional<Condition> condition(const char* key);
  // All entries of a table of strings.
  std::map<std::string, std::string> dictionary(const char* key);

  // Every key was asked for.
  void end() const;

 private:
  std::string words_of(const toml::node& node, const char* key) const;
  std::vector<RuleOf> rules_of(const SheetTable& condition) const;

  std::string file_;
  std::string name_;
  std::string place_;
  const toml::table* table_ = nullptr;
  std::set<std::string> asked_;
};

}  // namespace turnpike::sim
