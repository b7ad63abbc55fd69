// message_channel.h - a local channel of a node, at the node's end: its messages, from the first
// one that has not arrived completely to the last one that waits.

#pragma once

#include <cstdint>
#include <vector>

#include "model/common/flit.h"
#include "model/common/ring.h"
#include "model/common/types.h"
#include "model/network/broadcast_tree.h"

namespace turnpike::model {

struct OutgoingMessage {
  Cycle queued = 0;
  Cycle injected = 0;      // its head was on the injection pins
  Cycle head = 0;          // its head was delivered
  Cycle first = 0;         // its first part was delivered; of a broadcast, at the last node
  NodeId destination = 0;  // near-neighbour broadcast: a set of dimensions
  PacketKind kind = PacketKind::unicast;
  std::uint32_t flits = 0;
  std::uint32_t packets = 0;
  std::uint32_t number = 0;     // of its first packet
  std::uint32_t sent = 0;       // packets
  std::uint32_t received = 0;   // packets, by all
  std::uint32_t receivers = 1;  // nodes
  std::uint64_t tag = 0;        // of the source of messages
  std::uint64_t digest = 0;     // number of its first packet's digest on the channel
  Cycle begun = 0;              // a broadcast's preparation
  bool is_copy = false;         // of a broadcast, of which `copy` tells
  TreeCopy copy;
  std::vector<std::uint32_t> received_by;  // broadcasts: [node] packets

  void visit_state(StateStream& state) {
    for (auto* cycle : {&queued, &injected, &head, &first, &begun}) state.value(*cycle);
    for (std::uint32_t* word : {&flits, &packets, &number, &sent, &received, &receivers}) {
      state.value(*word);
    }
    state.value(destination);
    state.value(kind, static_cast<unsigned>(PacketKind::near_neighbour_broadcast),
                "kind of a message");
    state.value(tag);
    state.value(digest);
    state.value(is_copy);
    state.value(copy);
    state.any_list(received_by);
  }

  // Its traffic is that of a broadcast, or of a part of one.
  bool is_broadcast() const { return is_copy || kind == PacketKind::broadcast; }
  bool is_complete() const { return received == packets * receivers; }
};

// The packet or worm that is being sent on a VC.
struct SentPacket {
  std::uint32_t flits = 0;  // 0: none
  std::uint32_t sent = 0;   // of them
  std::uint64_t fields = 0;
  std::uint64_t digest = 0;
  std::uint64_t place = 0;  // number of its digest on the channel
};

struct MessageChannel {
  Ring<OutgoingMessage> messages;
  // The first message that has packets to be sent; of worms, to be begun.
  std::size_t unsent = 0;
  Ring<std::uint64_t> digests;  // of the packets, once sent, from `oldest_digest` on
  std::uint64_t oldest_digest = 0;
  std::uint64_t digests_end() const { return oldest_digest + digests.size(); }

  unsigned under_way = 0;  // packets or worms that are being sent
  VcId turn = 0;           // the VC that is asked first

  std::size_t waiting() const { return messages.size() - unsent; }

  void visit_state(StateStream& state) {
    messages.visit_state(state, [&](OutgoingMessage& message) { message.visit_state(state); });
    state.value(unsent, messages.size(), "messages that are sent");
    digests.visit_state(state);
    state.value(oldest_digest);
    state.value(under_way);
    state.value(turn);
  }

  // Forgets the messages that have arrived whole, from the oldest on.
  void retire() {
    while (unsent != 0 && messages[0].is_complete()) {
      messages.pop_front();
      --unsent;
      const std::uint64_t next = messages.empty() ? digests_end() : messages[0].digest;
      for (; oldest_digest < next; ++oldest_digest) digests.pop_front();
    }
  }
};

}  // namespace turnpike::model
