// event_text.cpp - CSV and JSON lines.

#include "sim/experiment/results/event_text.h"

#include <fmt/format.h>

#include <iterator>

namespace turnpike::sim {
namespace {

constexpr const char* kSchema = "turnpike.events/1";

const char* to_text(model::EventKind kind) {
  switch (kind) {
    case model::EventKind::queued:
      return "queued";
    case model::EventKind::injected:
      return "injected";
    case model::EventKind::hop:
      return "hop";
    case model::EventKind::head:
      return "head";
    case model::EventKind::delivered:
      return "delivered";
    case model::EventKind::body:
    case model::EventKind::body_injected:
    case model::EventKind::body_consumed:
      break;  // EventFile does not want them
  }
  return "";
}

}  // namespace

std::string events_csv_header() {
  return fmt::format(
      "# {}\n"
      "cycle,event,source,packet,destination,flits,component,port,vc\n",
      kSchema);
}

std::string events_json_header() { return fmt::format("{{\"schema\":\"{}\"}}\n", kSchema); }

void add_event_csv(const model::Network& network, const model::Event& event, std::string& text) {
  const auto out = std::back_inserter(text);
  fmt::format_to(out, "{},{},{},{},{},", event.cycle, to_text(event.kind), event.source,
                 event.packet, event.destination);
  if (event.flits != 0) fmt::format_to(out, "{}", event.flits);
  const bool is_hop = event.kind == model::EventKind::hop;
  if (is_hop) {
    fmt::format_to(out, ",{},{},", component_name(network, event.component), event.port);
  } else {
    text += ",,,";
  }
  if (is_hop || event.kind == model::EventKind::injected) fmt::format_to(out, "{}", event.vc);
  text += '\n';
}

void add_event_json(const model::Network& network, const model::Event& event, std::string& text) {
  const auto out = std::back_inserter(text);
  fmt::format_to(out,
                 "{{\"cycle\":{},\"event\":\"{}\",\"source\":{},\"packet\":{},\"destination\":{}",
                 event.cycle, to_text(event.kind), event.source, event.packet, event.destination);
  if (event.flits != 0) fmt::format_to(out, ",\"flits\":{}", event.flits);
  const bool is_hop = event.kind == model::EventKind::hop;
  if (is_hop) {
    fmt::format_to(out, ",\"component\":\"{}\",\"port\":{}",
                   component_name(network, event.component), event.port);
  }
  if (is_hop || event.kind == model::EventKind::injected) {
    fmt::format_to(out, ",\"vc\":{}", event.vc);
  }
  text += "}\n";
}

}  // namespace turnpike::sim
