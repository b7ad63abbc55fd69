// message_channel.h - a local channel of a node, at the node's end: its messages, from the first
// that has not arrived whole to the last that waits.

#pragma once

#include <cstdint>
#include <vector>

#include "model/common/flit.h"
#include "model/common/types.h"

namespace turnpike::model {

// A queue in memory that is used again; grows when it must.
template <class T>
class Ring {
 public:
  bool empty() const { return size_ == 0; }
  std::size_t size() const { return size_; }
  T& operator[](std::size_t i) { return ring_[(front_ + i) & (ring_.size() - 1)]; }
  const T& operator[](std::size_t i) const { return ring_[(front_ + i) & (ring_.size() - 1)]; }
  void push_back(T value) {
    if (size_ == ring_.size()) grow();
    (*this)[size_++] = std::move(value);
  }
  void pop_front() {
    front_ = (front_ + 1) & (ring_.size() - 1);
    --size_;
  }

 private:
  void grow() {
    std::vector<T> larger(ring_.empty() ? 4 : 2 * ring_.size());
    for (std::size_t i = 0; i < size_; ++i) larger[i] = std::move((*this)[i]);
    ring_.swap(larger);
    front_ = 0;
  }

  std::vector<T> ring_;  // size a power of two
  std::size_t front_ = 0;
  std::size_t size_ = 0;
};

constexpr std::uint32_t kNotListed = ~std::uint32_t{0};

struct OutgoingMessage {
  Cycle queued = 0;
  Cycle injected = 0;      // its head was on the injection pins
  Cycle head = 0;          // its head was delivered
  Cycle first = 0;         // its first part was delivered; of a broadcast, at the last node
  NodeId destination = 0;  // near-neighbour broadcast: a set of dimensions
  PacketKind kind = PacketKind::unicast;
  std::uint32_t flits = 0;
  std::uint32_t packets = 0;
  std::uint32_t number = 0;                // of its first packet
  std::uint32_t sent = 0;                  // packets
  std::uint32_t received = 0;              // packets, by all
  std::uint32_t receivers = 1;             // nodes
  std::uint32_t listed = kNotListed;       // place in the list of messages
  std::uint64_t digest = 0;                // number of its first packet's digest on the channel
  std::vector<std::uint32_t> received_by;  // broadcasts: [node] packets

  bool is_complete() const { return received == packets * receivers; }
};

struct MessageChannel {
  Ring<OutgoingMessage> messages;
  std::size_t unsent = 0;       // the first message that is not sent whole
  Ring<std::uint64_t> digests;  // of the packets that were sent, from `oldest_digest` on
  std::uint64_t oldest_digest = 0;
  std::uint64_t digests_end() const { return oldest_digest + digests.size(); }

  // The packet that is being sent.
  std::uint32_t flits = 0;  // 0: none
  std::uint32_t sent = 0;   // of them
  std::uint64_t fields = 0;
  std::uint64_t digest = 0;
  VcId vc = 0;

  std::size_t waiting() const { return messages.size() - unsent; }

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
