// lane.cpp - messages into a lane, packets out of it, and what is counted.

#include "model/batch/lane.h"

#include <algorithm>
#include <stdexcept>
#include <string>
#include <utility>

#include "model/common/check.h"

namespace turnpike::model {

Lane::Lane(const Network& network, LaneNetwork& lanes, unsigned number, Traffic& traffic,
           const Cycle& now)
    : queues_(network.nodes()),
      lanes_(lanes),
      bit_(number),
      number_mask_(static_cast<std::uint32_t>(network.router.format.number_mask())),
      network_(network),
      source_(traffic.source()),
      now_(now) {}

Cycle Lane::queue_message(NodeId node) {
  const Cycle due = source_.next_cycles()[node];
  const Message message = source_.take(node);
  Queue& queue = queues_[node];
  if (queue.end - queue.begun == queue.ring.size()) {
    std::vector<QueuedMessage> larger(std::max<std::size_t>(4, 2 * queue.ring.size()));
    for (std::uint32_t n = queue.begun; n != queue.end; ++n) {
      larger[n & (larger.size() - 1)] = queue.at(n);
    }
    queue.ring.swap(larger);
  }
  const QueuedMessage queued = {static_cast<std::uint32_t>(due), message.destination,
                                message.flits};
  if (queue.end == queue.begun) queue.front = queued;
  queue.at(queue.end++) = queued;
  collector_.packet_queued(due, message.flits);
  nodes_counted_.queued(node, message.destination, message.flits, due);
  ++queued_;
  return due;
}

std::uint32_t Lane::new_packet() {
  if (unused_.empty()) {
    const auto first = static_cast<std::uint32_t>(packets_.size());
    const std::uint32_t end = std::min(std::max(16u, 2 * first), lanes_.numbers());
    packets_.resize(end);
    for (std::uint32_t number = end; number-- > first;) unused_.push_back(number);
    require(!unused_.empty(), "no more packets than the buffers of a network hold");
  }
  const std::uint32_t number = unused_.back();
  unused_.pop_back();
  lanes_.carry_numbers(number + 1);
  return number;
}

void Lane::begin(NodeId node, VcId vc, Cycle now) {
  Queue& queue = queues_[node];
  const std::uint32_t of_source = queue.begun++;
  const QueuedMessage message = queue.front;
  if (queue.begun != queue.end) queue.front = queue.at(queue.begun);
  if (queue.begun == queue.end || queue.front.queued > now) {
    lanes_.set_waits(node, bit_, false);
  }
  const std::uint32_t number = new_packet();
  packets_[number] = {message.queued,
                      static_cast<std::uint32_t>(now + 1),
                      0,
                      0,
                      node,
                      message.destination,
                      message.flits,
                      of_source};
  lanes_.begin_message(node, vc, bit_, now, message.flits, number, message.destination);
}

void Lane::receive_tail(std::uint32_t number, NodeId node, Cycle now) {
  Packet& packet = packets_[number];
  if (packet.destination != node) {
    throw NetworkError("cycle " + std::to_string(now) + ": node " + std::to_string(node) +
                       " received a packet for node " + std::to_string(packet.destination));
  }
  unused_.push_back(number);
  if (is_stopped_) return;
  packet.last = static_cast<std::uint32_t>(now);
  arrived_.push_back(packet);
}

void Lane::stop() {
  is_stopped_ = true;
  for (NodeId node = 0; node < network_.nodes(); ++node) lanes_.set_waits(node, bit_, false);
  queues_ = std::vector<Queue>(network_.nodes());
  arrived_ = {};
}

// Since it was called last, nobody has changed what is measured.
void Lane::settle() {
  for (const Packet& packet : arrived_) {
    const std::uint32_t later = queues_[packet.source].begun - packet.number;
    if (later > number_mask_) knows_packets_ = false;
    const Delivery delivery{packet.source,   packet.destination, packet.flits, packet.queued,
                            packet.injected, packet.first,       packet.last};
    collector_.packet_delivered(delivery);
    nodes_counted_.delivered(delivery);
  }
  complete_ += arrived_.size();
  arrived_.clear();
  const std::uint64_t consumed = lanes_.flits_consumed(bit_, now_);
  // All of them in cycles that are measured, or none: who asks does so at the ends of windows.
  for (; consumed_ != consumed; ++consumed_) collector_.flit_delivered(now_ - 1);
}

Collector Lane::collected() {
  settle();
  return collector_;
}

void Lane::restart_collector(MeasurementWindow window) {
  settle();
  collector_ = Collector(window.start, window.end);
  if (!window.counts_nodes) return;
  nodes_counted_ = NodeCounters(window.start, window.end, 0, network_.nodes(), network_.nodes());
}

NodeTable Lane::node_table() {
  settle();
  NodeTable table;
  nodes_counted_.add_to(table);
  return table;
}

void Lane::read_backlogs(std::vector<std::int64_t>& backlogs) {
  settle();
  backlogs.assign(std::size_t{2} * network_.nodes(), 0);
  nodes_counted_.add_growth_to(backlogs);
}

void Lane::measure_until(Cycle end) {
  settle();
  collector_.measure_until(end);
  nodes_counted_.measure_until(end);
}

std::uint64_t Lane::packets_outstanding() {
  settle();
  return queued_ - complete_;
}

QueueLength Lane::waiting(NodeId node, unsigned /*message_class*/) const {
  QueueLength length{};
  const Queue& queue = queues_[node];
  for (std::uint32_t n = queue.begun; n != queue.end; ++n) length.add(queue.at(n).flits);
  return length;
}

std::uint64_t Lane::flits_moved() const {
  std::uint64_t moved = lanes_.flits_consumed(bit_, now_);
  for (const std::uint64_t flits : lanes_.flits_sent(bit_)) moved += flits;
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
