// lane_batch.cpp - a cycle of all lanes: messages that are due, heads that enter, packets that
// leave.

#include "model/batch/lane_batch.h"

#include <algorithm>
#include <string>

#include "model/common/check.h"

namespace turnpike::model {
namespace {

// Cycles for which the messages of a lane are taken at once.
constexpr Cycle kPiece = 32;

unsigned lowest(std::uint64_t lanes) { return static_cast<unsigned>(__builtin_ctzll(lanes)); }

// Of words that name VCs one-hot, the first of them for VC 0.
VcId vc_of(const std::uint64_t* words, const KernelShape& shape, unsigned lane) {
  VcId vc = 0;
  for (unsigned v = 1; v < shape.vcs; ++v) {
    vc += v * static_cast<unsigned>(words[v * shape.width] >> lane & 1);
  }
  return vc;
}

}  // namespace

LaneBatch::LaneBatch(const Network& network, const BatchTraffic& traffic, const BatchKernel& kernel,
                     const std::vector<Traffic*>& traffics)
    : graph_(network),
      lanes_{{network, traffic, kernel},
             LanePackets(std::uint32_t{1} << number_planes(network)),
             LaneQueues(network.nodes()),
             {}},
      blocks_(lanes_.network.blocks()),
      together_(lanes_.network.cycles_together()),
      due_(kPiece * blocks_),
      receiving_(std::size_t{network.nodes()} * network.router.virtual_channels * kLanes) {
  require(traffics.size() <= kLanes, "no more runs than lanes");
  for (Traffic* one : traffics) {
    const auto number = static_cast<unsigned>(runs_.size());
    runs_.push_back(std::make_unique<Lane>(network, lanes_, number, *one));
  }
}

void LaneBatch::advance(Cycle cycles) {
  lanes_.network.begin_cycles();
  for (const Cycle end = lanes_.now + cycles; lanes_.now < end;) {
    piece_ = lanes_.now;
    const Cycle piece_end = std::min(end, piece_ + kPiece);
    take_until(piece_end);
    while (lanes_.now < piece_end) advance_together(std::min(piece_end, lanes_.now + together_));
  }
}

void LaneBatch::take_until(Cycle end) {
  for (auto& due : due_) due.clear();
  running_ = 0;
  for (std::uint32_t lane = 0; lane < runs_.size(); ++lane) {
    if (runs_[lane]->is_stopped()) continue;
    running_ |= std::uint64_t{1} << lane;
    for (const PlainMessage& message : runs_[lane]->take_until(end)) {
      due_[(message.queued - piece_) * blocks_ + lanes_.network.block_of(message.source)].push_back(
          {message.source, lane, message.destination, message.flits});
    }
  }
}

// A block runs a cycle once it and its neighbours have run the one before. So a few cycles go
// through the blocks, one behind the other, and find what they need in the cache.
void LaneBatch::advance_together(Cycle end) {
  const auto cycles = static_cast<unsigned>(end - lanes_.now);
  for (unsigned first = 0; first < blocks_ + cycles - 1; ++first) {
    for (unsigned behind = 0; behind < cycles && behind <= first; ++behind) {
      if (first - behind < blocks_) cycle(first - behind, lanes_.now + behind);
    }
  }
  lanes_.now = end;
}

// docs/timing.md, section 5: a message that is queued in a cycle may begin in it.
void LaneBatch::cycle(unsigned block, Cycle now) {
  const KernelRange range = lanes_.network.block(block);
  queue(due_[(now - piece_) * blocks_ + block], now);
  lanes_.network.cycle_sources(range, now);
  const unsigned width = lanes_.network.shape().width;
  const NodeId end = std::min(graph_.nodes(), range.end * width);
  for (NodeId node = range.first * width; node < end; ++node) {
    begin_messages(node, now);
    receive(node, now);
  }
  lanes_.network.cycle_routers(range, now);
}

void LaneBatch::queue(const std::vector<Due>& due, Cycle now) {
  for (const Due& one : due) {
    const QueuedMessage message = {static_cast<std::uint32_t>(now), one.destination, one.flits};
    if (!lanes_.queues.add(one.node, one.lane, message)) continue;
    lanes_.network.set_waits(one.node, one.lane, true);
  }
}

// In a lane the source of a node begins one message at most.
void LaneBatch::begin_messages(NodeId node, Cycle now) {
  const KernelShape& s = lanes_.network.shape();
  const std::uint64_t* const starts = lanes_.network.starts(node);
  std::uint64_t left = 0;
  for (VcId vc = 0; vc < s.vcs; ++vc) left |= starts[vc * s.width];
  for (; left != 0; left &= left - 1) {
    const unsigned lane = lowest(left);
    begin_message(node, vc_of(starts, s, lane), lane, now);
  }
}

void LaneBatch::begin_message(NodeId node, VcId vc, unsigned lane, Cycle now) {
  const LaneQueues::Front front = lanes_.queues.front(node, lane);
  if (!lanes_.queues.pop(node, lane)) lanes_.network.set_waits(node, lane, false);
  const QueuedMessage& message = front.message;
  const std::uint32_t number = lanes_.packets.take_number(lane);
  lanes_.packets.at(lane, number) = {message.queued, static_cast<std::uint32_t>(now + 1),
                                     node,           message.destination,
                                     message.flits,  front.begun};
  lanes_.network.carry_numbers(number + 1);
  lanes_.network.begin_message(node, vc, lane, now, message.flits, number, message.destination);
}

// What the sink of the node finds on its pins, in all lanes: in each of them one flit at most.
void LaneBatch::receive(NodeId node, Cycle now) {
  const KernelShape& s = lanes_.network.shape();
  const std::uint64_t* const pins = lanes_.network.ejection(node, now);
  const std::uint64_t* const info = pins + s.info() * s.width;
  Receiving* const receiving = &receiving_[std::size_t{node} * s.vcs * kLanes];
  for (std::uint64_t heads = pins[s.head() * s.width] & running_; heads != 0; heads &= heads - 1) {
    const unsigned lane = lowest(heads);
    std::uint32_t number = 0;
    for (unsigned plane = 0; plane < s.id_planes; ++plane) {
      number |= static_cast<std::uint32_t>(info[plane * s.width] >> lane & 1) << plane;
    }
    receiving[vc_of(pins, s, lane) * kLanes + lane] = {number, static_cast<std::uint32_t>(now)};
    lanes_.packets.expect(lane, number);
  }
  for (std::uint64_t tails = pins[s.tail() * s.width] & running_; tails != 0; tails &= tails - 1) {
    const unsigned lane = lowest(tails);
    receive_tail(node, lane, receiving[vc_of(pins, s, lane) * kLanes + lane], now);
  }
}

void LaneBatch::receive_tail(NodeId node, unsigned lane, const Receiving& receiving, Cycle now) {
  const LanePacket& packet = lanes_.packets.at(lane, receiving.number);
  if (packet.destination != node) {
    throw NetworkError("cycle " + std::to_string(now) + ": node " + std::to_string(node) +
                       " received a packet for node " + std::to_string(packet.destination));
  }
  lanes_.packets.release(lane, receiving.number);
  lanes_.packets.arrived(lane).push_back(
      {packet, receiving.first, static_cast<std::uint32_t>(now)});
}

}  // namespace turnpike::model
