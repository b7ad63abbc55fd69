// terminal_bank.cpp - the sources and sinks of all nodes, the same code in every engine.

#include "model/network/terminal_bank.h"

#include <algorithm>

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

}  // namespace

template <unsigned kWords>
TerminalBank<kWords>::TerminalBank(const Network& network, Traffic& traffic,
                                   const TerminalSpec& spec,
                                   const std::vector<NodeRange>& partitions)
    : network_(network),
      source_(traffic.source()),
      format_(network.router.format),
      seed_(spec.seed),
      vcs_(network.router.virtual_channels),
      classes_(network.router.routing.message_classes),
      class_bits_(classes_ > 2 ? 2 : classes_ - 1),
      head_number_mask_(static_cast<std::uint32_t>(format_.number_mask())),
      body_number_mask_(body_number_mask(format_)),
      ledger_(network.nodes() * classes_, source_.needs().tags()),
      on_pins_(network.nodes()),
      sinks_(network.nodes(), vcs_, network.router.buffer_depth, spec.sink_stall, spec.seed),
      parts_(partitions, classes_),
      expected_(source_.needs().deliveries ? network.nodes() : 0, partitions.size()) {
  for (unsigned c = 0; c < classes_; ++c) {
    class_vcs_[c] = class_vcs(network.router.routing, c * vcs_ / classes_);
  }
  const std::size_t nodes = network.nodes();
  node_at_.assign(std::size_t{1} << format_.address_bits, kNoNode);
  for (NodeId n = 0; n < nodes; ++n) node_at_[network.terminals[n].address] = n;
  Source idle;
  idle.with_credit = static_cast<std::uint16_t>((1u << vcs_) - 1);
  sources_.assign(nodes, idle);
  ready_.resize((nodes + 63) / 64);
  credits_.assign(nodes * vcs_, static_cast<std::uint8_t>(network.router.buffer_depth));
  send_lanes_.resize(nodes * vcs_);
  receive_lanes_.resize(nodes * vcs_);
}

template <unsigned kWords>
void TerminalBank<kWords>::begin_partition(Cycle now, unsigned partition, std::vector<Event>* log) {
  Parts::Part& part = parts_[partition];
  part.log = log;
  settle(partition, static_cast<unsigned>(now & 1) ^ 1u);
  take_due(source_, part.nodes, now, [&](NodeId node) { take_message(node, now, part); });
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

// A flit that is no head, at the source or the sink of a node.
template <unsigned kWords>
void TerminalBank<kWords>::log_body(EventKind kind, Cycle cycle, NodeId node, VcId vc) {
  std::vector<Event>* log = parts_[parts_.of(node)].log;
  if (log == nullptr) return;
  Event event;
  event.cycle = cycle;
  event.kind = kind;
  (kind == EventKind::body_injected ? event.source : event.destination) = node;
  event.vc = vc;
  log->push_back(event);
}

template <unsigned kWords>
void TerminalBank<kWords>::take_message(NodeId node, Cycle now, Parts::Part& part) {
  const Message message = source_.take(node);
  const NodeId queue = queue_of(node, message.message_class);
  ledger_.queue(queue, now, message.destination, message.flits, message.tag);
  update_ready(node);
  part.collector.packet_queued(now, message.flits);
  part.nodes_counted.queued(node, message.destination, message.flits, now);
  if (classes_ > 1) {
    part.collector.of_class()[message.message_class].packet_queued(now, message.flits);
  }
  ++part.queued;
  if (part.log == nullptr) return;
  Event event = event_at(EventKind::queued, now, node, message.destination,
                         flit_number(ledger_.last_queued(queue), message.message_class));
  event.flits = message.flits;
  event.tag = message.tag;
  event.message_class = message.message_class;
  part.log->push_back(event);
}

// Reads what all sinks found in cycles of this parity for the sources of this partition.
template <unsigned kWords>
void TerminalBank<kWords>::settle(unsigned partition, unsigned parity) {
  parts_.settle(partition, parity, [this](const Arrival& arrival, Parts::Part& part) {
    const std::uint32_t of_body = arrival.flits > 1 ? body_number_mask_ : 0;
    Arrival of_queue = arrival;
    of_queue.number >>= class_bits_;
    Delivery delivery = ledger_.settle(queue_of(arrival.source, arrival.message_class), of_queue,
                                       (head_number_mask_ | of_body) >> class_bits_);
    delivery.message_class = arrival.message_class;
    part.collector.packet_delivered(delivery);
    part.nodes_counted.delivered(delivery);
    if (classes_ > 1) {
      part.collector.of_class()[arrival.message_class].packet_delivered(delivery);
    }
    if (source_.needs().record) part.deliveries.push_back(delivery);
    if (source_.needs().times) {
      source_.completed(delivery.tag, {delivery.injected, delivery.first, delivery.last, true});
    }
    ++part.complete;
  });
  expected_.settle(partition, parity);
}

// Tells the destination of a packet whose head goes in.
template <unsigned kWords>
void TerminalBank<kWords>::expect(NodeId node, unsigned message_class, std::uint32_t number,
                                  const PacketRecord& packet, Cycle now) {
  ExpectedMessage expected;
  expected.delivery = {node, packet.destination, packet.flits, packet.queued, packet.injected};
  expected.delivery.message_class = message_class;
  expected.delivery.tag = ledger_.tag(queue_of(node, message_class), number);
  expected.number = number;
  expected_.send(parts_.of(node), parts_.of(packet.destination), expected, now);
}

// Which packet it is follows from its flits as for the ledger.
template <unsigned kWords>
void TerminalBank<kWords>::hear(NodeId node, unsigned message_class, const ReceiveLane& lane,
                                Cycle now) {
  const std::uint32_t of_body = lane.flits > 1 ? body_number_mask_ : 0;
  const std::uint32_t known = (head_number_mask_ | of_body) >> class_bits_;
  const auto is_of = [&](const ExpectedMessage& one) {
    return one.delivery.message_class == message_class && one.delivery.flits == lane.flits &&
           (((lane.number >> class_bits_) - one.number) & known) == 0;
  };
  ExpectedMessage whole;
  if (expected_.receive(node, lane.source, lane.first, now, is_of, whole)) {
    source_.delivered(whole.delivery);
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
    const unsigned message_class = class_of(vc);
    const PacketRecord& packet = ledger_.send(queue_of(node, message_class), now + 1, lane.number);
    if (expected_.exist()) expect(node, message_class, lane.number, packet, now);
    lane.number = flit_number(lane.number, message_class);
    lane.sent = 0;
    lane.flits = packet.flits;
    lane.destination = drawn_address(node, packet.destination, lane.number);
    if (std::vector<Event>* log = parts_[parts_.of(node)].log) {
      Event event = event_at(EventKind::injected, now + 1, node, packet.destination, lane.number);
      event.vc = vc;
      event.message_class = message_class;
      if (source_.needs().tags()) {
        event.tag = ledger_.tag(queue_of(node, message_class), lane.number >> class_bits_);
      }
      log->push_back(event);
    }
  }
  if (lane.sent != 0) log_body(EventKind::body_injected, now + 1, node, vc);
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

// The address of the destination by one of the paths to it: a hash of the packet draws which.
template <unsigned kWords>
Address TerminalBank<kWords>::drawn_address(NodeId source, NodeId destination,
                                            std::uint32_t number) const {
  if (format_.path_bits == 0) return network_.terminals[destination].address;
  const std::uint64_t pair = std::uint64_t{source} << 32 | destination;
  const std::uint64_t paths = network_.paths_between(source, destination);
  return network_.address_by(destination, path_in_turn(paths, mix(mix(seed_ ^ number) ^ pair)));
}

template <unsigned kWords>
void TerminalBank<kWords>::fail(NodeId node, Cycle now, const std::string& what) const {
  throw NetworkError("cycle " + std::to_string(now) + ": node " + std::to_string(node) + " " +
                     what);
}

// The number of a packet ends with its class, as far as its flits have room for that.
template <unsigned kWords>
void TerminalBank<kWords>::check_class(NodeId node, VcId vc, const ReceiveLane& lane,
                                       Cycle now) const {
  const std::uint32_t of_body = lane.flits > 1 ? body_number_mask_ : 0;
  const std::uint32_t known = (head_number_mask_ | of_body) & ((1u << class_bits_) - 1);
  if (((lane.number ^ class_of(vc)) & known) == 0) return;
  fail(node, now,
       "received a packet of message class " + std::to_string(lane.number & known) + " on VC " +
           std::to_string(vc) + ", which is of class " + std::to_string(class_of(vc)));
}

template <unsigned kWords>
void TerminalBank<kWords>::check_head(NodeId node, const Flit& flit, Cycle now) const {
  if (!format_.is_head(flit.word)) fail(node, now, "received a body flit before a head");
  const Address destination = format_.destination(flit.word);
  const Address source = format_.source(flit.word);
  if (format_.terminal_of(destination) != network_.terminals[node].address) {
    fail(node, now, "received a packet for address " + std::to_string(destination));
  }
  const Flit sent = format_.head<kWords>(destination, source, PacketKind::unicast,
                                         format_.number(flit.word), format_.is_tail(flit.word));
  if (flit != sent || node_at_[source] == kNoNode) fail(node, now, "received a broken head flit");
  const unsigned path = format_.path_of(destination);
  if ((network_.paths_between(node_at_[source], node) >> path & 1) == 0) {
    fail(node, now,
         "received a packet of node " + std::to_string(node_at_[source]) + " by path " +
             std::to_string(path) + ", which it does not use");
  }
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
  Parts::Part& part = parts_[partition];
  ReceiveLane& lane = receive_lanes_[node * vcs_ + vc];
  ++part.consumed;
  part.collector.flit_delivered(now);
  if (classes_ > 1) part.collector.of_class()[class_of(vc)].flit_delivered(now);
  if (lane.flits == 0) {
    check_head(node, flit, now);
    lane.source = node_at_[format_.source(flit.word)];
    lane.number = format_.number(flit.word);
    lane.first = now;
    if (part.log != nullptr) {
      Event event = event_at(EventKind::head, now, lane.source, node, lane.number);
      event.vc = vc;
      part.log->push_back(event);
    }
  } else {
    check_body(node, flit, lane, now);
    if (!format_.is_tail(flit.word)) log_body(EventKind::body_consumed, now, node, vc);
  }
  ++lane.flits;
  if (!format_.is_tail(flit.word)) return;
  check_class(node, vc, lane, now);
  if (part.log != nullptr) {
    Event event = event_at(EventKind::delivered, now, lane.source, node, lane.number);
    event.flits = lane.flits;
    event.vc = vc;
    part.log->push_back(event);
  }
  if (expected_.exist()) hear(node, class_of(vc), lane, now);
  parts_.post(part, lane.source, now,
              {lane.source, node, class_of(vc), lane.number, lane.flits, lane.first, now});
  lane.flits = 0;
}

template <unsigned kWords>
std::optional<VcId> TerminalBank<kWords>::store_and_consume(NodeId node, unsigned partition,
                                                            Cycle now, std::optional<VcId> vc,
                                                            const Flit& flit) {
  if (vc && !sinks_.store(node, *vc, flit.word, kWords)) {
    fail(node, now, "received a flit without a credit");
  }
  VcId freed = 0;
  const Flit* oldest = sinks_.take(node, now, freed);
  if (oldest == nullptr) return std::nullopt;
  consume(node, partition, now, freed, *oldest);
  return freed;
}

template <unsigned kWords>
void TerminalBank<kWords>::cycle(NodeId node, unsigned partition, Cycle now, const NodeInputs& seen,
                                 TerminalOutputs* next) {
  const TerminalInputs& in = *seen.channel;
  for (VcMask left = in.inject_credit; left != 0; left &= left - 1) {
    credit(node, static_cast<VcId>(__builtin_ctz(left)));
  }
  next->valid = send(node, now, next->vc, on_pins_[node]);
  next->flit = on_pins_[node].word;
  if (!in.valid && !has_stalls()) return;
  Flit flit;
  if (in.valid) std::copy(in.flit, in.flit + format_.words(), flit.word);
  if (!has_stalls()) {
    consume(node, partition, now, in.vc, flit);
    next->eject_credit = 1u << in.vc;
    return;
  }
  const std::optional<VcId> arrived = in.valid ? std::optional<VcId>(in.vc) : std::nullopt;
  const std::optional<VcId> freed = store_and_consume(node, partition, now, arrived, flit);
  if (freed) next->eject_credit = 1u << *freed;
}

template <unsigned kWords>
void TerminalBank<kWords>::hold(NodeId node, unsigned message_class, bool is_held) {
  VcMask vcs = 0;
  for (VcId vc = 0; vc < vcs_; ++vc) vcs |= VcMask{class_of(vc) == message_class} << vc;
  sinks_.hold(node, vcs, is_held);
}

template <unsigned kWords>
void TerminalBank<kWords>::visit_state(StateStream& state) {
  ledger_.visit_state(state, network_.nodes());
  state.list(sources_);
  state.list(ready_);
  state.list(credits_);
  state.list(send_lanes_);
  state.list(receive_lanes_);
  state.list(on_pins_);
  sinks_.visit_state(state);
  parts_.visit_state(state, [this](const Arrival& arrival) {
    return arrival.node < network_.nodes() && arrival.message_class < classes_;
  });
  expected_.visit_state(state, [](const TreeCopy&) { return false; });
  if (!state.is_reading()) return;
  std::vector<std::uint64_t> ready(ready_.size());
  for (NodeId node = 0; node < network_.nodes(); ++node) {
    const Source& source = sources_[node];
    const VcMask vcs = all_vcs(vcs_);
    state.check(source.turn < vcs_ && (source.with_credit & ~vcs) == 0, "a source");
    state.check((source.under_way & ~vcs) == 0, "packets that a source sends");
    for (VcId vc = 0; vc < vcs_; ++vc) state.check(is_possible(node, vc), "a VC of a terminal");
    ready[node / 64] |= std::uint64_t{sendable(node) != 0} << (node % 64);
  }
  state.check(ready == ready_, "sources that can send");
}

template <unsigned kWords>
bool TerminalBank<kWords>::is_possible(NodeId node, VcId vc) const {
  const unsigned credits = credits_[node * vcs_ + vc];
  const bool has_credit = (sources_[node].with_credit >> vc & 1) != 0;
  if (credits > network_.router.buffer_depth || has_credit != (credits != 0)) return false;
  if (receive_lanes_[node * vcs_ + vc].source >= network_.nodes()) return false;
  if ((sources_[node].under_way >> vc & 1) == 0) return true;
  const SendLane& lane = send_lanes_[node * vcs_ + vc];
  return lane.sent != 0 && lane.sent < lane.flits && lane.destination <= format_.address_mask();
}

template <unsigned kWords>
const Collector& TerminalBank<kWords>::collected() {
  settle_all();
  return parts_.collected();
}

template <unsigned kWords>
void TerminalBank<kWords>::restart_collector(MeasurementWindow window) {
  settle_all();
  parts_.restart_collector(window);
}

template <unsigned kWords>
std::uint64_t TerminalBank<kWords>::packets_outstanding() {
  settle_all();
  return parts_.outstanding();
}

template class TerminalBank<1>;
template class TerminalBank<2>;
template class TerminalBank<kMaxFlitWords>;

}  // namespace turnpike::model
