// message_queue.cpp - messages of a node until they are on a local channel.

#include <algorithm>

#include "model/network/message_bank.h"

namespace turnpike::model {

// Queues a message of the traffic that is due, or begins a broadcast.
void MessageBank::take_message(NodeId node, Cycle now, Part& part) {
  const Message message = source_.take(node);
  if (message.is_broadcast) {
    trees_->begin(node, message.flits, now);
  } else {
    queue(node, now, message, part);
  }
  if (!message.is_broadcast && message.kind != PacketKind::broadcast) return;
  part.collector.broadcast_queued(now);
  ++part.queued;
}

// Queues the copies of the broadcasts that the node has prepared.
void MessageBank::start_broadcasts(NodeId node, Cycle now, Part& part) {
  BroadcastStart start;
  while (trees_->take_start(node, now, start)) {
    Message send;
    send.flits = start.flits;
    if (start.by_router) {
      send.kind = PacketKind::broadcast;
      queue(node, now, send, part).begun = now - trees_->spec().startup;
      continue;
    }
    for (; start.copy.place < trees_->dimensions(); ++start.copy.place) {
      const unsigned d = tree_dimension(start.copy.base, start.copy.place, trees_->dimensions());
      send.destination = node_at_[address(node) ^ Address{1} << d];
      queue(node, now, send, part, &start.copy);
    }
  }
}

OutgoingMessage& MessageBank::queue(NodeId node, Cycle now, const Message& send, Part& part,
                                    const TreeCopy* copy) {
  OutgoingMessage message;
  message.queued = now;
  message.destination = send.destination;
  message.kind = send.kind;
  message.begun = now;
  message.tag = send.tag;
  message.flits = std::max(send.flits, least_flits_);
  message.packets = 1;
  if (packet_flits_ != 0) {
    message.packets = (message.flits - 1) / packet_flits_ + 1;
    const std::uint32_t before = (message.packets - 1) * packet_flits_;
    message.flits = before + std::max(message.flits - before, least_flits_);
  }
  if (send.kind == PacketKind::broadcast) {
    message.receivers = static_cast<std::uint32_t>(nodes_.size() - 1);
  } else if (send.kind == PacketKind::near_neighbour_broadcast) {
    message.receivers = static_cast<std::uint32_t>(__builtin_popcount(send.destination));
  }
  if (send.kind != PacketKind::unicast) message.received_by.resize(nodes_.size());
  Node& self = nodes_[node];
  message.number = self.packets;
  self.packets += message.packets;
  if (copy != nullptr) {
    message.is_copy = true;
    message.copy = *copy;
  }
  if (message.is_broadcast()) {
    part.collector.copies_queued(now, message.receivers, message.flits);
  } else {
    part.collector.packet_queued(now, message.flits);
    if (message.kind == PacketKind::unicast) {
      part.nodes_counted.queued(node, message.destination, message.flits, now);
    }
  }
  ++part.queued;
  for (std::uint32_t p = 0; part.log != nullptr && p < message.packets; ++p) {
    Event event;
    event.cycle = now;
    event.source = node;
    event.destination = message.kind == PacketKind::unicast ? message.destination : 0;
    event.flits = flits_of_packet(message, p);
    event.packet = packet_format_.number_in(message.number + p, event.flits);
    event.tag = message.tag;
    part.log->push_back(event);
  }
  self.queued.push_back(std::move(message));
  busy_[node / 64] |= std::uint64_t{1} << node % 64;
  return self.queued.back();
}

// Messages have one class here.
QueueLength MessageBank::waiting(NodeId node, unsigned /*message_class*/) const {
  QueueLength length;
  for (const OutgoingMessage& message : nodes_[node].queued) length.add(message.flits);
  for (unsigned c = 0; c < channels_; ++c) {
    const MessageChannel& out = channels_of_[terminal(node, c)];
    for (std::size_t i = out.unsent; i < out.messages.size(); ++i) {
      length.add(out.messages[i].flits);
    }
  }
  return length;
}

void MessageBank::hold(NodeId node, unsigned /*message_class*/, bool is_held) {
  is_ordered_ = packet_flits_ != 0;  // as where sinks stall
  for (unsigned c = 0; c < channels_; ++c) sinks_.hold(terminal(node, c), all_vcs(vcs_), is_held);
}

// `channel` and `than` bring the message nearer; `channel` comes later in e-cube order.
bool MessageBank::is_shorter(unsigned channel, unsigned than, NodeId node,
                             const std::uint16_t* queue) const {
  const std::size_t here = channels_of_[terminal(node, channel)].waiting();
  const std::size_t there = channels_of_[terminal(node, than)].waiting();
  if (here != there || queue == nullptr) return here < there;
  return queue[channel] < queue[than];
}

unsigned MessageBank::pick_channel(NodeId node, const OutgoingMessage& message,
                                   const std::uint16_t* queue) const {
  if (channels_ == 1 || spec_.first_hop == FirstHop::one_channel) return 0;
  if (message.kind != PacketKind::unicast) return channels_ - 1;
  const RoutingParams& routing = network_.router.routing;
  Address differs = address(node) ^ address(message.destination);
  if (differs == 0) return 0;
  unsigned best = bit_to_correct(routing, differs);
  if (spec_.first_hop == FirstHop::ecube) return best % channels_;
  while ((differs &= ~(Address{1} << bit_to_correct(routing, differs))) != 0) {
    const unsigned next = bit_to_correct(routing, differs);
    if (is_shorter(next, best, node, queue)) best = next;
  }
  return best;
}

}  // namespace turnpike::model
