// suite.cpp - from settings to cases.

#include "sim/studies/regress/suite.h"

#include <fmt/format.h>

#include <algorithm>
#include <filesystem>
#include <limits>

#include "model/common/input_limits.h"
#include "model/common/printable.h"
#include "model/traffic/workload.h"
#include "sim/base/config_error.h"
#include "sim/base/nearest.h"
#include "sim/base/other_words.h"
#include "sim/studies/regress/suite_keys.h"

namespace turnpike::sim {

namespace {

constexpr const char* kQuotedCase = "case.\"";
constexpr std::size_t kQuote = 5;  // where its quote is
constexpr const char* kAnyCase = "case.NAME.";
constexpr const char* kExpectWorkload = "expect.workload.";

bool begins_with(const std::string& text, const std::string& start) {
  return text.compare(0, start.size(), start) == 0;
}

class SuiteReader {
 public:
  explicit SuiteReader(const Settings& settings) : settings_(settings) {
    suite_.file = settings.file;
    suite_.name = std::filesystem::path(settings.file).stem().string();
  }

  Suite read() {
    for (const Setting& table : settings_.empty_tables) read_empty_table(table);
    for (const Setting& setting : settings_.list) read_setting(setting);
    for (SuiteCase& one : suite_.cases) finish(one);
    if (suite_.cases.empty() && mistakes_.empty()) {
      add(fmt::format("{}: found no case, allowed: at least one table [case.NAME]",
                      model::printable(suite_.file)));
    }
    if (!mistakes_.empty()) {
      std::string text;
      for (const std::string& mistake : mistakes_) text += (text.empty() ? "" : "\n") + mistake;
      throw ConfigError(text);
    }
    std::stable_sort(
        suite_.cases.begin(), suite_.cases.end(),
        [](const SuiteCase& a, const SuiteCase& b) { return a.origin.line < b.origin.line; });
    return std::move(suite_);
  }

 private:
  void add(const std::string& mistake) {
    if (mistakes_.size() < model::kMaxMistakes) mistakes_.push_back(mistake);
  }

  void refuse(const Setting& setting, const std::string& found, const std::string& allowed) {
    add(fmt::format("{}: key '{}': found {}, allowed: {}", setting.origin.text(),
                    model::excerpt(setting.key, 200), found, allowed));
  }

  // Of the rows of a schema the one called `name`.
  template <class Target>
  void take(const std::vector<RowOf<Target>>& rows, const std::string& name, const Setting& setting,
            Target& to) {
    const RowOf<Target>* row = find_row(rows, name);
    if (row == nullptr) return refuse_key(setting, name);
    const std::string found = misfit(*row, setting.value);
    if (!found.empty()) return refuse(setting, found, row->allowed());
    row->store(to, setting.value);
  }

  void refuse_key(const Setting& setting, const std::string& generic) {
    std::vector<std::string> known;
    for (const KeyRow& key : suite_keys()) known.push_back(key.name);
    add(fmt::format("{}: key '{}': unknown, found {}{}", setting.origin.text(),
                    model::excerpt(setting.key, 200), found_text(setting.value),
                    key_hint(generic, known, "`turnpike schema suite` lists the keys")));
  }

  // A case whose name needs quotes; told once, where it begins.
  void refuse_case_name(const Setting& setting) {
    std::size_t end = setting.key.find('"', kQuote + 1);
    while (end != std::string::npos && setting.key[end - 1] == '\\') {
      end = setting.key.find('"', end + 1);
    }
    const std::string name = setting.key.substr(0, end == std::string::npos ? end : end + 1);
    const auto table = settings_.tables.find(name);
    const std::string place =
        (table == settings_.tables.end() ? setting.origin : table->second).text();
    const std::string mistake = fmt::format(
        "{}: case {}: found a name in quotes, allowed: letters, digits, _ and - (a point is named "
        "after its case)",
        place, model::excerpt(name.substr(kQuote), 200));
    if (std::find(mistakes_.begin(), mistakes_.end(), mistake) == mistakes_.end()) add(mistake);
  }

  SuiteCase& case_named(const std::string& name) {
    for (SuiteCase& one : suite_.cases) {
      if (one.name == name) return one;
    }
    SuiteCase one;
    one.name = name;
    const auto table = settings_.tables.find("case." + name);
    if (table != settings_.tables.end()) one.origin = table->second;
    suite_.cases.push_back(std::move(one));
    return suite_.cases.back();
  }

  // A table without keys sets nothing, but it has to be one that could.
  void read_empty_table(const Setting& table) {
    if (table.key == "suite" || table.key == "case") return;
    if (begins_with(table.key, kQuotedCase)) return refuse_case_name(table);
    if (!begins_with(table.key, "case.") || table.key.find('"') != std::string::npos) {
      return refuse_key(table, table.key);
    }
    const std::size_t name_end = table.key.find('.', 5);
    case_named(table.key.substr(5, name_end == std::string::npos ? name_end : name_end - 5));
    if (name_end == std::string::npos) return;
    const std::string part = table.key.substr(name_end + 1);
    for (const char* known : {"set", "sweep", "machine", "expect", "expect.workload"}) {
      if (part == known || begins_with(part, "set.") || begins_with(part, "sweep.")) return;
    }
    refuse_key(table, "case.NAME." + part);
  }

  void read_setting(const Setting& setting) {
    if (begins_with(setting.key, "suite.")) return take(suite_rows(), setting.key, setting, suite_);
    if (begins_with(setting.key, kQuotedCase)) return refuse_case_name(setting);
    const std::size_t name_end = setting.key.find('.', 5);
    if (!begins_with(setting.key, "case.") || name_end == std::string::npos) {
      return refuse_key(setting, setting.key);
    }
    const std::string name = setting.key.substr(5, name_end - 5);
    read_case_key(case_named(name), setting, setting.key.substr(name_end + 1));
  }

  void read_case_key(SuiteCase& one, const Setting& setting, const std::string& key) {
    const auto without = [&](const std::string& table) { return key.substr(table.size()); };
    if (begins_with(key, "set.")) {
      one.set.push_back({without("set."), setting.value, setting.origin});
    } else if (begins_with(key, "sweep.")) {
      read_swept(one, setting, without("sweep."));
    } else if (begins_with(key, kExpectWorkload)) {
      read_workload_figure(one, setting, without(kExpectWorkload));
    } else if (begins_with(key, "machine.")) {
      MachinePoint checked;
      take(machine_rows(), kAnyCase + key, setting, checked);
      one.machine.push_back({key, setting.value, setting.origin});
    } else {
      take(case_rows(), kAnyCase + key, setting, one);
    }
    if (key == "config") one.config_origin = setting.origin;
    if (key == "expect.equal_to") one.expect.equal_to_origin = setting.origin;
  }

  void read_workload_figure(SuiteCase& one, const Setting& setting, const std::string& name) {
    std::vector<std::string> names;
    for (const model::Workload* workload : model::workloads()) {
      for (std::size_t i = 0; i < workload->figure_count; ++i) {
        names.emplace_back(workload->figures[i].name);
      }
    }
    if (std::find(names.begin(), names.end(), name) == names.end()) {
      return refuse(setting, found_text(setting.value),
                    "a figure of a workload" + nearest_text(", nearest: ", name, names));
    }
    KeyRow interval;
    interval.type = ValueType::interval;
    interval.high = std::numeric_limits<double>::max();
    const std::string found = misfit(interval, setting.value);
    if (!found.empty()) return refuse(setting, found, interval.allowed());
    const ValueList& ends = *setting.value.list();
    one.expect.workload.push_back({name, number_in(ends[0]), number_in(ends[1])});
  }

  void read_swept(SuiteCase& one, const Setting& setting, const std::string& key) {
    const ValueList* values = setting.value.list();
    if (values == nullptr || values->empty())
      return refuse(setting, found_text(setting.value), "a list of values");
    one.sweep.push_back({key, *values, setting.origin});
  }

  void complain(const SuiteCase& one, const std::string& found, const std::string& allowed) {
    add(fmt::format("{}: case '{}': found {}, allowed: {}", one.origin.text(), one.name, found,
                    allowed));
  }

  // What concerns several keys, and files relative to the suite.
  void finish(SuiteCase& one) {
    const std::filesystem::path folder = std::filesystem::path(suite_.file).parent_path();
    for (const std::string& name : one.config_names) {
      one.configs.push_back((folder / name).string());
    }
    if (!one.expect.equal_to.empty()) {
      one.expect.equal_to = (folder / one.expect.equal_to).string();
    }
    if (one.time_limit == 0) one.time_limit = suite_.time_limit;
    std::sort(one.sweep.begin(), one.sweep.end(),
              [](const Swept& a, const Swept& b) { return a.key < b.key; });
    const bool swept_machine =
        std::any_of(one.sweep.begin(), one.sweep.end(),
                    [](const Swept& swept) { return begins_with(swept.key, "machine."); });
    if (one.machine.empty() && swept_machine) {
      complain(one, "machine keys that are swept, but no table [machine]",
               "`machine` with its program");
    }
    if (one.is_machine()) finish_machine(one);
    if (!one.is_machine() && one.configs.empty() && one.set.empty()) {
      complain(one, "no network", "`config`, a table `set`, or a table `machine`");
    }
    const bool is_one = one.configs.size() <= 1 && one.sweep.empty() &&
                        std::max<std::size_t>(one.seeds.size(), one.seed_count) == 1;
    if (!one.expect.events_sha256.empty() && !is_one) {
      complain(one, "expect.events_sha256 for several runs",
               "one configuration, combination and seed: each run has its own events");
    }
  }

  void finish_machine(const SuiteCase& one) {
    if (!one.configs.empty() || !one.set.empty()) {
      complain(one, "a configuration beside `machine`", "one of the two");
    }
    for (const EngineKind engine : one.engines) {
      if (engine != EngineKind::emitted && engine != EngineKind::batch) continue;
      complain(one, std::string("engine ") + to_text(engine), "lockstep, rtl, model for a machine");
    }
    const Expectations& expect = one.expect;
    if (expect.deadlock || expect.latency || expect.accepted_at_least || !expect.workload.empty() ||
        !expect.events_sha256.empty()) {
      complain(one, "an expectation of a network's traffic",
               "expect.equal_to: a machine checks every byte itself");
    }
    for (const Swept& swept : one.sweep) {
      if (find_row(machine_rows(), kAnyCase + swept.key) == nullptr) {
        add(fmt::format("{}: key '{}': unknown, allowed: the keys of machine", swept.origin.text(),
                        model::excerpt(swept.key)));
      }
    }
  }

  const Settings& settings_;
  Suite suite_;
  std::vector<std::string> mistakes_;
};

}  // namespace

Suite make_suite(const Settings& settings) { return SuiteReader(settings).read(); }

Suite read_suite(const std::string& path) { return make_suite(read_settings(path)); }

}  // namespace turnpike::sim
