// packet_ledger.cpp - the packets of every source: when queued, when sent, when delivered.

#include "model/network/packet_ledger.h"

#include <algorithm>
#include <string>

#include "model/network/engine.h"

namespace turnpike::model {

void PacketLedger::grow(Source& source) const {
  const std::size_t size = std::max<std::size_t>(4, 2 * source.ring.size());
  const auto move_to_larger = [&](auto& ring) {
    std::decay_t<decltype(ring)> larger(size);
    for (std::uint32_t p = source.base; p != source.end; ++p) {
      larger[p & (size - 1)] = ring[p & (ring.size() - 1)];
    }
    ring.swap(larger);
  };
  move_to_larger(source.ring);
  if (has_tags_) move_to_larger(source.tags);
}

void PacketLedger::queue(NodeId source, Cycle now, NodeId destination, std::uint32_t flits,
                         std::uint64_t tag) {
  Source& s = sources_[source];
  if (s.end - s.base == s.ring.size()) grow(s);
  if (has_tags_) s.tags[s.end & (s.tags.size() - 1)] = tag;
  PacketRecord& packet = s.at(s.end++);
  packet.queued = now;
  packet.injected = 0;
  packet.destination = destination;
  packet.flits = flits & 0x7fffffffu;
  packet.delivered = 0;
  s.unsent_flits += packet.flits;
}

const PacketRecord& PacketLedger::send(NodeId source, Cycle injected, std::uint32_t& number) {
  Source& s = sources_[source];
  number = s.next_unsent++;
  PacketRecord& packet = s.at(number);
  packet.injected = injected;
  s.unsent_flits -= packet.flits;
  return packet;
}

void PacketLedger::visit_state(StateStream& state, NodeId nodes) {
  for (Source& source : sources_) {
    state.value(source.base);
    state.value(source.next_unsent);
    state.value(source.end);
    state.any_list(source.ring);
    state.any_list(source.tags);
    const std::size_t size = source.ring.size();
    const std::uint32_t packets = source.end - source.base;
    state.check((size & (size - 1)) == 0 && packets <= size, "packets of a source");
    state.check(source.tags.size() == (has_tags_ ? size : 0), "tags of a source");
    state.check(source.next_unsent - source.base <= packets, "packets that a source has sent");
    source.unsent_flits = 0;
    for (std::uint32_t number = source.base; number != source.end; ++number) {
      const PacketRecord& packet = source.at(number);
      state.check(packet.flits != 0 && packet.destination < nodes, "a packet of a source");
      const bool is_sent = number - source.base < source.next_unsent - source.base;
      if (!is_sent) source.unsent_flits += packet.flits;
    }
  }
}

Delivery PacketLedger::settle(NodeId source, const Arrival& arrival, std::uint32_t number_mask) {
  Source& s = sources_[source];
  // Packets of one length for one node with the same bits of their numbers are alike in every bit.
  // Which of them arrived cannot be told, how many did can: the oldest is taken.
  const std::uint32_t under_way = s.next_unsent - s.base;
  for (std::uint64_t ahead = (arrival.number - s.base) & number_mask; ahead < under_way;
       ahead += std::uint64_t{number_mask} + 1) {
    const std::uint32_t number = s.base + static_cast<std::uint32_t>(ahead);
    PacketRecord& packet = s.at(number);
    if (packet.delivered != 0 || packet.destination != arrival.node ||
        packet.flits != arrival.flits) {
      continue;
    }
    packet.delivered = 1;
    Delivery delivery{arrival.source,  arrival.node,  arrival.flits, packet.queued,
                      packet.injected, arrival.first, arrival.last};
    if (has_tags_) delivery.tag = s.tags[number & (s.tags.size() - 1)];
    while (s.base != s.next_unsent && s.at(s.base).delivered != 0) ++s.base;
    return delivery;
  }
  throw NetworkError("cycle " + std::to_string(arrival.last) + ": node " +
                     std::to_string(arrival.node) + " received a packet of " +
                     std::to_string(arrival.flits) + " flits from node " +
                     std::to_string(arrival.source) + ", number " + std::to_string(arrival.number) +
                     ", that was never sent to it");
}

}  // namespace turnpike::model
