// standstill_figures.cpp - the circle of waiting packets as JSON.

#include "sim/results/standstill_figures.h"

namespace turnpike::sim {
namespace {

using Json = nlohmann::ordered_json;

std::optional<model::ChannelId> channel_at(const model::Network& network,
                                           const model::WaitingPlace& at) {
  for (model::ChannelId id = 0; id < network.channels.size(); ++id) {
    const model::Channel& channel = network.channels[id];
    const bool is_it = at.is_output ? channel.from == at.component && channel.from_port == at.port
                                    : channel.to == at.component && channel.to_port == at.port;
    if (is_it) return id;
  }
  return std::nullopt;
}

template <class T>
Json value_or_null(const std::optional<T>& value) {
  return value ? Json(*value) : Json();
}

Json packet_json(const std::optional<model::PacketName>& packet) {
  if (!packet) return {};
  return {{"number", packet->number},
          {"source", packet->source},
          {"destination", value_or_null(packet->destination)}};
}

std::optional<model::PacketName> read_packet(const Json& json) {
  if (json.is_null()) return std::nullopt;
  model::PacketName packet;
  packet.number = json.at("number").get<std::uint32_t>();
  packet.source = json.at("source").get<model::NodeId>();
  const Json& destination = json.at("destination");
  if (!destination.is_null()) packet.destination = destination.get<model::NodeId>();
  return packet;
}

}  // namespace

StandstillFigures standstill_figures(const model::Network& network,
                                     const model::Standstill& standstill,
                                     const std::string& report) {
  StandstillFigures figures{standstill.cycle, standstill.is_circle, report, {}};
  for (const model::WaitingPacket& waiting : standstill.waiting) {
    const model::WaitingPlace& at = waiting.place;
    figures.waiting.push_back({model::component_name(network, at.component), at.is_output, at.port,
                               at.vc, channel_at(network, at), waiting.packet});
  }
  return figures;
}

Json standstill_json(const StandstillFigures& standstill) {
  Json json = {{"cycle", standstill.cycle},
               {"deadlock", standstill.is_deadlock},
               {"report", standstill.report},
               {"waiting", Json::array()}};
  for (const WaitingFigures& at : standstill.waiting) {
    json["waiting"].push_back({{"component", at.component},
                               {"side", at.is_output ? "output" : "input"},
                               {"port", at.port},
                               {"vc", at.vc},
                               {"channel", value_or_null(at.channel)},
                               {"packet", packet_json(at.packet)}});
  }
  return json;
}

StandstillFigures read_standstill(const Json& json) {
  StandstillFigures figures;
  figures.cycle = json.at("cycle").get<model::Cycle>();
  figures.is_deadlock = json.at("deadlock").get<bool>();
  figures.report = json.at("report").get<std::string>();
  for (const Json& entry : json.at("waiting")) {
    WaitingFigures at;
    at.component = entry.at("component").get<std::string>();
    at.is_output = entry.at("side").get<std::string>() == "output";
    at.port = entry.at("port").get<model::PortId>();
    at.vc = entry.at("vc").get<model::VcId>();
    const Json& channel = entry.at("channel");
    if (!channel.is_null()) at.channel = channel.get<model::ChannelId>();
    at.packet = read_packet(entry.at("packet"));
    figures.waiting.push_back(std::move(at));
  }
  return figures;
}

}  // namespace turnpike::sim
