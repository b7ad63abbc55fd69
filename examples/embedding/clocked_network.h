// clocked_network.h - a network of Turnpike in the time of an event-driven simulator.

#ifndef CLOCKED_NETWORK_H
#define CLOCKED_NETWORK_H

#include <cstdint>
#include <functional>
#include <turnpike.hpp>
#include <unordered_map>
#include <utility>
#include <vector>

// What the simulator gives: its time, and an event of its own at a later time.
struct HostClock {
  std::function<std::uint64_t()> now;
  std::function<void(std::uint64_t, std::function<void()>)> at;

  // Of a queue of events with these two functions.
  template <class Queue>
  static HostClock of(Queue& queue) {
    return {[&queue] { return queue.now(); },
            [&queue](std::uint64_t time, std::function<void()> event) {
              queue.at(time, std::move(event));
            }};
  }
};

// Cycle c is the time from c to c + 1 periods. While packets are under way, an event at each clock
// edge runs a cycle. Otherwise the network sleeps, and the next packet wakes it.
//
// A Payload is what the simulator attaches to a packet; it comes back with the delivery.
template <class Payload>
class ClockedNetwork {
 public:
  using Time = std::uint64_t;  // in the unit of the simulator
  using Event = std::function<void()>;
  using Receive = std::function<void(const turnpike::Delivery&, Payload)>;

  // `receive` is called for each packet, at the end of the cycle of its last flit.
  ClockedNetwork(HostClock clock, turnpike::Simulation network, Time period, Receive receive)
      : clock_(std::move(clock)),
        network_(std::move(network)),
        period_(period),
        receive_(std::move(receive)) {}

  // In any event; the tag of the packet is set here. False: the queue of the source is at its limit
  // and `payload` is untouched. Try again in next_cycle().
  bool send(turnpike::Packet packet, Payload& payload) {
    catch_up();
    packet.tag = next_tag_;
    if (!network_.offer(packet)) return false;
    payloads_.emplace(next_tag_++, std::move(payload));
    wake();
    return true;
  }
  // Calls `event` once, after the cycle that is going on.
  void next_cycle(Event event) {
    catch_up();
    waiting_.push_back(std::move(event));
    wake();
  }
  // In its present cycle. Packets go in by send() and come out by `receive`.
  turnpike::Simulation& simulation() {
    catch_up();
    return network_;
  }

 private:
  // Runs the cycles that the network slept through; they cost nothing, because it is idle.
  void catch_up() {
    const std::uint64_t cycle = clock_.now() / period_;
    if (cycle > network_.cycle()) network_.step(cycle - network_.cycle());
  }
  void wake() {
    if (!std::exchange(is_awake_, true)) next_edge();
  }
  void next_edge() {
    clock_.at((network_.cycle() + 1) * period_, [this] { edge(); });
  }
  void edge() {
    catch_up();
    for (const turnpike::Delivery& delivery : network_.take_deliveries()) {
      auto found = payloads_.extract(delivery.tag);
      receive_(delivery, std::move(found.mapped()));
    }
    for (const Event& event : std::exchange(waiting_, {})) event();
    is_awake_ = network_.outstanding() > 0 || !waiting_.empty();
    if (is_awake_) next_edge();
  }

  HostClock clock_;
  turnpike::Simulation network_;
  Time period_;
  Receive receive_;
  std::unordered_map<std::uint64_t, Payload> payloads_;  // [tag]
  std::uint64_t next_tag_ = 0;
  std::vector<Event> waiting_;
  bool is_awake_ = false;
};

#endif  // CLOCKED_NETWORK_H
