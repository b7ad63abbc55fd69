// standstill_figures.cpp - the circle of waiting packets as JSON.

#include "sim/experiment/results/standstill_figures.h"

#include <cstdint>
#include <limits>
#include <stdexcept>

#include "sim/base/parse_json.h"

namespace turnpike::sim {
namespace {

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

// `get` makes a large number of a negative one.
template <class Count>
Count count_of(const Json& value) {
  if (!value.is_number_unsigned() ||
      value.get<std::uint64_t>() > std::numeric_limits<Count>::max()) {
    throw std::invalid_argument("found " + value.dump() + ", allowed: whole number, 0 or more");
  }
  return value.get<Count>();
}

std::optional<model::PacketName> read_packet(const Json& json) {
  if (json.is_null()) return std::nullopt;
  model::PacketName packet;
  packet.number = count_of<std::uint32_t>(json.at("number"));
  packet.source = count_of<model::NodeId>(json.at("source"));
  const Json& destination = json.at("destination");
  if (!destination.is_null()) packet.destination = count_of<model::NodeId>(destination);
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
  figures.cycle = count_of<model::Cycle>(json.at("cycle"));
  figures.is_deadlock = json.at("deadlock").get<bool>();
  figures.report = json.at("report").get<std::string>();
  for (const Json& entry : json.at("waiting")) {
    WaitingFigures at;
    at.component = entry.at("component").get<std::string>();
    const auto side = entry.at("side").get<std::string>();
    if (side != "input" && side != "output") throw std::invalid_argument("side: " + side);
    at.is_output = side == "output";
    at.port = count_of<model::PortId>(entry.at("port"));
    at.vc = count_of<model::VcId>(entry.at("vc"));
    const Json& channel = entry.at("channel");
    if (!channel.is_null()) at.channel = count_of<model::ChannelId>(channel);
    at.packet = read_packet(entry.at("packet"));
    figures.waiting.push_back(std::move(at));
  }
  return figures;
}

}  // namespace turnpike::sim
