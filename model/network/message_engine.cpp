// message_engine.cpp - messages through networks of packet routers, and the watchdog over them.

#include "model/network/message_engine.h"

#include <algorithm>

namespace turnpike::model {

MessageBankSpec message_bank_spec(const Network& network, const RunSpec& run) {
  MessageBankSpec spec;
  spec.seed = run.seed;
  spec.sink_stall = run.sink_stall;
  if (network.packets && network.packets->first_hop) spec.first_hop = FirstHop::shortest_queue;
  return spec;
}

MessageEngine::MessageEngine(const Network& network, Traffic* traffic, const RunSpec& run,
                             const MessageBankSpec& bank)
    : network_(network),
      pins_(make_pin_network(network, run.threads)),
      bank_(network, traffic, bank, pins_->node_ranges()),
      watchdog_(run.watchdog) {}

void MessageEngine::advance(Cycle cycles) {
  for (const Cycle end = now() + cycles; now() < end;) {
    const Cycle step =
        events_ != nullptr ? 1 : std::min<Cycle>(end - now(), watchdog_.look_ahead());
    pins_->advance(step, bank_);
    if (events_ != nullptr) {
      std::vector<Event> events;
      pins_->take_events(events);
      record_in_order(events, *events_);
    }
    watch();
  }
}

void MessageEngine::watch() {
  if (pins_->has_lost_flits()) {
    throw NetworkError("before cycle " + std::to_string(now()) +
                       ": a flit was sent to a port that is not connected");
  }
  if (!watchdog_.is_due(now())) return;
  std::uint64_t moved = bank_.flits_consumed();
  for (const std::uint64_t sent : flits_sent()) moved += sent;
  if (watchdog_.is_stuck(now(), moved, [this] { return packets_outstanding() != 0; })) {
    throw StandstillError(network_, pins_->find_standstill());
  }
}

}  // namespace turnpike::model
