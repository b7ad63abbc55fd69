// schema_text.cpp - the keys of a configuration for people.

#include "sim/experiment/config/schema_text.h"

#include <fmt/format.h>

#include "sim/experiment/config/schema.h"

namespace turnpike::sim {

std::string keys_as_help() {
  std::string text =
      "Keys of a configuration (TOML); --set table.key=value sets one from the command line:\n";
  std::string table;
  for (const Key& key : schema()) {
    const std::string its_table = key.name.substr(0, key.name.find('.'));
    if (its_table != table) text += fmt::format("\n  [{}]\n", its_table);
    table = its_table;
    const std::string unit = key.unit.empty() ? "" : ", " + key.unit;
    const std::string default_text =
        key.default_text.empty() ? "" : "; default " + key.default_text;
    text += fmt::format("  {}: {}{}{}\n      {} ({})\n", key.name.substr(table.size() + 1),
                        key.allowed(), unit, default_text, key.meaning, key.source);
  }
  for (const TableList& list : table_lists()) {
    text += fmt::format("\n  [[{}]], at most {}: {}\n", list.name, list.most, list.meaning);
    std::string names;
    for (const ElementKey& key : list.keys) names += (names.empty() ? "" : ", ") + key.name;
    text += fmt::format("      keys, as those of {}: {}\n", list.like, names);
  }
  return text;
}

}  // namespace turnpike::sim
