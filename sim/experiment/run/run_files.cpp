// run_files.cpp - checks of the files that a run reads and writes.

#include "sim/experiment/run/run_files.h"

#include <fmt/format.h>

#include <algorithm>
#include <filesystem>

#include "model/traffic/traffic.h"
#include "sim/base/nearest.h"
#include "sim/base/output_folder.h"
#include "sim/base/waveform_name.h"
#include "sim/experiment/run/network_checks.h"

namespace turnpike::sim {

namespace {

bool ends_with(const std::string& text, const std::string& end) {
  return text.size() >= end.size() && text.compare(text.size() - end.size(), end.size(), end) == 0;
}

void refuse(const std::string& option, const std::string& found, const std::string& allowed) {
  throw ConfigError(fmt::format("{}: found {}, allowed: {}", option, found, allowed));
}

void check_folder_of(const std::string& file) {
  const std::string folder = std::filesystem::path(file).parent_path().string();
  OutputFolder writable(folder.empty() ? "." : folder);
  if (std::filesystem::is_directory(file)) refuse(file, "a folder", "a file name");
}

void check_scopes(const model::Network& network, const std::vector<std::string>& scopes) {
  if (scopes.empty()) return;
  std::vector<std::string> names;
  for (std::size_t i = 0; i < network.components.size(); ++i) {
    names.push_back(model::component_name(network, static_cast<model::ComponentId>(i)));
  }
  for (const std::string& scope : scopes) {
    if (std::find(names.begin(), names.end(), scope) != names.end()) continue;
    refuse("--trace-scope", "'" + scope + "'",
           "a component of the network" + nearest_text(", nearest: ", scope, names));
  }
}

}  // namespace

std::string check_traffic(const Experiment& experiment, const model::Network& network) {
  return located(experiment, [&]() -> std::string {
    std::string remark = model::workload_of(experiment.traffic).check(experiment.traffic, network);
    const model::Traffic traffic(experiment.traffic, network, experiment.run.seed);
    return remark;
  });
}

void check_run_files(const Experiment& experiment, const model::Network& network,
                     const RunOptions& options) {
  const TraceRequest& trace = options.trace;
  if (!trace.file.empty()) {
    if (!has_hardware(experiment.engine) || experiment.engine == EngineKind::emitted) {
      refuse("--trace", fmt::format("engine {}", to_text(experiment.engine)),
             "engine rtl or lockstep: a waveform shows hardware");
    }
    if (!ends_with(trace.file, ".fst")) refuse("--trace", trace.file, "a file name ending in .fst");
    check_waveform_name(trace.file);
    if (trace.to <= trace.from) {
      refuse("--trace-to", fmt::format("{}", trace.to),
             fmt::format("above --trace-from, {}", trace.from));
    }
    check_scopes(network, trace.scopes);
    check_folder_of(trace.file);
  }
  const CheckpointRequest& checkpoint = options.checkpoint;
  if (!checkpoint.file.empty() || !checkpoint.from.empty()) {
    if (experiment.engine == EngineKind::emitted) {
      refuse("checkpoints", "engine emitted", "engine model, rtl or lockstep");
    }
    if (!checkpoint.file.empty()) {
      if (checkpoint.every == 0) refuse("--checkpoint-every", "0", "1 cycle or more");
      check_folder_of(checkpoint.file);
    }
    if (checkpoint.is_resumed() && !trace.file.empty()) {
      refuse("--trace", "a run that is resumed", "--from-checkpoint: its cycles alone are traced");
    }
  }
  if (!options.events.empty()) {
    if (!ends_with(options.events, ".csv") && !ends_with(options.events, ".jsonl")) {
      refuse("--events", options.events, "a file name ending in .csv or .jsonl");
    }
    check_folder_of(options.events);
  }
}

}  // namespace turnpike::sim
