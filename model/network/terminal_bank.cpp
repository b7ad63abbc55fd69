// terminal_bank.cpp - the sources and sinks of all nodes, the same code in every engine.

#include "model/network/terminal_bank.h"

#include <algorithm>

#include "model/router/vc_buffer.h"

namespace turnpike::model {

namespace {

VcId first_at_or_above(VcMask set, unsigned turn) {
  const VcMask from_turn = set >> turn << turn;
  return static_cast<VcId>(__builtin_ctz(from_turn != 0 ? from_turn : set));
}

constexpr NodeId kNoNode = ~NodeId{0};

constexpr unsigned kBodyNumberAt = 16;  // of the number in a body flit
constexpr unsigned kBodyNumberBits = 24;

// The bits of a packet's number that a body flit has room for.
std::uint32_t body_number_mask(const FlitFormat& format) {
  if (format.flit_bits <= kBodyNumberAt) return 0;
  return (1u << std::min(kBodyNumberBits, format.flit_bits - kBodyNumberAt)) - 1;
}

// Which of up to 64 nodes have a message due, without a branch for each.
std::uint64_t due_by(const Cycle* due, NodeId nodes, Cycle now) {
  std::uint64_t set = 0;
  for (NodeId n = nodes; n-- > 0;) set = set + set + (due[n] <= now ? 1u : 0u);
  return set;
}

}  // namespace

template <unsigned kWords>
TerminalBank<kWords>::TerminalBank(const Network& network, Traffic& traffic, std::uint64_t seed,
                                   double sink_stall, std::vector<NodeRange> partitions)
    : network_(network),
      traffic_(traffic),
      format_(network.router.format),
      vcs_(network.router.virtual_channels),
      depth_(network.router.buffer_depth),
      sink_stall_(sink_stall),
      stalls_(seed, Stream::sink_stall),
      head_number_mask_(static_cast<std::uint32_t>(format_.number_mask())),
      body_number_mask_(body_number_mask(format_)),
      ledger_(static_cast<NodeId>(network.terminals.size())) {
  const std::size_t nodes = network.terminals.size();
  node_at_.assign(std::size_t{1} << format_.address_bits, kNoNode);
  for (NodeId n = 0; n < nodes; ++n) node_at_[network.terminals[n].address] = n;
  Source idle;
  idle.with_credit = static_cast<std::uint16_t>((1u << vcs_) - 1);
  sources_.assign(nodes, idle);
  ready_.resize((nodes + 63) / 64);
  credits_.assign(nodes * vcs_, static_cast<std::uint8_t>(depth_));
  send_lanes_.resize(nodes * vcs_);
  receive_lanes_.resize(nodes * vcs_);
  sink_turns_.resize(nodes);
  if (has_stalls()) {
    stall_buffers_.resize(nodes * vcs_);
    for (StallBuffer& buffer : stall_buffers_) buffer.flits.resize(depth_);
  }
  parts_.resize(partitions.size());
  for (std::size_t p = 0; p < partitions.size(); ++p) {
    parts_[p].nodes = partitions[p];
    parts_[p].mail[0].resize(partitions.size());
    parts_[p].mail[1].resize(partitions.size());
  }
}

template <unsigned kWords>
unsigned TerminalBank<kWords>::partition_of(NodeId node) const {
  unsigned p = 0;
  while (node >= parts_[p].nodes.end) ++p;
  return p;
}

template <unsigned kWords>
void TerminalBank<kWords>::begin_partition(Cycle now, unsigned partition, std::vector<Event>* log) {
  parts_[partition].log = log;
  settle(partition, static_cast<unsigned>(now & 1) ^ 1u);
  take_messages(now, parts_[partition]);
}

template <unsigned kWords>
Event TerminalBank<kWords>::event_at(EventKind kind, Cycle cycle, NodeId source, NodeId destination,
                                     std::uint32_t number) const {
  Event event;
  event.cycle = cycle;
  event.kind = kind;
  event.source = source;
  event.destination = destination;
  event.packet = number & head_number_mask_;
  return event;
}

template <unsigned kWords>
void TerminalBank<kWords>::take_messages(Cycle now, Part& part) {
  for (NodeId first = part.nodes.first; first < part.nodes.end; first += 64) {
    const NodeId nodes = std::min<NodeId>(64, part.nodes.end - first);
    const Cycle* due = traffic_.next_cycles() + first;
    for (std::uint64_t left = due_by(due, nodes, now); left != 0; left &= left - 1) {
      const auto i = static_cast<NodeId>(__builtin_ctzll(left));
      while (due[i] <= now) take_message(first + i, now, part);
    }
  }
}

template <unsigned kWords>
void TerminalBank<kWords>::take_message(NodeId node, Cycle now, Part& part) {
  const Message message = traffic_.take(node);
  ledger_.queue(node, now, message.destination, message.flits);
  update_ready(node);
  part.collector.packet_queued(now, message.flits);
  if (part.log == nullptr) return;
  Event event =
      event_at(EventKind::queued, now, node, message.destination, ledger_.last_queued(node));
  event.flits = message.flits;
  part.log->push_back(event);
}

// Reads what all sinks found in the last cycle for the sources of this partition.
template <unsigned kWords>
void TerminalBank<kWords>::settle(unsigned partition, unsigned parity) {
  Part& part = parts_[partition];
  for (Part& from : parts_) {
    std::vector<Arrival>& mail = from.mail[parity][partition];
    for (const Arrival& arrival : mail) {
      const std::uint32_t of_body = arrival.flits > 1 ? body_number_mask_ : 0;
      part.collector.packet_delivered(ledger_.settle(arrival, head_number_mask_ | of_body));
    }
    mail.clear();
  }
}

template <unsigned kWords>
void TerminalBank<kWords>::settle_all() {
  for (unsigned p = 0; p < parts_.size(); ++p) {
    settle(p, 0);
    settle(p, 1);
  }
}

template <unsigned kWords>
bool TerminalBank<kWords>::send(NodeId node, Cycle now, VcId& vc, Flit& flit) {
  Source& source = sources_[node];
  const VcMask ready = sendable(node);
  if (ready == 0) return false;
  vc = first_at_or_above(ready, source.turn);
  source.turn = static_cast<std::uint8_t>(vc + 1 == vcs_ ? 0 : vc + 1);
  const VcMask bit = 1u << vc;
  SendLane& lane = send_lanes_[node * vcs_ + vc];
  const Address self = network_.terminals[node].address;
  if ((source.under_way & bit) == 0) {
    const PacketRecord& packet = ledger_.send(node, now + 1, lane.number);
    lane.sent = 0;
    lane.flits = packet.flits;
    lane.destination = network_.terminals[packet.destination].address;
    if (std::vector<Event>* log = parts_[partition_of(node)].log) {
      Event event = event_at(EventKind::injected, now + 1, node, packet.destination, lane.number);
      event.vc = vc;
      log->push_back(event);
    }
  }
  const bool is_tail = lane.sent + 1 == lane.flits;
  flit = lane.sent == 0 ? format_.head<kWords>(lane.destination, self, PacketKind::unicast,
                                               lane.number, is_tail)
                        : format_.body<kWords>(self, lane.number, lane.sent, is_tail);
  ++lane.sent;
  source.under_way =
      static_cast<std::uint16_t>(is_tail ? source.under_way & ~bit : source.under_way | bit);
  if (--credits_[node * vcs_ + vc] == 0) {
    source.with_credit = static_cast<std::uint16_t>(source.with_credit & ~bit);
  }
  update_ready(node);
  return true;
}

template <unsigned kWords>
void TerminalBank<kWords>::fail(NodeId node, Cycle now, const std::string& what) const {
  throw NetworkError("cycle " + std::to_string(now) + ": node " + std::to_string(node) + " " +
                     what);
}

template <unsigned kWords>
void TerminalBank<kWords>::check_head(NodeId node, const Flit& flit, Cycle now) const {
  if (!format_.is_head(flit.word)) fail(node, now, "received a body flit before a head");
  const Address destination = format_.destination(flit.word);
  const Address source = format_.source(flit.word);
  if (destination != network_.terminals[node].address) {
    fail(node, now, "received a packet for address " + std::to_string(destination));
  }
  const Flit sent = format_.head<kWords>(destination, source, PacketKind::unicast,
                                         format_.number(flit.word), format_.is_tail(flit.word));
  if (flit != sent || node_at_[source] == kNoNode) fail(node, now, "received a broken head flit");
}

template <unsigned kWords>
void TerminalBank<kWords>::check_body(NodeId node, const Flit& flit, ReceiveLane& lane,
                                      Cycle now) const {
  // The first body flit may carry more bits of the number than the head; all others the same.
  const auto seen = static_cast<std::uint32_t>(flit.word[0] >> kBodyNumberAt) & body_number_mask_;
  const std::uint32_t known = lane.flits == 1 ? head_number_mask_ : ~std::uint32_t{0};
  if (((seen ^ lane.number) & known & body_number_mask_) != 0) {
    fail(node, now, "received a flit of another packet");
  }
  lane.number |= seen;
  const Flit sent = format_.body<kWords>(network_.terminals[lane.source].address, lane.number,
                                         lane.flits, format_.is_tail(flit.word));
  if (flit != sent) fail(node, now, "received flit " + std::to_string(lane.flits) + " broken");
}

template <unsigned kWords>
void TerminalBank<kWords>::consume(NodeId node, unsigned partition, Cycle now, VcId vc,
                                   const Flit& flit) {
  Part& part = parts_[partition];
  ReceiveLane& lane = receive_lanes_[node * vcs_ + vc];
  ++part.consumed;
  part.collector.flit_delivered(now);
  if (lane.flits == 0) {
    check_head(node, flit, now);
    lane.source = node_at_[format_.source(flit.word)];
    lane.number = format_.number(flit.word);
    lane.first = now;
    if (part.log != nullptr) {
      part.log->push_back(event_at(EventKind::head, now, lane.source, node, lane.number));
    }
  } else {
    check_body(node, flit, lane, now);
  }
  ++lane.flits;
  if (!format_.is_tail(flit.word)) return;
  if (part.log != nullptr) {
    Event event = event_at(EventKind::delivered, now, lane.source, node, lane.number);
    event.flits = lane.flits;
    part.log->push_back(event);
  }
  const unsigned owner = partition_of(lane.source);
  part.mail[now & 1][owner].push_back(
      {lane.source, node, lane.number, lane.flits, lane.first, now});
  lane.flits = 0;
}

template <unsigned kWords>
std::optional<VcId> TerminalBank<kWords>::store_and_consume(NodeId node, unsigned partition,
                                                            Cycle now, std::optional<VcId> vc,
                                                            const Flit& flit) {
  StallBuffer* buffers = stall_buffers_.data() + node * vcs_;
  if (vc) {
    StallBuffer& buffer = buffers[*vc];
    if (buffer.count == depth_) fail(node, now, "received a flit without a credit");
    buffer.flits[(buffer.front + buffer.count++) % depth_] = flit;
  }
  if (chance(stalls_.draw(node, now), sink_stall_)) return std::nullopt;
  VcMask waiting = 0;
  for (VcId v = 0; v < vcs_; ++v) waiting |= (buffers[v].count != 0 ? 1u : 0u) << v;
  if (waiting == 0) return std::nullopt;
  const VcId chosen = first_at_or_above(waiting, sink_turns_[node]);
  sink_turns_[node] = static_cast<std::uint8_t>((chosen + 1) % vcs_);
  StallBuffer& buffer = buffers[chosen];
  const Flit oldest = buffer.flits[buffer.front];
  buffer.front = slot_after(buffer.front, depth_);
  --buffer.count;
  consume(node, partition, now, chosen, oldest);
  return chosen;
}

template <unsigned kWords>
InjectionPins<kWords> TerminalBank<kWords>::cycle(NodeId node, unsigned partition, Cycle now,
                                                  const EjectionPins<kWords>& seen) {
  InjectionPins<kWords> next;
  for (VcMask left = seen.inject_credit; left != 0; left &= left - 1) {
    credit(node, static_cast<VcId>(__builtin_ctz(left)));
  }
  next.valid = send(node, now, next.vc, next.flit);
  if (has_stalls()) {
    const std::optional<VcId> vc = seen.valid ? std::optional<VcId>(seen.vc) : std::nullopt;
    const std::optional<VcId> freed = store_and_consume(node, partition, now, vc, seen.flit);
    if (freed) next.eject_credit = 1u << *freed;
  } else if (seen.valid) {
    consume(node, partition, now, seen.vc, seen.flit);
    next.eject_credit = 1u << seen.vc;
  }
  return next;
}

template <unsigned kWords>
Collector TerminalBank<kWords>::collected() {
  settle_all();
  Collector all = parts_.front().collector;
  for (std::size_t p = 1; p < parts_.size(); ++p) all.merge(parts_[p].collector);
  return all;
}

template <unsigned kWords>
void TerminalBank<kWords>::restart_collector(MeasurementWindow window) {
  settle_all();
  for (Part& part : parts_) part.collector = Collector(window.start, window.end);
}

template <unsigned kWords>
std::uint64_t TerminalBank<kWords>::packets_outstanding() {
  settle_all();
  std::uint64_t packets = 0;
  for (NodeId n = 0; n < sources_.size(); ++n) packets += ledger_.outstanding(n);
  return packets;
}

template <unsigned kWords>
std::uint64_t TerminalBank<kWords>::flits_consumed() const {
  std::uint64_t flits = 0;
  for (const Part& part : parts_) flits += part.consumed;
  return flits;
}

template class TerminalBank<1>;
template class TerminalBank<2>;
template class TerminalBank<3>;
template class TerminalBank<5>;

}  // namespace turnpike::model
