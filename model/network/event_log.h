// event_log.h - the events of every packet, hop by hop, as a stream.

#pragma once

#include <algorithm>
#include <cstdint>
#include <tuple>
#include <vector>

#include "model/common/types.h"

namespace turnpike::model {

enum class EventKind : std::uint8_t {
  queued,     // the message entered its source queue
  injected,   // the head is on the injection pins
  hop,        // the head is on the output pins of a component
  head,       // the head was delivered
  delivered,  // the tail was delivered
  // Events of the other flits, for a sink that wants them:
  body,           // a body flit is on the output pins of a component
  body_injected,  // a body flit is on the injection pins
  body_consumed,  // a sink consumed a flit that is neither head nor tail
};

struct Event {
  Cycle cycle = 0;
  EventKind kind = EventKind::queued;
  NodeId source = 0;
  NodeId destination = 0;
  std::uint32_t packet = 0;   // number at its source, as in the head flit
  ComponentId component = 0;  // hop
  PortId port = 0;            // hop: output port
  VcId vc = 0;                // VC on the channel; not queued
  std::uint32_t flits = 0;    // queued, delivered
  // Queued, injected: what the source of the message said. Flits do not carry it.
  std::uint64_t tag = 0;
  unsigned message_class = 0;
  // For injected, head, delivered, body_injected and body_consumed: the number of the node's local
  // channel.
  unsigned local_channel = 0;
};

// Receives the events of a cycle in a fixed order, whatever the number of threads.
class EventSink {
 public:
  virtual ~EventSink() = default;
  virtual void record(const Event& event) = 0;
  // Without this the sink hears of packets only, not of their body flits.
  virtual bool wants_flits() const { return false; }
};

// Hands on the events of one step of an engine, in an order that does not depend on the order in
// which components were evaluated, and forgets them. Every field counts: events that tie are the
// same.
inline void record_in_order(std::vector<Event>& events, EventSink& sink) {
  if (!sink.wants_flits()) {
    events.erase(std::remove_if(events.begin(), events.end(),
                                [](const Event& event) { return event.kind >= EventKind::body; }),
                 events.end());
  }
  std::sort(events.begin(), events.end(), [](const Event& a, const Event& b) {
    return std::tie(a.cycle, a.kind, a.component, a.source, a.port, a.packet, a.destination, a.vc,
                    a.flits, a.tag, a.local_channel) <
           std::tie(b.cycle, b.kind, b.component, b.source, b.port, b.packet, b.destination, b.vc,
                    b.flits, b.tag, b.local_channel);
  });
  for (const Event& event : events) sink.record(event);
  events.clear();
}

}  // namespace turnpike::model
