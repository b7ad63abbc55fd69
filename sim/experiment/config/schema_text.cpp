// schema_text.cpp - the keys of a configuration for people.

#include "sim/experiment/config/schema_text.h"

#include <fmt/format.h>

#include "sim/experiment/config/schema.h"

namespace turnpike::sim {

namespace {

std::string key_text(const KeyRow& key, const std::string& name) {
  const std::string unit = key.unit.empty() ? "" : ", " + key.unit;
  const std::string default_text = key.default_text.empty() ? "" : "; default " + key.default_text;
  return fmt::format("  {}: {}{}{}\n      {} ({})\n", name, key.allowed(), unit, default_text,
                     key.meaning, key.source);
}

}  // namespace

std::string keys_as_help() {
  std::string text =
      "Keys of a configuration (TOML); --set table.key=value sets one from the command line:\n";
  std::string table;
  for (const Key& key : schema()) {
    const std::string its_table = key.name.substr(0, key.name.find('.'));
    if (its_table != table) text += fmt::format("\n  [{}]\n", its_table);
    table = its_table;
    text += key_text(key, key.name.substr(table.size() + 1));
  }
  for (const TableList& list : table_lists()) {
    text += fmt::format("\n  [[{}]], at most {}: {}\n", list.name, list.most, list.meaning);
    if (list.like.empty()) {
      for (const ElementKey& key : list.keys) text += key_text(key, key.name);
      continue;
    }
    std::string names;
    for (const ElementKey& key : list.keys) names += (names.empty() ? "" : ", ") + key.name;
    text += fmt::format("      keys, as those of {}: {}\n", list.like, names);
  }
  return text;
}

}  // namespace turnpike::sim
