// page_data.cpp - what the page shows, as one JSON object.

#include "sim/studies/page/page_data.h"

#include <fmt/format.h>

#include <algorithm>
#include <cmath>
#include <cstdlib>
#include <map>
#include <numeric>

#include "sim/experiment/results/workload_json.h"
#include "sim/experiment/run/network_checks.h"
#include "sim/studies/page/network_data.h"
#include "sim/studies/page/picture.h"

namespace turnpike::sim {
namespace {

constexpr std::size_t kBusiest = 100;     // channels listed where not all are shown
constexpr std::size_t kTableRows = 1000;  // of a table of a workload

// The part of a configuration that decides the network: the tables before [traffic].
std::string network_text(const PagePoint& point) {
  const auto& config = point.run.results.at("config").get_ref<const std::string&>();
  return config.substr(0, config.find("\n[traffic]"));
}

void check_channels(const RunRecord& run, const model::Network& network) {
  const std::string path = run.folder + "/channels.csv";
  if (run.channels.empty()) return;
  if (run.channels.size() != network.channels.size()) {
    throw ConfigError(fmt::format("{}: found {} channels, allowed: {}, as the network has", path,
                                  run.channels.size(), network.channels.size()));
  }
  for (std::size_t c = 0; c < network.channels.size(); ++c) {
    const model::Channel& channel = network.channels[c];
    const ChannelFigures& row = run.channels[c];
    if (row.from != model::component_name(network, channel.from) ||
        row.to != model::component_name(network, channel.to) ||
        row.from_port != channel.from_port || row.to_port != channel.to_port) {
      throw ConfigError(fmt::format(
          "{}:{}: found {} -> {}, allowed: the network's channel {}, {}", path, c + 2, row.from,
          row.to, c, model::channel_name(network, static_cast<model::ChannelId>(c))));
    }
  }
}

void check_slowest(const RunRecord& run, const model::Network& network) {
  for (std::size_t i = 0; i < run.slowest.size(); ++i) {
    const model::NodeId highest = std::max(run.slowest[i].source, run.slowest[i].destination);
    if (highest < network.nodes()) continue;
    throw ConfigError(fmt::format("{}/slowest.csv:{}: found node {}, allowed: below {}", run.folder,
                                  i + 2, highest, network.nodes()));
  }
}

void check_standstill(const RunRecord& run, const model::Network& network) {
  if (!run.standstill) return;
  for (const WaitingFigures& at : run.standstill->waiting) {
    if (!at.channel || *at.channel < network.channels.size()) continue;
    throw ConfigError(
        fmt::format("{}/results.json: found channel {} in standstill, allowed: below "
                    "{}",
                    run.folder, *at.channel, network.channels.size()));
  }
}

Json histogram_json(const std::vector<model::LatencyBin>& bins) {
  Json json = Json::array();
  for (const model::LatencyBin& bin : bins) json.push_back({bin.low, bin.high, bin.packets});
  return json;
}

// Mean and quartiles of a VC's occupancy over the channels.
Json spread(std::vector<double> values) {
  std::sort(values.begin(), values.end());
  const auto at = [&](double share) {
    return rounded(values[static_cast<std::size_t>(
        std::lround(share * static_cast<double>(values.size() - 1)))]);
  };
  const double mean =
      std::accumulate(values.begin(), values.end(), 0.0) / static_cast<double>(values.size());
  return {
      {"mean", rounded(mean)},      {"least", at(0)},  {"quarter", at(0.25)}, {"median", at(0.5)},
      {"three_quarters", at(0.75)}, {"p95", at(0.95)}, {"most", at(1)}};
}

Json vc_json(const std::vector<ChannelFigures>& channels) {
  Json json = Json::array();
  if (channels.empty()) return json;
  for (std::size_t vc = 0; vc < channels.front().occupancy.size(); ++vc) {
    std::vector<double> values;
    for (const ChannelFigures& channel : channels) values.push_back(channel.occupancy[vc]);
    json.push_back(spread(std::move(values)));
  }
  return json;
}

Json busiest_json(const std::vector<ChannelFigures>& channels) {
  std::vector<std::size_t> order(channels.size());
  std::iota(order.begin(), order.end(), std::size_t{0});
  std::stable_sort(order.begin(), order.end(), [&](std::size_t a, std::size_t b) {
    return channels[a].utilisation > channels[b].utilisation;
  });
  order.resize(std::min(order.size(), kBusiest));
  Json json = Json::array();
  for (const std::size_t c : order) {
    Json occupancy = Json::array();
    for (const double flits : channels[c].occupancy) occupancy.push_back(rounded(flits));
    json.push_back({c, channels[c].from, channels[c].from_port, channels[c].to, channels[c].to_port,
                    rounded(channels[c].utilisation), occupancy});
  }
  return json;
}

// The busiest of the channels that leave each component.
Json component_json(const std::vector<ChannelFigures>& channels, const model::Network& network) {
  std::vector<double> most(network.components.size(), 0);
  for (std::size_t c = 0; c < channels.size(); ++c) {
    double& here = most[network.channels[c].from];
    here = std::max(here, channels[c].utilisation);
  }
  Json json = Json::array();
  for (const double utilisation : most) json.push_back(rounded(utilisation));
  return json;
}

void add_channels(Json& json, const RunRecord& run, const model::Network& network) {
  json["vc"] = vc_json(run.channels);
  json["busiest"] = busiest_json(run.channels);
  if (network.channels.size() > kMostChannels) {
    json["components"] = component_json(run.channels, network);
    return;
  }
  Json& utilisation = json["utilisation"] = Json::array();
  Json& occupancy = json["occupancy"] = Json::array();
  for (const ChannelFigures& channel : run.channels) {
    utilisation.push_back(rounded(channel.utilisation));
    for (const double flits : channel.occupancy) occupancy.push_back(rounded(flits));
  }
}

Json path_json(const PacketPath& packet, const model::Network& network, const PortMap& ports) {
  Json hops = Json::array();
  for (const PathHop& hop : packet.hops) {
    hops.push_back({hop.cycle, model::component_name(network, hop.component), hop.port, hop.vc,
                    ports.channel(hop.component, hop.port)});
  }
  return {{"flits", packet.flits},
          {"injected", packet.injected},
          {"delivered", packet.delivered},
          {"hops", hops}};
}

// Of a message in many packets the first and the last are shown.
Json slowest_json(const PagePoint& point, const model::Network& network, const PortMap& ports) {
  Json json = Json::array();
  for (std::size_t i = 0; i < point.run.slowest.size(); ++i) {
    const model::Delivery& d = point.run.slowest[i];
    Json message = {{"source", d.source},     {"destination", d.destination},
                    {"flits", d.flits},       {"queued", d.queued},
                    {"injected", d.injected}, {"head", d.first},
                    {"delivered", d.last},    {"packets", 0},
                    {"paths", Json::array()}};
    if (i < point.replay.paths.size() && !point.replay.paths[i].empty()) {
      const std::vector<PacketPath>& packets = point.replay.paths[i];
      message["packets"] = packets.size();
      message["paths"].push_back(path_json(packets.front(), network, ports));
      if (packets.size() > 1) {
        message["paths"].push_back(path_json(packets.back(), network, ports));
      }
    }
    json.push_back(std::move(message));
  }
  return json;
}

// Figures with unit and meaning, and the first rows of each table.
Json workload_data(const RunRecord& run) {
  const Json& found = run.results.at("workload");
  if (found.is_null()) return {};
  const auto& kind = found.at("kind").get_ref<const std::string&>();
  const model::Workload* known = find_workload(kind);
  Json figures = Json::array();
  for (std::size_t i = 0; known != nullptr && i < known->figure_count; ++i) {
    const model::WorkloadFigure& row = known->figures[i];
    figures.push_back({row.name, found.at("figures").at(row.name), row.unit, row.meaning});
  }
  Json tables = Json::array();
  for (const model::WorkloadTable& table : run.tables) {
    const std::size_t width = table.columns.size();
    const std::size_t all = table.cells.size() / width;
    Json rows = Json::array();
    for (std::size_t r = 0; r < std::min(all, kTableRows); ++r) {
      const auto begin = table.cells.begin() + static_cast<std::ptrdiff_t>(r * width);
      rows.push_back(std::vector<double>(begin, begin + static_cast<std::ptrdiff_t>(width)));
    }
    tables.push_back(
        {{"file", table.file}, {"columns", table.columns}, {"rows", rows}, {"all", all}});
  }
  return {{"kind", kind}, {"figures", figures}, {"tables", tables}};
}

Json point_json(const PagePoint& point, const model::Network& network, const PortMap& ports) {
  const Json& results = point.run.results;
  Json json;
  json["curve"] = point.curve;
  json["engine"] = results.value("engine", "");
  json["seed"] = results.value("seed", Json());
  Json& figures = json["figures"];
  for (const ResultKey& key : make_result_keys()) figures[key.name] = results.at(key.name);
  json["workload"] = workload_data(point.run);
  json["standstill"] = point.run.standstill ? standstill_json(*point.run.standstill) : Json();
  json["config"] = results.at("config");
  json["histogram"] = histogram_json(point.run.histogram);
  if (!point.run.channels.empty()) add_channels(json, point.run, network);
  json["slowest"] = slowest_json(point, network, ports);
  json["slowest_problem"] = point.replay.problem;
  if (!point.replay.play.is_null()) json["play"] = point.replay.play;
  return json;
}

}  // namespace

PageNetworks build_networks(const PageResults& results) {
  PageNetworks built;
  std::map<std::string, std::size_t> known;
  for (const PagePoint& point : results.points) {
    const auto [at, is_new] = known.emplace(network_text(point), built.networks.size());
    if (is_new) built.networks.push_back(build_network(point.experiment));
    built.of_point.push_back(at->second);
    check_channels(point.run, built.networks[at->second]);
    check_slowest(point.run, built.networks[at->second]);
    check_standstill(point.run, built.networks[at->second]);
  }
  return built;
}

Json page_data(const PageResults& results, const PageNetworks& networks) {
  Json json;
  json["kind"] = results.is_sweep ? "sweep" : "run";
  json["name"] = results.name;
  Json& keys = json["keys"] = Json::array();
  for (const ResultKey& key : make_result_keys()) keys.push_back({key.name, key.unit, key.meaning});
  Json& curves = json["curves"] = Json::array();
  for (const PageCurve& curve : results.curves) {
    curves.push_back({{"label", curve.label},
                      {"saturation", curve.saturation ? Json(*curve.saturation) : Json()}});
  }
  json["missing"] = results.missing;
  std::vector<PortMap> ports;
  Json& drawn = json["networks"] = Json::array();
  for (std::size_t n = 0; n < networks.networks.size(); ++n) {
    const auto user = std::find(networks.of_point.begin(), networks.of_point.end(), n);
    const PagePoint& point =
        results.points[static_cast<std::size_t>(user - networks.of_point.begin())];
    const model::Network& network = networks.networks[n];
    drawn.push_back(
        network_json(network, point.experiment.topology.text(network.components.size())));
    ports.emplace_back(network);
  }
  Json& points = json["points"] = Json::array();
  for (std::size_t p = 0; p < results.points.size(); ++p) {
    const std::size_t n = networks.of_point[p];
    Json point = point_json(results.points[p], networks.networks[n], ports[n]);
    point["network"] = n;
    points.push_back(std::move(point));
  }
  return json;
}

}  // namespace turnpike::sim
