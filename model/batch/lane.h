// lane.h - a run in a lane of a batch: its traffic and its statistics.
//
// A lane takes the messages of several cycles from its traffic at once, and then counts the
// deliveries of the previous cycles. The sums of a run thus stay in the cache while they are used.

#pragma once

#include <cstdint>
#include <vector>

#include "model/batch/lane_flows.h"
#include "model/batch/lane_network.h"
#include "model/batch/lane_packets.h"
#include "model/batch/lane_queues.h"
#include "model/network/engine.h"
#include "model/traffic/traffic.h"

namespace turnpike::model {

// The data that all lanes share.
struct SharedLanes {
  LaneNetwork network;
  LanePackets packets;
  LaneQueues queues;
  std::vector<PlainMessage> taken;
  Cycle now = 0;  // cycles that the batch has completed
};

class Lane final : public Engine {
 public:
  // All outlive it.
  Lane(const Network& network, SharedLanes& lanes, unsigned number, Traffic& traffic);

  // The messages that are queued before cycle `end` and were not yet taken; until the next call for
  // any lane.
  const std::vector<PlainMessage>& take_until(Cycle end);
  // No message is queued or sent from now on.
  void stop();
  bool is_stopped() const { return is_stopped_; }
  // False: two packets of a source were under way whose flits are alike, so that the model may have
  // taken one for the other.
  bool knows_packets() const { return knows_packets_; }
  // Flits that have moved, as the watchdog counts them.
  std::uint64_t flits_moved() const;

  const Network& network() const override { return network_; }
  Cycle now() const override { return lanes_.now; }
  const Collector& collected() override;
  void restart_collector(MeasurementWindow window) override;
  NodeTable node_table(bool with_flows) override;
  void read_backlogs(std::vector<std::int64_t>& backlogs) override;
  void measure_until(Cycle end) override;
  std::uint64_t packets_outstanding() override;
  std::uint64_t measured_outstanding() override { return collected().outstanding(); }
  bool drained() override { return source_.exhausted() && packets_outstanding() == 0; }
  QueueLength waiting(NodeId node, unsigned message_class) const override;
  std::vector<std::uint64_t> flits_sent() const override {
    return lanes_.network.flits_sent(number_, lanes_.now);
  }
  std::vector<std::uint32_t> flits_buffered() const override {
    return lanes_.network.flits_buffered(number_);
  }
  void sample_buffers(std::vector<double>& sums) override;
  void finish_samples(std::vector<double>& sums) override;
  void take_deliveries(std::vector<Delivery>&) override {}  // no message is offered
  // Only of a whole batch, or not at all.
  void advance(Cycle cycles) override;
  void hold(NodeId node, unsigned message_class, bool is_held) override;
  void log_events(EventSink* sink) override;

 private:
  void count_arrived();
  void settle();

  const Network& network_;
  SharedLanes& lanes_;
  unsigned number_;
  MessageSource& source_;
  bool is_stopped_ = false;
  bool knows_packets_ = true;
  std::uint32_t number_mask_;   // bits of a packet's number that all its flits carry
  std::uint64_t consumed_ = 0;  // flits that are counted
  std::uint64_t queued_ = 0;    // packets
  std::uint64_t complete_ = 0;
  Collector collector_{0, 0};
  LaneFlows flows_;
};

}  // namespace turnpike::model
