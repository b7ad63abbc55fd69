// message_bank.h - the terminals of packet networks, which split messages into packets and
// reassemble them.
//
// A message is a number of flits. In a network of packet routers it is sent as packets of at most
// PACKET_FLITS flits, all on one local channel of its node, and each channel sends one message
// after the other. In a wormhole network it is one worm, and a channel may send several worms at
// the same time, each on its own VC. A node with several local channels picks one when the message
// is queued (FirstHop); broadcasts that the routers copy use the last. Sources and sinks follow
// docs/timing.md, sections 1 and 5.
//
// Sinks check heads and tails, the destination, and a digest of every bit of each packet, which the
// source made when it sent the packet. Packets of one source and channel for one node must arrive
// in the order in which they were sent. Worms are exempt from this where several VCs let them
// overtake each other, and where sinks stall.

#pragma once

#include <cstdint>
#include <optional>
#include <string>
#include <vector>

#include "model/network/broadcast_trees.h"
#include "model/network/expected_messages.h"
#include "model/network/message_channel.h"
#include "model/network/packet_format.h"
#include "model/network/stalling_sinks.h"
#include "model/network/terminal_parts.h"
#include "model/network/terminals.h"
#include "model/traffic/traffic.h"

namespace turnpike::model {

// Throws ConfigurationError when packets of packet routers are too short for their header.
void check_packet_flits(const Network& network, bool needs_numbers);

class MessageBank final : public Terminals {
 public:
  // Messages of `traffic`, which outlives this. Partitions cover all nodes in order and begin at
  // multiples of 64. Throws ConfigurationError.
  MessageBank(const Network& network, Traffic& traffic, const TerminalSpec& spec,
              const std::vector<NodeRange>& partitions);

  void begin_cycle(Cycle now) override { source_.prepare(now); }
  void begin_partition(Cycle now, unsigned partition, std::vector<Event>* log) override;
  std::uint64_t busy_nodes(NodeId first) const override { return busy_[first / 64]; }
  void cycle(NodeId node, unsigned partition, Cycle now, const NodeInputs& seen,
             TerminalOutputs* next) override;

  // Packets are whole messages here.
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
  QueueLength waiting(NodeId node, unsigned message_class) const override;
  void hold(NodeId node, unsigned message_class, bool is_held) override;
  bool has_holds() const override { return sinks_.has_holds(); }
  bool is_still() const override { return parts_.is_still(); }
  Cycle next_due() const { return source_.next_due(); }
  std::uint64_t flits_consumed() const override { return parts_.flits_consumed(); }
  void take_deliveries(std::vector<Delivery>& to) override {
    settle_all();
    parts_.take_deliveries(to);
  }
  unsigned credits(NodeId terminal, VcId vc) const override {
    return credits_[std::size_t{terminal} * vcs_ + vc];
  }
  unsigned flits_waiting(NodeId terminal, VcId vc) const override {
    return sinks_.count(terminal, vc);
  }
  void visit_state(StateStream& state) override;

 private:
  static constexpr unsigned kWords = 5;
  using Flit = FlitWords<kWords>;

  struct ReceiveLane {
    std::uint32_t flits = 0;  // received of a packet; 0: between packets
    std::uint64_t bits = 0;   // its first 64
    std::uint64_t digest = 0;
    PacketHeader header;
    Cycle head = 0;
    Cycle first = 0;
  };
  struct Node {
    std::vector<OutgoingMessage> queued;  // in this cycle: no channel is picked yet
    PortMask ready = 0;                   // channels that can send a flit
    std::uint32_t packets = 0;            // numbers that were used
  };
  // A packet that a sink has put together.
  struct ArrivedPacket {
    PacketHeader header;
    NodeId source = 0;
    NodeId node = 0;  // where it came out
    std::uint32_t flits = 0;
    std::uint64_t digest = 0;
    Cycle head = 0;
    Cycle first = 0;
    Cycle last = 0;
  };
  using Parts = TerminalParts<ArrivedPacket>;
  using Part = Parts::Part;

  NodeId terminal(NodeId node, unsigned channel) const { return node * channels_ + channel; }
  std::size_t lane(NodeId node, unsigned channel, VcId vc) const {
    return std::size_t{terminal(node, channel)} * vcs_ + vc;
  }
  Address address(NodeId node) const { return network_.terminals[terminal(node, 0)].address; }
  std::uint32_t flits_of_packet(const OutgoingMessage& message, std::uint32_t packet) const;

  // message_queue.cpp: messages of a node until they are on a channel.
  void take_message(NodeId node, Cycle now, Part& part);
  void start_broadcasts(NodeId node, Cycle now, Part& part);
  OutgoingMessage& queue(NodeId node, Cycle now, const Message& send, Part& part,
                         const TreeCopy* copy = nullptr);
  unsigned pick_channel(NodeId node, const OutgoingMessage& message,
                        const std::uint16_t* queue) const;
  bool is_shorter(unsigned channel, unsigned than, NodeId node, const std::uint16_t* queue) const;

  // message_bank.cpp: flits.
  std::optional<VcId> next_vc(NodeId node, unsigned channel) const;
  void send(NodeId node, unsigned channel, VcId vc, Cycle now, unsigned partition,
            TerminalOutputs& next);
  void start_packet(NodeId node, unsigned channel, VcId vc, Cycle now, unsigned partition);
  void log_injection(const OutgoingMessage& message, const PacketHeader& header, unsigned channel,
                     VcId vc, std::uint32_t flits, Cycle cycle, Part& part) const;
  void log_body(EventKind kind, Cycle cycle, NodeId node, unsigned channel, VcId vc,
                Part& part) const;
  VcMask receive(NodeId node, unsigned channel, Cycle now, unsigned partition,
                 const TerminalInputs& seen);
  void consume(NodeId node, unsigned channel, VcId vc, Cycle now, unsigned partition,
               const std::uint64_t* flit);
  void read_header(NodeId node, Cycle now, ReceiveLane& lane) const;
  void log_arrival(EventKind kind, Cycle cycle, NodeId node, unsigned channel, VcId vc,
                   const ReceiveLane& lane, Part& part) const;
  bool is_for(const OutgoingMessage& message, NodeId source, NodeId node) const;
  // message_state.cpp: what was read.
  void check_node(const StateStream& state, NodeId node) const;
  void check_channel(const StateStream& state, NodeId node, unsigned channel) const;
  bool is_possible(const OutgoingMessage& message) const;
  bool is_possible(const ReceiveLane& lane) const;
  void settle(unsigned partition, unsigned parity);
  void settle_all();
  void settle_packet(const ArrivedPacket& packet, Part& part);
  bool settle_on(MessageChannel& out, const ArrivedPacket& packet, Part& part);
  void complete(NodeId source, OutgoingMessage& message, Cycle last, Part& part);
  void expect(NodeId node, const OutgoingMessage& message, Cycle now, unsigned partition);
  void hear(NodeId node, const ReceiveLane& lane, Cycle now, unsigned partition);
  [[noreturn]] void fail(NodeId node, Cycle now, const std::string& what) const;

  const Network& network_;
  MessageSource& source_;
  TerminalSpec spec_;
  FlitFormat format_;
  PacketFormat packet_format_;
  unsigned channels_;
  unsigned vcs_;
  unsigned packet_flits_;                // 0: messages go as one worm
  unsigned inject_vcs_;                  // VCs on which messages go in
  unsigned at_once_;                     // packets or worms of a channel
  std::uint32_t least_flits_;            // of a packet
  unsigned start_credits_;               // to send a head
  bool is_ordered_;                      // packets of a channel for one node keep their order
  std::optional<BroadcastTrees> trees_;  // where the traffic has broadcasts
  std::uint32_t number_mask_ = 0;        // bits of its number that a packet carries
  std::vector<NodeId> node_at_;          // [address]
  std::vector<Node> nodes_;
  std::vector<std::uint64_t> busy_;          // [node / 64] a bit for each that has something to do
  std::vector<MessageChannel> channels_of_;  // [terminal]
  std::vector<SentPacket> sending_;          // [terminal][vc]
  std::vector<std::uint8_t> credits_;        // [terminal][vc]
  std::vector<Flit> flits_;                  // [terminal] on the injection pins
  std::vector<ReceiveLane> receive_lanes_;   // [terminal][vc]
  StallingSinks<kWords> sinks_;              // [terminal]
  Parts parts_;
  ExpectedMessages expected_;  // where somebody hears of deliveries
};

}  // namespace turnpike::model
