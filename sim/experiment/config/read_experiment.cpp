// read_experiment.cpp - checks settings against the schema and works them into an Experiment.

#include "sim/experiment/config/read_experiment.h"

#include <fmt/format.h>

#include <algorithm>
#include <filesystem>

#include "model/common/printable.h"
#include "sim/base/other_words.h"
#include "sim/experiment/config/finish.h"
#include "sim/experiment/config/schema.h"

namespace turnpike::sim {

namespace {

// Mistakes in keys. After the first ones they are only counted.
class Mistakes {
 public:
  template <class Text>
  void add(const Text& text) {
    if (count_++ < model::kMaxMistakes) lines_.push_back(text());
  }

  std::vector<std::string> lines(const std::string& file) const {
    std::vector<std::string> lines = lines_;
    if (count_ > lines.size()) {
      lines.push_back(fmt::format("{}: {} more mistakes", file, count_ - lines.size()));
    }
    return lines;
  }

 private:
  std::vector<std::string> lines_;
  std::size_t count_ = 0;
};

class Checker {
 public:
  explicit Checker(const std::vector<Key>& schema) : schema_(schema) {}

  // The row of a key; null: there is none.
  const Key* find(const std::string& name) const {
    const auto row = std::find_if(schema_.begin(), schema_.end(),
                                  [&](const Key& key) { return key.name == name; });
    return row == schema_.end() ? nullptr : &*row;
  }

  // A table without keys is fine where a key could stand in it.
  bool is_table(const std::string& name) const {
    return std::any_of(schema_.begin(), schema_.end(), [&](const Key& key) {
      return key.name.compare(0, name.size() + 1, name + ".") == 0;
    });
  }

  // What is wrong with a value; nothing is, where the answer is empty.
  std::string problem(const Setting& setting) const {
    const std::string place = setting.origin.text();
    const std::string key = model::excerpt(setting.key);
    if (const Key* row = find(setting.key)) {
      const std::string found = misfit(*row, setting.value);
      if (found.empty()) return "";
      return fmt::format("{}: key '{}': found {}, allowed: {}", place, key, found, row->allowed());
    }
    const std::string found = found_text(setting.value);
    if (is_table(setting.key)) {
      return fmt::format("{}: key '{}': found {}, allowed: a table, [{}]{}", place, key, found, key,
                         other_word_hint(setting.key, key_names()));
    }
    return fmt::format("{}: key '{}': unknown, found {}{}", place, key, found,
                       key_hint(setting.key, key_names(), "`turnpike run --help` lists the keys"));
  }

 private:
  const std::vector<Key>& schema_;
};

void store_settings(Experiment& experiment, std::vector<std::string>& errors) {
  const Checker checker(schema());
  Mistakes mistakes;
  for (const Setting& table : experiment.settings.empty_tables) {
    if (!checker.is_table(table.key)) mistakes.add([&] { return checker.problem(table); });
  }
  for (const Setting& setting : experiment.settings.list) {
    const Key* key = checker.find(setting.key);
    if (key && misfit(*key, setting.value).empty()) {
      key->store(experiment, setting.value);
    } else {
      mistakes.add([&] { return checker.problem(setting); });
    }
  }
  errors = mistakes.lines(model::printable(experiment.settings.file));
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

std::string complaint_of_workload(const Experiment& experiment, const std::string& allowed) {
  const model::TrafficSpec& traffic = experiment.traffic;
  const bool is_listed = traffic.workload != model::Workload::traffic;
  return complaint(
      experiment.settings, is_listed ? "workload.kind" : "traffic.pattern",
      quoted(is_listed ? traffic.workload->word : traffic.pattern->word),
      fmt::format("{}: a {} brings its own", allowed, model::workload_of(traffic).word));
}

void Overrides::unset(const std::string& key) {
  const std::vector<std::string> known = key_names();
  const bool is_known = std::any_of(known.begin(), known.end(), [&](const std::string& name) {
    return name == key || name.compare(0, key.size() + 1, key + ".") == 0;
  });
  if (!is_known) {
    throw ConfigError(fmt::format("--unset: key '{}': unknown{}", model::excerpt(key),
                                  key_hint(key, known, "`turnpike run --help` lists the keys")));
  }
  taken_back.push_back(key);
}

Experiment make_experiment(Settings settings, const Overrides& overrides) {
  for (const std::string& key : overrides.taken_back) settings.take_back(key);
  for (const Setting& setting : overrides.list) settings.put(setting);
  Experiment experiment;
  experiment.name = std::filesystem::path(settings.file).stem().string();
  experiment.settings = std::move(settings);
  std::vector<std::string> errors;
  store_settings(experiment, errors);
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
  for (const Key& key : schema()) {
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
