// play_log.cpp - events as a short text, and the routes of packets that wait at its end.

#include "sim/studies/page/play_log.h"

#include <fmt/format.h>

#include <algorithm>
#include <iterator>
#include <map>
#include <tuple>
#include <utility>

#include "model/topology/wiring.h"
#include "sim/studies/page/network_data.h"

namespace turnpike::sim {
namespace {

using model::Event;
using model::EventKind;

// A letter and its numbers, as sim/studies/page/template/play_events.js reads them.
void add_text(const Event& e, std::string& text) {
  const auto out = std::back_inserter(text);
  switch (e.kind) {
    case EventKind::queued:
      fmt::format_to(out, "q{} {} {} {} {}", e.source, e.packet, e.destination, e.flits,
                     e.message_class);
      break;
    case EventKind::injected:
      fmt::format_to(out, "i{} {} {} {}", e.source, e.packet, e.vc, e.local_channel);
      break;
    case EventKind::hop:
      fmt::format_to(out, "h{} {} {} {} {} {}", e.source, e.packet, e.destination, e.component,
                     e.port, e.vc);
      break;
    case EventKind::head:
      fmt::format_to(out, "e{} {} {} {} {}", e.source, e.packet, e.destination, e.vc,
                     e.local_channel);
      break;
    case EventKind::delivered:
      fmt::format_to(out, "d{} {} {} {} {}", e.source, e.packet, e.destination, e.vc,
                     e.local_channel);
      break;
    case EventKind::body:
      fmt::format_to(out, "b{} {} {}", e.component, e.port, e.vc);
      break;
    case EventKind::body_injected:
      fmt::format_to(out, "j{} {} {}", e.source, e.vc, e.local_channel);
      break;
    case EventKind::body_consumed:
      fmt::format_to(out, "c{} {} {}", e.destination, e.vc, e.local_channel);
      break;
  }
}

// Where the head of a packet stands: an input port and VC.
struct HeadPlace {
  model::NodeId destination = 0;
  model::Attachment at;
  model::VcId vc = 0;
};

// [source, number] of packets that were injected and did not reach their ejection channel. Numbers
// repeat: the last one counts.
using Heads = std::map<std::pair<model::NodeId, std::uint32_t>, HeadPlace>;

Heads heads_under_way(const model::Network& network, const std::vector<Event>& events) {
  const PortMap ports(network);
  Heads heads;
  for (const Event& e : events) {
    if (e.kind == EventKind::injected) {
      const model::NodeId terminal = network.first_terminal(e.source) + e.local_channel;
      heads[{e.source, e.packet}] = {e.destination, network.terminals[terminal].inject, e.vc};
    } else if (e.kind == EventKind::hop) {
      const auto known = heads.find({e.source, e.packet});
      if (known == heads.end()) continue;
      const std::int64_t channel = ports.channel(e.component, e.port);
      if (channel < 0) {
        heads.erase(known);
        continue;
      }
      const model::Channel& way = network.channels[static_cast<std::size_t>(channel)];
      known->second.at = {way.to, way.to_port};
      known->second.vc = e.vc;
    }
  }
  return heads;
}

Json bits_json(std::uint64_t set) {
  Json json = Json::array();
  for (; set != 0; set &= set - 1) json.push_back(__builtin_ctzll(set));
  return json;
}

// Rows: source, number, outputs and VCs that the head may take.
Json routes_json(const model::Network& network, const std::vector<Event>& events) {
  Json json = Json::array();
  for (const auto& [name, head] : heads_under_way(network, events)) {
    const model::Address to = network.terminals[network.first_terminal(head.destination)].address;
    const model::Route route =
        model::route_at(network, head.at.component, to, head.at.port, head.vc);
    json.push_back({name.first, name.second, bits_json(route.outputs | route.escape),
                    bits_json(route.vcs | route.escape_vcs)});
  }
  return json;
}

}  // namespace

void PlayLog::record(const Event& event) {
  if (is_full_) return;
  if (text_bytes_ > bytes_ && events_.back().cycle != event.cycle) {
    is_full_ = true;
    return;
  }
  events_.push_back(event);
  scratch_.clear();
  add_text(event, scratch_);
  text_bytes_ += scratch_.size();
}

Json PlayLog::to_json() const {
  if (events_.empty()) return {};
  // Some rows of narrow flits come late (docs/event_log.md).
  std::vector<Event> events = events_;
  std::stable_sort(events.begin(), events.end(), [](const Event& a, const Event& b) {
    return std::tie(a.cycle, a.kind) < std::tie(b.cycle, b.kind);
  });
  std::string text;
  model::Cycle now = 0;
  for (const Event& event : events) {
    if (event.cycle != now) fmt::format_to(std::back_inserter(text), "t{}", event.cycle - now);
    now = event.cycle;
    add_text(event, text);
  }
  Json json;
  json["cut"] = is_full_;  // the run went on
  json["events"] = text;
  json["ports"] = network_.max_ports();
  json["local_channels"] = network_.local_channels;
  json["has_packet_routers"] = network_.packets.has_value();
  json["room"] = network_.packets ? 1 : network_.router.injection_room();
  Json& latency = json["latency"] = Json::array();  // of channels, as the next
  Json& depth = json["depth"] = Json::array();
  for (const model::Channel& channel : network_.channels) {
    latency.push_back(channel.latency);
    const model::Component& to = network_.components[channel.to];
    depth.push_back(to.kind == model::ComponentKind::interchange
                        ? network_.interchanges[to.shape].depth_of(channel.to_port)
                        : network_.router.buffer_depth);
  }
  Json& terminals = json["terminals"] = Json::array();
  for (const model::Terminal& terminal : network_.terminals) {
    terminals.push_back({terminal.inject.component, terminal.inject.port, terminal.eject.component,
                         terminal.eject.port});
  }
  json["routes"] = routes_json(network_, events);
  return json;
}

}  // namespace turnpike::sim
