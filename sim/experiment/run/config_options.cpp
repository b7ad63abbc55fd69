// config_options.cpp - options that become settings of the configuration.

#include "sim/experiment/run/config_options.h"

#include <fmt/format.h>

#include "sim/experiment/config/schema.h"

namespace turnpike::sim {

void ConfigOptions::add_to(CommandLine& line) {
  line.text("CONFIG", file, "configuration, a TOML file").required();
  add_sets_to(line);
  line.flag("--json", json, "one JSON object on standard output and nothing else there");
}

void ConfigOptions::add_sets_to(CommandLine& line) {
  line.each("--set", sets, "table.key=value: sets a key of the configuration")
      .value_name("KEY=VALUE");
  line.each("--unset", unsets, "removes a key, or a table, that the configuration sets")
      .value_name("KEY");
  line.keys(key_names());
}

Overrides ConfigOptions::overrides() const {
  Overrides overrides;
  for (const std::string& key : unsets) overrides.unset(key);
  for (const std::string& assignment : sets) overrides.set(assignment);
  return overrides;
}

void RunConfigOptions::add_to(CommandLine& line) {
  ConfigOptions::add_to(line);
  line.text(
      "--engine", engine,
      "lockstep (hardware beside model, the default), rtl (hardware), model, batch (runs of one\n"
      "network at once, on the model), or emitted (what `turnpike emit` writes, beside model)");
  line.text("--seed", seed, "seed of all random numbers; short for run.seed");
  line.text("--threads", threads, "threads of engine model; short for run.threads");
}

Overrides RunConfigOptions::overrides() const {
  Overrides all = ConfigOptions::overrides();
  const auto set = [&](const char* key, const char* option, const std::string& text) {
    if (text.empty()) return;
    Setting setting = parse_override(fmt::format("{}={}", key, text), option);
    setting.origin.option = fmt::format("{} {}", option, text);
    all.list.push_back(setting);
  };
  set("run.engine", "--engine", engine);
  set("run.seed", "--seed", seed);
  set("run.threads", "--threads", threads);
  return all;
}

}  // namespace turnpike::sim
