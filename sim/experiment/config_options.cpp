// config_options.cpp - options that become settings of the configuration.

#include "sim/experiment/config_options.h"

#include <fmt/format.h>

namespace turnpike::sim {

void ConfigOptions::add_to(CLI::App& app) {
  app.add_option("CONFIG", file, "configuration, a TOML file")->required();
  app.add_option("--set", sets, "table.key=value: sets a key of the configuration")
      ->type_name("KEY=VALUE")
      ->take_all()
      ->expected(1)
      ->allow_extra_args(false);
  app.add_flag("--json", json, "one JSON object on standard output and nothing else there");
}

Overrides ConfigOptions::overrides() const {
  Overrides overrides;
  for (const std::string& assignment : sets) overrides.set(assignment);
  return overrides;
}

void RunConfigOptions::add_to(CLI::App& app) {
  ConfigOptions::add_to(app);
  app.add_option("--engine", engine,
                 "lockstep (hardware beside model, the default), rtl (hardware) or model");
  app.add_option("--seed", seed, "key of all random numbers; run.seed");
  app.add_option("--threads", threads, "threads of engine model; run.threads");
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
