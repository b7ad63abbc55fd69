// axi4_exercise.cpp - each side of each bus: traffic or the network.

#include "model/axi/axi4_exercise.h"

#include "model/axi/axi4_block_memory.h"
#include "model/axi/axi4_slot_manager.h"
#include "model/axi/axi4_slots.h"
#include "model/traffic/xorshift_traffic.h"

namespace turnpike::model {

Axi4Exercise::Axi4Exercise(const Network& network, const Axi4NetworkSpec& spec, std::uint64_t seed,
                           std::optional<unsigned> board_beats)
    : model_(make_axi4_model(network, spec)),
      traffic_(ports().size()),
      memories_(ports().size()),
      random_memories_(ports().size()),
      managers_(ports().size()),
      subordinates_(ports().size()) {
  if (board_beats) {
    add_board(spec, seed, *board_beats);
  } else {
    for (std::size_t port = 0; port < ports().size(); ++port) add_random(port, spec, seed);
  }
  if (spec.has_control) software_.emplace(model_->counter_map(), seed, network.nodes());
}

void Axi4Exercise::add_random(std::size_t port, const Axi4NetworkSpec& spec, std::uint64_t seed) {
  const Axi4Port& at = ports()[port];
  if (at.is_manager) {
    auto manager = std::make_unique<Axi4ManagerTraffic>(at.params, spec.user_bits, seed, at.node);
    random_traffic_.push_back(manager.get());
    traffic_[port] = std::move(manager);
  } else {
    auto memory = std::make_unique<Axi4MemoryTraffic>(at.params, spec.user_bits, seed, at.node);
    random_memories_[port] = memory.get();
    memories_[port] = std::move(memory);
  }
}

void Axi4Exercise::add_board(const Axi4NetworkSpec& spec, std::uint64_t seed, unsigned beats) {
  const Axi4Slots slots = axi4_slots(ports(), spec);
  std::size_t manager = 0;
  for (std::size_t port = 0; port < ports().size(); ++port) {
    const Axi4Port& at = ports()[port];
    if (at.is_manager) {
      traffic_[port] = std::make_unique<Axi4SlotManager>(at.params, slots.addresses[manager++],
                                                         beats, xorshift_seed(seed, at.node));
    } else {
      memories_[port] = std::make_unique<Axi4BlockMemory>(spec.data_bits, slots.word_bits);
    }
  }
}

void Axi4Exercise::drive(double pace) {
  if (!next_map_.empty()) {
    pace = 0;
    follow_load();
  }
  for (std::size_t port = 0; port < ports().size(); ++port) {
    if (traffic_[port]) {
      managers_[port] = traffic_[port]->drive(now(), pace);
      subordinates_[port] = model_->to_manager(port);
    } else {
      managers_[port] = model_->to_subordinate(port);
      subordinates_[port] = memories_[port]->drive();
    }
  }
  if (software_) software_pins_ = software_->drive();
}

void Axi4Exercise::advance() {
  for (std::size_t port = 0; port < ports().size(); ++port) {
    if (traffic_[port]) {
      traffic_[port]->observe(now(), subordinates_[port]);
    } else {
      memories_[port]->observe(managers_[port]);
    }
  }
  if (software_) software_->observe(*model_->control());
  model_->advance(managers_, subordinates_, software_pins_);
}

void Axi4Exercise::stop(std::size_t port) {
  random_memories_[port]->stop(kAllChannels);
  for (Axi4ManagerTraffic* traffic : random_traffic_) {
    traffic->expect_timeouts(ports()[port].params.node);
  }
}

// At the beginning of a cycle.
void Axi4Exercise::follow_load() {
  if (!is_loading_ && is_quiet()) {
    software_->load(next_map_);
    is_loading_ = true;
  } else if (is_loading_ && software_->is_idle()) {
    for (Axi4ManagerTraffic* traffic : random_traffic_) traffic->set_map(next_map_);
    for (Axi4MemoryTraffic* memory : random_memories_) {
      if (memory != nullptr) memory->set_map(next_map_);
    }
    next_map_.clear();
    is_loading_ = false;
  }
}

bool Axi4Exercise::is_done() const { return next_map_.empty() && is_quiet(); }

bool Axi4Exercise::is_quiet() const {
  for (const auto& traffic : traffic_) {
    if (traffic && !traffic->is_done()) return false;
  }
  return true;
}

Axi4Counts Axi4Exercise::counts(std::size_t port) const {
  return traffic_[port] ? traffic_[port]->counts() : Axi4Counts();
}

}  // namespace turnpike::model
