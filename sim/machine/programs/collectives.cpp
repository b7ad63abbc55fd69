// collectives.cpp - a ring, an all-to-all, a reduction, broadcasts.

#include "sim/machine/programs/collectives.h"

#include <algorithm>
#include <string>

#include "model/common/flit.h"

namespace turnpike::sim {
namespace {

using model::NodeId;

// Types of messages: the program's number above, a step below.
enum : std::uint32_t {
  kRing = 0x1000,
  kAllToAll = 0x2000,
  kReduction = 0x3000,
  kBroadcast = 0x4000,
  kNeighbours = 0x5000,
  kBarrier = 0x6000
};

// What block `number` holds.
std::vector<std::uint8_t> block(std::uint64_t number, std::uint32_t bytes) {
  std::vector<std::uint8_t> data(bytes);
  for (std::uint32_t i = 0; i < bytes; ++i) {
    data[i] = static_cast<std::uint8_t>(model::mix(number << 32 | i / 8) >> (8 * (i % 8)));
  }
  return data;
}

void expect_block(Messenger& messenger, std::uint32_t address, std::uint64_t number,
                  std::uint32_t bytes) {
  std::vector<std::uint8_t> found(bytes);
  messenger.read(address, found.data(), bytes);
  const std::vector<std::uint8_t> expected = block(number, bytes);
  for (std::uint32_t i = 0; i < bytes; ++i) {
    if (found[i] == expected[i]) continue;
    throw WrongResult("node " + std::to_string(messenger.node()) + ": byte " + std::to_string(i) +
                      " of block " + std::to_string(number) + " is " + std::to_string(found[i]) +
                      ", not " + std::to_string(expected[i]));
  }
}

// Buffers one behind the other, each at a multiple of 8.
class Buffers {
 public:
  Buffers(Region data, std::uint32_t bytes) : begin_(data.begin), stride_((bytes + 15) & ~7u) {
    room_ = data.bytes / stride_;
  }
  std::uint32_t operator[](std::uint32_t number) const {
    if (number >= room_) throw std::length_error("the blocks do not fit into the node's memory");
    return begin_ + number * stride_;
  }

 private:
  std::uint32_t begin_;
  std::uint32_t stride_;
  std::uint32_t room_;
};

NodeId gray_code(NodeId place) { return place ^ (place >> 1); }

NodeId place_in_ring(NodeId node) {
  NodeId place = node;
  for (NodeId rest = node >> 1; rest != 0; rest >>= 1) place ^= rest;
  return place;
}

// No node leaves it before every node has entered: neighbours exchange empty messages, a dimension
// at a time. The receives of the next one are posted before a node sends for this one, so that no
// node can be so far ahead that its message finds no receive.
class Barrier {
 public:
  // To be entered `times` times; `buffer`: any address, nothing is written there.
  Barrier(Messenger& messenger, std::uint32_t buffer, std::uint32_t times)
      : messenger_(messenger), buffer_(buffer), times_(times) {
    post();
  }

  // Header blocks that it takes at most.
  static std::uint32_t blocks(unsigned dimensions) { return 2 * dimensions + 1; }

  void enter() {
    const std::vector<Ticket> receiving = std::move(posted_);
    ++entered_;
    post();
    for (unsigned d = 0; d < receiving.size(); ++d) {
      const Ticket sending = messenger_.send(neighbour(d), type(entered_ - 1, d), buffer_, 0);
      messenger_.wait(receiving[d]);
      messenger_.wait(sending);
    }
  }

 private:
  NodeId neighbour(unsigned d) const { return messenger_.node() ^ (NodeId{1} << d); }
  static std::uint32_t type(std::uint32_t number, unsigned d) {
    return kBarrier + 2 * d + number % 2;  // two at most are under way
  }
  void post() {
    posted_.clear();
    if (entered_ == times_) return;
    for (unsigned d = 0; d < messenger_.port().dimensions(); ++d) {
      posted_.push_back(messenger_.receive(neighbour(d), type(entered_, d), buffer_, 0));
    }
  }

  Messenger& messenger_;
  std::uint32_t buffer_;
  std::uint32_t times_;
  std::uint32_t entered_ = 0;
  std::vector<Ticket> posted_;  // [dimension] receives of the next one
};

// Messages each way that an all-to-all has under way at a node: what the header blocks suffice for,
// and no more than keep the channels busy.
std::uint32_t messages_at_once(Messenger& messenger) {
  constexpr std::size_t kMost = 128;
  const std::size_t kept = Barrier::blocks(messenger.port().dimensions());
  const std::size_t free = messenger.free_blocks();
  if (free < kept + 2) throw std::length_error("too few header blocks for an all-to-all");
  return static_cast<std::uint32_t>(std::min(kMost, (free - kept) / 2));
}

}  // namespace

void ring(Messenger& messenger, Region data, std::uint32_t bytes) {
  const NodeId nodes = messenger.nodes();
  const NodeId place = place_in_ring(messenger.node());
  const NodeId next = gray_code((place + 1) % nodes);
  const NodeId previous = gray_code((place + nodes - 1) % nodes);
  const Buffers buffers(data, bytes);
  messenger.write(buffers[0], block(messenger.node(), bytes).data(), bytes);
  for (std::uint32_t step = 0; step < nodes; ++step) {
    // After `nodes` steps the node's own block is back.
    const std::uint32_t from = buffers[step % 2];
    const std::uint32_t to = buffers[1 - step % 2];
    const Ticket receiving = messenger.receive(previous, kRing + step, to, bytes);
    const Ticket sending = messenger.send(next, kRing + step, from, bytes);
    messenger.wait(receiving);
    messenger.wait(sending);
    const NodeId owner = gray_code((place + 2 * nodes - 1 - step) % nodes);
    expect_block(messenger, to, owner, bytes);
  }
}

void all_to_all(Messenger& messenger, Region data, std::uint32_t bytes) {
  const NodeId me = messenger.node();
  const NodeId others = messenger.nodes() - 1;
  const std::uint32_t at_once = messages_at_once(messenger);
  const Buffers buffers(data, bytes);
  Barrier barrier(messenger, data.begin, (others - 1) / at_once);
  for (NodeId first = 1; first <= others; first += at_once) {
    const std::uint32_t steps = std::min(at_once, others - first + 1);
    std::vector<Ticket> receiving;
    std::vector<Ticket> sending;
    for (std::uint32_t i = 0; i < steps; ++i) {
      receiving.push_back(messenger.receive(me ^ (first + i), kAllToAll, buffers[i], bytes));
    }
    // Nobody sends before all have posted: more messages without a receive than there are system
    // buffers would stand in the network, in the way of those that are waited for.
    if (first > 1) barrier.enter();
    // All nodes cross the same dimensions at the same time: no channel is wanted twice.
    for (std::uint32_t i = 0; i < steps; ++i) {
      const NodeId other = me ^ (first + i);
      const std::uint32_t buffer = buffers[at_once + i];
      messenger.write(buffer, block(std::uint64_t{me} << 16 | other, bytes).data(), bytes);
      sending.push_back(messenger.send(other, kAllToAll, buffer, bytes));
    }
    for (std::uint32_t i = 0; i < steps; ++i) {
      messenger.wait(receiving[i]);
      expect_block(messenger, buffers[i], std::uint64_t{me ^ (first + i)} << 16 | me, bytes);
    }
    for (const Ticket& ticket : sending) messenger.wait(ticket);
  }
}

void reduction(Messenger& messenger, Region data, std::uint32_t bytes) {
  const NodeId me = messenger.node();
  const std::uint32_t words = bytes / 4;
  const Buffers buffers(data, bytes);
  std::vector<std::uint32_t> sum(words);
  for (std::uint32_t i = 0; i < words; ++i) sum[i] = me * 1000 + i;
  for (unsigned d = 0; d < messenger.port().dimensions(); ++d) {
    const NodeId other = me ^ (NodeId{1} << d);
    if (other < me) {
      for (std::uint32_t i = 0; i < words; ++i) messenger.write_word(buffers[0] + 4 * i, sum[i]);
      messenger.wait(messenger.send(other, kReduction + d, buffers[0], 4 * words));
      return;
    }
    messenger.wait(messenger.receive(other, kReduction + d, buffers[1], 4 * words));
    for (std::uint32_t i = 0; i < words; ++i) sum[i] += messenger.read_word(buffers[1] + 4 * i);
  }
  const NodeId nodes = messenger.nodes();
  for (std::uint32_t i = 0; i < words; ++i) {
    const std::uint32_t expected = nodes * (nodes - 1) / 2 * 1000 + nodes * i;
    if (sum[i] == expected) continue;
    throw WrongResult("word " + std::to_string(i) + " of the sum is " + std::to_string(sum[i]) +
                      ", not " + std::to_string(expected));
  }
}

void broadcast(Messenger& messenger, Region data, std::uint32_t bytes) {
  const Buffers buffers(data, bytes);
  if (messenger.node() == 0) {
    messenger.write(buffers[0], block(0, bytes).data(), bytes);
    messenger.wait(messenger.broadcast(kBroadcast, buffers[0], bytes));
  } else {
    // The bytes are read as they come: reads that are too early wait.
    const Ticket ticket = messenger.receive(0, kBroadcast, buffers[0], bytes);
    while (!messenger.has_begun(ticket)) messenger.port().pause(8);
    expect_block(messenger, buffers[0], 0, bytes);
    messenger.wait(ticket);
  }
}

void neighbour_exchange(Messenger& messenger, Region data, std::uint32_t bytes) {
  const Buffers buffers(data, bytes);
  const unsigned dimensions = messenger.port().dimensions();
  messenger.write(buffers[0], block(messenger.node(), bytes).data(), bytes);
  std::vector<NodeId> neighbours;
  for (unsigned d = 0; d < dimensions; ++d) {
    neighbours.push_back(messenger.node() ^ (NodeId{1} << d));
  }
  const Ticket sending = messenger.broadcast_to(neighbours, kNeighbours, buffers[0], bytes);
  for (unsigned d = 0; d < dimensions; ++d) {
    // Whoever comes first, in a buffer of the system's.
    const Completion message =
        messenger.wait(messenger.receive(kAnySource, kNeighbours, Messenger::kNoBuffer, bytes));
    expect_block(messenger, message.buffer, message.source, bytes);
    messenger.release(message.buffer);
  }
  messenger.wait(sending);
}

const std::vector<Collective>& collectives() {
  static const std::vector<Collective> all = {{"ring", ring},
                                              {"all-to-all", all_to_all},
                                              {"reduction", reduction},
                                              {"broadcast", broadcast},
                                              {"neighbour exchange", neighbour_exchange}};
  return all;
}

}  // namespace turnpike::sim
