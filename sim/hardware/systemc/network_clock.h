// network_clock.h - the present cycle, which all ends of all channels share.
//
// The cycle advances in SystemC's update phase, after all processes of an edge have run; without a
// clock its owner advances it.

#pragma once

#include <optional>
#include <systemc>
#include <vector>

#include "model/common/types.h"

namespace turnpike::sim {

struct Arrivals;

class NetworkClock final : public sc_core::sc_prim_channel {
 public:
  static constexpr unsigned kPeriodNs = 10;  // of a cycle in SystemC's time and in waveforms

  NetworkClock(const char* name, bool has_clock) : sc_core::sc_prim_channel(name) {
    if (!has_clock) return;
    // The rising edge in the middle of a period ends a cycle.
    clk_.emplace("clk", sc_core::sc_time(kPeriodNs, sc_core::SC_NS), 0.5,
                 sc_core::sc_time(kPeriodNs / 2.0, sc_core::SC_NS), true);
  }

  model::Cycle now() const { return now_; }
  unsigned parity() const { return static_cast<unsigned>(now_ & 1); }

  // Called once at each edge, by the process that dispatches it, or without a clock by who does.
  void edge() { request_update(); }
  void edge_without_clock() { update(); }

  // Back to an earlier cycle, between two edges.
  void rewind(model::Cycle to) { now_ = to; }

  // `arrivals` belong to a module that the network does not dispatch.
  void clear_after_each_cycle(Arrivals& arrivals) { external_.push_back(&arrivals); }

  // Where there is one.
  sc_core::sc_clock& clk() { return *clk_; }

 private:
  void update() override;

  std::optional<sc_core::sc_clock> clk_;
  model::Cycle now_ = 0;
  std::vector<Arrivals*> external_;
};

}  // namespace turnpike::sim
