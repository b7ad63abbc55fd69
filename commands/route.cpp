// route.cpp - `turnpike route`: the way between two nodes and its zero-load latency, or all rows.

#include "model/topology/route.h"

#include <fmt/format.h>
#include <fmt/ranges.h>

#include <memory>

#include "commands/command.h"
#include "commands/node_text.h"
#include "model/topology/route_rows.h"
#include "sim/base/config_error.h"
#include "sim/experiment/config/route_file.h"
#include "sim/experiment/results/standard_output.h"
#include "sim/experiment/run/config_options.h"
#include "sim/experiment/run/network_checks.h"

namespace turnpike::sim {

namespace {

struct RouteCommand {
  ConfigOptions config;
  bool all = false;
  std::string format;
  std::string from;
  std::string to;
  std::string first_hop;
};

// Dimensions that a message may take first; empty where it has no choice.
std::vector<unsigned> first_hops(const model::Network& network, model::NodeId from,
                                 model::NodeId to) {
  std::vector<unsigned> result;
  if (!network.packets || !network.packets->first_hop || from == to) return result;
  const model::Address destination = network.terminals[network.first_terminal(to)].address;
  for (unsigned d = 0; d < network.router.network_ports(); ++d) {
    if (model::may_enter(network, network.first_terminal(from) + d, destination)) {
      result.push_back(d);
    }
  }
  return result;
}

// The terminal by which it goes in: that of the chosen first hop, else of e-cube's.
model::NodeId entry(const RouteCommand& command, const model::Network& network, model::NodeId from,
                    const std::vector<unsigned>& hops) {
  const model::NodeId first = network.first_terminal(from);
  if (command.first_hop.empty()) {
    if (hops.empty()) return first;
    return first + (network.router.routing.highest_first ? hops.back() : hops.front());
  }
  for (const unsigned d : hops) {
    if (std::to_string(d) == command.first_hop) return first + d;
  }
  throw ConfigError(fmt::format(
      "--first-hop: found '{}', allowed: {}", command.first_hop,
      hops.empty() ? std::string("only where the message chooses it (router.first_hop)")
                   : fmt::format("a dimension that brings it nearer: {}", fmt::join(hops, ", "))));
}

// Cycle in which the head is on the input pins of each component, the message being queued in
// cycle 0 (docs/timing.md section 5).
std::vector<model::Cycle> arrivals(const model::Network& network,
                                   const std::vector<model::PathStep>& path) {
  std::vector<model::Cycle> cycles;
  model::Cycle now = 1;
  for (const model::PathStep& step : path) {
    cycles.push_back(now);
    now += model::hop_cycles(network);
    if (step.channel != model::kNoChannel) now += network.channels[step.channel].latency;
  }
  return cycles;
}

Json route_json(const model::Network& network, model::NodeId from, model::NodeId to,
                const std::vector<model::PathStep>& path, const std::vector<unsigned>& hops) {
  Json json;
  json["schema"] = "turnpike.route/1";
  json["from"] = from;
  json["to"] = to;
  json["hops"] = model::hops(path);
  json["latency_cycles"] = model::zero_load_latency(network, path);
  if (!hops.empty()) json["first_hops"] = hops;
  json["path"] = Json::array();
  json["vcs"] = Json::array();
  json["levels"] = Json::array();  // of the channels between the components, and their lengths
  json["lengths"] = Json::array();
  for (const model::PathStep& step : path) {
    json["path"].push_back(model::component_name(network, step.component));
    json["vcs"].push_back(step.vc);
    if (step.channel == model::kNoChannel) continue;
    json["levels"].push_back(network.channels[step.channel].level);
    json["lengths"].push_back(network.channels[step.channel].length);
  }
  return json;
}

std::string route_text(const model::Network& network, model::NodeId from, model::NodeId to,
                       const std::vector<model::PathStep>& path) {
  std::string text =
      fmt::format("node {} to node {}: {} channels, head delivered after {} cycles\n\n",
                  node_text(from, network), node_text(to, network), model::hops(path),
                  model::zero_load_latency(network, path));
  text += fmt::format("  {:>5}  {:<20} {:>4} {:>4} {:>3} {:>6} {:>7}\n", "cycle", "component", "in",
                      "out", "vc", "level", "length");
  const std::vector<model::Cycle> cycles = arrivals(network, path);
  for (std::size_t i = 0; i < path.size(); ++i) {
    text += fmt::format("  {:>5}  {:<20} {:>4} {:>4} {:>3}", cycles[i],
                        model::component_name(network, path[i].component), path[i].in_port,
                        path[i].out_port, path[i].vc);
    if (path[i].channel != model::kNoChannel) {
      const model::Channel& channel = network.channels[path[i].channel];
      text += fmt::format(" {:>6} {:>7}", channel.level, channel.length);
    }
    text += "\n";
  }
  return text;
}

// The rows of all routes, as network.routes takes them.
int print_rows(const RouteCommand& command, const model::Network& network, StandardOutput& out) {
  if (!command.from.empty() || !command.to.empty() || !command.first_hop.empty()) {
    throw ConfigError("--all: found with --from, --to or --first-hop, allowed: all pairs or one");
  }
  const bool is_plain = !network.packets && network.interchanges.empty();
  if (!is_plain) {
    throw ConfigError(
        "--all: found a network of packet routers or with interchanges, allowed: one of wormhole "
        "routers alone, as tables have no others");
  }
  const std::vector<model::RouteRow> rows = model::rows_of(network);
  const bool is_json = command.config.json || command.format == "json";
  out.print(is_json ? routes_json(rows) : routes_csv(rows));
  return kDone;
}

void check_options(const RouteCommand& command) {
  if (!command.format.empty() && command.format != "csv" && command.format != "json") {
    throw ConfigError(fmt::format("--format: found '{}', allowed: csv, json", command.format));
  }
  if (command.all) return;
  if (!command.format.empty()) {
    throw ConfigError(
        fmt::format("--format: found '{}', allowed: only with --all", command.format));
  }
  if (command.from.empty() || command.to.empty()) {
    throw ConfigError("--from, --to: found one or none of them, allowed: both, or --all");
  }
}

int route(const RouteCommand& command) {
  StandardOutput out;
  check_options(command);
  const Experiment experiment = command.config.read();
  const model::Network network = build_network(experiment);
  if (command.all) return print_rows(command, network, out);
  const model::NodeId from = parse_node(command.from, network, "--from");
  const model::NodeId to = parse_node(command.to, network, "--to");
  const std::vector<unsigned> hops = first_hops(network, from, to);
  const std::vector<model::PathStep> path =
      model::route(network, entry(command, network, from, hops), network.first_terminal(to));
  if (command.config.json) {
    out.print(route_json(network, from, to, path, hops));
  } else {
    out.print(route_text(network, from, to, path));
    if (hops.size() > 1) {
      out.print(fmt::format("\n  first hops that bring it nearer (--first-hop): dimensions {}\n",
                            fmt::join(hops, ", ")));
    }
  }
  return kDone;
}

}  // namespace

Command add_route(CommandLine& program) {
  CommandLine line = program.command("route", "prints the route between two nodes, hop by hop");
  auto command = std::make_shared<RouteCommand>();  // shared by the parser and the function below
  command->config.add_to(line);
  line.text("--from", command->from, "source node: a number or coordinates such as 3,1");
  line.text("--to", command->to, "destination node");
  line.text("--first-hop", command->first_hop,
            "dimension of the first hop, where router.first_hop is \"shortest_queue\"");
  line.flag("--all", command->all, "all routes, as rows that network.routes reads");
  line.text("--format", command->format, "of --all: csv (the default) or json");
  line.footer(
      "The packet takes the lowest legal output and the lowest permitted VC at each component of "
      "an\n"
      "empty network. It is queued in cycle 0; `cycle` is the cycle in which its head reaches the\n"
      "component. `level` and `length` are those of the next channel (level 0: local; 1 and up:\n"
      "express).");
  return {line, [command] { return route(*command); }};
}

}  // namespace turnpike::sim
