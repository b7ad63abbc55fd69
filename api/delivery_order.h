// delivery_order.h - a reorder buffer at each sink: in ordered classes, packets of one pair of
// nodes come to the caller in the order in which they were offered.
//
// The buffer has no limit and is outside of the network: a packet that waits here has left it, and
// its credits have gone back.

#pragma once

#include <cstdint>
#include <unordered_map>
#include <vector>

#include "api/packet_records.h"
#include "api/turnpike.h"
#include "model/common/state_stream.h"

namespace turnpike::api {

// A packet that came out of the network.
struct Arrival {
  turnpike_delivery delivery{};
  std::uint32_t message = PacketRecord::kNoMessage;  // that it is a part of
};

class DeliveryOrder {
 public:
  // `classes`: bit c: message class c is ordered.
  DeliveryOrder(std::uint32_t classes, std::uint32_t nodes, unsigned message_classes)
      : classes_(classes), nodes_(nodes), message_classes_(message_classes) {}

  bool is_ordered(unsigned message_class) const { return (classes_ >> message_class & 1) != 0; }

  // The number of the packet that is offered next, of a class that is ordered.
  std::uint64_t number(std::uint32_t source, std::uint32_t destination, unsigned message_class) {
    return flows_[key(source, destination, message_class)].offered++;
  }
  // Calls release(arrival) for those that may go on now, in order; `number` is that of number().
  template <class Release>
  void arrive(const Arrival& arrival, std::uint64_t number, Release&& release) {
    const turnpike_delivery& d = arrival.delivery;
    Flow& flow = flows_[key(d.source, d.destination, d.message_class)];
    if (number != flow.next) {
      hold(flow, arrival, number);
      return;
    }
    ++flow.next;
    release(arrival);
    const std::uint64_t now = d.delivered;
    for (std::size_t i = 0; i < flow.held.size();) {
      if (flow.held[i].number != flow.next) {
        ++i;
        continue;
      }
      Arrival one = flow.held[i].arrival;
      flow.held.erase(flow.held.begin() + static_cast<std::ptrdiff_t>(i));
      i = 0;
      one.delivery.released = now;
      held_flits_[d.destination] -= one.delivery.flits;
      --held_;
      ++flow.next;
      release(one);
    }
  }

  // Packets that wait for earlier ones, and the most flits that ever waited at one node.
  std::uint64_t held() const { return held_; }
  std::uint64_t most_flits() const { return most_flits_; }

  // The state of another one of other classes is refused.
  void expect_same(model::StateStream& state) const {
    state.expect(classes_, "options.ordered_classes");
  }
  // each(arrival): what differs from a new one.
  template <class Each>
  void visit_state(model::StateStream& state, Each&& each);

 private:
  struct Held {
    std::uint64_t number = 0;
    Arrival arrival;
  };
  struct Flow {
    std::uint64_t offered = 0;  // packets
    std::uint64_t next = 0;     // number of the packet that is to come out
    std::vector<Held> held;
  };

  std::uint64_t key(std::uint32_t source, std::uint32_t destination, unsigned message_class) const {
    return (std::uint64_t{source} * nodes_ + destination) * message_classes_ + message_class;
  }
  void hold(Flow& flow, const Arrival& arrival, std::uint64_t number) {
    flow.held.push_back({number, arrival});
    ++held_;
    std::uint64_t& flits = held_flits_[arrival.delivery.destination];
    flits += arrival.delivery.flits;
    if (flits > most_flits_) most_flits_ = flits;
  }

  std::uint32_t classes_;
  std::uint32_t nodes_;
  unsigned message_classes_;
  std::unordered_map<std::uint64_t, Flow> flows_;                // [key()] that had a packet
  std::unordered_map<std::uint32_t, std::uint64_t> held_flits_;  // [node]
  std::uint64_t held_ = 0;
  std::uint64_t most_flits_ = 0;
};

template <class Each>
void DeliveryOrder::visit_state(model::StateStream& state, Each&& each) {
  std::vector<std::pair<std::uint64_t, Flow>> flows(flows_.begin(), flows_.end());
  const std::uint64_t keys = std::uint64_t{nodes_} * nodes_ * message_classes_;
  state.any_list(flows, [&](auto& one) {
    state.value(one.first, keys - 1, "a flow");
    state.value(one.second.offered);
    state.value(one.second.next, one.second.offered, "packets of a flow");
    state.any_list(one.second.held, [&](Held& held) {
      state.value(held.number);
      each(held.arrival);
    });
  });
  state.value(most_flits_);
  if (!state.is_reading()) return;
  for (auto& [flow, contents] : flows) {
    for (const Held& held : contents.held) {
      held_flits_[held.arrival.delivery.destination] += held.arrival.delivery.flits;
      ++held_;
    }
    flows_[flow] = std::move(contents);
  }
}

}  // namespace turnpike::api
