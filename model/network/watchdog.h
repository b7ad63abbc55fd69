// watchdog.h - detects a network in which no flit moves.

#pragma once

#include <algorithm>
#include <cstdint>

#include "model/common/state_stream.h"
#include "model/common/types.h"

namespace turnpike::model {

class Watchdog {
 public:
  // `patience`: cycles without any movement that are a standstill, at least 1.
  explicit Watchdog(Cycle patience) : patience_(std::max<Cycle>(patience, 1)) {}

  // Cycles that may pass before the next look.
  Cycle look_ahead() const { return std::max<Cycle>(1, patience_ / 4); }
  bool is_due(Cycle now) const { return now - looked_ >= look_ahead(); }

  // `moved`: flits moved since reset; `has_packets`: any packet is queued or under way.
  template <class HasPackets>
  bool is_stuck(Cycle now, std::uint64_t moved, HasPackets&& has_packets) {
    looked_ = now;
    if (moved != moved_ || !has_packets()) {
      moved_ = moved;
      still_since_ = now;
    }
    return now - still_since_ >= patience_;
  }

  // After a number of pieces, of so many cycles each, from `now` on, in which no packet was there:
  // what the looks at their ends would have left. moved() is as of is_stuck().
  template <class Moved>
  void pass(Cycle now, Cycle piece, Cycle pieces, Moved&& moved) {
    const auto pieces_of = [piece](Cycle cycles) { return (cycles + piece - 1) / piece; };
    const Cycle due = looked_ + look_ahead();
    const Cycle first = due > now ? pieces_of(due - now) : 1;
    if (first > pieces) return;
    const Cycle apart = std::max(pieces_of(look_ahead()), Cycle{1});
    looked_ = now + (first + (pieces - first) / apart * apart) * piece;
    still_since_ = looked_;
    moved_ = moved();
  }

  void visit_state(StateStream& state, Cycle now) {
    state.value(looked_, now, "cycle of the watchdog's look");
    state.value(still_since_, now, "cycle of the last movement");
    state.value(moved_);
  }

 private:
  Cycle patience_;
  Cycle looked_ = 0;
  Cycle still_since_ = 0;
  std::uint64_t moved_ = ~std::uint64_t{0};
};

}  // namespace turnpike::model
