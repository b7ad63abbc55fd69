// axi4_watchdog.cpp - two lists, a clock, and what is late.

#include "model/adapters/axi4_watchdog.h"

#include <algorithm>

namespace turnpike::model {
namespace {

constexpr std::uint32_t kMostTimeouts = 0xffff;

}  // namespace

const Axi4Watchdog::Entry& Axi4Watchdog::next(const List& list) {
  const auto begun =
      std::find_if(list.begin(), list.end(), [](const Entry& entry) { return entry.has_begun; });
  return begun == list.end() ? list.front() : *begun;
}

void Axi4Watchdog::step(List& list, std::uint32_t id, bool is_last) {
  const auto found =
      std::find_if(list.begin(), list.end(), [&](const Entry& entry) { return entry.id == id; });
  if (found == list.end()) return;
  if (is_last) {
    list.erase(found);
  } else {
    --found->left;
    found->has_begun = true;
  }
}

Axi4Manager Axi4Watchdog::to_bus(const Axi4Manager& adapter) const {
  Axi4Manager passed = adapter;
  if (!is_on()) return passed;
  passed.aw_valid = adapter.aw_valid && !is_dead_ && writes_.size() < watched_;
  passed.ar_valid = adapter.ar_valid && !is_dead_ && reads_.size() < watched_;
  passed.w_valid = adapter.w_valid && !is_dead_;
  passed.b_ready = adapter.b_ready || is_dead_;
  passed.r_ready = adapter.r_ready || is_dead_;
  return passed;
}

Axi4Subordinate Axi4Watchdog::to_adapter(const Axi4Subordinate& bus) const {
  Axi4Subordinate passed = bus;
  if (!is_on()) return passed;
  passed.aw_ready = (bus.aw_ready || is_dead_) && writes_.size() < watched_;
  passed.ar_ready = (bus.ar_ready || is_dead_) && reads_.size() < watched_;
  passed.w_ready = bus.w_ready || is_dead_;
  if (!is_dead_) return passed;
  passed.b_valid = owes_response();
  passed.b = {};
  if (passed.b_valid) passed.b = {next(writes_).id, kSlaveError, 0};
  passed.r_valid = !reads_.empty();
  passed.r = {};
  if (!passed.r_valid) return passed;
  passed.r.id = next(reads_).id;
  passed.r.response = kSlaveError;
  passed.r.last = next(reads_).left == 0;
  return passed;
}

void Axi4Watchdog::tick(const Axi4Manager& adapter, const Axi4Subordinate& bus,
                        const Axi4Manager& pins, const Axi4Subordinate& answers) {
  if (!is_on()) return;
  const Axi4Subordinate passed = to_adapter(bus);
  const bool b_goes = passed.b_valid && adapter.b_ready;
  const bool r_goes = passed.r_valid && adapter.r_ready;

  // A step that is owed in this cycle and not made
  const bool b_steps = bus.b_valid && !writes_.empty() && writes_.front().id == bus.b.id;
  const bool r_steps = bus.r_valid && !reads_.empty() && reads_.front().id == bus.r.id;
  const std::array<bool, 5> due = {
      pins.aw_valid && !answers.aw_ready, pins.w_valid && !answers.w_ready,
      owes_response() && adapter.b_ready && !b_steps, pins.ar_valid && !answers.ar_ready,
      !reads_.empty() && adapter.r_ready && !r_steps};
  const bool ticks = --count_ == 0;
  if (ticks) count_ = timeout_;
  const bool was_dead = is_dead_;
  for (std::size_t channel = 0; channel < due.size(); ++channel) {
    if (ticks && due[channel] && late_[channel]) is_dead_ = true;
    late_[channel] = due[channel] && (late_[channel] || ticks);
  }

  if (b_goes) step(writes_, passed.b.id, true);
  if (r_goes) step(reads_, passed.r.id, passed.r.last);
  if (adapter.aw_valid && passed.aw_ready) writes_.push_back({adapter.aw.id, 0, false});
  if (adapter.ar_valid && passed.ar_ready) {
    reads_.push_back({adapter.ar.id, adapter.ar.length, false});
  }
  const bool last_goes = adapter.w_valid && passed.w_ready && adapter.w.last;
  lasts_ = lasts_ + (last_goes ? 1 : 0) - (b_goes ? 1 : 0);
  const bool read_ends = r_goes && passed.r.last;
  if (was_dead) {
    timeouts_ = std::min(timeouts_ + (b_goes ? 1u : 0u) + (read_ends ? 1u : 0u), kMostTimeouts);
  }
}

}  // namespace turnpike::model
