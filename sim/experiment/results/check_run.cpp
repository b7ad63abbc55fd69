// check_run.cpp - every key of a run, its type and range.

#include "sim/experiment/results/check_run.h"

#include <fmt/format.h>

#include <algorithm>
#include <array>
#include <exception>
#include <vector>

#include "model/common/printable.h"
#include "sim/base/config_error.h"
#include "sim/base/parse_json.h"
#include "sim/base/text_file.h"
#include "sim/experiment/config/settings.h"
#include "sim/experiment/results/workload_json.h"

namespace turnpike::sim {
namespace {

struct KeyRule {
  std::string key;
  ResultKind kind = ResultKind::text;
  bool may_be_null = false;
};

// Of all keys with plain values.
std::vector<KeyRule> plain_rules() {
  std::vector<KeyRule> rules = {{"schema"}, {"name"}, {"engine"}, {"inputs"}, {"config"}};
  rules.push_back({"seed", ResultKind::count});
  for (const ResultKey& key : make_result_keys()) {
    rules.push_back({key.name, key.kind, key.may_be_null});
  }
  return rules;
}

constexpr std::array<const char*, 6> kOtherKeys = {"standstill",  "message_classes", "workload",
                                                   "nanoseconds", "files",           "checksums"};

const char* allowed_text(ResultKind kind) {
  switch (kind) {
    case ResultKind::number:
      return "number, 0 or more";
    case ResultKind::count:
      return "whole number, 0 or more";
    case ResultKind::boolean:
      return "true, false";
    case ResultKind::text:
      return "text";
  }
  return "";
}

bool is_of(const Json& value, ResultKind kind) {
  switch (kind) {
    case ResultKind::number:
      return value.is_number() && value.get<double>() >= 0;
    case ResultKind::count:
      return value.is_number_unsigned();
    case ResultKind::boolean:
      return value.is_boolean();
    case ResultKind::text:
      return value.is_string();
  }
  return false;
}

class RunCheck {
 public:
  RunCheck(const Json& run, const std::string& place) : run_(run), place_(place) {}

  void operator()() const {
    const std::vector<KeyRule> rules = plain_rules();
    for (const KeyRule& rule : rules) {
      const Json& value = at(rule.key);
      if (is_of(value, rule.kind) || (rule.may_be_null && value.is_null())) continue;
      refuse(rule.key, std::string(allowed_text(rule.kind)) + (rule.may_be_null ? ", null" : ""));
    }
    check_texts("files", "list of file names");
    if (!at("checksums").is_object()) refuse("checksums", "object");
    check_texts("checksums", "checksum for each file name");
    check_word("engine", model::texts_of(kEngineWords));
    check_status();
    check_classes();
    check_workload();
    check_nanoseconds();
    for (const auto& [key, value] : run_.items()) {
      const bool is_known =
          std::find(kOtherKeys.begin(), kOtherKeys.end(), key) != kOtherKeys.end() ||
          std::any_of(rules.begin(), rules.end(),
                      [&name = key](const KeyRule& rule) { return rule.key == name; });
      if (!is_known) {
        throw ConfigError(fmt::format("{}: found key '{}', allowed: the keys of a run", place_,
                                      model::excerpt(key)));
      }
    }
  }

 private:
  [[noreturn]] void refuse(const std::string& key, const std::string& allowed) const {
    throw ConfigError(fmt::format("{}: key '{}': found {}, allowed: {}", place_, key,
                                  model::excerpt(run_.at(key).dump()), allowed));
  }

  const Json& at(const std::string& key) const {
    const auto found = run_.find(key);
    if (found != run_.end()) return *found;
    throw ConfigError(fmt::format("{}: found no key '{}', allowed: all keys", place_, key));
  }

  // Of a list or an object.
  void check_texts(const std::string& key, const std::string& allowed) const {
    const Json& all = at(key);
    const bool is_text =
        all.is_structured() &&
        std::all_of(all.begin(), all.end(), [](const Json& one) { return one.is_string(); });
    if (!is_text) refuse(key, allowed);
  }

  void check_word(const std::string& key, const std::vector<std::string>& words) const {
    const auto& word = at(key).get_ref<const std::string&>();
    if (std::find(words.begin(), words.end(), word) != words.end()) return;
    std::string allowed;
    for (const std::string& one : words) allowed += (allowed.empty() ? "" : ", ") + one;
    refuse(key, allowed);
  }

  // Figures of each message class.
  void check_classes() const {
    const Json& classes = at("message_classes");
    const auto is_class = [](const Json& one) {
      return one.is_object() && std::all_of(one.begin(), one.end(), [](const Json& figure) {
               return is_of(figure, ResultKind::number);
             });
    };
    if (!classes.is_array() || !std::all_of(classes.begin(), classes.end(), is_class)) {
      refuse("message_classes", "list of figures, an object for each class");
    }
  }

  void check_nanoseconds() const {
    const Json& times = at("nanoseconds");
    const auto is_time = [](const Json& one) { return is_of(one, ResultKind::number); };
    if (times.is_null()) return;
    if (!times.is_object() || !std::all_of(times.begin(), times.end(), is_time)) {
      refuse("nanoseconds", "null, or numbers, 0 or more");
    }
  }

  void check_workload() const {
    try {
      check_workload_json(at("workload"));
    } catch (const ConfigError& error) {
      throw ConfigError(fmt::format("{}: {}", place_, error.what()));
    }
  }

  // Follows from other keys.
  void check_status() const {
    RunOutcome outcome;
    outcome.mismatches = at("mismatches").get<std::uint64_t>();
    outcome.results.saturated = at("saturated").get<bool>();
    outcome.results.complete = at("complete").get<bool>();
    const Json& standstill = at("standstill");
    try {
      if (!standstill.is_null()) outcome.standstill = read_standstill(standstill);
    } catch (const std::exception&) {
      refuse("standstill", "null, or who waited for whom");
    }
    check_word("status", {to_text(status_of(outcome))});
  }

  const Json& run_;
  const std::string& place_;
};

}  // namespace

void check_run(const Json& run, const std::string& place) { RunCheck(run, place)(); }

Json read_formatted(const std::string& path, const std::string& schema) {
  Json json = parse_json(read_text_file(path));
  if (!json.is_object()) {
    throw ConfigError(path +
                      ": found text that is no JSON object, allowed: a whole file: it is damaged");
  }
  const Json found = json.value("schema", Json());
  if (found != schema) {
    throw ConfigError(fmt::format(
        "{}: found schema {}, allowed: \"{}\": another version of turnpike left it, or another "
        "program; run it again",
        path, model::excerpt(found.dump()), schema));
  }
  return json;
}

Json read_run_json(const std::string& path) {
  Json run = read_formatted(path, kRunSchema);
  check_run(run, path);
  return run;
}

}  // namespace turnpike::sim
