// irregular_report.cpp - the root of Up*/Down*, unused channels, and how links were read.

#include "sim/experiment/run/irregular_report.h"

#include <fmt/format.h>

#include <cmath>
#include <limits>

#include "model/analysis/channel_load.h"
#include "model/analysis/equivalent_distance.h"
#include "model/topology/wiring.h"
#include "sim/base/text_file.h"
#include "sim/experiment/config/graph_file.h"

namespace turnpike::sim {

namespace {

std::string of_links(std::size_t links) {
  return fmt::format("{} link{}", links, links == 1 ? "" : "s");
}

std::string channel_text(const RootReport& report) {
  const char* form =
      report.names.empty() ? "channel from switch {} to switch {}" : "channel from {} to {}";
  return fmt::format(fmt::runtime(form), report.name_of(report.bottleneck.from),
                     report.name_of(report.bottleneck.to));
}

Json number_or_null(double value) { return std::isfinite(value) ? Json(value) : Json(); }

std::string switch_text(const model::Network& network, model::ComponentId at) {
  return network.names.empty() ? fmt::format("switch {}", at) : network.names[at];
}

// Channels come in pairs, there and back.
std::string unequal_text(const model::Network& network) {
  const std::vector<model::Channel>& channels = network.channels;
  std::size_t unequal = 0;
  std::size_t first = 0;
  for (std::size_t id = 0; id + 1 < channels.size(); id += 2) {
    if (channels[id].latency == channels[id + 1].latency) continue;
    if (unequal++ == 0) first = id;
  }
  if (unequal == 0) return "";
  return fmt::format(
      "{} of {} {} another latency one way than the other: from {} to {} it is {}, back {}",
      unequal, of_links(channels.size() / 2), unequal == 1 ? "has" : "have",
      switch_text(network, channels[first].from), switch_text(network, channels[first].to),
      channels[first].latency, channels[first + 1].latency);
}

}  // namespace

RootReport report_root(const Experiment& experiment, const model::Network& network) {
  const model::SwitchGraph graph = model::switch_graph(network);
  const std::vector<unsigned> hosts = model::hosts_of(network);
  const model::FlitCycles cycles = model::flit_cycles(network);
  const model::UpDownLoad load = model::up_down_load(graph, network.root, hosts, cycles);
  const bool every = experiment.topology.tries_every_root;
  RootReport report;
  report.root = network.root;
  report.names = network.names;
  report.plan = model::root_plan(graph, every);
  report.is_exact = report.plan.destinations == graph.size();
  report.bottleneck = model::bottleneck(graph, load, hosts);
  report.bound = model::bound_of_all_splits(graph, network.root, hosts, load, cycles);
  report.best = network.root;
  report.best_saturation = report.bottleneck.channel_saturation;
  if (experiment.topology.root) {
    const model::ComponentId best = model::best_root(graph, hosts, every, cycles);
    const double saturation = model::bottleneck(graph, best, hosts, cycles).channel_saturation;
    if (saturation > report.best_saturation * (1 + 1e-9)) {
      report.best = best;
      report.best_saturation = saturation;
    }
  }
  const model::Wiring wiring(network);
  for (model::ComponentId s = 0; s < graph.size(); ++s) {
    for (model::PortId p = 0; p < graph[s].size(); ++p) {
      if (load.crossings[s][p] == 0) report.unused.push_back(wiring.channel_from(s, p));
    }
  }
  return report;
}

std::string root_text(const RootReport& report) {
  const model::RootPlan& plan = report.plan;
  std::string of_those = fmt::format("the best of {}", plan.roots);
  if (!report.is_exact) of_those += " by samples of destinations";
  if (report.best == report.root)
    return fmt::format("root {}, {}", report.name_of(report.root), of_those);
  return fmt::format("root {}; from root {}, {}, the fullest channel is full at {:.4f}",
                     report.name_of(report.root), report.name_of(report.best), of_those,
                     report.best_saturation);
}

std::string saturation_text(const RootReport& report) {
  const model::Bottleneck& worst = report.bottleneck;
  std::string text = "  bottleneck under uniform traffic: ";
  if (!worst.is_of_terminals()) {
    text += channel_text(report);
  } else if (worst.crossings == 0) {
    text += "the terminals";
  } else {
    text += fmt::format("the terminals; the {} is full at {:.4f}", channel_text(report),
                        worst.channel_saturation);
  }
  // Where only one figure is left when it is printed, it is the bound.
  if (report.bound < worst.saturation * 1.0005) {
    return text + fmt::format("\n  saturation: at most {:.4f} flits per cycle and terminal\n",
                              report.bound);
  }
  return text + fmt::format(
                    "\n  saturation: {:.4f} flits per cycle and terminal by an even split "
                    "of legal ways, at most {:.4f} by any\n",
                    worst.saturation, report.bound);
}

std::optional<RouteReport> report_routes(const model::Network& network) {
  constexpr model::NodeId kMostNodes = 1024;  // every pair's way is counted
  const model::NodeId nodes = network.nodes();
  if (nodes < 2 || nodes > kMostNodes) return std::nullopt;
  const double share = 1.0 / (nodes - 1.0);
  const model::ChannelLoads loads =
      model::count_loads(network, [&](model::NodeId source, model::NodeId destination) {
        return source == destination ? 0 : share;
      });
  RouteReport report;
  report.bottleneck = loads.bottleneck(network);
  report.has_choice = loads.has_choice;
  report.saturation = loads.saturation(network);
  report.channel_saturation = std::numeric_limits<double>::infinity();
  if (report.bottleneck != model::kNoChannel) {
    report.channel_saturation =
        model::capacity(network.channels[report.bottleneck]) / loads.channel[report.bottleneck];
  }
  return report;
}

std::string routes_text(const model::Network& network, const RouteReport& report) {
  std::string text = "  bottleneck under uniform traffic: ";
  const bool is_channel = report.channel_saturation <= report.saturation;
  const std::string channel =
      report.bottleneck == model::kNoChannel ? "" : model::channel_name(network, report.bottleneck);
  if (is_channel) {
    text += channel;
  } else if (channel.empty()) {
    text += "the terminals";
  } else {
    text += fmt::format("the terminals; {} is full at {:.4f}", channel, report.channel_saturation);
  }
  return text + fmt::format("\n  saturation: {:.4f} flits per cycle and terminal{}\n",
                            report.saturation,
                            report.has_choice ? " by an even split of the routes" : "");
}

Json saturation_json(const RootReport& report) {
  const model::Bottleneck& worst = report.bottleneck;
  Json json;
  json["root"] = report.root;
  json["roots_tried"] = report.plan.roots;
  json["best_root"] = report.best;
  json["best_root_saturation"] = number_or_null(report.best_saturation);
  json["bottleneck"] = Json();
  if (worst.crossings > 0) {
    json["bottleneck"] = {{"from", worst.from},
                          {"to", worst.to},
                          {"crossings", worst.crossings},
                          {"saturation", worst.channel_saturation}};
  }
  json["limited_by"] = worst.is_of_terminals() ? "terminals" : "channel";
  json["saturation_even_split"] = worst.saturation;
  json["saturation_bound"] = report.bound;
  return json;
}

std::vector<std::string> link_assumptions(const Experiment& experiment) {
  const model::AnynetReading& reading = experiment.topology.anynet;
  std::vector<std::string> remarks;
  if (reading.links_from_both_sides > 0) {
    remarks.push_back(fmt::format(
        "anynet: {} stated from both sides, and each is one link: links side by side are not built",
        of_links(reading.links_from_both_sides) +
            (reading.links_from_both_sides == 1 ? " is" : " are")));
  }
  if (reading.assumed_cycles > 0) {
    remarks.push_back(fmt::format(
        "anynet: {} channel{} no latency in a file that states others, and BookSim's 1 cycle was "
        "assumed; a latency is that of one way: state the way back from the other side",
        reading.assumed_cycles, reading.assumed_cycles == 1 ? " has" : "s have"));
  }
  return remarks;
}

std::vector<std::string> link_remarks(const Experiment& experiment, const model::Network& network) {
  std::vector<std::string> remarks = link_assumptions(experiment);
  const bool is_anynet = experiment.graph.empty();
  const std::string& file = is_anynet ? experiment.anynet : experiment.graph;
  if (experiment.topology.kind->takes_file && !file.empty()) {
    const std::string format = is_anynet ? "anynet" : experiment.graph_format;
    remarks = read_graph(read_text_file(file), file, format).remarks;
  }
  if (!network.topology->takes_links) return remarks;
  if (!experiment.anynet.empty() && !experiment.topology.link_latency.empty()) {
    remarks.push_back(
        "anynet: its latencies are BookSim's; w cycles there are w - 1 registers on the channel, "
        "which is the latency in network.links and everywhere else");
  }
  if (std::string unequal = unequal_text(network); !unequal.empty()) remarks.push_back(unequal);
  return remarks;
}

}  // namespace turnpike::sim
