// config_options.h - the options that all subcommands share: which configuration, changed how.

#pragma once

#include <string>
#include <vector>

#include "sim/base/command_line.h"
#include "sim/experiment/config/read_experiment.h"

namespace turnpike::sim {

struct ConfigOptions {
  std::string file;
  std::vector<std::string> sets;    // "table.key=value"
  std::vector<std::string> unsets;  // "table.key"
  bool json = false;

  // CONFIG, --set, --unset and --json.
  void add_to(CommandLine& line);
  // --set and --unset alone.
  void add_sets_to(CommandLine& line);

  Overrides overrides() const;
  Experiment read() const { return read_experiment(file, overrides()); }
};

// Those of run and sweep.
struct RunConfigOptions : ConfigOptions {
  std::string engine;
  std::string seed;
  std::string threads;

  void add_to(CommandLine& line);

  Overrides overrides() const;
  Experiment read() const { return read_experiment(file, overrides()); }
};

}  // namespace turnpike::sim
