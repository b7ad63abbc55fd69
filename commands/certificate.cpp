// certificate.cpp - JSON of a graph and an order, SVG of a circle.

#include "commands/certificate.h"

#include <fmt/format.h>

#include <cmath>

#include "sim/base/config_error.h"
#include "sim/base/parse_json.h"

namespace turnpike::sim {

namespace {

std::string escaped(const std::string& text) {
  std::string result;
  for (const char c : text) {
    if (c == '&') {
      result += "&amp;";
    } else if (c == '<') {
      result += "&lt;";
    } else if (c == '>') {
      result += "&gt;";
    } else {
      result += c;
    }
  }
  return result;
}

// Names of source and destination.
Json pairs_json(const model::Network& network, const model::UsedPairs& pairs) {
  Json json = Json::array();
  for (model::NodeId to = 0; to < network.nodes(); ++to) {
    for (const model::NodeId from : pairs.terminals_of(network, to)) {
      json.push_back({model::terminal_name(network, from),
                      model::terminal_name(network, network.first_terminal(to))});
    }
  }
  return json;
}

}  // namespace

std::string certificate_text(const std::string& name, const model::Network& network,
                             const model::UsedPairs* pairs) {
  if (network.packets || !network.interchanges.empty()) {
    throw ConfigError(
        "--certificate: found a network of packet routers or with interchanges, allowed: one of "
        "wormhole routers alone");
  }
  const model::ChannelOrder order = model::channel_order(network, pairs);
  if (order.places.empty() && !network.channels.empty()) {
    throw ConfigError("--certificate: found a network that can deadlock, allowed: one that cannot");
  }
  Json json;
  json["schema"] = "turnpike.certificate/2";
  json["name"] = name;
  json["layers"] = order.classes;
  if (order.escape) json["escape"] = *order.escape;
  json["terminals"] = Json::array();
  for (model::NodeId t = 0; t < network.terminals.size(); ++t) {
    json["terminals"].push_back(
        {model::terminal_name(network, t),
         model::component_name(network, network.terminals[t].eject.component)});
  }
  json["pairs"] = pairs == nullptr ? Json() : pairs_json(network, *pairs);
  json["channels"] = Json::array();
  for (const model::Channel& channel : network.channels) {
    json["channels"].push_back({model::component_name(network, channel.from), channel.from_port,
                                model::component_name(network, channel.to), channel.to_port});
  }
  json["order"] = Json::array();
  for (const auto& [channel, layer] : order.places) json["order"].push_back({channel, layer});
  return json.dump() + "\n";
}

std::string circle_svg(const model::Network& network, const model::DeadlockReport& report) {
  constexpr double kRadius = 220;
  constexpr double kMiddle = 320;
  constexpr double kTurn = 6.283185307179586;
  const std::size_t count = report.cycle.size();
  const auto at = [&](double place) {
    const double angle = kTurn * place / static_cast<double>(count) - kTurn / 4;
    return std::pair{kMiddle + kRadius * std::cos(angle), kMiddle + kRadius * std::sin(angle)};
  };
  std::string text = fmt::format(
      "<svg xmlns=\"http://www.w3.org/2000/svg\" viewBox=\"0 0 {0} {0}\" width=\"{0}\" "
      "height=\"{0}\" font-family=\"sans-serif\" font-size=\"13\" text-anchor=\"middle\">\n"
      "<title>Channels that wait for each other in a circle</title>\n"
      "<defs><marker id=\"head\" viewBox=\"0 0 8 8\" refX=\"7\" refY=\"4\" markerWidth=\"8\" "
      "markerHeight=\"8\" orient=\"auto\"><path d=\"M0 0 8 4 0 8z\" fill=\"#b00\"/></marker>"
      "</defs>\n<rect width=\"100%\" height=\"100%\" fill=\"#fff\"/>\n",
      2 * kMiddle);
  for (std::size_t i = 0; i < count; ++i) {
    const auto& [id, vc] = report.cycle[i];
    const auto place = static_cast<double>(i);
    const auto [x1, y1] = at(place + 0.12);
    const auto [x2, y2] = at(place + 0.88);
    const auto [xm, ym] = at(place + 0.5);
    const auto [x, y] = at(place);
    text += fmt::format(
        "<path d=\"M{:.1f} {:.1f} {:.1f} {:.1f}\" stroke=\"#b00\" stroke-width=\"2\" "
        "marker-end=\"url(#head)\"/>\n<text x=\"{:.1f}\" y=\"{:.1f}\" fill=\"#b00\">VC {}</text>\n"
        "<text x=\"{:.1f}\" y=\"{:.1f}\" stroke=\"#fff\" stroke-width=\"5\" "
        "paint-order=\"stroke\">{}</text>\n",
        x1, y1, x2, y2, xm, ym, vc, x, y + 4,
        escaped(model::component_name(network, network.channels[id].from)));
  }
  return text + "</svg>\n";
}

}  // namespace turnpike::sim
