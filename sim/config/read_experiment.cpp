// read_experiment.cpp - checks settings against the schema and works them into an Experiment.

#include "sim/config/read_experiment.h"

#include <fmt/format.h>

#include <algorithm>
#include <filesystem>

#include "sim/config/finish.h"
#include "sim/config/nearest.h"
#include "sim/config/schema.h"

namespace turnpike::sim {

namespace {

std::string unknown_key(const Setting& setting, const std::vector<std::string>& known) {
  return fmt::format("{}: key '{}': unknown, found {}, nearest known key: '{}'",
                     setting.origin.text(), setting.key, found_text(setting.value),
                     nearest_key(setting.key, known));
}

// A table without keys is fine where a key could stand in it.
bool is_known_table(const std::string& table, const std::vector<std::string>& known) {
  return std::any_of(known.begin(), known.end(), [&](const std::string& key) {
    return key.compare(0, table.size() + 1, table + ".") == 0;
  });
}

void store_settings(const std::vector<Key>& schema, Experiment& experiment,
                    std::vector<std::string>& errors) {
  std::vector<std::string> known;
  known.reserve(schema.size());
  for (const Key& key : schema) known.push_back(key.name);
  for (const Setting& table : experiment.settings.empty_tables) {
    if (!is_known_table(table.key, known)) errors.push_back(unknown_key(table, known));
  }
  for (const Setting& setting : experiment.settings.list) {
    const auto key = std::find_if(schema.begin(), schema.end(),
                                  [&](const Key& row) { return row.name == setting.key; });
    if (key == schema.end()) {
      errors.push_back(unknown_key(setting, known));
      continue;
    }
    const std::string found = misfit(*key, setting.value);
    if (found.empty()) {
      key->store(experiment, setting.value);
    } else {
      errors.push_back(complaint(experiment.settings, key->name, found, key->allowed()));
    }
  }
}

}  // namespace

std::string complaint(const Settings& settings, const std::string& key, const std::string& found,
                      const std::string& allowed) {
  Origin origin{settings.file, 0, ""};
  const Setting* setting = settings.find(key);
  const auto table = settings.tables.find(key.substr(0, key.rfind('.')));
  const Setting* topology = settings.find("network.topology");
  if (setting) {
    origin = setting->origin;
  } else if (table != settings.tables.end()) {
    origin = table->second;
  } else if (topology) {
    origin = topology->origin;
  }
  const std::string by_default = setting || found == "nothing" ? "" : " (not set)";
  return fmt::format("{}: key '{}': found {}{}, allowed: {}", origin.text(), key, found, by_default,
                     allowed);
}

Experiment make_experiment(Settings settings, const Overrides& overrides) {
  for (const Setting& setting : overrides.list) settings.put(setting);
  Experiment experiment;
  experiment.name = std::filesystem::path(settings.file).stem().string();
  experiment.settings = std::move(settings);
  std::vector<std::string> errors;
  store_settings(make_schema(), experiment, errors);
  if (errors.empty()) finish(experiment, errors);
  if (!errors.empty()) {
    std::string text;
    for (const std::string& error : errors) text += (text.empty() ? "" : "\n") + error;
    throw ConfigError(text);
  }
  return experiment;
}

Experiment read_experiment(const std::string& path, const Overrides& overrides) {
  return make_experiment(read_settings(path), overrides);
}

std::string to_toml(const Experiment& experiment) {
  std::string text;
  std::string table;
  for (const Key& key : make_schema()) {
    const std::string value = key.show(experiment);
    if (value.empty()) continue;
    const std::string its_table = key.name.substr(0, key.name.find('.'));
    if (its_table != table) text += fmt::format("{}[{}]\n", text.empty() ? "" : "\n", its_table);
    table = its_table;
    text += fmt::format("{} = {}\n", key.name.substr(table.size() + 1), value);
  }
  return text;
}

}  // namespace turnpike::sim
