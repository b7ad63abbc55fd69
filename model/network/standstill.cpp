// standstill.cpp - who waits for whom, in words.

#include "model/network/standstill.h"

namespace turnpike::model {

std::optional<NodeId> node_at_address(const Network& network, Address address) {
  for (NodeId terminal = 0; terminal < network.terminals.size(); ++terminal) {
    if (network.terminals[terminal].address == address) return network.node_of(terminal);
  }
  return std::nullopt;
}

std::string waiting_text(const Network& network, const WaitingPacket& packet) {
  const WaitingPlace& at = packet.place;
  std::string text = component_name(network, at.component) +
                     (at.is_output ? " output port " : " input port ") + std::to_string(at.port) +
                     " VC " + std::to_string(at.vc);
  if (!packet.packet) return text;
  const PacketName& name = *packet.packet;
  text += ": packet " + std::to_string(name.number) + " from node " + std::to_string(name.source);
  return text + (name.destination ? " to node " + std::to_string(*name.destination) : " to all");
}

std::string standstill_text(const Network& network, const Standstill& standstill) {
  std::string text = "cycle " + std::to_string(standstill.cycle) + ": nothing has moved for long";
  if (standstill.waiting.empty()) {
    return text + ", and nothing waits in a router: the terminals do not send";
  }
  text += standstill.is_circle
              ? ": deadlock, these packets wait for each other:"
              : "; no cycle of waiting packets, the waiting ends outside the routers:";
  for (const WaitingPacket& packet : standstill.waiting) {
    text += "\n  " + waiting_text(network, packet);
  }
  return standstill.is_circle ? text + "\n  and that for the first" : text;
}

}  // namespace turnpike::model
