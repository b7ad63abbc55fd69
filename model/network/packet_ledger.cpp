// packet_ledger.cpp - the packets of every source: when queued, when sent, when delivered.

#include "model/network/packet_ledger.h"

#include <algorithm>
#include <string>

#include "model/network/engine.h"

namespace turnpike::model {

void PacketLedger::grow(Source& source) {
  std::vector<PacketRecord> larger(std::max<std::size_t>(4, 2 * source.ring.size()));
  for (std::uint32_t p = source.base; p != source.end; ++p) {
    larger[p & (larger.size() - 1)] = source.at(p);
  }
  source.ring.swap(larger);
}

void PacketLedger::queue(NodeId source, Cycle now, NodeId destination, std::uint32_t flits) {
  Source& s = sources_[source];
  if (s.end - s.base == s.ring.size()) grow(s);
  PacketRecord& packet = s.at(s.end++);
  packet.queued = now;
  packet.injected = 0;
  packet.destination = destination;
  packet.flits = flits & 0x7fffffffu;
  packet.delivered = 0;
}

const PacketRecord& PacketLedger::send(NodeId source, Cycle injected, std::uint32_t& number) {
  Source& s = sources_[source];
  number = s.next_unsent++;
  PacketRecord& packet = s.at(number);
  packet.injected = injected;
  return packet;
}

Delivery PacketLedger::settle(const Arrival& arrival, std::uint32_t number_mask) {
  Source& s = sources_[arrival.source];
  // Packets of one length for one node with the same bits of their numbers are alike in every bit.
  // Which of them arrived cannot be told, how many did can: the oldest is taken.
  const std::uint32_t under_way = s.next_unsent - s.base;
  for (std::uint64_t ahead = (arrival.number - s.base) & number_mask; ahead < under_way;
       ahead += std::uint64_t{number_mask} + 1) {
    PacketRecord& packet = s.at(s.base + static_cast<std::uint32_t>(ahead));
    if (packet.delivered != 0 || packet.destination != arrival.node ||
        packet.flits != arrival.flits) {
      continue;
    }
    packet.delivered = 1;
    const Delivery delivery{arrival.source,  arrival.node,  arrival.flits, packet.queued,
                            packet.injected, arrival.first, arrival.last,  0};
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
