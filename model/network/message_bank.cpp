// message_bank.cpp - messages of packet networks, flit by flit.

#include "model/network/message_bank.h"

#include <algorithm>

#include "model/common/configuration_error.h"

namespace turnpike::model {
namespace {

constexpr NodeId kNoNode = ~NodeId{0};

std::uint64_t digest_of(std::uint64_t digest, const std::uint64_t* flit, unsigned words) {
  for (unsigned i = 0; i < words; ++i) digest = mix(digest ^ flit[i]);
  return digest;
}

bool has_broadcasts(const Traffic& traffic) { return traffic.spec().broadcast.fraction > 0; }

bool hears(Traffic& traffic) {
  return has_broadcasts(traffic) || traffic.source().needs().deliveries;
}

}  // namespace

void check_packet_flits(const Network& network, bool needs_numbers) {
  if (!network.packets) return;
  const PacketFormat format(network.router.format);
  const unsigned least = needs_numbers ? format.number_flits() : format.least_flits();
  if (network.packets->packet_flits >= least) return;
  throw ConfigurationError(
      "router.packet_flits", std::to_string(network.packets->packet_flits),
      "at least " + std::to_string(least) + ": a packet's header has " +
          std::to_string(format.least_bits()) + " bits" +
          (needs_numbers ? ", and its number with broadcasts or with messages that wait for others"
                         : ""));
}

MessageBank::MessageBank(const Network& network, Traffic& traffic, const TerminalSpec& spec,
                         const std::vector<NodeRange>& partitions)
    : network_(network),
      source_(traffic.source()),
      spec_(spec),
      format_(network.router.format),
      packet_format_(network.router.format),
      channels_(network.local_channels),
      vcs_(network.router.virtual_channels),
      packet_flits_(network.packets ? network.packets->packet_flits : 0),
      inject_vcs_(network.packets ? 1 : vcs_),
      at_once_(traffic.spec().messages_at_once),
      least_flits_(packet_format_.least_flits()),
      start_credits_(std::max(packet_flits_, 1u)),
      is_ordered_(packet_flits_ != 0 || (vcs_ == 1 && spec.sink_stall == 0)),
      sinks_(static_cast<NodeId>(network.terminals.size()), vcs_, network.router.buffer_depth,
             spec.sink_stall, spec.seed),
      parts_(partitions),
      expected_(hears(traffic) ? network.nodes() : 0, partitions.size()) {
  check_packet_flits(network, expected_.exist());
  if (expected_.exist()) {
    least_flits_ = packet_format_.number_flits();  // messages are known by their numbers
    number_mask_ = packet_format_.number_in(~0u, least_flits_);
  }
  if (has_broadcasts(traffic)) {
    trees_.emplace(traffic.spec().broadcast, network.router.routing.dimensions, network.nodes(),
                   static_cast<unsigned>(partitions.size()), spec.seed);
  }
  const std::size_t terminals = network.terminals.size();
  nodes_.resize(network.nodes());
  node_at_.assign(std::size_t{1} << format_.address_bits, kNoNode);
  for (NodeId n = 0; n < network.nodes(); ++n) node_at_[address(n)] = n;
  busy_.resize((nodes_.size() + 63) / 64);
  channels_of_.resize(terminals);
  sending_.resize(terminals * vcs_);
  credits_.assign(terminals * vcs_, static_cast<std::uint8_t>(network.router.buffer_depth));
  flits_.resize(terminals);
  receive_lanes_.resize(terminals * vcs_);
}

std::uint32_t MessageBank::flits_of_packet(const OutgoingMessage& message,
                                           std::uint32_t packet) const {
  if (packet_flits_ == 0) return message.flits;
  return std::min(message.flits - packet * packet_flits_, packet_flits_);
}

void MessageBank::begin_partition(Cycle now, unsigned partition, std::vector<Event>* log) {
  Part& part = parts_[partition];
  part.log = log;
  settle(partition, static_cast<unsigned>(now & 1) ^ 1u);
  take_due(source_, part.nodes, now, [&](NodeId node) { take_message(node, now, part); });
  for (NodeId node = part.nodes.first; trees_ && node < part.nodes.end; ++node) {
    start_broadcasts(node, now, part);
  }
}

void MessageBank::cycle(NodeId node, unsigned partition, Cycle now, const NodeInputs& seen,
                        TerminalOutputs* next) {
  Node& self = nodes_[node];
  PortMask sending = self.ready;  // channels that may have something to send
  for (OutgoingMessage& message : self.queued) {
    const unsigned channel = pick_channel(node, message, seen.queue);
    channels_of_[terminal(node, channel)].messages.push_back(std::move(message));
    sending |= PortMask{1} << channel;
  }
  self.queued.clear();
  bool is_busy = false;
  for (unsigned channel = 0; channel < channels_; ++channel) {
    const TerminalInputs& in = seen.channel[channel];
    const PortMask bit = PortMask{1} << channel;
    for (VcMask left = in.inject_credit; left != 0; left &= left - 1) {
      ++credits_[lane(node, channel, static_cast<VcId>(__builtin_ctz(left)))];
      sending |= bit;
    }
    if ((sending & bit) != 0) {
      if (const std::optional<VcId> vc = next_vc(node, channel)) {
        send(node, channel, *vc, now, partition, next[channel]);
      }
      self.ready = next_vc(node, channel) ? self.ready | bit : self.ready & ~bit;
    }
    if (in.valid || sinks_.exist()) {
      next[channel].eject_credit = receive(node, channel, now, partition, in);
      is_busy = is_busy || (sinks_.exist() && !sinks_.is_empty(terminal(node, channel)));
    }
  }
  is_busy = is_busy || self.ready != 0;
  const std::uint64_t others = busy_[node / 64] & ~(std::uint64_t{1} << node % 64);
  busy_[node / 64] = others | std::uint64_t{is_busy} << node % 64;
}

// The VC on which the channel sends a flit now: by turns those that have one of a packet that is
// being sent, or on which a new one may go in. Packets go in on VC 0.
std::optional<VcId> MessageBank::next_vc(NodeId node, unsigned channel) const {
  const MessageChannel& out = channels_of_[terminal(node, channel)];
  const bool may_start = out.under_way < at_once_ && out.waiting() != 0;
  if (out.under_way == 0 && !may_start) return std::nullopt;
  VcId vc = out.turn;
  for (unsigned i = 0; i < inject_vcs_; ++i, vc = vc + 1 == inject_vcs_ ? 0 : vc + 1) {
    const unsigned credits = credits_[lane(node, channel, vc)];
    if (sending_[lane(node, channel, vc)].flits != 0) {
      if (credits != 0) return vc;
    } else if (may_start && credits >= start_credits_) {
      return vc;
    }
  }
  return std::nullopt;
}

void MessageBank::start_packet(NodeId node, unsigned channel, VcId vc, Cycle now,
                               unsigned partition) {
  MessageChannel& out = channels_of_[terminal(node, channel)];
  SentPacket& packet = sending_[lane(node, channel, vc)];
  OutgoingMessage& message = out.messages[out.unsent];
  if (message.sent == 0) {
    message.injected = now + 1;
    message.digest = out.digests_end();
    if (expected_.exist()) expect(node, message, now, partition);
  }
  packet = {flits_of_packet(message, message.sent), 0, 0, 0, out.digests_end()};
  out.digests.push_back(0);
  ++out.under_way;
  PacketHeader header;
  header.kind = message.kind;
  if (message.kind == PacketKind::unicast) header.destination = address(message.destination);
  if (message.kind == PacketKind::near_neighbour_broadcast) {
    header.destination = message.destination;
  }
  header.source = address(node);
  header.stream = channel;
  header.number = message.number + message.sent;
  packet.fields = packet_format_.fields(header);
  log_injection(message, header, channel, vc, packet.flits, now + 1, parts_[partition]);
  // A worm is begun; of packets the message is at the front until the last one is sent.
  if (packet_flits_ != 0) return;
  message.sent = 1;
  ++out.unsent;
}

// Tells the destination of a message whose head goes in.
void MessageBank::expect(NodeId node, const OutgoingMessage& message, Cycle now,
                         unsigned partition) {
  if (message.kind != PacketKind::unicast) return;
  if (!message.is_copy && !source_.needs().deliveries) return;
  ExpectedMessage expected;
  expected.delivery = {node, message.destination, message.flits, message.queued, message.injected};
  expected.delivery.tag = message.tag;
  expected.number = message.number;
  expected.packets = expected.missing = message.packets;
  expected.is_copy = message.is_copy;
  expected.copy = message.copy;
  expected_.send(partition, parts_.of(message.destination), expected, now);
}

// Passes on what the last packet of a message means to its destination.
void MessageBank::hear(NodeId node, const ReceiveLane& in, Cycle now, unsigned partition) {
  if (in.header.kind != PacketKind::unicast) return;
  const std::uint32_t number = packet_format_.header(in.bits).number;
  ExpectedMessage whole;
  const auto is_of = [&](const ExpectedMessage& one) {
    return ((number - one.number) & number_mask_) < one.packets;
  };
  if (!expected_.receive(node, node_at_[in.header.source], in.head, now, is_of, whole)) return;
  if (whole.is_copy) {
    trees_->receive(node, partition, parts_.of(whole.copy.root), whole.copy, whole.delivery.flits,
                    now);
  } else {
    source_.delivered(whole.delivery);
  }
}

void MessageBank::log_injection(const OutgoingMessage& message, const PacketHeader& header,
                                unsigned channel, VcId vc, std::uint32_t flits, Cycle cycle,
                                Part& part) const {
  if (part.log == nullptr) return;
  Event event;
  event.cycle = cycle;
  event.kind = EventKind::injected;
  event.source = node_at_[header.source];
  event.destination = message.kind == PacketKind::unicast ? message.destination : 0;
  event.packet = packet_format_.number_in(header.number, flits);
  event.vc = vc;
  event.tag = message.tag;
  event.local_channel = channel;
  part.log->push_back(event);
}

// A flit that is no head, at the source or the sink of a local channel.
void MessageBank::log_body(EventKind kind, Cycle cycle, NodeId node, unsigned channel, VcId vc,
                           Part& part) const {
  if (part.log == nullptr) return;
  Event event;
  event.cycle = cycle;
  event.kind = kind;
  (kind == EventKind::body_injected ? event.source : event.destination) = node;
  event.vc = vc;
  event.local_channel = channel;
  part.log->push_back(event);
}

void MessageBank::send(NodeId node, unsigned channel, VcId vc, Cycle now, unsigned partition,
                       TerminalOutputs& next) {
  MessageChannel& out = channels_of_[terminal(node, channel)];
  SentPacket& packet = sending_[lane(node, channel, vc)];
  if (packet.flits == 0) {
    start_packet(node, channel, vc, now, partition);
  } else {
    log_body(EventKind::body_injected, now + 1, node, channel, vc, parts_[partition]);
  }
  Flit& flit = flits_[terminal(node, channel)];
  flit = packet_format_.flit<kWords>(packet.fields, packet.sent, packet.flits);
  packet.digest = digest_of(packet.digest, flit.word, format_.words());
  --credits_[lane(node, channel, vc)];
  next.valid = true;
  next.vc = vc;
  next.flit = flit.word;
  const bool is_last = ++packet.sent == packet.flits;
  // Several worms take turns; one alone is followed by the next on another VC.
  if (is_last || at_once_ > 1) out.turn = vc + 1 == inject_vcs_ ? 0 : vc + 1;
  if (!is_last) return;
  out.digests[packet.place - out.oldest_digest] = packet.digest;
  packet.flits = 0;
  --out.under_way;
  if (packet_flits_ == 0) return;
  OutgoingMessage& message = out.messages[out.unsent];
  if (++message.sent == message.packets) ++out.unsent;
}

// The credits for the sender: of what the sink consumed in this cycle.
VcMask MessageBank::receive(NodeId node, unsigned channel, Cycle now, unsigned partition,
                            const TerminalInputs& seen) {
  if (!sinks_.exist()) {
    consume(node, channel, seen.vc, now, partition, seen.flit);
    return VcMask{1} << seen.vc;
  }
  const NodeId at = terminal(node, channel);
  if (seen.valid && !sinks_.store(at, seen.vc, seen.flit, format_.words())) {
    fail(node, now, "received a flit without a credit");
  }
  VcId vc = 0;
  const Flit* oldest = sinks_.take(at, now, vc);
  if (oldest == nullptr) return 0;
  consume(node, channel, vc, now, partition, oldest->word);
  return VcMask{1} << vc;
}

void MessageBank::consume(NodeId node, unsigned channel, VcId vc, Cycle now, unsigned partition,
                          const std::uint64_t* flit) {
  Part& part = parts_[partition];
  ReceiveLane& in = receive_lanes_[lane(node, channel, vc)];
  ++part.consumed;
  part.collector.flit_delivered(now);
  if (format_.is_head(flit) != (in.flits == 0)) {
    fail(node, now,
         in.flits == 0 ? "received a body flit before a head" : "received a head before a tail");
  }
  if (in.flits == 0) in = {0, 0, 0, {}, now, 0};
  const std::uint64_t known = std::uint64_t{in.flits} * format_.flit_bits;
  if (known < 64) {
    const unsigned width = format_.flit_bits;
    const std::uint64_t data = width >= 64 ? flit[0] : flit[0] & ((std::uint64_t{1} << width) - 1);
    in.bits |= data << known;
  }
  in.digest = digest_of(in.digest, flit, format_.words());
  ++in.flits;
  if (in.flits == spec_.first_flits) in.first = now;
  const bool is_tail = format_.is_tail(flit);
  if (in.flits == packet_format_.least_flits()) read_header(node, now, in);
  const std::uint32_t number_flits = packet_format_.number_flits();
  if (in.flits == number_flits || (is_tail && in.flits < number_flits)) {
    log_arrival(EventKind::head, in.head, node, channel, vc, in, part);
  }
  if (!is_tail) {
    if (in.flits > 1) log_body(EventKind::body_consumed, now, node, channel, vc, part);
    return;
  }
  if (in.flits < least_flits_) fail(node, now, "received less than a header");
  const NodeId source = node_at_[in.header.source];
  log_arrival(EventKind::delivered, now, node, channel, vc, in, part);
  parts_.post(
      part, source, now,
      {in.header, source, node, in.flits, in.digest, in.head, in.first != 0 ? in.first : now, now});
  if (expected_.exist()) hear(node, in, now, partition);
  in.flits = 0;
}

void MessageBank::log_arrival(EventKind kind, Cycle cycle, NodeId node, unsigned channel, VcId vc,
                              const ReceiveLane& in, Part& part) const {
  if (part.log == nullptr) return;
  Event event;
  event.cycle = cycle;
  event.kind = kind;
  event.source = node_at_[in.header.source];
  event.destination = node;
  event.packet = packet_format_.header(in.bits).number;
  event.vc = vc;
  event.local_channel = channel;
  if (kind == EventKind::delivered) event.flits = in.flits;
  part.log->push_back(event);
}

void MessageBank::read_header(NodeId node, Cycle now, ReceiveLane& in) const {
  in.header = packet_format_.header(in.bits);
  const bool is_source =
      in.header.source < node_at_.size() && node_at_[in.header.source] != kNoNode;
  if (!is_source || in.header.stream >= channels_) fail(node, now, "received a broken header");
  if (in.header.kind == PacketKind::unicast && in.header.destination != address(node)) {
    fail(node, now, "received a packet for address " + std::to_string(in.header.destination));
  }
}

bool MessageBank::is_for(const OutgoingMessage& message, NodeId source, NodeId node) const {
  switch (message.kind) {
    case PacketKind::unicast:
      return message.destination == node;
    case PacketKind::broadcast:
      return source != node;
    case PacketKind::near_neighbour_broadcast: {
      const Address differs = address(source) ^ address(node);
      return __builtin_popcount(differs) == 1 && (differs & message.destination) != 0;
    }
  }
  return false;
}

// Reads what was posted for the sources of this partition in cycles of this parity.
void MessageBank::settle(unsigned partition, unsigned parity) {
  parts_.settle(partition, parity,
                [this](const ArrivedPacket& packet, Part& part) { settle_packet(packet, part); });
  expected_.settle(partition, parity);
  Part& part = parts_[partition];
  if (trees_) part.complete += trees_->settle(partition, parity, part.collector);
}

void MessageBank::settle_all() {
  for (unsigned p = 0; p < parts_.size(); ++p) {
    settle(p, 0);
    settle(p, 1);
  }
}

void MessageBank::settle_packet(const ArrivedPacket& packet, Part& part) {
  for (unsigned at = packet.header.stream; at < channels_; at += PacketFormat::kStreams) {
    if (settle_on(channels_of_[terminal(packet.source, at)], packet, part)) return;
  }
  fail(packet.node, packet.last,
       "received a packet of " + std::to_string(packet.flits) + " flits from node " +
           std::to_string(packet.source) +
           " that is broken, out of order, or was never sent to this node");
}

// Finds the packet among those that its source has sent: the oldest one that this node lacks.
bool MessageBank::settle_on(MessageChannel& out, const ArrivedPacket& packet, Part& part) {
  for (std::size_t i = 0; i < out.messages.size() && i <= out.unsent; ++i) {
    OutgoingMessage& message = out.messages[i];
    if (message.kind != packet.header.kind || !is_for(message, packet.source, packet.node)) {
      continue;
    }
    std::uint32_t& received =
        message.received_by.empty() ? message.received : message.received_by[packet.node];
    if (received >= message.sent) continue;
    const std::uint64_t place = message.digest + received - out.oldest_digest;
    if (place >= out.digests.size() || out.digests[place] != packet.digest) {
      if (!is_ordered_) continue;
      break;
    }
    if (!message.received_by.empty()) ++message.received;
    if (received++ == 0) {
      message.head = std::max(message.head, packet.head);
      message.first = std::max(message.first, packet.first);
    }
    if (message.is_complete()) complete(packet.source, message, packet.last, part);
    out.retire();
    return true;
  }
  return false;
}

void MessageBank::complete(NodeId source, OutgoingMessage& message, Cycle last, Part& part) {
  ++part.complete;
  if (message.is_broadcast()) {
    part.collector.copies_delivered(message.receivers, last - message.queued);
    if (message.kind == PacketKind::broadcast) {
      part.collector.broadcast_delivered(message.begun, last);
      ++part.complete;
    }
  } else {
    const NodeId to = message.kind == PacketKind::unicast ? message.destination : source;
    const Delivery delivery{
        source, to, message.flits, message.queued, message.injected, message.head, last,
        0,      0,  message.tag};
    part.collector.packet_delivered(delivery);
    if (message.kind == PacketKind::unicast) part.nodes_counted.delivered(delivery);
    if (source_.needs().record) part.deliveries.push_back(delivery);
  }
  if (source_.needs().times) {
    source_.completed(message.tag, {message.injected, message.first, last, true});
  }
}

void MessageBank::fail(NodeId node, Cycle now, const std::string& what) const {
  throw NetworkError("cycle " + std::to_string(now) + ": node " + std::to_string(node) + " " +
                     what);
}

const Collector& MessageBank::collected() {
  settle_all();
  return parts_.collected();
}

void MessageBank::restart_collector(MeasurementWindow window) {
  settle_all();
  parts_.restart_collector(window);
}

std::uint64_t MessageBank::packets_outstanding() {
  settle_all();
  return parts_.outstanding();
}

}  // namespace turnpike::model
