// transport.h - whole messages over the links of a hypercube, simulated event by event.
//
// These are the transport schemes of Buzzard & Mudge 1988, section 3, for which this project has no
// hardware: messages that are stored and forwarded whole, cut through, or sent over a circuit.
// Links and nodes have times instead of cycles, and buffers have no bounds. Where the paper leaves
// a choice, the simulation follows these rules:
//
// - A link takes `arbitration` ticks when it is taken, then ticks_per_byte for each byte: first the
//   header (header_bytes, the destination), then the data.
// - Datagram: a message contends for its next link when it has arrived whole or, with cut-through,
//   when its header has. It holds the link until its last byte is through. All links are equally
//   fast, so the data never run out behind a header that went ahead.
// - Circuit: the header takes link after link and holds them all. When it arrives, the data cross
//   all links at once, as if they were one, and all links are free after the last byte. An
//   acknowledgement takes no time. A blocked circuit waits and keeps its links (persistent).
// - Fixed routing is e-cube, highest dimension first. Adaptive routing takes the first free link,
//   in e-cube order, that brings the message nearer; if none is free, the message waits for all of
//   them. With `commits` it waits only for the link for which the fewest wait, whatever other link
//   becomes free in the meantime.
// - Wherever messages contend, the one that was generated earlier comes first. Adaptive circuits
//   could wait for each other in a ring. There a message takes a link away from a younger one that
//   is not yet transmitting; the younger message returns to the node before that link and waits.
//   (Fixed circuits cannot, because e-cube takes links in an order, in both kinds of links.)
// - Bidirectional links carry both directions at a time, without interference. Links of one
//   direction at a time are contended for by both ends.
// - sequential_source: a node's next message contends only when the one before it has left the node
//   whole. Otherwise all waiting messages of the node contend.

#pragma once

#include <cstdint>
#include <vector>

#include "model/traffic/message_list.h"

namespace turnpike::model {

enum class TransportScheme : std::uint8_t { store_and_forward, cut_through, circuit };

struct TransportSpec {
  unsigned dimension = 6;  // 1 .. 16
  TransportScheme scheme = TransportScheme::store_and_forward;
  bool adaptive = false;
  bool commits = false;  // adaptive: waits for one link
  bool bidirectional = true;
  bool sequential_source = false;
  Tick arbitration = 4;
  Tick ticks_per_byte = 2;  // 1 or more
  unsigned header_bytes = 2;
};

struct ArrivalTimes {
  Tick first = 0;  // the first 16 data bytes (all, if there are fewer) have arrived
  Tick last = 0;   // all bytes have arrived
};

// Bytes that a node holds, headers included.
struct BufferDemand {
  double mean = 0;     // over nodes and the time up to the last generation
  double largest = 0;  // of any node at any time
};

struct TransportResult {
  std::vector<ArrivalTimes> times;  // [message]
  BufferDemand transit;             // of messages on their way; none with circuits
  BufferDemand with_source;         // and of those that still wait where they come from
  std::uint64_t taken_away = 0;     // links that an older message took from a younger one
};

constexpr unsigned kFirstBytes = 16;  // what `first` waits for

// `messages` in order of their generation, which is their priority. Throws std::invalid_argument.
TransportResult run_transport(const TransportSpec& spec,
                              const std::vector<ListedMessage>& messages);

}  // namespace turnpike::model
