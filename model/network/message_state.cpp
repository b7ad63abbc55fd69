// message_state.cpp - the messages of all nodes as bytes and back, and which of them there can be.

#include "model/network/message_bank.h"

namespace turnpike::model {

void MessageBank::visit_state(StateStream& state) {
  if (trees_) trees_->visit_state(state);
  for (Node& node : nodes_) {
    state.any_list(node.queued, [&](OutgoingMessage& message) { message.visit_state(state); });
    state.value(node.ready, (std::uint64_t{1} << channels_) - 1, "channels that can send");
    state.value(node.packets);
  }
  state.list(busy_);
  for (MessageChannel& channel : channels_of_) channel.visit_state(state);
  state.list(sending_);
  state.list(credits_);
  state.list(flits_);
  state.list(receive_lanes_);
  sinks_.visit_state(state);
  if (sinks_.exist()) is_ordered_ = packet_flits_ != 0;
  parts_.visit_state(state, [this](const ArrivedPacket& packet) {
    return packet.node < nodes_.size() &&
           packet.header.kind <= PacketKind::near_neighbour_broadcast;
  });
  expected_.visit_state(
      state, [this](const TreeCopy& copy) { return trees_ && trees_->is_possible(copy); });
  if (!state.is_reading()) return;
  for (NodeId node = 0; node < nodes_.size(); ++node) check_node(state, node);
  const std::size_t beyond = nodes_.size() % 64;
  state.check(beyond == 0 || busy_.back() >> beyond == 0, "nodes with something to do");
}

void MessageBank::check_node(const StateStream& state, NodeId node) const {
  for (const OutgoingMessage& message : nodes_[node].queued) {
    state.check(message.sent == 0 && is_possible(message), "a message that is queued");
  }
  for (unsigned channel = 0; channel < channels_; ++channel) check_channel(state, node, channel);
}

void MessageBank::check_channel(const StateStream& state, NodeId node, unsigned channel) const {
  const MessageChannel& out = channels_of_[terminal(node, channel)];
  state.check(out.turn < inject_vcs_, "turn of a channel");
  for (std::size_t i = 0; i < out.messages.size(); ++i) {
    const OutgoingMessage& message = out.messages[i];
    // Of a worm it counts when it is begun, of packets when the last one is sent.
    const bool is_sent = i < out.unsent;
    const bool fits = is_sent                                 ? message.sent == message.packets
                      : i == out.unsent && packet_flits_ != 0 ? message.sent < message.packets
                                                              : message.sent == 0;
    state.check(fits && is_possible(message), "a message of a channel");
    const bool has_digests = message.digest <= out.digests_end() &&
                             (message.sent == 0 || message.digest >= out.oldest_digest);
    state.check(has_digests, "digests of a message");
  }
  unsigned under_way = 0;
  for (VcId vc = 0; vc < vcs_; ++vc) {
    const SentPacket& packet = sending_[lane(node, channel, vc)];
    state.check(credits_[lane(node, channel, vc)] <= network_.router.buffer_depth,
                "credits of a channel");
    state.check(is_possible(receive_lanes_[lane(node, channel, vc)]), "a packet that comes out");
    if (packet.flits == 0) continue;
    ++under_way;
    state.check(vc < inject_vcs_ && packet.sent < packet.flits &&
                    packet.place - out.oldest_digest < out.digests.size(),
                "a packet that is being sent");
  }
  state.check(under_way == out.under_way && under_way <= at_once_, "packets that are being sent");
  const bool has_message = packet_flits_ == 0 || under_way == 0 || out.waiting() != 0;
  state.check(has_message, "the message of a packet that is being sent");
}

bool MessageBank::is_possible(const OutgoingMessage& message) const {
  if (message.flits == 0) return false;
  const std::uint32_t packets = packet_flits_ == 0 ? 1 : (message.flits - 1) / packet_flits_ + 1;
  if (message.packets != packets) return false;
  if (message.is_copy && (!trees_ || !trees_->is_possible(message.copy))) return false;
  if (message.kind == PacketKind::unicast) {
    return message.destination < nodes_.size() && message.receivers == 1 &&
           message.received_by.empty();
  }
  const bool is_near = message.kind == PacketKind::near_neighbour_broadcast;
  const auto receivers = is_near
                             ? static_cast<std::uint32_t>(__builtin_popcount(message.destination))
                             : static_cast<std::uint32_t>(nodes_.size() - 1);
  return packet_flits_ != 0 && message.receivers == receivers &&
         message.received_by.size() == nodes_.size();
}

bool MessageBank::is_possible(const ReceiveLane& lane) const {
  if (lane.header.kind > PacketKind::near_neighbour_broadcast) return false;
  if (lane.header.source >= node_at_.size()) return false;
  return lane.flits < packet_format_.least_flits() || node_at_[lane.header.source] < nodes_.size();
}

}  // namespace turnpike::model
