// packet_list.cpp - draws what a run draws, and writes it down.

#include "sim/studies/bisect/packet_list.h"

#include <fmt/format.h>

#include <iterator>

#include "model/traffic/traffic.h"

namespace turnpike::sim {

std::optional<PacketList> packets_of(const Experiment& experiment, const model::Network& network,
                                     model::Cycle first, model::Cycle last) {
  model::Traffic traffic(experiment.traffic, network, experiment.run.seed);
  PacketList packets;
  for (model::Cycle now = 0; now <= last && !traffic.exhausted(); ++now) {
    traffic.prepare(now);
    for (model::NodeId node = 0; node < traffic.nodes(); ++node) {
      while (traffic.next_cycles()[node] <= now) {
        const model::Message message = traffic.take(node);
        if (now < first) continue;
        packets.push_back({now, node, message.is_broadcast ? 0 : message.destination, message.flits,
                           message.is_broadcast});
        if (packets.size() > kMostPackets) return std::nullopt;
      }
    }
  }
  return packets;
}

std::optional<PacketList> packets_in(const Experiment& experiment, model::NodeId nodes) {
  model::TraceReader reader(
      experiment.traffic.file,
      {nodes, experiment.traffic.broadcast.fraction > 0, experiment.router.message_classes});
  PacketList packets;
  for (model::TraceLine line; reader.next(line);) {
    packets.push_back(line);
    if (packets.size() > kMostPackets) return std::nullopt;
  }
  return packets;
}

std::string count_text(std::size_t packets) {
  return fmt::format("{} packet{}", packets, packets == 1 ? "" : "s");
}

std::string trace_text(const PacketList& packets) {
  std::string text = "# cycle source destination flits\n";
  for (const model::TraceLine& packet : packets) {
    const std::string to = packet.is_broadcast ? "*" : fmt::format("{}", packet.destination);
    fmt::format_to(std::back_inserter(text), "{} {} {} {}", packet.cycle, packet.source, to,
                   packet.flits);
    text += packet.message_class == 0 ? "\n" : fmt::format(" {}\n", packet.message_class);
  }
  return text;
}

PacketList from_cycle_zero(PacketList packets) {
  const model::Cycle first = packets.empty() ? 0 : packets.front().cycle;
  for (model::TraceLine& packet : packets) packet.cycle -= first;
  return packets;
}

}  // namespace turnpike::sim
