// distance.cpp - `turnpike distance`: table of equivalent distances of an irregular network.

#include <fmt/format.h>

#include <memory>
#include <optional>
#include <string>
#include <vector>

#include "commands/command.h"
#include "model/analysis/equivalent_distance.h"
#include "model/common/printable.h"
#include "model/topology/table_routing.h"
#include "sim/experiment/results/standard_output.h"
#include "sim/experiment/run/config_options.h"
#include "sim/experiment/run/irregular_report.h"
#include "sim/experiment/run/network_checks.h"

namespace turnpike::sim {

namespace {

constexpr std::size_t kMostPrinted = 32;  // switches of a table that is read by people

struct DistanceCommand : ConfigOptions {
  bool without_resistances = false;
};

struct Distances {
  RootReport root;
  std::vector<std::string> remarks;
  model::DistanceTable table;
  double mean_equivalent = 0;  // over different switches
  double mean_legal = 0;
  double mean_shortest = 0;  // whatever is legal
  // Of layered shortest routes on the same graph; none: too large, or more layers than there can
  // be.
  std::optional<RouteReport> shortest;
  unsigned layers = 0;  // that they need

  bool has_resistances() const { return !table.equivalent.empty(); }
};

// The same graph with shortest routes, and as many virtual channels as they want.
void add_shortest(const Experiment& experiment, const model::SwitchGraph& graph, Distances& d) {
  double sum = 0;
  for (model::ComponentId s = 0; s < graph.size(); ++s) {
    for (const unsigned level : model::levels_from(graph, s)) sum += level;
  }
  const double pairs = static_cast<double>(graph.size()) * static_cast<double>(graph.size() - 1);
  d.mean_shortest = pairs > 0 ? sum / pairs : 0;
  constexpr unsigned kMostChannels = 16;
  Experiment other = experiment;
  other.topology.tables = &model::TableRouting::layered_shortest;
  other.topology.root.reset();
  other.router.virtual_channels = kMostChannels;
  other.router.message_classes = 1;
  try {
    const model::Network network = build_network(other);
    d.shortest = report_routes(network);
    d.layers = network.layers_needed;
  } catch (const std::exception&) {
    // More layers than that: there is nothing to compare.
  }
}

Distances distances_of(const Experiment& experiment, bool with_resistances) {
  const model::Network network = build_network(experiment);
  const model::SwitchGraph graph = model::switch_graph(network);
  Distances d;
  d.root = report_root(experiment, network);
  d.remarks = link_remarks(experiment, network);
  d.table = model::equivalent_distances(graph, network.root, with_resistances);
  const double pairs = static_cast<double>(graph.size()) * static_cast<double>(graph.size() - 1);
  for (const double t : d.table.equivalent) d.mean_equivalent += pairs > 0 ? t / pairs : 0;
  for (const unsigned l : d.table.legal) d.mean_legal += pairs > 0 ? l / pairs : 0;
  add_shortest(experiment, graph, d);
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
  json["schema"] = "turnpike.distance/3";
  json["switches"] = d.table.switches;
  json.update(saturation_json(d.root));
  json["remarks"] = d.remarks;
  json["mean_equivalent_distance"] = d.has_resistances() ? Json(d.mean_equivalent) : Json();
  json["mean_legal_distance"] = d.mean_legal;
  json["mean_shortest_distance"] = d.mean_shortest;
  json["layered_shortest"] = Json();
  if (d.shortest) {
    json["layered_shortest"] = {{"layers", d.layers}, {"saturation", d.shortest->saturation}};
  }
  json["equivalent_distance"] =
      d.has_resistances() ? rows_of(d.table.equivalent, d.table.switches) : Json();
  json["legal_distance"] = rows_of(d.table.legal, d.table.switches);
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
  std::string text =
      fmt::format("{}: {} switches, {}\n", name, d.table.switches, root_text(d.root));
  text += "  mean over different switches: ";
  if (d.has_resistances()) text += fmt::format("equivalent distance {:.4f}, ", d.mean_equivalent);
  text += fmt::format("legal distance {:.4f} links, shortest distance {:.4f}\n", d.mean_legal,
                      d.mean_shortest) +
          saturation_text(d.root);
  if (d.shortest) {
    text += fmt::format(
        "  shortest routes in {} layer{}: saturation {:.4f} flits per cycle and terminal "
        "(network.routing = \"layered_shortest\")\n",
        d.layers, d.layers == 1 ? "" : "s", d.shortest->saturation);
  }
  for (const std::string& remark : d.remarks) text += "  " + remark + "\n";
  if (d.table.switches > kMostPrinted) {
    return text + fmt::format("  the tables of more than {} switches are in the output of --json\n",
                              kMostPrinted);
  }
  if (d.has_resistances()) {
    text += table_text("equivalent distance", d.table.equivalent, d.table.switches, " {:>6.3f}");
  }
  return text + table_text("legal distance", d.table.legal, d.table.switches, " {:>6}");
}

int distance(const DistanceCommand& options) {
  StandardOutput out;
  Experiment experiment = options.read();
  experiment.topology.tables = nullptr;  // distances are those of Up*/Down*, whatever the routes
  if (!experiment.topology.kind->takes_root) {
    const Setting* said = experiment.settings.find("network.topology");
    throw_located(experiment, {"network.topology", found_text(said->value),
                               model::quoted_topologies_with(&model::Topology::takes_root) +
                                   ": equivalent distances are those of Up*/Down*"});
  }
  const Distances found = distances_of(experiment, !options.without_resistances);
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
  auto options = std::make_shared<DistanceCommand>();  // of the parser and the function below
  options->add_to(line);
  line.flag("--without-resistances", options->without_resistances,
            "legal distances, root and saturation only, of a large network in a moment");
  line.footer(
      "The equivalent distance of two switches is the resistance of the circuit of all links on\n"
      "shortest legal routes between them, one unit each. The saturation is the load at which the\n"
      "bottleneck is full; where packets choose, first of an even split among the legal outputs "
      "of\n"
      "each switch, then an upper bound of any split.");
  return {line, [options] { return distance(*options); }};
}

}  // namespace turnpike::sim
