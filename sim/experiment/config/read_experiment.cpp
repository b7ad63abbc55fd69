// read_experiment.cpp - checks settings against the schema and works them into an Experiment.

#include "sim/experiment/config/read_experiment.h"

#include <fmt/format.h>

#include <algorithm>
#include <filesystem>
#include <map>
#include <utility>

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

  // The list of tables in which a key stands, and its row there; null: there is none.
  static std::pair<const TableList*, const ElementKey*> find_element(const ElementName& name) {
    const TableList* const list = find_row(table_lists(), name.list);
    return {list, find_row(list->keys, name.key)};
  }

  // What is wrong with a value; nothing is, where the answer is empty.
  std::string problem(const Setting& setting) const {
    const std::string place = setting.origin.text();
    const std::string key = model::excerpt(setting.key);
    const KeyRow* row = find(setting.key);
    if (const auto name = element_name(setting.key)) row = find_element(*name).second;
    if (row) {
      const std::string found = misfit(*row, setting.value);
      if (found.empty()) return "";
      return fmt::format("{}: key '{}': found {}, allowed: {}", place, key, found, row->allowed());
    }
    const std::string found = found_text(setting.value);
    for (const TableList& list : table_lists()) {
      const bool is_single = setting.key.compare(0, list.name.size() + 1, list.name + ".") == 0;
      if (!is_single && setting.key != list.name) continue;
      return fmt::format("{}: key '{}': found {}, allowed: tables that begin with [[{}]]", place,
                         key, found, list.name);
    }
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

// How many tables the settings have of a list. One that is left out is a mistake.
std::size_t count_tables(const TableList& list, const Settings& settings, Mistakes& mistakes) {
  std::map<std::size_t, Origin> said;
  const auto count = [&](const std::string& key, const Origin& origin) {
    const auto name = element_name(key);
    if (name && name->list == list.name) said.emplace(name->number, origin);
  };
  for (const auto& [key, origin] : settings.tables) count(key, origin);
  for (const Setting& setting : settings.list) count(setting.key, setting.origin);
  if (said.empty()) return 0;
  const auto& [last, origin] = *said.rbegin();
  if (last < list.most && last + 1 == said.size()) return said.size();
  mistakes.add([&, number = last, place = origin.text()] {
    const std::size_t tables = std::min(list.most, said.size() - 1);
    return fmt::format("{}: key '{}[{}]': found table number {}, allowed: 0 .. {}, none left out",
                       place, list.name, number, number, tables);
  });
  return 0;
}

// Keys in lists of tables, once all others are known.
void store_elements(Experiment& experiment, const Checker& checker, Mistakes& mistakes) {
  for (const TableList& list : table_lists()) {
    const std::size_t tables = count_tables(list, experiment.settings, mistakes);
    if (tables > 0) list.make(experiment, tables);
  }
  for (const Setting& setting : experiment.settings.list) {
    const auto name = element_name(setting.key);
    if (!name) continue;
    const auto [list, key] = Checker::find_element(*name);
    if (!key || !misfit(*key, setting.value).empty()) {
      mistakes.add([&] { return checker.problem(setting); });
    } else if (name->number < list->count(experiment)) {
      key->store(experiment, name->number, setting.value);
    }
  }
}

void store_settings(Experiment& experiment, std::vector<std::string>& errors) {
  const Checker checker(schema());
  Mistakes mistakes;
  for (const Setting& table : experiment.settings.empty_tables) {
    const bool is_known = checker.is_table(table.key) || element_name(table.key);
    if (!is_known) mistakes.add([&] { return checker.problem(table); });
  }
  for (const Setting& setting : experiment.settings.list) {
    if (element_name(setting.key)) continue;
    const Key* key = checker.find(setting.key);
    if (key && misfit(*key, setting.value).empty()) {
      key->store(experiment, setting.value);
    } else {
      mistakes.add([&] { return checker.problem(setting); });
    }
  }
  store_elements(experiment, checker, mistakes);
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
  const bool is_list = settings.tables.count(key + "[0]") != 0;
  const std::string by_default = setting || is_list || found == "nothing" ? "" : " (not set)";
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
  const auto element = element_name(key);
  const bool is_element =
      element && (element->key.empty() || Checker::find_element(*element).second);
  const bool is_known =
      is_element || std::any_of(known.begin(), known.end(), [&](const std::string& name) {
        return name == key || name.compare(0, key.size() + 1, key + ".") == 0 ||
               name.compare(0, key.size() + 1, key + "[") == 0;
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
  for (const TableList& list : table_lists()) {
    for (std::size_t number = 0; number < list.count(experiment); ++number) {
      text += fmt::format("\n[[{}]]\n", list.name);
      for (const ElementKey& key : list.keys) {
        const std::string value = key.show(experiment, number);
        if (!value.empty()) text += fmt::format("{} = {}\n", key.name, value);
      }
    }
  }
  return text;
}

}  // namespace turnpike::sim
