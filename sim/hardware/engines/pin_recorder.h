// pin_recorder.h - records the pins of the terminals since some cycle, to drive them again.

#pragma once

#include <cstdint>
#include <vector>

#include "model/common/types.h"
#include "sim/hardware/rtl_components/component_abi.h"
#include "sim/hardware/systemc/terminal_module.h"

namespace turnpike::sim {

class PinRecorder {
 public:
  // Forgets everything; the next cycle recorded is `first`.
  void restart(model::Cycle first) {
    first_ = first;
    cycle_ends_.clear();
    pins_.clear();
  }

  void begin_cycle() { cycle_ends_.push_back(pins_.size()); }

  // Nodes in ascending order.
  void record(model::NodeId node, const TerminalOutputs& outputs, unsigned words) {
    if (!outputs.valid && outputs.eject_credit == 0) return;
    Pins pins;
    pins.node = node;
    pins.vc = outputs.valid ? static_cast<std::int32_t>(outputs.vc) : -1;
    pins.eject_credit = outputs.eject_credit;
    if (outputs.valid) {
      for (unsigned i = 0; i < words; ++i) pins.flit[i] = outputs.flit[i];
    }
    pins_.push_back(pins);
    cycle_ends_.back() = pins_.size();
  }

  model::Cycle first() const { return first_; }
  // Cycles [first(), end()) are recorded.
  model::Cycle end() const { return first_ + cycle_ends_.size(); }

  // What was recorded for a node; nothing for a cycle that was not.
  TerminalOutputs replay(model::Cycle cycle, model::NodeId node) const {
    TerminalOutputs outputs;
    if (cycle < first_ || cycle >= end()) return outputs;
    const std::size_t index = cycle - first_;
    std::size_t at = index == 0 ? 0 : cycle_ends_[index - 1];
    while (at < cycle_ends_[index] && pins_[at].node < node) ++at;
    if (at == cycle_ends_[index] || pins_[at].node != node) return outputs;
    outputs.valid = pins_[at].vc >= 0;
    outputs.vc = outputs.valid ? static_cast<model::VcId>(pins_[at].vc) : 0;
    outputs.flit = pins_[at].flit;
    outputs.eject_credit = pins_[at].eject_credit;
    return outputs;
  }

 private:
  struct Pins {
    model::NodeId node = 0;
    std::int32_t vc = -1;  // -1: no flit
    model::VcMask eject_credit = 0;
    std::uint64_t flit[kMaxFlitWords] = {};
  };

  model::Cycle first_ = 0;
  std::vector<std::size_t> cycle_ends_;
  std::vector<Pins> pins_;
};

}  // namespace turnpike::sim
