// sst_endpoint.h - SST's SimpleNetwork, as merlin.linkcontrol is one, over a network of Turnpike.
//
// For SST's own simpleNetwork.h. All endpoints share an SstFabric and therefore one rank of SST.

#ifndef SST_ENDPOINT_H
#define SST_ENDPOINT_H

#include <sst/core/interfaces/simpleNetwork.h>

#include <algorithm>
#include <cstddef>
#include <cstdint>
#include <deque>
#include <memory>
#include <string>
#include <turnpike.hpp>
#include <utility>
#include <vector>

#include "clocked_network.h"

class SstEndpoint;
using SstRequest = SST::Interfaces::SimpleNetwork::Request;
using SstNetwork = ClockedNetwork<std::unique_ptr<SstRequest>>;

// What all endpoints share. Times are picoseconds, the usual timebase of SST.
struct SstFabric {
  inline SstFabric(HostClock clock, turnpike::Simulation simulation, SstNetwork::Time period);
  std::uint32_t flits(std::size_t bits) const {
    return static_cast<std::uint32_t>(std::max<std::size_t>(1, (bits + flit_bits - 1) / flit_bits));
  }
  std::size_t flit_bits;
  SST::UnitAlgebra bandwidth;           // of a channel
  std::vector<SstEndpoint*> endpoints;  // [node]
  SstNetwork network;
};

// A virtual network is a message class. An output buffer that is empty takes any request. When an
// input buffer is full, the network stalls until recv() makes room.
class SstEndpoint : public SST::Interfaces::SimpleNetwork {
 public:
  SstEndpoint(SstFabric& fabric, nid_t id, int vns, std::size_t input_buf_bits,
              std::size_t output_buf_bits)
      : fabric_(fabric),
        node_(static_cast<std::uint32_t>(id)),
        input_flits_(fabric.flits(input_buf_bits)),
        output_flits_(fabric.flits(output_buf_bits)),
        vns_(static_cast<std::size_t>(vns)) {
    fabric.endpoints.at(node_) = this;
  }

  bool send(Request* request, int vn) override {
    if (!spaceToSend(vn, static_cast<int>(request->size_in_bits))) return false;
    request->vn = vn;
    std::unique_ptr<Request> owned(request);
    const turnpike::Packet packet{0, node_, static_cast<std::uint32_t>(request->dest),
                                  fabric_.flits(request->size_in_bits), message_class(vn)};
    const bool is_taken = fabric_.network.send(packet, owned);
    owned.release();  // empty, or still the caller's
    return is_taken;
  }
  bool spaceToSend(int vn, int bits) override {
    const auto queue = fabric_.network.simulation().class_queue(node_, message_class(vn));
    const std::uint32_t flits = fabric_.flits(static_cast<std::size_t>(bits));
    const bool has_space = queue.packets == 0 || queue.flits + flits <= output_flits_;
    if (!has_space) notify_of_space(vn, bits);
    return has_space;
  }
  Request* recv(int vn) override {
    VirtualNetwork& input = vns_.at(message_class(vn));
    Request* const request = taken_from(input.requests);
    if (request == nullptr) return nullptr;
    const bool was_full = input.flits >= input_flits_;
    input.flits -= fabric_.flits(request->size_in_bits);
    if (was_full && input.flits < input_flits_) hold(vn, false);
    return request;
  }
  bool requestToReceive(int vn) override { return !vns_.at(message_class(vn)).requests.empty(); }
  void setNotifyOnReceive(HandlerBase* functor) override { on_receive_ = functor; }
  void setNotifyOnSend(HandlerBase* functor) override { on_send_ = functor; }
  void sendUntimedData(Request* request) override {
    for (SstEndpoint* to : fabric_.endpoints) {
      if (to == nullptr) continue;
      const bool is_to_all = request->dest == INIT_BROADCAST_ADDR && to != this;
      if (is_to_all || to->getEndpointID() == request->dest)
        to->untimed_.emplace_back(request->clone());
    }
    delete request;
  }
  Request* recvUntimedData() override { return taken_from(untimed_); }
  bool isNetworkInitialized() const override { return true; }
  nid_t getEndpointID() const override { return node_; }
  const SST::UnitAlgebra& getLinkBW() const override { return fabric_.bandwidth; }

  // For the fabric.
  void arrived(std::unique_ptr<Request> request) {
    const int vn = request->vn;
    VirtualNetwork& input = vns_.at(message_class(vn));
    input.flits += fabric_.flits(request->size_in_bits);
    input.requests.push_back(std::move(request));
    if (input.flits >= input_flits_) hold(vn, true);
    if (on_receive_ != nullptr && !(*on_receive_)(vn)) on_receive_ = nullptr;
  }

 private:
  struct VirtualNetwork {
    std::deque<std::unique_ptr<Request>> requests;
    std::uint64_t flits = 0;  // of `requests`, which have arrived
    bool sender_waits = false;
  };

  static std::uint32_t message_class(int vn) { return static_cast<std::uint32_t>(vn); }
  static Request* taken_from(std::deque<std::unique_ptr<Request>>& requests) {
    if (requests.empty()) return nullptr;
    Request* const request = requests.front().release();
    requests.pop_front();
    return request;
  }
  void hold(int vn, bool held) {
    fabric_.network.simulation().hold_deliveries(node_, message_class(vn), held);
  }
  // The handler of setNotifyOnSend() is called once there is space for as many bits.
  void notify_of_space(int vn, int bits) {
    if (on_send_ == nullptr || std::exchange(vns_[message_class(vn)].sender_waits, true)) return;
    fabric_.network.next_cycle([this, vn, bits] {
      vns_[message_class(vn)].sender_waits = false;
      if (spaceToSend(vn, bits) && on_send_ != nullptr && !(*on_send_)(vn)) on_send_ = nullptr;
    });
  }

  SstFabric& fabric_;
  std::uint32_t node_;
  std::uint64_t input_flits_;
  std::uint64_t output_flits_;
  std::vector<VirtualNetwork> vns_;
  std::deque<std::unique_ptr<Request>> untimed_;
  HandlerBase* on_receive_ = nullptr;
  HandlerBase* on_send_ = nullptr;
};

SstFabric::SstFabric(HostClock clock, turnpike::Simulation simulation, SstNetwork::Time period)
    : flit_bits(simulation.shape().flit_bits),
      bandwidth(std::to_string(flit_bits * 1000000000000 / period) + "b/s"),
      endpoints(simulation.shape().nodes),
      network(std::move(clock), std::move(simulation), period,
              [this](const turnpike::Delivery& delivery, std::unique_ptr<SstRequest> request) {
                endpoints[delivery.destination]->arrived(std::move(request));
              }) {}

#endif  // SST_ENDPOINT_H
