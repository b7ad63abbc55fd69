// sst_host.cpp - the endpoints of sst_endpoint.h under messages of a file, as components of SST.

#include <algorithm>
#include <cstdint>
#include <deque>
#include <memory>
#include <turnpike.hpp>

#include "event_queue.h"
#include "sst_endpoint.h"
#include "stand_ins/replay.h"

namespace {

using SimpleNetwork = SST::Interfaces::SimpleNetwork;
constexpr std::size_t kInputMessages = 2;  // of 5 flits, the messages of the test

struct Payload : SST::Event {
  std::size_t index;
  explicit Payload(std::size_t message) : index(message) {}
  SST::Event* clone() override { return new Payload(*this); }
};

// A component with a link to the network: it sends in order, and takes a message at a time.
class Nic {
 public:
  Nic(EventQueue& events, Replay& replay, SstFabric& fabric, std::uint32_t node, std::size_t bits)
      : events_(events),
        replay_(replay),
        bits_(bits),
        link_(fabric, node, 1,
              replay.receiver_cycles == 0 ? 1000 * bits : kInputMessages * 5 * bits,
              replay.queue_limit == 0 ? 1000000 * bits : replay.queue_limit * 5 * bits) {
    link_.setNotifyOnReceive(&on_receive_);
    link_.setNotifyOnSend(&on_send_);
  }

  void send(std::size_t message) {
    unsent_.push_back(message);
    if (unsent_.size() == 1) send_all();
  }

 private:
  void send_all() {
    while (!unsent_.empty()) {
      Message& message = replay_.messages[unsent_.front()];
      const std::size_t bits = message.flits * bits_;
      if (!link_.spaceToSend(0, static_cast<int>(bits))) {
        ++replay_.refused;
        return;
      }
      auto* const request =
          new SimpleNetwork::Request(message.destination, link_.getEndpointID(), bits, true, true,
                                     new Payload(unsent_.front()));
      link_.send(request, 0);
      message.accepted = events_.now();
      unsent_.pop_front();
    }
  }
  bool has_space(int) {
    send_all();
    return true;  // the handler stays
  }
  bool received(int) {
    ++waiting_;
    replay_.most_waiting = std::max(replay_.most_waiting, waiting_);
    if (replay_.receiver_cycles == 0) {
      take();
    } else if (waiting_ == 1) {
      take_later();
    }
    return true;
  }
  void take_later() {
    events_.at(events_.now() + replay_.receiver_cycles * kPeriod, [this] {
      take();
      if (link_.requestToReceive(0)) take_later();
    });
  }
  void take() {
    const std::unique_ptr<SimpleNetwork::Request> request(link_.recv(0));
    const std::unique_ptr<SST::Event> payload(request->takePayload());
    --waiting_;
    replay_.receive(static_cast<Payload&>(*payload).index, events_.now());
  }

  SimpleNetwork::Handler<Nic, &Nic::received> on_receive_{this};
  SimpleNetwork::Handler<Nic, &Nic::has_space> on_send_{this};
  EventQueue& events_;
  Replay& replay_;
  std::size_t bits_;  // of a flit
  SstEndpoint link_;
  std::deque<std::size_t> unsent_;
  std::uint64_t waiting_ = 0;
};

void run(Replay& replay) {
  EventQueue events;
  turnpike::Simulation network = turnpike::Simulation::from_file(replay.config);
  const turnpike::Shape shape = network.shape();
  SstFabric fabric(
      {[&] { return events.now(); },
       [&](EventQueue::Time when, EventQueue::Event event) { events.at(when, std::move(event)); }},
      std::move(network), kPeriod);
  std::deque<Nic> nics;
  for (std::uint32_t node = 0; node < shape.nodes; ++node) {
    nics.emplace_back(events, replay, fabric, node, shape.flit_bits);
  }
  for (std::size_t i = 0; i < replay.messages.size(); ++i) {
    events.at(replay.messages[i].cycle * kPeriod,
              [&, i] { nics[replay.messages[i].source].send(i); });
  }
  events.run();
}

}  // namespace

int main(int count, char** arguments) { return replay_main(count, arguments, run); }
