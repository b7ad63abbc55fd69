// check.cpp - `turnpike check`: structure, reachability, deadlock.

#include <fmt/format.h>

#include <algorithm>
#include <filesystem>
#include <memory>
#include <optional>
#include <string>
#include <vector>

#include "commands/certificate.h"
#include "commands/command.h"
#include "commands/pairs_file.h"
#include "model/common/printable.h"
#include "model/topology/deadlock.h"
#include "model/topology/validate.h"
#include "sim/base/config_error.h"
#include "sim/base/output_folder.h"
#include "sim/base/standard_error.h"
#include "sim/experiment/results/standard_output.h"
#include "sim/experiment/run/axi_checks.h"
#include "sim/experiment/run/config_options.h"
#include "sim/experiment/run/irregular_report.h"
#include "sim/experiment/run/network_checks.h"
#include "sim/experiment/run/run_files.h"

namespace turnpike::sim {

namespace {

constexpr std::size_t kMostNamed = 4;  // unused channels in the text for people

struct CheckCommand {
  ConfigOptions config;
  std::string certificate;
  std::string svg;
  std::string pairs;
};

struct Verdict {
  model::ValidationReport validation;
  model::DeadlockReport deadlock;
  std::optional<RootReport> root;     // a sound irregular network
  std::optional<RouteReport> routes;  // another sound network with routing tables
  std::vector<std::string> remarks;

  bool is_proved() const {
    return validation.valid() && deadlock.checked && deadlock.deadlock_free;
  }
};

Json routes_json(const model::Network& network, const RootReport& root) {
  Json json = saturation_json(root);
  json["unused_channels"] = Json::array();
  for (const model::ChannelId id : root.unused) {
    json["unused_channels"].push_back(model::channel_name(network, id));
  }
  return json;
}

Json load_json(const model::Network& network, const RouteReport& routes) {
  const bool has_channel = routes.bottleneck != model::kNoChannel;
  Json json;
  json["bottleneck"] = has_channel ? Json(model::channel_name(network, routes.bottleneck)) : Json();
  json["bottleneck_saturation"] = has_channel ? Json(routes.channel_saturation) : Json();
  json["saturation"] = routes.saturation;
  json["has_choice"] = routes.has_choice;
  return json;
}

Json check_json(const Experiment& experiment, const model::Network& network,
                const Verdict& verdict) {
  const auto& [validation, deadlock, root, routes, remarks] = verdict;
  Json json;
  json["schema"] = "turnpike.check/4";
  json["name"] = experiment.name;
  json["nodes"] = network.nodes();
  json["components"] = network.components.size();
  json["channels"] = network.channels.size();
  json["valid"] = validation.valid();
  json["problems"] = validation.problems;
  json["coverage"] = validation.coverage;
  json["deadlock_free"] = deadlock.checked ? Json(deadlock.deadlock_free) : Json();
  json["method"] = deadlock.method;
  json["pairs"] = validation.pairs;
  json["cycle"] = Json::array();
  for (const auto& [channel, vc] : deadlock.cycle) {
    json["cycle"].push_back({{"channel", model::channel_name(network, channel)}, {"vc", vc}});
  }
  json["class_cycle"] = deadlock.class_cycle;
  json["layers_needed"] = network.layers_needed == 0 ? Json() : Json(network.layers_needed);
  json["layers"] = network.router.routing.layers;
  json["up_down"] = root ? routes_json(network, *root) : Json();
  json["routes"] = routes ? load_json(network, *routes) : Json();
  json["remarks"] = remarks;
  return json;
}

std::string unused_text(const model::Network& network,
                        const std::vector<model::ChannelId>& unused) {
  if (unused.empty()) return "";
  std::string text =
      fmt::format("  unused: {} of {} channels are on no shortest legal route: ", unused.size(),
                  network.channels.size());
  for (std::size_t i = 0; i < std::min(unused.size(), kMostNamed); ++i) {
    text += (i == 0 ? "" : ", ") + model::channel_name(network, unused[i]);
  }
  return text + (unused.size() > kMostNamed ? ", ...\n" : "\n");
}

std::string check_text(const Experiment& experiment, const model::Network& network,
                       const Verdict& verdict) {
  const auto& [validation, deadlock, root, routes, remarks] = verdict;
  std::string text = fmt::format(
      "{}: {}, {} nodes, {} components, {} channels\n", model::printable(experiment.name),
      experiment.topology.text(network.components.size()), network.nodes(),
      network.components.size(), network.channels.size());
  text += fmt::format("  structure and reachability: {} ({})\n",
                      validation.valid() ? "sound" : "unsound", validation.coverage);
  for (const std::string& problem : validation.problems) text += "    " + problem + "\n";
  const char* said = deadlock.deadlock_free ? "cannot happen" : "can happen";
  text += deadlock.checked ? fmt::format("  deadlock: {} ({})\n", said, deadlock.method)
                           : fmt::format("  deadlock: {}\n",
                                         validation.valid() ? deadlock.method : "not checked");
  text += model::cycle_text(network, deadlock);
  if (network.layers_needed > 0) {
    text += fmt::format("  layers of virtual channels: the routes need {}, there are {}\n",
                        network.layers_needed, network.router.routing.layers);
  }
  if (root) {
    text += fmt::format("  Up*/Down*: {}\n", root_text(*root)) + saturation_text(*root) +
            unused_text(network, root->unused);
  }
  if (routes) text += routes_text(network, *routes);
  for (const std::string& remark : remarks) text += "  " + remark + "\n";
  return text;
}

// `pairs`: the only ones that are used; null: all are.
Verdict judge(const Experiment& experiment, const model::Network& network,
              const model::UsedPairs* pairs) {
  Verdict verdict;
  verdict.validation = model::validate(network, pairs);
  verdict.remarks = link_remarks(experiment, network);
  const std::string buffers = buffer_remark(network);
  if (!buffers.empty()) verdict.remarks.push_back(buffers);
  const std::string axi = axi_remark(experiment, network);
  if (!axi.empty()) verdict.remarks.push_back(axi);
  // Routes of an unsound network lead anywhere.
  if (!verdict.validation.valid()) return verdict;
  verdict.deadlock =
      pairs == nullptr ? model::check_deadlock(network) : model::check_deadlock(network, *pairs);
  if (experiment.topology.routes_up_down()) {
    verdict.root = report_root(experiment, network);
  } else if (!network.tables.empty()) {
    verdict.routes = report_routes(network);
  }
  return verdict;
}

void write_file(const std::string& path, const std::string& text) {
  const std::filesystem::path whole = std::filesystem::absolute(path);
  OutputFolder(whole.parent_path().string()).write(whole.filename().string(), text);
}

// What the verdict has beside its text.
void write_proof(const CheckCommand& command, const Experiment& experiment,
                 const model::Network& network, const model::UsedPairs* pairs,
                 const Verdict& verdict) {
  if (!command.certificate.empty() && verdict.is_proved()) {
    write_file(command.certificate, certificate_text(experiment.name, network, pairs));
  }
  if (command.svg.empty()) return;
  if (verdict.deadlock.cycle.empty()) {
    tell("--svg: nothing is drawn, as no channels wait for each other in a circle");
    return;
  }
  write_file(command.svg, circle_svg(network, verdict.deadlock));
}

int check(const CheckCommand& command) {
  const ConfigOptions& options = command.config;
  StandardOutput out;
  Experiment experiment = options.read();
  if (!command.pairs.empty()) {
    experiment.topology.routed_pairs = [&](const model::Network& network) {
      return read_pairs(command.pairs, network);
    };
  }
  const model::Network network = build_network(experiment);
  if (experiment.has_traffic) {
    const std::string remark = check_traffic(experiment, network);
    if (!remark.empty()) tell(remark);
  }
  std::optional<model::UsedPairs> pairs;
  if (!command.pairs.empty()) pairs = read_pairs(command.pairs, network);
  const model::UsedPairs* const used = pairs ? &*pairs : nullptr;
  const Verdict verdict = judge(experiment, network, used);
  write_proof(command, experiment, network, used, verdict);
  if (options.json) {
    out.print(check_json(experiment, network, verdict));
  } else {
    out.print(check_text(experiment, network, verdict));
  }
  return verdict.is_proved() ? kDone : kCheckFailed;
}

}  // namespace

Command add_check(CommandLine& program) {
  CommandLine line =
      program.command("check", "checks structure, reachability and freedom from deadlock");
  auto command = std::make_shared<CheckCommand>();  // shared by the parser and the function below
  command->config.add_to(line);
  line.text("--certificate", command->certificate,
            "file for the proof, which scripts/check_certificate.py verifies");
  line.text("--pairs", command->pairs,
            "file with a source and a destination a line: the proof is of these pairs alone");
  line.text("--svg", command->svg, "file for a picture of the circle, if there is one");
  line.footer(
      "Exit status 1: the network is unsound, can deadlock (the cycle is printed), or is too "
      "large\n"
      "for a proof that it cannot. For an irregular network the command also names the best root "
      "of\n"
      "Up*/Down*, an upper bound of the load, and the channels that no route uses.");
  return {line, [command] { return check(*command); }};
}

}  // namespace turnpike::sim
