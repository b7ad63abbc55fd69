// distance.cpp - `turnpike distance`: table of equivalent distances of an irregular network.

#include <fmt/format.h>

#include <memory>
#include <string>

#include "model/analysis/equivalent_distance.h"
#include "model/common/printable.h"
#include "sim/commands/command.h"
#include "sim/experiment/config_options.h"
#include "sim/experiment/network_checks.h"
#include "sim/results/standard_output.h"

namespace turnpike::sim {

namespace {

constexpr std::size_t kMostPrinted = 32;  // switches of a table that is read by people

struct Distances {
  model::ComponentId root = 0;
  model::DistanceTable table;
  model::Bottleneck bottleneck;
  double mean_equivalent = 0;  // over different switches
  double mean_legal = 0;
};

Distances distances_of(const model::SwitchGraph& graph, const std::vector<unsigned>& hosts,
                       model::ComponentId root) {
  Distances d;
  d.root = root;
  d.table = model::equivalent_distances(graph, root);
  d.bottleneck = model::bottleneck(graph, root, hosts);
  const double pairs = static_cast<double>(graph.size()) * static_cast<double>(graph.size() - 1);
  for (const double t : d.table.equivalent) d.mean_equivalent += pairs > 0 ? t / pairs : 0;
  for (const unsigned l : d.table.legal) d.mean_legal += pairs > 0 ? l / pairs : 0;
  return d;
}

// One row a switch.
template <class Value>
Json rows_of(const std::vector<Value>& values, std::size_t switches) {
  Json rows = Json::array();
  for (std::size_t i = 0; i < switches; ++i) {
    const auto row = values.begin() + static_cast<std::ptrdiff_t>(i * switches);
    rows.push_back(std::vector<Value>(row, row + static_cast<std::ptrdiff_t>(switches)));
  }
  return rows;
}

Json to_json(const Distances& d) {
  Json json;
  json["schema"] = "turnpike.distance/1";
  json["switches"] = d.table.switches;
  json["root"] = d.root;
  json["equivalent_distance"] = rows_of(d.table.equivalent, d.table.switches);
  json["legal_distance"] = rows_of(d.table.legal, d.table.switches);
  json["mean_equivalent_distance"] = d.mean_equivalent;
  json["mean_legal_distance"] = d.mean_legal;
  json["bottleneck"] = {
      {"from", d.bottleneck.from}, {"to", d.bottleneck.to}, {"crossings", d.bottleneck.crossings}};
  json["saturation_bound"] = d.bottleneck.saturation;
  return json;
}

template <class Value>
std::string table_text(const char* title, const std::vector<Value>& values, std::size_t switches,
                       const char* format) {
  std::string text = fmt::format("\n{}\n\n     ", title);
  for (std::size_t j = 0; j < switches; ++j) text += fmt::format(" {:>6}", j);
  for (std::size_t i = 0; i < switches; ++i) {
    text += fmt::format("\n{:>5}", i);
    for (std::size_t j = 0; j < switches; ++j) {
      text += fmt::format(fmt::runtime(format), values[i * switches + j]);
    }
  }
  return text + "\n";
}

std::string to_text(const Distances& d, const std::string& name) {
  std::string text = fmt::format(
      "{}: {} switches, root {}\n"
      "  mean over different switches: equivalent distance {:.4f}, legal distance {:.4f} links\n",
      name, d.table.switches, d.root, d.mean_equivalent, d.mean_legal);
  if (d.bottleneck.crossings > 0) {
    text += fmt::format(
        "  bottleneck under uniform traffic: channel from switch {} to switch {}\n"
        "  saturation bound: {:.4f} flits per cycle and terminal\n",
        d.bottleneck.from, d.bottleneck.to, d.bottleneck.saturation);
  }
  if (d.table.switches > kMostPrinted) {
    return text + fmt::format("  the tables of more than {} switches are in the output of --json\n",
                              kMostPrinted);
  }
  return text +
         table_text("equivalent distance", d.table.equivalent, d.table.switches, " {:>6.3f}") +
         table_text("legal distance", d.table.legal, d.table.switches, " {:>6}");
}

int distance(const ConfigOptions& options) {
  StandardOutput out;
  const Experiment experiment = options.read();
  if (experiment.topology.kind != model::TopologyKind::irregular) {
    const Setting* said = experiment.settings.find("network.topology");
    throw_located(experiment, {"network.topology", found_text(said->value),
                               "\"irregular\": equivalent distances are those of Up*/Down*"});
  }
  const model::Network network = build_network(experiment);
  const model::SwitchGraph graph = model::switch_graph(network);
  const model::ComponentId root = experiment.topology.root.value_or(model::central_switch(graph));
  const Distances found = distances_of(graph, model::hosts_of(network), root);
  if (options.json) {
    out.print(to_json(found));
  } else {
    out.print(to_text(found, model::printable(experiment.name)));
  }
  return kDone;
}

}  // namespace

Command add_distance(CommandLine& program) {
  CommandLine line =
      program.command("distance", "equivalent distances of an irregular network (Arnau)");
  auto options = std::make_shared<ConfigOptions>();  // shared by the parser and the function below
  options->add_to(line);
  line.footer(
      "The equivalent distance of two switches is the resistance of the circuit of all links on\n"
      "shortest legal routes between them, one unit each. The saturation bound is the load at "
      "which\n"
      "the bottleneck is full when traffic splits evenly among the legal outputs of each switch.");
  return {line, [options] { return distance(*options); }};
}

}  // namespace turnpike::sim
