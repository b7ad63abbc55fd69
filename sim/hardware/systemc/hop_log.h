// hop_log.h - writes the heads on the wires of the hardware as events (docs/event_log.md).

#pragma once

#include <vector>

#include "model/network/event_log.h"
#include "model/network/hop_reader.h"
#include "sim/hardware/systemc/rtl_network.h"

namespace turnpike::sim {

class HopLog {
 public:
  // `network` outlives it.
  explicit HopLog(const RtlNetwork& network);

  // The heads on the output pins of all components in cycle `now`, which is the present one.
  void add_hops(model::Cycle now, std::vector<model::Event>& to);
  void visit_state(model::StateStream& state) { reader_.visit_state(state); }

 private:
  const RtlNetwork& rtl_;
  model::HopReader reader_;
};

}  // namespace turnpike::sim
