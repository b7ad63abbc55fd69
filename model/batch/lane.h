// lane.h - a run in a lane of a batch: its traffic, its packets and its statistics.
//
// The messages of some cycles are taken from the traffic at once, and deliveries are counted when
// somebody asks: so the sums of a run stay in the cache while they are used. A packet is a number
// that travels with its head; the model finds the same packet by source and number.

#pragma once

#include <cstdint>
#include <vector>

#include "model/batch/lane_network.h"
#include "model/network/engine.h"
#include "model/traffic/traffic.h"

namespace turnpike::model {

class alignas(64) Lane final : public Engine {
 public:
  // All outlive it. `now`: the cycles that the batch has completed.
  Lane(const Network& network, LaneNetwork& lanes, unsigned number, Traffic& traffic,
       const Cycle& now);

  // Tells due(cycle, node) of each message that is queued before cycle `end`.
  template <class Due>
  void queue_until(Cycle end, Due&& due) {
    for (NodeId node = 0; node < network_.nodes(); ++node) {
      while (source_.next_cycles()[node] < end) due(queue_message(node), node);
    }
  }
  // Hints: what begin() and the others will need is brought into the cache.
  void expect() const { __builtin_prefetch(this, 1); }
  void expect_begin(NodeId node) const { __builtin_prefetch(&queues_[node], 1); }
  void expect_packet(std::uint32_t number) const { __builtin_prefetch(&packets_[number], 1); }
  // The source of the node begins its next message on this VC.
  void begin(NodeId node, VcId vc, Cycle now);
  // The head of a packet is consumed at a node, then its tail. `number`: what travels with it.
  void receive_head(std::uint32_t number, Cycle now) {
    packets_[number].first = static_cast<std::uint32_t>(now);
  }
  void receive_tail(std::uint32_t number, NodeId node, Cycle now);
  // No message is queued or sent from now on.
  void stop();
  bool is_stopped() const { return is_stopped_; }
  LaneBit bit() const { return bit_; }
  // False: two packets of a source were under way whose flits are alike, so that the model may have
  // taken one for the other.
  bool knows_packets() const { return knows_packets_; }
  // Flits that have moved, as the watchdog counts them.
  std::uint64_t flits_moved() const;

  const Network& network() const override { return network_; }
  Cycle now() const override { return now_; }
  Collector collected() override;
  void restart_collector(MeasurementWindow window) override;
  NodeTable node_table() override;
  void read_backlogs(std::vector<std::int64_t>& backlogs) override;
  void measure_until(Cycle end) override;
  std::uint64_t packets_outstanding() override;
  std::uint64_t measured_outstanding() override { return collected().outstanding(); }
  bool drained() override { return source_.exhausted() && packets_outstanding() == 0; }
  QueueLength waiting(NodeId node, unsigned message_class) const override;
  std::vector<std::uint64_t> flits_sent() const override { return lanes_.flits_sent(bit_); }
  std::vector<std::uint32_t> flits_buffered() const override { return lanes_.flits_buffered(bit_); }
  void take_deliveries(std::vector<Delivery>&) override {}  // no message is offered
  // Only of a whole batch, or not at all.
  void advance(Cycle cycles) override;
  void hold(NodeId node, unsigned message_class, bool is_held) override;
  void log_events(EventSink* sink) override;

 private:
  struct Packet {
    std::uint32_t queued;  // cycles
    std::uint32_t injected;
    std::uint32_t first;
    std::uint32_t last;
    NodeId source;
    NodeId destination;
    std::uint32_t flits;
    std::uint32_t number;  // of its source
  };
  struct QueuedMessage {
    std::uint32_t queued;  // cycle
    NodeId destination;
    std::uint32_t flits;
  };
  // The messages that wait at a node, and those of the cycles to come.
  struct Queue {
    std::uint32_t begun = 0;  // messages that were begun: the number of the next
    std::uint32_t end = 0;
    QueuedMessage front{};            // message `begun`, where there is one
    std::vector<QueuedMessage> ring;  // size a power of two
    QueuedMessage& at(std::uint32_t number) { return ring[number & (ring.size() - 1)]; }
    const QueuedMessage& at(std::uint32_t number) const { return ring[number & (ring.size() - 1)]; }
  };

  Cycle queue_message(NodeId node);
  std::uint32_t new_packet();
  void settle();

  // What every packet needs comes first.
  std::vector<Packet> packets_;        // [number that travels]
  std::vector<Queue> queues_;          // [node]
  std::vector<std::uint32_t> unused_;  // numbers
  std::vector<Packet> arrived_;        // not yet counted
  LaneNetwork& lanes_;
  LaneBit bit_;
  bool is_stopped_ = false;
  bool knows_packets_ = true;
  std::uint32_t number_mask_;  // bits of a packet's number that all its flits carry
  const Network& network_;
  MessageSource& source_;
  const Cycle& now_;
  std::uint64_t consumed_ = 0;  // flits that are counted
  std::uint64_t queued_ = 0;    // packets
  std::uint64_t complete_ = 0;
  Collector collector_{0, 0};
  NodeCounters nodes_counted_;
};

}  // namespace turnpike::model
