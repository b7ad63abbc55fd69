// terminal_bank.h - sources and sinks of wormhole networks with one local channel at each node; a
// message is one packet.
//
// docs/timing.md, section 5, says what they do in which cycle. WormholeNetwork calls, in each
// cycle t:
//   begin_cycle(t)                 once
//   begin_partition(t, p)          once for each partition, before its nodes
//   send(n, credits, flit)         for each node: returns its injection pins of t + 1
//   consume(n, flit)               for each node: its sink consumes the flit on its pins
// Code with pins calls cycle(n), as for any TerminalDriver, which does both. Threads may serve
// different partitions; a partition begins at a multiple of 64 nodes.

#pragma once

#include <array>
#include <cstdint>
#include <optional>
#include <string>
#include <vector>

#include "model/common/flit.h"
#include "model/network/expected_messages.h"
#include "model/network/packet_ledger.h"
#include "model/network/stalling_sinks.h"
#include "model/network/terminal_parts.h"
#include "model/network/terminals.h"
#include "model/traffic/traffic.h"

namespace turnpike::model {

template <unsigned kWords>
class TerminalBank final : public Terminals {
 public:
  using Flit = FlitWords<kWords>;

  // The messages are those of `traffic`, which stays the caller's. Partitions cover all nodes in
  // order.
  TerminalBank(const Network& network, Traffic& traffic, const TerminalSpec& spec,
               const std::vector<NodeRange>& partitions);

  void begin_cycle(Cycle now) override { source_.prepare(now); }

  // Queues the messages that are due, settles the deliveries of the cycle before.
  // With `log`, what happens to packets at the terminals from now on is appended to it.
  void begin_partition(Cycle now, unsigned partition, std::vector<Event>* log) override;

  // Bit i: node 64 * word + i can send a flit in this cycle.
  std::uint64_t ready_nodes(std::size_t word) const { return ready_[word]; }
  // True: `flit` is on the injection pins on VC `vc` in the next cycle.
  bool send(NodeId node, Cycle now, VcId& vc, Flit& flit);
  void credit(NodeId node, VcId vc) {
    ++credits_[node * vcs_ + vc];
    sources_[node].with_credit = static_cast<std::uint16_t>(sources_[node].with_credit | 1u << vc);
    update_ready(node);
  }

  // Sink without stalls: the flit on the ejection pins is consumed in the cycle it shows; its
  // credit is on the pins in the next cycle.
  void consume(NodeId node, unsigned partition, Cycle now, VcId vc, const Flit& flit);

  bool has_stalls() const { return sinks_.exist(); }
  // Sink with stalls: stores the flit, if there is one, then consumes one if it is not stalled.
  // Returns its credit.
  std::optional<VcId> store_and_consume(NodeId node, unsigned partition, Cycle now,
                                        std::optional<VcId> vc, const Flit& flit);

  // Bit i: flits wait in the sink of node 64 * word + i. Where there are stalls.
  std::uint64_t stalled_nodes(std::size_t word) const { return sinks_.with_flits(word); }

  std::uint64_t busy_nodes(NodeId first) const override {
    return ready_nodes(first / 64) | (has_stalls() ? stalled_nodes(first / 64) : 0);
  }
  void cycle(NodeId node, unsigned partition, Cycle now, const NodeInputs& seen,
             TerminalOutputs* next) override;

  const Collector& collected() override;
  void restart_collector(MeasurementWindow window) override;
  NodeTable node_table(bool with_flows) override {
    settle_all();
    return parts_.node_table(with_flows);
  }
  void read_backlogs(std::vector<std::int64_t>& backlogs) override {
    settle_all();
    parts_.read_backlogs(backlogs);
  }
  void measure_until(Cycle end) override { parts_.measure_until(end); }
  std::uint64_t packets_outstanding() override;
  bool drained() override { return source_.exhausted() && packets_outstanding() == 0; }
  QueueLength waiting(NodeId node, unsigned message_class) const override {
    return ledger_.unsent(queue_of(node, message_class));
  }
  void hold(NodeId node, unsigned message_class, bool is_held) override;
  bool has_holds() const override { return sinks_.has_holds(); }
  bool is_still() const override { return parts_.is_still(); }
  Cycle next_due() const { return source_.next_due(); }
  std::uint64_t flits_consumed() const override { return parts_.flits_consumed(); }
  void take_deliveries(std::vector<Delivery>& to) override {
    settle_all();
    parts_.take_deliveries(to);
  }
  unsigned credits(NodeId node, VcId vc) const override { return credits_[node * vcs_ + vc]; }
  unsigned flits_waiting(NodeId node, VcId vc) const override { return sinks_.count(node, vc); }
  void visit_state(StateStream& state) override;

 private:
  struct Source {
    std::uint16_t with_credit = 0;  // VCs with a credit
    std::uint16_t under_way = 0;    // VCs whose packet is not yet sent whole
    std::uint8_t turn = 0;          // first VC to be served
  };
  struct SendLane {  // a packet being sent on one VC
    std::uint32_t number = 0;
    std::uint32_t sent = 0;
    std::uint32_t flits = 0;
    Address destination = 0;
  };
  struct ReceiveLane {  // a packet being received on one VC
    NodeId source = 0;
    std::uint32_t number = 0;  // as many bits of it as have come
    std::uint32_t flits = 0;   // received; 0: between packets
    Cycle first = 0;
  };
  using Parts = TerminalParts<Arrival>;

  // The class of a VC; a packet's is that of the VCs on which it goes (2.9 of docs/timing.md).
  unsigned class_of(VcId vc) const { return vc * classes_ / vcs_; }
  // Each class of a node has a queue, and numbers of its own.
  NodeId queue_of(NodeId node, unsigned message_class) const {
    return node * classes_ + message_class;
  }
  // The number in flits and in the log: the class is below the number.
  std::uint32_t flit_number(std::uint32_t number, unsigned message_class) const {
    return number << class_bits_ | message_class;
  }
  // VCs of the classes that have a packet in the queue. Of one class without a branch: nobody could
  // predict it.
  VcMask startable(NodeId node) const {
    if (classes_ == 1) return VcMask{0} - VcMask{ledger_.has_unsent(node)};
    VcMask vcs = 0;
    for (unsigned c = 0; c < classes_; ++c) {
      if (ledger_.has_unsent(queue_of(node, c))) vcs |= class_vcs_[c];
    }
    return vcs;
  }
  // VCs on which the source can send a flit now.
  VcMask sendable(NodeId node) const {
    const Source& source = sources_[node];
    return source.with_credit & (startable(node) | source.under_way);
  }
  void update_ready(NodeId node) {
    const std::uint64_t others = ready_[node / 64] & ~(std::uint64_t{1} << (node % 64));
    ready_[node / 64] = others | std::uint64_t{sendable(node) != 0} << (node % 64);
  }
  void log_body(EventKind kind, Cycle cycle, NodeId node, VcId vc);
  Event event_at(EventKind kind, Cycle cycle, NodeId source, NodeId destination,
                 std::uint32_t number) const;
  void take_message(NodeId node, Cycle now, Parts::Part& part);
  void expect(NodeId node, unsigned message_class, std::uint32_t number, const PacketRecord& packet,
              Cycle now);
  void hear(NodeId node, unsigned message_class, const ReceiveLane& lane, Cycle now);
  void settle(unsigned partition, unsigned parity);
  void settle_all();
  void check_class(NodeId node, VcId vc, const ReceiveLane& lane, Cycle now) const;
  void check_head(NodeId node, const Flit& flit, Cycle now) const;
  void check_body(NodeId node, const Flit& flit, ReceiveLane& lane, Cycle now) const;
  bool is_possible(NodeId node, VcId vc) const;  // lanes and source, as read
  Address drawn_address(NodeId source, NodeId destination, std::uint32_t number) const;
  [[noreturn]] void fail(NodeId node, Cycle now, const std::string& what) const;

  const Network& network_;
  MessageSource& source_;
  FlitFormat format_;
  std::uint64_t seed_;
  unsigned vcs_;
  unsigned classes_;                                    // of messages
  unsigned class_bits_;                                 // of a flit's number that tell the class
  std::array<VcMask, kMaxMessageClasses> class_vcs_{};  // [class]
  std::uint32_t head_number_mask_;                      // bits of a packet's number in its head
  std::uint32_t body_number_mask_;                      // and in each of its other flits
  PacketLedger ledger_;
  std::vector<NodeId> node_at_;  // [address]
  std::vector<Source> sources_;
  std::vector<std::uint64_t> ready_;        // [node / 64] a bit for each node with sendable VCs
  std::vector<std::uint8_t> credits_;       // [node * vcs + vc]
  std::vector<SendLane> send_lanes_;        // [node * vcs + vc]
  std::vector<ReceiveLane> receive_lanes_;  // [node * vcs + vc]
  std::vector<Flit> on_pins_;               // [node] of cycle()
  StallingSinks<kWords> sinks_;
  Parts parts_;
  ExpectedMessages expected_;  // where the source hears of deliveries
};

extern template class TerminalBank<1>;
extern template class TerminalBank<2>;
extern template class TerminalBank<kMaxFlitWords>;

}  // namespace turnpike::model
