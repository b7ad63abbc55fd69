// packet_ledger.h - the packets of every source, with the cycles of queueing, sending and delivery.
//
// The source and a number, counted from 0, name a packet. With several message classes, each class
// of a node is a source of its own. A ring holds a source's packets from the oldest undelivered one
// on; those that are not yet sent are its source queue. Sinks report deliveries to the partition
// that owns the source, which reads them in the next cycle.

#pragma once

#include <cstdint>
#include <vector>

#include "model/common/queue_length.h"
#include "model/common/state_stream.h"
#include "model/common/types.h"
#include "model/statistics/collector.h"

namespace turnpike::model {

struct PacketRecord {
  Cycle queued = 0;
  Cycle injected = 0;
  NodeId destination = 0;
  std::uint32_t flits : 31;
  std::uint32_t delivered : 1;
};

// A packet that a sink has put together.
struct Arrival {
  NodeId source = 0;
  NodeId node = 0;  // where it came out
  unsigned message_class = 0;
  std::uint32_t number = 0;  // as many bits of it as the flits carry
  std::uint32_t flits = 0;
  Cycle first = 0;
  Cycle last = 0;
};

class PacketLedger {
 public:
  // With tags, a number of the caller's is kept with each packet.
  explicit PacketLedger(NodeId nodes, bool has_tags = false)
      : sources_(nodes), has_tags_(has_tags) {}

  void queue(NodeId source, Cycle now, NodeId destination, std::uint32_t flits,
             std::uint64_t tag = 0);

  // Number of the packet that was queued last.
  std::uint32_t last_queued(NodeId source) const { return sources_[source].end - 1; }

  bool has_unsent(NodeId source) const {
    const Source& s = sources_[source];
    return s.next_unsent != s.end;
  }
  QueueLength unsent(NodeId source) const {
    const Source& s = sources_[source];
    return {s.end - s.next_unsent, s.unsent_flits};
  }
  // Takes the oldest queued packet of the source, whose head is on the pins in cycle `injected`.
  const PacketRecord& send(NodeId source, Cycle injected, std::uint32_t& number);

  // The tag of a packet that is under way; only with tags.
  std::uint64_t tag(NodeId source, std::uint32_t number) const {
    const std::vector<std::uint64_t>& tags = sources_[source].tags;
    return tags[number & (tags.size() - 1)];
  }

  // The packet of `source` that arrived, as a delivery. Throws NetworkError when no packet of that
  // number and length is under way to that node. `number_mask`: the bits of the number that it
  // carried.
  Delivery settle(NodeId source, const Arrival& arrival, std::uint32_t number_mask);

  // Visits the packets, whose destinations are below `nodes`.
  void visit_state(StateStream& state, NodeId nodes);

 private:
  struct Source {
    std::uint32_t base = 0;           // oldest packet that is not delivered
    std::uint32_t next_unsent = 0;    // oldest packet in the source queue
    std::uint32_t end = 0;            // number of the next packet
    std::uint64_t unsent_flits = 0;   // of the packets in the source queue
    std::vector<PacketRecord> ring;   // size a power of two, packet p at p modulo size
    std::vector<std::uint64_t> tags;  // as ring; empty without tags
    PacketRecord& at(std::uint32_t number) { return ring[number & (ring.size() - 1)]; }
  };

  void grow(Source& source) const;

  std::vector<Source> sources_;
  bool has_tags_;
};

}  // namespace turnpike::model
