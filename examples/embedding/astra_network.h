// astra_network.h - a network backend of ASTRA-sim: AstraNetworkAPI over a network of Turnpike.
//
// Compiles with ASTRA-sim's own astra-sim/common/AstraNetworkAPI.hh. The program makes one
// AstraFabric and an AstraRank for each node, fires the workload of every rank and runs the events.

#ifndef ASTRA_NETWORK_H
#define ASTRA_NETWORK_H

#include <algorithm>
#include <cmath>
#include <cstdint>
#include <deque>
#include <map>
#include <memory>
#include <stdexcept>
#include <tuple>
#include <turnpike.hpp>
#include <utility>

#include "astra-sim/common/AstraNetworkAPI.hh"
#include "clocked_network.h"
#include "event_queue.h"

struct AstraOptions {
  EventQueue::Time period = 1000;   // of the network's clock, in picoseconds
  std::uint32_t packet_flits = 16;  // most flits of a packet; longer messages become several
};

// What all ranks share: time, the network, and messages whose other side is missing. A message is
// sent when the source queue has taken its last packet, and received when all its packets have
// arrived. With Options::queue_limit, a rank that sends too fast therefore waits for the network.
class AstraFabric {
 public:
  using Handler = void (*)(void*);

  explicit AstraFabric(turnpike::Simulation network, const AstraOptions& options = {})
      : options_(options),
        flit_bytes_(std::max(1u, network.shape().flit_bits / 8)),
        network_(HostClock::of(events_), std::move(network), options.period,
                 [this](const turnpike::Delivery&, std::shared_ptr<Message> message) {
                   if (--message->packets == 0) arrived(message->key);
                 }) {}

  EventQueue& events() { return events_; }
  // Bytes per nanosecond, which are GB/s, of a channel.
  double bandwidth() const { return flit_bytes_ * 1000.0 / static_cast<double>(options_.period); }

  void send(int source, int destination, int tag, std::uint64_t bytes, Handler handler, void* arg) {
    const std::uint64_t flits = std::max<std::uint64_t>(1, (bytes + flit_bytes_ - 1) / flit_bytes_);
    const std::uint64_t packets = (flits + options_.packet_flits - 1) / options_.packet_flits;
    auto message = std::make_shared<Message>();
    *message = {{tag, source, destination, bytes}, flits, packets, handler, arg};
    queues_[source].push_back(std::move(message));
    if (queues_[source].size() == 1) pass_on(source);
  }
  void receive(int source, int destination, int tag, std::uint64_t bytes, Handler handler,
               void* arg) {
    const Key key{tag, source, destination, bytes};
    const auto early = arrived_.find(key);
    if (early == arrived_.end()) {
      awaited_[key].push_back({handler, arg});
      return;
    }
    if (--early->second == 0) arrived_.erase(early);
    events_.at(events_.now(), [handler, arg] { handler(arg); });
  }

 private:
  using Key = std::tuple<int, int, int, std::uint64_t>;  // tag, source, destination, bytes
  struct Message {
    Key key;
    std::uint64_t flits = 0;    // not yet in the source queue
    std::uint64_t packets = 0;  // not yet arrived
    Handler handler = nullptr;
    void* arg = nullptr;
  };

  // Puts packets into the source queue until it is full.
  void pass_on(int source) {
    std::deque<std::shared_ptr<Message>>& queue = queues_[source];
    while (!queue.empty()) {
      const std::shared_ptr<Message> message = queue.front();
      while (message->flits > 0) {
        const auto flits = static_cast<std::uint32_t>(
            std::min<std::uint64_t>(message->flits, options_.packet_flits));
        const auto to = static_cast<std::uint32_t>(std::get<2>(message->key));
        std::shared_ptr<Message> with = message;
        if (!network_.send({0, static_cast<std::uint32_t>(source), to, flits, 0}, with)) {
          network_.next_cycle([this, source] { pass_on(source); });
          return;
        }
        message->flits -= flits;
      }
      queue.pop_front();
      if (message->handler != nullptr) {
        events_.at(events_.now(), [message] { message->handler(message->arg); });
      }
    }
  }
  void arrived(const Key& key) {
    const auto waits = awaited_.find(key);
    if (waits == awaited_.end()) {
      ++arrived_[key];
      return;
    }
    const auto [handler, arg] = waits->second.front();
    waits->second.pop_front();
    if (waits->second.empty()) awaited_.erase(waits);
    handler(arg);
  }

  AstraOptions options_;
  std::uint32_t flit_bytes_;
  EventQueue events_;
  ClockedNetwork<std::shared_ptr<Message>> network_;
  std::map<int, std::deque<std::shared_ptr<Message>>> queues_;    // [source]
  std::map<Key, std::deque<std::pair<Handler, void*>>> awaited_;  // sim_recv came first
  std::map<Key, std::uint64_t> arrived_;                          // the message came first
};

// The network as one rank of ASTRA-sim sees it; the rank is the node.
class AstraRank : public AstraSim::AstraNetworkAPI {
 public:
  AstraRank(int node, AstraFabric& fabric) : AstraNetworkAPI(node), fabric_(fabric) {}

  int sim_send(void*, std::uint64_t count, int, int dst, int tag, AstraSim::sim_request*,
               void (*msg_handler)(void*), void* fun_arg) override {
    fabric_.send(sim_comm_get_rank(), dst, tag, count, msg_handler, fun_arg);
    return 0;
  }
  int sim_recv(void*, std::uint64_t count, int, int src, int tag, AstraSim::sim_request*,
               void (*msg_handler)(void*), void* fun_arg) override {
    fabric_.receive(src, sim_comm_get_rank(), tag, count, msg_handler, fun_arg);
    return 0;
  }
  void sim_schedule(AstraSim::timespec_t delta, void (*fun_ptr)(void*), void* fun_arg) override {
    if (delta.time_res != AstraSim::NS) throw std::invalid_argument("sim_schedule: not in NS");
    const auto later = static_cast<EventQueue::Time>(std::llround(delta.time_val * 1000));
    fabric_.events().at(fabric_.events().now() + later, [fun_ptr, fun_arg] { fun_ptr(fun_arg); });
  }
  AstraSim::timespec_t sim_get_time() override {
    return {AstraSim::NS, static_cast<long double>(fabric_.events().now()) / 1000};
  }
  double get_BW_at_dimension(int) override { return fabric_.bandwidth(); }

 private:
  AstraFabric& fabric_;
};

#endif  // ASTRA_NETWORK_H
