// lane.cpp - messages into a lane, packets out of it, and what is counted.

#include "model/batch/lane.h"

#include <stdexcept>

namespace turnpike::model {

Lane::Lane(const Network& network, SharedLanes& lanes, unsigned number, Traffic& traffic)
    : network_(network),
      lanes_(lanes),
      number_(number),
      source_(traffic.source()),
      number_mask_(static_cast<std::uint32_t>(network.router.format.number_mask())) {}

const std::vector<PlainMessage>& Lane::take_until(Cycle end) {
  count_arrived();
  std::vector<PlainMessage>& taken = lanes_.taken;
  taken.clear();
  source_.take_until(end, taken);
  for (const PlainMessage& message : taken) {
    collector_.packet_queued(message.queued, message.flits);
    flows_.queued(message.source, message.destination, message.flits, message.queued);
  }
  queued_ += taken.size();
  return taken;
}

void Lane::stop() {
  is_stopped_ = true;
  for (NodeId node = 0; node < network_.nodes(); ++node) {
    lanes_.network.set_waits(node, number_, false);
  }
  lanes_.packets.arrived(number_) = {};
  flows_ = {};
}

void Lane::count_arrived() {
  std::vector<ArrivedPacket>& arrived = lanes_.packets.arrived(number_);
  const bool may_be_alike = queued_ > number_mask_;
  for (const ArrivedPacket& one : arrived) {
    const LanePacket& packet = one.packet;
    if (may_be_alike) {
      const std::uint32_t begun = lanes_.queues.front(packet.source, number_).begun;
      if (begun - packet.number > number_mask_) knows_packets_ = false;
    }
    const Delivery delivery{packet.source,   packet.destination, packet.flits, packet.queued,
                            packet.injected, one.first,          one.last};
    collector_.packet_delivered(delivery);
    flows_.delivered(delivery);
  }
  complete_ += arrived.size();
  arrived.clear();
}

// Since it was called last, nobody has changed what is measured.
void Lane::settle() {
  count_arrived();
  const std::uint64_t consumed = lanes_.network.flits_consumed(number_, lanes_.now);
  // All of them in cycles that are measured, or none: who asks does so at the ends of windows.
  collector_.flits_delivered(consumed - consumed_, lanes_.now - 1);
  consumed_ = consumed;
}

const Collector& Lane::collected() {
  settle();
  return collector_;
}

void Lane::restart_collector(MeasurementWindow window) {
  settle();
  collector_ = Collector(window.start, window.end);
  if (!window.counts_nodes) return;
  flows_ = LaneFlows(window.start, window.end, network_.nodes());
}

NodeTable Lane::node_table(bool with_flows) {
  settle();
  NodeTable table;
  flows_.add_to(table, with_flows);
  return table;
}

void Lane::read_backlogs(std::vector<std::int64_t>& backlogs) {
  settle();
  backlogs = flows_.growth();
  backlogs.resize(std::size_t{2} * network_.nodes());
}

void Lane::measure_until(Cycle end) {
  settle();
  collector_.measure_until(end);
  flows_.measure_until(end);
}

std::uint64_t Lane::packets_outstanding() {
  settle();
  return queued_ - complete_;
}

QueueLength Lane::waiting(NodeId node, unsigned /*message_class*/) const {
  return lanes_.queues.length(node, number_);
}

void Lane::sample_buffers(std::vector<double>& sums) {
  sums.resize(lanes_.network.buffers());
  lanes_.network.sample_buffers(number_);
}

void Lane::finish_samples(std::vector<double>& sums) { lanes_.network.add_samples(number_, sums); }

std::uint64_t Lane::flits_moved() const {
  std::uint64_t moved = lanes_.network.flits_consumed(number_, lanes_.now);
  for (const std::uint64_t flits : flits_sent()) moved += flits;
  return moved;
}

void Lane::advance(Cycle /*cycles*/) { throw std::logic_error("a lane advances with its batch"); }

void Lane::hold(NodeId /*node*/, unsigned /*message_class*/, bool /*is_held*/) {
  throw std::logic_error("the sinks of a batch hold nothing");
}

void Lane::log_events(EventSink* sink) {
  if (sink != nullptr) throw std::logic_error("a batch logs no events");
}

}  // namespace turnpike::model
