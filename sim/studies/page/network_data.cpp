// network_data.cpp - a network and its picture as JSON for the page.

#include "sim/studies/page/network_data.h"

#include <fmt/format.h>

#include <cmath>
#include <cstdlib>

#include "sim/studies/page/picture.h"

namespace turnpike::sim {
namespace {

// Thousandths of the distance between neighbours.
double place(double value) { return std::round(value * 1000) / 1000; }

Json spots_json(const std::vector<Spot>& spots) {
  Json json = Json::array();
  for (const Spot& spot : spots) {
    json.push_back(place(spot.x));
    json.push_back(place(spot.y));
  }
  return json;
}

// Why the picture is not whole; empty: it is.
std::string lack(const model::Network& network, const Picture& picture) {
  if (picture.components.empty()) {
    return fmt::format(
        "With {} components and {} channels this network is too large to be drawn. The busiest "
        "channels are in the table.",
        network.components.size(), network.channels.size());
  }
  if (!picture.channels.empty() || network.channels.empty()) return "";
  return fmt::format(
      "With {} channels this network is too large to draw each of them (up to {} are drawn). Each "
      "square has the colour of the busiest channel that leaves it; the busiest channels of all "
      "are in the table.",
      network.channels.size(), kMostChannels);
}

void add_channels(Json& json, const model::Network& network, const Picture& picture) {
  Json& channels = json["channels"] = Json::array();
  for (const model::Channel& channel : network.channels) {
    channels.push_back({channel.from, channel.from_port, channel.to, channel.to_port});
  }
  Json& strokes = json["strokes"] = Json::array();
  for (const Stroke& stroke : picture.channels) strokes.push_back(spots_json(stroke));
  json["group"] = picture.group;
}

}  // namespace

PortMap::PortMap(const model::Network& network)
    : ports_(network.max_ports()), channel_(network.components.size() * ports_, -1) {
  for (std::size_t c = 0; c < network.channels.size(); ++c) {
    const model::Channel& channel = network.channels[c];
    channel_[std::size_t{channel.from} * ports_ + channel.from_port] = static_cast<std::int64_t>(c);
  }
}

double rounded(double value) { return std::strtod(fmt::format("{:.5g}", value).c_str(), nullptr); }

Json network_json(const model::Network& network, const std::string& shape) {
  const Picture picture = make_picture(network);
  Json json;
  json["shape"] = shape;
  json["vcs"] = network.router.virtual_channels;
  json["buffer_depth"] = network.router.buffer_depth;
  json["width"] = place(picture.width);
  json["height"] = place(picture.height);
  json["size"] = picture.node_size;
  json["stroke"] = place(picture.stroke_width);
  json["note"] = picture.note;
  json["lack"] = lack(network, picture);
  json["groups"] = picture.groups;
  json["spots"] = spots_json(picture.components);
  Json& names = json["names"] = Json::array();
  Json& interchanges = json["interchanges"] = Json::array();
  for (model::ComponentId c = 0; c < picture.components.size(); ++c) {
    names.push_back(model::component_name(network, c));
    if (network.components[c].kind == model::ComponentKind::interchange) interchanges.push_back(c);
  }
  Json& labels = json["labels"] = Json::array();
  for (const Picture::Label& label : picture.labels) {
    labels.push_back({place(label.at.x), place(label.at.y), label.text});
  }
  // Where each node sends and where it receives, and its name.
  Json& nodes = json["nodes"] = Json::array();
  for (model::NodeId node = 0; node < network.nodes(); ++node) {
    const model::Terminal& terminal = network.terminals[network.first_terminal(node)];
    nodes.push_back({terminal.inject.component, terminal.eject.component});
  }
  if (!picture.channels.empty()) add_channels(json, network, picture);
  return json;
}

}  // namespace turnpike::sim
