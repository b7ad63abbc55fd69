// gem5_network.h - a Ruby Network of gem5 over a network of Turnpike.
//
// Written for gem5's own headers. A SimObject of one's own derives from it and adds what Python
// sets; the external and internal links that Python makes are not used.

#ifndef GEM5_NETWORK_H
#define GEM5_NETWORK_H

#include <algorithm>
#include <cstdint>
#include <ostream>
#include <stdexcept>
#include <string>
#include <turnpike.hpp>
#include <utility>
#include <vector>

#include "clocked_network.h"
#include "mem/ruby/network/MessageBuffer.hh"
#include "mem/ruby/network/Network.hh"

// Node and virtual network of gem5 are node and message class here. A message waits in its buffer
// to the network until the source queue takes a packet for each destination. A buffer from the
// network that is full stalls the network at its node and class, until something is dequeued.
class Gem5Network : public gem5::ruby::Network, public gem5::ruby::Consumer {
 public:
  using Buffer = gem5::ruby::MessageBuffer;
  using MsgPtr = gem5::ruby::MsgPtr;
  using NodeID = gem5::ruby::NodeID;

  Gem5Network(const Params& params, turnpike::Simulation network)
      : gem5::ruby::Network(params),
        gem5::ruby::Consumer(this),
        flit_bytes_(std::max(1u, network.shape().flit_bits / 8)),
        network_({[] { return gem5::curTick(); },
                  [this](gem5::Tick when, Clocked::Event event) {
                    schedule(new gem5::EventFunctionWrapper(std::move(event), name(), true), when);
                  }},
                 std::move(network), clockPeriod(),
                 [this](const turnpike::Delivery& delivery, MsgPtr message) {
                   arrived(delivery.destination, delivery.message_class, std::move(message));
                 }) {}

  void init() override {
    gem5::ruby::Network::init();
    const turnpike::Shape shape = network_.simulation().shape();
    if (m_toNetQueues.size() > shape.nodes ||
        getNumberOfVirtualNetworks() > shape.message_classes) {
      throw std::invalid_argument("more nodes or virtual networks than the network has");
    }
    for (const std::vector<Buffer*>& buffers : m_toNetQueues) {
      left_.emplace_back(buffers.size());
      for (Buffer* buffer : buffers) {
        if (buffer != nullptr) buffer->setConsumer(this);
      }
    }
  }

  // A message has come into a buffer, or a full source queue is tried again.
  void wakeup() override {
    bool is_refused = false;
    for (NodeID node = 0; node < m_toNetQueues.size(); ++node) {
      for (std::size_t vnet = 0; vnet < m_toNetQueues[node].size(); ++vnet) {
        if (m_toNetQueues[node][vnet] != nullptr && !pass_on(node, vnet)) is_refused = true;
      }
    }
    if (is_refused && !std::exchange(is_waiting_, true)) {
      network_.next_cycle([this] {
        is_waiting_ = false;
        wakeup();
      });
    }
  }

  void makeExtOutLink(gem5::ruby::SwitchID, NodeID, gem5::ruby::BasicLink*,
                      std::vector<gem5::ruby::NetDest>&) override {}
  void makeExtInLink(NodeID, gem5::ruby::SwitchID, gem5::ruby::BasicLink*,
                     std::vector<gem5::ruby::NetDest>&) override {}
  void makeInternalLink(gem5::ruby::SwitchID, gem5::ruby::SwitchID, gem5::ruby::BasicLink*,
                        std::vector<gem5::ruby::NetDest>&, gem5::ruby::PortDirection,
                        gem5::ruby::PortDirection) override {}
  void collateStats() override {}
  void print(std::ostream& out) const override { out << "[Turnpike]"; }
  turnpike::Simulation& turnpike() { return network_.simulation(); }  // for its statistics

 private:
  using Clocked = ClockedNetwork<MsgPtr>;

  // False: the source queue is full, and a message stays.
  bool pass_on(NodeID node, std::size_t vnet) {
    Buffer& buffer = *m_toNetQueues[node][vnet];
    std::vector<NodeID>& left = left_[node][vnet];
    while (buffer.isReady(gem5::curTick())) {
      const MsgPtr message = buffer.peekMsgPtr();
      if (left.empty()) left = message->getDestination().getAllDest();
      const std::uint32_t bytes = MessageSizeType_to_int(message->getMessageSize());
      const std::uint32_t flits = std::max(1u, (bytes + flit_bytes_ - 1) / flit_bytes_);
      for (; !left.empty(); left.pop_back()) {
        const NodeID to = getLocalNodeID(left.back());
        MsgPtr copy = message->clone();
        if (!network_.send({0, node, to, flits, static_cast<std::uint32_t>(vnet)}, copy)) {
          return false;
        }
      }
      buffer.dequeue(gem5::curTick());
    }
    return true;
  }
  void arrived(NodeID node, std::uint32_t vnet, MsgPtr message) {
    Buffer& buffer = *m_fromNetQueues[node][vnet];
    buffer.enqueue(std::move(message), gem5::curTick(), clockPeriod(), false, false);
    if (buffer.areNSlotsAvailable(1, gem5::curTick())) return;
    network_.simulation().hold_deliveries(node, vnet, true);
    // As in Garnet, room that a dequeue makes is used a cycle later.
    buffer.registerDequeueCallback(
        [this, node, vnet] { network_.next_cycle([this, node, vnet] { release(node, vnet); }); });
  }
  void release(NodeID node, std::uint32_t vnet) {
    Buffer& buffer = *m_fromNetQueues[node][vnet];
    if (!buffer.areNSlotsAvailable(1, gem5::curTick())) return;
    buffer.unregisterDequeueCallback();
    network_.simulation().hold_deliveries(node, vnet, false);
  }

  std::uint32_t flit_bytes_;
  Clocked network_;
  // [node][vnet] destinations that the first message in the buffer has not been sent to yet.
  std::vector<std::vector<std::vector<NodeID>>> left_;
  bool is_waiting_ = false;
};

#endif  // GEM5_NETWORK_H
