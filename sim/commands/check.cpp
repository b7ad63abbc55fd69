// check.cpp - `turnpike check`: structure, reachability, deadlock.

#include <fmt/format.h>

#include <memory>

#include "model/topology/deadlock.h"
#include "model/topology/validate.h"
#include "sim/commands/command.h"
#include "sim/experiment/config_options.h"
#include "sim/experiment/network_checks.h"
#include "sim/experiment/run_files.h"
#include "sim/results/run_table.h"
#include "sim/results/standard_output.h"

namespace turnpike::sim {

namespace {

Json check_json(const Experiment& experiment, const model::Network& network,
                const model::ValidationReport& validation, const model::DeadlockReport& deadlock) {
  Json json;
  json["schema"] = "turnpike.check/1";
  json["name"] = experiment.name;
  json["nodes"] = network.nodes();
  json["components"] = network.components.size();
  json["channels"] = network.channels.size();
  json["valid"] = validation.valid();
  json["problems"] = validation.problems;
  json["coverage"] = validation.coverage;
  json["deadlock_free"] = deadlock.checked ? Json(deadlock.deadlock_free) : Json();
  json["method"] = deadlock.method;
  json["cycle"] = Json::array();
  for (const auto& [channel, vc] : deadlock.cycle) {
    json["cycle"].push_back({{"channel", model::channel_name(network, channel)}, {"vc", vc}});
  }
  json["class_cycle"] = deadlock.class_cycle;
  json["buffers"] = buffer_remark(network);
  return json;
}

std::string check_text(const Experiment& experiment, const model::Network& network,
                       const model::ValidationReport& validation,
                       const model::DeadlockReport& deadlock) {
  std::string text = fmt::format("{}: {}, {} nodes, {} components, {} channels\n", experiment.name,
                                 shape_text(experiment, network.components.size()), network.nodes(),
                                 network.components.size(), network.channels.size());
  text += fmt::format("  structure and reachability: {} ({})\n",
                      validation.valid() ? "sound" : "unsound", validation.coverage);
  for (const std::string& problem : validation.problems) text += "    " + problem + "\n";
  const char* verdict = !deadlock.checked        ? "not checked"
                        : deadlock.deadlock_free ? "cannot happen"
                                                 : "can happen";
  text += fmt::format("  deadlock: {} ({})\n", verdict, deadlock.method);
  const std::string buffers = buffer_remark(network);
  if (!buffers.empty()) text += "  note: " + buffers + "\n";
  return text + model::cycle_text(network, deadlock);
}

int check(const ConfigOptions& options) {
  StandardOutput out;
  const Experiment experiment = options.read();
  const model::Network network = build_network(experiment);
  if (experiment.has_traffic) check_traffic(experiment, network);
  const model::ValidationReport validation = model::validate(network);
  // Routes of an unsound network lead anywhere.
  const model::DeadlockReport deadlock =
      validation.valid() ? model::check_deadlock(network) : model::DeadlockReport{};
  if (options.json) {
    out.print(check_json(experiment, network, validation, deadlock));
  } else {
    out.print(check_text(experiment, network, validation, deadlock));
  }
  const bool can_deadlock = deadlock.checked && !deadlock.deadlock_free;
  return validation.valid() && !can_deadlock ? kDone : kCheckFailed;
}

}  // namespace

Command add_check(CommandLine& program) {
  CommandLine line =
      program.command("check", "checks structure, reachability and freedom from deadlock");
  auto options = std::make_shared<ConfigOptions>();  // shared by the parser and the function below
  options->add_to(line);
  line.footer("Exit status 1: the network is unsound or can deadlock; the cycle is printed.");
  return {line, [options] { return check(*options); }};
}

}  // namespace turnpike::sim
