// read_experiment.h - from a configuration file and options to an Experiment.

#pragma once

#include <string>
#include <vector>

#include "sim/base/config_error.h"
#include "sim/experiment/config/experiment.h"

namespace turnpike::sim {

// What the command line says of the file's settings. Keys that it takes back are gone first; its
// own win over the file, a later one over an earlier.
struct Overrides {
  std::vector<std::string> taken_back;
  std::vector<Setting> list;

  // --set table.key=value; throws ConfigError.
  void set(const std::string& assignment) { list.push_back(parse_override(assignment, "--set")); }
  // --unset key, or table; throws ConfigError where there is no such key.
  void unset(const std::string& key);
  // An option of its own, such as --seed, that stands for `key`.
  void set(const std::string& key, Value value, const std::string& option_text) {
    list.push_back({key, std::move(value), {"", 0, option_text}});
  }
};

// Throws ConfigError with one line for every mistake found.
Experiment read_experiment(const std::string& path, const Overrides& overrides = {});
Experiment make_experiment(Settings settings, const Overrides& overrides = {});

// "file:line: key 'router.virtual_channels': found 0, allowed: integer 1 .. 16". The place is that
// of the key, or of its table, or of the network where neither was written.
std::string complaint(const Settings& settings, const std::string& key, const std::string& found,
                      const std::string& allowed);

// Of messages that bring their own load, where a load is needed.
std::string complaint_of_workload(const Experiment& experiment, const std::string& allowed);

// The experiment in full, defaults included, as a configuration that reproduces it.
std::string to_toml(const Experiment& experiment);

}  // namespace turnpike::sim
