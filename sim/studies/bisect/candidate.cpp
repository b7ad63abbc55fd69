// candidate.cpp - settings in and out.

#include "sim/studies/bisect/candidate.h"

#include <fmt/format.h>

#include <algorithm>

#include "sim/experiment/config/read_experiment.h"

namespace turnpike::sim {

namespace {

bool is_in(const std::string& key, const std::string& table) {
  return key.compare(0, table.size() + 1, table + ".") == 0;
}

}  // namespace

Candidate Candidate::of(const Experiment& experiment) {
  Candidate candidate;
  candidate.keys = experiment.settings.list;
  if (!experiment.anynet.empty()) candidate.set("network.anynet", Value{experiment.anynet});
  if (!experiment.graph.empty()) candidate.set("network.file", Value{experiment.graph});
  if (!experiment.routes.empty()) candidate.set("network.routes", Value{experiment.routes});
  if (!experiment.traffic.file.empty()) {
    candidate.set("traffic.file", Value{experiment.traffic.file});
  }
  for (const model::WorkloadFile& file : model::workload_files(experiment.traffic)) {
    candidate.set(file.key, Value{file.name});
  }
  return candidate;
}

const Setting* Candidate::find(const std::string& key) const {
  const auto at = std::find_if(keys.begin(), keys.end(),
                               [&](const Setting& setting) { return setting.key == key; });
  return at == keys.end() ? nullptr : &*at;
}

void Candidate::set(const std::string& key, Value value) {
  remove(key);
  keys.push_back({key, std::move(value), {}});
}

void Candidate::remove(const std::string& key) {
  const auto is_it = [&](const Setting& setting) { return setting.key == key; };
  keys.erase(std::remove_if(keys.begin(), keys.end(), is_it), keys.end());
}

void Candidate::remove_table(const std::string& table) {
  const auto is_it = [&](const Setting& setting) { return is_in(setting.key, table); };
  keys.erase(std::remove_if(keys.begin(), keys.end(), is_it), keys.end());
}

std::string to_toml(const Candidate& candidate, const std::string& trace) {
  std::string text;
  for (const char* table : {"network", "router", "link", "traffic", "workload", "run"}) {
    std::string lines;
    for (const Setting& setting : candidate.keys) {
      if (!is_in(setting.key, table)) continue;
      lines += fmt::format("{} = {}\n", setting.key.substr(std::string(table).size() + 1),
                           to_toml(setting.value));
    }
    if (candidate.packets && std::string(table) == "traffic") {
      lines += fmt::format("pattern = \"trace\"\nfile = {}\n", quoted(trace));
    }
    if (!lines.empty()) text += fmt::format("{}[{}]\n{}", text.empty() ? "" : "\n", table, lines);
  }
  return text;
}

Experiment experiment_of(const Candidate& candidate, const std::string& trace) {
  Settings settings;
  settings.file = "the shortened configuration";
  settings.list = candidate.keys;
  if (candidate.packets) {
    settings.list.push_back({"traffic.pattern", Value{std::string("trace")}, {}});
    settings.list.push_back({"traffic.file", Value{trace}, {}});
  }
  // File names are full ones, as an option's would be.
  for (Setting& setting : settings.list) setting.origin = {"", 0, "turnpike bisect"};
  return make_experiment(std::move(settings));
}

}  // namespace turnpike::sim
